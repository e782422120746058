// How a person laid out the columns of a grid or listing, and which columns leave when room is short.
import type { GridLayout } from './grid/grid-column.ts'

/** A column, as far as its place matters. */
export interface PlacedColumn {
  field: string
  title: string
  /** px; for a growing column its minimum. */
  width?: number
  hidden?: boolean
  /** When room is short, the column with the lowest number leaves first; columns without a number never leave. */
  priority?: number
}
type Item = GridLayout['columns'][number]

const DEFAULT_PX = 120

/** Every column with its part of the layout, in order; columns that the layout does not know follow those it names. */
function itemsOf(columns: readonly PlacedColumn[], layout: GridLayout | undefined): readonly Item[] {
  const kept = layout?.columns ?? []
  const others = columns.filter(column => !kept.some(one => one.field === column.field))
  return [...kept, ...others.map(column => ({ field: column.field, ...(column.hidden ? { hidden: true } : {}) }))]
}

/** The fields of the columns from left to right. */
export const orderOf = (columns: readonly PlacedColumn[], layout: GridLayout | undefined): readonly string[] =>
  itemsOf(columns, layout).map(item => item.field)

export const isHidden = (column: PlacedColumn, layout: GridLayout | undefined): boolean =>
  layout?.columns.find(one => one.field === column.field)?.hidden ?? column.hidden ?? false

/** The layout with one column permanently shown or hidden. */
export function withHidden(columns: readonly PlacedColumn[], layout: GridLayout | undefined, field: string, hidden: boolean): GridLayout {
  return { columns: itemsOf(columns, layout).map(item => (item.field === field ? { ...item, hidden } : item)) }
}

/** The layout with columns of these widths. */
export function withWidths(
  columns: readonly PlacedColumn[],
  layout: GridLayout | undefined,
  widths: Readonly<Record<string, number>>,
): GridLayout {
  return {
    columns: itemsOf(columns, layout).map(item => {
      const width = widths[item.field]
      return width === undefined ? item : { ...item, width }
    }),
  }
}

/** The layout with one column moved to the place of another, which makes room. */
export function withPlace(columns: readonly PlacedColumn[], layout: GridLayout | undefined, field: string, place: string): GridLayout {
  const items = itemsOf(columns, layout)
  const to = items.findIndex(item => item.field === place)
  const moved = items.find(item => item.field === field)
  if (moved === undefined || to < 0) return { columns: [...items] }
  return { columns: items.filter(item => item !== moved).toSpliced(to, 0, moved) }
}

/** Which columns must leave for the rest to fit in `width` px, lowest priority first. A column requested by name stays. */
export function squeeze(columns: readonly PlacedColumn[], layout: GridLayout | undefined, width: number, markWidth: number): Set<string> {
  const items = new Map(layout?.columns.map(item => [item.field, item]))
  const px = (column: PlacedColumn) => items.get(column.field)?.width ?? column.width ?? DEFAULT_PX
  const shown = columns.filter(column => !isHidden(column, layout))
  let need = markWidth + shown.reduce((sum, column) => sum + px(column), 0)
  const gone = new Set<string>()
  const leaving = shown
    .filter(column => column.priority !== undefined && items.get(column.field)?.hidden !== false)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  for (const column of leaving) {
    if (need <= width) break
    need -= px(column)
    gone.add(column.field)
  }
  return gone
}
