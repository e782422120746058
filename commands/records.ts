// The records commands act on, as the lists hold them: the columns of the wire, one row at a time.

import type { Associate, Dependent } from '#contract/associates.ts'
import type { Attachment } from '#contract/attachments.ts'
import type { BankAccount } from '#contract/bank-accounts.ts'
import type { Bill } from '#contract/bills.ts'
import type { Category } from '#contract/categories.ts'
import type { Contact } from '#contract/contacts.ts'
import type { Entry, entryFlowColumns } from '#contract/entries.ts'
import type { entryColumns } from '#contract/entry.ts'
import type { Product } from '#contract/products.ts'
import type { Receivable } from '#contract/receivables.ts'
import type { Rule } from '#contract/reconciliation.ts'
import type { Service } from '#contract/services.ts'
import type {
  ChargeStatus,
  ConnectionStatus,
  DifferenceKind,
  InvitationStatus,
  InvoiceSource,
  InvoiceStatus,
  PaymentOrderStatus,
  PaymentStatus,
  PixKeyStatus,
  QuestionState,
  StatementEntryStatus,
  SubscriptionBillingStatus,
  SubscriptionStatus,
  TaxStatus,
  TitleKind,
  UserKind,
} from '#domain/enums.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { OwnerGrant } from '#domain/permissions.ts'
import type { Waiting } from '#domain/queue.ts'
import type { TaxKind } from '#domain/taxes/labels.ts'

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
  /** The other half is the line of another own account. */
  | { kind: 'transfer'; line_id: string; bank_account_id: string }
  /** A rule says what it is: an entry is made of it. */
  | { kind: 'rule'; category_id: string | null; contact_id: string | null }

