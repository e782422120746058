// The heads of a listing by keyboard: one of them is a tab stop, arrows lead to the others and down to the rows.
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { announce } from '../announcer.tsx'
import { withPlace } from '../column-layout.ts'
import { placed } from './arrangement.ts'
import type { ListingColumn } from './columns.ts'
import { cellsOf, fitWidth } from './fit-width.ts'
import type { TableBehind } from './use-table.ts'

const STEP_PX = 8

export interface Heads {
  /** the head that Tab leads to */
  current: string | undefined
  took: (id: string) => void
  /** moves the DOM focus to a head, the present one without id */
  focus: (id?: string) => void
  /** the column of the head that has the DOM focus */
  focused: () => string | undefined
  /** as wide as its widest cell on screen */
  fit: (id: string) => void
  sort: (id: string, add: boolean) => void
  onKey: (event: KeyboardEvent<HTMLElement>, id: string) => void
}

interface HeadsOptions<Row extends object> {
  behind: TableBehind<Row>
  columns: readonly ListingColumn<Row>[]
  root: RefObject<HTMLElement | null>
  /** to the rows below */
  leave: () => void
}

export function useHeads<Row extends object>({ behind, columns, root, leave }: HeadsOptions<Row>): Heads {
  const { table, arrangement, arrange } = behind
  const [wanted, setWanted] = useState<string>()
  const titleOf = (id: string) => columns.find(column => column.id === id)?.title ?? ''
  const shown = table.getVisibleLeafColumns().map(column => column.id)
  // A head without words has nothing to say to whoever comes by.
  const ids = shown.filter(id => titleOf(id) !== '')
  const current = wanted !== undefined && ids.includes(wanted) ? wanted : ids[0]
  const focus = (id = current) => {
    if (id === undefined) return
    setWanted(id)
    if (root.current) cellsOf(root.current, id)[0]?.focus()
  }
  const resize = (id: string, px: number) => {
    const least = table.getColumn(id)?.columnDef.minSize ?? 0
    const width = Math.round(Math.max(px, least))
    table.setColumnSizing(sizes => ({ ...sizes, [id]: width }))
    announce(`${titleOf(id)}: ${width} pixels`)
  }
  const place = (id: string, other: string | undefined, words: string) => {
    if (other === undefined) return
    arrange({ ...arrangement, ...withPlace(columns.map(placed), arrangement, id, other) })
    announce(`${titleOf(id)} ${words} ${titleOf(other)}`)
  }
  const sort = (id: string, add: boolean) => {
    const column = table.getColumn(id)
    if (column?.getCanSort()) column.toggleSorting(undefined, add)
  }
  const sideways = (event: KeyboardEvent, id: string, by: 1 | -1) => {
    const other = ids[ids.indexOf(id) + by]
    if (event.altKey) resize(id, (table.getColumn(id)?.getSize() ?? 0) + by * STEP_PX)
    else if (event.shiftKey) place(id, other, by > 0 ? 'depois de' : 'antes de')
    else if (other !== undefined) focus(other)
  }
  return {
    current,
    took: setWanted,
    focus,
    focused: () => document.activeElement?.closest<HTMLElement>('[role="columnheader"]')?.dataset.col,
    fit(id) {
      const width = root.current ? fitWidth(root.current, id, shown) : 0
      if (width > 0) resize(id, width)
    },
    sort,
    onKey(event, id) {
      const isOwn = event.target === event.currentTarget
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      if (event.key === 'ArrowLeft') sideways(event, id, -1)
      else if (event.key === 'ArrowRight') sideways(event, id, 1)
      else if (event.key === 'Home') focus(ids[0])
      else if (event.key === 'End') focus(ids.at(-1))
      else if (event.key === 'ArrowDown') leave()
      else if ((event.key === 'Enter' || event.key === ' ') && isOwn) sort(id, event.shiftKey)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
