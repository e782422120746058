// The one unit of the product that is not cents: the amount of a Pix call, in reais. Exact both ways; a third decimal is refused.
import { decimalOfCents } from '../money.ts'

const REAIS = /^(\d{1,11})(?:\.(\d{1,2}))?$/

/** The cents of reais written as a JSON number or decimal text; undefined for anything that is not whole cents. */
export function centsOfReais(reais: number | string): number | undefined {
  // The shortest text that reads back as the same number: 19.99 is '19.99' however it is stored.
  const text = typeof reais === 'number' ? String(reais) : reais
  const [, whole, fraction = ''] = REAIS.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** What a client sends for these cents. */
export const reaisOfCents = (cents: number): number => Number(decimalOfCents(cents))
