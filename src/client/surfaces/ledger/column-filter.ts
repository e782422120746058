// Filtering by the focused cell: the term of the grammar that keeps the rows like this one.
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { type FilterToken, formatFilter, type Predicate } from '#domain/filter.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { COLUMN_OF } from './filter-criteria.ts'

function predicateLike(store: ColumnStore, row: number, name: string, field: FilterField | undefined): Predicate | undefined {
  const value = store.get(row, name)
  const text = store.text(row, name)
  const empty = value === null || value === '' || value === 0
  // A text the grammar has no name for is found by its words.
  if (field === undefined) return empty || typeof value !== 'string' ? undefined : { op: 'words', values: [text] }
  if (field.type === 'presence') return { op: empty ? 'absent' : 'present', fields: [field.key] }
  if (empty) return field.type === 'text' ? { op: 'absent', fields: [field.key] } : undefined
  switch (field.type) {
    case 'text':
      return { op: 'contains', field: field.key, values: [text] }
    case 'options':
      return { op: 'in', field: field.key, values: [String(value)] }
    case 'day':
      return { op: 'days', field: field.key, ranges: [{ min: String(value), max: String(value) }] }
    case 'amount':
      return { op: 'cents', field: field.key, ranges: [{ min: Math.abs(Number(value)), max: Math.abs(Number(value)) }] }
  }
}

/** 'contato:"Padaria Sol"', 'venc:05/11/2026', 'sem:cat'; undefined where the list has no filter by this column. */
export function termLike(store: ColumnStore, row: number, name: string, fields: readonly FilterField[]): string | undefined {
  if (row < 0 || !store.has(name)) return undefined
  const field = fields.find(one => one.key === name) ?? fields.find(one => COLUMN_OF[one.key] === name && one.type !== 'options')
  const predicate = predicateLike(store, row, name, field)
  if (predicate === undefined) return undefined
  const token: FilterToken = { ...predicate, negated: false }
  return formatFilter([token], fields)
}
