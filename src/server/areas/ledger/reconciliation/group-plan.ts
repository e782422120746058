// What a group of lines and titles is planned from, and what the plan says to write.
import type { DifferenceKind } from '#domain/enums.ts'
import type { ClosedRange } from '#domain/periods.ts'
import type { EntryChange, NewEntry, StoredEntry } from '../entries/rows.ts'
import type { LineChange } from './rows.ts'

export interface GroupInput {
  title_ids: readonly string[]
  line_ids: readonly string[]
  bank_account_id?: string | null | undefined
  date?: string | null | undefined
  allocations?: readonly { title_id: string; line_id?: string | undefined; amount_cents: number }[]
  differences?: readonly { kind: DifferenceKind; amount_cents: number; category_id?: string | null | undefined }[]
  /** What the lines do not pay of an only title stays open without being named. */
  leaves_rest?: boolean
  /** The bank has paid it already, whatever became of its account since. */
  by_bank?: boolean
}

export interface GroupPlan {
  /** Null for a plain manual settlement, which links nothing. */
  conciliation_id: string | null
  /** The group already existed: its line had a remainder. */
  extends: boolean
  created: NewEntry[]
  settled: EntryChange[]
  lines: LineChange[]
}

export interface PlanFacts {
  newId(): string
  today: string
  now: number
  userId: string
  /** Signed cents that live groups already explain. */
  explained: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, string>
  ranges: readonly ClosedRange[]
  /** By group, the entries of those that were settled by hand and have no line yet. */
  unproven: ReadonlyMap<string, readonly StoredEntry[]>
  /** Who made each live group. */
  madeBy: ReadonlyMap<string, string>
}

export interface Settling {
  account: string
  date: string
  conciliation_id: string | null
  facts: PlanFacts
}
