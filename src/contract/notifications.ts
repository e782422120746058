// Notifications and background jobs (SPEC.md, Notifications and Imports).
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Id, PageLimit, Text } from './kit/fields.ts'

export const Notification = z.object({
  id: Id,
  company_id: Id.nullable(),
  title: z.string(),
  body: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  type: z.enum(['TAX', 'TRANSACTION', 'NOTA_FISCAL', 'DIGITAL_ACCOUNT', 'BOLETO']),
  action: z.string().nullable(),
  readed_at: z.string().nullable(),
  created_at: z.string(),
})
export type Notification = z.infer<typeof Notification>

export const notifications = resource('notifications', {
  list: endpoint('GET /v1/notifications', {
    summary: 'As notificações do usuário.',
    query: z.object({ limit: PageLimit.default(100) }),
    returns: z.array(Notification),
    tenant: 'none',
    reads: ['notifications'],
  }),
  registerToken: endpoint('POST /v1/notifications/register_token', {
    summary: 'Registra um aparelho para receber notificações.',
    body: z.object({ token: Text(500).min(1), platform: Text(40).optional() }).strict(),
    returns: Done,
    tenant: 'none',
  }),
  read: endpoint('PATCH /v1/notifications/read', {
    summary: 'Marca notificações como lidas.',
    body: z.object({ ids: z.array(Id).max(200).optional() }).strict(),
    returns: Done,
    tenant: 'none',
    writes: ['notifications'],
    own: true,
  }),
})

/** A background job as its starter watches it: `GET /v1/jobs/{id}` with the token as bearer. */
export const Run = z.object({ id: Id, publicAccessToken: z.string() })

/** The answer to an imported sheet: everything was imported, and its run, already over, says so too. */
export const SheetImport = Run.extend({
  imported: z.int(),
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
})

export const Job = z.object({
  id: Id,
  metadata: z.object({
    status: z.enum(['loading', 'success', 'error']),
    progress: z.int().min(0).max(100),
    message: z.string().nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
  }),
})
export type Job = z.infer<typeof Job>

export const jobs = resource('jobs', {
  get: endpoint('GET /v1/jobs/{id}', {
    summary: 'O andamento de uma tarefa; o publicAccessToken é o portador.',
    returns: Job,
    public: true,
    opensWith: 'job_token',
    tenant: 'none',
    reads: ['jobs'],
    fails: ['resource.not_found'],
  }),
})
