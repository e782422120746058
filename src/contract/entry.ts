// What bills and receivables share on the wire: fields, bodies of their calls, and the rows of their endpoints.

import { z } from 'zod'
import {
  BOLETO_STATUSES,
  BUSINESS_DAY_ADJUSTMENTS,
  CONTACT_TYPES,
  DATE_TYPES,
  DIFFERENCE_KINDS,
  FREQUENCY_INTERVALS,
  INVOICE_SOURCES,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  PIX_KEY_TYPES,
  SERIES_SCOPES,
  TITLE_KINDS,
} from '#domain/enums.ts'
import { INVOICE_KINDS } from '#domain/fiscal/codes.ts'
import { LINE_REFUSED, readLine } from '#domain/payments/boleto.ts'
import { Attachment } from './attachments.ts'
import { BankAccountRef } from './bank-accounts.ts'
import { CategoryRef } from './categories.ts'
import { ContactRef } from './contacts.ts'
import type { Columns } from './kit/columns.ts'
import { Cents, Day, DayOut, Flag, Id, IdList, Ids, OptionalText, PageLimit, PositiveCents, Preview, Text } from './kit/fields.ts'
import { BankStatementEntry } from './statement-entries.ts'

export const Recurrence = z.object({
  id: Id,
  frequency_interval: z.enum(FREQUENCY_INTERVALS),
  frequency_unit: z.int(),
  initial_date: DayOut,
})

/** A boleto stored with what it pays, as `GET /v1/boleto/boleto_id` returned it, or only its digitable line. */
const BoletoDetails = z
  .object({
    digitable_line: Text(60).min(1, 'Informe a linha digitável'),
    id: Id.nullish(),
    amount_cents: Cents.nullish(),
    barcode: OptionalText(44).optional(),
    date: Day.nullish(),
    due_date: Day.nullish(),
    status: z.enum(BOLETO_STATUSES).nullish(),
    payer_name: OptionalText(200).optional(),
    payer_document_number: OptionalText(20).optional(),
    payer_type: z.enum(CONTACT_TYPES).nullish(),
    recipient_name: OptionalText(200).optional(),
    recipient_document_number: OptionalText(20).optional(),
    recipient_type: z.enum(CONTACT_TYPES).nullish(),
    identification_number: OptionalText(60).optional(),
    reference_number: OptionalText(60).optional(),
    fine_cents: Cents.nullish(),
    interest_cents: Cents.nullish(),
    environment: OptionalText(20).optional(),
  })
  .strict()

export const PaymentDetails = z
  .object({
    pix_key: OptionalText(140).optional(),
    pix_type: z.enum(PIX_KEY_TYPES).nullish(),
    boleto: BoletoDetails.nullish(),
    additional_information: OptionalText(140).optional(),
  })
  .strict()
export type PaymentDetails = z.infer<typeof PaymentDetails>

/** Of a new title: its line can be paid. A change may bring back an older line, so the server judges only one that differs. */
export const NewPaymentDetails = PaymentDetails.nullish().refine(
  details => !details?.boleto || readLine(details.boleto.digitable_line) !== undefined,
  { path: ['boleto', 'digitable_line'], error: LINE_REFUSED },
)

/** The fields of a bill or receivable that a person may write. Amounts in cents; days 'yyyy-MM-dd'. */
export const EntryFields = z.object({
  amount_cents: PositiveCents,
  due_date: Day,
  date: Day.nullish(),
  competence_date: Day.nullish(),
  issue_date: Day.nullish(),
  bank_account_id: Id.nullish(),
  category_id: Id.nullish(),
  contact_id: Id.nullish(),
  additional_information: OptionalText(2000).optional(),
  document_number: OptionalText(60).optional(),
  payment_method: z.enum(PAYMENT_METHODS).nullish(),
  sorting_index: z.int().optional(),
})

