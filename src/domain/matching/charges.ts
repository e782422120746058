// Charges and rates to the cent: what a bill paid late owes by the usual terms, and a part of an amount.
import { lateCharges } from './weights.ts'

export interface Charges {
  readonly fine: number
  readonly interest: number
}

/** The usual terms of a bill: a 2% fine once, 1% a month pro rata over 30 days; each rounded half up to the cent, or cut off as some banks do. */
export function chargesOf(amount: number, days: number, rounding: 'half-up' | 'down' = 'half-up'): Charges {
  const divide = rounding === 'half-up' ? halfUp : (dividend: number, divisor: number) => Math.floor(dividend / divisor)
  return {
    fine: divide(amount * lateCharges.finePercent, 100),
    interest: divide(amount * lateCharges.monthlyInterestPercent * days, 100 * lateCharges.monthDays),
  }
}

/** Cents, rounded half up; the rate in hundredths of a percent. */
export function atRate(amount: number, rate: number): number {
  return halfUp(amount * rate, 10_000)
}

/** Integer division, rounded half up; both numbers are positive. */
function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}
