// A company's issuing settings and capture, and the received notes an organisation decides on (SPEC.md, Invoices and Organisations).
import { z } from 'zod'
import { INVOICE_STATUSES } from '#domain/enums.ts'
import { INVOICE_KINDS } from '#domain/fiscal/codes.ts'
import { CONTINGENCY_REASON } from '#domain/fiscal/contingency.ts'
import { FISCAL_DECISIONS, ProductInvoice } from './invoices.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Address, DayOut, Id, OptionalText, Text } from './kit/fields.ts'
import { CapturedFile, ReceivedNote } from './received-notes.ts'
import { Reference } from './subscriptions.ts'

export const AUTHENTICATION_METHODS = ['CERTIFICATE', 'PORTAL'] as const

const VirtualAuthority = z.enum(['SVC_AN', 'SVC_RS'])
/** pt-BR, in the authority's words. */
const Availability = z.object({ available: z.boolean(), message: z.string() })

/** The numbering of one kind of note; `invoice_number` is the last number given. */
export const InvoiceSeries = z.object({ kind: z.enum(INVOICE_KINDS), serie_number: z.string(), invoice_number: z.int() })
export type InvoiceSeries = z.infer<typeof InvoiceSeries>

export const InvoiceIssuance = z.object({
  company_id: Id,
  /** Kinds that the company may issue. */
  active: z.array(z.enum(INVOICE_KINDS)),
  capture_active: z.boolean(),
  authentication_method: z.enum(AUTHENTICATION_METHODS),
  portal_login: z.string().nullable(),
  address: Address.nullable(),
  rps: z.array(InvoiceSeries),
  has_certificate: z.boolean(),
  /** Notes of this month against the plan's limit, as 'reached-limit-usage' shows them. */
  usage: z.object({
    issued: z.int(),
    limit: z.int(),
    reached: z.boolean(),
    /** The plan in force; null without one, when the lowest limit applies. */
    reference: Reference.nullable(),
    /** The first day of the next count. */
    renews_on: DayOut,
    /** A plan of the same audience that allows more notes, if there is one. */
    more: z.object({ reference: Reference, title: z.string(), limit: z.int(), amount_cents: z.int() }).nullable(),
  }),
  /** Set while new NF-e go to the virtual authority that replaces the state's. */
  contingency: z.object({ since: z.string(), reason: z.string(), authority: VirtualAuthority }).nullable(),
  environment: z.enum(['LOCAL', 'TEST', 'PRODUCTION']),
})
export type InvoiceIssuance = z.infer<typeof InvoiceIssuance>

const writes = ['invoice_settings', 'company', 'batches'] as const

export const invoiceSettings = resource('invoiceSettings', {
  get: endpoint('GET /v1/companies/{c}/invoice_issuance', {
    summary: 'O que a empresa pode emitir, sua numeração e o uso do mês.',
    returns: InvoiceIssuance,
    needs: 'invoice_settings:v',
    reads: ['invoice_settings', 'certificates', 'subscriptions'],
  }),
  activate: endpoint('POST /v1/companies/{c}/activate_invoice_issuance', {
    summary: 'Ativa a emissão de notas: tipos, endereço do emitente, autenticação e numeração.',
    body: z
      .object({
        kinds: z.array(z.enum(INVOICE_KINDS)).min(1, 'Escolha o que emitir').optional(),
        authentication_method: z.enum(AUTHENTICATION_METHODS).optional(),
        portal_login: OptionalText(120).optional(),
        portal_password: OptionalText(120).optional(),
        address: Address.nullish(),
        rps: z
          .array(
            z
              .object({
                kind: z.enum(INVOICE_KINDS),
                serie_number: Text(5).regex(/^\d{1,5}$/, 'A série tem só números'),
                invoice_number: z.int().min(0).max(999_999_998),
              })
              .strict(),
          )
          .max(3)
          .optional(),
      })
      .strict(),
    returns: InvoiceIssuance,
    needs: 'invoice_settings:m',
    writes,
    fails: ['validation.failed'],
  }),
  contingency: endpoint('GET /v1/companies/{c}/invoice_contingency', {
    summary: 'Se a autoridade do estado responde, e se responde a que a substitui na contingência.',
    returns: z.object({
      authority: VirtualAuthority.nullable(),
      state: Availability,
      virtual: Availability,
    }),
    needs: 'invoice_settings:v',
    own: true,
  }),
  setContingency: endpoint('POST /v1/companies/{c}/invoice_contingency', {
    summary: 'Entra na contingência SVC, com o motivo, ou volta à emissão normal: vale para as NF-e transmitidas a partir de então.',
    body: z.discriminatedUnion('active', [
      z
        .object({
          active: z.literal(true),
          reason: Text(CONTINGENCY_REASON.max)
            .trim()
            .min(CONTINGENCY_REASON.min, `O motivo tem de ${CONTINGENCY_REASON.min} a ${CONTINGENCY_REASON.max} caracteres`),
        })
        .strict(),
      z.object({ active: z.literal(false) }).strict(),
    ]),
    returns: InvoiceIssuance,
    needs: 'invoice_settings:m',
    writes,
    fails: ['invoice.not_enabled'],
    own: true,
  }),
  activateCapture: endpoint('POST /v1/companies/{c}/activate_capture', {
    summary: 'Liga ou desliga a captura das notas recebidas.',
    body: z.object({ active: z.boolean().default(true) }).strict(),
    returns: InvoiceIssuance,
    needs: 'invoice_settings:m',
    writes,
  }),
})

