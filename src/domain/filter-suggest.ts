// What may come next in a filter being typed: field names, and after a colon the field's values.
import { piecesOf, quote } from './filter.ts'
import type { FilterField } from './filter-fields.ts'
import { fold } from './text.ts'

export interface FilterSuggestion {
  /** Replaces what was typed; the grammar reads it back. */
  text: string
  label: string
  /** The other names of a field. */
  detail?: string
}

export interface FilterSuggestions {
  /** The part of the text that a choice replaces. */
  start: number
  end: number
  of: 'field' | 'value'
  options: readonly FilterSuggestion[]
}

/** The names that records use for a text field, by its key. */
type NamesOf = (key: string) => readonly string[] | undefined

const PERIODS = ['hoje', 'semana', 'mês', 'mês-1', 'trim', 'ano']
const MOST = 50

/** The values that the field's own definition gives, else those that records have. */
function valuesOf(field: FilterField, namesOf: NamesOf): readonly string[] {
  const options = (field.options ?? []).map(option => option.names[0] ?? option.value)
  if (field.type === 'day') return [...options, ...PERIODS]
  return field.type === 'options' ? options : (namesOf(field.key) ?? [])
}

const presences = (fields: readonly FilterField[]) =>
  fields.filter(field => field.type === 'presence' || field.type === 'text').map(field => field.names[0] ?? field.key)

/** Values that begin with what was typed, then values that contain it. */
function matching(values: readonly string[], typed: string): string[] {
  const word = fold(typed)
  const begin: string[] = []
  const hold: string[] = []
  for (const value of values) {
    const at = fold(value).indexOf(word)
    if (at === 0) begin.push(value)
    else if (at > 0) hold.push(value)
    if (begin.length >= MOST) break
  }
  return [...begin, ...hold].slice(0, MOST)
}

function suggestFields(fields: readonly FilterField[], typed: string): FilterSuggestion[] {
  const word = fold(typed)
  const named = fields.filter(field => field.type !== 'presence').map(field => field.names)
  return [...named, ['tem'], ['sem']].flatMap(([name = '', ...others]) =>
    [name, ...others].some(one => fold(one).startsWith(word))
      ? [{ text: `${name}:`, label: name, ...(others.length > 0 ? { detail: others.join(', ') } : {}) }]
      : [],
  )
}

/** The last of the comma-separated values: where it starts, and its text without quotes. */
function lastValue(typed: string): { at: number; word: string; before: readonly string[] } {
  const parts = typed.match(/(?:"[^"]*"?|[^,"])*(?:,|$)/g)?.filter(part => part !== '') ?? []
  const values = parts.map(part => part.replace(/,$/, ''))
  const open = typed === '' || typed.endsWith(',')
  const word = open ? '' : (values.pop() ?? '')
  return { at: typed.length - word.length, word: word.replaceAll('"', ''), before: values.map(value => fold(value.replaceAll('"', ''))) }
}

/**
 * Undefined where there is nothing to offer: in a bare word, after a comparison, or when everything that fits is already written.
 */
export function suggestFilter(
  text: string,
  caret: number,
  fields: readonly FilterField[],
  namesOf: NamesOf = () => undefined,
): FilterSuggestions | undefined {
  const piece = piecesOf(text).find(({ start, end }) => start <= caret && caret <= end)
  const typed = text.slice(piece?.start ?? caret, caret)
  const [, sign = '', name = '', operator, rest = ''] = /^(-?)(\p{L}*)([:=])?(.*)$/su.exec(typed) ?? []
  const end = piece?.end ?? caret
  if (operator === undefined) {
    const options = rest === '' ? suggestFields(fields, name) : []
    return options.length > 0 ? { start: caret - name.length, end, of: 'field', options } : undefined
  }
  const word = fold(name)
  const field = fields.find(one => one.type !== 'presence' && one.names.some(known => fold(known) === word))
  const values = word === 'tem' || word === 'sem' ? presences(fields) : field ? valuesOf(field, namesOf) : []
  const last = lastValue(rest)
  const found = matching(values, last.word).filter(value => !last.before.includes(fold(value)))
  if (found.length === 0 || (found.length === 1 && fold(found[0] ?? '') === fold(last.word))) return undefined
  const start = caret - typed.length + sign.length + name.length + 1 + last.at
  return { start, end, of: 'value', options: found.map(value => ({ text: quote(value), label: value })) }
}
