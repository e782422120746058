// When a slip is paid: banks accept slips on business days until the evening, later ones on the next business day.
import { addDays, type Day, dayInSaoPaulo, isBusinessDay, nextBusinessDay, sinceMidnightInSaoPaulo } from '../days.ts'

/** Hour of São Paulo; banks close between 20h and 22h. */
export const SLIP_CUT_OFF_HOUR = 20

/** The day on which a slip sent at that instant is paid. */
export function slipPaymentDay(instantMs: number): Day {
  const today = dayInSaoPaulo(instantMs)
  const late = sinceMidnightInSaoPaulo(instantMs) >= SLIP_CUT_OFF_HOUR * 3_600_000
  return late && isBusinessDay(today) ? nextBusinessDay(addDays(today, 1)) : nextBusinessDay(today)
}
