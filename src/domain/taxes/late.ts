// What a federal tax costs when paid late: a daily fine and monthly Selic (Lei 9.430/1996, art. 61).
import { addMonths, type Day, diffDays, monthOf } from '../days.ts'
import { percentOf } from '../money.ts'
import { SELIC_BASIS_POINTS } from './tables.ts'

const FINE_BASIS_POINTS_PER_DAY = 33
const MAX_FINE_BASIS_POINTS = 2_000
const MONTH_OF_PAYMENT_BASIS_POINTS = 100
const BASIS = 10_000

export interface LateCharges {
  days: number
  fine_cents: number
  interest_cents: number
  /** Hundredths of a percent. */
  fine_basis_points: number
  interest_basis_points: number
  /** Whether a month whose Selic was not yet known took the last known one. */
  estimated: boolean
}

const ON_TIME: LateCharges = { days: 0, fine_cents: 0, interest_cents: 0, fine_basis_points: 0, interest_basis_points: 0, estimated: false }

/** 0,33% a day up to 20%, plus the Selic of the months between due date and payment, plus 1% for the month of payment. */
export function lateCharges(cents: number, dueDate: Day, payDate: Day): LateCharges {
  const days = diffDays(dueDate, payDate)
  if (days <= 0) return ON_TIME
  const fine_basis_points = Math.min(days * FINE_BASIS_POINTS_PER_DAY, MAX_FINE_BASIS_POINTS)
  const { basis_points, estimated } = selicBetween(monthOf(dueDate), monthOf(payDate))
  return {
    days,
    fine_basis_points,
    fine_cents: percentOf(cents, fine_basis_points, BASIS),
    interest_basis_points: basis_points,
    interest_cents: percentOf(cents, basis_points, BASIS),
    estimated,
  }
}

/** Nothing within the month of the due date. */
function selicBetween(dueMonth: string, payMonth: string): { basis_points: number; estimated: boolean } {
  if (payMonth <= dueMonth) return { basis_points: 0, estimated: false }
  const known = Object.keys(SELIC_BASIS_POINTS).sort()
  const [first = '', last = ''] = [known[0], known[known.length - 1]]
  let basis_points = MONTH_OF_PAYMENT_BASIS_POINTS
  let estimated = false
  for (let month = nextMonth(dueMonth); month < payMonth; month = nextMonth(month)) {
    const published = SELIC_BASIS_POINTS[month]
    estimated ||= published === undefined
    basis_points += published ?? SELIC_BASIS_POINTS[month < first ? first : last] ?? 0
  }
  return { basis_points, estimated }
}

const nextMonth = (month: string): string => addMonths(`${month}-01`, 1).slice(0, 7)
