// Webhooks: what a company's other systems are told, signed as Standard Webhooks says, with a log of every try.
import { z } from 'zod'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, Done, Id, OptionalText, patchOf, Text } from './kit/fields.ts'

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const

export const Webhook = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** A pt-BR sentence: why the product turned it off by itself. */
  disabled_reason: z.string().nullable(),
  /** The last delivery that was taken. */
  last_delivered_at: z.string().nullable(),
  /** Deliveries of the last 30 days by what became of them. */
  delivered_count: z.int(),
  waiting_count: z.int(),
  failed_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

const Try = z.object({
  at: z.string(),
  /** Milliseconds until the answer. */
  took_ms: z.int(),
  /** The HTTP status answered; null when none was. */
  answered: z.int().nullable(),
  /** The beginning of the answer, or why there was none, in pt-BR. */
  detail: z.string(),
})

export const WebhookDelivery = z.object({
  id: Id,
  webhook_id: Id,
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  created_at: z.string(),
  /** When it is tried again. */
  next_at: z.string().nullable(),
  /** As it was sent: JSON text. */
  body: z.string(),
  tries: z.array(Try),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Address = Text(500).regex(/^https?:\/\/[^\s/]+/i, 'Informe um endereço que começa por https://')

export const WebhookFields = z.object({
  url: Address,
  description: OptionalText(140).optional(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Escolha ao menos um evento').max(WEBHOOK_EVENTS.length),
})

const writes = ['webhooks', 'batches'] as const
const Secret = z.object({ secret: z.string() })

export const webhooks = resource('webhooks', {
  list: endpoint('GET /v1/companies/{c}/webhooks', {
    summary: 'Os endereços que a empresa avisa, com o que foi entregue nos últimos 30 dias.',
    returns: z.array(Webhook),
    needs: 'api_keys:v',
    reads: ['webhooks'],
  }),
  create: endpoint('POST /v1/companies/{c}/webhooks', {
    summary: 'Cadastra um endereço a avisar; o segredo que assina os avisos só é mostrado nesta resposta.',
    body: createOf(WebhookFields, Webhook),
    returns: Webhook.extend(Secret.shape),
    creates: true,
    needs: 'api_keys:c',
    writes,
    fails: ['validation.failed'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/webhooks/{id}', {
    summary: 'Altera um endereço, os eventos dele, ou o liga e desliga.',
    body: patchOf(WebhookFields.extend({ enabled: z.boolean() }), Webhook),
    returns: Webhook,
    needs: 'api_keys:c',
    writes,
    own: true,
    fails: ['conflict.stale_version', 'validation.failed'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/webhooks/{id}', {
    summary: 'Exclui um endereço: nada mais é enviado a ele.',
    returns: Done,
    needs: 'api_keys:d',
    writes,
    own: true,
  }),
  rotate: endpoint('POST /v1/companies/{c}/webhooks/{id}/secret', {
    summary: 'Troca o segredo; por 24 horas os avisos levam as duas assinaturas.',
    returns: Secret,
    needs: 'api_keys:c',
    writes: ['webhooks'],
    irreversible: true,
    own: true,
  }),
  test: endpoint('POST /v1/companies/{c}/webhooks/{id}/test', {
    summary: 'Envia um aviso de teste.',
    returns: WebhookDelivery,
    creates: true,
    needs: 'api_keys:c',
    writes: ['webhooks'],
    irreversible: true,
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
  deliveries: endpoint('GET /v1/companies/{c}/webhooks/{id}/deliveries', {
    summary: 'Os últimos 200 avisos de um endereço, do mais novo ao mais antigo, com cada tentativa.',
    query: z.object({ status: z.enum(DELIVERY_STATUSES).optional() }),
    returns: z.array(WebhookDelivery),
    needs: 'api_keys:v',
    reads: ['webhooks'],
    own: true,
  }),
  replay: endpoint('POST /v1/companies/{c}/webhooks/{id}/replay', {
    summary: 'Envia de novo avisos pelo id, ou os que falharam desde um dia, com o mesmo id de antes.',
    body: z.object({ delivery_ids: z.array(Id).max(200).optional(), since: Day.optional() }).strict(),
    returns: z.object({ count: z.int() }),
    needs: 'api_keys:c',
    writes: ['webhooks'],
    irreversible: true,
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
})
