// What a listing is given: rows, columns, and the state its holder keeps.
import type { ReactNode, Ref } from 'react'
import type { ListingColumn } from './columns.ts'
import type { ListingHandle } from './listing-keys.ts'

export interface ListingSort {
  id: string
  desc: boolean
}

export interface ListingProps<Row extends object> {
  ref?: Ref<ListingHandle> | undefined
  /** 'Categorias', said with the number of rows by screen readers */
  label: string
  /** a stable reference: a new array sorts and opens everything again */
  rows: readonly Row[]
  columns: readonly ListingColumn<Row>[]
  rowId: (row: Row) => string
  /** names a row for its checkbox and its twist */
  rowName: (row: Row) => string
  /** makes it a tree */
  childrenOf?: ((row: Row) => readonly Row[] | undefined) | undefined
  /** ids that are open; all of them without it */
  expanded?: ReadonlySet<string> | undefined
  onExpandedChange?: ((expanded: ReadonlySet<string>) => void) | undefined
  /** without it rows cannot be selected */
  selection?: ReadonlySet<string> | undefined
  onSelectionChange?: ((selection: ReadonlySet<string>) => void) | undefined
  sort?: ListingSort | null | undefined
  onSortChange?: ((sort: ListingSort | null) => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** a press with the right button, on the row that has just taken the focus */
  onMenu?: ((id: string) => void) | undefined
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
