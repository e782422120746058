// Settled entries as accounting reads them: what is debited, what is credited, and the text of the history.

import type { TitleKind } from './enums.ts'
import { labels } from './open-table.ts'

export const ACCOUNTING_STATES = ['READY', 'WITHOUT_CATEGORY', 'WITHOUT_ACCOUNT'] as const
export type AccountingState = (typeof ACCOUNTING_STATES)[number]

export const ACCOUNTING_STATE_LABELS = labels<AccountingState>({
  READY: 'Pronta',
  WITHOUT_CATEGORY: 'Sem categoria',
  WITHOUT_ACCOUNT: 'Sem conta bancária',
})

export interface SettledEntry {
  kind: TitleKind
  account: string | null
  /** Its category; for a transfer, the account at the other end. */
  counterpart: string | null
  is_transfer: boolean
  description: string | null
  contact: string | null
  document_number: string | null
}

export interface Posting {
  debit: string | null
  credit: string | null
  history: string
  state: AccountingState
}

/** Incoming money debits the account and credits its source; outgoing money does the reverse. */
export function postingOf(entry: SettledEntry): Posting {
  const [debit, credit] = entry.kind === 'BILL' ? [entry.counterpart, entry.account] : [entry.account, entry.counterpart]
  const state = entry.account === null ? 'WITHOUT_ACCOUNT' : entry.counterpart === null ? 'WITHOUT_CATEGORY' : 'READY'
  return { debit, credit, history: historyOf(entry), state }
}

function historyOf({ kind, is_transfer, description, contact, document_number, counterpart }: SettledEntry): string {
  const verb = is_transfer ? 'Transferência' : kind === 'BILL' ? 'Pagamento' : 'Recebimento'
  const what = description ?? contact ?? counterpart
  const who = contact !== null && contact !== what ? contact : null
  const document = document_number === null ? null : `doc. ${document_number}`
  return [verb, what, who, document].filter(part => part !== null && part !== '').join(' · ')
}
