// The records commands act on, as the lists hold them: the columns of the wire, one row at a time.

import type { z } from 'zod'
import type { ApiKey } from '#contract/api-keys.ts'
import type { Associate, Dependent } from '#contract/associates.ts'
import type { Attachment } from '#contract/attachments.ts'
import type { auth } from '#contract/auth.ts'
import type { BankAccount } from '#contract/bank-accounts.ts'
import type { Import } from '#contract/bank-statements.ts'
import type { Batch } from '#contract/batches.ts'
import type { Billing } from '#contract/billings.ts'
import type { Bill } from '#contract/bills.ts'
import type { Category } from '#contract/categories.ts'
import type { Appointment } from '#contract/certificate-appointments.ts'
import type { CompanySummary } from '#contract/companies.ts'
import type { DateRange, DuplicateEntry, Entry, entryFlowColumns } from '#contract/entries.ts'
import type { entryColumns } from '#contract/entry.ts'
import type { ProductInvoice } from '#contract/invoices.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import type { MonthLink } from '#contract/month-page.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Connection } from '#contract/open-finance.ts'
import type { Payment, PaymentOrder } from '#contract/payments.ts'
import type { CompanyUser, OrganizationUser, Role } from '#contract/people.ts'
import type { PixCode, PixKey } from '#contract/pix.ts'
import type { Question } from '#contract/questions.ts'
import type { Receivable } from '#contract/receivables.ts'
import type { NoteManifestation, ReceivedNote } from '#contract/received-notes.ts'
import type { Ghost, Rule } from '#contract/reconciliation.ts'
import type { ReplayedLine } from '#contract/replay.ts'
import type { SheetRow } from '#contract/sheet-imports.ts'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { AnnualBillingStatement, Tax, TaxSlip } from '#contract/taxes.ts'
import type { Transfer, transfers } from '#contract/transfers.ts'
import type { DifferenceKind, TitleKind } from '#domain/enums.ts'
import type { Waiting } from '#domain/queue.ts'

/** As its list holds it, in columns; read by itself it has every field. */
type Listed<T, Columns extends string> = Pick<T, keyof T & Columns> & Partial<T>

/** What a statement line may become, as the workbench proposes it. */
export type LineMatch =
  | {
      kind: 'titles'
      title_kind: TitleKind
      title_ids: readonly string[]
      /** Lines that are explained together: the record's own, or all the marked ones. */
      line_ids: readonly string[]
      /** Absolute lines minus titles, in cents, before `differences`. */
      difference_cents: number
      differences?: readonly { kind: DifferenceKind; amount_cents: number }[]
      /** The line stays pending with what is left of it. */
      partial?: boolean
    }
  /** To or from another own account, whose line is the other half once it is there. */
  | { kind: 'transfer'; line_id?: string; bank_account_id: string }
  /** Nothing waits for it in the books: an entry is made of it. */
  | { kind: 'entry'; category_id: string | null; contact_id: string | null }
  /** Several entries, as lines like it were divided before. */
  | { kind: 'split'; parts: readonly { amount_cents: number; category_id: string | null; contact_id: string | null }[] }
  | { kind: 'ignore' }

