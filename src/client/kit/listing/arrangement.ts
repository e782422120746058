// A person's arrangement of a listing, and what its table shows of it in the available room.
import { isHidden, orderOf, type PlacedColumn, squeeze } from '../column-layout.ts'
import type { GridLayout } from '../grid/grid-column.ts'
import { type ListingColumn, leastOf } from './columns.ts'

export interface ListingSort {
  id: string
  desc: boolean
}

export interface ListingArrangement extends GridLayout {
  /** Most important first. */
  sort: readonly ListingSort[]
  /** The column its rows are grouped by. */
  group: string | null
}

/** As its screen defined it. */
export const AS_WRITTEN: ListingArrangement = { columns: [], sort: [], group: null }

export const placed = <Row>(column: ListingColumn<Row>): PlacedColumn => ({
  field: column.id,
  title: column.title,
  width: leastOf(column),
  ...(column.leaves === undefined ? {} : { priority: column.leaves }),
})

export const PICK_PX = 36

type Sizes = Readonly<Record<string, number>>

/** Px of the growing columns: equal shares of the remaining room, but none below its minimum. */
function sharesOf(growing: readonly PlacedColumn[], room: number): Sizes {
  const share = Math.floor(room / Math.max(1, growing.length))
  const short = growing.filter(({ width = 0 }) => width > share)
  if (short.length === 0) return Object.fromEntries(growing.map(({ field }) => [field, share]))
  const kept = Object.fromEntries(short.map(({ field, width = 0 }) => [field, width]))
  const left = room - Object.values(kept).reduce((sum, width) => sum + width, 0)
  const rest = growing.filter(column => !short.includes(column))
  return { ...kept, ...(rest.length > 0 ? sharesOf(rest, left) : {}) }
}

/** Px of the columns that go on sideways, where not all have room: whole ones fill what the others leave. */
function wholeOnes(across: readonly PlacedColumn[], room: number): Sizes {
  const widest = Math.max(...across.map(({ width = 0 }) => width))
  if (room < widest || across.reduce((sum, { width = 0 }) => sum + width, 0) <= room) return {}
  const share = Math.floor(room / Math.floor(room / widest))
  return Object.fromEntries(across.map(({ field }) => [field, share]))
}

export interface ColumnState {
  columnVisibility: Record<string, boolean>
  columnOrder: string[]
  columnSizing: Record<string, number>
}

/** Which columns are visible, in which order and how wide. While the width of the room is unknown (0), all columns not hidden stay. */
export function columnState<Row>(
  columns: readonly ListingColumn<Row>[],
  arrangement: GridLayout,
  width: number,
  selectable: boolean,
): ColumnState {
  const all = columns.map(placed)
  const pick = selectable ? PICK_PX : 0
  const gone = width > 0 ? squeeze(all, arrangement, width, pick) : new Set<string>()
  const seen = all.filter(column => !gone.has(column.field) && !isHidden(column, arrangement))
  const own = new Map(arrangement.columns.map(item => [item.field, item.width]))
  const isGrowing = ({ field }: PlacedColumn) =>
    own.get(field) === undefined && columns.some(column => column.id === field && column.width === undefined)
  const fixed = seen.filter(column => !isGrowing(column)).map(({ field, width: px = 0 }) => [field, own.get(field) ?? px] as const)
  const room = width - pick - fixed.reduce((sum, [, px]) => sum + px, 0)
  const across = seen.filter(({ field }) => own.get(field) === undefined && columns.some(column => column.id === field && column.across))
  const beside = room + across.reduce((sum, { width: px = 0 }) => sum + px, 0)
  return {
    columnVisibility: Object.fromEntries(all.map(column => [column.field, seen.includes(column)])),
    columnOrder: [...orderOf(all, arrangement)],
    columnSizing: { ...Object.fromEntries(fixed), ...wholeOnes(across, beside), ...sharesOf(seen.filter(isGrowing), room) },
  }
}

/** Groups follow the order of their column, which a person may reverse; within them rows follow the requested order. */
export function sortingOf({ sort }: ListingArrangement, group: string | null): ListingSort[] {
  if (group === null) return [...sort]
  const own = sort.find(one => one.id === group) ?? { id: group, desc: false }
  return [own, ...sort.filter(one => one !== own)]
}
