// A filter's chip in words: 'Situação não é pago ou reprovado', 'Valor a partir de 300'. What it filters by stays as it was typed.
import { type FilterToken, formatFilter } from '#domain/filter.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { capitalized, fold } from '#domain/text.ts'

const COMPARED: Readonly<Record<string, string>> = { '<': 'menor que', '<=': 'até', '>': 'maior que', '>=': 'a partir de' }
const PARTS = /^(-?)([^:<>=]+)(:?)([<>]?=?)(.*)$/

/** The whole word of a field that is typed short: 'venc' is vencimento. */
function fieldWords(typed: string, fields: readonly FilterField[]): string {
  const known = fields.find(({ names }) => names.some(name => fold(name) === fold(typed)))
  if (known?.key === 'status') return 'situação'
  return known?.names.find(name => name.length > typed.length && fold(name).startsWith(fold(typed))) ?? typed
}

const valueWords = (typed: string): string =>
  typed.replace(/"/g, '').replace(/^\.\./, 'até ').replace(/\.\.$/, ' em diante').replace('..', ' a ').split(',').join(' ou ')

/** The chip's two halves: the field, and what it must be. */
export function chipWords(token: FilterToken, fields: readonly FilterField[]): { name: string; value: string } {
  const text = token.source?.text ?? formatFilter([token], fields)
  const [, not, field, colon, compared = '', value = ''] = PARTS.exec(text) ?? []
  if (field === undefined || (colon === '' && compared === '')) return { name: token.negated ? 'sem' : '', value: text.replace(/^-/, '') }
  const words = fieldWords(field, fields)
  const name = capitalized(words)
  const said = [COMPARED[compared], valueWords(value)].filter(Boolean).join(' ')
  return { name: not === '-' ? `${name} não é` : name, value: said }
}
