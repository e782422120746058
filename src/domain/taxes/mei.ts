// The MEI: its fixed monthly DAS, its yearly revenue limit, and the late fine of its yearly statement.
import { addDays, addMonths, type Day, diffMonths, endOfMonth, nextBusinessDay } from '../days.ts'
import { percentOf } from '../money.ts'
import { proportionalLimit } from './limits.ts'
import { DAS_DUE_DAY, MEI_PARTS, minimumWageCents, REVENUE_LIMITS_CENTS } from './tables.ts'

/** The activity of a MEI decides which fixed parts it pays besides INSS. */
export const MEI_ACTIVITIES = ['COMMERCE', 'SERVICES', 'BOTH', 'TRUCKER'] as const
export type MeiActivity = (typeof MEI_ACTIVITIES)[number]

export interface DasMei {
  inss_cents: number
  icms_cents: number
  iss_cents: number
  tax_cents: number
}

/** Due every month, with or without revenue. */
export function computeDasMei(year: number, activity: MeiActivity): DasMei {
  const percent = activity === 'TRUCKER' ? MEI_PARTS.trucker_inss_percent : MEI_PARTS.inss_percent
  const inss_cents = percentOf(minimumWageCents(year), percent)
  const icms_cents = activity === 'SERVICES' ? 0 : MEI_PARTS.icms_cents
  const iss_cents = activity === 'COMMERCE' ? 0 : MEI_PARTS.iss_cents
  return { inss_cents, icms_cents, iss_cents, tax_cents: inss_cents + icms_cents + iss_cents }
}

/** The 20th of the next month, or the next business day (Resolução CGSN 140/2018, art. 40). */
export function dasDueDate(month: string): Day {
  const next = addDays(endOfMonth(`${month}-01`), 1)
  return nextBusinessDay(`${next.slice(0, 8)}${DAS_DUE_DAY}`)
}

export const meiLimitCents = (year: number, activity: MeiActivity, openingDate: string | null): number =>
  proportionalLimit(activity === 'TRUCKER' ? REVENUE_LIMITS_CENTS.mei_trucker : REVENUE_LIMITS_CENTS.mei, year, openingDate)

/** LC 123/2006, art. 38: 2% of the year's taxes per month or part of one, up to 20%, at least R$ 50. */
const FINE = { percent_per_month: 2, max_percent: 20, minimum_cents: 5_000 } as const
const HALVED_WITHIN_DAYS = 30

export interface StatementFine {
  fine_cents: number
  /** What is due when paid by `halved_until`. */
  halved_cents: number
  halved_until: Day | null
}

export function statementFine(taxesOfYearCents: number, dueDate: Day, deliveredOn: Day): StatementFine {
  if (deliveredOn <= dueDate) return { fine_cents: 0, halved_cents: 0, halved_until: null }
  const months = monthsOrParts(dueDate, deliveredOn)
  const percent = Math.min(months * FINE.percent_per_month, FINE.max_percent)
  const fine_cents = Math.max(percentOf(taxesOfYearCents, percent), FINE.minimum_cents)
  return { fine_cents, halved_cents: percentOf(fine_cents, 1, 2), halved_until: addDays(deliveredOn, HALVED_WITHIN_DAYS) }
}

/** Months begun since a day; the day after it begins the first. */
function monthsOrParts(since: Day, until: Day): number {
  const from = addDays(since, 1)
  const begun = diffMonths(from, until)
  return addMonths(from, begun) <= until ? begun + 1 : begun
}
