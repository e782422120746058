// Bills and receivables stand over the cash flow as over their own lists: from there, what leads to one of them stays there.
import type { Destination } from '#commands/kit/command.ts'
import { inCashFlow } from '#commands/screens.ts'
import { useWhereabouts } from './context.ts'

/** The same place over the list that is open. */
export function overOpenList(to: string): string
export function overOpenList(to: Destination): Destination
export function overOpenList(to: Destination): Destination {
  if (useWhereabouts.getState().list.split('.', 1)[0] !== 'entries') return to
  return typeof to === 'string' ? inCashFlow(to) : { ...to, to: inCashFlow(to.to) }
}
