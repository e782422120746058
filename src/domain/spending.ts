// Where the money goes: what was paid by category this month, beside the same days of the month before.
import { addMonths, type Day, startOfMonth } from './days.ts'
import type { CategorySum } from './income-statement.ts'
import { formatPercent } from './money.ts'

export interface Spent {
  category_id: string | null
  amount_cents: number
  /** In the month before, up to the same day. */
  last_cents: number
}

/** This month until today, and the month before until the same day, or its last one where it is shorter. */
export const monthsToDay = (today: Day): [now: { start_date: Day; end_date: Day }, last: { start_date: Day; end_date: Day }] => {
  const sameDay = addMonths(today, -1)
  return [
    { start_date: startOfMonth(today), end_date: today },
    { start_date: startOfMonth(sameDay), end_date: sameDay },
  ]
}

type PaidSum = Pick<CategorySum, 'category_id' | 'kind' | 'amount_cents'>

/** What was paid, by category, this month and the one before. */
export function spentByCategory(now: readonly PaidSum[], last: readonly PaidSum[]): Spent[] {
  const paid = (sums: readonly PaidSum[]) =>
    new Map(sums.flatMap(({ category_id, kind, amount_cents }) => (kind === 'BILL' ? [[category_id, amount_cents]] : [])))
  const [paidNow, paidLast] = [paid(now), paid(last)]
  const categories = new Set([...paidNow.keys(), ...paidLast.keys()])
  return [...categories].map(category_id => ({
    category_id,
    amount_cents: paidNow.get(category_id) ?? 0,
    last_cents: paidLast.get(category_id) ?? 0,
  }))
}

/** The categories that took most this month, and last month where they are equal. */
export const mostSpent = (spent: readonly Spent[], count: number): Spent[] =>
  [...spent].sort((a, b) => b.amount_cents - a.amount_cents || b.last_cents - a.last_cents).slice(0, count)

/** From this much more than last month on, a category asks for attention. */
const STEEP_PERCENT = 10

export interface SpendingChange {
  /** '+19%', '−2%', 'igual', 'novo'. */
  words: string
  steep: boolean
}

export function spendingChange({ amount_cents, last_cents }: Pick<Spent, 'amount_cents' | 'last_cents'>): SpendingChange {
  if (last_cents <= 0) return { words: 'novo', steep: false }
  const percent = Math.round(((amount_cents - last_cents) * 100) / last_cents)
  if (percent === 0) return { words: 'igual', steep: false }
  return { words: `${percent > 0 ? '+' : ''}${formatPercent(percent)}`, steep: percent >= STEEP_PERCENT }
}
