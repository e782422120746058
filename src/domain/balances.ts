// Account balances, at a day or running down a list, from settled entries only.
import type { Day } from './days.ts'
import type { EntryKind } from './enums.ts'

export interface BalanceAccount {
  initial_balance_amount_cents: number
  /** The balance holds at the start of this day; null: at the first entry. */
  date_initial_balance: Day | null
}

export interface BalanceEntry {
  kind: EntryKind
  amount_cents: number
  /** Settlement date. */
  date: Day
  settled: boolean
}

export const signedAmount = (entry: { kind: EntryKind; amount_cents: number }): number =>
  entry.kind === 'CREDIT' ? entry.amount_cents : -entry.amount_cents

/** Cents at the end of a day: the initial balance plus the account's settled entries (transfers included) since its initial day. */
export function balanceAt(account: BalanceAccount, entries: Iterable<BalanceEntry>, day: Day): number {
  let balance = account.initial_balance_amount_cents
  for (const entry of entries) {
    if (!entry.settled || entry.date > day) continue
    if (account.date_initial_balance === null || entry.date >= account.date_initial_balance) balance += signedAmount(entry)
  }
  return balance
}

export interface ListedEntry {
  id: string
  date: Day
  sorting_index: number
  created_at: string
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order a running balance follows: date, sorting_index, created_at, id. */
export const compareForBalance = (a: ListedEntry, b: ListedEntry): number =>
  compare(a.date, b.date) || a.sorting_index - b.sorting_index || compare(a.created_at, b.created_at) || compare(a.id, b.id)

/** Each entry in that order with the balance after it; `opening` is the balance before the first. The caller leaves open entries out. */
export function runningBalance<E extends ListedEntry & { kind: EntryKind; amount_cents: number }>(
  entries: readonly E[],
  opening: number,
): { entry: E; current_balance: number }[] {
  let balance = opening
  return [...entries].sort(compareForBalance).map(entry => {
    balance += signedAmount(entry)
    return { entry, current_balance: balance }
  })
}
