// Rows painted by hand: ag keeps the place of each row; a row of plain cells, passed on from record to record, lies there.
import type { GridApi, ICellRendererComp, ICellRendererParams, ProcessRowParams } from 'ag-grid-community'
import { type Canvas, drawGroup, element, MarkBox, OPENS, redraw } from './cell-drawing.ts'
import type { GridColumn } from './grid-column.ts'
import { MARK } from './grid-options.ts'
import { RANGE_SIDES, type RangeSide } from './grid-range.ts'
import { mostEms } from './text-width.ts'

/** What painting a row needs from the window. */
export interface RowCanvas extends Canvas {
  readonly rows: RowPainter
  /** Whether a rectangle is drawn at all. */
  readonly hasRange: boolean
  column(field: string): GridColumn | undefined
  shownText(row: number, column: GridColumn): string
  isInRange(at: number, field: string, side: RangeSide): boolean
  /** Gives a row its classes and aria. */
  dress(row: HTMLElement, at: number): void
  /** In pixels. */
  readonly fontSize: number
  /** What holds the rows. */
  readonly body: HTMLElement
  /** Gives the focus back to the cell at this position, if nobody has it. */
  regain(at: number): void
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
  protected width = -1
  constructor(className: string, field: string, index: number) {
    this.box = element('div', className)
    this.box.tabIndex = -1
    this.box.setAttribute('role', 'gridcell')
    this.box.setAttribute('col-id', field)
    this.box.setAttribute('aria-colindex', String(index + 1))
  }
  place({ width }: Place): void {
    if (width === this.width) return
    this.width = width
    this.box.style.width = `${width}px`
  }
  abstract paint(at: number, row: number): void
}

