// Painting the window: repaint, rows that move below a steady focus, classes and aria of rows, heads, density.
import type { GridApi, IRowNode } from 'ag-grid-community'
import { counted } from '#domain/text.ts'
import { settleFocus } from '../focus-keeper.ts'
import type { ColumnStore, StoreChange } from './column-store.ts'
import type { GridColumn, GridProps } from './grid-column.ts'
import type { GridFocus } from './grid-focus.ts'
import { MARK } from './grid-options.ts'
import type { RowPainter } from './row-painter.ts'

/** Browsers limit an element's height; past this ag scales, and scrollTop no longer counts rows. */
export const TALLEST_PX = 32_000_000

/** What painting needs from the window. */
export interface PaintHost {
  readonly host: HTMLElement
  readonly api: GridApi
  readonly props: GridProps
  readonly store: ColumnStore
  readonly cells: GridFocus
  readonly rows: RowPainter
  readonly heads: ReadonlySet<{ draw(): void }>
  column(field: string): GridColumn | undefined
  pixels(token: string, fallback: number): number
  focusedId(): string | undefined
}

export class GridPaint {
  /** The number of rows that ag was told. */
  shownN: number
  rowHeight: number
  fontSize: number
  private readonly dressed = new WeakMap<Element, string[]>()

  constructor(private readonly grid: PaintHost) {
    this.shownN = grid.store.viewN
    this.rowHeight = grid.pixels('--row', 34)
    this.fontSize = grid.pixels('--fs-row', 13)
  }

  /** What a change of the store requires. */
  follow = (change: StoreChange): void => {
    if (change.kind === 'marks') this.paintMarks()
    else if (change.kind === 'rows') this.paint()
    else this.moveRows(change.before ?? { view: this.grid.store.view, viewN: this.grid.store.viewN })
  }

  /** The list's name with its number of rows, because screen readers miscount virtual ones. */
  nameGrid(): void {
    const { shownCount } = this.grid.store
    this.grid.api.setGridAriaProperty('label', `${this.grid.props.label}, ${counted(shownCount, ['linha', 'linhas'])}`)
  }

  /** The calls of a repaint; nothing else preserves rows, editors and focus. `nodes`: those drawn before the store changed. */
  paint(nodes: readonly IRowNode[] = this.grid.api.getRenderedNodes()): void {
    const { cells } = this.grid
    const hadFocus = cells.inBody
    this.count()
    for (const node of nodes) if (!node.rowPinned) node.updateData(node.data ?? {})
    // The row of a group is another element now.
    if (hadFocus && !cells.inBody && cells.place) cells.focus(cells.place.at, cells.place.field)
    this.dressRows()
    this.grid.rows.sort()
    this.drawHeads()
    this.nameGrid()
  }

  /** One row, which may have become another kind of row. */
  paintRow(at: number): void {
    this.grid.api.getDisplayedRowAtIndex(at)?.updateData({})
  }

  paintMarks(): void {
    this.grid.api.refreshCells({ columns: [MARK], force: true })
    this.grid.rows.paintMarks()
    if (this.grid.store.groupField !== null) this.paint()
    this.dressRows()
    this.drawHeads()
  }

  drawHeads(): void {
    for (const head of this.grid.heads) head.draw()
    const { sortKeys } = this.grid.store
    for (const cell of this.grid.host.querySelectorAll<HTMLElement>('.ag-header-cell[col-id]')) {
      const column = this.grid.column(cell.getAttribute('col-id') ?? '')
      const key = column && sortKeys.find(known => known.field === (column.sortField ?? column.field))
      if (key) cell.setAttribute('aria-sort', key.descending ? 'descending' : 'ascending')
      else cell.removeAttribute('aria-sort')
    }
  }

  dressRows(): void {
    for (const row of this.grid.host.querySelectorAll<HTMLElement>('.ag-row[row-index]')) {
      const at = Number(row.getAttribute('row-index'))
      if (Number.isInteger(at)) this.dress(row, at)
    }
  }

  /** The classes and aria of a row element, both of which refreshCells would leave stale. */
  dress(element: HTMLElement, at: number): void {
    const { store } = this.grid
    const row = store.rowAt(at)
    const classes = row < 0 ? [] : (this.grid.props.rowClass?.(row) ?? '').split(' ').filter(Boolean)
    if (row >= 0) {
      const selected = store.isSelected(row)
      element.setAttribute('aria-selected', String(selected))
      if (selected) classes.push('sel')
      if (store.isKept(row)) classes.push('out')
      if (this.grid.props.openId !== undefined && store.id(row) === this.grid.props.openId) classes.push('cur')
    } else element.removeAttribute('aria-selected')
    const worn = this.dressed.get(element)
    if (worn) for (const name of worn) if (!classes.includes(name)) element.classList.remove(name)
    if (classes.length > 0) element.classList.add(...classes)
    this.dressed.set(element, classes)
  }

  get viewport(): HTMLElement | null {
    return this.grid.host.querySelector<HTMLElement>('.ag-grid-viewport')
  }

