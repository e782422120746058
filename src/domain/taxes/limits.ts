// The yearly revenue that MEI and Simples allow, and how far past it a company is.
import { percentOf } from '../money.ts'
import { LIMIT_TOLERANCE_PERCENT, REVENUE_LIMITS_CENTS } from './tables.ts'

/** The months a company was in business in a year, starting with the month of opening. */
export function monthsInBusiness(year: number, openingDate: string | null): number {
  if (openingDate === null || Number(openingDate.slice(0, 4)) < year) return 12
  return Number(openingDate.slice(0, 4)) > year ? 0 : 13 - Number(openingDate.slice(5, 7))
}

/** In the opening year, proportional to the months in business. */
export const proportionalLimit = (yearCents: number, year: number, openingDate: string | null): number =>
  percentOf(yearCents, monthsInBusiness(year, openingDate), 12)

export const simplesLimitCents = (year: number, openingDate: string | null): number =>
  proportionalLimit(REVENUE_LIMITS_CENTS.simples, year, openingDate)

/**
 * 'NEAR' from 80% of the limit; 'EXCEEDED' up to 20% above it: out of the regime next January; 'FAR_EXCEEDED' beyond: out at once, for
 * a MEI since January or its opening (LC 123/2006, arts. 3º, §§ 9º and 9º-A, and 18-A, §§ 7º and 8º).
 */
export type LimitState = 'WITHIN' | 'NEAR' | 'EXCEEDED' | 'FAR_EXCEEDED'

export function limitState(revenueCents: number, limitCents: number): LimitState {
  if (revenueCents > percentOf(limitCents, 100 + LIMIT_TOLERANCE_PERCENT)) return 'FAR_EXCEEDED'
  if (revenueCents > limitCents) return 'EXCEEDED'
  return revenueCents * 100 >= limitCents * 80 ? 'NEAR' : 'WITHIN'
}
