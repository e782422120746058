// The sums of a product invoice: each item rounded to the cent, discount and freight of the order shared out exactly, payments that close.
import type { TaxRegime } from '../enums.ts'
import { allocateByWeights, percentOf } from '../money.ts'
import { atRate, type IbsCbs, ibsCbsOf, ibsCbsRates, pisCofinsRates } from './taxes.ts'

/** Quantities have four decimals: ten-thousandths. */
export const QUANTITY_BASE = 10_000

/** Undefined for what has more than four decimals, is not positive, or leaves the safe integers. */
export function toQuantity(amount: number): number | undefined {
  const scaled = Math.round(amount * QUANTITY_BASE)
  const exact = Number.isSafeInteger(scaled) && scaled > 0 && Math.abs(scaled / QUANTITY_BASE - amount) < 1e-9
  return exact ? scaled : undefined
}

export interface ItemInput {
  /** Ten-thousandths. */
  quantity: number
  unit_price_cents: number
  discount_cents: number
  /** Hundredths of a percent; counts in the normal regimes only. */
  icms_rate: number
}

export interface ItemTotals {
  subtotal_cents: number
  /** Its own and its share of the order's. */
  discount_cents: number
  freight_cents: number
  total_cents: number
  icms_cents: number
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
}

export interface InvoiceTotals {
  items: ItemTotals[]
  products_cents: number
  discount_cents: number
  freight_cents: number
  total_cents: number
  icms_cents: number
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
}

export interface OrderInput {
  items: readonly ItemInput[]
  /** Of the whole order, shared among the items by value. */
  discount_cents: number
  freight_cents: number
  regime: TaxRegime
  year: number
}

export const subtotalOf = (item: Pick<ItemInput, 'quantity' | 'unit_price_cents'>): number =>
  percentOf(item.unit_price_cents, item.quantity, QUANTITY_BASE)

/** vNF = products − discounts + freight. Shares and taxes are exact: their sum is the invoice's. */
export function invoiceTotals(order: OrderInput): InvoiceTotals {
  const subtotals = order.items.map(subtotalOf)
  const values = order.items.map((item, index) => (subtotals[index] ?? 0) - item.discount_cents)
  const discounts = share(order.discount_cents, values)
  const freights = share(order.freight_cents, values)
  const items = order.items.map((item, index) => {
    const subtotal_cents = subtotals[index] ?? 0
    const discount_cents = item.discount_cents + (discounts[index] ?? 0)
    const freight_cents = freights[index] ?? 0
    const total_cents = subtotal_cents - discount_cents + freight_cents
    return { subtotal_cents, discount_cents, freight_cents, total_cents, ...taxesOf(total_cents, item.icms_rate, order) }
  })
  const sum = (of: (item: ItemTotals) => number) => items.reduce((total, item) => total + of(item), 0)
  const groups = items.flatMap(item => (item.ibs_cbs ? [item.ibs_cbs] : []))
  const sumOf = (of: (group: IbsCbs) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    items,
    products_cents: sum(item => item.subtotal_cents),
    discount_cents: sum(item => item.discount_cents),
    freight_cents: sum(item => item.freight_cents),
    total_cents: sum(item => item.total_cents),
    icms_cents: sum(item => item.icms_cents),
    pis_cents: sum(item => item.pis_cents),
    cofins_cents: sum(item => item.cofins_cents),
    ibs_cbs:
      groups.length === 0
        ? undefined
        : { base_cents: sumOf(g => g.base_cents), ibs_cents: sumOf(g => g.ibs_cents), cbs_cents: sumOf(g => g.cbs_cents) },
  }
}

const share = (cents: number, values: readonly number[]): number[] =>
  cents === 0 || values.every(value => value === 0) ? values.map(() => 0) : allocateByWeights(cents, values)

function taxesOf(base: number, icmsRate: number, { regime, year }: OrderInput) {
  const rates = pisCofinsRates(regime)
  const icms_cents = atRate(base, icmsRate)
  // The ICMS leaves the base of PIS and COFINS (STF, tema 69).
  const pis_cents = atRate(base - icms_cents, rates.pis)
  const cofins_cents = atRate(base - icms_cents, rates.cofins)
  const ibsCbs = ibsCbsRates(regime, year)
  return { icms_cents, pis_cents, cofins_cents, ibs_cbs: ibsCbs && ibsCbsOf(base, icms_cents + pis_cents + cofins_cents, ibsCbs) }
}
