// Rows painted by hand: ag keeps each row and its place; one plain element per cell, passed on from row to row, replaces ag's cells.
import type { GridApi, ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import { type Canvas, drawGroup, element, MarkBox, OPENS } from './cell-drawing.ts'
import type { GridColumn } from './grid-column.ts'
import { MARK } from './grid-options.ts'
import { RANGE_SIDES, type RangeSide } from './grid-range.ts'

/** What painting a row needs from the window. */
export interface RowCanvas extends Canvas {
  readonly rows: RowPainter
  /** Whether a rectangle is drawn at all. */
  readonly hasRange: boolean
  column(field: string): GridColumn | undefined
  shownText(row: number, column: GridColumn): string
  isInRange(at: number, field: string, side: RangeSide): boolean
  /** Takes away what lies in the row only while the pointer or the focus is there. */
  strip(row: HTMLElement): void
}

/** Classes of a column's cells, whoever draws them. */
export const cellClasses = ({ field, align, render }: GridColumn): string[] => [
  `c-${field}`,
  ...(align === 'right' ? ['num'] : []),
  ...(render ? ['drawn-cell'] : []),
]

/** Where ag has put a column; without `column` it holds the marks. */
interface Place {
  readonly column: GridColumn | undefined
  readonly isPinned: boolean
  readonly left: number
  readonly width: number
}

interface Lanes {
  /** Another one where other columns stand, or the same in another order. */
  readonly kind: number
  readonly places: readonly Place[]
  readonly pinned: number
  readonly scrolling: number
}

abstract class PaintedCell {
  readonly box: HTMLElement
  private left = -1
  private width = -1
  constructor(className: string, field: string, index: number) {
    this.box = element('div', className)
    this.box.tabIndex = -1
    this.box.setAttribute('role', 'gridcell')
    this.box.setAttribute('col-id', field)
    this.box.setAttribute('aria-colindex', String(index + 1))
  }
  place({ left, width }: Place): void {
    if (left !== this.left) this.box.style.left = `${left}px`
    if (width !== this.width) this.box.style.width = `${width}px`
    this.left = left
    this.width = width
  }
  abstract paint(at: number, row: number): void
}

class PaintedMark extends PaintedCell {
  private readonly mark = new MarkBox()
  constructor(
    private readonly canvas: RowCanvas,
    index: number,
  ) {
    super('ag-cell mark', MARK, index)
    this.box.append(this.mark.element)
  }
  paint(_at: number, row: number): void {
    this.mark.draw(this.canvas, row)
  }
}

class PaintedValue extends PaintedCell {
  private readonly text = document.createTextNode('')
  private readonly drawn: HTMLElement | undefined
  private readonly base: string
  private worn: string
  constructor(
    private readonly canvas: RowCanvas,
    private readonly column: GridColumn,
    index: number,
  ) {
    const base = `ag-cell ${cellClasses(column).join(' ')}`
    super(base, column.field, index)
    this.base = base
    this.worn = base
    if (column.render) this.drawn = element('span', 'drawn')
    this.box.append(this.drawn ?? (column.opens ? element('span', OPENS, this.text) : this.text))
  }
  paint(at: number, row: number): void {
    const { canvas, column, drawn } = this
    if (drawn) drawn.replaceChildren(row < 0 ? '' : (column.render?.(canvas.store, row) ?? ''))
    else {
      const text = row < 0 ? '' : canvas.shownText(row, column)
      if (text !== this.text.data) this.text.data = text
    }
    const worn = row < 0 ? this.base : this.classes(at, row)
    if (worn === this.worn) return
    this.box.className = worn
    this.worn = worn
  }
  private classes(at: number, row: number): string {
    const { canvas, column } = this
    const own = column.className?.(canvas.store, row)
    let classes = own ? `${this.base} ${own}` : this.base
    if (canvas.hasRange) for (const side of RANGE_SIDES) if (canvas.isInRange(at, column.field, side)) classes += ` range-${side}`
    return classes
  }
}

class PaintedRow {
  private readonly pinned = element('div', 'lane is-pinned')
  private readonly scrolling = element('div', 'lane')
  readonly box = element('div', 'painted', this.pinned, this.scrolling)
  private cells: PaintedCell[] = []
  private lanes: Lanes | undefined
  private at = -1

  constructor(private readonly canvas: RowCanvas) {
    for (const part of [this.box, this.pinned, this.scrolling]) part.setAttribute('role', 'presentation')
  }

  paint(at: number, lanes: Lanes): void {
    this.at = at
    this.arrange(lanes)
    const row = this.canvas.store.rowAt(at)
    for (const cell of this.cells) cell.paint(at, row)
  }
  repaint(lanes: Lanes): void {
    this.paint(this.at, lanes)
  }
  paintMark(): void {
    const row = this.canvas.store.rowAt(this.at)
    for (const cell of this.cells) if (cell instanceof PaintedMark) cell.paint(this.at, row)
  }

  private arrange(lanes: Lanes): void {
    if (lanes === this.lanes) return
    if (lanes.kind !== this.lanes?.kind) this.build(lanes)
    this.lanes = lanes
    this.pinned.style.width = `${lanes.pinned}px`
    this.scrolling.style.width = `${lanes.scrolling}px`
    for (const [at, cell] of this.cells.entries()) cell.place(lanes.places[at]!)
  }

  private build({ places }: Lanes): void {
    const { canvas } = this
    this.cells = places.map(({ column }, at) => (column ? new PaintedValue(canvas, column, at) : new PaintedMark(canvas, at)))
    const inLane = (isPinned: boolean) => this.cells.filter((_, at) => places[at]!.isPinned === isPinned).map(({ box }) => box)
    this.pinned.replaceChildren(...inLane(true))
    this.scrolling.replaceChildren(...inLane(false))
  }
}

/** The painted rows of a grid, and those that scrolled away and wait for the next. */
export class RowPainter {
  private readonly shown = new Set<PaintedRow>()
  private readonly spare: PaintedRow[] = []
  private lanes: Lanes | undefined
  private api: GridApi | undefined

  constructor(private readonly canvas: RowCanvas) {}

  take(at: number, api: GridApi): PaintedRow {
    this.api = api
    const row = this.spare.pop() ?? new PaintedRow(this.canvas)
    this.shown.add(row)
    row.paint(at, this.now())
    return row
  }
  give(row: PaintedRow): void {
    this.canvas.strip(row.box)
    this.shown.delete(row)
    this.spare.push(row)
  }

  now(): Lanes {
    this.lanes ??= this.measured()
    return this.lanes
  }

  /** Columns moved, came, left or changed their width; `anew`: they are others under the same names. */
  arrange(anew = false): void {
    if (!this.lanes) return
    this.lanes = this.measured(anew)
    for (const row of this.shown) row.repaint(this.lanes)
  }
  paintMarks(): void {
    for (const row of this.shown) row.paintMark()
  }

  private measured(anew = false): Lanes {
    const { canvas, lanes: old } = this
    const places: Place[] = []
    const width = { pinned: 0, scrolling: 0 }
    for (const shown of this.api?.getAllDisplayedColumns() ?? []) {
      const field = shown.getColId()
      const column = canvas.column(field)
      if (!column && field !== MARK) continue
      const isPinned = shown.getPinned() === 'left'
      width[isPinned ? 'pinned' : 'scrolling'] += shown.getActualWidth()
      places.push({ column, isPinned, left: shown.getLeft() ?? 0, width: shown.getActualWidth() })
    }
    const isSame = (place: Place, at: number) => {
      const known = old?.places[at]
      return known?.column === place.column && known?.isPinned === place.isPinned
    }
    const isKept = !anew && old?.places.length === places.length && places.every(isSame)
    return { kind: isKept ? old.kind : (old?.kind ?? 0) + 1, places, ...width }
  }
}

/** What ag asks for in the place of cells: the painted row of a record, or the header of a group. */
export class FullRow implements ICellRendererComp {
  private canvas!: RowCanvas
  private row: PaintedRow | undefined
  private gui!: HTMLElement
  init({ node, api, canvas }: ICellRendererParams & { canvas: RowCanvas }): void {
    this.canvas = canvas
    const at = node.rowIndex ?? -1
    const group = canvas.store.groupAt(at)
    if (!group) this.row = canvas.rows.take(at, api)
    this.gui = this.row?.box ?? drawGroup(canvas, group)
  }
  getGui(): HTMLElement {
    return this.gui
  }
  /** False where ag is to begin anew. */
  refresh({ node }: ICellRendererParams): boolean {
    const at = node.rowIndex ?? -1
    if (!this.row || this.canvas.store.groupAt(at)) return false
    this.row.paint(at, this.canvas.rows.now())
    return true
  }
  destroy(): void {
    if (this.row) this.canvas.rows.give(this.row)
    this.row = undefined
  }
}
