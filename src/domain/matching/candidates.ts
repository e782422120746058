// The plain shapes that the matching engine reads and returns. It knows no database row, no screen and no clock.
import type { Reason } from './reasons.ts'

export type TitleKind = 'BILL' | 'RECEIVABLE'

/** An open statement entry of one of the company's own accounts. */
export interface Line {
  readonly id: string
  /** 'yyyy-MM-dd' */
  readonly day: string
  /** Signed: outgoing money is negative and matches bills, incoming money matches receivables; zero matches nothing. */
  readonly amount_cents: number
  readonly memo: string
  readonly bank_account_id: string
  readonly transaction_id?: string | null
}

/** An open bill or receivable of the same company; the caller leaves out conciliated and deleted titles and split parents. */
export interface Title {
  readonly id: string
  readonly kind: TitleKind
  /** Always positive. */
  readonly amount_cents: number
  /** 'yyyy-MM-dd' */
  readonly due_date: string
  /** 'yyyy-MM-dd' */
  readonly date: string
  /** null: the title fits every account. */
  readonly bank_account_id: string | null
  readonly contact_id: string | null
  readonly contact_name: string
  readonly contact_document?: string | null
  readonly description: string
  readonly document_number?: string | null
  /** Boleto line, nosso número, invoice key, end-to-end id, transaction id; masks and case do not matter. */
  readonly identifiers: readonly string[]
  /** Whether the books call it overdue today, business days considered. */
  readonly overdue: boolean
  /** Tax that the customer withholds: the line should be smaller by exactly this. */
  readonly withholdings_cents?: number | null
  readonly is_card?: boolean
  /** A child of a split: it matches only a line of exactly its amount, never one meant for the parent. */
  readonly parent_entry_id?: string | null
  readonly category_id?: string | null
}

/** A lesson of a past conciliation: lines that read like `pattern` belonged to this contact and category. */
export interface HistoryLink {
  /** As `memoPattern` writes it. */
  readonly pattern: string
  readonly contact_id: string | null
  readonly category_id: string | null
}

export type History = readonly HistoryLink[]

export type Level = 'ALTA' | 'MEDIA' | 'BAIXA'

export interface Candidate {
  readonly line_id: string
  /** One title, or a group of 2 to 5 ordered by due date, then id. */
  readonly title_ids: readonly string[]
  /** 0 to 100, whole points. */
  readonly score: number
  /** ALTA only for the first candidate of its line, 15 points ahead of every rival for the line and for the titles; null below 60 (search only). */
  readonly level: Level | null
  readonly reasons: readonly Reason[]
  /** The absolute amount of the line minus the titles' sum: negative 'faltam', positive 'sobram'. */
  readonly difference_cents: number
  /** Same end-to-end id, transaction id, nosso número, boleto line or invoice key. */
  readonly instant: boolean
}

export interface Suggestion {
  readonly line_id: string
  /** Best first, at most 6; includes `assigned`. */
  readonly candidates: readonly Candidate[]
  /** What the global assignment, which uses each side once, gives this line. */
  readonly assigned: Candidate | null
  /** The assigned candidate is ALTA and leaves no difference: one key may accept it. */
  readonly certain: boolean
}

/** Ids grow with time (UUIDv7), so the smaller text is the older record. */
export function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
