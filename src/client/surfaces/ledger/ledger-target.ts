// What commands act on in a list: the marked rows, else the row with the focus; the same object for as long as nothing changed.
import { type RefObject, useRef } from 'react'
import type { ColumnStore, GridRecord } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import { type AnyTarget, type RecordName, targetOn } from '#commands/kit/command.ts'

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
  const all = picked && records.length > 1 && records.length === store.shownCount && store.hiddenSelectedCount === 0
  return targetOn(kind, records as { id: string }[], {
    company,
    from: picked ? (all ? 'filter' : 'selection') : 'focus',
    centsOf: record => Number((record as GridRecord).amount_cents ?? 0) * sign(record as GridRecord),
  })
}