const REFERENCES = ['bank_account', 'category', 'contact'] as const
type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `bank_account: {id}` means the same as `bank_account_id`, as with `category` and `contact`; the explicit id wins. */
function withReferences(body: unknown): unknown {
  if (!isFields(body)) return body
  const given = REFERENCES.filter(name => body[`${name}_id`] === undefined && body[name] !== undefined)
  return { ...body, ...Object.fromEntries(given.map(name => [`${name}_id`, isFields(body[name]) ? body[name].id : body[name]])) }
}

/** A new title with only one `date` is due on it. */
function withDueDate(body: unknown): unknown {
  return isFields(body) && body.due_date === undefined && body.date !== undefined ? { ...body, due_date: body.date } : body
}

const reading = <S extends z.ZodType>(read: (body: unknown) => unknown, schema: S) =>
  z.preprocess(read, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>

/** The body of a new or changed title, where accounts, categories and contacts may be given by id or by record. */
export const titleChange = <S extends z.ZodType>(schema: S) => reading(withReferences, schema)
export const newTitle = <S extends z.ZodType>(schema: S) => reading(body => withDueDate(withReferences(body)), schema)

/** A note that a title is tied to. */
const InvoiceRef = z.object({
  id: Id,
  kind: z.enum(INVOICE_KINDS),
  source: z.enum(INVOICE_SOURCES),
  status: z.enum(INVOICE_STATUSES),
  number: z.int().nullable(),
  amount_cents: z.int(),
})
export type InvoiceRef = z.infer<typeof InvoiceRef>

/** What every bill and receivable carries in an answer. `editable` is false while it is sent, conciliated, closed or deleted. */
export const EntryRecord = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  amount_cents: z.int(),
  date: DayOut,
  due_date: DayOut,
  competence_date: DayOut,
  issue_date: DayOut.nullable(),
  bank_account_id: Id.nullable(),
  bank_account: BankAccountRef.nullable(),
  category_id: Id.nullable(),
  category: CategoryRef.nullable(),
  contact_id: Id.nullable(),
  contact: ContactRef.nullable(),
  additional_information: z.string().nullable(),
  document_number: z.string().nullable(),
  applied_at: z.string().nullable(),
  ignored_at: z.string().nullable(),
  duplicated_from_id: Id.nullable(),
  transaction_id: z.string().nullable(),
  sorting_index: z.int(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  parent_id: Id.nullable(),
  recurrence_id: Id.nullable(),
  scheduled_recurrence: Recurrence.nullable(),
  /** Which occurrence of its series it is, from 0. */
  recurrence_index: z.int().nullable(),
  transfer_id: Id.nullable(),
  conciliation_id: Id.nullable(),
  /** NF-e and NFC-e. */
  product_invoices: z.array(InvoiceRef).optional(),
  service_invoices: z.array(InvoiceRef).optional(),
  bank_statement_entries: z.array(BankStatementEntry).optional(),
  attachments: z.array(Attachment).optional(),
  editable: z.boolean(),
  attachments_count: z.int(),
  bank_statement_entries_count: z.int(),
  invoices_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** The columns of the large form of the bill and receivable lists. */
export const entryColumns = {
  id: 'id',
  version: 'count',
  amount_cents: 'money',
  date: 'day',
  due_date: 'day',
  competence_date: 'day',
  issue_date: 'day',
  status: 'enum',
  bank_account_id: 'ref',
  category_id: 'ref',
  contact_id: 'ref',
  additional_information: 'text',
  document_number: 'text',
  payment_method: 'enum',
  transaction_id: 'text',
  parent_id: 'ref',
  transfer_id: 'ref',
  conciliation_id: 'ref',
  recurrence_id: 'ref',
  attachments_count: 'count',
  editable: 'flag',
  deleted: 'flag',
} as const satisfies Columns

export const EntryListQuery = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  /** Also what fell due before `start_date` and is still open. */
  carry_open: Flag.optional(),
  date_type: z.enum(DATE_TYPES).default('date'),
  order_by: z.enum(['date', 'due_date', 'competence_date', 'issue_date', 'amount_cents', 'created_at']).default('date'),
  bank_account_ids: IdList.optional(),
  category_id: Id.optional(),
  category_ids: IdList.optional(),
  without_category: Flag.optional(),
  contact_id: Id.optional(),
  status: z.string().max(200).optional(),
  transfers: Flag.default(true),
  skip_parent_entries: Flag.default(true),
  limit: PageLimit.optional(),
  cursor: z.string().max(200).optional(),
  /** Only what changed since the answer with this cursor; columnar form only. */
  since: z.string().max(80).optional(),
})

