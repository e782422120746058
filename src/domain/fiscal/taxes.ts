// The tax groups on a small company's invoice: ICMS, PIS and COFINS by regime, IBS and CBS of the 2026 test year, ISS and withholdings.
import { documentKind } from '../documents.ts'
import type { ProductOrigin, TaxRegime } from '../enums.ts'
import { percentOf } from '../money.ts'
import { isSimples } from './codes.ts'

/** Rates are hundredths of a percent: 90 is 0,9%. */
export const RATE_BASE = 10_000

/** `cents` at a rate in hundredths of a percent, rounded half up. */
export const atRate = (cents: number, rate: number): number => percentOf(cents, rate, RATE_BASE)

/** Cumulative in Lucro Presumido, non-cumulative in Lucro Real; within the DAS in the Simples. */
export function pisCofinsRates(regime: TaxRegime): { pis: number; cofins: number } {
  if (isSimples(regime)) return { pis: 0, cofins: 0 }
  return regime === 'LUCRO_REAL' ? { pis: 165, cofins: 760 } : { pis: 65, cofins: 300 }
}

const SOUTH_AND_SOUTHEAST: ReadonlySet<string> = new Set(['MG', 'PR', 'RJ', 'RS', 'SC', 'SP'])
const IMPORTED: ReadonlySet<ProductOrigin> = new Set([
  'FOREIGN_DIRECT_IMPORT',
  'FOREIGN_DOMESTIC_MARKET',
  'NATIONAL_IMPORT_CONTENT_40_TO_70',
  'NATIONAL_IMPORT_CONTENT_ABOVE_70',
])

/** ICMS of a sale to another state: 4% on imports, 7% from the richer states to the others, else 12% (Resoluções do Senado 22/1989 and 13/2012). */
export function interstateIcmsRate(from: string, to: string, origin: ProductOrigin): number {
  if (IMPORTED.has(origin)) return 400
  return SOUTH_AND_SOUTHEAST.has(from) && !SOUTH_AND_SOUTHEAST.has(to) ? 700 : 1200
}

export interface IbsCbsRates {
  cbs: number
  ibs_state: number
  ibs_city: number
}

/** LC 214/2025, the years whose rates are law: in the test year CBS 0,9% and IBS 0,1% (the state's) are shown and not collected. */
const IBS_CBS: Readonly<Record<number, IbsCbsRates>> = { 2026: { cbs: 90, ibs_state: 10, ibs_city: 0 } }
const FIRST_YEAR = 2026

/** Undefined where the note has no such group: Simples and MEI, which are exempt, and years whose rates are not law yet. */
export const ibsCbsRates = (regime: TaxRegime, year: number): IbsCbsRates | undefined => (isSimples(regime) ? undefined : IBS_CBS[year])

/** Said before a note leaves in a year whose rates are not known here; undefined where they are, or where the regime shows no such taxes. */
export const unknownRates = (regime: TaxRegime, year: number): string | undefined =>
  isSimples(regime) || year < FIRST_YEAR || year in IBS_CBS
    ? undefined
    : `Em ${year} a CBS toma o lugar do PIS e da COFINS, e esta versão ainda não tem as alíquotas: a nota sai com PIS e COFINS e sem CBS e IBS. Confirme os impostos com a contabilidade antes de emitir.`

export interface IbsCbs {
  base_cents: number
  ibs_cents: number
  cbs_cents: number
}

/** The base excludes the taxes that these two replace: `value - ISS or ICMS - PIS - COFINS`. */
export function ibsCbsOf(valueCents: number, replacedCents: number, rates: IbsCbsRates): IbsCbs {
  const base_cents = valueCents - replacedCents
  return {
    base_cents,
    ibs_cents: atRate(base_cents, rates.ibs_state) + atRate(base_cents, rates.ibs_city),
    cbs_cents: atRate(base_cents, rates.cbs),
  }
}

/** The usual federal withholdings on services, in hundredths of a percent. */
export const WITHHOLDING_RATES = { irrf: 150, pis_cofins_csll: 465, inss: 1100 } as const
export type Withholding = keyof typeof WITHHOLDING_RATES
export const WITHHOLDINGS = Object.keys(WITHHOLDING_RATES) as Withholding[]

/** Only a company or another legal person withholds taxes of what it pays; a natural person pays the whole. */
export const withholdsTaxes = (document: string | null): boolean => document !== null && documentKind(document) === 'CNPJ'

export interface ServiceAmounts {
  amount_cents: number
  /** Unconditional: excluded from the base of the ISS. */
  discount_cents: number
  /** Hundredths of a percent. */
  iss_rate: number
  iss_withheld: boolean
  withheld: readonly Withholding[]
  regime: TaxRegime
  year: number
}

export interface ServiceTotals {
  base_cents: number
  iss_cents: number
  withholdings: Partial<Record<Withholding, number>>
  withheld_cents: number
  /** What the customer pays. */
  net_cents: number
  /** The company's own taxes on the whole value; none in the Simples. */
  pis_cents: number
  cofins_cents: number
  ibs_cbs: IbsCbs | undefined
}

export function serviceTotals(service: ServiceAmounts): ServiceTotals {
  const base_cents = service.amount_cents - service.discount_cents
  const iss_cents = atRate(base_cents, service.iss_rate)
  const withholdings = Object.fromEntries(service.withheld.map(name => [name, atRate(base_cents, WITHHOLDING_RATES[name])]))
  const federal = Object.values(withholdings).reduce((total, cents) => total + cents, 0)
  const withheld_cents = federal + (service.iss_withheld ? iss_cents : 0)
  const own = pisCofinsRates(service.regime)
  const [pis_cents, cofins_cents] = [atRate(base_cents, own.pis), atRate(base_cents, own.cofins)]
  const reform = ibsCbsRates(service.regime, service.year)
  return {
    base_cents,
    iss_cents,
    withholdings,
    withheld_cents,
    net_cents: base_cents - withheld_cents,
    pis_cents,
    cofins_cents,
    ibs_cbs: reform && ibsCbsOf(base_cents, iss_cents + pis_cents + cofins_cents, reform),
  }
}
