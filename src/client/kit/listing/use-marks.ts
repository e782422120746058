// The marks of a listing: one row, a range from the last one marked, or all rows of a group by its line.
import { useRef } from 'react'
import type { ListingLine } from './columns.ts'
import { between } from './listing-keys.ts'

interface MarksOptions<Row extends object> {
  shown: readonly ListingLine<Row>[]
  ids: readonly string[]
  /** the records, those of folded groups too */
  records: readonly string[]
  selection: ReadonlySet<string> | undefined
  onSelectionChange: ((selection: ReadonlySet<string>) => void) | undefined
}

export function useMarks<Row extends object>(options: MarksOptions<Row>): (id: string, extend: boolean) => void {
  const { shown, ids, records, selection, onSelectionChange } = options
  const anchor = useRef<string | null>(null)
  return (id, extend) => {
    if (!selection || !onSelectionChange) return
    const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
    anchor.current = id
    if (extend && from >= 0) return onSelectionChange(new Set([...selection, ...between(ids, from, ids.indexOf(id), records)]))
    const line = shown.find(row => row.id === id)
    const members = line?.getIsGrouped() ? line.subRows.map(row => row.id) : [id]
    const next = new Set(selection)
    const isMarked = members.every(one => next.has(one))
    for (const one of members) {
      if (isMarked) next.delete(one)
      else next.add(one)
    }
    onSelectionChange(next)
  }
}
