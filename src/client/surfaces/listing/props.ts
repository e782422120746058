// What a screen says to be a listing: its columns, rows and words, and the parts it draws itself.
import type { ReactNode } from 'react'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import type { ListingProps } from '#client/kit/listing/listing-props.ts'
import type { Destination, RecordName } from '#commands/kit/command.ts'
import type { ToolbarPlace } from '#commands/places.ts'
import type { ListSum } from '../toolbar.tsx'

type Shared<Row extends object> = Pick<
  ListingProps<Row>,
  'rowName' | 'childrenOf' | 'expanded' | 'onExpandedChange' | 'openId' | 'isMuted' | 'isStrong' | 'card' | 'sums' | 'onOpen'
>

export interface ListingReading {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: unknown
  refetch(): unknown
}

export type RegisterColumn<Row> = ListingColumn<Row>

export interface ListingScreenProps<Row extends { id: string }> extends Shared<Row> {
  columns: readonly RegisterColumn<Row>[]
  /** Names the list for screen readers: 'Contatos'. */
  label: string
  kind: RecordName
  /** A stable reference. Of a tree: the roots. */
  rows: readonly Row[]
  reading: ListingReading
  toolbar: ToolbarPlace
  /** 'contatos': what a count is of, in the plural, and of one. */
  noun: readonly [one: string, many: string]
  /** What the filter's words are sought in. */
  textOf(row: Row): string
  filter: string
  onFilter(text: string): void
  placeholder?: string | undefined
  /** The column its rows are grouped by until a person says otherwise. */
  groupedBy?: string | undefined
  /** False where nothing is done to many rows. */
  selectable?: boolean | undefined
  /** Signed cents, where rows have an amount worth summing in a selection. */
  amountOf?: ((row: Row) => number) | undefined
  sumsBelow?: readonly ListSum[] | undefined
  /** Tabs or choices at the left of the head. */
  head?: ReactNode
  /** The primary button of the screen, and what stands at the right of the filter. */
  primary?: ReactNode
  bar?: ReactNode
  empty: { title: string; text?: ReactNode; actions?: ReactNode }
  /** Where the record has a page of its own: Enter leads there unless `onOpen` says otherwise, Shift+Enter in a new tab. */
  addressOf?: ((row: Row) => Destination) | undefined
  /** What opens beside the list: the route's Outlet. */
  children?: ReactNode
}

/** The props of a part that asks nothing of the rows. */
export type AnyListing = ListingScreenProps<{ id: string }>
