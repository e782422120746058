// Charges to customers (cobranças; SPEC.md, Billings): a Pix code, a boleto or both. Amounts in cents.

import { z } from 'zod'
import { BILLING_KINDS, CHARGE_STATUSES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, DocumentNumber, Email, Id, OptionalText, PositiveCents, Text } from './kit/fields.ts'
import { ChargeEnvironment } from './payments.ts'

const Person = z.object({ document_number: z.string().nullable(), email: z.string().nullable(), name: z.string() })

export const Billing = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  status: z.enum(CHARGE_STATUSES),
  kind: z.enum(BILLING_KINDS),
  payment_method: z.enum(['PIX', 'BOLETO']),
  /** The amount charged; the payer pays the fee on top of it unless the company assumes it. */
  transaction_amount: z.int(),
  fee_amount: z.int(),
  assume_fee: z.boolean(),
  emv_code: z.string().nullable(),
  /** The code as a picture, a data URL. */
  qr_code: z.string().nullable(),
  digitable_line: z.string().nullable(),
  barcode: z.string().nullable(),
  due_date: DayOut,
  expiration_date: DayOut,
  /** The bank's id; null until the bank has registered it. */
  billing_id: z.string().nullable(),
  tax_id: Id.nullable(),
  receivable_id: Id.nullable(),
  recipient: Person,
  payer: Person.nullable(),
  additional_information: z.string().nullable(),
  paid_at: z.string().nullable(),
  /** The identity of the Pix that paid it. */
  end_to_end_id: z.string().nullable(),
  /** The company's own bank where it is received; null is the digital account. */
  pix_agreement_id: Id.nullable(),
  /** Why that bank would not register it, or give back what was asked. */
  bank_reason: z.string().nullable(),
  refunded_amount: z.int(),
  /** Paid after it was cancelled or expired: the money must be refunded. */
  needs_refund: z.boolean(),
  environment: ChargeEnvironment,
  created_at: z.string(),
  updated_at: z.string(),
})
export type Billing = z.infer<typeof Billing>

const BillingFields = z.object({
  transaction_amount: PositiveCents.refine(cents => cents < 1e9, 'Valor acima do aceito'),
  due_date: Day,
  /** The last day on which it can be paid; 30 days after the due date when absent. */
  expiration_date: Day.optional(),
  payment_method: z.enum(['PIX', 'BOLETO']).default('PIX'),
  assume_fee: z.boolean().default(true),
  kind: z.enum(BILLING_KINDS).default('BILLING'),
  tax_id: Id.optional(),
  receivable_id: Id.optional(),
  /** Received by Pix at the company's own bank, in place of the digital account. */
  pix_agreement_id: Id.optional(),
  payer: z
    .object({
      document_number: DocumentNumber,
      name: Text(140).min(1, 'Informe o nome'),
      email: Email.nullish(),
    })
    .strict()
    .optional(),
  additional_information: OptionalText(140).optional(),
})

const writes = ['billings', 'receivables', 'entries', 'batches'] as const

export const billings = resource('billings', {
  list: endpoint('GET /v1/billings', {
    summary: 'As cobranças das empresas que o usuário vê, da mais nova à mais antiga.',
    query: z.object({ companyId: Id.optional(), status: z.enum(CHARGE_STATUSES).optional(), receivable_id: Id.optional() }),
    returns: z.array(Billing),
    tenant: 'none',
    reads: ['billings'],
    fails: ['resource.not_found'],
  }),
  get: endpoint('GET /v1/billings/{id}', {
    summary: 'Uma cobrança.',
    returns: Billing,
    tenant: 'object',
    needs: 'receivables:v',
    reads: ['billings'],
  }),
  create: endpoint('POST /v1/companies/{c}/billings', {
    summary: 'Cria uma cobrança por Pix ou boleto, avulsa ou de uma conta a receber.',
    body: createOf(BillingFields, Billing),
    returns: Billing,
    creates: true,
    needs: 'receivables:c',
    writes,
    irreversible: true,
    fails: ['digital_account.not_open', 'validation.failed', 'conflict.already_exists'],
  }),
  pdf: endpoint('GET /v1/billings/{id}/pdf', {
    summary: 'A cobrança em PDF: o boleto com o código de barras, ou o QR Code do Pix.',
    returns: z.unknown(),
    file: true,
    tenant: 'object',
    needs: 'receivables:v',
    rate: 'export',
    own: true,
  }),
  cancel: endpoint('POST /v1/billings/{id}/cancel', {
    summary: 'Cancela uma cobrança que ninguém pagou.',
    returns: Billing,
    tenant: 'object',
    needs: 'receivables:u',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  refund: endpoint('POST /v1/billings/{id}/refund', {
    summary: 'Devolve uma cobrança paga, toda ou em parte, até 90 dias depois.',
    body: z.object({ amount_cents: PositiveCents.optional() }).strict(),
    returns: Billing,
    tenant: 'object',
    needs: 'payments:x',
    rate: 'money',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition', 'auth.step_up_required', 'payment.on_hold', 'validation.failed'],
    own: true,
  }),
  lastPixKey: endpoint('GET /v1/companies/{c}/billings/last_pix_key', {
    summary: 'A última chave Pix com que a empresa recebe; null quando não tem uma.',
    returns: z.object({ pix_key: z.string().nullable() }),
    needs: 'receivables:v',
    reads: ['pix_keys', 'billings'],
  }),
})
