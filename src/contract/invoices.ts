// Invoices (SPEC.md, Invoices): service (NFS-e), product (NF-e) and consumer (NFC-e), issued or captured.

import { z } from 'zod'
import {
  INVOICE_FINALITIES,
  INVOICE_PAYMENT_KINDS,
  INVOICE_SOURCES,
  INVOICE_STATUSES,
  OPERATION_TYPES,
  PAYMENT_METHODS,
  PRODUCT_ORIGINS,
  SHIPPING_MODES,
  TITLE_KINDS,
} from '#domain/enums.ts'
import { INVOICE_KINDS } from '#domain/fiscal/codes.ts'
import { JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { DOUBT_IDS, FATES, NOTE_CHECKS } from '#domain/fiscal/note-checks.ts'
import { NOTE_SOURCES } from '#domain/fiscal/note-sources.ts'
import { WITHHOLDINGS } from '#domain/fiscal/taxes.ts'
import { Attachment } from './attachments.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import {
  Address,
  Cents,
  CompanyId,
  createOf,
  Day,
  DayOut,
  DocumentNumber,
  Id,
  OptionalEmail,
  OptionalText,
  PositiveCents,
  patchOf,
  Text,
} from './kit/fields.ts'
import { MunicipalService } from './services.ts'

/** The other side of a note, stored with the note, so that later changes of the contact leave it alone. */
export const InvoiceParty = z.object({
  contact_id: Id.nullable(),
  name: z.string(),
  document_number: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  state_tax_number: z.string().nullable(),
  address: Address.nullable(),
})
export type InvoiceParty = z.infer<typeof InvoiceParty>

export const FISCAL_DECISIONS = ['ACCEPTED', 'REJECTED'] as const

/** How far a received note was verified, and who signed it. */
export const NoteCheck = z.object({
  state: z.enum(NOTE_CHECKS),
  /** Why it is not verified: ids of `DOUBTS`. */
  doubts: z.array(z.enum(DOUBT_IDS)),
  signer: z.object({ name: z.string(), document: z.string().nullable(), authority: z.string() }).nullable(),
  /** The authority that gave it by itself; null for a file that a person sent. */
  origin: z.enum(NOTE_SOURCES).nullable(),
})
export type NoteCheck = z.infer<typeof NoteCheck>

export const InvoiceRecord = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  source: z.enum(INVOICE_SOURCES),
  number: z.int().nullable(),
  serie: z.string().nullable(),
  access_key: z.string().nullable(),
  protocol: z.string().nullable(),
  /** The note that this one returns or adjusts. */
  reference_id: Id.nullable(),
  amount_cents: z.int(),
  /** The buyer; for a captured note, this company. */
  borrower: InvoiceParty.nullable(),
  /** The issuer of a captured note. */
  issuer: InvoiceParty.nullable(),
  issued_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  /** The text of a rejection or refused cancellation, or the justification of a cancellation. */
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  /** Prepared by someone who may not transmit; waits for someone who may. */
  waiting_transmission: z.boolean(),
  /** Titles booked from it. */
  entries: z.array(z.object({ id: Id, kind: z.enum(TITLE_KINDS) })),
  /** The decision on a captured note; null while there is none. */
  decision: z.enum(FISCAL_DECISIONS).nullable(),
  /** Of a captured note; null on one issued here. */
  check: NoteCheck.nullable(),
  /** What became of a captured note; its status is then 'CANCELLED'. */
  fate: z.enum(FATES).nullable(),
  /** The key of the note that took its place. */
  replaced_by: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

const InvoiceOrder = z.object({
  discount_amount_cents: z.int(),
  total_amount_cents: z.int(),
  shipping_amount_cents: z.int(),
  insurance_amount_cents: z.int(),
  other_amount_cents: z.int(),
  ipi_amount_cents: z.int(),
  st_amount_cents: z.int(),
  operation_type: z.enum(OPERATION_TYPES),
  shipping_mode: z.enum(SHIPPING_MODES),
})

/** IBS and CBS of the 2026 test year, shown and not collected; null in the Simples. */
const IbsCbs = z.object({ base_cents: z.int(), ibs_cents: z.int(), cbs_cents: z.int() }).nullable()

/** Substituição tributária, hundredths of a percent: the margin added to the value (MVA), and the rate inside the buyer's state. */
const IcmsSt = z.object({ mva_rate: z.int().min(0).max(100_000), rate: z.int().min(0).max(4000) })