export const RecurringFields = z.object({
  frequency_interval: z.enum(FREQUENCY_INTERVALS, { error: 'Escolha a frequência' }),
  frequency_unit: z.coerce.number<number | string>({ error: 'Informe quantas vezes' }).int().min(1).max(360),
  initial_date: Day.nullish(),
  business_day: z.enum(BUSINESS_DAY_ADJUSTMENTS).default('NONE'),
  /** Whether each occurrence has its own competence month (true) or all have the first one's. */
  competence_follows: z.boolean().default(true),
})

/** What a change of one occurrence reaches; never settled occurrences or those of a closed period. */
export const SeriesQuery = Preview.extend({ scope: z.enum(SERIES_SCOPES) })

/** What belongs to one occurrence only, so that changes of its series leave it alone. */
export const OCCURRENCE_FIELDS = { date: true, issue_date: true, sorting_index: true } as const

export const SplitBody = z.object({
  children: z
    .array(
      z.object({
        amount_cents: PositiveCents,
        due_date: Day.nullish(),
        competence_date: Day.nullish(),
        category_id: Id.nullish(),
        contact_id: Id.nullish(),
        additional_information: OptionalText(2000).optional(),
      }),
    )
    .min(2, 'Divida em ao menos duas partes')
    .max(100),
  version: z.int().optional(),
})

export const Difference = z.object({ kind: z.enum(DIFFERENCE_KINDS), amount_cents: PositiveCents, category_id: Id.nullish() }).strict()

/** The part of a conciliation that does not depend on the kind of title. */
export const ConciliationParts = z.object({
  bank_statement_entry_ids: z.array(Id).max(1000).optional(),
  service_invoice_ids: z.array(Id).max(100).optional(),
  product_invoice_ids: z.array(Id).max(100).optional(),
  bank_account_id: Id.nullish(),
  /** The day of a manual settlement; statement entries bring the bank's own day. */
  date: Day.nullish(),
  /** How much of a title a line pays; if it is less than the title's amount, a split leaves the rest open. */
  allocations: z
    .array(
      z
        .object({
          bill_id: Id.optional(),
          receivable_id: Id.optional(),
          bank_statement_entry_id: Id.optional(),
          amount_cents: PositiveCents,
        })
        .strict(),
    )
    .max(1000)
    .optional(),
  differences: z.array(Difference).max(20).optional(),
})

/** A settled group: what the bank reported, what it settles, and what explains the rest. */
export const ConciliationGroup = z.object({
  id: Id,
  bank_statement_entries: z.array(BankStatementEntry),
  titles: z.array(
    z.object({
      id: Id,
      kind: z.enum(TITLE_KINDS),
      amount_cents: z.int(),
      additional_information: z.string().nullable(),
      contact_name: z.string().nullable(),
      date: DayOut,
      due_date: DayOut,
      /** Set on the settled entries that explain a difference. */
      difference_kind: z.enum(DIFFERENCE_KINDS).nullable(),
    }),
  ),
  remaining_cents: z.int(),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
})

export const ConciliationAnswer = z.object({ conciliation_id: Id.nullable(), updated: z.int() })

/** A bulk `PATCH`: the same fields for all `ids`, or separate fields per item. */
export function bulkPatchOf<W extends z.ZodRawShape>(writable: z.ZodObject<W>) {
  const partial = writable.partial()
  return z.union([
    partial.extend({ ids: Ids, versions: z.record(z.string(), z.int()).optional() }).strict(),
    z
      .object({
        items: z
          .array(partial.extend({ id: Id, version: z.int().optional() }).strict())
          .min(1)
          .max(10_000),
      })
      .strict(),
  ])
}
