// When a tax withheld from a supplier is paid.
import { addMonths, type Day, previousBusinessDay, startOfMonth } from '../days.ts'
import { WITHHELD_TAX_DUE_DAY } from './tables.ts'

/** The 20th of the month after the payment, or the business day before it (Leis 8.212/1991, art. 31, and 11.196/2005, art. 70). */
export const withheldTaxDueDate = (paidOn: Day): Day =>
  previousBusinessDay(`${addMonths(startOfMonth(paidOn), 1).slice(0, 8)}${WITHHELD_TAX_DUE_DAY}`)