/** Parallel lists: how much, by which method, and when due. */
export const InvoicePayment = z.object({
  kind: z.enum(INVOICE_PAYMENT_KINDS),
  amount_cents: z.array(z.int()),
  payment_method: z.array(z.enum(PAYMENT_METHODS)),
  due_dates: z.array(DayOut),
})

const InvoiceProduct = z.object({
  product_id: Id.nullable(),
  name: z.string(),
  code: z.string(),
  ncm: z.string(),
  cfop: z.string(),
  unit: z.string(),
  amount: z.number(),
  unit_price_cents: z.int(),
  subtotal_amount_cents: z.int(),
  discount_amount_cents: z.int(),
  total_amount_cents: z.int(),
  ipi_rate: z.int(),
  ipi_amount_cents: z.int(),
  icms_st: IcmsSt.nullable(),
  st_amount_cents: z.int(),
  origin: z.enum(PRODUCT_ORIGINS),
})

export const ProductInvoice = InvoiceRecord.extend({
  finality: z.enum(INVOICE_FINALITIES),
  nature: z.string(),
  invoice_order: InvoiceOrder,
  invoice_payment: InvoicePayment,
  invoice_products: z.array(InvoiceProduct),
  ibs_cbs: IbsCbs,
  additional_information: z.string().nullable(),
})
export type ProductInvoice = z.infer<typeof ProductInvoice>

export const ServiceInvoice = InvoiceRecord.extend({
  municipal_service: MunicipalService,
  service_provider: z.object({ name: z.string(), document_number: z.string() }),
  service_id: Id.nullable(),
  description: z.string(),
  competence_date: DayOut,
  /** The number of the DPS; `number` is the city's once issued. */
  rps_number: z.int().nullable(),
  discount_amount_cents: z.int(),
  iss_rate: z.int(),
  iss_amount_cents: z.int(),
  iss_withheld: z.boolean(),
  withheld: z.array(z.enum(WITHHOLDINGS)),
  withheld_amount_cents: z.int(),
  net_amount_cents: z.int(),
  ibs_cbs: IbsCbs,
})
export type ServiceInvoice = z.infer<typeof ServiceInvoice>

/** A buyer who is not a contact. */
const Borrower = z.object({
  name: Text(200).min(1, 'Informe o nome'),
  document_number: DocumentNumber.nullish(),
  email: OptionalEmail,
  phone_number: OptionalText(20).optional(),
  state_tax_number: OptionalText(20).optional(),
  address: Address.nullish(),
})

const Buyer = { contact_id: Id.nullish(), borrower: Borrower.extend({ contact_id: Id.nullish() }).nullish() }

/** Once issued, the note's link goes there. */
const SentTo = { email_to: OptionalEmail }

const NonNegative = Cents.refine(cents => cents >= 0, 'O valor não pode ser negativo')

export const ProductInvoiceFields = z.object({
  ...Buyer,
  ...SentTo,
  finality: z.enum(INVOICE_FINALITIES).optional(),
  reference_id: Id.nullish(),
  nature: Text(60).optional(),
  invoice_order: z
    .object({
      discount_amount_cents: NonNegative.optional(),
      shipping_amount_cents: NonNegative.optional(),
      insurance_amount_cents: NonNegative.optional(),
      other_amount_cents: NonNegative.optional(),
      total_amount_cents: NonNegative.optional(),
      operation_type: z.enum(OPERATION_TYPES).optional(),
      shipping_mode: z.enum(SHIPPING_MODES).optional(),
    })
    .optional(),
  invoice_payment: z.object({
    kind: z.enum(INVOICE_PAYMENT_KINDS),
    amount_cents: z.array(NonNegative).max(120),
    payment_method: z.array(z.enum(PAYMENT_METHODS)).min(1, 'Escolha a forma de pagamento').max(120),
    due_dates: z.array(Day).max(120).optional(),
  }),
  invoice_products: z
    .array(
      z.object({
        product_id: Id,
        /** The quantity, with up to four decimals. */
        amount: z.number(),
        unit_price_cents: NonNegative.optional(),
        discount_amount_cents: NonNegative.optional(),
        subtotal_amount_cents: NonNegative.optional(),
        total_amount_cents: NonNegative.optional(),
        /** Hundredths of a percent. */
        ipi_rate: z.int().min(0).max(30_000, 'O IPI vai até 300%').optional(),
        icms_st: IcmsSt.nullish(),
        origin: z.enum(PRODUCT_ORIGINS).optional(),
      }),
    )
    .min(1, 'Inclua ao menos um produto')
    .max(990, 'Uma nota leva até 990 produtos'),
  additional_information: OptionalText(2000).optional(),
})

