// What is worth saying of somebody about to be paid: whether the books know them by that document, and whether they were paid before.

import { addMonths, type Day, monthOf } from '../days.ts'
import { documentKind, normalizeDocument } from '../documents.ts'

export const PAYEE_MATCHES = ['SAME', 'BRANCH', 'OTHER'] as const
/** BRANCH: another establishment of the same company. */
export type PayeeMatch = (typeof PAYEE_MATCHES)[number]

const CNPJ_ROOT = 8

/** How the document the bank names stands to the contact's; undefined when either is not known. */
export function payeeMatch(named: string | null | undefined, expected: string | null | undefined): PayeeMatch | undefined {
  if (!named || !expected) return undefined
  const [one, other] = [normalizeDocument(named), normalizeDocument(expected)]
  if (one === other) return 'SAME'
  const isCompany = documentKind(one) === 'CNPJ' && documentKind(other) === 'CNPJ'
  return isCompany && one.slice(0, CNPJ_ROOT) === other.slice(0, CNPJ_ROOT) ? 'BRANCH' : 'OTHER'
}

export interface LastPaid {
  date: Day
  amount_cents: number
}

export type PayeeMark = 'FIRST' | 'SAME_AS_LAST_MONTH' | 'KNOWN'

export function payeeMark(last: LastPaid | null, amountCents: number, today: Day): PayeeMark {
  if (last === null) return 'FIRST'
  const lastMonth = monthOf(addMonths(today, -1))
  return monthOf(last.date) === lastMonth && last.amount_cents === amountCents ? 'SAME_AS_LAST_MONTH' : 'KNOWN'
}
