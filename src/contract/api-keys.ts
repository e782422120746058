// API keys (SPEC.md, API keys): made by a person, shown once, and never stronger than that person.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Id, Text } from './kit/fields.ts'

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The beginning of the key, by which people recognise it. */
  prefix: z.string(),
  /** Null: reads every company its creator sees. */
  company_id: Id.nullable(),
  company_name: z.string().nullable(),
  /** Letters per resource; null: all that its creator may do at the time. */
  rights: z.record(z.string(), z.string()).nullable(),
  created_by: Id,
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = resource('apiKeys', {
  list: endpoint('GET /v1/api_keys', {
    summary: 'As chaves de API do usuário, e as das empresas em que pode vê-las.',
    returns: z.array(ApiKey),
    tenant: 'none',
    reads: ['api_keys'],
  }),
  create: endpoint('POST /v1/api_keys', {
    summary: 'Cria uma chave de API; ela só é mostrada nesta resposta. Sem empresa, apenas lê.',
    body: z
      .object({
        name: Text(80).min(1, 'Informe o nome'),
        company_id: Id.optional(),
        /** Narrows the key: letters per resource, never beyond the creator's own. */
        rights: z.record(z.string().max(40), z.string().max(10)).optional(),
      })
      .strict(),
    returns: ApiKey.extend({ key: z.string() }),
    creates: true,
    tenant: 'none',
    writes: ['api_keys'],
    fails: ['auth.step_up_required', 'permission.denied', 'resource.not_found', 'validation.failed'],
  }),
  delete: endpoint('DELETE /v1/api_keys', {
    summary: 'Revoga uma chave de API; a próxima chamada dela já é recusada.',
    query: z.object({ id: Id }),
    returns: Done,
    tenant: 'none',
    writes: ['api_keys'],
    fails: ['resource.not_found'],
  }),
})
