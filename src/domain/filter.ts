// The filter grammar of the grids: text to predicates and back. It knows fields and values, not how rows are stored.
import { parsePeriod } from './date-grammar.ts'
import { addDays, type Day, formatDay } from './days.ts'
import type { FilterField, FilterOption } from './filter-fields.ts'
import { formatPlainAmount, parseAmount } from './money.ts'
import { editDistance, fold } from './text.ts'

/** Inclusive; a missing end is open. */
export interface Range<V> {
  min?: V
  max?: V
}

/** Values and ranges of one predicate are alternatives (OR); all predicates of a filter must hold (AND). */
export type Predicate =
  /** Folded words or phrases, searched in description, contact, document, category and account. */
  | { op: 'words'; values: readonly string[] }
  /** Exact wire values of an enumeration; on due_date the value 'overdue'; on flags 'yes' and 'no'. */
  | { op: 'in'; field: string; values: readonly string[] }
  /** Folded text that the field contains ('contains') or equals ('equals'). */
  | { op: 'contains' | 'equals'; field: string; values: readonly string[] }
  /** Days of a day field. */
  | { op: 'days'; field: string; ranges: readonly Range<Day>[] }
  /** Integer cents of an amount field. */
  | { op: 'cents'; field: string; ranges: readonly Range<number>[] }
  /** One of the fields is filled ('present') or one is empty ('absent'). */
  | { op: 'present' | 'absent'; fields: readonly string[] }

export type FilterToken = Predicate & {
  negated: boolean
  /** As typed, with its place in the text; absent in tokens made by a panel. */
  source?: { text: string; start: number; end: number }
}

/** A token that does not filter. */
export interface FilterError {
  text: string
  start: number
  end: number
  /** '‘stauts’? quis dizer status' */
  message: string
  /** The word that would replace the wrong one. */
  suggestion?: string
  /** Still being typed: nothing follows the operator yet. */
  incomplete?: true
}

export interface FilterOptions {
  fields: readonly FilterField[]
  today: Day
}

type Comparator = ':' | '=' | '<' | '<=' | '>' | '>='

class Wrong extends Error {
  readonly suggestion: string | undefined
  readonly incomplete: boolean

  constructor(message: string, suggestion?: string, incomplete = false) {
    super(message)
    this.suggestion = suggestion
    this.incomplete = incomplete
  }
}

// Quoted characters move to a private area while the text is split, so that no operator inside a phrase splits it.
const PRIVATE = 0xe000
const protect = (char: string) => (char.charCodeAt(0) < 0x100 ? String.fromCharCode(PRIVATE + char.charCodeAt(0)) : char)
const plain = (text: string) => text.replace(/[\ue000-\ue0ff]/g, char => String.fromCharCode(char.charCodeAt(0) - PRIVATE))

interface Piece {
  text: string
  start: number
  end: number
}

