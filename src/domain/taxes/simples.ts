// The DAS of Simples Nacional: revenue of twelve months, effective rate by annex, Fator R, and the month's tax, in exact integers.
import { divideHalfUp } from '../arithmetic.ts'
import { addMonths, diffMonths } from '../days.ts'
import { type Annex, type Band, FATOR_R_PERCENT, RATE_SCALE, REVENUE_LIMITS_CENTS, SIMPLES_ANNEXES } from './tables.ts'

/** A month's gross revenue by what was sold, in cents. */
export interface MonthRevenue {
  /** 'yyyy-MM'. */
  month: string
  commerce_cents: number
  services_cents: number
}

export const revenueOf = (month: MonthRevenue): number => month.commerce_cents + month.services_cents

export interface TwelveMonths {
  cents: number
  /** What these months really earned: `cents`, unless proportional. */
  earned_cents: number
  /** True in the first year: the average of the months in business, times twelve (Resolução CGSN 140/2018, art. 22). */
  proportional: boolean
  /** The whole months behind the figure. */
  months: number
}

/** The whole months behind a rate: the twelve before; fewer in the first year; in the very first month that month itself. */
function monthsBefore(month: string, openingDate: string | null): { from: string; to: string; months: number } {
  const age = openingDate === null ? 12 : diffMonths(openingDate, `${month}-01`)
  if (age <= 0) return { from: month, to: month, months: 1 }
  const before = (count: number) => addMonths(`${month}-01`, -count).slice(0, 7)
  const months = Math.min(age, 12)
  return { from: before(months), to: before(1), months }
}

const inMonths = <M extends { month: string }>(all: readonly M[], { from, to }: { from: string; to: string }): M[] =>
  all.filter(each => each.month >= from && each.month <= to)

/** The RBT12 of a month 'yyyy-MM': the twelve months before it, or their proportional form while the company is younger. */
export function revenueOfTwelveMonths(month: string, revenues: readonly MonthRevenue[], openingDate: string | null): TwelveMonths {
  const window = monthsBefore(month, openingDate)
  const earned_cents = inMonths(revenues, window).reduce((sum, each) => sum + revenueOf(each), 0)
  const { months } = window
  if (months === 12) return { cents: earned_cents, earned_cents, proportional: false, months }
  return { cents: Number(divideHalfUp(BigInt(earned_cents) * 12n, BigInt(months))), earned_cents, proportional: true, months }
}

/** The band of an RBT12; above the last limit, the last band. */
export function bandOf(annex: Annex, twelveMonthsCents: number): { band: Band; number: number } {
  const { bands } = SIMPLES_ANNEXES[annex]
  const found = bands.findIndex(band => twelveMonthsCents <= band.up_to_cents)
  const at = found < 0 ? bands.length - 1 : found
  return { band: bands[at] as Band, number: at + 1 }
}

/** revenue × (RBT12 × rate - deduction) / RBT12, rounded half up once, to the cent. Without earlier revenue, the rate of the first band. */
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

/**
 * Payroll over revenue of the same months, neither of them annualised alone (Resolução CGSN 140/2018, art. 26). Without revenue, having paid
 * anyone reaches it (PGDAS-D manual, fator r of 0,28).
 */
export function reachesFatorR(payrollCents: number, revenueCents: number): boolean {
  if (revenueCents <= 0) return payrollCents > 0
  return BigInt(payrollCents) * 100n >= BigInt(revenueCents) * BigInt(FATOR_R_PERCENT)
}

/** A month's wages, partners' pay and their charges, in cents. */
export interface MonthPayroll {
  month: string
  cents: number
}

export interface DasInput {
  month: string
  /** The month itself and the twelve before it. */
  revenues: readonly MonthRevenue[]
  /** Of the same months. */
  payrolls: readonly MonthPayroll[]
  opening_date: string | null
  commerce_annex: 'I' | 'II'
  /** 'V': subject to Fator R. */
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
  /** Above the sublimit the state's and the city's tax leave the DAS. */
  above_sublimit: boolean
  above_limit: boolean
}

export function computeDas(input: DasInput): Das {
  const current = input.revenues.find(each => each.month === input.month) ?? { month: input.month, commerce_cents: 0, services_cents: 0 }
  const twelve_months = revenueOfTwelveMonths(input.month, input.revenues, input.opening_date)
  const rbt12 = twelve_months.cents
  const payroll_cents = inMonths(input.payrolls, monthsBefore(input.month, input.opening_date)).reduce((sum, each) => sum + each.cents, 0)
  const reached = reachesFatorR(payroll_cents, twelve_months.earned_cents)
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
    ...(asked ? { fator_r: { payroll_cents, reached } } : {}),
    tax_cents: parts.reduce((sum, part) => sum + part.tax_cents, 0),
    above_sublimit: rbt12 > REVENUE_LIMITS_CENTS.state_sublimit,
    above_limit: rbt12 > REVENUE_LIMITS_CENTS.simples,
  }
}
