// From the filter's text to a loop over the store's arrays: the grammar is the domain's, the storage is the grid's.
import type { ColumnStore, Criteria } from '#client/kit/grid/column-store.ts'
import { serialOf } from '#domain/day-serial.ts'
import { lastOverdueDay } from '#domain/due.ts'
import { type FilterError, type FilterToken, type Predicate, parseFilter, type Range } from '#domain/filter.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { fold } from '#domain/text.ts'
import type { Knows } from './known-names.ts'

type Test = (row: number) => boolean

/** Fields of the grammar that have another name, or are derived, in the store. */
export const COLUMN_OF: Readonly<Record<string, string>> = {
  contact: 'contact_id',
  category: 'category_id',
  bank_account: 'bank_account_id',
  attachments: 'attachments_count',
  recurrence: 'recurrence_id',
  statement_entries: 'conciliation_id',
  conciliated: 'conciliation_id',
}

const columnOf = (store: ColumnStore, field: string): string | undefined => {
  const name = COLUMN_OF[field] ?? field
  return store.has(name) ? name : undefined
}

const never: Test = () => false

function inRanges<V>(ranges: readonly Range<V>[], number: (value: V) => number, read: (row: number) => number): Test {
  const bounds = ranges.map(
    range =>
      [
        range.min === undefined ? Number.NEGATIVE_INFINITY : number(range.min),
        range.max === undefined ? Number.POSITIVE_INFINITY : number(range.max),
      ] as const,
  )
  return row => {
    const value = read(row)
    return bounds.some(([min, max]) => value >= min && value <= max)
  }
}

const isSettled = (status: unknown): boolean => status === 'PAID' || status === 'RECEIVED'

function compile(store: ColumnStore, predicate: Predicate, today: string, words: readonly string[]): Test {
  switch (predicate.op) {
    case 'words': {
      const tests = predicate.values.map(value => store.contains(words, value))
      return row => tests.some(test => test(row))
    }
    case 'in': {
      const column = columnOf(store, predicate.field)
      if (predicate.field === 'due_date') {
        if (!predicate.values.includes('overdue')) return never
        const latest = serialOf(lastOverdueDay(today))
        return row => store.number(row, 'due_date') <= latest && !isSettled(store.get(row, 'status'))
      }
      if (column === undefined) return never
      const [yes, no] = [predicate.values.includes('yes'), predicate.values.includes('no')]
      return row => {
        const value = store.get(row, column)
        return (value === null ? no : yes) || predicate.values.includes(String(value))
      }
    }
    case 'contains':
    case 'equals': {
      const column = columnOf(store, predicate.field)
      if (column === undefined) return never
      if (predicate.op === 'equals') return row => predicate.values.includes(fold(store.text(row, column)))
      const tests = predicate.values.map(value => store.contains([column], value))
      return row => tests.some(test => test(row))
    }
    case 'days': {
      const column = columnOf(store, predicate.field)
      return column === undefined ? never : inRanges(predicate.ranges, serialOf, row => store.number(row, column))
    }
    case 'cents': {
      const column = columnOf(store, predicate.field)
      return column === undefined ? never : inRanges(predicate.ranges, Number, row => Math.abs(store.number(row, column)))
    }
    case 'present':
    case 'absent': {
      const columns = predicate.fields.map(field => columnOf(store, field))
      // What a list does not carry is empty in all of its rows.
      const filled = (row: number, column: string | undefined) => {
        const value = column === undefined ? null : store.get(row, column)
        return value !== null && value !== '' && value !== 0 && value !== false
      }
      return predicate.op === 'present'
        ? row => columns.some(column => filled(row, column))
        : row => columns.some(column => !filled(row, column))
    }
  }
}

export interface ReadFilter {
  tokens: readonly FilterToken[]
  errors: readonly FilterError[]
  /** Names nobody bears in this company (they came along from another one): shown, and filtering nothing. */
  unknown: readonly FilterToken[]
}

export function readFilter(text: string, fields: readonly FilterField[], today: string, knows: Knows = () => true): ReadFilter {
  if (text.trim() === '') return { tokens: [], errors: [], unknown: [] }
  const { tokens, errors } = parseFilter(text, { fields, today })
  return { tokens: tokens.filter(knows), errors, unknown: tokens.filter(token => !knows(token)) }
}

/** The word of a token that the store's own search answers: one, wanted, and no phrase, for the store cuts its text at spaces. */
function plainWord(token: FilterToken): string | undefined {
  const [word, ...others] = token.op === 'words' && !token.negated ? token.values : []
  return word === undefined || others.length > 0 || /\s/.test(word) ? undefined : word
}

/** One predicate over the store; bare positive words alone take the store's faster search. */
export function criteriaOf(store: ColumnStore, tokens: readonly FilterToken[], today: string, words: readonly string[]): Criteria {
  const text = tokens.map(plainWord).filter(word => word !== undefined)
  const rest = tokens.filter(token => plainWord(token) === undefined)
  const tests = rest.map(token => {
    const test = compile(store, token, today, words)
    return token.negated ? (row: number) => !test(row) : test
  })
  const [only] = tests
  const predicate = tests.length === 0 ? undefined : tests.length === 1 ? only : (row: number) => tests.every(test => test(row))
  return { ...(predicate ? { predicate } : {}), ...(text.length > 0 ? { text: text.join(' ') } : {}) }
}
