// A note as the builders of XML and PDF take it: everything it says, resolved, and no database.
import type { InvoiceParty, ProductInvoice } from '#contract/invoices.ts'
import type { TaxRegime } from '#domain/enums.ts'
import type { IbsCbs, Withholding } from '#domain/fiscal/taxes.ts'
import type { IcmsSt, InvoiceTotals } from '#domain/fiscal/totals.ts'

/** Whole: a note cannot leave a part of its issuer's address out. */
export interface IssuerAddress {
  street: string
  number: string
  neighborhood: string
  city: string
  /** IBGE. */
  city_code: string
  state: string
  postal_code: string
  additional_information?: string | null | undefined
}

/** Who answers for the software that issues (NT 2018.005): some states refuse a note that does not name them. */
export interface TechnicalContact {
  cnpj: string
  name: string
  email: string
  /** Digits, with the area code. */
  phone: string
}

/** Whether a party's address says all that a layout asks of one. */
export const isWhole = (address: InvoiceParty['address']): boolean =>
  Boolean(address?.street && address.neighborhood && address.city && address.city_code && address.state && address.postal_code)

export interface Issuer {
  document_number: string
  name: string
  trade_name: string | null
  state_registration: string | null
  municipal_registration: string | null
  phone_number: string | null
  email: string | null
  tax_regime: TaxRegime
  address: IssuerAddress
}

export interface NoteItem {
  product_id: string | null
  code: string
  name: string
  ncm: string
  cest: string | null
  cfop: string
  unit: string
  gtin: string | null
  origin: ProductInvoice['invoice_products'][number]['origin']
  /** Ten-thousandths. */
  quantity: number
  unit_price_cents: number
  /** Its own, beside its share of the order's. */
  discount_cents: number
  /** Hundredths of a percent. */
  icms_rate: number
  ipi_rate: number
  icms_st: IcmsSt | null
}

/** What a product or consumer note keeps beside the columns of its row. */
export interface ProductContent {
  finality: ProductInvoice['finality']
  nature: string
  /** A return of one's own sale is an entry. */
  direction: 'OUT' | 'IN'
  items: NoteItem[]
  totals: InvoiceTotals
  /** Of the whole order, before it is shared among the items. */
  order_discount_cents: number
  operation_type: ProductInvoice['invoice_order']['operation_type']
  shipping_mode: ProductInvoice['invoice_order']['shipping_mode']
  payment: ProductInvoice['invoice_payment']
  additional_information: string | null
  /** Of the note that this one returns or adjusts. */
  reference_key: string | null
  /** The eight digits of its key, kept when it is sent again. */
  code: string
}

/** What a service note keeps beside the columns of its row. */
export interface ServiceContent {
  service_id: string | null
  municipal_service_code: string
  municipal_code: string | null
  nbs: string | null
  description: string
  competence_date: string
  discount_cents: number
  iss_rate: number
  iss_cents: number
  iss_withheld: boolean
  withheld: Withholding[]
  withholdings: Partial<Record<Withholding, number>>
  withheld_cents: number
  net_cents: number
  /** The company's own, none in the Simples. */
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
  /** The city's number, once issued. */
  nfse_number: number | null
}

interface NoteHead {
  issuer: Issuer
  party: InvoiceParty
  serie: string
  number: number
  access_key: string
  /** Milliseconds. */
  sent_at: number
  /** 1 production, 2 test. */
  environment: '1' | '2'
}

/** Since when, in milliseconds, and why the state's own authority is not used. */
export interface Contingency {
  since: number
  reason: string
}

export type ProductNote = NoteHead & {
  kind: 'PRODUCT' | 'CONSUMER'
  content: ProductContent
  amount_cents: number
  contingency?: Contingency | undefined
}
export type ServiceNote = NoteHead & { kind: 'SERVICE'; content: ServiceContent; amount_cents: number }
export type Note = ProductNote | ServiceNote

/** What the authority said of an issued note: printed, and kept inside its XML. */
export interface Authorisation {
  protocol: string
  /** Milliseconds. */
  at: number
}