export const ServiceInvoiceFields = z.object({
  ...Buyer,
  ...SentTo,
  /** A registered service; its data fills what the note leaves out. */
  service_id: Id.nullish(),
  municipal_service_code: Text(10).optional(),
  description: Text(2000).optional(),
  amount_cents: PositiveCents,
  discount_amount_cents: NonNegative.optional(),
  competence_date: Day.nullish(),
  iss_rate: z.int().min(0).max(500, 'O ISS vai até 5%').optional(),
  iss_withheld: z.boolean().optional(),
  withheld: z.array(z.enum(WITHHOLDINGS)).optional(),
})

export const NOTE_ORIGINS = ['CUSTOMER', 'COMPANY', 'SERVICE', 'NONE'] as const

/** What a new service note starts with, so that only who and how much is left to say. */
export const RepeatedService = z.object({
  /** The last note to this customer, else the last one of the company, else its only service. */
  origin: z.enum(NOTE_ORIGINS),
  /** The note it repeats. */
  note: z.object({ id: Id, number: z.int().nullable(), customer: z.string(), day: DayOut, amount_cents: z.int() }).nullable(),
  service: z
    .object({
      service_id: Id.nullable(),
      municipal_service_code: z.string(),
      description: z.string(),
      iss_rate: z.int(),
      iss_withheld: z.boolean(),
      withheld: z.array(z.enum(WITHHOLDINGS)),
    })
    .nullable(),
  /** Issued to this customer since January. */
  notes_this_year: z.int(),
})
export type RepeatedService = z.infer<typeof RepeatedService>

const ListQuery = z.object({ status: z.enum(INVOICE_STATUSES).optional(), start_date: Day.optional(), end_date: Day.optional() })
const SourceQuery = ListQuery.extend({ source: z.enum(INVOICE_SOURCES).optional() })

const CancelQuery = z.object({
  reason: Text(JUSTIFICATION.max)
    .min(JUSTIFICATION.min, `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`)
    .default('Cancelamento solicitado pelo emitente'),
})

const writes = ['invoices', 'invoice_settings', 'notifications', 'batches'] as const
const issueFails = [
  'validation.failed',
  'certificate.required',
  'certificate.expired',
  'invoice.not_enabled',
  'invoice.limit_reached',
  'conflict.invalid_transition',
] as const

export const serviceInvoices = resource('serviceInvoices', {
  municipalStatus: endpoint('GET /v1/service_invoices/{id}/municipal_status', {
    summary: 'Como está o emissor do município; o id é de uma nota ou da empresa.',
    returns: z.object({
      city_code: z.string().nullable(),
      city_name: z.string().nullable(),
      available: z.boolean(),
      message: z.string(),
      environment: z.enum(['LOCAL', 'TEST', 'PRODUCTION']),
    }),
    tenant: 'object',
    needs: 'invoices:v',
    fails: ['provider.unavailable'],
  }),
  create: endpoint('POST /v1/companies/{c}/service_nfe', {
    summary: 'Emite uma nota de serviço; quem não pode transmitir a deixa preparada.',
    body: createOf(ServiceInvoiceFields, ServiceInvoice),
    returns: ServiceInvoice,
    creates: true,
    irreversible: true,
    needs: 'invoices:c',
    writes,
    fails: issueFails,
  }),
  list: endpoint('GET /v1/companies/{c}/service_nfe', {
    summary: 'Lista as notas de serviço.',
    query: ListQuery.extend({ source: z.enum(INVOICE_SOURCES).default('LOCAL') }),
    returns: z.array(ServiceInvoice),
    needs: 'invoices:v',
    reads: ['invoices'],
  }),
  last: endpoint('GET /v1/companies/{c}/service_nfe/last', {
    summary: 'O que uma nova nota de serviço repete: a última ao cliente, senão a última da empresa, senão o seu único serviço.',
    query: z.object({ contact_id: Id.optional() }),
    returns: RepeatedService,
    needs: 'invoices:v',
    reads: ['invoices', 'services', 'contacts'],
    own: true,
  }),
  get: endpoint('GET /v1/service_invoices/{id}', {
    summary: 'Mostra uma nota de serviço.',
    returns: ServiceInvoice,
    tenant: 'object',
    needs: 'invoices:v',
    reads: ['invoices'],
  }),
  attachments: endpoint('GET /v1/service_invoices/{id}/attachments', {
    summary: 'O XML e o DANFSE de uma nota de serviço.',
    returns: z.array(Attachment),
    tenant: 'object',
    needs: 'invoices:v',
    reads: ['invoices', 'attachments'],
  }),
  update: endpoint('PATCH /v1/service_invoices/{id}', {
    summary: 'Corrige uma nota rejeitada ou preparada e a transmite de novo.',
    body: patchOf(ServiceInvoiceFields, ServiceInvoice),
    returns: ServiceInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:c',
    writes,
    fails: [...issueFails, 'conflict.stale_version'],
    own: true,
  }),
  transmit: endpoint('POST /v1/service_invoices/{id}/transmit', {
    summary: 'Transmite uma nota de serviço preparada.',
    returns: ServiceInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:x',
    writes,
    fails: issueFails,
    own: true,
  }),
  cancel: endpoint('DELETE /v1/service_invoices/{id}/cancel', {
    summary: 'Pede o cancelamento de uma nota de serviço.',
    query: CancelQuery,
    returns: ServiceInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:d',
    writes,
    fails: ['conflict.invalid_transition', 'certificate.required'],
  }),
})

