// Columns of a listing, and what TanStack Table makes of them: sorted and opened rows.
import {
  type ColumnDef,
  createExpandedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { compareText } from '#domain/text.ts'

export const listingFeatures = tableFeatures({
  rowSortingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel(),
})
export type ListingFeatures = typeof listingFeatures

export interface ListingColumn<Row> {
  id: string
  title: string
  /** px; without it the column shares what is left, but never falls under `least` */
  width?: number | undefined
  /** px; 120 by default */
  least?: number | undefined
  /** right for amounts and counts: tabular figures */
  align?: 'left' | 'right' | 'center' | undefined
  render: (row: Row) => ReactNode
  /** what to sort by; without it the head is not a button. Nulls come last. */
  sort?: ((row: Row) => string | number | null) | undefined
}

type SortValue = string | number | null | undefined

function compare(left: SortValue, right: SortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareText(String(left), String(right))
}

export function columnDefs<Row extends object>(columns: readonly ListingColumn<Row>[]): ColumnDef<ListingFeatures, Row>[] {
  const sortFn: SortFn<ListingFeatures, Row> = (left, right, id) => compare(left.getValue<SortValue>(id), right.getValue<SortValue>(id))
  return columns.map(column => ({
    id: column.id,
    header: column.title,
    accessorFn: (row: Row) => column.sort?.(row) ?? undefined,
    enableSorting: column.sort !== undefined,
    sortUndefined: 'last' as const,
    sortDescFirst: false,
    sortFn,
  }))
}

const PICK_PX = 36

/** The shared grid template, and the width under which the listing scrolls sideways. */
export function columnTemplate(
  columns: readonly Pick<ListingColumn<never>, 'width' | 'least'>[],
  selectable: boolean,
): { template: string; least: number } {
  const widths = columns.map(column => (column.width ? `${column.width}px` : `minmax(${column.least ?? 120}px, 1fr)`))
  const least = columns.reduce((sum, column) => sum + (column.width ?? column.least ?? 120), selectable ? PICK_PX : 0)
  return { template: [...(selectable ? [`${PICK_PX}px`] : []), ...widths].join(' '), least }
}
