// How fiscal classification numbers are shown and typed: NCM, CEST, items of the service list, rates.
import { formatAmount, parseAmount } from '../money.ts'

/** Splits digits into groups of the given lengths, joined by dots, as far as the digits go. */
function grouped(text: string, lengths: readonly number[]): string {
  const digits = text.replace(/\D/g, '')
  const groups: string[] = []
  let at = 0
  for (const length of lengths) {
    if (at < digits.length) groups.push(digits.slice(at, at + length))
    at += length
  }
  return groups.join('.')
}

/** '1905.90.90' */
export const maskNcm = (text: string): string => grouped(text, [4, 2, 2])
/** '17.019.00' */
export const maskCest = (text: string): string => grouped(text, [2, 3, 2])
/** '17.06.01': the six digits of an item of the national service list. */
export const maskServiceCode = (text: string): string => grouped(text, [2, 2, 2])

/** '18%', '2,5%', from hundredths of a percent, as rates are stored. */
export const formatRate = (rate: number): string => `${typedRate(rate)}%`
/** The same without the sign, for a field. */
export const typedRate = (rate: number): string =>
  formatAmount(rate)
    .replace(/,00$/, '')
    .replace(/(,\d)0$/, '$1')

/** Hundredths of a percent from '18', '2,5' or '2,5%'; undefined when it is not a rate. */
export function parseRate(text: string): number | undefined {
  const rate = parseAmount(text.replace('%', '').trim())
  return rate === undefined || rate < 0 ? undefined : rate
}
