// The state behind a listing: order, open branches, window, focus and selection. It draws nothing.
import { useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePhone, useRowHeight } from '../use-screen.ts'
import { columnDefs, listingFeatures } from './columns.ts'
import { listingHandle } from './listing-keys.ts'
import type { ListingProps, ListingSort } from './listing-props.ts'
import type { RowActions } from './listing-row.tsx'
import { useRowFocus } from './use-row-focus.ts'

const CARD_PX = 88
const HEADS_PX = 32

export function useListing<Row extends object>(props: ListingProps<Row>) {
  const { rows, columns, rowId, childrenOf, selection, onSelectionChange, onOpen, card, sums } = props
  const [ownSort, setOwnSort] = useState<ListingSort | null>(null)
  const [ownExpanded, setOwnExpanded] = useState<ReadonlySet<string> | null>(null)
  const sort = props.sort === undefined ? ownSort : props.sort
  const setSort = (next: ListingSort | null) => (props.onSortChange ?? setOwnSort)(next)
  const expanded = props.expanded ?? ownExpanded
  const asCard = usePhone() && card !== undefined
  const rowHeight = useRowHeight()
  const scroller = useRef<HTMLDivElement>(null)

  const defs = useMemo(() => columnDefs(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  const state = useMemo(
    () => ({
      sorting: sort ? [sort] : [],
      expanded: expanded === null ? (true as const) : Object.fromEntries(Array.from(expanded, id => [id, true])),
    }),
    [sort, expanded],
  )
  const table = useTable({
    features: listingFeatures,
    columns: defs,
    data,
    getRowId: rowId,
    ...(childrenOf ? { getSubRows: (row: Row) => childrenOf(row)?.slice() } : {}),
    state,
  })
  const shown = table.getRowModel().rows
  const ids = useMemo(() => shown.map(row => row.id), [shown])
  // the focused row stays in the document however far it is scrolled away, so that its keys go on working
  const held = useRef(-1)
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids])
  const lines = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: () => (asCard ? CARD_PX : rowHeight),
    overscan: 8,
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      const { current } = held
      if (current < 0 || current >= range.count || indexes.includes(current)) return indexes
      return current < range.startIndex ? [current, ...indexes] : [...indexes, current]
    },
    // the heads stand in the flow above the rows, so what they cover at the top is missing at the end
    scrollPaddingEnd: (asCard ? 0 : HEADS_PX) + (sums ? rowHeight : 0),
  })
  // the density changed: what was counted with the old height is worth nothing
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are the reason, not an input
  useLayoutEffect(() => lines.measure(), [rowHeight, asCard])
  const focus = useRowFocus({
    ids,
    scroller,
    reveal: index => lines.scrollToIndex(index, { align: 'auto' }),
    onFocusChange: props.onFocusChange,
  })
  held.current = focus.index
  const anchor = useRef<string | null>(null)

  const twist = (id: string, open?: boolean) => {
    const next = new Set(
      expanded ??
        table
          .getPreExpandedRowModel()
          .flatRows.filter(row => row.subRows.length > 0)
          .map(row => row.id),
    )
    if (open ?? !next.has(id)) next.add(id)
    else next.delete(id)
    ;(props.onExpandedChange ?? setOwnExpanded)(next)
  }
  const toggle = (id: string, extend: boolean) => {
    if (!selection || !onSelectionChange) return
    const next = new Set(selection)
    const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
    if (extend && from >= 0) {
      const to = ids.indexOf(id)
      for (const between of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
    } else if (next.has(id)) next.delete(id)
    else next.add(id)
    anchor.current = id
    onSelectionChange(next)
  }
  const open = (id: string) => {
    const row = shown.find(candidate => candidate.id === id)
    if (row) onOpen?.(row.original)
  }
  const handle = listingHandle({
    ids,
    rows: shown,
    focus,
    selection,
    setSelection: onSelectionChange,
    toggle,
    open,
    twist,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  })
  useImperativeHandle(props.ref, () => handle)

  const actions: RowActions = {
    took: focus.took,
    open: id => {
      focus.focus(id)
      open(id)
    },
    toggle,
    twist: id => twist(id),
    menu: props.onMenu
      ? id => {
          focus.focus(id)
          props.onMenu?.(id)
        }
      : undefined,
  }
  return { asCard, rowHeight, scroller, sort, setSort, shown, ids, lines, focus, handle, actions }
}
