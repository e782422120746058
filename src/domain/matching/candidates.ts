// The plain shapes that the matching engine reads and returns. It knows no database row, no screen and no clock.
import type { DifferenceKind } from './differences.ts'
import type { Explanation } from './explanation.ts'
import type { Ghost } from './ghosts.ts'
import type { Reason } from './reasons.ts'
import type { SplitPart } from './split-again.ts'

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

/** How a line was answered: by a title that stood in the books, an entry made from the line, a transfer, or by leaving it out. */
export type Answer = 'title' | 'entry' | 'transfer' | 'ignore'

/** What lines that read like `pattern` were answered with, alike answers counted together. */
export interface Lesson {
  /** As `memoPattern` writes it. */
  readonly pattern: string
  /** The side of the lines: money out answers bills. */
  readonly kind: TitleKind
  readonly answer: Answer
  readonly contact_id: string | null
  readonly category_id: string | null
  /** The other account of a transfer. */
  readonly bank_account_id: string | null
  readonly times: number
  /** `times`, each halved for every `memory.halfLifeDays` since. */
  readonly weight: number
  /** 'yyyy-MM-dd' */
  readonly last_day: string
}

/** What lines of a pattern differed from their titles by. */
export interface PastDifference {
  readonly pattern: string
  readonly kind: TitleKind
  readonly difference: DifferenceKind
  /** Positive. */
  readonly amount_cents: number
  /** The titles of that conciliation together. */
  readonly titles_cents: number
  readonly times: number
}

/** How one line of a pattern was divided. */
export interface PastSplit {
  readonly pattern: string
  readonly kind: TitleKind
  /** 'yyyy-MM-dd' */
  readonly day: string
  readonly parts: readonly SplitPart[]
}

export interface History {
  readonly lessons: readonly Lesson[]
  readonly splits: readonly PastSplit[]
  readonly differences: readonly PastDifference[]
}

export const noHistory: History = { lessons: [], splits: [], differences: [] }

export type Level = 'ALTA' | 'MEDIA' | 'BAIXA'

export interface Candidate {
  readonly line_id: string
  /** The lines that it settles together, `line_id` among them, by day; several lines have one title. */
  readonly line_ids: readonly string[]
  /** One title, a group of 2 to 5, or a day's card titles; ordered by due date, then id. */
  readonly title_ids: readonly string[]
  /** 0 to 100, whole points. */
  readonly score: number
  /** ALTA only for the first candidate of its line, 15 points ahead of every rival for the line and for the titles; null below 60 (search only). */
  readonly level: Level | null
  readonly reasons: readonly Reason[]
  /** The absolute amount of the lines minus the titles' sum: negative 'faltam', positive 'sobram'. */
  readonly difference_cents: number
  /** What explains the difference to the cent; null where nothing does, or there is none. */
  readonly explanation: Explanation | null
  /** Same end-to-end id, transaction id, nosso número, boleto line or invoice key. */
  readonly instant: boolean
}

export interface Suggestion {
  readonly line_id: string
  /** Best first, at most 6; includes `assigned`. */
  readonly candidates: readonly Candidate[]
  /** What the global assignment, which uses each side once, gives this line. */
  readonly assigned: Candidate | null
  /** The assigned candidate is ALTA and leaves no difference that is not explained for sure: one key may accept it. */
  readonly certain: boolean
  /** What to make of the line where no title fits. */
  readonly ghost: Ghost | null
}

/** Ids grow with time (UUIDv7), so the smaller text is the older record. */
export function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
