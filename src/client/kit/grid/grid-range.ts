// The rectangle of cells that a sheet's keys and mouse span: from the focused cell to the corner that moves. Enter and Tab move the focus in it.
import type { GridApi, IRowNode } from 'ag-grid-community'
import { counted } from '#domain/text.ts'
import { announce } from '../announcer.tsx'
import { boxOf, type CellBox, isSameBox, nextInBox, type Spot } from './cell-range.ts'
import type { ColumnStore } from './column-store.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridFocus } from './grid-focus.ts'

/** What a range needs from the window. */
export interface RangeHost {
  readonly api: GridApi
  readonly store: ColumnStore
  readonly cells: GridFocus
  column(field: string): GridColumn | undefined
  fields(): string[]
  cellText(row: number, field: string): string
}

/** A corner is a record and a column: both may move while the range stands. */
interface Corner {
  readonly row: number
  readonly field: string
}

/** The rows and columns that a range covers. */
export interface RangeCells {
  readonly top: number
  readonly rows: readonly number[]
  readonly fields: readonly string[]
}

const SIDES = ['top', 'bottom', 'left', 'right'] as const
export type RangeSide = 'in' | (typeof SIDES)[number]
export const RANGE_SIDES: readonly RangeSide[] = ['in', ...SIDES]

export class GridRange {
  private first: Corner | undefined
  private moving: Corner | undefined
  /** Where the focus is as long as the rectangle stands: its first corner, until Enter or Tab move on within it. */
  private held: Corner | undefined
  /** The records it covered when it was spanned. */
  private chosen: ReadonlySet<number> = new Set()
  private drawn: CellBox | undefined
  private drawnFields: readonly string[] = []

  constructor(private readonly grid: RangeHost) {}

  private spotOf({ row, field }: Corner): Spot | undefined {
    const at = this.grid.store.pos[row] ?? -1
    const column = this.grid.fields().indexOf(field)
    return at < 0 || column < 0 ? undefined : { at, column }
  }

  /** The rectangle now; none once the focus has gone anywhere by itself. */
  private box(): CellBox | undefined {
    const { place } = this.grid.cells
    const { first, moving, held } = this
    if (!first || !moving || !held || place?.row !== held.row || place.field !== held.field) return undefined
    const from = this.spotOf(first)
    const to = this.spotOf(moving)
    return from && to && (from.at !== to.at || from.column !== to.column) ? boxOf(from, to) : undefined
  }

  /** The corner that the next extension starts from: the moving one, else the focused cell. */
  head(): Spot | undefined {
    const { place } = this.grid.cells
    const corner = this.box() ? this.moving : place && place.row >= 0 ? place : undefined
    return corner && this.spotOf(corner)
  }

  /** Spans the cells from the focused one to this one; false on the row of a group. */
  extendTo({ at, column }: Spot): boolean {
    const { place } = this.grid.cells
    const row = this.grid.store.rowAt(at)
    const field = this.grid.fields()[column]
    if (!place || place.row < 0 || row < 0 || field === undefined) return false
    this.first = { row: place.row, field: place.field }
    this.held = this.first
    this.moving = { row, field }
    this.chosen = new Set(this.covered()?.rows)
    this.grid.api.ensureIndexVisible(at)
    this.grid.api.ensureColumnVisible(field)
    this.draw()
    this.tell()
    return true
  }

  /** The cell that Enter or Tab go on to within it, around its ends; undefined without a rectangle. */
  step(dx: number, dy: number): Spot | undefined {
    const box = this.box()
    let at = this.held && this.spotOf(this.held)
    if (!box || !at) return undefined
    // The row of a group is no cell.
    do at = nextInBox(at, box, dx, dy)
    while (this.grid.store.rowAt(at.at) < 0)
    this.held = { row: this.grid.store.rowAt(at.at), field: this.grid.fields()[at.column] ?? '' }
    return at
  }

  /** Rows came, went or moved: it stands for as long as it covers the very records that were chosen, wherever they are now. */
  settle(): void {
    if (!this.first) return
    const rows = this.covered()?.rows ?? []
    if (rows.length !== this.chosen.size || rows.some(row => !this.chosen.has(row))) this.drop()
    else this.draw()
  }

  /** Answers whether there was one. */
  drop(): boolean {
    const stood = this.box() !== undefined
    this.first = undefined
    this.moving = undefined
    this.held = undefined
    this.draw()
    return stood
  }

  /** The records and columns it covers. */
  covered(): RangeCells | undefined {
    const box = this.box()
    if (!box) return undefined
    const rows: number[] = []
    for (let at = box.top; at <= box.bottom; at++) if (this.grid.store.rowAt(at) >= 0) rows.push(this.grid.store.rowAt(at))
    return { top: box.top, rows, fields: this.grid.fields().slice(box.left, box.right + 1) }
  }

  /** Draws what changed since the last time: cells of the old and of the new rectangle. */
  draw(): void {
    const before = this.drawn
    this.drawn = this.box()
    this.drawnFields = this.drawn ? this.grid.fields() : []
    if (isSameBox(before, this.drawn)) return
    const isTouched = ({ rowIndex, rowPinned }: IRowNode) =>
      !rowPinned && rowIndex !== null && [before, this.drawn].some(box => box && rowIndex >= box.top && rowIndex <= box.bottom)
    this.grid.api.refreshCells({ rowNodes: this.grid.api.getRenderedNodes().filter(isTouched) })
  }

  get isDrawn(): boolean {
    return this.drawn !== undefined
  }

  /** Whether a cell is drawn as part of the rectangle, or as its edge. */
  shows(at: number, field: string, side: RangeSide): boolean {
    const { drawn } = this
    if (!drawn) return false
    const column = this.drawnFields.indexOf(field)
    if (at < drawn.top || at > drawn.bottom || column < drawn.left || column > drawn.right) return false
    return side === 'in' || (side === 'top' || side === 'bottom' ? at : column) === drawn[side]
  }

  /** '3 linhas × 2 colunas, Descrição a Fornecedor, até Padaria Sol' */
  private tell(): void {
    const cells = this.covered()
    const { moving } = this
    if (!cells || !moving) return
    const size = `${counted(cells.rows.length, ['linha', 'linhas'])} × ${counted(cells.fields.length, ['coluna', 'colunas'])}`
    const titles = [cells.fields[0], cells.fields.at(-1)].map(field => this.grid.column(field ?? '')?.title ?? '')
    const named = cells.fields.length > 1 ? titles.filter(Boolean).join(' a ') : titles[0]
    announce(`${size}, ${named}, até ${this.grid.cellText(moving.row, moving.field) || 'vazia'}`)
  }
}
