// What the demo's notes contain: items that sum to the sale exactly, or the service and its ISS.
import type { Day } from '#domain/days.ts'
import type { PaymentMethod, ProductOrigin, TaxRegime } from '#domain/enums.ts'
import { serviceTotals } from '#domain/fiscal/taxes.ts'
import { invoiceTotals, QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import type { NoteItem, ProductContent, ServiceContent } from '#server/fiscal/notes.ts'
import type { DemoProduct, DemoService } from './catalogue.ts'

export interface StockProduct extends DemoProduct {
  readonly id: string | null
  readonly code: string
  readonly cfop: string
  readonly origin: ProductOrigin
}

interface Terms {
  readonly year: number
  readonly regime: TaxRegime
  /** Eight digits of the access key. */
  readonly code: string
  readonly method: PaymentMethod
  /** Null: paid at once. */
  readonly due: Day | null
}

/** Whole units of the products, dearest first; the last one is rounded up and the excess given as a discount. */
export function productContent(stock: readonly StockProduct[], cents: number, terms: Terms): ProductContent {
  let left = cents
  const items = stock.flatMap((product, at): NoteItem[] => {
    const isLast = at === stock.length - 1
    const units = isLast ? Math.ceil(left / product.price_cents) : Math.floor((left * 0.6) / product.price_cents)
    left -= units * product.price_cents
    return units > 0 ? [itemOf(product, units)] : []
  })
  const order_discount_cents = -left
  return {
    finality: 'DEFAULT',
    nature: 'Venda de mercadoria',
    direction: 'OUT',
    items,
    totals: invoiceTotals({
      items,
      discount_cents: order_discount_cents,
      freight_cents: 0,
      insurance_cents: 0,
      other_cents: 0,
      regime: terms.regime,
      to_consumer: true,
      year: terms.year,
    }),
    order_discount_cents,
    operation_type: 'IN_PERSON',
    shipping_mode: 'NO_TRANSPORT_OCCURRENCE',
    payment: {
      kind: terms.due === null ? 'CASH' : 'INSTALLMENTS',
      amount_cents: [cents],
      payment_method: [terms.method],
      due_dates: terms.due === null ? [] : [terms.due],
    },
    additional_information: null,
    reference_key: null,
    code: terms.code,
  }
}

const itemOf = ({ id, code, name, ncm, cfop, unit, origin, price_cents }: StockProduct, units: number): NoteItem => ({
  product_id: id,
  code,
  name,
  ncm,
  cest: null,
  cfop,
  unit,
  gtin: null,
  origin,
  quantity: units * QUANTITY_BASE,
  unit_price_cents: price_cents,
  discount_cents: 0,
  icms_rate: 0,
  ipi_rate: 0,
  icms_st: null,
})

export function serviceContent(
  service: DemoService & { id: string },
  cents: number,
  day: Day,
  number: number | null,
  regime: TaxRegime,
): ServiceContent {
  const amounts = { discount_cents: 0, iss_rate: service.iss_rate, iss_withheld: false, withheld: [] }
  const totals = serviceTotals({ ...amounts, amount_cents: cents, regime, year: Number(day.slice(0, 4)) })
  return {
    ...amounts,
    service_id: service.id,
    municipal_service_code: service.code,
    municipal_code: null,
    nbs: null,
    description: service.description,
    competence_date: day,
    iss_cents: totals.iss_cents,
    withholdings: totals.withholdings,
    withheld_cents: totals.withheld_cents,
    net_cents: totals.net_cents,
    pis_cents: totals.pis_cents,
    cofins_cents: totals.cofins_cents,
    ibs_cbs: totals.ibs_cbs,
    nfse_number: number,
  }
}
