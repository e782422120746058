// What the commands of invoices share: the kinds and their areas, and which notes may still be written.
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { Records } from './kit/command.ts'
import { type Area, type Clause, WITH_FORMS } from './kit/when.ts'

export const INVOICE_AREAS = {
  SERVICE: 'service_invoices',
  PRODUCT: 'product_invoices',
  CONSUMER: 'consumer_invoices',
} as const satisfies Record<InvoiceKind, Area>

export const INVOICE_TOOLBARS = ['service_invoices.toolbar', 'product_invoices.toolbar', 'consumer_invoices.toolbar'] as const

export const amongInvoices: Clause = { area: Object.values(INVOICE_AREAS), company: true }
/** Pages that are a form, or hold one, offer these too. */
export const onInvoicePages: Pick<Clause, 'layer'> = { layer: WITH_FORMS }

/** Rejected, or prepared and never sent: it may still be written and transmitted. */
export const isCorrectable = (invoice: Pick<Records['invoice'], 'source' | 'status' | 'waiting_transmission'>): boolean =>
  invoice.source === 'LOCAL' && (invoice.status === 'REJECTED' || invoice.waiting_transmission)