/** The parts of a filter text between its spaces; a quoted phrase stays together. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let piece: Piece | undefined
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    const isQuote = char === '"' || char === '“' || char === '”'
    if (!quoted && !isQuote && /\s/.test(char)) {
      piece = undefined
      continue
    }
    if (!piece) {
      piece = { text: '', start: at, end: at }
      pieces.push(piece)
    }
    piece.end = at + 1
    if (isQuote) quoted = !quoted
    else piece.text += quoted ? protect(char) : char
  }
  return pieces
}

function nearestName(word: string, names: readonly string[]): string | undefined {
  const most = word.length <= 3 ? 1 : 2
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(fold(word), fold(name))
    if (distance <= most && (!best || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

function unknownWord(word: string, names: readonly string[], otherwise: string): Wrong {
  const suggestion = nearestName(word, names)
  return new Wrong(suggestion ? `‘${word}’? quis dizer ${suggestion}` : `‘${word}’? ${otherwise}`, suggestion)
}

const hasName = (entry: { names: readonly string[] }, word: string) => entry.names.some(name => fold(name) === word)

function optionValues(typed: string, options: readonly FilterOption[]): string[] {
  const word = fold(plain(typed))
  const exact = options.filter(option => hasName(option, word))
  if (exact.length > 0) return exact.map(option => option.value)
  const begun = word.length >= 2 ? options.filter(option => option.names.some(name => fold(name).startsWith(word))) : []
  if (begun.length > 0) return begun.map(option => option.value)
  const names = options.flatMap(option => option.names)
  throw unknownWord(plain(typed), names, 'valor desconhecido')
}

function dayRange(typed: string, comparator: Comparator, field: FilterField, today: Day): Range<Day> {
  const periodOf = (text: string) => {
    const period = parsePeriod(plain(text), today, field.bias ?? 'past')
    if (!period) throw new Wrong(`‘${plain(text)}’? não é uma data`)
    return period
  }
  if (comparator === '<') return { max: addDays(periodOf(typed).start, -1) }
  if (comparator === '<=') return { max: periodOf(typed).end }
  if (comparator === '>') return { min: addDays(periodOf(typed).end, 1) }
  if (comparator === '>=') return { min: periodOf(typed).start }
  if (typed.startsWith('..')) return { max: periodOf(typed.slice(2)).end }
  if (typed.endsWith('..')) return { min: periodOf(typed.slice(0, -2)).start }
  const { start, end } = periodOf(typed)
  return { min: start, max: end }
}

function centsRange(typed: string, comparator: Comparator): Range<number> {
  const centsOf = (text: string) => {
    // '=120*3': the comparison has taken the sign that announces arithmetic.
    const cents = parseAmount(plain(text)) ?? parseAmount(`=${plain(text)}`)
    if (cents === undefined) throw new Wrong(`‘${plain(text)}’? não é um valor`)
    return cents
  }
  if (comparator === '<') return { max: centsOf(typed) - 1 }
  if (comparator === '<=') return { max: centsOf(typed) }
  if (comparator === '>') return { min: centsOf(typed) + 1 }
  if (comparator === '>=') return { min: centsOf(typed) }
  const ends = typed.split('..')
  if (ends.length === 1) return { min: centsOf(typed), max: centsOf(typed) }
  const [first = '', last = ''] = ends
  if (ends.length > 2 || (!first && !last)) throw new Wrong(`‘${plain(typed)}’? não é um valor`)
  if (!first) return { max: centsOf(last) }
  if (!last) return { min: centsOf(first) }
  const bounds = [centsOf(first), centsOf(last)] as const
  return { min: Math.min(...bounds), max: Math.max(...bounds) }
}

/** Commas separate alternatives, except a decimal comma: after a digit and before one or two digits. */
function amountValues(text: string): string[] {
  const values: string[] = []
  for (const part of text.split(',')) {
    const last = values.at(-1)
    const isDecimal = last !== undefined && /\d$/.test(last) && !/,\d{1,2}$/.test(last) && /^\d{1,2}(?:\.\.|$)/.test(part)
    if (isDecimal) values[values.length - 1] = `${last},${part}`
    else values.push(part)
  }
  return values
}

function valuesOf(text: string, field?: FilterField): string[] {
  const values = (field?.type === 'amount' ? amountValues(text) : text.split(',')).filter(value => plain(value).trim() !== '')
  if (values.length === 0) throw new Wrong('falta o valor', undefined, true)
  return values
}

function fieldPredicate(field: FilterField, comparator: Comparator, text: string, today: Day): Predicate {
  const values = valuesOf(text, field)
  const compares = comparator !== ':' && comparator !== '='
  switch (field.type) {
    case 'amount':
      return { op: 'cents', field: field.key, ranges: values.map(value => centsRange(value, comparator)) }
    case 'day': {
      const words = field.options ?? []
      if (!compares && values.every(value => words.some(option => hasName(option, fold(plain(value)))))) {
        return { op: 'in', field: field.key, values: [...new Set(values.flatMap(value => optionValues(value, words)))] }
      }
      return { op: 'days', field: field.key, ranges: values.map(value => dayRange(value, comparator, field, today)) }
    }
    case 'options':
      if (compares) throw new Wrong(`${field.names[0]} não aceita ${comparator}`)
      return { op: 'in', field: field.key, values: [...new Set(values.flatMap(value => optionValues(value, field.options ?? [])))] }
    case 'text':
      if (compares) throw new Wrong(`${field.names[0]} não aceita ${comparator}`)
      return { op: comparator === '=' ? 'equals' : 'contains', field: field.key, values: values.map(value => fold(plain(value).trim())) }
    case 'presence':
      throw new Wrong(`use tem:${field.names[0]} ou sem:${field.names[0]}`)
  }
}

const canBeAbsent = (field: FilterField) => field.type === 'presence' || field.type === 'text'

function presencePredicate(word: 'tem' | 'sem', text: string, fields: readonly FilterField[]): Predicate {
  const candidates = fields.filter(canBeAbsent)
  const found = valuesOf(text).map(value => {
    const field = candidates.find(candidate => hasName(candidate, fold(plain(value))))
    if (!field)
      throw unknownWord(
        plain(value),
        candidates.flatMap(candidate => candidate.names),
        'não dá para filtrar por isso',
      )
    return field.key
  })
  return { op: word === 'tem' ? 'present' : 'absent', fields: [...new Set(found)] }
}

