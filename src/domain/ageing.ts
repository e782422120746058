// What is late, by how long: a week, a month, or longer.
import type { OpenSum } from './balance-forecast.ts'
import { addDays, type Day } from './days.ts'
import { lastOverdueDay } from './due.ts'
import type { TitleKind } from './enums.ts'

const WEEK = 7
const MONTH = 30

/** Due dates, both ends included; no first day: however old. */
export interface AgeBand {
  from: Day | null
  to: Day
}

export interface AgedSum extends AgeBand {
  count: number
  amount_cents: number
}

export const AGE_WORDS = ['1 a 7 dias', '8 a 30 dias', '31 ou mais'] as const

/** Late for 1 to 7 days, for 8 to 30, and for longer. A title due on a day without banks is not late before the next business day ends. */
export const ageBands = (today: Day): [AgeBand, AgeBand, AgeBand] => [
  { from: addDays(today, -WEEK), to: lastOverdueDay(today) },
  { from: addDays(today, -MONTH), to: addDays(today, -WEEK - 1) },
  { from: null, to: addDays(today, -MONTH - 1) },
]

export function agedSums(open: readonly OpenSum[], kind: TitleKind, today: Day): AgedSum[] {
  return ageBands(today).map(band => {
    const inBand = open.filter(sum => sum.kind === kind && (band.from === null || sum.due_date >= band.from) && sum.due_date <= band.to)
    return { ...band, ...pileOf(inBand) }
  })
}

export const pileOf = (sums: readonly OpenSum[]): { count: number; amount_cents: number } => ({
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount_cents: sums.reduce((cents, sum) => cents + sum.amount_cents, 0),
})
