// Boletos, payment orders and their payments (SPEC.md, Payments). A payment leaves the digital account by Pix or boleto.

import { z } from 'zod'
import { BOLETO_STATUSES, PAYMENT_KINDS, PAYMENT_ORDER_STATUSES, PAYMENT_STATUSES, PIX_ACCOUNT_TYPES } from '#domain/enums.ts'
import { BANK_ENVIRONMENTS } from '#domain/payments/digital-banks.ts'
import { PAYEE_MATCHES } from '#domain/payments/payees.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, Day, DayOut, DocumentNumber, Id, IdList, OptionalText, PositiveCents, Text } from './kit/fields.ts'

/** Which bank answered. 'local': nothing left this machine. */
export const Environment = z.enum(BANK_ENVIRONMENTS)
/** Of a charge: that bank, or the test or production of the company's own. */
export const ChargeEnvironment = z.enum(['local', 'test', 'production'])

/** The other party; a CPF is masked. */
export const Payee = z.object({ name: z.string(), document_number: z.string(), bank_name: z.string() })
export type Payee = z.infer<typeof Payee>

/** Whom the bank names for a payment not made yet, and what the books know of them. */
export const PayeeWord = z.object({
  /** Null where the bank names nobody before it pays: bank data, and slips of taxes and utilities. */
  payee: Payee.nullable(),
  /** How their document stands to that of the bill's contact: OTHER wants a second look. */
  match: z.enum(PAYEE_MATCHES).nullable(),
  /** The last payment of this account to that document. */
  last_paid: z.object({ date: DayOut, amount_cents: z.int() }).nullable(),
  /** A pt-BR sentence: why it cannot be paid as it is. */
  refusal: z.string().nullable(),
})
export type PayeeWord = z.infer<typeof PayeeWord>

const Notice = z.object({ id: z.string(), message: z.string() })

