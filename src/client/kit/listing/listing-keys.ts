// What a listing can be told to do, through its handle (commands) and by keys that nobody else took.
import type { KeyboardEvent } from 'react'
import type { Heads } from './use-heads.ts'
import type { RowFocus } from './use-row-focus.ts'

export interface ListingHandle {
  /** a number of rows, or one of the ends; `extend` selects on the way */
  move: (by: number | 'first' | 'last', extend?: boolean) => void
  movePage: (direction: 1 | -1, extend?: boolean) => void
  /** without id the focused row; the line of a group stands for its rows */
  toggle: (id?: string, extend?: boolean) => void
  selectAll: () => void
  clearSelection: () => void
  open: (id?: string) => void
  /** opens a closed branch, else goes to its first child */
  expand: () => void
  /** closes an open branch, else goes to the parent */
  collapse: () => void
  /** gives a row (without id the current one) the DOM focus, and unfolds its group */
  focus: (id?: string) => void
  focusedId: () => string | null
  /** the shown records in order, including those of folded groups */
  shownIds: () => readonly string[]
  /** the column whose head has the focus */
  focusedColumn: () => string | undefined
  focusHead: () => void
  sortBy: (column: string) => void
  /** px that its columns share; 0 while it shows none */
  room: () => number
}

interface HandleRow {
  id: string
  depth: number
  subRows: readonly unknown[]
  getIsExpanded: () => boolean
}

interface HandleParts {
  ids: readonly string[]
  rows: readonly HandleRow[]
  /** the records, including those of folded groups */
  records: readonly string[]
  focus: RowFocus
  heads: Heads
  selection: ReadonlySet<string> | undefined
  setSelection: ((selection: ReadonlySet<string>) => void) | undefined
  toggle: (id: string, extend: boolean) => void
  open: (id: string) => void
  twist: (id: string, open?: boolean) => void
  reveal: (id: string) => void
  page: () => number
  room: () => number
}

export function listingHandle(parts: HandleParts): ListingHandle {
  const { ids, rows, records, focus, heads, selection, setSelection, toggle, open, twist, reveal } = parts
  const current = rows[focus.index]
  const move = (by: number | 'first' | 'last', extend = false) => {
    const to = by === 'first' ? 0 : by === 'last' ? ids.length - 1 : Math.max(0, Math.min(focus.index + by, ids.length - 1))
    if (extend && selection && setSelection) setSelection(new Set([...selection, ...between(ids, focus.index, to, records)]))
    focus.focusIndex(to)
  }
  const parentIndex = () => {
    let at = focus.index
    while (at > 0 && (rows[at]?.depth ?? 0) >= (current?.depth ?? 0)) at -= 1
    return at
  }
  return {
    move,
    movePage: (direction, extend) => move(direction * parts.page(), extend),
    toggle: (id = focus.id ?? undefined, extend = false) => id !== undefined && toggle(id, extend),
    selectAll: () => setSelection?.(new Set(records)),
    clearSelection: () => setSelection?.(new Set()),
    open: (id = focus.id ?? undefined) => id !== undefined && open(id),
    expand: () => {
      if (!current || current.subRows.length === 0) return
      if (current.getIsExpanded()) focus.focusIndex(focus.index + 1)
      else twist(current.id, true)
    },
    collapse: () => {
      if (!current) return
      if (current.subRows.length > 0 && current.getIsExpanded()) twist(current.id, false)
      else if (current.depth > 0) focus.focusIndex(parentIndex())
    },
    focus: (id = focus.id ?? undefined) => id !== undefined && reveal(id),
    focusedId: () => focus.id,
    shownIds: () => records,
    focusedColumn: heads.focused,
    focusHead: () => heads.focus(),
    sortBy: column => heads.sort(column, false),
    room: parts.room,
  }
}

/** The records from one line to another, both included. */
export function between(ids: readonly string[], from: number, to: number, records: readonly string[]): readonly string[] {
  const lines = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  // Without groups every line is a record.
  if (ids === records) return lines
  const known = new Set(records)
  return lines.filter(id => known.has(id))
}

/** The keys of an ARIA grid. A dispatcher that took a key first has prevented its default, and nothing happens here. */
export function onListingKey(
  event: KeyboardEvent<HTMLElement>,
  handle: ListingHandle,
  can: { selectable: boolean; hasLevels: boolean },
): void {
  const isRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row'
  if (event.defaultPrevented || !isRow || event.altKey) return
  const mod = event.ctrlKey || event.metaKey
  const extend = event.shiftKey && can.selectable
  if (event.key === 'ArrowDown') handle.move(1, extend)
  else if (event.key === 'ArrowUp') handle.move(-1, extend)
  else if (event.key === 'Home') handle.move('first', extend)
  else if (event.key === 'End') handle.move('last', extend)
  else if (event.key === 'PageDown') handle.movePage(1, extend)
  else if (event.key === 'PageUp') handle.movePage(-1, extend)
  else if (event.key === 'ArrowRight' && can.hasLevels) handle.expand()
  else if (event.key === 'ArrowLeft' && can.hasLevels) handle.collapse()
  else if (event.key === ' ' && can.selectable) handle.toggle(undefined, event.shiftKey)
  else if (event.key.toLowerCase() === 'a' && mod && can.selectable) handle.selectAll()
  else if (event.key === 'Enter' && !mod) handle.open()
  else return
  event.preventDefault()
  event.stopPropagation()
}
