// What commands act on in a list: the marked rows, else the row with the focus; the same object for as long as nothing changed.
import { type RefObject, useRef } from 'react'
import type { ColumnStore, GridRecord } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import { lazyList } from '#client/kit/lazy-list.ts'
import { type AnyTarget, type RecordName, targetOn } from '#commands/kit/command.ts'

interface TargetOf {
  store: ColumnStore
  grid: RefObject<GridHandle | null>
  kind: RecordName
  company: AnyTarget['company']
  /** +1 or −1: what the amount of a record, read by its fields, adds to the balance of a selection. */
  sign(read: (field: string) => unknown): number
}

export function useTarget(of: TargetOf): () => AnyTarget {
  const { store, grid, company } = of
  const kept = useRef<{
    store: ColumnStore
    version: number
    focused: string | undefined
    company: AnyTarget['company']
    target: AnyTarget
  }>(undefined)
  return () => {
    const { version } = store
    const focused = grid.current?.focusedId()
    const last = kept.current
    if (last?.store === store && last.version === version && last.focused === focused && last.company === company) return last.target
    const target = makeTarget(of, focused)
    kept.current = { store, version, focused, company, target }
    return target
  }
}

/** Fewer are made at once. */
const MANY = 200

function makeTarget({ store, kind, company, sign }: TargetOf, focused: string | undefined): AnyTarget {
  const picked = store.selectedCount > 0
  const row = focused === undefined ? -1 : store.rowOf(focused)
  const rows = picked ? store.selectedRows() : row < 0 ? [] : [row]
  const recordAt = (at: number) => store.record(rows[at] ?? -1)
  const records = rows.length > MANY ? lazyList(rows.length, recordAt) : rows.map((_, at) => recordAt(at))
  const all = picked && rows.length > 1 && rows.length === store.shownCount && store.hiddenSelectedCount === 0
  const centsIn = (read: (field: string) => unknown) => Number(read('amount_cents') ?? 0) * sign(read)
  return targetOn(kind, records as { id: string }[], {
    company,
    from: picked ? (all ? 'filter' : 'selection') : 'focus',
    centsOf: record => centsIn(field => (record as GridRecord)[field]),
    known: {
      ids: rows.map(each => String(store.get(each, 'id'))),
      sum_cents: rows.length === 0 ? undefined : rows.reduce((sum, each) => sum + centsIn(field => store.get(each, field)), 0),
    },
  })
}
