// Services the company renders (SPEC.md, Services) and the national list that classifies them; the fields are those of an NFS-e.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, CompanyId, createOf, Done, Id, OptionalText, patchOf, Text } from './kit/fields.ts'

/** An item of the service list (LC 116/2003) as the company's city applies it. */
export const MunicipalService = z.object({
  /** National code, six digits: item, subitem and '01'. */
  code: z.string(),
  description: z.string(),
  /** Percent. The city's law sets it between 2 and 5; without the city's table it is the ceiling. */
  suggested_rate: z.number(),
  template: z.string(),
  version: z.string(),
})
export type MunicipalService = z.infer<typeof MunicipalService>

export const Service = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  name: z.string(),
  /** The text on the invoice. */
  description: z.string().nullable(),
  amount_cents: z.int(),
  municipal_service: MunicipalService,
  /** ISS in hundredths of a percent: 500 is 5%. */
  iss_rate: z.int(),
  iss_withheld: z.boolean(),
  /** The city's own code for the service, where it has one. */
  municipal_code: z.string().nullable(),
  nbs: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Service = z.infer<typeof Service>

export const ServiceFields = z.object({
  name: Text(120).min(1, 'Informe o nome'),
  description: OptionalText(2000).optional(),
  amount_cents: Cents.refine(cents => cents >= 0, 'O valor não pode ser negativo').optional(),
  municipal_service_code: Text(10).min(1, 'Escolha o serviço da lista'),
  iss_rate: z.int().min(0).max(500, 'O ISS vai até 5%').optional(),
  iss_withheld: z.boolean().optional(),
  municipal_code: OptionalText(20).optional(),
  nbs: OptionalText(12).optional(),
})

const writes = ['services', 'batches'] as const

export const services = resource('services', {
  municipal: endpoint('GET /v1/municipal_services', {
    summary: 'A lista de serviços (LC 116) no município da empresa.',
    query: z.object({ companyId: CompanyId, search: Text(120).optional() }),
    returns: z.array(MunicipalService),
    tenant: 'query',
    needs: 'services:v',
    reads: ['invoice_settings'],
  }),
  list: endpoint('GET /v1/companies/{c}/services', {
    summary: 'Lista os serviços.',
    query: z.object({ search: Text(120).optional() }),
    returns: z.array(Service),
    needs: 'services:v',
    reads: ['services'],
  }),
  create: endpoint('POST /v1/companies/{c}/services', {
    summary: 'Cria um serviço.',
    body: createOf(ServiceFields, Service),
    returns: Service,
    creates: true,
    needs: 'services:c',
    writes,
    fails: ['validation.failed'],
  }),
  get: endpoint('GET /v1/companies/{c}/services/{id}', {
    summary: 'Mostra um serviço.',
    returns: Service,
    needs: 'services:v',
    reads: ['services'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/services/{id}', {
    summary: 'Altera um serviço.',
    body: patchOf(ServiceFields, Service),
    returns: Service,
    needs: 'services:u',
    writes,
    fails: ['validation.failed', 'conflict.stale_version'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/services/{id}', {
    summary: 'Exclui um serviço; as notas emitidas guardam o que ele era.',
    returns: Done,
    needs: 'services:d',
    writes,
  }),
})
