// A partner's monthly pay: what the company owes on it and what it withholds (INSS up to the ceiling, income tax with dependents and the 2026 relief).
import { divideHalfUp } from '../arithmetic.ts'
import type { TaxRegime } from '../enums.ts'
import { formatCents, percentOf } from '../money.ts'
import {
  DEPENDENT_DEDUCTION_CENTS,
  EMPLOYER_INSS_PERCENT,
  INCOME_TAX_BANDS,
  INCOME_TAX_RELIEF,
  knowsYear,
  LARGEST_TAX_LEFT_CENTS,
  minimumWageCents,
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

/** `month` ('yyyy-MM') selects ceiling and relief; `dependents` are those that the income tax accepts. */
export function withholdings(grossCents: number, dependents: number, month: string): Withholdings {
  const year = Number(month.slice(0, 4))
  const inss_cents = percentOf(Math.min(grossCents, socialSecurityCeilingCents(year)), PRO_LABORE_INSS_PERCENT)
  const dependents_deduction_cents = dependents * DEPENDENT_DEDUCTION_CENTS
  // The simplified deduction replaces INSS and dependents when it is larger.
  const deductions = Math.max(inss_cents + dependents_deduction_cents, SIMPLIFIED_DEDUCTION_CENTS)
  const tax = incomeTax(Math.max(0, grossCents - deductions))
  const owed = Math.max(0, tax - (month >= INCOME_TAX_RELIEF.since ? relief(grossCents) : 0))
  const irrf_cents = owed > LARGEST_TAX_LEFT_CENTS ? owed : 0
  return { inss_cents, dependents_deduction_cents, irrf_cents, net_cents: grossCents - inss_cents - irrf_cents }
}

export interface Employer {
  tax_regime: TaxRegime
  /** Its services are taxed by annex IV, which leaves the employer's contribution out of the DAS. */
  is_annex_iv: boolean
}

/** The company's own contribution, without ceiling: within the DAS in annexes I, II, III and V (LC 123/2006, arts. 13, VI, and 18, § 5º-C). */
export function employerInssCents(grossCents: number, { tax_regime, is_annex_iv }: Employer): number {
  const isInDas = tax_regime === 'MEI' || (tax_regime === 'SIMPLES_NACIONAL' && !is_annex_iv)
  return isInDas ? 0 : percentOf(grossCents, EMPLOYER_INSS_PERCENT)
}

/** What an accountant would say about the pay, in pt-BR. */
export function proLaboreWarnings(grossCents: number, regime: TaxRegime, year: number): string[] {
  if (grossCents === 0) return []
  if (regime === 'MEI') return ['O MEI não tem pró-labore: o que o titular retira é distribuição de lucros.']
  const minimum = minimumWageCents(year)
  return [
    ...(grossCents < minimum ? [`O pró-labore fica abaixo do salário mínimo de ${formatCents(minimum)}.`] : []),
    ...(knowsYear(year) ? [] : [`Não temos o salário mínimo e o teto do INSS de ${year}: o cálculo usa os do ano mais próximo.`]),
  ]
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
