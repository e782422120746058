// In what the three kinds of note differ on screen: names, rows, the other side's word.
import { useRouterState } from '@tanstack/react-router'
import { reading } from '#client/data/queries.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { type Period, useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { customerInvoices, type ProductInvoice, productInvoices, type ServiceInvoice, serviceInvoices } from '#contract/invoices.ts'
import type { InvoiceSource } from '#domain/enums.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'

export type Invoice = ServiceInvoice | ProductInvoice
export type InvoiceArea = 'service_invoices' | 'product_invoices' | 'consumer_invoices'

export interface KindOfNote {
  kind: InvoiceKind
  /** In the names of its commands. */
  name: 'service' | 'product' | 'consumer'
  area: InvoiceArea
  title: string
  /** 'nota de serviço' */
  one: string
  /** Who is on the other side. */
  party: string
  /** The print people hand over. */
  print: string
  /** Whether suppliers' notes of the kind are received. */
  captured: boolean
}

export const SERVICE_NOTE: KindOfNote = {
  kind: 'SERVICE',
  name: 'service',
  area: 'service_invoices',
  title: 'Notas de serviço',
  one: 'nota de serviço',
  party: 'Tomador',
  print: 'DANFSE',
  captured: true,
}
export const PRODUCT_NOTE: KindOfNote = {
  kind: 'PRODUCT',
  name: 'product',
  area: 'product_invoices',
  title: 'Notas de produto',
  one: 'nota de produto',
  party: 'Destinatário',
  print: 'DANFE',
  captured: true,
}
export const CONSUMER_NOTE: KindOfNote = {
  kind: 'CONSUMER',
  name: 'consumer',
  area: 'consumer_invoices',
  title: 'Notas de consumidor',
  one: 'nota de consumidor',
  party: 'Consumidor',
  print: 'DANFE NFC-e',
  captured: false,
}

/** Retail is set up with the goods. */
export const kindsOf = ({ kind }: KindOfNote): readonly InvoiceKind[] => (kind === 'SERVICE' ? ['SERVICE'] : ['PRODUCT', 'CONSUMER'])

export const isService = (invoice: Invoice): invoice is ServiceInvoice => invoice.kind === 'SERVICE'

/** The notes of a period, issued here or received. */
export function listReading(kind: InvoiceKind, c: string, { start, end }: Period, source: InvoiceSource) {
  const query = { source, ...(start && end ? { start_date: start, end_date: end } : {}) }
  if (kind === 'SERVICE') return reading(serviceInvoices.list, { params: { c }, query })
  if (kind === 'PRODUCT') return reading(productInvoices.list, { query: { ...query, companyId: c } })
  return reading(customerInvoices.list, { query: { ...query, companyId: c } })
}

export const noteReading = (kind: InvoiceKind, id: string) =>
  kind === 'SERVICE' ? reading(serviceInvoices.get, { params: { id } }) : reading(productInvoices.get, { params: { id } })

export const filesReading = (kind: InvoiceKind, id: string) =>
  kind === 'SERVICE' ? reading(serviceInvoices.attachments, { params: { id } }) : reading(productInvoices.attachments, { params: { id } })

/** Which kind an address is of. */
export const kindAt = (path: string): KindOfNote =>
  /\/service-nfes(\/|$)/.test(path) ? SERVICE_NOTE : /\/customer-nfes(\/|$)/.test(path) ? CONSUMER_NOTE : PRODUCT_NOTE

export function useNoteRoute() {
  const c = useCompanyId()
  const id = useRouteParam('notaFiscalId') ?? ''
  const note = kindAt(useRouterState({ select: state => state.location.pathname }))
  const { go } = houseOptions().ports
  return {
    c,
    id,
    note,
    toList: () => go(pathTo(note.area, { companyId: c })),
    toNote: (notaFiscalId: string) => go(pathTo(`${note.area}.detail`, { companyId: c, notaFiscalId })),
  }
}
