// What a listing can be told to do, by its handle (commands) and by the keys it hears when nobody else took them.
import type { KeyboardEvent } from 'react'
import type { RowFocus } from './use-row-focus.ts'

export interface ListingHandle {
  /** a number of rows, or one of the ends; `extend` selects on the way */
  move: (by: number | 'first' | 'last', extend?: boolean) => void
  movePage: (direction: 1 | -1, extend?: boolean) => void
  /** the focused row without id */
  toggle: (id?: string, extend?: boolean) => void
  selectAll: () => void
  clearSelection: () => void
  open: (id?: string) => void
  /** opens a closed branch, else goes to its first child */
  expand: () => void
  /** closes an open branch, else goes to the parent */
  collapse: () => void
  /** gives the row (the current one without id) the DOM focus */
  focus: (id?: string) => void
  focusedId: () => string | null
  shownIds: () => readonly string[]
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
  focus: RowFocus
  selection: ReadonlySet<string> | undefined
  setSelection: ((selection: ReadonlySet<string>) => void) | undefined
  toggle: (id: string, extend: boolean) => void
  open: (id: string) => void
  twist: (id: string, open?: boolean) => void
  page: () => number
}

export function listingHandle({ ids, rows, focus, selection, setSelection, toggle, open, twist, page }: HandleParts): ListingHandle {
  const current = rows[focus.index]
  const move = (by: number | 'first' | 'last', extend = false) => {
    const to = by === 'first' ? 0 : by === 'last' ? ids.length - 1 : Math.max(0, Math.min(focus.index + by, ids.length - 1))
    if (extend && selection && setSelection) {
      const between = ids.slice(Math.min(focus.index, to), Math.max(focus.index, to) + 1)
      setSelection(new Set([...selection, ...between]))
    }
    focus.focusIndex(to)
  }
  const parentIndex = () => {
    let at = focus.index
    while (at > 0 && (rows[at]?.depth ?? 0) >= (current?.depth ?? 0)) at -= 1
    return at
  }
  return {
    move,
    movePage: (direction, extend) => move(direction * page(), extend),
    toggle: (id = focus.id ?? undefined, extend = false) => id !== undefined && toggle(id, extend),
    selectAll: () => setSelection?.(new Set(ids)),
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
    focus: (id = focus.id ?? undefined) => id !== undefined && focus.focus(id),
    focusedId: () => focus.id,
    shownIds: () => ids,
  }
}

/** The keys of an ARIA grid. A dispatcher that took the key first has prevented its default, and then nothing happens here. */
export function onListingKey(
  event: KeyboardEvent<HTMLElement>,
  handle: ListingHandle,
  can: { selectable: boolean; isTree: boolean },
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
  else if (event.key === 'ArrowRight' && can.isTree) handle.expand()
  else if (event.key === 'ArrowLeft' && can.isTree) handle.collapse()
  else if (event.key === ' ' && can.selectable) handle.toggle(undefined, event.shiftKey)
  else if (event.key.toLowerCase() === 'a' && mod && can.selectable) handle.selectAll()
  else if (event.key === 'Enter' && !mod) handle.open()
  else return
  event.preventDefault()
  event.stopPropagation()
}
