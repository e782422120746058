// The balance ladder of one account: the bank's balance of each day, from stated balances and lines, beside that of the books.
import { addDays, type Day } from './days.ts'

export interface Movement {
  day: Day
  /** Signed cents. */
  amount_cents: number
}

export interface LadderFacts {
  /** Balances the bank stated, each for the end of its day. */
  stated: readonly { day: Day; balance_cents: number }[]
  /** Lines of the statements without the ignored ones, which move no money. */
  lines: readonly Movement[]
  /** The last day the statements cover; null without any. */
  told_until: Day | null
  /** The balance of the books at the end of the day before the period. */
  books_opening_cents: number
  /** Settled entries in the period. */
  books: readonly Movement[]
}

export interface LadderStep {
  day: Day
  bank_cents: number | null
  books_cents: number
  difference_cents: number | null
  bank_movement_cents: number
  books_movement_cents: number
  is_stated: boolean
  is_break: boolean
}

export const sumByDay = (movements: readonly Movement[]): ReadonlyMap<Day, number> => {
  const sums = new Map<Day, number>()
  for (const { day, amount_cents } of movements) sums.set(day, (sums.get(day) ?? 0) + amount_cents)
  return sums
}

/**
 * The bank's balance at the end of a day: the last stated balance up to that day plus the lines after it; before the first stated balance,
 * that one less the lines in between.
 */
export function bankBalances({
  stated,
  lines,
  told_until,
}: Pick<LadderFacts, 'stated' | 'lines' | 'told_until'>): (day: Day) => number | null {
  const anchors = [...stated].sort((a, b) => (a.day < b.day ? -1 : 1))
  const moved = [...sumByDay(lines)].sort(([a], [b]) => (a < b ? -1 : 1))
  const between = (after: Day, until: Day) => moved.reduce((sum, [day, cents]) => (day > after && day <= until ? sum + cents : sum), 0)
  return day => {
    if (told_until === null || day > told_until) return null
    const before = anchors.findLast(anchor => anchor.day <= day)
    if (before) return before.balance_cents + between(before.day, day)
    const [after] = anchors
    return after ? after.balance_cents - between(day, after.day) : null
  }
}

/** One step per day of the period. A break is a day on which the difference changes. */
export function balanceLadder(facts: LadderFacts, start: Day, end: Day): LadderStep[] {
  const bankAt = bankBalances(facts)
  const lines = sumByDay(facts.lines)
  const entries = sumByDay(facts.books)
  const stated = new Set(facts.stated.map(anchor => anchor.day))
  const opening = bankAt(addDays(start, -1))
  let books = facts.books_opening_cents
  let before = opening === null ? 0 : opening - books
  const steps: LadderStep[] = []
  for (let day = start; day <= end; day = addDays(day, 1)) {
    const books_movement_cents = entries.get(day) ?? 0
    books += books_movement_cents
    const bank_cents = bankAt(day)
    const difference_cents = bank_cents === null ? null : bank_cents - books
    const is_break = difference_cents !== null && difference_cents !== before
    steps.push({
      day,
      bank_cents,
      books_cents: books,
      difference_cents,
      bank_movement_cents: lines.get(day) ?? 0,
      books_movement_cents,
      is_stated: stated.has(day),
      is_break,
    })
    if (difference_cents !== null) before = difference_cents
  }
  return steps
}

/** The first day on which bank and books disagree. */
export const firstBroken = (steps: readonly LadderStep[]): Day | null => steps.find(isBroken)?.day ?? null

export const isBroken = ({ difference_cents }: Pick<LadderStep, 'difference_cents'>): boolean =>
  difference_cents !== null && difference_cents !== 0

/** The days up to today that no statement tells of: how many, and the first of them. */
export function missingDays(
  days: readonly Pick<LadderStep, 'day' | 'bank_cents'>[],
  today: Day,
): { count: number; first: Day } | undefined {
  const missing = days.filter(({ day, bank_cents }) => bank_cents === null && day <= today)
  return missing[0] && { count: missing.length, first: missing[0].day }
}
