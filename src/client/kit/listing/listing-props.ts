// What a listing gets: rows, columns, and state that its owner keeps.
import type { ReactNode, Ref } from 'react'
import type { ListingArrangement } from './arrangement.ts'
import type { ListingColumn } from './columns.ts'
import type { ListingHandle } from './listing-keys.ts'

export interface ListingProps<Row extends object> {
  ref?: Ref<ListingHandle> | undefined
  /** 'Categorias'; screen readers announce it with the number of rows */
  label: string
  /** a stable reference: a new array is sorted and expanded again */
  rows: readonly Row[]
  columns: readonly ListingColumn<Row>[]
  rowId: (row: Row) => string
  /** names a row for its checkbox and its expander */
  rowName: (row: Row) => string
  /** makes it a tree */
  childrenOf?: ((row: Row) => readonly Row[] | undefined) | undefined
  /** ids that are open; without it all are */
  expanded?: ReadonlySet<string> | undefined
  onExpandedChange?: ((expanded: ReadonlySet<string>) => void) | undefined
  /** without it rows cannot be selected */
  selection?: ReadonlySet<string> | undefined
  onSelectionChange?: ((selection: ReadonlySet<string>) => void) | undefined
  /** columns, order and group as the person left them; without it the listing remembers them while it is mounted */
  arrangement?: ListingArrangement | undefined
  onArrange?: ((arrangement: ListingArrangement) => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** a press of the right button, on the row that has just taken the focus */
  onMenu?: ((id: string) => void) | undefined
  /** the record with the focus; null for the line of a group */
  onFocusChange?: ((id: string | null) => void) | undefined
  /** the row whose drawer is open */
  openId?: string | null | undefined
  /** subtotals of a report */
  isStrong?: ((row: Row) => boolean) | undefined
  /** settled or inactive rows */
  isMuted?: ((row: Row) => boolean) | undefined
  /** how a row looks on phones; without it the cells scroll sideways */
  card?: ((row: Row) => ReactNode) | undefined
  /** a last line under the columns: sums */
  sums?: Readonly<Record<string, ReactNode>> | undefined
  /** first load: skeleton rows; later loads keep the rows and draw a bar */
  loading?: boolean | undefined
  empty: ReactNode
  error?: ReactNode
}
