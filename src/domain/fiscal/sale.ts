// What a sale of goods is to the tax authority: its operation code, whether the buyer is the final consumer, and each item's ICMS rate.
import type { InvoiceFinality, ProductOrigin, TaxRegime } from '../enums.ts'
import { type InvoiceKind, isSimples } from './codes.ts'
import { interstateIcmsRate } from './taxes.ts'

export interface SaleTo {
  finality: InvoiceFinality
  direction: 'IN' | 'OUT'
  isSameState: boolean
}

/** The CFOP of a sale, or of its return, for the direction and the state the goods go to. */
export function cfopOf(sale: string, { finality, direction, isSameState }: SaleTo): string {
  const region = direction === 'IN' ? (isSameState ? '1' : '2') : isSameState ? '5' : '6'
  if (finality !== 'DEVOLUTION') return `${region}${sale.slice(1)}`
  // 201: of one's own production; 202: of goods bought for resale.
  return `${region}${sale.slice(1) === '101' ? '201' : '202'}`
}

interface Buyer {
  state_tax_number: string | null
}

export const hasStateRegistration = ({ state_tax_number }: Buyer): boolean => /^\d{2,14}$/.test(state_tax_number?.replace(/\D/g, '') ?? '')

/** A buyer without state registration is the final consumer. */
export const isFinalConsumer = (kind: InvoiceKind, buyer: Buyer): boolean => kind === 'CONSUMER' || !hasStateRegistration(buyer)

/** At the counter, or for a buyer without an address, goods stay in the state. */
export const isSameState = (kind: InvoiceKind, from: string, to: string | null | undefined): boolean =>
  kind === 'CONSUMER' || !to || to === from

export interface IcmsOfItem {
  regime: TaxRegime
  hasSt: boolean
  /** The product's own rate inside the state. */
  rate: number | null
  origin: ProductOrigin
  from: string
  /** Where the goods go, when they leave the state. */
  otherState: string | null
}

/** Hundredths of a percent; zero where the note needs no rate, undefined where it needs one that nobody gave. */
export function icmsRateOf({ regime, hasSt, rate, origin, from, otherState }: IcmsOfItem): number | undefined {
  if (isSimples(regime) && !hasSt) return 0
  return otherState === null ? (rate ?? undefined) : interstateIcmsRate(from, otherState, origin)
}
