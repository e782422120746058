// Money is integer cents: one formatter, one parser, exact division and rational rounding. No float ever holds an amount.
import { divideHalfUp, evaluate } from './arithmetic.ts'

const MINUS = '\u2212'

function digitsOf(cents: number, separator: string): string {
  const magnitude = Math.abs(cents)
  const fraction = magnitude % 100
  let whole = String((magnitude - fraction) / 100)
  if (separator && whole.length > 3) {
    let grouped = whole.slice(-3)
    for (let end = whole.length - 3; end > 0; end -= 3) grouped = whole.slice(Math.max(0, end - 3), end) + separator + grouped
    whole = grouped
  }
  return `${whole},${fraction < 10 ? '0' : ''}${fraction}`
}

/** 'R$ 1.234,56', with a plain space; negatives carry U+2212 in front: '−R$ 1,00'. */
export const formatCents = (cents: number): string => `${cents < 0 ? MINUS : ''}R$ ${digitsOf(cents, '.')}`

/** A sentence whose amounts no line end divides. */
export const wholeAmounts = (words: string): string => words.replaceAll('R$ ', 'R$\u00a0')

/** '1.234,56' without currency, negatives with U+2212. */
export const formatAmount = (cents: number): string => `${cents < 0 ? MINUS : ''}${digitsOf(cents, '.')}`

/** '12,5%', with the minus sign of amounts and at most one decimal; `least` decimals always. */
export const formatPercent = (percent: number, least: 0 | 1 = 0): string => {
  const figures = Math.abs(percent).toLocaleString('pt-BR', { minimumFractionDigits: least, maximumFractionDigits: 1 })
  return `${percent < 0 && /[1-9]/.test(figures) ? MINUS : ''}${figures}%`
}

/** '-1234,56' with an ASCII minus and no thousands, which spreadsheets paste as a number. */
export const formatPlainAmount = (cents: number): string => `${cents < 0 ? '-' : ''}${digitsOf(cents, '')}`

/** '1234.56' with a dot and no thousands, as layouts and codes write reais. */
export const decimalOfCents = (cents: number): string => formatPlainAmount(cents).replace(',', '.')

const LONGEST_AMOUNT_TEXT = 120
const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/

function centsOfFigures(figures: string): number | undefined {
  const decimals = /^(.*)[.,](\d{1,2})$/.exec(figures)
  const bare = decimals ? (decimals[1] ?? '') : figures.replace(/[.,]$/, '')
  if (!/^\d+$/.test(bare) && !GROUPED.test(bare) && !(bare === '' && decimals)) return undefined
  const cents = Number(bare.replace(/[.,]/g, '')) * 100 + Number((decimals?.[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/**
 * The integer cents of what a person types. The last comma or dot before one or two digits is the decimal mark; otherwise it separates
 * thousands ('1.234' = 123400). It understands 'R$', a leading or trailing minus and parentheses, and evaluates '=120*3', rounding half up
 * at the end. Undefined when the text is not an amount or exceeds the safe integers.
 */
export function parseAmount(text: string): number | undefined {
  if (text.length > LONGEST_AMOUNT_TEXT) return undefined
  let figures = text.replace(/[\u2212\u2013]/g, '-').trim()
  if (figures.startsWith('=')) return evaluate(figures.slice(1))
  let negative = false
  const enclosed = /^\((.*)\)$/.exec(figures)
  if (enclosed) figures = (enclosed[1] ?? '').trim()
  const signed = /^([+-]?)\s*(?:R\$)?\s*([+-]?)\s*(.*?)\s*(-?)$/i.exec(figures)
  const signs = `${signed?.[1] ?? ''}${signed?.[2] ?? ''}${signed?.[4] ?? ''}`
  if (signs.length > 1 || (enclosed && signs)) return undefined
  negative = enclosed !== null || signs === '-'
  const cents = centsOfFigures(signed?.[3] ?? '')
  if (cents === undefined) return undefined
  return negative && cents !== 0 ? -cents : cents
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount in cents: ${cents}`)
}

/** `cents × numerator / denominator`, rounded half up to the cent, in integers: 1% a month for 10 days is (cents, 10, 3000). */
export function percentOf(cents: number, numerator: number, denominator = 100): number {
  assertCents(cents)
  assertCents(numerator)
  assertCents(denominator)
  const result = Number(divideHalfUp(BigInt(cents) * BigInt(numerator), BigInt(denominator)))
  assertCents(result)
  return result
}

/** n parts with an exact sum: the first ones carry the odd cents. Throws RangeError when n is not a positive integer. */
export function allocate(cents: number, n: number): number[] {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`not a number of parts: ${n}`)
  assertCents(cents)
  const sign = cents < 0 ? -1 : 1
  const magnitude = Math.abs(cents)
  const odd = magnitude % n
  const share = (magnitude - odd) / n
  return Array.from({ length: n }, (_, index) => sign * (share + (index < odd ? 1 : 0)) || 0)
}

/** Parts proportional to integer weights with an exact sum; the largest weights get the odd cents. Throws RangeError when no weight is positive or one is negative. */
export function allocateByWeights(cents: number, weights: readonly number[]): number[] {
  assertCents(cents)
  if (weights.some(weight => !Number.isSafeInteger(weight) || weight < 0)) throw new RangeError('weights are integers, zero or more')
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError('some weight must be positive')
  const sign = cents < 0 ? -1 : 1
  const magnitude = Math.abs(cents)
  const shares = weights.map(weight => Number((BigInt(magnitude) * BigInt(weight)) / total))
  let odd = magnitude - shares.reduce((sum, share) => sum + share, 0)
  const largestFirst = weights.map((weight, index) => ({ weight, index })).sort((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { index } of largestFirst) {
    if (odd === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    odd--
  }
  return shares.map(share => sign * share || 0)
}