/** What a cell's text leaves free at both sides, at most. */
const PADDING = 24

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
  /** In ems. */
  private room = 0
  /** Whether a text may have been too long for this room: such a cell stays clipped. */
  private isCut = false
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
    if (drawn) redraw(drawn, row < 0 ? '' : (column.render?.(canvas.store, row) ?? ''))
    else {
      const text = row < 0 ? '' : canvas.shownText(row, column)
      const room = (this.width - PADDING) / canvas.fontSize
      if (room !== this.room) this.isCut = mostEms(text) > room
      else if (text !== this.text.data) this.isCut ||= mostEms(text) > room
      this.room = room
      if (text !== this.text.data) this.text.data = text
    }
    const own = row < 0 ? this.base : this.classes(at, row)
    const worn = this.isCut ? `${own} cut` : own
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
  private readonly row = element('div', 'ag-row ag-full-width-row', this.pinned, this.scrolling)
  /** What moves: a row that moved by itself would have its style worked out anew. */
  readonly box = element('div', 'painted', this.row)
  private cells: PaintedCell[] = []
  private lanes: Lanes | undefined
  private transform = ''
  private height = ''
  at = -1

  constructor(private readonly canvas: RowCanvas) {
    for (const part of [this.box, this.pinned, this.scrolling]) part.setAttribute('role', 'presentation')
    this.row.setAttribute('role', 'row')
    this.row.tabIndex = -1
  }

  /** False if it is there. */
  go(transform: string, height: string): boolean {
    if (transform === this.transform && height === this.height) return false
    this.transform = transform
    this.height = height
    this.box.style.transform = transform
    this.box.style.height = height
    return true
  }

  paint(at: number, lanes: Lanes): void {
    const { store } = this.canvas
    this.at = at
    this.arrange(lanes)
    this.row.setAttribute('row-index', String(at))
    // the head is the first
    this.row.setAttribute('aria-rowindex', String(at + 2))
    this.row.classList.toggle('ag-row-last', at === store.viewN - 1)
    this.canvas.dress(this.row, at)
    const row = store.rowAt(at)
    for (const cell of this.cells) cell.paint(at, row)
  }
  paintMark(): void {
    const row = this.canvas.store.rowAt(this.at)
    for (const cell of this.cells) if (cell instanceof PaintedMark) cell.paint(this.at, row)
  }
  /** Shows no record any more. */
  leave(): void {
    this.canvas.strip(this.row)
    this.row.removeAttribute('row-index')
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

/** The painted rows of a grid beside ag's own, which are empty; a row that scrolls out passes to one that scrolls in, and stays in the page. */
export class RowPainter {
  private readonly shown = new Map<number, PaintedRow>()
  /** ag's own rows. */
  private readonly shells = new Map<number, HTMLElement>()
  private readonly spare: PaintedRow[] = []
  private lanes: Lanes | undefined
  private api: GridApi | undefined
  private willSweep = false
  /** Whether the rows follow a scroll without ag. */
  private isAhead = false
  /** The position of a row that was given back with the focus in it. */
  private lost = -1

  constructor(private readonly canvas: RowCanvas) {}

  /** ag has a row here now. */
  take(at: number, api: GridApi, shell: HTMLElement): void {
    this.api = api
    this.shells.set(at, shell)
    if (this.isAhead) return
    const { transform, height } = shell.style
    this.show(at, transform, height)
  }
  /** ag has it no more. */
  give(at: number, shell: HTMLElement): void {
    if (this.shells.get(at) !== shell) return
    this.shells.delete(at)
    if (!this.isAhead) this.retire(at)
  }
  /** Paints one row anew. */
  paint(at: number): void {
    this.shown.get(at)?.paint(at, this.now())
  }

  /** Shows these rows while ag is still where it was. The row with the focus stays. */
  lead(first: number, last: number, height: number): void {
    this.isAhead = true
    for (const [at, { box }] of this.shown) if ((at < first || at > last) && !box.contains(document.activeElement)) this.retire(at)
    for (let at = first; at <= last; at++) if (!this.shown.has(at)) this.show(at, `translateY(${at * height}px)`, `${height}px`)
  }
  /** Shows the rows that ag has, which has come to where they are. */
  meet(): void {
    if (!this.isAhead) return
    this.isAhead = false
    for (const at of this.shown.keys()) if (!this.shells.has(at)) this.retire(at)
    for (const [at, { style }] of this.shells) if (!this.shown.has(at)) this.show(at, style.transform, style.height)
  }

  private show(at: number, transform: string, height: string): void {
    const same = this.spare.findIndex(row => row.at === at)
    const row = this.shown.get(at) ?? this.spare.splice(Math.max(0, same), 1)[0] ?? new PaintedRow(this.canvas)
    this.shown.set(at, row)
    row.go(transform, height)
    row.paint(at, this.now())
    if (!row.box.isConnected) this.canvas.body.append(row.box)
    if (at === this.lost) this.canvas.regain(at)
    this.sweepSoon()
  }
  private retire(at: number): void {
    const row = this.shown.get(at)
    if (!row) return
    if (row.box.contains(document.activeElement)) {
      this.lost = at
      row.box.remove()
    }
    row.leave()
    this.shown.delete(at)
    this.spare.push(row)
    this.sweepSoon()
  }

  /** Before the next frame: rows that nobody took leave the page. */
  private sweepSoon(): void {
    if (this.willSweep) return
    this.willSweep = true
    queueMicrotask(() => {
      this.willSweep = false
      this.lost = -1
      for (const { box } of this.spare) box.remove()
      this.follow()
    })
  }

  /** Goes where ag's rows are, which move together when their height or the scale of a very long list changes. */
  follow(): void {
    if (this.isAhead) return
    for (const [at, { style }] of this.shells) if (this.shown.get(at)?.go(style.transform, style.height) === false) return
  }

  /** Puts all rows in the order of the list, for those who read the page; the one with the focus stays in its place, or would lose it. */
  sort(): void {
    const rows = [...this.canvas.body.querySelectorAll<HTMLElement>('.ag-row[row-index]')]
      .map(row => ({ at: Number(row.getAttribute('row-index')), box: row.closest<HTMLElement>('.painted') ?? row }))
      .sort((one, other) => one.at - other.at)
      .map(({ box }) => box)
    const fixed = Math.max(
      0,
      rows.findIndex(box => box.contains(document.activeElement)),
    )
    for (let at = fixed - 1; at >= 0; at--) if (rows[at]!.nextElementSibling !== rows[at + 1]) rows[at + 1]!.before(rows[at]!)
    for (let at = fixed + 1; at < rows.length; at++) if (rows[at]!.previousElementSibling !== rows[at - 1]) rows[at - 1]!.after(rows[at]!)
  }

  now(): Lanes {
    this.lanes ??= this.measured()
    return this.lanes
  }

  /** Columns moved, came, left or changed their width; `anew`: they are others under the same names. */
  arrange(anew = false): void {
    if (!this.lanes) return
    this.lanes = this.measured(anew)
    for (const [at, row] of this.shown) row.paint(at, this.lanes)
  }
  paintMarks(): void {
    for (const row of this.shown.values()) row.paintMark()
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
      places.push({ column, isPinned, width: shown.getActualWidth() })
    }
    const isSame = (place: Place, at: number) => {
      const known = old?.places[at]
      return known?.column === place.column && known?.isPinned === place.isPinned
    }
    const isKept = !anew && old?.places.length === places.length && places.every(isSame)
    return { kind: isKept ? old.kind : (old?.kind ?? 0) + 1, places, ...width }
  }
}

type FullRowParams = ICellRendererParams & Pick<ProcessRowParams, 'addRenderedRowListener'> & { canvas: RowCanvas }

/** What ag asks for in the place of cells: nothing for a record, whose painted row lies beside; the header of a group. */
export class FullRow implements ICellRendererComp {
  private canvas!: RowCanvas
  private gui!: HTMLElement
  private shell: HTMLElement | undefined
  private at = -1
  init({ node, api, canvas, eGridCell, addRenderedRowListener }: FullRowParams): void {
    this.canvas = canvas
    this.at = node.rowIndex ?? -1
    const group = canvas.store.groupAt(this.at)
    this.gui = group ? drawGroup(canvas, group) : element('span', '')
    if (group) return
    this.shell = eGridCell
    canvas.rows.take(this.at, api, eGridCell)
    // ag destroys this only after the rows that scroll in were made
    addRenderedRowListener('virtualRowRemoved', () => this.destroy())
  }
  getGui(): HTMLElement {
    return this.gui
  }
  /** False where ag is to begin anew. */
  refresh({ node }: ICellRendererParams): boolean {
    if (!this.shell || node.rowIndex !== this.at || this.canvas.store.groupAt(this.at)) return false
    this.canvas.rows.paint(this.at)
    return true
  }
  destroy(): void {
    if (this.shell) this.canvas.rows.give(this.at, this.shell)
    this.shell = undefined
  }
}
