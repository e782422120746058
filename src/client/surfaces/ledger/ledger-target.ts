// What commands act on in a list: the marked rows, else the row with the focus; the same object for as long as nothing changed.
import { type RefObject, useRef } from 'react'
import type { ColumnStore, GridRecord } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import type { AnyTarget, RecordName } from '#commands/kit/command.ts'

interface TargetOf {
  store: ColumnStore
  grid: RefObject<GridHandle | null>
  kind: RecordName
  company: AnyTarget['company']
  /** +1 or −1: what a record's amount adds to the balance of a selection. */
  sign(record: GridRecord): number
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

function makeTarget({ store, kind, company, sign }: TargetOf, focused: string | undefined): AnyTarget {
  const picked = store.selectedCount > 0
  const records = store.records(picked ? store.selectedIds() : focused === undefined ? [] : [focused])
  const ids = records.map(record => String(record.id))
  const centsOf = (record: unknown) => Number((record as GridRecord).amount_cents ?? 0) * sign(record as GridRecord)
  const all = picked && ids.length > 1 && ids.length === store.shownCount && store.hiddenSelectedCount === 0
  return {
    kind,
    records,
    ids,
    count: ids.length,
    sum_cents: records.length > 0 ? records.reduce((sum, record) => sum + centsOf(record), 0) : undefined,
    centsOf,
    company,
    from: picked ? (all ? 'filter' : 'selection') : ids.length > 0 ? 'focus' : 'nothing',
  }
}
