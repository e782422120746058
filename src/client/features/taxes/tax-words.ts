// Taxes in words: how near the due date is, and the views and order of the list.
import type { Tax, TaxSlip } from '#contract/taxes.ts'
import { addDays, diffDays, formatDay } from '#domain/days.ts'
import { DAYS, DUE_WARNING_DAYS } from '#domain/due.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { isSettled } from '#resources/tax.ts'

export interface TaxDue {
  level: 'danger' | 'warning' | 'plain'
  words: string
}

/** Warns within seven days (SPEC.md, Due dates). A printed slip never moves to the next business day, so it is overdue the day after. */
export function taxDue({ due_date, status }: Pick<Tax, 'due_date' | 'status'>, today: string): TaxDue {
  if (status === 'PAID' || status === 'SCHEDULED' || due_date > addDays(today, DUE_WARNING_DAYS)) return { level: 'plain', words: '' }
  if (due_date < today) return { level: 'danger', words: `vencido há ${counted(diffDays(due_date, today), DAYS)}` }
  return { level: 'warning', words: due_date === today ? 'vence hoje' : `vence em ${counted(diffDays(today, due_date), DAYS)}` }
}

/** The slip there is may still be paid. */
export const isPayable = (slip: Pick<TaxSlip, 'payable' | 'pay_until'> | null | undefined, today: string): boolean =>
  slip?.payable === true && slip.pay_until >= today

/** Why a slip that was issued is paid no more. */
export const staleWords = (slip: Pick<TaxSlip, 'amount_cents' | 'pay_until'>, today: string): string =>
  slip.pay_until < today
    ? `A guia valia até ${formatDay(slip.pay_until)}`
    : `A guia é de ${formatCents(slip.amount_cents)}, e o imposto mudou depois dela`

/** What is still to pay, oldest first; then what is settled, newest first. */
export function inTaxOrder(taxes: readonly Tax[]): readonly Tax[] {
  return [...taxes].sort((a, b) => {
    if (isSettled(a) !== isSettled(b)) return Number(isSettled(a)) - Number(isSettled(b))
    return isSettled(a) ? b.due_date.localeCompare(a.due_date) : a.due_date.localeCompare(b.due_date)
  })
}

export type TaxTab = '' | 'a-pagar' | 'vencidos' | 'pagos'

export const TAX_TABS: Record<TaxTab, { title: string; holds(tax: Tax): boolean }> = {
  '': { title: 'Todos', holds: () => true },
  'a-pagar': { title: 'A pagar', holds: tax => !isSettled(tax) },
  vencidos: { title: 'Vencidos', holds: tax => tax.status === 'OVERDUE' },
  pagos: { title: 'Pagos', holds: isSettled },
}

export const readTab = (tab: string | undefined): TaxTab => (tab !== undefined && tab in TAX_TABS ? (tab as TaxTab) : '')
