// What lists, drawers and filters say of a note.

import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import { INVOICE_SOURCE_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import { type Invoice, isService } from './invoice-kind.ts'
import { noteStatusText } from './invoice-status.tsx'

/** Who the note is about, seen from here: the customer, or the supplier of a received one. */
export const partyOf = (invoice: Invoice) => (invoice.source === 'CAPTURE' ? invoice.issuer : invoice.borrower)

export const partyName = (invoice: Invoice): string => partyOf(invoice)?.name ?? 'Consumidor não identificado'

/** '148 · série 1' */
export const numberText = ({ number, serie }: Pick<Invoice, 'number' | 'serie'>): string =>
  number === null ? 'sem número' : [String(number), serie === null ? undefined : `série ${serie}`].filter(Boolean).join(' · ')

/** The day it was issued, or, of one that was not yet, the day it was written. */
export const dayOfNote = (invoice: Pick<Invoice, 'issued_at' | 'created_at'>): string =>
  dayInSaoPaulo(Date.parse(invoice.issued_at ?? invoice.created_at))

export const serviceText = (invoice: Invoice): string =>
  isService(invoice) ? `${invoice.municipal_service.code} ${invoice.municipal_service.description}` : ''

/** What the words of a filter are sought in. */
export function noteText(invoice: Invoice): string {
  const document = partyOf(invoice)?.document_number ?? ''
  return [
    invoice.number,
    invoice.access_key,
    partyName(invoice),
    document,
    document && maskCpfForLists(document),
    formatAmount(invoice.amount_cents),
    formatDay(dayOfNote(invoice)),
    noteStatusText(invoice),
    INVOICE_SOURCE_LABELS[invoice.source],
    isService(invoice) ? `${serviceText(invoice)} ${invoice.description}` : invoice.invoice_products.map(item => item.name).join(' '),
  ].join(' ')
}
