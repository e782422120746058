// One large list on a screen: its store kept current by the data layer, its filter, marks and target for the commands.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ListRequest } from '#client/data/lists.ts'
import { announce } from '#client/kit/announcer.tsx'
import type { ColumnStore, Fields, SortKey } from '#client/kit/grid/column-store.ts'
import type { GridHandle, GridMode } from '#client/kit/grid/grid-column.ts'
import { comingTarget, type RecordName, targetOn } from '#commands/kit/command.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { counted } from '#domain/text.ts'
import { useHoldsRecords } from '../asked/records-here.ts'
import { useWhereabouts } from '../context.ts'
import { useEscape, useLayer } from '../focus-stack.ts'
import { useIntent } from '../intents.ts'
import type { ListAddress } from '../where.ts'
import { criteriaOf, type ReadFilter, readFilter } from './filter-criteria.ts'
import type { Knows } from './known-names.ts'
import { useTarget } from './ledger-target.ts'
import { optimisticEdits } from './optimistic.ts'
import { useListStore, useStoreVersion } from './use-list-store.ts'

type ListMode = GridMode | 'review'
const MODES: Record<ListMode, string> = { navigate: 'NAVEGAR', sheet: 'PLANILHA', review: 'CONFERIR' }

export interface LedgerOptions {
  request: ListRequest
  fields: Fields
  kind: RecordName
  filterFields: readonly FilterField[]
  /** Fields the bare words look in. */
  words: readonly string[]
  /** Whether the company has what a filter names; a stable function. */
  knows?: Knows | undefined
  address: Pick<ListAddress, 'filter' | 'onFilter'>
  sort: readonly SortKey[]
  today: string
  /** +1 or −1: what a record's amount adds to the balance of a selection. */
  sign(read: (field: string) => unknown): number
  layer?: 'grid' | 'workbench'
  /** How it is written into, where it can be; the hint bar says so at its left. */
  mode?: ListMode | undefined
  /** The row with the focus, so that toolbars draw again when it moves. */
  focusedId?: string | undefined
  /** False while a phone shows cards: the same store, without grid keys. */
  keys?: boolean
}

export interface Ledger {
  store: ColumnStore
  grid: React.RefObject<GridHandle | null>
  filter: ReadFilter
  /** 'loading' until the first rows; 'ready'; or the error that stopped the first load. */
  state: 'loading' | 'ready' | 'failed'
  /** Of the last load, until it is tried again; the rows that had come stay. */
  error: unknown
  /** More rows, or a delta, are on their way. */
  busy: boolean
  /** The list's own order. */
  sort: readonly SortKey[]
  retry(): void
  filterInput: React.RefObject<HTMLInputElement | null>
  host: React.RefObject<HTMLDivElement | null>
}

export function useLedger(options: LedgerOptions): Ledger {
  const { kind, filterFields, words, today, sign } = options
  const { store, state, error, busy, retry, list } = useListStore(options)
  const grid = useRef<GridHandle | null>(null)
  const host = useRef<HTMLDivElement | null>(null)
  const filterInput = useRef<HTMLInputElement | null>(null)
  const version = useStoreVersion(store)
  const company = useWhereabouts(now => now.company)

  const { knows } = options
  const { filter: text, onFilter } = options.address
  const filter = useMemo(() => readFilter(text, filterFields, today, knows), [text, filterFields, today, knows])
  useEffect(() => {
    store.filter(criteriaOf(store, filter.tokens, today, words))
  }, [store, filter, today, words])
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => announce(counted(store.shownCount, ['linha com este filtro', 'linhas com este filtro']), 'polite'), 500)
    return () => clearTimeout(timer)
  }, [text, store])

  const find = useCallback(
    (id: string) =>
      state !== 'ready' || store.rowOf(id) < 0
        ? undefined
        : targetOn(kind, store.records([id]) as unknown as { id: string }[], { company, from: 'focus' }),
    [store, state, kind, company],
  )
  useHoldsRecords(find)
  const target = useTarget({ store, grid, kind, company, sign })
  useLayer(
    options.layer ?? 'grid',
    {
      element: () => host.current,
      target: state === 'loading' ? () => comingTarget(company) : target,
      picked: () => store.selectedCount,
      selection: {
        set: (_, ids) => store.select(ids, true),
        selectAll: () => grid.current?.selectAll(),
        invert: () => grid.current?.invert(),
        clear: () => grid.current?.clearSelection(),
      },
      filter: { text: () => text, set: onFilter, focus: () => filterInput.current?.focus() },
      ...(options.mode ? { mode: MODES[options.mode], sheet: options.mode === 'sheet' } : {}),
      revision: `${version} ${state} ${options.focusedId ?? ''}`,
    },
    options.keys ?? true,
  )
  useEscape('editor', () => {
    if (grid.current?.isEditing() !== true) return false
    grid.current.stopEdit(true)
    return true
  })
  useEscape('filter', () => {
    if (document.activeElement === filterInput.current && text === '') {
      grid.current?.focus()
      return true
    }
    if (text === '') return false
    onFilter('')
    return true
  })
  useEscape('selection', () => {
    if (store.selectedCount === 0) return false
    store.clearSelection()
    return true
  })
  useIntent('filter.focus', () => filterInput.current?.focus())
  useIntent('grid.keep-visible', () => store.keepVisibleSelection())
  useIntent('focus.record', id => grid.current?.focus(id))
  const edits = useMemo(() => optimisticEdits(store), [store])
  useIntent('list.optimistic', edit => edits.show(edit))
  useIntent('list.settled', edit => {
    if (edits.settle(edit)) void list.current?.refresh()
  })
  // Rows the server never wrote are in no delta: what was shown too early is taken back here, and what did get done comes with the delta.
  useIntent('list.failed', edit => {
    if (edits.takeBack(edit)) void list.current?.refresh()
  })
  return { store, grid, filter, state, error, busy, sort: options.sort, retry, filterInput, host }
}
