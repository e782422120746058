// The palette's `=`: an amount, a range or a day becomes a filter, of the list on screen or of a whole area without period.

import { useWhereabouts } from '#client/surfaces/context.ts'
import { nearest } from '#client/surfaces/focus-stack.ts'
import type { LocalSource, PaletteItem } from '#client/surfaces/palette-source.ts'
import { today } from '#client/surfaces/where.ts'
import { type CompanyScreen, pathTo } from '#commands/screens.ts'
import type { SearchName } from '#commands/search-text.ts'
import { parsePeriod } from '#domain/date-grammar.ts'
import { formatPlainAmount, parseAmount } from '#domain/money.ts'

/** '1234,56', '1200..1300', '>5000', '15/12', 'nov' as a term of the filter grammar; undefined for anything else. */
export function valueFilter(text: string, day: string): string | undefined {
  const typed = text.trim().replace(/^=/, '')
  const compared = /^(<=|>=|<|>)\s*(.+)$/.exec(typed)
  const cents = parseAmount(compared?.[2] ?? typed)
  if (cents !== undefined) return compared ? `valor${compared[1]}${formatPlainAmount(cents)}` : `valor:${formatPlainAmount(cents)}`
  const [low, high] = typed.split('..').map(part => parseAmount(part))
  if (typed.includes('..') && low !== undefined && high !== undefined) return `valor:${formatPlainAmount(low)}..${formatPlainAmount(high)}`
  return typed !== '' && parsePeriod(typed, day) !== undefined ? `venc:${typed}` : undefined
}

/** An amount with its cents, a day with its month, a range or a comparison: what can be nothing else without `=` before it. */
const UNMISTAKABLE = /^(?:r\$ ?\S+|\(?-?[\d.]+,\d{1,2}\)?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|[<>]=? ?\S+|\S*\d\S*\.\.\S*\d\S*)$/i
const NAMED = /^(?:valor|venc|vencimento)\s*(?:de|em|:|=)?\s*(?=[\d<>r(])/i

/** The value or day that a query is, said by its looks or by its name: 'valor > 500', 'venc 15/12'. */
export function plainValue(query: string): string | undefined {
  const typed = query.trim()
  const value = typed.replace(NAMED, '')
  return value !== typed || UNMISTAKABLE.test(value) ? value : undefined
}

const AREAS: readonly { screen: CompanyScreen; search: SearchName; title: string; day: string }[] = [
  { screen: 'bills', search: 'bills', title: 'Contas a pagar', day: 'venc' },
  { screen: 'receivables', search: 'receivables', title: 'Contas a receber', day: 'venc' },
  { screen: 'entries', search: 'fluxo', title: 'Fluxo de caixa', day: 'data' },
]

/** The lists that hold a value or a day: the one on screen, then each area without period. */
function valueItems(text: string): readonly PaletteItem[] {
  const filter = valueFilter(text, today())
  const c = useWhereabouts.getState().company?.id
  if (filter === undefined || c === undefined) return []
  const list = nearest('filter')
  const here: PaletteItem[] = list
    ? [{ id: 'value:here', title: `Filtrar esta lista por ${filter}`, icon: 'funnel', run: () => list.set(filter) }]
    : []
  return [
    ...here,
    ...AREAS.map(({ screen, search, title, day }) => ({
      id: `value:${screen}`,
      title: `${title}: ${filter}`,
      subtitle: 'em todo o período',
      icon: 'search' as const,
      go: { to: pathTo(screen, { companyId: c }), search: { [search]: filter.replace(/^venc:/, `${day}:`), periodo: 'tudo' } },
    })),
  ]
}

export const valueSource: LocalSource = {
  id: 'values',
  title: 'Valores e datas',
  prefix: '=',
  word: 'valores',
  icon: 'hash',
  search(query) {
    const items = valueItems(query)
    return { items, total: items.length }
  },
}

/** Titles of that very amount or day, which the server finds, stand before the lists that may hold more. */
const AFTER_TITLES = 0.49

/** The same rows without a prefix, where what is typed can be nothing else. */
export const plainValueSource: LocalSource = {
  id: 'plain-values',
  title: 'Valores e datas',
  icon: 'hash',
  everywhere: true,
  search(query) {
    const value = plainValue(query)
    if (value === undefined) return { items: [], total: 0 }
    const items = valueItems(value)
    return { items, total: items.length, score: AFTER_TITLES }
  },
}

/** Rows of an empty result. */
export function paletteFallbacks(query: string): readonly PaletteItem[] {
  const c = useWhereabouts.getState().company?.id
  const typed = query.trim()
  if (c === undefined || typed === '') return []
  const filter = valueFilter(typed, today())
  return [
    {
      id: 'fallback:contact',
      title: `Criar contato ‘${typed}’`,
      icon: 'plus',
      go: { to: pathTo('contacts.create', { companyId: c }), search: { nome: typed } },
    },
    ...(filter
      ? [
          {
            id: 'fallback:value',
            title: `Buscar valor ${typed}`,
            icon: 'hash' as const,
            go: { to: pathTo('bills', { companyId: c }), search: { bills: filter, periodo: 'tudo' } },
          },
        ]
      : []),
  ]
}
