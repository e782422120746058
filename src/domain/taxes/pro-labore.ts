// What is withheld of a partner's monthly pay: INSS up to the ceiling, income tax with dependents and the relief in force since 2026.
import { divideHalfUp } from '../arithmetic.ts'
import { percentOf } from '../money.ts'
import {
  DEPENDENT_DEDUCTION_CENTS,
  INCOME_TAX_BANDS,
  INCOME_TAX_RELIEF,
  PRO_LABORE_INSS_PERCENT,
  RATE_SCALE,
  SIMPLIFIED_DEDUCTION_CENTS,
  socialSecurityCeilingCents,
} from './tables.ts'

export interface Withholdings {
  inss_cents: number
  dependents_deduction_cents: number
  irrf_cents: number
  net_cents: number
}

/** `month` 'yyyy-MM' chooses ceiling and relief; `dependents` are those the income tax takes. */
export function withholdings(grossCents: number, dependents: number, month: string): Withholdings {
  const year = Number(month.slice(0, 4))
  const inss_cents = percentOf(Math.min(grossCents, socialSecurityCeilingCents(year)), PRO_LABORE_INSS_PERCENT)
  const dependents_deduction_cents = dependents * DEPENDENT_DEDUCTION_CENTS
  // The simplified deduction stands in for INSS and dependents when it is the larger.
  const deductions = Math.max(inss_cents + dependents_deduction_cents, SIMPLIFIED_DEDUCTION_CENTS)
  const tax = incomeTax(Math.max(0, grossCents - deductions))
  const irrf_cents = Math.max(0, tax - (month >= INCOME_TAX_RELIEF.since ? relief(grossCents) : 0))
  return { inss_cents, dependents_deduction_cents, irrf_cents, net_cents: grossCents - inss_cents - irrf_cents }
}

function incomeTax(baseCents: number): number {
  const band = INCOME_TAX_BANDS.find(each => baseCents > each.above_cents)
  return band ? Math.max(0, percentOf(baseCents, band.rate, RATE_SCALE) - band.deduct_cents) : 0
}

function relief(grossCents: number): number {
  if (grossCents <= INCOME_TAX_RELIEF.full_up_to_cents) return INCOME_TAX_RELIEF.full_cents
  if (grossCents > INCOME_TAX_RELIEF.partial_up_to_cents) return 0
  const share = divideHalfUp(BigInt(grossCents) * BigInt(INCOME_TAX_RELIEF.per_million), 1_000_000n)
  return Math.max(0, INCOME_TAX_RELIEF.base_cents - Number(share))
}
