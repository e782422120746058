// The columns of a listing as a screen defines them, and as TanStack Table takes them.
import {
  aggregationFn_sum,
  type ColumnDef,
  columnGroupingFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowAggregationFeature,
  rowExpandingFeature,
  rowSortingFeature,
  type SortFn,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { compareText } from '#domain/text.ts'

type SortValue = string | number | null

export interface ListingColumn<Row> {
  id: string
  title: string
  /** px; without it the column shares the remaining room, but never less than `least` */
  width?: number | undefined
  /** px; 120 by default */
  least?: number | undefined
  /** One of a series that goes on sideways: whole ones fill the room beside the others, so that no edge cuts an amount. */
  across?: true | undefined
  /** When room is short, the lowest number leaves first; columns without one stay. */
  leaves?: number | undefined
  /** right for amounts and counts: tabular figures */
  align?: 'left' | 'right' | 'center' | undefined
  render: (row: Row) => ReactNode
  /** what to sort by; without it the head is no button. Nulls come last. */
  sort?: ((row: Row) => SortValue) | undefined
  /** Rows may be grouped by it: by its sort value, or by these words. */
  groupable?: true | ((row: Row) => string) | undefined
  /** How a group's line shows the sum of the sort values. */
  sums?: ((sum: number) => ReactNode) | undefined
}

/** What our heads and cells need to know of a column beyond the table's own state. */
export interface ListingColumnMeta {
  align: ListingColumn<never>['align']
  /** Whether it takes a share of the remaining room. */
  grows: boolean
  sums: ListingColumn<never>['sums']
}

export const listingFeatures = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnGroupingFeature,
  rowAggregationFeature,
  rowSortingFeature,
  rowExpandingFeature,
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel(),
  aggregationFns: { sum: aggregationFn_sum },
  columnMeta: {} as ListingColumnMeta,
})
export type ListingFeatures = typeof listingFeatures
export type ListingLine<Row extends object> = TableRow<ListingFeatures, Row>

const LEAST_PX = 120
/** No column can be dragged narrower. */
const NARROWEST_PX = 48

export const leastOf = (column: Pick<ListingColumn<never>, 'width' | 'least'>): number => column.width ?? column.least ?? LEAST_PX

function compare(left: SortValue | undefined, right: SortValue | undefined): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareText(String(left), String(right))
}

export function columnDefs<Row extends object>(columns: readonly ListingColumn<Row>[]): ColumnDef<ListingFeatures, Row>[] {
  const sortFn: SortFn<ListingFeatures, Row> = (left, right, id) =>
    compare(left.getValue<SortValue | undefined>(id), right.getValue<SortValue | undefined>(id))
  return columns.map(column => {
    const groupOf = typeof column.groupable === 'function' ? column.groupable : undefined
    const value = column.sort ?? groupOf
    return {
      id: column.id,
      header: column.title,
      accessorFn: (row: Row) => value?.(row) ?? undefined,
      cell: ({ row }) => column.render(row.original),
      size: leastOf(column),
      minSize: NARROWEST_PX,
      enableSorting: value !== undefined,
      sortUndefined: 'last' as const,
      sortDescFirst: false,
      sortFn,
      enableGrouping: column.groupable !== undefined,
      ...(groupOf ? { getGroupingValue: groupOf } : {}),
      ...(column.sums ? { aggregationFn: 'sum' as const } : {}),
      meta: { align: column.align, grows: column.width === undefined, sums: column.sums },
    }
  })
}
