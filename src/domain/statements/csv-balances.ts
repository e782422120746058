// The balances beside the rows of a CSV: its opening and closing, and what the running balance proves about the amounts.
import { formatCents } from '../money.ts'
import { foldMemo } from './bank-text.ts'
import type { StatementAccount, StatementRow } from './statement-file.ts'

/** Whether the rows run from new to old: by their days, and within one day by the running balance. */
const newestFirst = (rows: readonly StatementRow[]): boolean => {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return false
  if (first.day !== last.day) return first.day > last.day
  let down = 0
  let up = 0
  for (let i = 1; i < rows.length; i++) {
    const before = rows[i - 1]!
    const after = rows[i]!
    if (before.balance_cents === undefined || after.balance_cents === undefined) continue
    if (before.balance_cents + after.amount_cents === after.balance_cents) up++
    if (after.balance_cents + before.amount_cents === before.balance_cents) down++
  }
  return down > up
}

/** The rows from old to new. */
export const timelineOf = (rows: readonly StatementRow[]): readonly StatementRow[] => (newestFirst(rows) ? rows.toReversed() : rows)

/**
 * True when the running balance falls by every positive amount, false when it rises by them; undefined when it proves neither. One day
 * alone proves nothing, for its rows may run either way.
 */
export const invertedByBalance = (rows: readonly StatementRow[]): boolean | undefined => {
  if (rows.length === 0 || rows[0]!.day === rows.at(-1)!.day) return undefined
  let balance: number | undefined
  let moved = 0
  let rises = 0
  let falls = 0
  let steps = 0
  for (const row of timelineOf(rows)) {
    if (!row.ignorable) moved += row.amount_cents
    if (row.balance_cents === undefined) continue
    if (balance !== undefined && moved !== 0) {
      steps++
      if (row.balance_cents - balance === moved) rises++
      if (balance - row.balance_cents === moved) falls++
    }
    balance = row.balance_cents
    moved = 0
  }
  // Amounts after the last balance would be signed by what is not there.
  if (steps === 0 || moved !== 0) return undefined
  if (rises === steps) return false
  return falls === steps ? true : undefined
}

export const setBalances = (account: StatementAccount): void => {
  let start: string | undefined
  let moved = 0
  let opening: number | undefined
  for (const row of timelineOf(account.rows)) {
    if (!row.ignorable) moved += row.amount_cents
    if (row.balance_cents !== undefined) {
      opening ??= row.balance_cents - moved
      account.ledger_balance_cents = row.balance_cents
      account.ledger_day = row.day
      if (row.ignorable && account.opening_balance_cents === undefined && /^SALDO (ANT|INICIAL)/.test(foldMemo(row.memo))) {
        account.opening_balance_cents = row.balance_cents
      }
    }
    if (row.ignorable) continue
    if (start === undefined || row.day < start) start = row.day
    if (account.end === undefined || row.day > account.end) account.end = row.day
  }
  if (start !== undefined) account.start = start
  // Balances of the end of each day, written on every row of it, say nothing of the first row alone.
  if (
    account.opening_balance_cents === undefined &&
    opening !== undefined &&
    balanceBreak(account.rows) === undefined &&
    !isDaily(account.rows)
  )
    account.opening_balance_cents = opening
}

/** Whether some day of several rows has one balance on all of them, and no day has two: the balance is that of the end of the day. */
const isDaily = (rows: readonly StatementRow[]): boolean => {
  const days = new Map<string, number>()
  let repeated = false
  for (const { day, balance_cents, ignorable } of rows) {
    if (balance_cents === undefined || ignorable) continue
    const known = days.get(day)
    if (known !== undefined && known !== balance_cents) return false
    repeated ||= known !== undefined
    days.set(day, balance_cents)
  }
  return repeated
}

interface Step {
  row: StatementRow
  expected: number
}

/** Where the balance does not follow from the one before, taking each balance at its row, or (`daily`) as that of the end of its day. */
const breaksOf = (rows: readonly StatementRow[], daily: boolean): Step[] => {
  const breaks: Step[] = []
  let balance: number | undefined
  let moved = 0
  rows.forEach((row, index) => {
    if (!row.ignorable) moved += row.amount_cents
    if (row.balance_cents === undefined || (daily && rows[index + 1]?.day === row.day)) return
    if (balance !== undefined && balance + moved !== row.balance_cents) breaks.push({ row, expected: balance + moved })
    balance = row.balance_cents
    moved = 0
  })
  return breaks
}

/** A pt-BR sentence where the balances beside the rows do not follow from the amounts. */
export const balanceBreak = (rows: readonly StatementRow[]): string | undefined => {
  const [first, ...others] = breaksOf(timelineOf(rows), isDaily(rows))
  if (first === undefined) return undefined
  const { row, expected } = first
  const more = others.length === 0 ? '' : ` Há ${others.length === 1 ? 'mais um ponto assim' : `mais ${others.length} pontos assim`}.`
  return `Na linha ${row.line} o saldo não segue dos lançamentos: seria ${formatCents(expected)} e o arquivo traz ${formatCents(row.balance_cents ?? 0)}. Pode faltar ou sobrar um lançamento.${more}`
}