function predicateOf(text: string, { fields, today }: FilterOptions): Predicate {
  const amount = fields.find(field => field.type === 'amount')
  const bare = /^(<=|>=|<|>|=)(.*)$/s.exec(text)
  if (bare && amount) return fieldPredicate(amount, bare[1] as Comparator, bare[2] ?? '', today)
  if (amount && /^[\d.,]*\d[\d,]*\.\.[\d.,]*$|^\.\.\d[\d.,]*$/.test(text)) return fieldPredicate(amount, ':', text, today)
  const named = /^(\p{L}+)(<=|>=|<|>|=|:(?:<=|>=|<|>|=)?)(.*)$/su.exec(text)
  if (!named) return { op: 'words', values: valuesOf(text).map(value => fold(plain(value).trim())) }
  const [, name = '', operator = ':', rest = ''] = named
  const word = fold(name)
  if (word === 'tem' || word === 'sem') return presencePredicate(word, rest, fields)
  const field = fields.find(candidate => hasName(candidate, word))
  const comparator = (operator.length > 1 && operator.startsWith(':') ? operator.slice(1) : operator) as Comparator
  if (field) return fieldPredicate(field, comparator, rest, today)
  const names = fields.filter(known => known.type !== 'presence').flatMap(known => known.names)
  throw unknownWord(name, [...names, 'tem', 'sem'], 'campo desconhecido')
}

/** The predicates of a filter text, and its wrong tokens: those filter nothing and carry a suggestion. */
export function parseFilter(text: string, options: FilterOptions): { tokens: FilterToken[]; errors: FilterError[] } {
  const tokens: FilterToken[] = []
  const errors: FilterError[] = []
  for (const { text: piece, start, end } of piecesOf(text)) {
    const source = { text: text.slice(start, end), start, end }
    const negated = piece.startsWith('-')
    const body = negated ? piece.slice(1) : piece
    if (body === '') continue
    try {
      tokens.push({ ...predicateOf(body, options), negated, source })
    } catch (problem) {
      if (!(problem instanceof Wrong)) throw problem
      const error: FilterError = { ...source, message: problem.message }
      if (problem.suggestion) error.suggestion = problem.suggestion
      if (problem.incomplete) error.incomplete = true
      errors.push(error)
    }
  }
  return { tokens, errors }
}

/** A value as the grammar reads it back. */
export const quote = (value: string) => (/^-|[\s,:<>="]|\.\./.test(value) ? `"${value.replace(/["“”]/g, '')}"` : value)

function rangeText<V>({ min, max }: Range<V>, show: (value: V) => string): string {
  if (min !== undefined && max !== undefined) return min === max ? show(min) : `${show(min)}..${show(max)}`
  if (min !== undefined) return `${show(min)}..`
  return max === undefined ? '' : `..${show(max)}`
}

function predicateText(token: Predicate, fields: readonly FilterField[]): string {
  const named = (key: string) => fields.find(field => field.key === key)
  const nameOf = (key: string) => named(key)?.names[0] ?? key
  switch (token.op) {
    case 'words':
      return token.values.map(quote).join(',')
    case 'in': {
      const options = named(token.field)?.options ?? []
      const names = token.values.map(value => options.find(option => option.value === value)?.names[0] ?? value)
      return `${nameOf(token.field)}:${names.map(quote).join(',')}`
    }
    case 'contains':
    case 'equals':
      return `${nameOf(token.field)}${token.op === 'equals' ? '=' : ':'}${token.values.map(quote).join(',')}`
    case 'days':
      return `${nameOf(token.field)}:${token.ranges.map(range => rangeText(range, formatDay)).join(',')}`
    case 'cents':
      return `${nameOf(token.field)}:${token.ranges.map(range => rangeText(range, formatPlainAmount)).join(',')}`
    case 'present':
    case 'absent':
      return `${token.op === 'present' ? 'tem' : 'sem'}:${token.fields.map(nameOf).join(',')}`
  }
}

/** The text of tokens: as typed where they were typed, else in canonical form; parsing it gives the same predicates. */
export const formatFilter = (tokens: readonly FilterToken[], fields: readonly FilterField[]): string =>
  tokens.map(token => token.source?.text ?? `${token.negated ? '-' : ''}${predicateText(token, fields)}`).join(' ')
