// The days a report tells of: the frame's period; all of it is the year, for a report has two ends.

import { useToday } from '#client/kit/today.tsx'
import { usePeriod } from '#client/surfaces/where.ts'
import { shortMonthName } from '#domain/days.ts'

export interface ReportDays {
  start_date: string
  end_date: string
  label: string
}

export function useReportPeriod(): ReportDays {
  const { start, end, label } = usePeriod()
  const year = useToday().slice(0, 4)
  if (start === undefined || end === undefined) return { start_date: `${year}-01-01`, end_date: `${year}-12-31`, label: `ano de ${year}` }
  return { start_date: start, end_date: end, label }
}

/** 'nov/26'. */
export const shortMonth = (month: string): string => `${shortMonthName(month)}/${month.slice(2, 4)}`
