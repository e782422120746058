// How a list is arranged: the columns this browser keeps and the list's own order, or all that a view of one's own was saved with.
import { useEffect, useState } from 'react'
import { asDensity, type Density, densityNow, showDensity, showOwnDensity } from '#client/kit/density.ts'
import type { SortKey } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridLayout } from '#client/kit/grid/grid-column.ts'
import { useStoredLayout } from '../stored-layout.ts'
import type { Ledger } from './use-ledger.ts'
import type { View } from './views.ts'

export interface Arrangement {
  /** Absent where the columns were as the list brings them. */
  layout?: GridLayout | undefined
  sort: readonly SortKey[]
  group: string | null
  /** Absent where the person's own stays. */
  density?: Density | undefined
}

/** What was kept, or undefined when it is none of ours. */
export function readArrangement(value: unknown): Arrangement | undefined {
  const { layout, sort, group, density } = (value ?? {}) as Partial<Record<keyof Arrangement, unknown>>
  if (!isList(sort, 'field') || !(group === null || typeof group === 'string')) return undefined
  const isLayout = isList((layout as GridLayout | undefined)?.columns, 'field')
  return { sort: sort as SortKey[], group, density: asDensity(density), layout: isLayout ? (layout as GridLayout) : undefined }
}

const isList = (value: unknown, name: string): boolean =>
  Array.isArray(value) && value.every(one => typeof (one as Record<string, unknown> | null)?.[name] === 'string')

export interface Arranged {
  layout: GridLayout | undefined
  onLayout(layout: GridLayout): void
  /** As it is on screen, to be saved. */
  now(): Arrangement
}

export function useArrangement(area: string, ledger: Ledger, columns: readonly GridColumn[], view: View | undefined): Arranged {
  const kept = useStoredLayout(area)
  // Columns moved while a view is open stay with it until another opens; the view itself changes when it is saved again.
  const [moved, setMoved] = useState<{ of: Arrangement; layout: GridLayout }>()
  const { store, sort } = ledger
  const wanted = view?.arrangement
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view read anew is the same view until its digit or its list changes
  useEffect(() => {
    if (wanted === undefined) return
    const isKnown = (field: string) => columns.some(column => (column.sortField ?? column.field) === field || column.field === field)
    store.group(wanted.group !== null && store.has(wanted.group) ? wanted.group : null)
    store.sort(wanted.sort.filter(({ field }) => isKnown(field)))
    if (wanted.density !== undefined) showDensity(wanted.density)
    return () => {
      store.group(null)
      store.sort(sort)
      showOwnDensity()
    }
  }, [store, view?.digit, wanted === undefined])
  const own = view?.own === true ? wanted : undefined
  const layout = own === undefined ? kept.layout : moved?.of === own ? moved.layout : own.layout
  return {
    layout,
    onLayout: next => (own === undefined ? kept.onLayout(next) : setMoved({ of: own, layout: next })),
    now: () => ({ layout, sort: store.sortKeys, group: store.groupField, density: densityNow() }),
  }
}