  /** Rows moved: the focus follows its record, and the record stays where it was on screen. */
  private moveRows(before: { view: Int32Array; viewN: number }): void {
    const { store, cells } = this.grid
    const { place } = cells
    const hadFocus = cells.hasOrWants
    const mine = cells.claim(hadFocus)
    const top = this.viewport?.scrollTop ?? 0
    const rowsInView = this.rowsInView()
    const first = Math.ceil(top / this.rowHeight)
    const visible = place !== undefined && place.at >= first - 1 && place.at <= first + rowsInView
    // the record that keeps its place: the focused one, else the first on screen once the person has scrolled
    const anchorAt = visible ? place.at : top > 0 && first < before.viewN ? first : -1
    const anchorRow = visible ? place.row : anchorAt >= 0 ? before.view[anchorAt]! : -1
    const anchorTo = anchorRow >= 0 ? (store.pos[anchorRow] ?? -1) : -1
    const nowAt = place ? cells.current(place) : -1
    const lost = place !== undefined && place.row >= 0 && store.rowAt(nowAt) !== place.row
    if (place && nowAt >= 0) cells.remember(nowAt, place.field)
    const arrive = () => {
      const nodes = this.grid.api.getRenderedNodes()
      this.count()
      // someone focused another record meanwhile, so only painting remains
      if (!cells.holds(mine)) {
        this.paint()
        return
      }
      if (anchorTo >= 0 && anchorTo !== anchorAt) this.scrollBy(anchorAt, anchorTo, top)
      else this.catchUp()
      this.paint(nodes)
      // a list that had nothing to focus has something now
      if (before.viewN === 0) settleFocus()
      if (!place) return
      if (nowAt < 0) {
        if (hadFocus) this.grid.host.focus({ preventScroll: true })
      } else if (hadFocus) cells.focus(nowAt, place.field)
      else {
        if (nowAt !== place.at) this.grid.api.clearFocusedCell()
        cells.markKept()
      }
      if (lost) this.grid.props.onFocusChange?.(this.grid.focusedId(), place.field)
    }
    // the body grows before the rows it will hold are requested
    if (store.viewN > this.shownN) this.count()
    const far = anchorTo >= 0 && Math.abs(anchorTo - anchorAt) > rowsInView
    if (!far || cells.loaded(anchorTo)) {
      arrive()
      return
    }
    // the jump comes a task later; a frame in between must not show the rows of the old order
    if (first + rowsInView < store.viewN) {
      for (const node of this.grid.api.getRenderedNodes()) if (!node.rowPinned) node.updateData(node.data ?? {})
      this.dressRows()
    }
    cells.preload(anchorTo, arrive)
  }

  /** Keeps a record that moved from one position to another at its place on screen. */
  private scrollBy(from: number, to: number, top: number): void {
    const { viewport } = this
    if (!viewport) return
    if (this.grid.store.viewN * this.rowHeight >= TALLEST_PX) {
      this.grid.api.ensureIndexVisible(to, 'middle')
      return
    }
    const next = Math.max(0, top + (to - from) * this.rowHeight)
    // through ag when far, because it then draws the rows of the new place at once instead of with the next scroll event
    if (Math.abs(to - from) > this.rowsInView())
      this.grid.api.ensureIndexVisible(Math.min(this.grid.store.viewN - 1, Math.floor(next / this.rowHeight)), 'top')
    viewport.scrollTop = next
  }

  /** A shorter list makes the browser scroll, which ag would notice only with the next scroll event, one blank frame later. */
  private catchUp(): void {
    const { viewport } = this
    const { viewN } = this.grid.store
    if (!viewport || viewN === 0 || Math.abs(viewport.scrollTop - this.grid.api.getVerticalPixelRange().top) < 1) return
    this.grid.api.ensureIndexVisible(viewN - 1, 'bottom')
  }

  /** Before anything else in a repaint, and only when it changed. */
  private count(): void {
    const { viewN } = this.grid.store
    if (viewN === this.shownN) return
    this.shownN = viewN
    this.grid.api.setRowCount(viewN, true)
  }

  rowsInView(): number {
    const { top, bottom } = this.grid.api.getVerticalPixelRange()
    return Math.max(1, Math.floor((bottom - top) / this.rowHeight))
  }

  prefetch(): void {
    const last = this.grid.store.viewN - 1
    if (last < 0) return
    this.grid.api.getDisplayedRowAtIndex(Math.max(0, this.grid.api.getFirstDisplayedRowIndex() - 100))
    this.grid.api.getDisplayedRowAtIndex(Math.min(last, this.grid.api.getLastDisplayedRowIndex() + 100))
  }

  measureRows(): void {
    this.fontSize = this.grid.pixels('--fs-row', 13)
    const height = this.grid.pixels('--row', 34)
    if (height === this.rowHeight) return
    this.rowHeight = height
    const place = this.grid.cells.hasOrWants ? this.grid.cells.place : undefined
    this.grid.api.setGridOption('rowHeight', height)
    this.grid.rows.follow()
    this.grid.rows.arrange()
    this.showTotals()
    if (place) this.grid.cells.focus(place.at, place.field)
  }

  showTotals(): void {
    const shown = this.grid.api.getPinnedBottomRowCount() > 0
    if (!this.grid.props.totals || !shown) this.grid.api.setGridOption('pinnedBottomRowData', this.grid.props.totals ? [{}] : [])
    else this.grid.api.getPinnedBottomRow(0)?.updateData({})
  }
}
