// The shapes of the demo's books: contacts, accounts, titles not yet written, and what a bank line says of them.
import type { Day } from '#domain/days.ts'
import type { DifferenceKind, PaymentMethod, TitleKind } from '#domain/enums.ts'
import { fold } from '#domain/matching/memo.ts'
import type { DemoAccount } from './companies.ts'

export interface Contact {
  readonly id: string
  readonly name: string
  readonly document: string
  /** As a bank prints it. */
  readonly memo: string
}

export interface Account extends DemoAccount {
  readonly id: string
}

export interface TitleDraft {
  readonly kind: TitleKind
  readonly amount: number
  readonly due: Day
  readonly category: string | null
  readonly contact?: Contact | undefined
  readonly text: string
  /** Pix by default; null: none. */
  readonly method?: PaymentMethod | null
  readonly number?: string
  readonly issue?: Day
  readonly competence?: Day
  /** Undefined: the main one; null: not chosen yet. */
  readonly account?: Account | null | undefined
  readonly recurrence?: { id: string; index: number }
  readonly created?: Day
  readonly status?: string
}

export interface Title {
  readonly id: string
  readonly kind: TitleKind
  readonly amount_cents: number
  readonly due_date: Day
  readonly created_at: string
  readonly bank_account_id: string | null
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly additional_information: string
  readonly status: string
  readonly row: Record<string, unknown>
}

export interface Movement {
  readonly day: Day
  readonly memo: string
  readonly account?: Account | undefined
  readonly differences?: readonly { kind: DifferenceKind; cents: number }[]
  readonly time?: string
  readonly transaction?: string
  /** The conciliation's id, when something else must refer to it. */
  readonly group?: string
}

/** What undoing a settlement restores. */
export const unsettled = (title: Title, status: string) => ({
  status,
  date: title.due_date,
  amount_cents: title.amount_cents,
  bank_account_id: title.bank_account_id,
  applied_at: null,
  status_before: null,
  paid_without_approval: false,
  before_settlement: null,
})

/** The longest memo that a bank keeps of a name. */
const MEMO_NAME = 26

export const bankName = (name: string): string =>
  fold(name)
    .replace(/[^A-Z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, MEMO_NAME)
    .trim()

/** Noon of a day in São Paulo, plus hours. */
export const instantOf = (day: Day, hours = 0): number => Date.parse(`${day}T15:00:00.000Z`) + hours * 3_600_000
/** What happened on a day, at latest today: whatever the hour the demo is filled at, today's was at midnight. */
export const happenedAt = (day: Day, hours: number, today: Day): number => instantOf(day, day < today ? hours : -12)
export const signed = (title: Title): number => (title.kind === 'BILL' ? -title.amount_cents : title.amount_cents)
export const textOf = (instant: number): string => new Date(instant).toISOString()
