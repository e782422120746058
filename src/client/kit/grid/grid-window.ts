// The grid: ag-grid as a window on a store. Node k means "position k of the view"; whoever draws asks the store at that moment.
import {
  type CellFocusedEvent,
  type CellKeyDownEvent,
  createGrid,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type ICellEditorParams,
  type IRowNode,
} from 'ag-grid-community'
import type { ReactElement } from 'react'
import { drawGroup } from './cell-drawing.ts'
import { type EditorSetup, type InputKind, isCellEditor } from './cell-editors.ts'
import { plainCellText } from './cell-text.ts'
import { type ClipboardTable, parseTsv, tableOf } from './clipboard.ts'
import type { ColumnStore, Group, StoreChange } from './column-store.ts'
import type { CellEditing, GridColumn, GridHandle, GridMode, GridProps } from './grid-column.ts'
import { GridFocus } from './grid-focus.ts'
import { applyLayout, readLayout, squeeze } from './grid-layout.ts'
import { columnDefs, gridOptions, MARK, type OptionsHost } from './grid-options.ts'
import { gridModules } from './grid-theme.ts'

const MARK_WIDTH = 36
const SCROLLBAR = 16
/** Browsers cap an element's height; past this ag scales and scrollTop no longer counts rows. */
const TALLEST_PX = 32_000_000

export interface EditorMount {
  mount(host: HTMLElement, node: ReactElement): void
  unmount(host: HTMLElement): void
}
type EditStart = { row: number; column: GridColumn }

export class GridWindow implements GridHandle, OptionsHost {
  readonly api: GridApi
  readonly heads = new Set<{ draw(): void }>()
  private readonly cells: GridFocus
  private readonly resize: ResizeObserver
  private readonly density: MutationObserver
  private unsubscribe: () => void
  private shownN: number
  private rowHeight: number
  private squeezed: Set<string> = new Set()
  private edit: EditStart | undefined
  private typed = ''
  private readonly dressed = new WeakMap<Element, string[]>()
  private readonly stops: (() => void)[] = []

