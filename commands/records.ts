// The records commands act on, as the lists hold them: the columns of the wire, one row at a time.
import type { BillStatus, ReceivableStatus, StatementEntryStatus } from '#domain/enums.ts'

interface ListedTitle {
  id: string
  version: number
  amount_cents: number
  date: string
  due_date: string
  competence_date: string
  bank_account_id: string | null
  category_id: string | null
  contact_id: string | null
  additional_information: string | null
  conciliation_id: string | null
  transfer_id: string | null
  editable: boolean
}

declare module './kit/command.ts' {
  interface Records {
    bill: ListedTitle & { status: BillStatus }
    receivable: ListedTitle & { status: ReceivableStatus }
    entry: ListedTitle & { status: string; kind: 'DEBIT' | 'CREDIT' }
    statement_line: {
      id: string
      amount_cents: number
      date: string
      description: string
      bank_account_id: string
      status: StatementEntryStatus
      conciliation_id: string | null
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
    category: { id: string; name: string; status: 'ACTIVE' | 'INACTIVE' }
    contact: { id: string; name: string; version: number }
    account: { id: string; institution_name: string; status: 'ACTIVE' | 'ARCHIVED' }
    rule: { id: string; name: string; active: boolean }
    batch: { id: string; label: string; undoable: boolean; undone_by_id: string | null }
    import: {
      id: string
      file_name: string
      status: string
      bank_account_id: string | null
      batch_id: string | null
      committed_count: number
    }
    import_row: { id: string; amount_cents: number; decision: string; choice: 'ADD' | 'SKIP' }
    notification: { id: string; readed_at: string | null }
    duplicate: { id: string; kind: 'BILL' | 'RECEIVABLE' }
    date_range: { id: string; status: 'CLOSED' | 'OPEN'; start_date: string; end_date: string }
  }
}
