// Words and figures that the printed notes share.

import type { InvoiceParty } from '#contract/invoices.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import type { Issuer } from '../notes.ts'
import { brasilia } from '../xml.ts'

/** '11/03/2026 12:00:00', in Brasília. */
export const momentText = (instant: number): string => {
  const text = brasilia(instant)
  return `${formatDay(text.slice(0, 10))} ${text.slice(11, 19)}`
}

export const dayText = (instant: number): string => formatDay(brasilia(instant).slice(0, 10))

export const documentText = (document: string | null): string => (document ? formatDocument(document) : '')

/** 'Rua A, 10 - Centro'. */
export const streetText = (address: Issuer['address'] | InvoiceParty['address']): string =>
  address ? [[address.street, address.number].filter(Boolean).join(', '), address.neighborhood].filter(Boolean).join(' - ') : ''

export const cityText = (address: Issuer['address'] | InvoiceParty['address']): string =>
  address ? [address.city, address.state].filter(Boolean).join(' / ') : ''

/** '000.000.123' */
export const numberText = (number: number): string =>
  String(number)
    .padStart(9, '0')
    .replace(/(\d{3})(?=\d)/g, '$1.')