export const productInvoices = resource('productInvoices', {
  create: endpoint('POST /v1/product_invoices', {
    summary: 'Emite uma NF-e (modelo 55); quem não pode transmitir a deixa preparada.',
    body: createOf(ProductInvoiceFields.extend({ company_id: CompanyId }), ProductInvoice),
    returns: ProductInvoice,
    creates: true,
    tenant: 'body',
    irreversible: true,
    needs: 'invoices:c',
    writes,
    fails: issueFails,
  }),
  list: endpoint('GET /v1/product_invoices', {
    summary: 'Lista as NF-e de uma empresa, emitidas e capturadas.',
    query: SourceQuery.extend({ companyId: CompanyId }),
    returns: z.array(ProductInvoice),
    tenant: 'query',
    needs: 'invoices:v',
    reads: ['invoices'],
  }),
  get: endpoint('GET /v1/product_invoices/{id}', {
    summary: 'Mostra uma NF-e ou NFC-e.',
    returns: ProductInvoice,
    tenant: 'object',
    needs: 'invoices:v',
    reads: ['invoices'],
  }),
  attachments: endpoint('GET /v1/product_invoices/{id}/attachments', {
    summary: 'O XML e o DANFE de uma NF-e ou NFC-e.',
    returns: z.array(Attachment),
    tenant: 'object',
    needs: 'invoices:v',
    reads: ['invoices', 'attachments'],
  }),
  update: endpoint('PATCH /v1/product_invoices/{id}', {
    summary: 'Corrige uma NF-e ou NFC-e rejeitada ou preparada e a transmite de novo.',
    body: patchOf(ProductInvoiceFields, ProductInvoice),
    returns: ProductInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:c',
    writes,
    fails: [...issueFails, 'conflict.stale_version'],
    own: true,
  }),
  transmit: endpoint('POST /v1/product_invoices/{id}/transmit', {
    summary: 'Transmite uma NF-e ou NFC-e preparada.',
    returns: ProductInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:x',
    writes,
    fails: issueFails,
    own: true,
  }),
  cancel: endpoint('DELETE /v1/product_invoices/{c}/{id}/cancel', {
    summary: 'Pede o cancelamento de uma NF-e; os dois segmentos são a empresa e a nota.',
    query: CancelQuery,
    returns: ProductInvoice,
    irreversible: true,
    needs: 'invoices:d',
    writes,
    fails: ['conflict.invalid_transition', 'certificate.required'],
  }),
})

export const customerInvoices = resource('customerInvoices', {
  create: endpoint('POST /v1/customer_invoices', {
    summary: 'Emite uma NFC-e (modelo 65), nunca a um CNPJ.',
    body: createOf(ProductInvoiceFields.extend({ company_id: CompanyId }), ProductInvoice),
    returns: ProductInvoice,
    creates: true,
    tenant: 'body',
    irreversible: true,
    needs: 'invoices:c',
    writes,
    fails: issueFails,
  }),
  list: endpoint('GET /v1/customer_invoices', {
    summary: 'Lista as NFC-e das empresas que o usuário vê, ou de uma.',
    query: SourceQuery.extend({ companyId: CompanyId.optional() }),
    returns: z.array(ProductInvoice),
    tenant: 'none',
    reads: ['invoices'],
    fails: ['resource.not_found'],
  }),
  cancel: endpoint('DELETE /v1/customer_invoices/{id}/cancel', {
    summary: 'Pede o cancelamento de uma NFC-e, até 30 minutos depois de emitida.',
    query: CancelQuery,
    returns: ProductInvoice,
    tenant: 'object',
    irreversible: true,
    needs: 'invoices:d',
    writes,
    fails: ['conflict.invalid_transition', 'certificate.required'],
  }),
})
