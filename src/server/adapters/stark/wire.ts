// The answers of Stark Bank v2 that are read here; what is not named is let through, an unknown status is not.
import { z } from 'zod'

export const Errors = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().default('') })) })

const Instant = z.iso.datetime({ offset: true }).transform(text => new Date(text).toISOString())
const Id = z.string().regex(/^[\w-]+$/)
const Cents = z.int()

/** A page of a list; null ends it. */
const page = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ cursor: z.string().nullable().optional(), ...shape })

export const Balances = z.object({ balances: z.array(z.object({ amount: Cents })).min(1) })

export const Transaction = z.object({
  id: Id,
  amount: Cents,
  /** After it. */
  balance: Cents,
  created: Instant,
  description: z.string().default(''),
  /** What it came of: 'transfer/5107489032896512'. */
  source: z.string().default(''),
  fee: Cents.default(0),
  tags: z.array(z.string()).default([]),
})
export type Transaction = z.infer<typeof Transaction>
export const Transactions = page({ transactions: z.array(Transaction) })

/** Of every resource that pays; a word that stands nowhere here says nothing. */
export const Payment = z.object({
  id: Id,
  status: z.enum(['creating', 'created', 'processing', 'success', 'failed', 'canceled']),
  amount: Cents.nullish(),
  tags: z.array(z.string()).default([]),
  transactionIds: z.array(z.string()).default([]),
  updated: Instant.optional(),
  name: z.string().nullish(),
  taxId: z.string().nullish(),
})
export type Payment = z.infer<typeof Payment>
export const Payments = page({ payments: z.array(Payment) })
export const Transfers = page({ transfers: z.array(Payment) })
export const OnePayment = z.object({ payment: Payment })
export const OneTransfer = z.object({ transfer: Payment })

/** A plain sentence, or one with its code; whatever else it may be is left out. */
const LogError = z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]).catch('')
export const Logs = page({ logs: z.array(z.object({ errors: z.array(LogError).default([]) })) })

export const DictKey = z.object({
  key: z.object({
    id: z.string(),
    type: z.enum(['email', 'cpf', 'cnpj', 'phone', 'evp']),
    name: z.string(),
    taxId: z.string(),
    bankName: z.string().optional(),
    ispb: z.string().regex(/^\d{8}$/),
    branchCode: z.string(),
    accountNumber: z.string(),
    accountType: z.string().default('checking'),
  }),
})

const amounts = { amount: Cents, fineAmount: Cents.default(0), interestAmount: Cents.default(0), discountAmount: Cents.default(0) }
export const BoletoPreview = z.object({
  ...amounts,
  status: z.string(),
  due: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  /** Of whoever receives. */
  name: z.string(),
  taxId: z.string(),
  payerName: z.string().nullish(),
  payerTaxId: z.string().nullish(),
})
export const BrcodePreview = z.object({
  status: z.string(),
  amount: Cents,
  name: z.string(),
  taxId: z.string(),
  bankCode: z.string().default(''),
  description: z.string().nullish(),
  reconciliationId: z.string().nullish(),
})
export const GuidePreview = z.object({ amount: Cents })

export const Previews = z.object({
  previews: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('boleto-payment'), payment: BoletoPreview }),
        z.object({ type: z.literal('brcode-payment'), payment: BrcodePreview }),
        z.object({ type: z.literal('utility-payment'), payment: GuidePreview }),
        z.object({ type: z.literal('tax-payment'), payment: GuidePreview }),
      ]),
    )
    .length(1),
})

export const Invoice = z.object({
  id: Id,
  status: z.enum(['created', 'paid', 'overdue', 'canceled', 'expired', 'voided']),
  amount: Cents,
  tags: z.array(z.string()).default([]),
  brcode: z.string().optional(),
  updated: Instant.optional(),
})
export type Invoice = z.infer<typeof Invoice>
export const Invoices = page({ invoices: z.array(Invoice) })
export const OneInvoice = z.object({ invoice: Invoice })

const payer = { name: z.string().nullish(), taxId: z.string().nullish(), bankCode: z.string().nullish() }
export const InvoicePayment = z.object({ payment: z.object({ ...payer, endToEndId: z.string() }) })
export const OneDeposit = z.object({ deposit: z.object({ ...payer, type: z.string() }) })

export const PublicKeys = z.object({ publicKeys: z.array(z.object({ content: z.string() })) })
const Webhook = z.object({ id: Id, url: z.string() })
export const Webhooks = page({ webhooks: z.array(Webhook) })
const Event = z.object({ id: Id, subscription: z.string(), log: z.looseObject({}) })
export const Events = page({ events: z.array(Event) })
export const OneEvent = z.object({ event: z.object({ id: Id }) })
export const OneWebhook = z.object({ webhook: Webhook })
