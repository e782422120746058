// A record of a folded group that is wanted: its group unfolds, and then the record takes the focus.
import { useLayoutEffect, useRef } from 'react'
import type { ListingLine } from './columns.ts'
import type { RowFocus } from './use-row-focus.ts'

interface RevealOptions<Row extends object> {
  ids: readonly string[]
  /** the lines of the groups; rows where nothing is grouped */
  tops: readonly ListingLine<Row>[]
  focus: RowFocus
  unfold: (id: string) => void
}

/** Answers how to give a record the focus, wherever it stands. */
export function useReveal<Row extends object>({ ids, tops, focus, unfold }: RevealOptions<Row>): (id: string) => void {
  const sought = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const { current } = sought
    if (current === undefined || !ids.includes(current)) return
    sought.current = undefined
    focus.focus(current)
  })
  return id => {
    const group = ids.includes(id) ? undefined : tops.find(top => top.getIsGrouped() && top.subRows.some(row => row.id === id))
    if (group === undefined) return focus.focus(id)
    sought.current = id
    unfold(group.id)
  }
}
