// Closed date ranges: which date of an entry locks which operation, and whether a range may be closed.
import { type Day, endOfMonth, formatDay, formatMonth, monthOf, startOfMonth } from './days.ts'

/** Inclusive at both ends. */
export interface ClosedRange {
  start_date: Day
  end_date: Day
}

export const closedRangeFor = <R extends ClosedRange>(day: Day, ranges: readonly R[]): R | undefined =>
  ranges.find(range => range.start_date <= day && day <= range.end_date)

export type LockingDate = 'date' | 'competence_date'

/** The cash date locks what moves money, the competence what moves the result: October rent may be paid in November, but its amount may not change. */
export const OPERATION_LOCKS = {
  settle: ['date'],
  undo_settlement: ['date'],
  conciliate: ['date'],
  undo_conciliation: ['date'],
  transfer: ['date'],
  undo_transfer: ['date'],
  change_date: ['date'],
  change_bank_account: ['date'],
  create: ['competence_date'],
  delete: ['competence_date'],
  restore: ['competence_date'],
  split: ['competence_date'],
  change_amount: ['competence_date'],
  change_category: ['competence_date'],
  change_competence: ['competence_date'],
} as const satisfies Record<string, readonly LockingDate[]>

export type PeriodOperation = keyof typeof OPERATION_LOCKS

/** On a settled entry these move money too, so both dates lock. */
const ALSO_MOVES_MONEY: ReadonlySet<PeriodOperation> = new Set(['create', 'delete', 'restore', 'split', 'change_amount'])

/** On an open entry these only touch a plan: its date is an expectation, not cash. */
const ONLY_WHEN_SETTLED: ReadonlySet<PeriodOperation> = new Set(['change_date', 'change_bank_account'])

export interface DatedEntry {
  date?: Day | null
  due_date?: Day | null
  issue_date?: Day | null
  competence_date?: Day | null
  settled: boolean
}

/** The month of the result: competence, else issue, due or cash date, in this order. */
export const competenceOf = (entry: Omit<DatedEntry, 'settled'>): Day | undefined =>
  entry.competence_date ?? entry.issue_date ?? entry.due_date ?? entry.date ?? undefined

/** The days that an operation would move, for one state of an entry. */
export function lockedDays(operation: PeriodOperation, entry: DatedEntry): Day[] {
  if (ONLY_WHEN_SETTLED.has(operation) && !entry.settled) return []
  const dates = new Set<LockingDate>(OPERATION_LOCKS[operation])
  if (entry.settled && ALSO_MOVES_MONEY.has(operation)) dates.add('date')
  return [...dates].map(date => (date === 'date' ? (entry.date ?? undefined) : competenceOf(entry))).filter(day => day !== undefined)
}

/** The closed range that forbids an operation, considering the entry before and after it; refused as period.closed. */
export function closedRangeOf<R extends ClosedRange>(
  operation: PeriodOperation,
  states: { before?: DatedEntry; after?: DatedEntry },
  ranges: readonly R[],
): R | undefined {
  for (const state of [states.before, states.after]) {
    for (const day of state ? lockedDays(operation, state) : []) {
      const range = closedRangeFor(day, ranges)
      if (range) return range
    }
  }
  return undefined
}

export type CloseError = 'range.inverted' | 'range.in_future' | 'range.overlaps'

export const CLOSE_ERROR_MESSAGES: Record<CloseError, string> = {
  'range.inverted': 'O início vem depois do fim.',
  'range.in_future': 'Um período só fecha depois de terminar.',
  'range.overlaps': 'Parte deste período já está fechada.',
}

/** Why a range cannot be closed, or undefined. The end may be today. */
export function closeError(range: ClosedRange, closed: readonly ClosedRange[], today: Day): CloseError | undefined {
  if (range.start_date > range.end_date) return 'range.inverted'
  if (range.end_date > today) return 'range.in_future'
  return closed.some(other => other.start_date <= range.end_date && range.start_date <= other.end_date) ? 'range.overlaps' : undefined
}

/** 'outubro de 2026', 'agosto a setembro de 2026' for whole months, else the two days. */
export function rangeName({ start_date, end_date }: ClosedRange): string {
  if (start_date !== startOfMonth(start_date) || end_date !== endOfMonth(end_date))
    return `${formatDay(start_date)} a ${formatDay(end_date)}`
  const [first, last] = [formatMonth(monthOf(start_date)), formatMonth(monthOf(end_date))]
  if (first === last) return first
  return `${start_date.slice(0, 4) === end_date.slice(0, 4) ? first.split(' ')[0] : first} a ${last}`
}
