// What a late slip costs: a fine once and simple daily interest over months of 30 days, each rounded half up to the cent.
import { type Day, diffDays, nextBusinessDay } from '../days.ts'
import { percentOf } from '../money.ts'

export interface LateTerms {
  /** Hundredths of a percent: 200 = 2%, the most consumer law allows (CDC art. 52). */
  fine_basis_points: number
  /** Hundredths of a percent a month: 100 = 1%. */
  monthly_interest_basis_points: number
}

/** What most bills charge: 2% once, and 1% a month for each day. */
export const USUAL_LATE_TERMS: LateTerms = { fine_basis_points: 200, monthly_interest_basis_points: 100 }

export interface LateCharges {
  fine_cents: number
  interest_cents: number
  total_cents: number
}

/** Paying on the business day after a due date on a weekend or holiday is on time; after it, days count from the due date. */
export const daysLate = (due: Day, paid: Day): number => (paid <= nextBusinessDay(due) ? 0 : diffDays(due, paid))

export function lateCharges(amount_cents: number, days: number, terms: LateTerms): LateCharges {
  if (days <= 0) return { fine_cents: 0, interest_cents: 0, total_cents: amount_cents }
  const fine_cents = percentOf(amount_cents, terms.fine_basis_points, 10_000)
  const interest_cents = percentOf(amount_cents, terms.monthly_interest_basis_points * days, 300_000)
  return { fine_cents, interest_cents, total_cents: amount_cents + fine_cents + interest_cents }
}
