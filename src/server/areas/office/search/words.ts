// Turns what a person typed into a query of the `search_texts` table: each word begins one of the record's words, or is its amount.
import { parseAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'

const MOST_WORDS = 8
const wordsIn = (text: string): string[] => text.split(/[^a-z0-9]+/).filter(Boolean)

const begins = (word: string): string => `'${word}':*`

/** Figures before a mark are whole: as beginnings, '1' would read a ninth of all numbers. */
const partOf = (part: string, at: number, parts: readonly string[]): string =>
  at < parts.length - 1 && /^\d+$/.test(part) ? `'${part}'` : begins(part)

/** '12.345/0001-90' is its parts one after the other, or all its figures at once as documents are kept. */
function asked(typed: string): string | undefined {
  const parts = wordsIn(typed)
  if (parts.length === 0) return undefined
  const ways = [parts.map(partOf).join(' & ')]
  if (parts.length > 1 && /\d/.test(typed)) ways.push(begins(parts.join('')))
  const cents = /\d/.test(typed) ? parseAmount(typed) : undefined
  if (cents !== undefined) ways.push(`'r${Math.abs(cents)}'`)
  return ways.length === 1 ? ways[0] : ways.map(way => `(${way})`).join(' | ')
}

/** Of a number alone, the records that have just this number or amount: others only begin with it, as every access key of a state does. */
export function numberQuery(text: string): string | undefined {
  const typed = text.trim()
  if (!/^\d+$/.test(typed)) return undefined
  const cents = parseAmount(typed)
  return cents === undefined ? `'${typed}'` : `'${typed}' | 'r${cents}'`
}

/** A tsquery, or undefined when nothing searchable was typed. Its words hold letters and figures only, so nothing in them needs quoting. */
export function searchQuery(text: string): string | undefined {
  const typed = fold(text)
    .replace(/r\$\s*/g, ' ')
    .trim()
    .split(/\s+/)
  const terms = typed.slice(0, MOST_WORDS).flatMap(word => asked(word) ?? [])
  if (terms.length === 0) return undefined
  const all = terms.map(term => `(${term})`).join(' & ')
  // An access key is printed in groups of four, and kept in one.
  const joined = typed.join('')
  return typed.length > 1 && /^\d+$/.test(joined) ? `(${all}) | (${begins(joined)})` : all
}
