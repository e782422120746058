// The interval of a report: a whole month by any day of it, or from one day to another.
import { addMonths, addYears, endOfMonth, startOfMonth } from '#domain/days.ts'
import { invalid } from '#server/base/fail.ts'
import type { Interval } from './rows.ts'

const MAX_YEARS = 10

export interface AskedPeriod {
  date?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

export function reportPeriod({ date, start_date, end_date }: AskedPeriod, today: string): Interval {
  if (start_date === undefined && end_date === undefined) {
    const day = date ?? today
    return { start_date: startOfMonth(day), end_date: endOfMonth(day) }
  }
  if (start_date === undefined) throw invalid('start_date', 'Informe o início do período')
  if (end_date === undefined) throw invalid('end_date', 'Informe o fim do período')
  if (start_date > end_date) throw invalid('end_date', 'O fim vem antes do início')
  if (addYears(start_date, MAX_YEARS) <= end_date) throw invalid('end_date', 'O período vai até dez anos')
  return { start_date, end_date }
}

const MONTHS = 12

/** The month of a day and those before it, oldest first: a year unless said otherwise. */
export function lastMonths(day: string, count = MONTHS): Interval[] {
  return Array.from({ length: count }, (_, at) => {
    const start_date = addMonths(startOfMonth(day), at + 1 - count)
    return { start_date, end_date: endOfMonth(start_date) }
  })
}