declare module './kit/command.ts' {
  interface Records {
    bill: Listed<Bill, keyof typeof entryColumns>
    receivable: Listed<Receivable, keyof typeof entryColumns>
    entry: Listed<Entry, keyof typeof entryFlowColumns>
    statement_line: {
      id: string
      amount_cents: number
      date: string
      description: string
      bank_account_id: string
      status: StatementEntryStatus
      conciliation_id: string | null
      /** In cents, signed; less than the amount when a conciliation explains part of it. */
      remaining_cents?: number
      /** Only in the workbench: what Enter does now, when it may be done unasked. */
      match?: LineMatch | undefined
      /** Only in the workbench: what the digits choose, and the other half of a probable transfer. */
      choices?: readonly LineMatch[] | undefined
      transfer?: { line_id: string; bank_account_id: string } | undefined
      /** Only while a difference is being explained: cents still to explain. */
      missing_cents?: number | undefined
      /** The title the cursor is on, or the one the line is settled with. */
      open_title?: { kind: TitleKind; id: string } | undefined
    }
    transfer: { id: string; amount_cents: number; date: string }
    /** Two lines of two statements that are probably one transfer; its id is that of the outgoing line. */
    transfer_pair: {
      id: string
      to_entry_id: string
      from_bank_account_id: string
      to_bank_account_id: string
      amount_cents: number
      from_date: string
    }
    category: Category
    contact: Contact
    account: BankAccount
    rule: Rule
    product: Product
    service: Service
    appointment: { id: string; product_name: string }
    /** A file of the company: an attachment of anything, or a statement as the bank wrote it. */
    document: {
      id: string
      name: string
      source: 'attachment' | 'statement'
      bill_id: string | null
      receivable_id: string | null
      associate_id: string | null
      invoice_address: string | null
    }
    /** A note a supplier issued; its entries are the bills made of it. */
    captured_note: {
      id: string
      amount_cents: number
      status: InvoiceStatus
      decision: 'ACCEPTED' | 'REJECTED' | null
      entries: readonly { id: string }[]
    }
    invoice: {
      id: string
      kind: InvoiceKind
      status: InvoiceStatus
      source: InvoiceSource
      number: number | null
      amount_cents: number
      access_key: string | null
      /** Prepared by someone who may not transmit. */
      waiting_transmission: boolean
      /** What was decided of a received note. */
      decision: 'ACCEPTED' | 'REJECTED' | null
      /** Titles it was booked as. */
      entries: readonly { id: string; kind: TitleKind }[]
    }
    batch: { id: string; label: string; undoable: boolean; undone_by_id: string | null }
    import: {
      id: string
      file_name: string
      status: string
      bank_account_id: string | null
      batch_id: string | null
      committed_count: number
    }
    /** `decided`: a person chose; without it the choice is the reader's own. */
    import_row: { id: string; amount_cents: number; decision: string; choice: 'ADD' | 'SKIP'; decided: boolean }
    notification: { id: string; readed_at: string | null }
    /** A line of a report: an account, a category, a day, a check. */
    report_line: { id: string }
    payment_order: {
      id: string
      status: PaymentOrderStatus
      title: string | null
      total_cents: number
      payments_count: number
      payments: readonly { status: PaymentStatus }[]
    }
    pix_key: { id: string; key: string; status: PixKeyStatus }
    pix_code: { id: string; emv_code: string }
    wallet_line: { id: string; transaction_id: string | null }
    /** A payment that has settled. */
    receipt: { id: string; transaction_code: string | null; end_to_end_id: string | null }
    connection: {
      id: string
      institution_name: string
      routing_number: string
      item_id: string
      status: ConnectionStatus
      bank_account_ids: readonly string[]
      revoked_at: string | null
      asks: 'code' | 'authorization' | 'credentials' | null
    }
    duplicate: { id: string; kind: 'BILL' | 'RECEIVABLE' }
    tax: {
      id: string
      kind: TaxKind
      status: TaxStatus
      competence_date: string
      due_date: string
      total_cents: number
      bill_id: string | null
      slip: { status: string; digitable_line: string | null; emv_code: string | null } | null
    }
    annual_statement: { id: string; year: number; status: string; receipt_number: string | null }
    associate: Associate
    dependent: Dependent
    associate_file: Attachment
    /** A charge to a customer, `Billing` on the wire. */
    charge: {
      id: string
      status: ChargeStatus
      transaction_amount: number
      fee_amount: number
      assume_fee: boolean
      refunded_amount: number
      needs_refund: boolean
      emv_code: string | null
      digitable_line: string | null
      receivable_id: string | null
      payer: { name: string } | null
    }
    subscription: { id: string; title: string; status: SubscriptionStatus }
    subscription_billing: { id: string; status: SubscriptionBillingStatus; amount_cents: number; subscription_status: SubscriptionStatus }
    queue_company: Waiting
    /** A company as the office lists it; `manages`: the person is a manager of the office. */
    office_company: { id: string; name: string; manages: boolean }
    office_user: {
      id: string
      manages: boolean
      name: string | null
      kind: UserKind
      status: 'ACTIVE' | 'WAITING_ACCEPT'
      companies: readonly { id: string; name: string }[]
    }
    /** A note received by one of the office's companies. */
    received_note: {
      id: string
      company_id: string
      amount_cents: number
      decision: 'ACCEPTED' | 'REJECTED' | null
      status: InvoiceStatus
      entries: readonly { id: string }[]
    }
    office_order: {
      id: string
      manages: boolean
      company_id: string
      status: PaymentOrderStatus
      payments_count: number
      total_cents: number
    }
    question: { id: string; company_id: string; state: QuestionState }
    user: {
      id: string
      name: string | null
      email: string | null
      status: InvitationStatus
      accepted_at: string | null
      kind: UserKind | null
      owner_grants: readonly OwnerGrant[]
      may_change: boolean
      may_grant: boolean
    }
    role: { id: string; name: string; preset: string | null }
    api_key: { id: string; name: string }
    session: { id: string; device: string; current: boolean }
    date_range: { id: string; status: 'CLOSED' | 'OPEN'; start_date: string; end_date: string }
  }
}
