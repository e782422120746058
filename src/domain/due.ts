// Due dates: when an open entry is overdue, how near it is, and the words that say so.

import { addDays, type Day, diffDays, endOfWeek, nextBusinessDay, previousBusinessDay } from './days.ts'
import type { ReceivableStatus } from './enums.ts'

/** How long a title is late, or has left. */
export const DAYS = ['dia', 'dias'] as const

/** The warning window (SPEC.md, Due dates). */
export const DUE_WARNING_DAYS = 7

/**
 * The latest due date that is overdue. A title is overdue from the day after its due date, or after the next business day when banks are
 * closed on it. It is one day for all rows, so lists and the database compare days and need no calendar.
 */
export const lastOverdueDay = (today: Day): Day => previousBusinessDay(addDays(today, -1))

export const isOverdue = (dueDate: Day, today: Day): boolean => dueDate <= lastOverdueDay(today)

export interface DueState {
  level: 'danger' | 'warning' | 'today' | 'plain'
  /** 'vencida há 3 dias', 'vencida ontem', 'vence hoje', 'vence amanhã', 'vence em 2 dias', or '' when plain. */
  words: string
  /** The same where a heading says which it is: 'há 3 dias', 'hoje', 'amanhã', 'em 2 dias'. */
  short: string
}

const PLAIN: DueState = { level: 'plain', words: '', short: '' }

/**
 * The highlight of a bill or receivable (SPEC.md, Due dates); a settled one is always plain.
 * Days overdue count from the printed due date. Between a due date without banks and the next business day the entry is still on time, and
 * the words count down to that business day.
 */
export function dueState(entry: { due_date: Day | null | undefined; settled: boolean }, today: Day): DueState {
  const due = entry.due_date
  if (entry.settled || !due || due > addDays(today, DUE_WARNING_DAYS)) return PLAIN
  const lastOnTime = due < today ? nextBusinessDay(due) : due
  if (lastOnTime < today) return { level: 'danger', words: `vencida ${ago(diffDays(due, today))}`, short: ago(diffDays(due, today)) }
  if (lastOnTime === today) return { level: 'today', words: 'vence hoje', short: 'hoje' }
  const left = diffDays(today, lastOnTime)
  return {
    level: 'warning',
    words: left === 1 ? 'vence amanhã' : `vence em ${left} dias`,
    short: left === 1 ? 'amanhã' : `em ${left} dias`,
  }
}

const ago = (days: number): string => (days === 1 ? 'ontem' : `há ${days} dias`)

/** OVERDUE is derived on read: whatever is stored, the due date alone makes an open receivable OVERDUE or PENDING. */
export function receivableStatus(stored: ReceivableStatus, dueDate: Day | null | undefined, today: Day): ReceivableStatus {
  if (stored === 'RECEIVED') return 'RECEIVED'
  return dueDate && isOverdue(dueDate, today) ? 'OVERDUE' : 'PENDING'
}

/** How a list of what is owed is grouped, in this order. */
export const OWED_GROUPS = ['OVERDUE', 'WEEK', 'LATER', 'SETTLED'] as const
export type OwedGroup = (typeof OWED_GROUPS)[number]

/** The last days of the first two groups: what is overdue, and what is due by Sunday. */
export const owedUntil = (today: Day): { overdue: Day; week: Day } => ({ overdue: lastOverdueDay(today), week: endOfWeek(today) })
