// The balance as a line: what the accounts held day by day until today, and what is expected once all that is booked is settled when due.
import { type Movement, sumByDay } from './balance-ladder.ts'
import { addDays, type Day } from './days.ts'
import type { TitleKind } from './enums.ts'

export interface DayBalance {
  day: Day
  balance_cents: number
}

/** Open titles of one kind due on one day, added up. */
export interface OpenSum {
  kind: TitleKind
  due_date: Day
  count: number
  amount_cents: number
}

const effectOf = ({ kind, amount_cents }: OpenSum): number => (kind === 'BILL' ? -amount_cents : amount_cents)

/** The balance at the end of each day from `start` to `end`. `opening_cents` is that of the start: movements of later days follow. */
export function pastBalances(opening_cents: number, movements: readonly Movement[], start: Day, end: Day): DayBalance[] {
  const moved = sumByDay(movements)
  const balances: DayBalance[] = [{ day: start, balance_cents: opening_cents }]
  let balance_cents = opening_cents
  for (let day = addDays(start, 1); day <= end; day = addDays(day, 1)) {
    balance_cents += moved.get(day) ?? 0
    balances.push({ day, balance_cents })
  }
  return balances
}

/** From today's balance on, for so many days. Nobody knows when what is late moves: it counts, like what is due today, from tomorrow. */
export function forecastBalances(balance_cents: number, open: readonly OpenSum[], today: Day, days: number): DayBalance[] {
  const tomorrow = addDays(today, 1)
  const effects = new Map<Day, number>()
  for (const sum of open) {
    const day = sum.due_date < tomorrow ? tomorrow : sum.due_date
    effects.set(day, (effects.get(day) ?? 0) + effectOf(sum))
  }
  const balances: DayBalance[] = [{ day: today, balance_cents }]
  let running = balance_cents
  for (let ahead = 1; ahead <= days; ahead++) {
    const day = addDays(today, ahead)
    running += effects.get(day) ?? 0
    balances.push({ day, balance_cents: running })
  }
  return balances
}

/** The first day ahead with the least balance; undefined where nothing booked moves it. */
export function lowestAhead(forecast: readonly DayBalance[]): DayBalance | undefined {
  const [now, ...ahead] = forecast
  if (ahead.every(({ balance_cents }) => balance_cents === now?.balance_cents)) return undefined
  return ahead.reduce<DayBalance | undefined>(
    (least, each) => (least && least.balance_cents <= each.balance_cents ? least : each),
    undefined,
  )
}