  constructor(
    private readonly host: HTMLElement,
    private props: GridProps,
    private readonly mounts: EditorMount,
  ) {
    this.rowHeight = this.pixels('--row', 34)
    this.shownN = props.store.viewN
    this.cells = new GridFocus(
      host,
      () => this.api,
      () => this.store,
    )
    this.squeezed = squeeze(props.columns, props.layout, host.clientWidth - SCROLLBAR, MARK_WIDTH)
    this.api = createGrid(host, this.options(), { modules: gridModules })
    applyLayout(this.api, props.columns, props.layout, this.squeezed)
    this.api.setGridAriaProperty('multiselectable', 'true')
    this.nameGrid()
    this.unsubscribe = props.store.subscribe(this.onStore)
    this.resize = new ResizeObserver(() => this.fit())
    this.resize.observe(host)
    this.density = new MutationObserver(() => this.measureRows())
    this.density.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'style', 'class'] })
    this.listen()
  }

  destroy(): void {
    if (this.edit) this.store.release()
    this.edit = undefined
    this.cells.claim()
    this.unsubscribe()
    this.resize.disconnect()
    this.density.disconnect()
    for (const stop of this.stops) stop()
    this.api.destroy()
  }

  /** New properties of the component; callbacks are read when called, so only what ag holds a copy of is passed on. */
  update(next: GridProps): void {
    const old = this.props
    this.props = next
    if (next.store !== old.store) this.changeStore(old.store)
    if (next.columns !== old.columns || next.layout !== old.layout) this.changeColumns(next.columns !== old.columns)
    if (next.label !== old.label) this.nameGrid()
    if (next.totals !== old.totals) this.showTotals()
    if (next.openId !== old.openId || next.rowClass !== old.rowClass) this.dressRows()
  }

  private options() {
    return {
      ...gridOptions(this, this.props.columns, this.rowHeight, this.pixels('--h-gridhead', 32)),
      datasource: {
        getRows: ({
          startRow,
          endRow,
          successCallback,
        }: {
          startRow: number
          endRow: number
          successCallback(rows: object[], last?: number): void
        }) => {
          const { viewN } = this.store
          const count = Math.max(0, Math.min(endRow, viewN) - startRow)
          successCallback(
            Array.from({ length: count }, () => ({})),
            viewN,
          )
        },
      },
      fullWidthCellRenderer: (params: { node: IRowNode }) => drawGroup(this, this.store.groupAt(params.node.rowIndex ?? -1)),
      ...(this.props.totals ? { pinnedBottomRowData: [{}] } : {}),
      processRowPostCreate: ({ eRow, rowIndex, node }: { eRow: HTMLElement; rowIndex: number; node: IRowNode }) => {
        if (!node.rowPinned) this.dress(eRow, rowIndex)
      },
      focusGridInnerElement: () => this.focus(),
      onCellFocused: (event: CellFocusedEvent) => this.onCellFocused(event),
      onCellKeyDown: (event: CellKeyDownEvent | FullWidthCellKeyDownEvent) => this.onKey(event),
      onCellEditRequest: ({ newValue }: { newValue: unknown }) => this.onEdited(newValue),
      onCellEditingStopped: () => this.onEditClosed(),
      onBodyScroll: () => this.prefetch(),
      onBodyScrollEnd: () => this.cells.markKept(),
      onColumnMoved: ({ finished, source }: { finished: boolean; source: string }) => finished && this.onArranged(source),
      onColumnResized: ({ finished, source }: { finished: boolean; source: string }) => finished && this.onArranged(source),
      onColumnPinned: ({ source }: { source: string }) => this.onArranged(source),
    }
  }

  // ---- what the drawings ask -------------------------------------------------------------------------------------------------

  get store(): ColumnStore {
    return this.props.store
  }
  mode(): GridMode {
    return this.props.mode ?? 'navigate'
  }
  rowOf(node: IRowNode | null): number {
    return node && !node.rowPinned && node.rowIndex !== null ? this.store.rowAt(node.rowIndex) : -1
  }
  textOf(node: IRowNode | null, column: GridColumn): string {
    const row = this.rowOf(node)
    if (row < 0) return node?.rowPinned ? this.pinnedText(column.field) : ''
    return column.text ? column.text(this.store, row) : this.store.text(row, column.field)
  }
  pinnedText(field: string): string {
    return this.props.totals?.[field] ?? ''
  }
  groupLabel(group: Group): string {
    const field = this.store.groupField ?? ''
    const column = this.props.columns.find(known => (known.sortField ?? known.field) === field)
    const text = this.store.text(group.sample, field)
    return group.key === '' || text === '' ? `Sem ${(column?.title ?? 'valor').toLowerCase()}` : text
  }
  private column(field: string): GridColumn | undefined {
    return this.props.columns.find(column => column.field === field)
  }
  private pixels(token: string, fallback: number): number {
    return Number.parseFloat(getComputedStyle(this.host).getPropertyValue(token)) || fallback
  }
  private nameGrid(): void {
    const { shownCount } = this.store
    this.api.setGridAriaProperty('label', `${this.props.label}, ${shownCount === 1 ? '1 linha' : `${shownCount} linhas`}`)
  }

  // ---- painting --------------------------------------------------------------------------------------------------------------

  private onStore = (change: StoreChange): void => {
    if (change.kind === 'marks') this.paintMarks()
    else if (change.kind === 'rows') this.paint()
    else this.moveRows(change.before ?? { view: this.store.view, viewN: this.store.viewN })
  }

  /** The calls of a repaint; nothing else keeps rows, editors and focus. `nodes`: those drawn before the store changed. */
  private paint(nodes: readonly IRowNode[] = this.api.getRenderedNodes()): void {
    this.count()
    for (const node of nodes) if (!node.rowPinned) node.updateData(node.data ?? {})
    this.dressRows()
    this.drawHeads()
    this.nameGrid()
  }

  private paintMarks(): void {
    this.api.refreshCells({ columns: [MARK], force: true })
    if (this.store.groupField !== null) this.paint()
    this.dressRows()
    this.drawHeads()
  }

  private drawHeads(): void {
    for (const head of this.heads) head.draw()
    const { sortKeys } = this.store
    for (const cell of this.host.querySelectorAll<HTMLElement>('.ag-header-cell[col-id]')) {
      const column = this.column(cell.getAttribute('col-id') ?? '')
      const key = column && sortKeys.find(known => known.field === (column.sortField ?? column.field))
      if (key) cell.setAttribute('aria-sort', key.descending ? 'descending' : 'ascending')
      else cell.removeAttribute('aria-sort')
    }
  }

  private dressRows(): void {
    for (const row of this.host.querySelectorAll<HTMLElement>('.ag-row[row-index]')) {
      const at = Number(row.getAttribute('row-index'))
      if (Number.isInteger(at)) this.dress(row, at)
    }
  }

  /** Classes and aria of a row element. refreshCells would leave both stale. */
  private dress(element: HTMLElement, at: number): void {
    const { store } = this
    const row = store.rowAt(at)
    const classes = row < 0 ? [] : (this.props.rowClass?.(row) ?? '').split(' ').filter(Boolean)
    if (row >= 0) {
      const selected = store.isSelected(row)
      element.setAttribute('aria-selected', String(selected))
      if (selected) classes.push('sel')
      if (store.isKept(row)) classes.push('out')
      if (this.props.openId !== undefined && store.id(row) === this.props.openId) classes.push('cur')
    } else element.removeAttribute('aria-selected')
    const worn = this.dressed.get(element)
    if (worn) for (const name of worn) if (!classes.includes(name)) element.classList.remove(name)
    if (classes.length > 0) element.classList.add(...classes)
    this.dressed.set(element, classes)
  }

  private get viewport(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>('.ag-grid-viewport')
  }

  /** Rows moved: the focus follows its record, and the record stays where it was on screen. */
  private moveRows(before: { view: Int32Array; viewN: number }): void {
    const { store, cells } = this
    const { place } = cells
    const hadFocus = cells.hasOrWants
    const mine = cells.claim()
    const top = this.viewport?.scrollTop ?? 0
    const rowsInView = this.rowsInView()
    const first = Math.ceil(top / this.rowHeight)
    const visible = place !== undefined && place.at >= first - 1 && place.at <= first + rowsInView
    // the record that holds its place: the focused one, else the first on screen once one has scrolled
    const anchorAt = visible ? place.at : top > 0 && first < before.viewN ? first : -1
    const anchorRow = visible ? place.row : anchorAt >= 0 ? before.view[anchorAt]! : -1
    const anchorTo = anchorRow >= 0 ? (store.pos[anchorRow] ?? -1) : -1
    const nowAt = place ? cells.current(place) : -1
    const lost = place !== undefined && place.row >= 0 && store.rowAt(nowAt) !== place.row
    if (place && nowAt >= 0) cells.remember(nowAt, place.field)
    const arrive = () => {
      const nodes = this.api.getRenderedNodes()
      this.count()
      // somebody gave the focus to another record meanwhile: only the painting is left to do
      if (!cells.holds(mine)) {
        this.paint()
        return
      }
      if (anchorTo >= 0 && anchorTo !== anchorAt) this.scrollBy(anchorAt, anchorTo, top)
      else this.catchUp()
      this.paint(nodes)
      if (!place) return
      if (nowAt < 0) {
        if (hadFocus) this.host.focus({ preventScroll: true })
      } else if (hadFocus) cells.focus(nowAt, place.field)
      else {
        if (nowAt !== place.at) this.api.clearFocusedCell()
        cells.markKept()
      }
      if (lost) this.props.onFocusChange?.(this.focusedId(), place.field)
    }
    // a taller body before the rows it will hold are asked for
    if (store.viewN > this.shownN) this.count()
    const pastEnd = store.viewN > 0 && first > store.viewN
    const target = anchorTo >= 0 && Math.abs(anchorTo - anchorAt) > rowsInView ? anchorTo : pastEnd ? store.viewN - 1 : -1
    if (target < 0 || cells.loaded(target)) {
      arrive()
      return
    }
    // the jump comes a task later; should a frame slip in between, its rows must not be those of the old order
    if (!pastEnd) for (const node of this.api.getRenderedNodes()) if (!node.rowPinned) node.updateData(node.data ?? {})
    this.dressRows()
    cells.preload(target, arrive)
  }

  /** Keeps the record that went from one position to another at its place on screen. */
  private scrollBy(from: number, to: number, top: number): void {
    const { viewport } = this
    if (!viewport) return
    if (this.store.viewN * this.rowHeight >= TALLEST_PX) {
      this.api.ensureIndexVisible(to, 'middle')
      return
    }
    const next = Math.max(0, top + (to - from) * this.rowHeight)
    // through ag when far, because it draws the rows of the new place at once and not with the next scroll event
    if (Math.abs(to - from) > this.rowsInView())
      this.api.ensureIndexVisible(Math.min(this.store.viewN - 1, Math.floor(next / this.rowHeight)), 'top')
    viewport.scrollTop = next
  }

  /** A shorter list makes the browser scroll, which ag would learn only with the next scroll event, a blank frame later. */
  private catchUp(): void {
    const { viewport } = this
    const { viewN } = this.store
    if (!viewport || viewN === 0 || Math.abs(viewport.scrollTop - this.api.getVerticalPixelRange().top) < 1) return
    this.api.ensureIndexVisible(viewN - 1, 'bottom')
  }

  /** Before anything else of a repaint, and only when it changed. */
  private count(): void {
    const { viewN } = this.store
    if (viewN === this.shownN) return
    this.shownN = viewN
    this.api.setRowCount(viewN, true)
  }

  private rowsInView(): number {
    const { top, bottom } = this.api.getVerticalPixelRange()
    return Math.max(1, Math.floor((bottom - top) / this.rowHeight))
  }

  private prefetch(): void {
    const last = this.store.viewN - 1
    if (last < 0) return
    this.api.getDisplayedRowAtIndex(Math.max(0, this.api.getFirstDisplayedRowIndex() - 100))
    this.api.getDisplayedRowAtIndex(Math.min(last, this.api.getLastDisplayedRowIndex() + 100))
  }

  private measureRows(): void {
    const height = this.pixels('--row', 34)
    if (height === this.rowHeight) return
    this.rowHeight = height
    const place = this.cells.inBody ? this.cells.place : undefined
    this.api.setGridOption('rowHeight', height)
    this.showTotals()
    if (place) this.cells.focus(place.at, place.field)
  }

  private showTotals(): void {
    const shown = this.api.getPinnedBottomRowCount() > 0
    if (!this.props.totals || !shown) this.api.setGridOption('pinnedBottomRowData', this.props.totals ? [{}] : [])
    else this.api.getPinnedBottomRow(0)?.updateData({})
  }

  // ---- columns ---------------------------------------------------------------------------------------------------------------

  private changeStore(old: ColumnStore): void {
    if (this.edit) {
      this.edit = undefined
      this.api.stopEditing(true)
      old.release()
    }
    this.unsubscribe()
    const hadFocus = this.cells.inBody
    const field = this.cells.place?.field
    this.cells.claim()
    this.cells.place = undefined
    this.unsubscribe = this.store.subscribe(this.onStore)
    if (this.viewport) this.viewport.scrollTop = 0
    this.paint()
    if (hadFocus && !this.focus(undefined, field)) this.host.focus({ preventScroll: true })
  }

  private changeColumns(defs: boolean): void {
    const hadFocus = this.cells.inBody
    this.squeezed = squeeze(this.props.columns, this.props.layout, this.host.clientWidth - SCROLLBAR, MARK_WIDTH)
    if (defs) this.api.setGridOption('columnDefs', columnDefs(this, this.props.columns))
    this.leaveHidden(hadFocus)
    applyLayout(this.api, this.props.columns, this.props.layout, this.squeezed)
    this.drawHeads()
    this.refocus(hadFocus)
  }

  private fit(): void {
    if (this.host.clientWidth === 0) return
    const next = squeeze(this.props.columns, this.props.layout, this.host.clientWidth - SCROLLBAR, MARK_WIDTH)
    if (next.size === this.squeezed.size && [...next].every(field => this.squeezed.has(field))) return
    const hadFocus = this.cells.inBody
    const back = [...this.squeezed].filter(field => !next.has(field))
    this.squeezed = next
    this.leaveHidden(hadFocus)
    if (back.length > 0) this.api.setColumnsVisible(back, true)
    this.api.setColumnsVisible([...next], false)
    this.drawHeads()
    this.refocus(hadFocus)
  }

  /** Hiding the focused column would drop the focus to the page: it moves to a neighbour first. */
  private leaveHidden(hadFocus: boolean): void {
    const { place } = this.cells
    if (!place) return
    const hidden = (field: string) =>
      this.squeezed.has(field) ||
      (this.props.layout?.columns.find(item => item.field === field)?.hidden ?? this.column(field)?.hidden ?? !this.column(field))
    if (!hidden(place.field)) return
    const fields = this.fields()
    const from = Math.max(0, fields.indexOf(place.field))
    const next = [...fields.slice(from + 1), ...fields.slice(0, from).reverse()].find(field => !hidden(field))
    if (!next) return
    if (hadFocus) {
      this.cells.remember(place.at, next)
      this.api.setFocusedCell(place.at, next)
    } else this.cells.remember(place.at, next)
  }

  private refocus(hadFocus: boolean): void {
    const { place } = this.cells
    if (hadFocus && place) this.cells.focus(place.at, place.field)
  }

  private onArranged(source: string): void {
    if (!source.startsWith('ui')) return
    const { place } = this.cells
    // pinning or moving the focused column drops the focus
    if (place && (this.cells.inBody || document.activeElement === document.body)) this.cells.focus(place.at, place.field)
    this.props.onLayout?.(readLayout(this.api, this.props.columns, this.squeezed, this.props.layout))
  }

  /** Shown columns from left to right, without the marks. */
  private fields(): string[] {
    return this.api.getAllDisplayedColumns().flatMap(column => (column.getColId() === MARK ? [] : [column.getColId()]))
  }

  // ---- pointer, keys and clipboard that arrive at the host ----------------------------------------------------------------------

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void, capture = false) => {
      this.host.addEventListener(type, act, capture)
      this.stops.push(() => this.host.removeEventListener(type, act, capture))
    }
    on('click', event => this.onClick(event))
    on('dblclick', event => this.onDoubleClick(event))
    on('contextmenu', event => this.onContextMenu(event))
    on('focusin', () => this.cells.markKept())
    // after the browser has said who has the focus now
    on('focusout', () => setTimeout(() => !this.api.isDestroyed() && this.cells.markKept()))
    on('copy', event => {
      if (this.edit || !event.clipboardData || !this.cells.inBody || String(window.getSelection() ?? '') !== '') return
      const table = this.copy()
      if (!table) return
      event.clipboardData.setData('text/plain', table.text)
      event.clipboardData.setData('text/html', table.html)
      event.preventDefault()
    })
    on('paste', event => {
      if (this.edit || !event.clipboardData || !this.cells.inBody) return
      event.preventDefault()
      this.paste(parseTsv(event.clipboardData.getData('text/plain')))
    })
    const media = window.matchMedia('(pointer: coarse)')
    const remeasure = () => this.measureRows()
    media.addEventListener('change', remeasure)
    this.stops.push(() => media.removeEventListener('change', remeasure))
  }

  private cellAt(target: EventTarget | null): { at: number; field: string } | undefined {
    if (!(target instanceof Element)) return undefined
    const at = Number(target.closest('.ag-row')?.getAttribute('row-index') ?? Number.NaN)
    if (!Number.isInteger(at)) return undefined
    return { at, field: target.closest('.ag-cell')?.getAttribute('col-id') ?? '' }
  }

  private onClick(event: MouseEvent): void {
    const target = event.target
    if (!(target instanceof Element)) return
    const header = target.closest('.ag-header-cell')
    if (header) {
      if (!target.closest('.ag-header-cell-resize')) this.onHeaderClick(header.getAttribute('col-id') ?? '', event)
      return
    }
    const cell = this.cellAt(target)
    if (!cell) return
    const group = this.store.groupAt(cell.at)
    if (group) {
      if (target.closest('[data-group-mark]')) this.store.selectGroup(group, this.store.groupSelection(group) !== 'all')
      else this.store.fold(group)
      return
    }
    const row = this.store.rowAt(cell.at)
    if (row < 0 || this.edit) return
    if (cell.field === MARK) {
      if (event.shiftKey) this.store.selectTo(row)
      else this.store.toggle(row)
      this.cells.focus(cell.at, this.cells.place?.field ?? this.fields()[0] ?? MARK)
    } else if (event.shiftKey) {
      if (this.store.anchor < 0) this.store.anchorAt(row)
      this.store.selectTo(row)
    } else if (this.column(cell.field)?.opens && !event.ctrlKey && !event.metaKey && event.detail < 2)
      this.props.onOpen?.(this.store.id(row))
  }

  private onHeaderClick(field: string, event: MouseEvent): void {
    if (field === MARK) {
      const { store } = this
      const shown = store.selectedCount - store.hiddenSelectedCount
      if (shown === store.shownCount) store.clearSelection()
      else store.selectAll()
      return
    }
    this.sortFromHeader(field, event.ctrlKey || event.metaKey)
  }

  private onDoubleClick(event: MouseEvent): void {
    const cell = this.cellAt(event.target)
    const row = cell ? this.store.rowAt(cell.at) : -1
    // on an editable cell ag has already opened the editor
    if (!cell || row < 0 || cell.field === MARK || this.edit) return
    const column = this.column(cell.field)
    if (column && !this.editable(row, column)) this.props.onOpen?.(this.store.id(row))
  }

  private onContextMenu(event: MouseEvent): void {
    const cell = this.cellAt(event.target)
    const row = cell ? this.store.rowAt(cell.at) : -1
    if (!cell || row < 0 || !this.props.onMenu || this.edit) return
    event.preventDefault()
    this.cells.focus(cell.at, cell.field && cell.field !== MARK ? cell.field : (this.cells.place?.field ?? this.fields()[0] ?? MARK))
    this.props.onMenu(this.store.id(row), { x: event.clientX, y: event.clientY })
  }

  private onCellFocused({ rowIndex, rowPinned, column }: CellFocusedEvent): void {
    if (rowPinned || rowIndex === null || !column) {
      // the total row counts from 0 too: nothing there may stand for a record
      if (rowPinned) this.cells.place = undefined
      return
    }
    const named = typeof column === 'string' ? column : column.getColId()
    const field = named === MARK ? (this.cells.place?.field ?? this.fields()[0] ?? named) : named
    const old = this.cells.place
    const now = this.cells.remember(rowIndex, field)
    if (old?.row !== now.row || old.field !== field) this.props.onFocusChange?.(this.focusedId(), field)
  }

  /** Keys nobody took: in an editor those that close it, outside Enter, folding, and Space that would scroll the page. */
  private onKey({ event }: CellKeyDownEvent | FullWidthCellKeyDownEvent): void {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return
    const { key, shiftKey } = event
    if (this.edit) {
      if (key === 'Enter' && (event.ctrlKey || event.metaKey)) this.fill()
      else if (key === 'Enter') this.closeAndMove(0, shiftKey ? -1 : 1)
      else if (key === 'Tab') this.closeAndMove(shiftKey ? -1 : 1, 0)
      else return
      event.preventDefault()
      return
    }
    if (key === ' ') event.preventDefault()
    else if (key === 'Enter' && !shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      if (this.mode() === 'sheet') this.move(0, 1)
      else this.open()
    } else if (key === 'Dead' && this.mode() === 'sheet') this.startEdit('')
    else if ((key === 'ArrowLeft' || key === 'ArrowRight') && this.focusedGroup()) this.move(key === 'ArrowLeft' ? -1 : 1, 0)
  }

  // ---- editing -----------------------------------------------------------------------------------------------------------------

  private editable(row: number, column: GridColumn): boolean {
    return typeof column.editable === 'function' ? column.editable(row) : (column.editable ?? false)
  }
  canEdit(node: IRowNode, column: GridColumn): boolean {
    const row = this.rowOf(node)
    return row >= 0 && this.editable(row, column)
  }

  /** Called as the editor opens: the record is taken here, for at commit another may stand under the node. */
  setup(params: ICellEditorParams, column: GridColumn): EditorSetup {
    const row = this.rowOf(params.node)
    const { store } = this
    if (!this.edit) store.hold()
    this.edit = { row, column }
    const { eventKey } = params
    const typed = this.typed || (eventKey && eventKey.length === 1 ? eventKey : '')
    this.typed = ''
    const kind = store.has(column.field) ? store.column(column.field).kind : 'text'
    const inputs: Record<string, InputKind> = { money: 'amount', day: 'day', count: 'count' }
    const { editor } = column
    const value = store.has(column.field) ? store.get(row, column.field) : this.textOf(params.node, column)
    const editing: CellEditing = {
      store,
      row,
      id: store.id(row),
      field: column.field,
      value,
      typed,
      commit: (_value, then = 'stay') => this.closeAndMove(then === 'right' ? 1 : 0, then === 'down' ? 1 : 0),
      cancel: () => this.stopEdit(true),
    }
    return {
      kind: typeof editor === 'string' ? editor : (inputs[kind] ?? 'text'),
      title: column.title,
      value,
      today: this.props.today,
      dayBias: column.dayBias ?? 'future',
      custom: typeof editor === 'function' ? editor : undefined,
      editing,
      mount: (element, node) => this.mounts.mount(element, node),
      unmount: element => this.mounts.unmount(element),
    }
  }

  private onEdited(value: unknown): void {
    const { edit, store } = this
    if (!edit) return
    const id = store.id(edit.row)
    const next = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
    const old = store.has(edit.column.field) ? store.get(edit.row, edit.column.field) : undefined
    if (next === old || ((next === null || next === '') && (old === null || old === ''))) return
    if (store.rowOf(id) >= 0) this.props.onEdit?.(id, edit.column.field, next)
  }

  private onEditClosed(): void {
    const { edit, store } = this
    if (!edit) return
    // the request comes in the same task; what waited moves after it
    queueMicrotask(() => {
      if (this.edit !== edit) return
      this.edit = undefined
      store.release()
      // nothing repaints by itself after an edit request
      if (!this.api.isDestroyed()) this.paint()
    })
  }

  private closeAndMove(dx: number, dy: number): void {
    if (this.stopEdit() && (dx !== 0 || dy !== 0)) this.move(dx, dy)
  }

  private fill(): void {
    const { edit } = this
    const editor = this.api.getCellEditorInstances()[0]
    if (!edit || !isCellEditor(editor) || !editor.isValid()) return
    const value = editor.getValue()
    const { store } = this
    const ids = store.selectedCount > 0 ? store.selectedIds() : [store.id(edit.row)]
    this.stopEdit(true)
    this.props.onFill?.(
      ids,
      edit.column.field,
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
    )
  }

  startEdit(typed = ''): boolean {
    const { place } = this.cells
    if (!place || place.row < 0) return false
    this.typed = typed
    this.api.startEditingCell({ rowIndex: place.at, colKey: place.field })
    this.typed = ''
    return this.edit !== undefined
  }
  stopEdit(cancel = false): boolean {
    if (!this.edit) return true
    const editor = this.api.getCellEditorInstances()[0]
    if (!cancel && isCellEditor(editor) && !editor.isValid()) return false
    this.api.stopEditing(cancel)
    const { place } = this.cells
    if (place && !this.cells.inBody) this.cells.focus(place.at, place.field)
    return true
  }
  isEditing(): boolean {
    return this.edit !== undefined
  }

  // ---- the handle --------------------------------------------------------------------------------------------------------------

  private focusedGroup(): Group | undefined {
    return this.cells.place ? this.store.groupAt(this.cells.place.at) : undefined
  }

  private goTo(at: number, field?: string): void {
    const { viewN } = this.store
    const fields = this.fields()
    const wanted = field ?? this.cells.place?.field
    const named = wanted !== undefined && fields.includes(wanted) ? wanted : fields[0]
    if (viewN === 0 || named === undefined) this.host.focus({ preventScroll: true })
    else this.cells.focus(Math.max(0, Math.min(viewN - 1, at)), named)
  }

  move(dx: number, dy: number): void {
    const { place } = this.cells
    if (!place) {
      this.goTo(Math.max(0, this.api.getFirstDisplayedRowIndex()))
      return
    }
    const group = this.focusedGroup()
    if (group && dx !== 0) {
      if (group.folded !== dx < 0) this.store.fold(group, dx < 0)
      return
    }
    const fields = this.fields()
    const next = Math.max(0, Math.min(fields.length - 1, fields.indexOf(place.field) + dx))
    this.goTo(place.at + dy, fields[next])
  }
  page(direction: 1 | -1): void {
    this.goTo((this.cells.place?.at ?? 0) + direction * Math.max(1, this.rowsInView() - 1))
  }
  home(): void {
    this.goTo(this.cells.place?.at ?? 0, this.fields()[0])
  }
  end(): void {
    this.goTo(this.cells.place?.at ?? 0, this.fields().at(-1))
  }
  top(): void {
    this.goTo(0)
  }
  bottom(): void {
    this.goTo(this.store.viewN - 1)
  }

  toggle(): void {
    const { place } = this.cells
    const group = this.focusedGroup()
    if (group) this.store.selectGroup(group, this.store.groupSelection(group) !== 'all')
    else if (place && place.row >= 0) this.store.toggle(place.row)
  }
  extend(direction: 1 | -1): void {
    const { store } = this
    const { place } = this.cells
    if (!place) return
    if (place.row >= 0 && (store.anchor < 0 || (store.pos[store.anchor] ?? -1) < 0)) store.anchorAt(place.row)
    let at = place.at + direction
    while (at >= 0 && at < store.viewN && store.rowAt(at) < 0) at += direction
    const row = store.rowAt(at)
    if (row < 0) return
    this.goTo(at)
    store.selectTo(row)
  }
  selectToHere(): void {
    const { place } = this.cells
    if (place && place.row >= 0) this.store.selectTo(place.row)
  }
  selectAll(): void {
    this.store.selectAll()
  }
  invert(): void {
    this.store.invertSelection()
  }
  clearSelection(): void {
    this.store.clearSelection()
  }

  open(): void {
    const group = this.focusedGroup()
    const id = this.focusedId()
    if (group) this.store.fold(group)
    else if (id !== undefined) this.props.onOpen?.(id)
  }
  focus(id?: string, field?: string): boolean {
    const { store } = this
    if (id === undefined) {
      const { place } = this.cells
      if (store.viewN === 0) return false
      this.goTo(place ? this.cells.current(place) : Math.max(0, this.api.getFirstDisplayedRowIndex()), field)
      return true
    }
    const row = store.rowOf(id)
    const at = row < 0 ? -1 : (store.pos[row] ?? -1)
    if (at < 0) return false
    this.goTo(at, field)
    return true
  }
  focusedId(): string | undefined {
    const { place } = this.cells
    return place && place.row >= 0 ? this.store.id(place.row) : undefined
  }
  focusedColumn(): string | undefined {
    return this.cells.place?.field
  }
  targetIds(): string[] {
    if (this.store.selectedCount > 0) return this.store.selectedIds()
    const id = this.focusedId()
    return id === undefined ? [] : [id]
  }

  sortFromHeader(field: string, add: boolean): void {
    const column = this.column(field)
    const named = column?.sortField ?? field
    if (!column || column.sortable === false || !this.store.has(named)) return
    const keys = this.store.sortKeys
    const old = keys.find(key => key.field === named)
    // rising, falling, as it came
    const next = !old ? [{ field: named }] : old.descending ? [] : [{ field: named, descending: true }]
    if (!add) this.store.sort(next)
    else if (old) this.store.sort(keys.flatMap(key => (key === old ? next : [key])))
    else this.store.sort([...keys, ...next])
  }
  sortByFocused(add = false): void {
    const { place } = this.cells
    if (place) this.sortFromHeader(place.field, add)
  }
  groupByFocused(): void {
    const { store } = this
    const column = this.cells.place ? this.column(this.cells.place.field) : undefined
    const field = column?.sortField ?? column?.field
    if (field !== undefined && store.has(field)) store.group(store.groupField === field ? null : field)
  }
  reapply(): void {
    this.store.reapply()
  }

  copy(withHeaders = false): ClipboardTable | undefined {
    const { store } = this
    const { place } = this.cells
    const selected = store.selectedRows()
    const columns = (selected.length > 0 ? this.fields() : place ? [place.field] : []).flatMap(field => this.column(field) ?? [])
    const rows = selected.length > 0 ? selected : place && place.row >= 0 ? [place.row] : []
    if (rows.length === 0 || columns.length === 0) return undefined
    const matrix = rows.map(row =>
      columns.map(column => (column.text ? column.text(store, row) : plainCellText(store.column(column.field), row))),
    )
    return tableOf(withHeaders ? [columns.map(column => column.title), ...matrix] : matrix)
  }

  private paste(matrix: string[][]): void {
    const { store } = this
    const { place } = this.cells
    if (!place || place.row < 0 || matrix.length === 0) return
    const fields = this.fields()
    const ids: string[] = []
    for (let at = place.at; at < store.viewN && ids.length < matrix.length; at++) {
      const row = store.rowAt(at)
      if (row >= 0) ids.push(store.id(row))
    }
    this.props.onPaste?.({
      id: store.id(place.row),
      field: place.field,
      matrix,
      ids,
      fields: fields.slice(Math.max(0, fields.indexOf(place.field))),
      selectedIds: store.selectedIds(),
    })
  }
}
