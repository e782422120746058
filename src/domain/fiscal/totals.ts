// The sums of a product invoice: items rounded to the cent, the order's additions and discounts shared exactly, and each item's taxes.
import type { TaxRegime } from '../enums.ts'
import { allocateByWeights, percentOf } from '../money.ts'
import { isSimples } from './codes.ts'
import { atRate, type IbsCbs, ibsCbsOf, ibsCbsRates, pisCofinsRates } from './taxes.ts'

/** Quantities have four decimals: ten-thousandths. */
export const QUANTITY_BASE = 10_000

/** Undefined for anything with more than four decimals, not positive, or beyond the safe integers. */
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
  /** Hundredths of a percent; used in the normal regimes, and in any regime to compute the tax of later sellers. */
  icms_rate: number
  /** Hundredths of a percent; for an industry in a normal regime. */
  ipi_rate: number
  /** Where the state makes the seller pay the ICMS of later sellers (substituição tributária). */
  icms_st: IcmsSt | null
}

/** Hundredths of a percent: the margin added to the value (MVA), and the rate inside the buyer's state. */
export interface IcmsSt {
  mva_rate: number
  rate: number
}

export interface ItemTotals {
  subtotal_cents: number
  /** Its own discount and its share of the order's. */
  discount_cents: number
  /** Its shares of the order's freight, insurance and other expenses. */
  freight_cents: number
  insurance_cents: number
  other_cents: number
  total_cents: number
  icms_base_cents: number
  icms_cents: number
  ipi_base_cents: number
  ipi_cents: number
  st_base_cents: number
  st_cents: number
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
}

export interface InvoiceTotals {
  items: ItemTotals[]
  products_cents: number
  discount_cents: number
  freight_cents: number
  insurance_cents: number
  other_cents: number
  total_cents: number
  icms_base_cents: number
  icms_cents: number
  ipi_cents: number
  st_base_cents: number
  st_cents: number
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
}

export interface OrderInput {
  items: readonly ItemInput[]
  /** Of the whole order, shared among the items by value. */
  discount_cents: number
  freight_cents: number
  insurance_cents: number
  other_cents: number
  regime: TaxRegime
  /** A final consumer pays ICMS on the IPI too (CF, art. 155, § 2º, XI). */
  to_consumer: boolean
  year: number
}

export const subtotalOf = (item: Pick<ItemInput, 'quantity' | 'unit_price_cents'>): number =>
  percentOf(item.unit_price_cents, item.quantity, QUANTITY_BASE)

/** vNF = products − discounts + freight + insurance + other expenses + IPI + ST. Shares and taxes add up exactly to the invoice's. */
export function invoiceTotals(order: OrderInput): InvoiceTotals {
  const subtotals = order.items.map(subtotalOf)
  const values = order.items.map((item, index) => (subtotals[index] ?? 0) - item.discount_cents)
  const discounts = share(order.discount_cents, values)
  const freights = share(order.freight_cents, values)
  const insurances = share(order.insurance_cents, values)
  const others = share(order.other_cents, values)
  const items = order.items.map((item, index) => {
    const subtotal_cents = subtotals[index] ?? 0
    const discount_cents = item.discount_cents + (discounts[index] ?? 0)
    const [freight_cents, insurance_cents, other_cents] = [freights[index] ?? 0, insurances[index] ?? 0, others[index] ?? 0]
    const value = subtotal_cents - discount_cents + freight_cents + insurance_cents + other_cents
    const taxes = taxesOf(value, item, order)
    const total_cents = value + taxes.ipi_cents + taxes.st_cents
    return { subtotal_cents, discount_cents, freight_cents, insurance_cents, other_cents, total_cents, ...taxes }
  })
  const sum = (of: (item: ItemTotals) => number) => items.reduce((total, item) => total + of(item), 0)
  const groups = items.flatMap(item => (item.ibs_cbs ? [item.ibs_cbs] : []))
  const sumOf = (of: (group: IbsCbs) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    items,
    products_cents: sum(item => item.subtotal_cents),
    discount_cents: sum(item => item.discount_cents),
    freight_cents: sum(item => item.freight_cents),
    insurance_cents: sum(item => item.insurance_cents),
    other_cents: sum(item => item.other_cents),
    total_cents: sum(item => item.total_cents),
    icms_base_cents: sum(item => item.icms_base_cents),
    icms_cents: sum(item => item.icms_cents),
    ipi_cents: sum(item => item.ipi_cents),
    st_base_cents: sum(item => item.st_base_cents),
    st_cents: sum(item => item.st_cents),
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

/** The base of the ICMS includes freight and expenses, and the IPI for final consumers; the base for later sellers always includes the IPI. */
function taxesOf(value: number, item: ItemInput, { regime, to_consumer, year }: OrderInput) {
  const ipi_cents = atRate(value, item.ipi_rate)
  const own_base = value + (to_consumer ? ipi_cents : 0)
  const own_cents = atRate(own_base, item.icms_rate)
  const hasIcms = !isSimples(regime)
  const icms_cents = hasIcms ? own_cents : 0
  const st_base_cents = item.icms_st ? value + ipi_cents + atRate(value + ipi_cents, item.icms_st.mva_rate) : 0
  // Later sellers owe their tax minus the seller's own, in the Simples too.
  const st_cents = item.icms_st ? Math.max(0, atRate(st_base_cents, item.icms_st.rate) - own_cents) : 0
  const rates = pisCofinsRates(regime)
  // The ICMS is excluded from the base of PIS and COFINS (STF, tema 69).
  const pis_cents = atRate(value - icms_cents, rates.pis)
  const cofins_cents = atRate(value - icms_cents, rates.cofins)
  const ibsCbs = ibsCbsRates(regime, year)
  return {
    icms_base_cents: hasIcms ? own_base : 0,
    icms_cents,
    ipi_base_cents: item.ipi_rate > 0 ? value : 0,
    ipi_cents,
    st_base_cents,
    st_cents,
    pis_cents,
    cofins_cents,
    ibs_cbs: ibsCbs && ibsCbsOf(value, icms_cents + pis_cents + cofins_cents, ibsCbs),
  }
}
