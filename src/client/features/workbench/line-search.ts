// The search in the lines: words at word starts, amounts with and without cents, days; the filter grammar for ranges and what is left out.
import { parsePeriod } from '#domain/date-grammar.ts'
import { type FilterToken, parseFilter, piecesOf } from '#domain/filter.ts'
import { STATEMENT_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { formatPlainAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import { within } from './candidate-search.ts'
import type { Line } from './line.ts'

export interface SearchedLine extends Pick<Line, 'amount_cents' | 'date'> {
  /** What it is found by, as `searchable` writes it. */
  readonly text: string
}

export type LineTest = (line: SearchedLine) => boolean

const FIELDS = STATEMENT_FILTER_FIELDS.filter(field => field.key === 'amount_cents' || field.key === 'date')
const AMOUNT = /^(?:r\$)?(\d{1,3}(?:\.\d{3})+|\d+)(,\d{0,2})?$/
const DAY = /^\d{1,2}\/\d{1,4}(?:\/\d{2,4})?$/

/** Folded words, each after a space, so that a word is found by its beginning. */
export const searchable = (text: string): string =>
  ` ${fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()}`

/** Undefined where nothing was typed that narrows. */
export function readLineSearch(typed: string, today: string): LineTest | undefined {
  const tests: LineTest[] = []
  const others: string[] = []
  for (const { text, start, end } of piecesOf(typed)) {
    const test = amountTest(fold(text)) ?? dayTest(text, today)
    if (test) tests.push(test)
    else others.push(typed.slice(start, end))
  }
  for (const token of parseFilter(others.join(' '), { fields: FIELDS, today }).tokens) tests.push(...tokenTests(token))
  return tests.length === 0 ? undefined : line => tests.every(test => test(line))
}

/** '1284' is any cents of it, '1284,9' those that begin so; digits also begin the numbers in a memo. */
function amountTest(word: string): LineTest | undefined {
  const [, whole, cents] = AMOUNT.exec(word) ?? []
  if (whole === undefined) return undefined
  const digits = whole.replaceAll('.', '')
  const wanted = `${digits}${cents ?? ','}`
  return ({ amount_cents, text }) =>
    formatPlainAmount(Math.abs(amount_cents)).replaceAll('.', '').startsWith(wanted) || (cents === undefined && text.includes(` ${digits}`))
}

function dayTest(word: string, today: string): LineTest | undefined {
  const period = DAY.test(word) ? parsePeriod(word, today, 'past') : undefined
  return period && (({ date }) => date >= period.start && date <= period.end)
}

function tokenTests(token: FilterToken): LineTest[] {
  const test = tokenTest(token)
  return test === undefined ? [] : [token.negated ? line => !test(line) : test]
}

function tokenTest(token: FilterToken): LineTest | undefined {
  if (token.op === 'cents') return ({ amount_cents }) => within(Math.abs(amount_cents), token.ranges)
  if (token.op === 'days') return ({ date }) => within(date, token.ranges)
  if (token.op !== 'words') return undefined
  const words = token.values.map(searchable)
  return ({ text }) => words.some(word => text.includes(word))
}
