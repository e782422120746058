// When to remind a company of what falls due: certificates and consents before they end, open titles on business days.
import { addDays, type Day, diffDays, isBusinessDay, nextBusinessDay, previousBusinessDay, weekday } from './days.ts'
import { CARD_WARNING_DAYS } from './payments/cards.ts'

/** Days before a certificate ends. */
export const CERTIFICATE_WARNINGS = [30, 15, 7, 1] as const
/** Days before the card of the product's own subscription expires. */
export const CARD_WARNINGS = [CARD_WARNING_DAYS, 7] as const
/** Days before the consent of an open finance connection ends. */
export const CONSENT_WARNINGS = [7, 1] as const
/** Days before a tax is due. */
export const TAX_WARNINGS = [3, 0] as const

/** The warning that applies on a day: the last one reached, so that a missed morning is made up for; undefined before the first and after the end. */
export function warningOf(end: Day, today: Day, warnings: readonly number[]): number | undefined {
  const left = diffDays(today, end)
  if (left < 0) return undefined
  return warnings.filter(days => left <= days).at(-1)
}

/** The due dates that a morning announces (each range excludes its `after`); undefined on a day when banks are closed. */
export interface DueDays {
  /** Due today, or on closed days just before it: after the first day, up to the second. */
  today: readonly [after: Day, until: Day]
  overdue_until: Day
  /** Titles due after this day became overdue since the last business day. */
  news_after: Day
  /** The first business day of a week announces everything overdue, new or not. */
  isWeekly: boolean
}

const MONDAY = 1

export function dueDaysOf(today: Day): DueDays | undefined {
  if (!isBusinessDay(today)) return undefined
  const before = previousBusinessDay(addDays(today, -1))
  const monday = addDays(today, -((weekday(today) + 7 - MONDAY) % 7))
  return {
    today: [before, today],
    overdue_until: before,
    news_after: previousBusinessDay(addDays(before, -1)),
    isWeekly: nextBusinessDay(monday) === today,
  }
}

/** 'hoje', 'amanhã', 'em 7 dias'. */
export const inDaysWords = (days: number): string => (days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`)
