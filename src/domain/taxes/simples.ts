// The DAS of Simples Nacional: revenue of twelve months, effective rate by annex, Fator R, and the month's tax, in exact integers.
import { divideHalfUp } from '../arithmetic.ts'
import { addMonths, startOfMonth } from '../days.ts'
import { type Annex, type Band, FATOR_R_PERCENT, RATE_SCALE, REVENUE_LIMITS_CENTS, SIMPLES_ANNEXES } from './tables.ts'

/** Gross revenue of a month by what was sold, in cents. */
export interface MonthRevenue {
  /** 'yyyy-MM'. */
  month: string
  commerce_cents: number
  services_cents: number
}

export const revenueOf = (month: MonthRevenue): number => month.commerce_cents + month.services_cents

/** Months from the one of `from` to the one of `to`: 0 in the same month. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

export interface TwelveMonths {
  cents: number
  /** True in the first year: the average of the months in business, times twelve (Resolução CGSN 140/2018, art. 22). */
  proportional: boolean
  /** Whole months the figure stands on. */
  months: number
}

/** RBT12 of a month 'yyyy-MM': the twelve months before it, or their proportional form while the company is younger. */
export function revenueOfTwelveMonths(month: string, revenues: readonly MonthRevenue[], openingDate: string | null): TwelveMonths {
  const sumOf = (from: string, to: string) =>
    revenues.filter(each => each.month >= from && each.month <= to).reduce((sum, each) => sum + revenueOf(each), 0)
  const before = (count: number) => addMonths(`${month}-01`, -count).slice(0, 7)
  const age = openingDate === null ? 12 : monthsBetween(startOfMonth(openingDate), `${month}-01`)
  if (age >= 12) return { cents: sumOf(before(12), before(1)), proportional: false, months: 12 }
  if (age <= 0) return { cents: sumOf(month, month) * 12, proportional: true, months: 1 }
  const sum = BigInt(sumOf(before(age), before(1)))
  return { cents: Number(divideHalfUp(sum * 12n, BigInt(age))), proportional: true, months: age }
}

/** The band an RBT12 falls in; above the last limit, the last one. */
export function bandOf(annex: Annex, twelveMonthsCents: number): { band: Band; number: number } {
  const { bands } = SIMPLES_ANNEXES[annex]
  const found = bands.findIndex(band => twelveMonthsCents <= band.up_to_cents)
  const at = found < 0 ? bands.length - 1 : found
  return { band: bands[at] as Band, number: at + 1 }
}

/** revenue × (RBT12 × rate - deduction) / RBT12, rounded half up once, to the cent. Without revenue before, the rate of the first band. */
export function taxOf(revenueCents: number, annex: Annex, twelveMonthsCents: number): number {
  const { top, bottom } = effectiveRate(annex, twelveMonthsCents)
  return Number(divideHalfUp(BigInt(revenueCents) * top, bottom))
}

/** The effective rate as an exact fraction. */
export function effectiveRate(annex: Annex, twelveMonthsCents: number): { top: bigint; bottom: bigint } {
  const { band } = bandOf(annex, twelveMonthsCents)
  if (twelveMonthsCents <= 0) return { top: BigInt(band.rate), bottom: BigInt(RATE_SCALE) }
  const rbt12 = BigInt(twelveMonthsCents)
  return { top: rbt12 * BigInt(band.rate) - BigInt(band.deduct_cents) * BigInt(RATE_SCALE), bottom: rbt12 * BigInt(RATE_SCALE) }
}

/** A fraction as a pt-BR percentage with four places: '7,5423%'. */
export function formatRate({ top, bottom }: { top: bigint; bottom: bigint }): string {
  const scaled = divideHalfUp(top * 1_000_000n, bottom)
    .toString()
    .padStart(5, '0')
  return `${scaled.slice(0, -4)},${scaled.slice(-4)}%`
}

/** Payroll of twelve months over RBT12; without revenue, having paid anyone reaches it (PGDAS-D manual, fator r of 0,28). */
export function reachesFatorR(payrollCents: number, twelveMonthsCents: number): boolean {
  if (twelveMonthsCents <= 0) return payrollCents > 0
  return BigInt(payrollCents) * 100n >= BigInt(twelveMonthsCents) * BigInt(FATOR_R_PERCENT)
}

export interface DasInput {
  month: string
  /** The month itself and the twelve before it. */
  revenues: readonly MonthRevenue[]
  payroll_of_twelve_months_cents: number
  opening_date: string | null
  commerce_annex: 'I' | 'II'
  /** 'V' = subject to Fator R. */
  services_annex: 'III' | 'IV' | 'V'
}

export interface DasPart {
  annex: Annex
  revenue_cents: number
  band: number
  rate: { top: bigint; bottom: bigint }
  tax_cents: number
}

export interface Das {
  twelve_months: TwelveMonths
  parts: DasPart[]
  /** Present when services subject to Fator R were sold. */
  fator_r?: { payroll_cents: number; reached: boolean }
  tax_cents: number
  /** The state's and the city's tax leave the DAS above the sublimit. */
  above_sublimit: boolean
  above_limit: boolean
}

export function computeDas(input: DasInput): Das {
  const current = input.revenues.find(each => each.month === input.month) ?? { month: input.month, commerce_cents: 0, services_cents: 0 }
  const twelve_months = revenueOfTwelveMonths(input.month, input.revenues, input.opening_date)
  const rbt12 = twelve_months.cents
  const reached = reachesFatorR(input.payroll_of_twelve_months_cents, rbt12)
  const services: Annex = input.services_annex === 'V' && reached ? 'III' : input.services_annex
  const sold: readonly (readonly [Annex, number])[] = [
    [input.commerce_annex, current.commerce_cents],
    [services, current.services_cents],
  ]
  const parts = sold
    .filter(([, revenue]) => revenue > 0)
    .map(([annex, revenue_cents]) => ({
      annex,
      revenue_cents,
      band: bandOf(annex, rbt12).number,
      rate: effectiveRate(annex, rbt12),
      tax_cents: taxOf(revenue_cents, annex, rbt12),
    }))
  const asked = input.services_annex === 'V' && current.services_cents > 0
  return {
    twelve_months,
    parts,
    ...(asked ? { fator_r: { payroll_cents: input.payroll_of_twelve_months_cents, reached } } : {}),
    tax_cents: parts.reduce((sum, part) => sum + part.tax_cents, 0),
    above_sublimit: rbt12 > REVENUE_LIMITS_CENTS.state_sublimit,
    above_limit: rbt12 > REVENUE_LIMITS_CENTS.simples,
  }
}
