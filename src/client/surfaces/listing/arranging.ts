// How a person arranges a listing: the commands that do it, and where it is kept.
import { type RefObject, useMemo, useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { AS_WRITTEN, type ListingArrangement } from '#client/kit/listing/arrangement.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import { showToast } from '#client/kit/toast.ts'
import { useIntent } from '../intents.ts'
import { useStoredLayout } from '../stored-layout.ts'

export interface Arranging {
  arrangement: ListingArrangement
  onArrange(arrangement: ListingArrangement): void
  /** The column to group by, null for none. */
  onGroup(id: string | null): void
  onReset(): void
  /** What of the chooser is open: its columns, or its groups. */
  choosing: 'columns' | 'group' | undefined
  setChoosing(choosing: Arranging['choosing']): void
}

interface ArrangingOptions {
  /** Names the list among the preferences. */
  area: string
  listing: RefObject<ListingHandle | null>
  columns: readonly Pick<ListingColumn<never>, 'id' | 'title' | 'groupable'>[]
  isTree: boolean
  /** The column its rows are grouped by until a person says otherwise. */
  groupedBy?: string | undefined
}

export function useArranging({ area, listing, columns, isTree, groupedBy }: ArrangingOptions): Arranging {
  const { layout, onLayout } = useStoredLayout<ListingArrangement>(area)
  const arrangement = useMemo(() => ({ ...AS_WRITTEN, group: groupedBy ?? null, ...layout }), [layout, groupedBy])
  const [choosing, setChoosing] = useState<Arranging['choosing']>()
  const groupable = isTree ? [] : columns.filter(column => column.groupable)
  const onGroup = (id: string | null) => {
    onLayout({ ...arrangement, group: id })
    const column = groupable.find(one => one.id === id)
    announce(column ? `Agrupado por ${column.title}` : 'Sem grupos')
  }
  const onReset = () => {
    onLayout(AS_WRITTEN)
    announce('Colunas como vieram')
  }
  useIntent('grid.columns', () => setChoosing('columns'))
  useIntent('grid.columns-reset', onReset)
  useIntent('grid.ungroup', () => onGroup(null))
  useIntent('grid.sort', () => {
    const column = listing.current?.focusedColumn()
    if (column === undefined) listing.current?.focusHead()
    else listing.current?.sortBy(column)
  })
  useIntent('grid.group', () => {
    const column = groupable.find(one => one.id === listing.current?.focusedColumn())
    if (groupable.length === 0) showToast({ id: 'refused', title: 'Esta lista não tem por que agrupar', variant: 'warning' })
    else if (column === undefined) setChoosing('group')
    else onGroup(arrangement.group === column.id ? null : column.id)
  })
  return { arrangement, onArrange: onLayout, onGroup, onReset, choosing, setChoosing }
}
