// One large list on a screen: its store kept current by the data layer, its filter, marks and target for the commands.
import { useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { type ListRequest, type OpenList, openList } from '#client/data/lists.ts'
import { announce } from '#client/kit/announcer.tsx'
import { type CellValue, ColumnStore, type Fields, type Snapshot, type SortKey } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import type { AnyTarget, RecordName } from '#commands/kit/command.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { useWhereabouts } from '../context.ts'
import { useEscape, useLayer } from '../focus-stack.ts'
import { useUiAction } from '../ui-actions.ts'
import { criteriaOf, type ReadFilter, readFilter } from './filter-criteria.ts'

export interface LedgerOptions {
  request: ListRequest
  fields: Fields
  kind: RecordName
  filterFields: readonly FilterField[]
  /** Fields the bare words look in. */
  words: readonly string[]
  /** The filter's text, from the address. */
  filter: string
  onFilter(text: string): void
  sort: readonly SortKey[]
  today: string
  /** +1 or −1: what a record's amount adds to the balance of a selection. */
  sign(record: Readonly<Record<string, unknown>>): number
  layer?: 'grid' | 'workbench'
  /** The word at the left of the hint bar. */
  mode?: string | undefined
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
  error: unknown
  /** More rows, or a delta, are on their way. */
  busy: boolean
  retry(): void
  filterInput: React.RefObject<HTMLInputElement | null>
  host: React.RefObject<HTMLDivElement | null>
  /** Writes a cell at once and gives the way back when the server refuses. */
  optimistic(ids: readonly string[], values: Readonly<Record<string, CellValue>>): Snapshot
}

/** Draws again when the store changes. */
export function useStoreVersion(store: ColumnStore): number {
  return useSyncExternalStore(
    listener => store.subscribe(listener),
    () => store.version,
  )
}

function useStore(options: LedgerOptions): {
  store: ColumnStore
  state: Ledger['state']
  error: unknown
  busy: boolean
  retry(): void
  list: React.RefObject<OpenList | null>
} {
  const { request, fields } = options
  const key = JSON.stringify([request.row.id, request.params, request.query])
  // The store lives as long as the question; labels arriving later relabel it in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is a new store
  const store = useMemo(() => new ColumnStore(fields, undefined, { sumField: 'amount_cents' }), [key])
  const [state, setState] = useState<Ledger['state']>('loading')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [, again] = useReducer((count: number) => count + 1, 0)
  const list = useRef<OpenList | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request
  useEffect(() => {
    setState('loading')
    store.sort(options.sort)
    let known: readonly string[] | undefined
    list.current = openList(request, {
      whole(answer, partial) {
        // The first rows came before the rest: what is known is patched, what is new is added, nothing on screen jumps.
        const ids = answer.columns.id as string[]
        if (known === undefined) store.append(answer as never)
        else store.patch(answer as never)
        // A list sent whole again says by silence what left it.
        if (known !== undefined && !partial) {
          const present = new Set(ids)
          const gone = known.filter(id => !present.has(id))
          if (gone.length > 0) store.remove(gone)
        }
        known = [...ids]
        setState('ready')
        again()
      },
      delta(answer) {
        store.patch(answer as never)
        known = [...(known ?? []), ...(answer.columns.id as string[])]
      },
      failed(reason) {
        setError(reason)
        setState(before => (before === 'loading' ? 'failed' : before))
      },
      busy: setBusy,
    })
    return () => list.current?.close()
  }, [store])
  return { store, state, error, busy, list, retry: () => void list.current?.refresh(true) }
}

export function useLedger(options: LedgerOptions): Ledger {
  const { kind, filterFields, words, today, sign } = options
  const { store, state, error, busy, retry, list } = useStore(options)
  const grid = useRef<GridHandle | null>(null)
  const host = useRef<HTMLDivElement | null>(null)
  const filterInput = useRef<HTMLInputElement | null>(null)
  const version = useStoreVersion(store)
  const company = useWhereabouts(now => now.company)

  const filter = useMemo(() => readFilter(options.filter, filterFields, today), [options.filter, filterFields, today])
  useEffect(() => {
    store.filter(criteriaOf(store, filter.tokens, today, words))
  }, [store, filter, today, words])
  useEffect(() => {
    if (options.filter === '') return
    const timer = setTimeout(() => announce(`${store.shownCount.toLocaleString('pt-BR')} linhas com este filtro`, 'polite'), 500)
    return () => clearTimeout(timer)
  }, [options.filter, store])

  // The same object while nothing changed: surfaces cache on it.
  const cached = useRef<{ at: string; target: AnyTarget } | undefined>(undefined)
  const target = (): AnyTarget => {
    const at = `${store.version} ${grid.current?.focusedId() ?? ''} ${company?.id}`
    if (cached.current?.at === at) return cached.current.target
    const made = makeTarget(store, grid.current, kind, company, sign)
    cached.current = { at, target: made }
    return made
  }
  useLayer(
    options.layer ?? 'grid',
    {
      element: () => host.current,
      target,
      picked: () => store.selectedCount,
      selection: {
        set: (_, ids) => store.select(ids),
        selectAll: () => grid.current?.selectAll(),
        invert: () => grid.current?.invert(),
        clear: () => grid.current?.clearSelection(),
      },
      filter: { text: () => options.filter, set: options.onFilter, focus: () => filterInput.current?.focus() },
      ...(options.mode ? { mode: options.mode } : {}),
      revision: `${version} ${options.focusedId ?? ''}`,
    },
    options.keys ?? true,
  )
  useEscape('filter', () => {
    if (document.activeElement === filterInput.current && options.filter === '') {
      grid.current?.focus()
      return true
    }
    if (options.filter === '') return false
    options.onFilter('')
    return true
  })
  useEscape('selection', () => {
    if (store.selectedCount === 0) return false
    store.clearSelection()
    return true
  })
  useUiAction('filter.focus', () => filterInput.current?.focus())
  useUiAction('focus.record', id => grid.current?.focus(String(id)))
  const pending = useRef<Snapshot | undefined>(undefined)
  useUiAction('list.optimistic', detail => {
    const { ids, values } = detail as { ids: readonly string[]; values: Record<string, CellValue> }
    pending.current = store.set(ids, values)
  })
  // What the server says afterwards is the truth: the delta of the write is asked for whether it succeeded or not.
  useUiAction('list.settled', () => {
    if (pending.current) void list.current?.refresh()
    pending.current = undefined
  })
  return { store, grid, filter, state, error, busy, retry, filterInput, host, optimistic: (ids, values) => store.set(ids, values) }
}

function makeTarget(
  store: ColumnStore,
  grid: GridHandle | null,
  kind: RecordName,
  company: AnyTarget['company'],
  sign: LedgerOptions['sign'],
): AnyTarget {
  const picked = store.selectedCount > 0
  const focusedId = grid?.focusedId()
  const records = store.records(picked ? store.selectedIds() : focusedId === undefined ? [] : [focusedId])
  const ids = records.map(record => String(record.id))
  const sum = records.reduce((total, record) => total + Number(record.amount_cents ?? 0) * sign(record), 0)
  const all = picked && ids.length === store.shownCount && ids.length > 1
  return {
    kind,
    records,
    ids,
    count: ids.length,
    sum_cents: records.length > 0 ? sum : undefined,
    company,
    from: picked ? (all ? 'filter' : 'selection') : ids.length > 0 ? 'focus' : 'nothing',
  }
}
