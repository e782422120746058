// Events beside issued notes: correction letters of an NF-e, and voided ranges of unused numbers.
import { z } from 'zod'
import { CORRECTION, JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Id, Text } from './kit/fields.ts'

export const FISCAL_EVENT_STATUSES = ['PROCESSING', 'REGISTERED', 'REJECTED'] as const
const GOODS = ['PRODUCT', 'CONSUMER'] as const

const Registered = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  status: z.enum(FISCAL_EVENT_STATUSES),
  protocol: z.string().nullable(),
  registered_at: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  created_at: z.string(),
})

export const InvoiceCorrection = Registered.extend({ invoice_id: Id, sequence: z.int(), text: z.string() })
export type InvoiceCorrection = z.infer<typeof InvoiceCorrection>

const Span = z.object({ kind: z.enum(GOODS), serie_number: z.string(), first_number: z.int(), last_number: z.int() })

export const InvoiceVoid = Registered.extend({ ...Span.shape, justification: z.string() })
export type InvoiceVoid = z.infer<typeof InvoiceVoid>

const number = z.int().min(1, 'A numeração começa em 1').max(999_999_999)
const writes = ['invoices', 'batches'] as const
const fails = [
  'validation.failed',
  'conflict.invalid_transition',
  'certificate.required',
  'certificate.expired',
  'invoice.not_enabled',
] as const

export const invoiceCorrections = resource('invoiceCorrections', {
  list: endpoint('GET /v1/product_invoices/{id}/corrections', {
    summary: 'As cartas de correção de uma NF-e, da primeira à última, que vale no lugar das anteriores.',
    returns: z.object({
      corrections: z.array(InvoiceCorrection),
      /** Why no letter may be written now; null when one may. */
      refusal: z.string().nullable(),
      /** What no letter may change. */
      limits: z.array(z.string()),
    }),
    tenant: 'object',
    needs: 'invoices:v',
    reads: ['invoices'],
    own: true,
  }),
  create: endpoint('POST /v1/product_invoices/{id}/corrections', {
    summary: 'Envia uma carta de correção de uma NF-e: até 30 dias e 20 cartas, cada uma com tudo o que se corrige.',
    body: z
      .object({
        text: Text(CORRECTION.max).trim().min(CORRECTION.min, `A correção tem de ${CORRECTION.min} a ${CORRECTION.max} caracteres`),
      })
      .strict(),
    returns: InvoiceCorrection,
    creates: true,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:x',
    writes,
    fails,
    own: true,
  }),
})

export const invoiceVoids = resource('invoiceVoids', {
  list: endpoint('GET /v1/companies/{c}/invoice_voids', {
    summary: 'As faixas de numeração inutilizadas, da mais nova à mais antiga.',
    returns: z.array(InvoiceVoid),
    needs: 'invoices:v',
    reads: ['invoices'],
    own: true,
  }),
  gaps: endpoint('GET /v1/companies/{c}/invoice_voids/gaps', {
    summary: 'Números de NF-e e NFC-e que nenhuma nota tomou: corrija e transmita a rejeitada, ou inutilize-os.',
    returns: z.array(Span),
    needs: 'invoices:v',
    reads: ['invoices'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/invoice_voids', {
    summary: 'Pede a inutilização de uma faixa de numeração de NF-e ou NFC-e.',
    body: z
      .object({
        kind: z.enum(GOODS),
        serie_number: Text(3).regex(/^\d{1,3}$/, 'A série tem só números'),
        first_number: number,
        last_number: number,
        justification: Text(JUSTIFICATION.max)
          .trim()
          .min(JUSTIFICATION.min, `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`),
      })
      .strict(),
    returns: InvoiceVoid,
    creates: true,
    irreversible: true,
    needs: 'invoices:x',
    writes,
    fails: [...fails, 'conflict.already_exists'],
    own: true,
  }),
  document: endpoint('GET /v1/companies/{c}/invoice_voids/{id}/document', {
    summary: 'O XML da inutilização homologada.',
    returns: z.unknown(),
    file: true,
    needs: 'invoices:v',
    fails: ['resource.not_found'],
    own: true,
  }),
})
