// The logic of a listing: its table, window, focus and selection. It draws nothing.
import { useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useRoom } from '../use-room.ts'
import { usePhone, useRowHeight } from '../use-screen.ts'
import { listingHandle } from './listing-keys.ts'
import type { ListingProps } from './listing-props.ts'
import type { RowActions } from './listing-row.tsx'
import { useHeads } from './use-heads.ts'
import { useLines } from './use-lines.ts'
import { useMarks } from './use-marks.ts'
import { useReveal } from './use-reveal.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useListingTable } from './use-table.ts'

export function useListing<Row extends object>(props: ListingProps<Row>) {
  const { columns, selection, onSelectionChange, onOpen, card, sums } = props
  const asCard = usePhone() && card !== undefined
  const rowHeight = useRowHeight()
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  // Drawn only while there are rows, so that measuring begins when it appears.
  const [scrolled, setScrolled] = useState<HTMLElement | null>(null)
  const onScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element
    setScrolled(element)
  }, [])
  const room = useRoom(scrolled)
  const behind = useListingTable(props, asCard ? 0 : room)
  const { table, group, twist } = behind

  const shown = table.getRowModel().rows
  const ids = useMemo(() => shown.map(row => row.id), [shown])
  const sorted = table.getPreExpandedRowModel()
  const records = useMemo(
    () => (group === null ? ids : sorted.flatRows.filter(row => !row.getIsGrouped()).map(row => row.id)),
    [group, ids, sorted],
  )
  const { lines, held } = useLines({ ids, scroller, asCard, rowHeight, hasSums: sums !== undefined })
  const tell = useRef(props.onFocusChange)
  tell.current = props.onFocusChange
  const groups = useMemo(() => new Set(group === null ? [] : shown.filter(row => row.getIsGrouped()).map(row => row.id)), [group, shown])
  const onFocusChange = useCallback((id: string | null) => tell.current?.(id !== null && groups.has(id) ? null : id), [groups])
  const focus = useRowFocus({
    ids,
    scroller,
    reveal: index => lines.scrollToIndex(index, { align: 'auto' }),
    onFocusChange,
  })
  held.current = focus.index

  const reveal = useReveal({ ids, tops: sorted.rows, focus, unfold: id => twist(id, true) })
  const toggle = useMarks({ shown, ids, records, selection, onSelectionChange })
  const open = (id: string) => {
    const row = shown.find(candidate => candidate.id === id)
    if (row?.getIsGrouped()) twist(id)
    else if (row) onOpen?.(row.original)
  }
  const heads = useHeads({ behind, columns, root, leave: () => handle.focus() })
  const handle = listingHandle({
    ids,
    rows: shown,
    records,
    focus,
    heads,
    selection,
    setSelection: onSelectionChange,
    toggle,
    open,
    twist,
    reveal,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    room: () => room,
  })
  useImperativeHandle(props.ref, () => handle)

  const { onMenu } = props
  const actions: RowActions = {
    took: focus.took,
    open: id => {
      focus.focus(id)
      open(id)
    },
    toggle,
    twist: id => {
      if (groups.has(id)) focus.focus(id)
      twist(id)
    },
    menu: onMenu
      ? id => {
          focus.focus(id)
          onMenu(id)
        }
      : undefined,
  }
  return { ...behind, asCard, rowHeight, root, onScroller, shown, records, lines, focus, heads, handle, actions }
}

export type ListingBehind<Row extends object> = ReturnType<typeof useListing<Row>>
