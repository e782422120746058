// What of a period was delivered before, what changed since, and what the next file must hold so that the office's books follow.

import type { Day } from '../days.ts'
import { labels } from '../open-table.ts'

export const DELIVERY_STATES = ['NEW', 'DELIVERED', 'CHANGED', 'GONE'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_STATE_LABELS = labels<DeliveryState>({
  NEW: 'Não entregue',
  DELIVERED: 'Entregue',
  CHANGED: 'Alterado depois da entrega',
  GONE: 'Retirado depois da entrega',
})

/** An entry of the books, or a line of a file, by what the office posts; debit and credit are ids of its chart. */
export interface Posted {
  entry_id: string
  date: Day
  debit: string
  credit: string
  amount_cents: number
  history_code: string
  history: string
  document: string
}

/** A delivered line takes back an earlier one. */
export interface DeliveredLine extends Posted {
  reversal: boolean
}

export interface Compared<P extends Posted> {
  states: Map<string, DeliveryState>
  /** Lines of a file that brings the office up to date, reversals before what takes their place. */
  lines: (DeliveredLine | (P & { reversal: false }))[]
  gone: Posted[]
}

/**
 * `delivered`: by entry, the last line of any delivery that still counts; of entries of the period, and of entries delivered within it.
 * An entry whose last line is a reversal counts as not delivered. Texts may change without a new posting.
 */
export function compared<P extends Posted>(now: readonly P[], delivered: ReadonlyMap<string, DeliveredLine>): Compared<P> {
  const states = new Map<string, DeliveryState>()
  const lines: Compared<P>['lines'] = []
  for (const posting of now) {
    const before = delivered.get(posting.entry_id)
    const state = before === undefined || before.reversal ? 'NEW' : isSamePosting(before, posting) ? 'DELIVERED' : 'CHANGED'
    states.set(posting.entry_id, state)
    if (state === 'CHANGED' && before) lines.push(reversed(before))
    if (state !== 'DELIVERED') lines.push({ ...posting, reversal: false })
  }
  const gone = [...delivered.values()].filter(line => !line.reversal && !states.has(line.entry_id))
  for (const line of gone) {
    states.set(line.entry_id, 'GONE')
    lines.push(reversed(line))
  }
  return { states, lines, gone }
}

const isSamePosting = (a: Posted, b: Posted): boolean =>
  a.date === b.date && a.debit === b.debit && a.credit === b.credit && a.amount_cents === b.amount_cents

/** The opposite posting of the same day. */
const reversed = (line: Posted): DeliveredLine => ({
  ...line,
  debit: line.credit,
  credit: line.debit,
  history: `Estorno: ${line.history}`,
  reversal: true,
})