declare module './kit/command.ts' {
  interface Records {
    bill: Listed<Bill, keyof typeof entryColumns>
    receivable: Listed<Receivable, keyof typeof entryColumns>
    entry: Listed<Entry, keyof typeof entryFlowColumns>
    statement_line: Pick<
      BankStatementEntry,
      'id' | 'amount_cents' | 'date' | 'description' | 'bank_account_id' | 'status' | 'conciliation_id'
    > & {
      /** In cents, signed; less than the amount when a conciliation explains part of it. */
      remaining_cents?: number
      /** Only in the workbench: what Enter does now, when it may be done unasked. */
      match?: LineMatch | undefined
      /** Only in the workbench: what earlier lines like this taught, as it may be called wrong. */
      learned?: Pick<Ghost, 'answer' | 'category_id' | 'contact_id' | 'bank_account_id'> | undefined
      /** Only in the workbench: what the digits choose, and the other half of a probable transfer. */
      choices?: readonly LineMatch[] | undefined
      transfer?: { line_id: string; bank_account_id: string } | undefined
      /** Only while a difference is being explained: cents still to explain. */
      missing_cents?: number | undefined
      /** The title the cursor is on, or the one the line is settled with. */
      open_title?: { kind: TitleKind; id: string } | undefined
    }
    transfer: Pick<Transfer, 'id' | 'amount_cents' | 'date'>
    /** Two lines of two statements that are probably one transfer; its id is that of the outgoing line. */
    transfer_pair: Pick<
      Answer<typeof transfers.equal>[number],
      'to_entry_id' | 'from_bank_account_id' | 'to_bank_account_id' | 'amount_cents' | 'from_date'
    > & { id: string }
    category: Category
    account: BankAccount
    rule: Rule
    appointment: Pick<Appointment, 'id' | 'product_name'>
    /** A file of the company: an attachment of anything, or a statement as the bank wrote it. */
    document: Pick<Attachment, 'id' | 'name' | 'bill_id' | 'receivable_id' | 'associate_id'> & {
      source: 'attachment' | 'statement'
      invoice_address: string | null
    }
    /** A note a supplier issued; its entries are the bills made of it. */
    captured_note: Pick<ReceivedNote, 'id' | 'kind' | 'issued_at' | 'amount_cents' | 'status' | 'decision' | 'check' | 'fate'> & {
      entries: readonly { id: string }[]
      manifestations: readonly Pick<NoteManifestation, 'kind' | 'status'>[]
    }
    invoice: Pick<
      ProductInvoice,
      'id' | 'version' | 'kind' | 'status' | 'source' | 'number' | 'amount_cents' | 'access_key' | 'waiting_transmission' | 'decision'
    > & { entries: readonly { id: string; kind: TitleKind }[] }
    batch: Pick<Batch, 'id' | 'label' | 'undoable' | 'irreversible' | 'undone_by_id'>
    import: Pick<Import, 'id' | 'file_name' | 'status' | 'bank_account_id' | 'batch_id' | 'committed_count' | 'start_date' | 'end_date'>
    /** `decided`: a person chose; without it the choice is the reader's own. */
    import_row: { id: string; amount_cents: number; decision: string; choice: 'ADD' | 'SKIP'; decided: boolean }
    sheet_row: SheetRow
    notification: Pick<Notification, 'id' | 'readed_at'>
    /** A line of a report: an account, a category, a day, a check. */
    report_line: { id: string }
    payment_order: Pick<PaymentOrder, 'id' | 'status' | 'title' | 'total_cents' | 'payments_count' | 'pay_on' | 'scheduled_since'> & {
      payments: readonly Pick<Payment, 'status' | 'payee'>[]
    }
    pix_key: Pick<PixKey, 'id' | 'key' | 'status'>
    pix_code: Pick<z.infer<typeof PixCode>, 'emv_code'> & { id: string }
    wallet_line: Pick<BankStatementEntry, 'id' | 'transaction_id'>
    /** A payment that has settled. */
    receipt: Pick<Payment, 'id' | 'transaction_code' | 'end_to_end_id' | 'payee' | 'settled_at'>
    connection: Pick<
      Connection,
      'id' | 'institution_name' | 'routing_number' | 'item_id' | 'status' | 'bank_account_ids' | 'revoked_at' | 'asks'
    >
    duplicate: Pick<DuplicateEntry, 'id' | 'kind'>
    tax: Pick<Tax, 'id' | 'kind' | 'status' | 'competence_date' | 'due_date' | 'total_cents' | 'revenue_cents' | 'bill_id'> & {
      slip: Pick<TaxSlip, 'status' | 'amount_cents' | 'payable' | 'digitable_line' | 'emv_code'> | null
    }
    annual_statement: Pick<AnnualBillingStatement, 'id' | 'year' | 'status' | 'receipt_number'>
    associate: Associate
    dependent: Dependent
    associate_file: Attachment
    /** A charge to a customer, `Billing` on the wire. */
    charge: Pick<
      Billing,
      | 'id'
      | 'status'
      | 'transaction_amount'
      | 'fee_amount'
      | 'assume_fee'
      | 'refunded_amount'
      | 'needs_refund'
      | 'emv_code'
      | 'digitable_line'
      | 'due_date'
      | 'receivable_id'
    > & { payer: { name: string } | null }
    subscription: Pick<Subscription, 'id' | 'title' | 'status' | 'payment_method' | 'card'>
    subscription_billing: Subscription['billings'][number] & { subscription_status: Subscription['status'] }
    queue_company: Waiting
    /** A line of another company of the office, with the answer it would get; its id is the line's. */
    replay_line: Pick<ReplayedLine, 'id' | 'amount_cents' | 'answer'> & { readonly company_id: string; readonly company_name: string }
    /** What was repeated in one company; its id is the batch's. */
    replay_done: { readonly id: string; readonly company_id: string; readonly company_name: string; readonly lines_count: number }
    /** A company as the office lists it; `manages`: the person is a manager of the office. */
    office_company: Pick<CompanySummary, 'id' | 'name'> & { manages: boolean }
    office_user: Pick<OrganizationUser, 'id' | 'name' | 'kind' | 'status' | 'companies'> & { manages: boolean }
    /** A note received by one of the office's companies. */
    received_note: Pick<ReceivedNote, 'id' | 'company_id' | 'amount_cents' | 'decision' | 'status'> & {
      entries: readonly { id: string }[]
    }
    office_order: Pick<PaymentOrder, 'id' | 'company_id' | 'status' | 'payments_count' | 'total_cents'> & { manages: boolean }
    question: Pick<Question, 'id' | 'company_id' | 'state'>
    month_link: Pick<MonthLink, 'id' | 'company_id' | 'state'>
    user: Pick<CompanyUser, 'id' | 'name' | 'email' | 'status' | 'accepted_at' | 'kind' | 'owner_grants' | 'may_change' | 'may_grant'>
    role: Pick<Role, 'id' | 'name' | 'preset'>
    api_key: Pick<ApiKey, 'id' | 'name'>
    session: Pick<Answer<typeof auth.sessions>[number], 'id' | 'device' | 'current'>
    date_range: Pick<DateRange, 'id' | 'status' | 'start_date' | 'end_date'>
  }
}
