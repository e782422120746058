// What a listing prints: its rows in the order of the screen, under the columns that are not put away.
import type { ReactNode } from 'react'
import { isHidden, orderOf } from '#client/kit/column-layout.ts'
import { type ListingArrangement, placed } from '#client/kit/listing/arrangement.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'

interface Shown<Row> {
  columns: readonly ListingColumn<Row>[]
  arrangement: ListingArrangement
  rows: readonly Row[]
  childrenOf: ((row: Row) => readonly Row[] | undefined) | undefined
  /** The shown ones in their order; none while the list shows cards. */
  order: readonly string[]
  isStrong: ((row: Row) => boolean) | undefined
}

interface Leaf<Row> {
  row: Row
  depth: number
}

function leavesOf<Row>(rows: readonly Row[], childrenOf: Shown<Row>['childrenOf'], depth = 0): Leaf<Row>[] {
  return rows.flatMap(row => [{ row, depth }, ...leavesOf(childrenOf?.(row) ?? [], childrenOf, depth + 1)])
}

export function printedRows<Row extends { id: string }>({ columns, arrangement, rows, childrenOf, order, isStrong }: Shown<Row>) {
  const written = columns.map(placed)
  const hidden = new Set(written.filter(column => isHidden(column, arrangement)).map(column => column.field))
  const shown = orderOf(written, arrangement)
    .flatMap(field => columns.find(column => column.id === field) ?? [])
    .filter(column => column.title !== '' && !hidden.has(column.id))
  const at = new Map(order.map((id, place) => [id, place]))
  const leaves = leavesOf(rows, childrenOf)
  // A tree keeps its own order, with its folded branches; a flat list has the order of its heads.
  const sorted = childrenOf ? leaves : leaves.sort((a, b) => (at.get(a.row.id) ?? 0) - (at.get(b.row.id) ?? 0))
  return {
    columns: shown,
    rows: sorted.map(({ row, depth }) => ({
      id: row.id,
      depth,
      strong: isStrong?.(row),
      cells: shown.map((column): ReactNode => column.render(row)),
    })),
  }
}