export const Payment = z.object({
  id: Id,
  payment_order_id: Id,
  kind: z.enum(PAYMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  bill_id: Id.nullable(),
  amount_cents: z.int(),
  description: z.string().nullable(),
  payee: Payee.nullable(),
  pix_key: z.string().nullable(),
  digitable_line: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  transaction_code: z.string().nullable(),
  /** Why the bank did not pay it. */
  refusal: Notice.nullable(),
  /** `payment.outcome_unknown` while the bank has not said what became of it: do not send it again. */
  notice: Notice.nullable(),
  sent_at: z.string().nullable(),
  /** For a slip sent after hours: the business day on which the bank pays it. */
  scheduled_for: DayOut.nullable(),
  settled_at: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

export const PaymentOrder = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  status: z.enum(PAYMENT_ORDER_STATUSES),
  title: z.string().nullable(),
  total_cents: z.int(),
  payments_count: z.int(),
  settled_count: z.int(),
  created_by: Id,
  created_by_name: z.string().nullable(),
  approved_by_name: z.string().nullable(),
  approved_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** The day chosen for it; null is the day it is sent. */
  pay_on: DayOut.nullable(),
  /** Since when it waits for that day, on which it leaves by itself. */
  scheduled_since: z.string().nullable(),
  /** Why its approver rejected it, or why it did not leave on its day. */
  reason: z.string().nullable(),
  split_from_id: Id.nullable(),
  environment: Environment,
  payments: z.array(Payment),
  created_at: z.string(),
  updated_at: z.string(),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

/** The bank data of a payee without a key. */
export const PixAccount = z
  .object({
    routing_number: z.string().regex(/^\d{3}$/, 'Código do banco com 3 dígitos'),
    branch_number: Text(10).min(1, 'Informe a agência'),
    account_number: Text(20).min(1, 'Informe a conta'),
    account_type: z.enum(PIX_ACCOUNT_TYPES),
    document_number: DocumentNumber,
    name: Text(140).min(1, 'Informe o nome'),
  })
  .strict()

/** Where one payment goes: exactly one of the four. */
export const PaymentTargetFields = z.object({
  pix_key: Text(140).optional(),
  bank_account: PixAccount.optional(),
  emv_code: Text(512).optional(),
  digitable_line: Text(60).optional(),
})

const PaymentInput = PaymentTargetFields.extend({
  /** May be omitted where the slip or code states it. */
  amount_cents: PositiveCents.optional(),
  description: OptionalText(140).optional(),
  bill_id: Id.optional(),
}).strict()

export const ConfirmDuplicate = z.object({
  /** Sends it although an equal payment left within the last minute. */
  confirm_duplicate: z.boolean().optional(),
})

export const Boleto = z.object({
  id: Id,
  amount_cents: z.int().nullable(),
  digitable_line: z.string(),
  barcode: z.string(),
  /** The day it was read. */
  date: DayOut,
  due_date: DayOut.nullable(),
  /** MANUAL: in no registry, so the printed data counts. */
  status: z.enum(BOLETO_STATUSES),
  payer_name: z.string().nullable(),
  payer_document_number: z.string().nullable(),
  payer_type: z.enum(['LEGAL', 'NATURAL']).nullable(),
  recipient_name: z.string().nullable(),
  recipient_document_number: z.string().nullable(),
  recipient_type: z.enum(['LEGAL', 'NATURAL']).nullable(),
  identification_number: z.string().nullable(),
  reference_number: z.string().nullable(),
  /** The part of the total that is due to lateness. */
  fine_cents: z.int(),
  interest_cents: z.int(),
  /** The business day on which it would be paid if sent now; the costs are of that day. */
  payment_date: DayOut,
  environment: Environment,
})
export type Boleto = z.infer<typeof Boleto>

/** What a paying call writes, and why it may be refused. */
export const paying = ['payment_orders', 'bills', 'entries', 'suggestions', 'batches'] as const
export const payingRefusals = [
  'digital_account.not_open',
  'conflict.already_exists',
  'payment.possible_duplicate',
  'payment.limit_exceeded',
  'payment.on_hold',
  'auth.step_up_required',
  'permission.denied',
  'pix.key_not_found',
  'provider.unavailable',
  'rate.limited',
] as const
/** The bank of that company is asked; without one, the environment's. */
const Line = z.object({ digitable_line: Text(80), company_id: CompanyId.optional() })

export const boleto = resource('boleto', {
  read: endpoint('GET /v1/boleto/boleto_id', {
    summary: 'Lê um boleto pela linha digitável: o registro diz valor, encargos e beneficiário.',
    query: Line,
    returns: Boleto,
    tenant: 'none',
    rate: 'lookup',
    fails: ['validation.failed', 'boleto.not_found', 'provider.unavailable', 'resource.not_found', 'permission.denied'],
  }),
  searchable: endpoint('GET /v1/boleto/searchable', {
    summary: 'O boleto está no registro? Guias e contas de consumo não estão: digita-se o valor.',
    query: Line,
    returns: z.object({ searchable: z.boolean(), status: z.enum(BOLETO_STATUSES), environment: Environment }),
    tenant: 'none',
    rate: 'lookup',
    fails: ['validation.failed', 'provider.unavailable', 'resource.not_found', 'permission.denied'],
  }),
  pay: endpoint('POST /v1/boleto/pay', {
    summary: 'Paga um boleto pela conta digital; a resposta é o pagamento em andamento.',
    body: z
      .object({
        company_id: CompanyId,
        digitable_line: Text(80),
        /** What the registry says it costs today; without it, the printed amount. */
        amount_cents: PositiveCents.optional(),
        description: OptionalText(140).optional(),
        bill_id: Id.optional(),
        ...ConfirmDuplicate.shape,
      })
      .strict(),
    returns: Payment,
    creates: true,
    tenant: 'body',
    needs: 'payments:c',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: payingRefusals,
  }),
})

/** The bank account that is paid, without a key, and whose it is. */
export const BankTarget = z.object({
  routing_number: z.string(),
  branch_number: z.string(),
  account_number: z.string(),
  account_type: z.enum(PIX_ACCOUNT_TYPES),
  document_number: z.string(),
  name: z.string(),
})
export type BankTarget = z.infer<typeof BankTarget>

/** How an order made now would pay one bill. */
export const PlannedPayment = PayeeWord.extend({
  bill_id: Id,
  /** What would leave the account: of a registered slip, what it costs on the day it is paid. */
  amount_cents: z.int(),
  /** The parts of it that are due to lateness. */
  fine_cents: z.int(),
  interest_cents: z.int(),
  /** The day on which the bank pays it. */
  payment_date: DayOut,
  due_date: DayOut,
  description: z.string().nullable(),
  /** The payee named by the bill; `payee` is who really receives. */
  payee_name: z.string().nullable(),
  kind: z.enum(PAYMENT_KINDS).nullable(),
  pix_key: z.string().nullable(),
  digitable_line: z.string().nullable(),
  /** Of a contact without a key; a CPF is masked. */
  bank_account: BankTarget.nullable(),
  /** The bill is already approved, so the order does not ask again. */
  approved: z.boolean(),
  /** Paid before to this very key or slip. */
  known_payee: z.boolean(),
})
export type PlannedPayment = z.infer<typeof PlannedPayment>

export const paymentOrders = resource('paymentOrders', {
  page: endpoint('GET /v1/payment_orders/{id}', {
    summary: 'A situação de uma ordem, a quem tem o link com a chave; sem ela, ou com outra, a resposta é a de uma que não existe.',
    query: z.object({ key: z.string().max(100).optional() }),
    returns: z.object({
      id: Id,
      status: z.enum(PAYMENT_ORDER_STATUSES),
      company_name: z.string(),
      total_cents: z.int(),
      payments_count: z.int(),
      settled_count: z.int(),
      created_at: z.string(),
      environment: Environment,
    }),
    public: true,
    tenant: 'none',
    rate: 'lookup',
    reads: ['payment_orders'],
  }),
  list: endpoint('GET /v1/companies/{c}/payment_orders', {
    summary: 'As ordens de pagamento da empresa, da mais nova à mais antiga.',
    query: z.object({
      start_date: Day.optional(),
      end_date: Day.optional(),
      status: z.enum(PAYMENT_ORDER_STATUSES).optional(),
      /** Only those that would pay this bill. */
      bill_id: Id.optional(),
    }),
    returns: z.array(PaymentOrder),
    needs: 'payments:v',
    reads: ['payment_orders'],
  }),
  plan: endpoint('GET /v1/companies/{c}/payment_orders/plan', {
    summary: 'Como cada conta seria paga agora: por qual meio, a quem segundo o banco, e o que falta.',
    query: z.object({
      bill_ids: IdList,
      /** Of one bill: another Pix key, Pix code or slip than its own. */
      way: Text(512).optional(),
      /** The day on which they would be paid; today without one. */
      pay_on: Day.optional(),
    }),
    returns: z.array(PlannedPayment),
    needs: 'payments:v',
    rate: 'lookup',
    reads: ['payment_orders', 'bills', 'contacts'],
    own: true,
    fails: ['resource.not_found', 'validation.failed', 'permission.denied', 'provider.unavailable', 'rate.limited'],
  }),
  payees: endpoint('GET /v1/companies/{c}/payment_orders/{id}/payees', {
    summary: 'Quem recebe cada pagamento ainda não enviado de uma ordem, segundo o banco agora.',
    returns: z.array(PayeeWord.extend({ payment_id: Id })),
    needs: 'payments:v',
    rate: 'lookup',
    reads: ['payment_orders', 'contacts'],
    own: true,
    fails: ['provider.unavailable', 'rate.limited'],
  }),
  get: endpoint('GET /v1/companies/{c}/payment_orders/{id}', {
    summary: 'Uma ordem de pagamento.',
    returns: PaymentOrder,
    needs: 'payments:v',
    reads: ['payment_orders'],
    own: true,
  }),
  link: endpoint('GET /v1/companies/{c}/payment_orders/{id}/link', {
    summary: 'A chave que abre a página pública de uma ordem.',
    returns: z.object({ key: z.string() }),
    needs: 'payments:v',
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/payment_orders', {
    summary: 'Cria uma ordem com contas a pagar, pagamentos avulsos ou ambos; quem pode executar já a envia.',
    body: z
      .object({
        bill_ids: z.array(Id).max(500).optional(),
        payments: z.array(PaymentInput).max(500).optional(),
        title: OptionalText(140).optional(),
        /** A day to come keeps the order: it leaves that morning by itself. */
        pay_on: Day.optional(),
        ...ConfirmDuplicate.shape,
      })
      .strict(),
    returns: PaymentOrder,
    creates: true,
    needs: 'payments:c',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: [...payingRefusals, 'bulk.rejected', 'conflict.invalid_transition'],
  }),
  approve: endpoint('PATCH /v1/companies/{c}/payment_orders/{id}/approve', {
    summary: 'Aprova uma ordem; acima do limite, nunca quem a criou.',
    returns: PaymentOrder,
    needs: 'payments:a',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: ['conflict.invalid_transition', ...payingRefusals],
    own: true,
  }),
  reject: endpoint('PATCH /v1/companies/{c}/payment_orders/{id}/reject', {
    summary: 'Reprova uma ordem que espera aprovação.',
    body: z.object({ reason: OptionalText(500).optional() }).strict(),
    returns: PaymentOrder,
    needs: 'payments:a',
    writes: paying,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  send: endpoint('PATCH /v1/companies/{c}/payment_orders/{id}/send', {
    summary: 'Envia ao banco uma ordem aprovada, ou a guarda para o seu dia; a que espera o dia sai agora.',
    returns: PaymentOrder,
    needs: 'payments:x',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: ['conflict.invalid_transition', ...payingRefusals],
    own: true,
  }),
  retry: endpoint('POST /v1/companies/{c}/payment_orders/{id}/retry', {
    summary: 'Faz outra ordem só com o que o banco recusou nesta.',
    body: z.object({ ...ConfirmDuplicate.shape }).strict(),
    returns: PaymentOrder,
    creates: true,
    needs: 'payments:c',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: [...payingRefusals, 'bulk.rejected', 'conflict.invalid_transition', 'validation.failed'],
    own: true,
  }),
  cancel: endpoint('PATCH /v1/companies/{c}/payment_orders/{id}/cancel', {
    summary: 'Cancela uma ordem que ainda não foi enviada.',
    returns: PaymentOrder,
    needs: 'payments:c',
    writes: paying,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  organization: endpoint('GET /v1/organizations/payment_orders', {
    summary: 'As ordens de pagamento das empresas do escritório.',
    query: z.object({ status: z.enum(PAYMENT_ORDER_STATUSES).optional() }),
    returns: z.array(PaymentOrder),
    tenant: 'none',
    reads: ['payment_orders'],
    fails: ['permission.denied'],
  }),
  split: endpoint('POST /v1/organizations/payment_orders/{id}/split', {
    summary: 'Separa pagamentos ainda não enviados de uma ordem em outra; responde as duas.',
    body: z.object({ payment_ids: z.array(Id).min(1, 'Escolha ao menos um pagamento').max(500) }).strict(),
    returns: z.array(PaymentOrder),
    creates: true,
    tenant: 'object',
    writes: ['payment_orders', 'batches'],
    irreversible: true,
    fails: ['conflict.invalid_transition', 'permission.denied'],
  }),
  callback: endpoint('POST /v1/payment_callbacks', {
    summary: 'Aviso assinado do banco de que algo mudou: faz perguntar de novo, nunca é acreditado.',
    body: z.object({ reference: Text(100), signature: Text(200) }).strict(),
    returns: z.object({ ok: z.literal(true) }),
    public: true,
    tenant: 'none',
    own: true,
    fails: ['permission.denied'],
  }),
})
