// The receivables summary 'Valor': SPEC.md, Receivables summary, owes the 12-month sum times 12 and times 10, odd as it is.
import { addMonths, type Day, endOfMonth } from './days.ts'

export const SUMMARY_MONTHS = 12
export const SUMMARY_FACTORS = [12, 10] as const

/** From 12 months back to the end of the current period, the month of today. */
export const summaryWindow = (today: Day): { start_date: Day; end_date: Day } => ({
  start_date: addMonths(today, -SUMMARY_MONTHS),
  end_date: endOfMonth(today),
})

/** The receivables dated inside the window, in cents, × 12 × 10. */
export function receivablesSummary(receivables: Iterable<{ date: Day; amount_cents: number }>, today: Day): number {
  const { start_date, end_date } = summaryWindow(today)
  let sum = 0
  for (const receivable of receivables) {
    if (receivable.date >= start_date && receivable.date <= end_date) sum += receivable.amount_cents
  }
  return sum * SUMMARY_FACTORS[0] * SUMMARY_FACTORS[1]
}
