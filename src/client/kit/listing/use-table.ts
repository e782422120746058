// The table behind a listing: TanStack Table over the rows, with the person's columns, order, groups and branches.
import { functionalUpdate, type ReactTable, type Updater, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { withWidths } from '../column-layout.ts'
import { AS_WRITTEN, columnState, type ListingArrangement, type ListingSort, placed, sortingOf } from './arrangement.ts'
import { columnDefs, type ListingFeatures, type ListingLine, listingFeatures } from './columns.ts'
import type { ListingProps } from './listing-props.ts'

export type ListingTable<Row extends object> = ReactTable<ListingFeatures, Row>

interface Branches {
  /** For the table: all are open, or a statement per branch. */
  expanded: true | Record<string, boolean>
  isOpen: (id: string) => boolean
  open: (id: string, open: boolean, all: readonly string[]) => void
}

/** Which branches of a tree are open: the owner's set or its own, by default all. For groups: all but the folded ones. */
function useBranches<Row extends object>(props: ListingProps<Row>, grouped: boolean): Branches {
  const [ownExpanded, setOwnExpanded] = useState<ReadonlySet<string> | null>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const named = grouped ? folded : (props.expanded ?? ownExpanded)
  const expanded = useMemo(() => {
    if (named === null || (grouped && named.size === 0)) return true
    return Object.fromEntries(Array.from(named, id => [id, !grouped]))
  }, [named, grouped])
  return {
    expanded,
    isOpen: id => expanded === true || (expanded[id] ?? grouped),
    open(id, open, all) {
      const next = new Set(named ?? all)
      if (open === grouped) next.delete(id)
      else next.add(id)
      if (grouped) setFolded(next)
      else (props.onExpandedChange ?? setOwnExpanded)(next)
    },
  }
}

export interface TableBehind<Row extends object> {
  table: ListingTable<Row>
  arrangement: ListingArrangement
  arrange: (arrangement: ListingArrangement) => void
  /** The column by which its rows are grouped now. */
  group: string | null
  twist: (id: string, open?: boolean) => void
}

/** `width` is the room of the columns in px; 0 while it is unknown. */
export function useListingTable<Row extends object>(props: ListingProps<Row>, width: number): TableBehind<Row> {
  const { rows, columns, rowId, childrenOf, selection } = props
  const [own, setOwn] = useState(AS_WRITTEN)
  const arrangement = props.arrangement ?? own
  const arrange = props.onArrange ?? setOwn
  const selectable = selection !== undefined

  const defs = useMemo(() => columnDefs(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  const group = childrenOf ? null : (columns.find(({ id, groupable }) => id === arrangement.group && groupable)?.id ?? null)
  const branches = useBranches(props, group !== null)
  const { expanded } = branches
  const state = useMemo(
    () => ({
      ...columnState(columns, arrangement, width, selectable),
      sorting: sortingOf(arrangement, group),
      grouping: group === null ? [] : [group],
      expanded,
    }),
    [columns, arrangement, width, selectable, group, expanded],
  )
  const table = useTable({
    features: listingFeatures,
    columns: defs,
    data,
    getRowId: rowId,
    ...(childrenOf ? { getSubRows: (row: Row) => childrenOf(row)?.slice() } : {}),
    getIsRowExpanded: (row: ListingLine<Row>) => branches.isOpen(row.id),
    autoResetAll: false,
    groupedColumnMode: false,
    columnResizeMode: 'onChange',
    state,
    onSortingChange: (updater: Updater<ListingSort[]>) => {
      const sort = functionalUpdate(updater, state.sorting)
      // The order of the groups is requested only where it is reversed.
      arrange({ ...arrangement, sort: sort.filter(({ id, desc }) => id !== group || desc) })
    },
    onColumnSizingChange: (updater: Updater<Record<string, number>>) => {
      const sizes = functionalUpdate(updater, state.columnSizing)
      const changed = Object.fromEntries(Object.entries(sizes).filter(([id, px]) => px !== state.columnSizing[id]))
      if (Object.keys(changed).length > 0) arrange({ ...arrangement, ...withWidths(columns.map(placed), arrangement, changed) })
    },
  })
  const twist = (id: string, open?: boolean) => {
    const branching = table.getPreExpandedRowModel().flatRows.filter(row => row.subRows.length > 0)
    branches.open(
      id,
      open ?? !branches.isOpen(id),
      branching.map(row => row.id),
    )
  }
  return { table, arrangement, arrange, group, twist }
}