export const fiscalDocuments = resource('fiscalDocuments', {
  capture: endpoint('POST /v1/companies/{c}/captured_invoices', {
    summary:
      'Recebe o XML de uma NF-e, NFC-e ou NFS-e emitida para a empresa, ou o do seu cancelamento ou carta de correção; a captura precisa estar ativa.',
    form: z.object({}),
    returns: CapturedFile,
    creates: true,
    rate: 'upload',
    needs: 'invoices:c',
    writes: ['invoices', 'attachments', 'notifications', 'batches'],
    fails: ['note_search.not_ready', 'import.file_rejected', 'conflict.already_exists'],
    own: true,
  }),
  received: endpoint('GET /v1/companies/{c}/captured_invoices', {
    summary: 'As notas recebidas pela empresa, de produto, de consumidor e de serviço, com o que se conferiu de cada uma.',
    returns: z.array(ReceivedNote),
    needs: 'invoices:v',
    reads: ['invoices'],
    own: true,
  }),
  decide: endpoint('POST /v1/companies/{c}/captured_invoices/{id}/decision', {
    summary: 'Aceita ou recusa uma nota recebida: sem decisão, uma nota não conferida não vira conta a pagar.',
    body: z.object({ decision: z.enum(FISCAL_DECISIONS), reason: OptionalText(255).optional() }).strict(),
    returns: ReceivedNote,
    needs: 'bills:a',
    writes: ['invoices', 'notifications', 'batches'],
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  officeNotes: endpoint('GET /v1/organizations/received_notes', {
    summary: 'As notas recebidas pelas empresas da organização, de produto, de consumidor e de serviço; sem decisão primeiro.',
    query: z.object({ status: z.enum([...INVOICE_STATUSES, 'PENDING', 'ACCEPTED']).optional() }),
    returns: z.array(ReceivedNote),
    tenant: 'none',
    reads: ['invoices'],
    fails: ['permission.denied'],
    own: true,
  }),
  officeDecide: endpoint('POST /v1/organizations/received_notes/{id}/decision', {
    summary: 'Aceita ou recusa, pelo escritório, uma nota recebida de qualquer tipo.',
    body: z.object({ decision: z.enum(FISCAL_DECISIONS), reason: OptionalText(255).optional() }).strict(),
    returns: ReceivedNote,
    tenant: 'object',
    writes: ['invoices', 'notifications', 'batches'],
    fails: ['permission.denied', 'conflict.invalid_transition'],
    own: true,
  }),
  list: endpoint('GET /v1/organizations/product_nfe', {
    summary: 'As NF-e recebidas pelas empresas da organização; sem decisão primeiro.',
    query: z.object({ status: z.enum([...INVOICE_STATUSES, 'PENDING', 'ACCEPTED']).optional() }),
    returns: z.array(ProductInvoice),
    tenant: 'none',
    reads: ['invoices'],
    fails: ['permission.denied'],
  }),
  get: endpoint('GET /v1/organizations/product_nfe/{id}', {
    summary: 'Mostra uma NF-e recebida por uma empresa da organização.',
    returns: ProductInvoice,
    tenant: 'object',
    reads: ['invoices'],
    fails: ['permission.denied'],
  }),
  accept: endpoint('PATCH /v1/organizations/fiscal_documents/{id}/accept', {
    summary: 'Aceita uma nota recebida.',
    returns: ProductInvoice,
    tenant: 'object',
    writes: ['invoices', 'batches'],
    fails: ['permission.denied', 'conflict.invalid_transition'],
  }),
  reject: endpoint('PATCH /v1/organizations/fiscal_documents/{id}/reject', {
    summary: 'Recusa uma nota recebida; recusada, não vira conta a pagar.',
    body: z.object({ reason: OptionalText(255).optional() }).strict(),
    returns: ProductInvoice,
    tenant: 'object',
    writes: ['invoices', 'batches'],
    fails: ['permission.denied', 'conflict.invalid_transition'],
  }),
})
