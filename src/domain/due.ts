// Due dates: when an open entry is overdue, how near it is, and the words that say so.

import { addDays, type Day, diffDays, nextBusinessDay } from './days.ts'
import type { ReceivableStatus } from './enums.ts'

/** Spec §9: due-date warning window. */
export const DUE_WARNING_DAYS = 7

/** Overdue starts the day after the last day on which payment is on time: the due date, or the next business day when banks are closed on it. */
export const isOverdue = (dueDate: Day, today: Day): boolean => dueDate < today && nextBusinessDay(dueDate) < today

export interface DueState {
  level: 'danger' | 'warning' | 'today' | 'plain'
  /** 'vencida há 3 d', 'vence hoje', 'vence em 2 d', or '' when plain. */
  words: string
}

const PLAIN: DueState = { level: 'plain', words: '' }

/**
 * The highlight of a bill or receivable (spec §2: overdue = danger, due within 7 days = warning, else plain; settled is always plain).
 * Days overdue count from the printed due date. Between a due date on a closed day and its business day the entry is still
 * on time, and the words count to that business day.
 */
export function dueState(entry: { due_date: Day | null | undefined; settled: boolean }, today: Day): DueState {
  const due = entry.due_date
  if (entry.settled || !due || due > addDays(today, DUE_WARNING_DAYS)) return PLAIN
  const lastOnTime = due < today ? nextBusinessDay(due) : due
  if (lastOnTime < today) return { level: 'danger', words: `vencida há ${diffDays(due, today)} d` }
  if (lastOnTime === today) return { level: 'today', words: 'vence hoje' }
  return { level: 'warning', words: `vence em ${diffDays(today, lastOnTime)} d` }
}

/** OVERDUE is derived on read: whatever is stored, an open receivable is OVERDUE or PENDING by its due date alone. */
export function receivableStatus(stored: ReceivableStatus, dueDate: Day | null | undefined, today: Day): ReceivableStatus {
  if (stored === 'RECEIVED') return 'RECEIVED'
  return dueDate && isOverdue(dueDate, today) ? 'OVERDUE' : 'PENDING'
}
