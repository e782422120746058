// The day chosen for an order of payments: which days may be chosen, and when the order leaves on its day.
import { addYears, type Day, formatDay, nextBusinessDay } from '../days.ts'
import type { PaymentOrderStatus } from '../enums.ts'
import { slipPaymentDay } from './slip-hours.ts'

/** When an order kept for that day leaves, in Unix milliseconds: seven in the morning of São Paulo, within the limits of the day. */
export const leavesAt = (day: Day): number => Date.parse(`${day}T07:00:00-03:00`)

/** Why that day cannot be chosen, in pt-BR; undefined when it can: today, or within a year. */
export function refusalOfPayDay(day: Day, today: Day): string | undefined {
  if (day < today) return 'Escolha hoje ou um dia que ainda vem'
  const last = addYears(today, 1)
  return day > last ? `Escolha um dia até ${formatDay(last)}` : undefined
}

/** Why a slip cannot wait for that day, in pt-BR: past its due date it costs more than what is confirmed now. Undefined when it can. */
export function refusalOfSlipDay(dueDate: Day | null, day: Day): string | undefined {
  if (dueDate === null || slipPaymentDay(leavesAt(day)) <= nextBusinessDay(dueDate)) return undefined
  return `O boleto vence em ${formatDay(dueDate)}: pague hoje, ou escolha um dia até lá`
}

interface Kept {
  status: PaymentOrderStatus
  pay_on: Day | null
  scheduled_since: string | null
}

/** The day on which an order leaves by itself; undefined when it waits for none: it has left, or a person must send it. */
export const scheduledDay = ({ status, pay_on, scheduled_since }: Kept): Day | undefined =>
  status === 'APPROVED' && scheduled_since !== null ? (pay_on ?? undefined) : undefined
