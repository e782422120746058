// The grid: ag-grid as a window on a store. Node k means "position k of the view"; whatever draws asks the store at that moment.
import { type CellFocusedEvent, createGrid, type GridApi, type ICellEditorParams, type IRowNode } from 'ag-grid-community'
import { squeeze } from '../column-layout.ts'
import { isFocusFree } from '../focus-keeper.ts'
import { drawPencil, OPENS } from './cell-drawing.ts'
import type { EditorSetup } from './cell-editors.ts'
import { edgeOfData, type Spot } from './cell-range.ts'
import { plainCellText } from './cell-text.ts'
import { type ClipboardTable, parseTsv, readOnlyColumns, tableOf, without } from './clipboard.ts'
import type { ColumnStore, Group, StoreChange } from './column-store.ts'
import {
  type GridColumn,
  type GridHandle,
  type GridMode,
  type GridPaste,
  type GridProps,
  type GroupLook,
  isWritable,
  type PastedCell,
  type RowFlag,
} from './grid-column.ts'
import { type EditHost, type EditorMount, GridEditing } from './grid-editing.ts'
import { GridFocus } from './grid-focus.ts'
import { applyLayout, arranged, readLayout } from './grid-layout.ts'
import { columnDefs, gridOptions, MARK, MARK_WIDTH, type OptionsHost } from './grid-options.ts'
import { GridPaint, type PaintHost } from './grid-paint.ts'
import { GridRange, type RangeCells, type RangeHost, type RangeSide } from './grid-range.ts'
import { GridScroll } from './grid-scroll.ts'
import { gridModules } from './grid-theme.ts'
import { RowPainter } from './row-painter.ts'

/** The column that groups add up. */
const SUM_FIELD = 'amount_cents'
const SCROLLBAR = 16
const ARROWS: Readonly<Record<string, readonly [number, number] | undefined>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

export class GridWindow implements GridHandle, OptionsHost, PaintHost, EditHost, RangeHost {
  readonly heads = new Set<{ draw(): void }>()
  readonly cells: GridFocus
  readonly paint: GridPaint
  readonly rows: RowPainter
  private readonly ag: GridApi
  private readonly scroll: GridScroll
  private readonly range: GridRange
  private readonly editing: GridEditing
  private readonly resize: ResizeObserver
  private readonly density: MutationObserver
  private unsubscribe: () => void
  private squeezed: Set<string> = new Set()
  private readonly stops: (() => void)[] = []
  private readonly pencil = drawPencil()
  /** The cell a press of the mouse last reached, while it is held. */
  private dragged: Spot | undefined
  /** The place last told of: a move by key remembers its own before ag says that it came. */
  private told: { row: number; field: string } | undefined

  constructor(
    readonly host: HTMLElement,
    public props: GridProps,
    readonly mounts: EditorMount,
  ) {
    this.cells = new GridFocus(
      host,
      () => this.api,
      () => this.store,
    )
    this.paint = new GridPaint(this)
    this.rows = new RowPainter(this)
    this.editing = new GridEditing(this)
    this.range = new GridRange(this)
    this.scroll = new GridScroll(this, () => this.ag)
    this.squeezed = squeeze(props.columns, props.layout, host.clientWidth - SCROLLBAR, MARK_WIDTH)
    this.ag = createGrid(host, this.options(), { modules: gridModules })
    this.rows.arrange()
    this.api.setGridAriaProperty('multiselectable', 'true')
    this.paint.nameGrid()
    this.unsubscribe = props.store.subscribe(this.follow)
    this.resize = new ResizeObserver(() => this.fit())
    this.resize.observe(host)
    this.density = new MutationObserver(() => this.paint.measureRows())
    this.density.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'style', 'class'] })
    this.listen()
  }

  /** ag, which knows by then where the rows are. */
  get api(): GridApi {
    this.scroll.catchUp()
    return this.ag
  }

  destroy(): void {
    this.editing.drop(this.store)
    this.cells.claim()
    this.unsubscribe()
    this.resize.disconnect()
    this.density.disconnect()
    for (const stop of this.stops) stop()
    this.api.destroy()
  }

  /** New properties of the component. Callbacks are read at call time, so only what ag copies is passed on. */
  update(next: GridProps): void {
    const old = this.props
    this.props = next
    if (next.store !== old.store) this.changeStore(old.store)
    if (next.columns !== old.columns || next.layout !== old.layout) this.changeColumns(next.columns !== old.columns)
    if (next.mode !== old.mode) this.range.drop()
    if (next.label !== old.label) this.paint.nameGrid()
    if (next.totals !== old.totals) this.paint.showTotals()
    if (next.rowFlag !== old.rowFlag) this.paint.paintMarks()
    if (next.openId !== old.openId || next.rowClass !== old.rowClass) this.paint.dressRows()
  }

  private follow = (change: StoreChange): void => {
    if (change.kind === 'view') this.range.settle()
    this.paint.follow(change)
  }

  private options() {
    const { columns, layout } = this.props
    const defs = arranged(columnDefs(this, columns), columns, layout, this.squeezed)
    return {
      ...gridOptions(this, defs, this.paint.rowHeight, this.pixels('--h-gridhead', 32)),
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
          // whole blocks of blanks, and the count that ag was told: it changes only in `count`, together with the scroll position
          successCallback(
            Array.from({ length: endRow - startRow }, () => ({})),
            this.paint.shownN,
          )
        },
      },
      ...(this.props.totals ? { pinnedBottomRowData: [{}] } : {}),
      processRowPostCreate: ({ eRow, rowIndex, node }: { eRow: HTMLElement; rowIndex: number; node: IRowNode }) => {
        if (node.rowPinned) return
        if (this.isOpened(node) || this.store.groupAt(rowIndex)) this.paint.dress(eRow, rowIndex)
        else {
          eRow.className = 'shell'
          eRow.removeAttribute('role')
        }
      },
      focusGridInnerElement: () => this.focus(),
      onCellFocused: (event: CellFocusedEvent) => this.onCellFocused(event),
      onCellEditingStopped: () => this.editing.closed(),
      onBodyScroll: () => this.paint.prefetch(),
      onBodyScrollEnd: () => {
        if (this.scroll.isAhead) return
        this.rows.sort()
        this.cells.markKept()
      },
      onDisplayedColumnsChanged: () => this.followColumns(),
      onColumnResized: ({ finished, source }: { finished: boolean; source: string }) => {
        this.followColumns()
        if (finished) this.onArranged(source)
      },
      onColumnMoved: ({ finished, source }: { finished: boolean; source: string }) => finished && this.onArranged(source),
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
    return this.shownText(row, column)
  }
  shownText(row: number, column: GridColumn): string {
    return column.text ? column.text(this.store, row) : this.store.text(row, column.field)
  }
  markOf(node: IRowNode | null): string {
    const row = this.rowOf(node)
    return row < 0 ? '' : `${this.store.isSelected(row) ? 'on' : 'off'} ${this.flagOf(row)?.words ?? ''}`
  }
  pinnedText(field: string): string {
    return this.props.totals?.[field] ?? ''
  }
  get hasRange(): boolean {
    return this.range.isDrawn
  }
  isInRange(at: number, field: string, side: RangeSide): boolean {
    return this.range.shows(at, field, side)
  }
  isOpened(node: IRowNode): boolean {
    return this.editing.holds(this.rowOf(node))
  }
  dress(row: HTMLElement, at: number): void {
    this.paint.dress(row, at)
  }
  get fontSize(): number {
    return this.paint.fontSize
  }
  get body(): HTMLElement {
    return this.host.querySelector<HTMLElement>('.ag-grid-scrolling-container') ?? this.host
  }
  regain(at: number): void {
    const { place } = this.cells
    if (place?.at === at && isFocusFree()) this.cells.element(at, place.field)?.focus({ preventScroll: true })
  }
  strip(row: HTMLElement): void {
    if (row.contains(this.pencil)) this.takePencil()
    row.querySelector('[data-kept]')?.removeAttribute('data-kept')
  }
  flagOf(row: number): RowFlag | undefined {
    return this.props.rowFlag?.(row)
  }
  groupLabel(group: Group): string {
    const field = this.store.groupField ?? ''
    const column = this.props.columns.find(known => (known.sortField ?? known.field) === field)
    const text = this.store.text(group.sample, field)
    return group.key === '' || text === '' ? `Sem ${(column?.title ?? 'valor').toLowerCase()}` : text
  }
  groupLook(group: Group): GroupLook | undefined {
    return this.props.groupLook?.(group)
  }
  column(field: string): GridColumn | undefined {
    return this.props.columns.find(column => column.field === field)
  }
  pixels(token: string, fallback: number): number {
    return Number.parseFloat(getComputedStyle(this.host).getPropertyValue(token)) || fallback
  }
  // ---- columns ---------------------------------------------------------------------------------------------------------------

  private changeStore(old: ColumnStore): void {
    this.editing.drop(old)
    this.unsubscribe()
    const hadFocus = this.cells.hasOrWants
    const field = this.cells.place?.field
    this.cells.claim()
    this.cells.place = undefined
    this.range.drop()
    this.unsubscribe = this.store.subscribe(this.follow)
    if (this.paint.viewport) this.paint.viewport.scrollTop = 0
    this.paint.paint()
    if (hadFocus && !this.focus(undefined, field)) this.host.focus({ preventScroll: true })
  }

  private changeColumns(defs: boolean): void {
    const hadFocus = this.cells.hasOrWants
    this.squeezed = squeeze(this.props.columns, this.props.layout, this.host.clientWidth - SCROLLBAR, MARK_WIDTH)
    if (defs) this.api.setGridOption('columnDefs', columnDefs(this, this.props.columns))
    this.leaveHidden(hadFocus)
    applyLayout(this.api, this.props.columns, this.props.layout, this.squeezed)
    this.rows.arrange(defs)
    this.paint.drawHeads()
    this.refocus(hadFocus)
  }

  private fit(): void {
    if (this.host.clientWidth === 0) return
    const next = squeeze(this.props.columns, this.props.layout, this.host.clientWidth - SCROLLBAR, MARK_WIDTH)
    if (next.size === this.squeezed.size && [...next].every(field => this.squeezed.has(field))) return
    const hadFocus = this.cells.hasOrWants
    const back = [...this.squeezed].filter(field => !next.has(field))
    this.squeezed = next
    this.leaveHidden(hadFocus)
    if (back.length > 0) this.api.setColumnsVisible(back, true)
    this.api.setColumnsVisible([...next], false)
    this.rows.arrange()
    this.paint.drawHeads()
    this.refocus(hadFocus)
  }

  /** Hiding the focused column would drop the focus to the page, so the focus first moves to a neighbour. */
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

  private followColumns(): void {
    this.rows.arrange()
    this.placeSums()
  }

  /** Totals of groups stand under the amounts they add up. */
  private placeSums(): void {
    const shown = this.api?.getAllDisplayedColumns() ?? []
    const amount = shown.find(column => column.getColId() === SUM_FIELD)
    const pinned = shown.filter(column => column.getPinned() === 'left').reduce((width, column) => width + column.getActualWidth(), 0)
    const left =
      amount === undefined || amount.getPinned() === 'left' ? undefined : pinned + (amount.getLeft() ?? 0) + amount.getActualWidth()
    if (left === undefined) this.host.style.removeProperty('--sum-end')
    else this.host.style.setProperty('--sum-end', `${left}px`)
  }

  private onArranged(source: string): void {
    if (!source.startsWith('ui')) return
    const { place } = this.cells
    // pinning or moving the focused column drops the focus
    if (place && (this.cells.inBody || isFocusFree())) this.cells.focus(place.at, place.field)
    this.props.onLayout?.(readLayout(this.api, this.props.columns, this.squeezed, this.props.layout))
  }

  /** Shown columns from left to right, without the marks. */
  fields(): string[] {
    return this.api.getAllDisplayedColumns().flatMap(column => (column.getColId() === MARK ? [] : [column.getColId()]))
  }

  // ---- pointer, keys and clipboard that arrive at the host ----------------------------------------------------------------------

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void, capture = false) => {
      this.host.addEventListener(type, act, capture)
      this.stops.push(() => this.host.removeEventListener(type, act, capture))
    }
    on('scroll', event => this.scroll.hear(event), true)
    for (const type of ['keydown', 'pointerdown', 'focusin'] as const) on(type, () => this.scroll.catchUp(), true)
    // Not ag's own event, which comes a task later: the next letter would be here before the editor is.
    on('keydown', event => this.onKey(event))
    on('pointerdown', event => this.onPress(event), true)
    // The focus stays on the first corner.
    on('mousedown', event => this.extends(event) && event.preventDefault(), true)
    on('mousedown', event => this.focusPressed(event))
    on('mousemove', event => this.onDrag(event))
    on('click', event => this.onClick(event))
    on('dblclick', event => this.onDoubleClick(event))
    on('mouseover', event => this.offerPencil(event))
    on('contextmenu', event => this.onContextMenu(event))
    on('focusin', event => {
      this.passOn(event.target)
      this.cells.markKept()
    })
    // after the browser has settled who has the focus
    on('focusout', () => setTimeout(() => !this.api.isDestroyed() && this.cells.markKept()))
    on('copy', event => {
      if (this.editing.open || !event.clipboardData || !this.cells.inBody || String(window.getSelection() ?? '') !== '') return
      const table = this.copy()
      if (!table) return
      event.clipboardData.setData('text/plain', table.text)
      event.clipboardData.setData('text/html', table.html)
      event.preventDefault()
    })
    on('paste', event => {
      if (this.editing.open || !event.clipboardData || !this.cells.inBody) return
      event.preventDefault()
      const { clipboardData } = event
      this.paste(without(parseTsv(clipboardData.getData('text/plain')), readOnlyColumns(clipboardData.getData('text/html'))))
    })
    const media = window.matchMedia('(pointer: coarse)')
    const remeasure = () => this.paint.measureRows()
    media.addEventListener('change', remeasure)
    this.stops.push(() => media.removeEventListener('change', remeasure))
  }

  private cellAt(target: EventTarget | null): { at: number; field: string } | undefined {
    if (!(target instanceof Element)) return undefined
    const at = Number(target.closest('.ag-row')?.getAttribute('row-index') ?? Number.NaN)
    if (!Number.isInteger(at)) return undefined
    return { at, field: target.closest('.ag-cell')?.getAttribute('col-id') ?? '' }
  }

  private spotAt(target: EventTarget | null): Spot | undefined {
    const cell = this.cellAt(target)
    const column = cell ? this.fields().indexOf(cell.field) : -1
    return cell && column >= 0 ? { at: cell.at, column } : undefined
  }

  private pressedSpot({ button, target }: MouseEvent): Spot | undefined {
    return this.mode() === 'sheet' && button === 0 && !this.editing.open ? this.spotAt(target) : undefined
  }
  private extends(event: MouseEvent): boolean {
    return event.shiftKey && this.cells.place !== undefined && this.pressedSpot(event) !== undefined
  }

  /** In a sheet, Shift and a press span the cells up to the pressed one. */
  private onPress(event: MouseEvent): void {
    const spot = this.pressedSpot(event)
    this.dragged = event.shiftKey ? undefined : spot
    if (!spot || !this.extends(event)) return
    event.stopPropagation()
    this.range.extendTo(spot)
  }

  /** Tells ag of the pressed cell, which it does not know. */
  private focusPressed(event: MouseEvent): void {
    const cell = event.defaultPrevented ? undefined : this.cellAt(event.target)
    const row = cell ? this.store.rowAt(cell.at) : -1
    if (!cell || row < 0 || this.editing.holds(row)) return
    const field = cell.field === '' || cell.field === MARK ? (this.cells.place?.field ?? this.fields()[0]) : cell.field
    if (field !== undefined) this.api.setFocusedCell(cell.at, field)
  }

  /** ag gives the focus to a whole row, because it knows of no cells in it. */
  private passOn(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || !target.matches('.ag-full-width-row')) return
    const at = Number(target.getAttribute('row-index'))
    const field = this.api.getFocusedCell()?.column.getColId() ?? this.cells.place?.field ?? this.fields()[0]
    if (this.store.rowAt(at) >= 0 && field !== undefined) this.cells.element(at, field)?.focus({ preventScroll: true })
  }

  private onDrag(event: MouseEvent): void {
    if (!this.dragged || (event.buttons & 1) === 0) {
      this.dragged = undefined
      return
    }
    const spot = this.spotAt(event.target)
    if (!spot || (spot.at === this.dragged.at && spot.column === this.dragged.column)) return
    this.dragged = spot
    this.range.extendTo(spot)
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
    if (row < 0 || this.editing.open) return
    if (target.closest('[data-part="pencil"]')) {
      this.cells.focus(cell.at, cell.field)
      this.editing.start('')
    } else if (cell.field === MARK) {
      if (event.shiftKey) this.store.selectTo(row)
      else this.store.toggle(row)
      this.cells.focus(cell.at, this.cells.place?.field ?? this.fields()[0] ?? MARK)
    } else if (this.mode() === 'sheet') return
    else if (event.shiftKey) {
      if (this.store.anchor < 0) this.store.anchorAt(row)
      this.store.selectTo(row)
    } else if (event.ctrlKey || event.metaKey) this.props.onOpenTab?.(this.store.id(row))
    else if (event.detail < 2 && this.opensAt(target, row, cell.field)) this.props.onOpen?.(this.store.id(row))
  }

  private opensAt(target: Element, row: number, field: string): boolean {
    const column = this.column(field)
    if (this.props.clickOpens) return true
    return column?.opens === true && (!this.editing.editable(row, column) || target.closest(`.${OPENS}`) !== null)
  }

  /** A pencil in the cell under the pointer, where it can be changed: one for the whole grid. */
  private offerPencil({ target }: MouseEvent): void {
    const cell = this.cellAt(target)
    const box = target instanceof Element ? target.closest('.ag-cell') : null
    const column = cell && this.column(cell.field)
    const row = cell ? this.store.rowAt(cell.at) : -1
    if (!box || !column || row < 0 || this.editing.open || !this.editing.editable(row, column)) this.takePencil()
    else if (this.pencil.parentElement !== box) {
      this.takePencil()
      box.setAttribute('data-pencil', '')
      box.append(this.pencil)
    }
  }
  private takePencil(): void {
    this.pencil.parentElement?.removeAttribute('data-pencil')
    this.pencil.remove()
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
    if (!cell || row < 0 || cell.field === MARK || this.editing.open) return
    if (this.mode() === 'sheet') {
      this.cells.focus(cell.at, cell.field)
      this.editing.start('')
    } else this.props.onOpen?.(this.store.id(row))
  }

  private onContextMenu(event: MouseEvent): void {
    const cell = this.cellAt(event.target)
    const row = cell ? this.store.rowAt(cell.at) : -1
    if (!cell || row < 0 || !this.props.onMenu || this.editing.open) return
    event.preventDefault()
    this.cells.focus(cell.at, cell.field && cell.field !== MARK ? cell.field : (this.cells.place?.field ?? this.fields()[0] ?? MARK))
    this.props.onMenu(this.store.id(row), { x: event.clientX, y: event.clientY })
  }

  private onCellFocused({ rowIndex, rowPinned, column }: CellFocusedEvent): void {
    if (rowPinned || rowIndex === null || !column) {
      // the total row also counts from 0, so nothing there may stand for a record
      if (rowPinned) this.cells.place = undefined
      return
    }
    const named = typeof column === 'string' ? column : column.getColId()
    const field = named === MARK ? (this.cells.place?.field ?? this.fields()[0] ?? named) : named
    const { told } = this
    const now = this.cells.remember(rowIndex, field)
    this.told = now
    this.range.draw()
    if (told?.row !== now.row || told.field !== field) this.props.onFocusChange?.(this.focusedId(), field)
  }

  /** Unclaimed keys: in an editor those that close it; outside Enter, folding, and Space, which would scroll the page. */
  private onKey(event: KeyboardEvent): void {
    const { key, shiftKey, target } = event
    if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return
    // The frame has the focus while its cell is on its way.
    if (target !== this.host && target.closest('.ag-row') === null) return
    if (this.editing.open) {
      if (this.editing.leave(event)) event.preventDefault()
      return
    }
    const arrow = ARROWS[key]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (key === ' ') event.preventDefault()
    else if (key === 'Enter' && isPlain && (this.mode() === 'sheet' || !shiftKey)) {
      event.preventDefault()
      if (this.mode() === 'sheet') this.step(0, shiftKey ? -1 : 1)
      else this.open()
    } else if (key === 'Tab' && isPlain && this.range.isDrawn) {
      event.preventDefault()
      this.step(shiftKey ? -1 : 1, 0)
    } else if (this.mode() === 'sheet' && this.opensEditor(event)) {
      // a dead key goes on into the editor, where its letter follows
      if (this.editing.start(key.length === 1 ? key : '') && key !== 'Dead') event.preventDefault()
    } else if (arrow && !shiftKey && isPlain) {
      event.preventDefault()
      this.move(...arrow)
    }
  }

  private opensEditor({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    return key === 'F2' || key === 'Dead' || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey)
  }

  // ---- the handle --------------------------------------------------------------------------------------------------------------

  canEdit(node: IRowNode, column: GridColumn): boolean {
    const row = this.rowOf(node)
    return row >= 0 && this.editing.editable(row, column)
  }
  setup(params: ICellEditorParams, column: GridColumn): EditorSetup {
    return this.editing.setup(params, column)
  }
  startEdit(typed = ''): boolean {
    return this.editing.start(typed)
  }
  stopEdit(cancel = false): boolean {
    return this.editing.stop(cancel)
  }
  isEditing(): boolean {
    return this.editing.open
  }

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
  /** To the next cell: within the rectangle around its ends, else as a move. */
  step(dx: number, dy: number): void {
    const next = this.range.step(dx, dy)
    if (next) this.goTo(next.at, this.fields()[next.column])
    else this.move(dx, dy)
  }
  page(direction: 1 | -1, extending = false): void {
    const { at } = this.from(extending)
    this.reach(at + direction * Math.max(1, this.paint.rowsInView() - 1), undefined, extending)
  }
  home(extending = false): void {
    this.reach(this.from(extending).at, 0, extending)
  }
  end(extending = false): void {
    this.reach(this.from(extending).at, this.fields().length - 1, extending)
  }
  top(extending = false): void {
    this.reach(0, this.mode() === 'sheet' ? 0 : undefined, extending)
  }
  bottom(extending = false): void {
    this.reach(this.store.viewN - 1, this.mode() === 'sheet' ? this.fields().length - 1 : undefined, extending)
  }
  jump(dx: number, dy: number, extending = false): void {
    if (this.mode() !== 'sheet') {
      this.reach(dy < 0 ? 0 : this.store.viewN - 1, undefined, extending)
      return
    }
    const { at, column } = this.from(extending)
    const fields = this.fields()
    const isFilled = (row: number, field: string | undefined) => row >= 0 && field !== undefined && this.cellText(row, field) !== ''
    if (dy === 0) {
      const row = this.store.rowAt(at)
      this.reach(
        at,
        edgeOfData(column, dx < 0 ? -1 : 1, fields.length - 1, next => isFilled(row, fields[next])),
        extending,
      )
    } else {
      const to = edgeOfData(at, dy < 0 ? -1 : 1, this.store.viewN - 1, next => isFilled(this.store.rowAt(next), fields[column]))
      this.reach(to, undefined, extending)
    }
  }
  extend(dx: number, dy: number): void {
    const { at, column } = this.from(true)
    let to = at + dy
    while (dy !== 0 && to >= 0 && to < this.store.viewN && this.store.rowAt(to) < 0) to += dy
    if (this.store.rowAt(to) >= 0) this.reach(to, column + dx, true)
  }

  /** Where a move starts: an extension goes on from the corner that moves. */
  private from(extending: boolean): Spot {
    const { place } = this.cells
    const head = extending && this.mode() === 'sheet' ? this.range.head() : undefined
    return head ?? { at: place?.at ?? 0, column: Math.max(0, this.fields().indexOf(place?.field ?? '')) }
  }

  /** Goes there, in the same column unless another is named; extending marks the rows on the way, and in a sheet spans the cells. */
  private reach(at: number, column: number | undefined, extending: boolean): void {
    const fields = this.fields()
    const to = {
      at: Math.max(0, Math.min(this.store.viewN - 1, at)),
      column: Math.max(0, Math.min(fields.length - 1, column ?? this.from(extending).column)),
    }
    if (!extending) this.goTo(to.at, fields[to.column])
    else if (this.mode() === 'sheet') this.range.extendTo(to)
    else this.markTo(to.at)
  }

  private markTo(at: number): void {
    const { store } = this
    const { place } = this.cells
    const row = store.rowAt(at)
    if (!place || row < 0) return
    if (place.row >= 0 && (store.anchor < 0 || (store.pos[store.anchor] ?? -1) < 0)) store.anchorAt(place.row)
    this.goTo(at)
    store.selectTo(row)
  }

  toggle(): void {
    const { place } = this.cells
    const group = this.focusedGroup()
    if (group) this.store.selectGroup(group, this.store.groupSelection(group) !== 'all')
    else if (place && place.row >= 0) this.store.toggle(place.row)
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
  /** The first record in sight; the head of a group where all are folded. */
  private firstRecord(): number {
    const first = Math.max(0, this.api.getFirstDisplayedRowIndex())
    for (let at = first; at < this.store.viewN; at++) if (this.store.rowAt(at) >= 0) return at
    return first
  }
  focus(id?: string, field?: string): boolean {
    const { store } = this
    if (id === undefined) {
      const { place } = this.cells
      if (store.viewN === 0) return false
      this.goTo(place ? this.cells.current(place) : this.firstRecord(), field)
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
    // rising, falling, original order
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

  dropRange(): boolean {
    return this.range.drop()
  }

  /** The rectangle of a sheet, else its focused cell. */
  private sheetCells(): RangeCells | undefined {
    const { place } = this.cells
    if (this.mode() !== 'sheet' || !place || place.row < 0) return undefined
    return this.range.covered() ?? { top: place.at, rows: [place.row], fields: [place.field] }
  }

  /** What a copy takes: the rectangle of a sheet, else the marked rows, else the focused cell. */
  private copied(): Pick<RangeCells, 'rows' | 'fields'> | undefined {
    const { place } = this.cells
    const marked = this.store.selectedRows()
    const range = this.range.covered()
    if (range) return range
    if (marked.length > 0) return { rows: marked, fields: this.fields() }
    return place && place.row >= 0 ? { rows: [place.row], fields: [place.field] } : undefined
  }

  copy(withHeaders = false): ClipboardTable | undefined {
    const taken = this.copied()
    const columns = taken?.fields.flatMap(field => this.column(field) ?? []) ?? []
    if (!taken || columns.length === 0) return undefined
    const matrix = taken.rows.map(row => columns.map(column => this.plainText(row, column)))
    const fixed = columns.flatMap((column, at) => (isWritable(column) ? [] : [at]))
    return tableOf(withHeaders ? [columns.map(column => column.title), ...matrix] : matrix, fixed)
  }

  private plainText(row: number, column: GridColumn): string {
    return column.text ? column.text(this.store, row) : plainCellText(this.store.column(column.field), row)
  }
  cellText(row: number, field: string): string {
    const column = this.column(field)
    return column ? this.plainText(row, column) : ''
  }

  /** One row, or one column, of the rectangle repeated over the rest of it; of a single cell, the one before it repeated in it. */
  fillFrom(side: 'above' | 'left'): boolean {
    const cells = this.sheetCells()
    if (!cells || (!this.range.covered() && this.store.selectedCount > 0)) return false
    const { rows, fields } = cells
    if (side === 'above') {
      const before = this.store.rowAt(cells.top - 1)
      const source = rows.length > 1 ? rows[0]! : before
      const target = rows.length > 1 ? rows.slice(1) : rows
      if (source < 0) return false
      this.lay('fill', [this.writable(fields).map(column => this.held(source, column))], { ...cells, rows: target })
      return true
    }
    const shown = this.fields()
    const source = fields.length > 1 ? fields[0] : shown[shown.indexOf(fields[0] ?? '') - 1]
    const column = source === undefined ? undefined : this.column(source)
    if (!column) return false
    const target = fields.length > 1 ? fields.slice(1) : fields
    this.lay(
      'fill',
      rows.map(row => [this.held(row, column)]),
      { ...cells, fields: target },
    )
    return true
  }

  clearCells(): boolean {
    const cells = this.sheetCells()
    if (!cells) return false
    this.lay('clear', [['']], cells)
    return true
  }

  /** One value into every cell of the rectangle; false without one. */
  fillRange(cell: PastedCell): boolean {
    const cells = this.range.covered()
    if (cells) this.lay('fill', [[cell]], cells)
    return cells !== undefined
  }

  private writable(fields: readonly string[]): GridColumn[] {
    return fields.flatMap(field => this.column(field) ?? []).filter(isWritable)
  }
  private held(row: number, column: GridColumn): PastedCell {
    const { field } = column
    return { value: this.store.has(field) ? this.store.get(row, field) : null, field, text: this.plainText(row, column) }
  }

  /** Lays a block over a rectangle. */
  private lay(act: GridPaste['act'], matrix: readonly (readonly PastedCell[])[], { rows, fields }: Omit<RangeCells, 'top'>): void {
    const { store } = this
    const { place } = this.cells
    if (!place || place.row < 0) return
    const ids = rows.map(row => store.id(row))
    this.props.onPaste?.({ act, id: store.id(place.row), field: place.field, matrix, ids, fields, selectedIds: [], over: { ids, fields } })
  }

  private paste(matrix: string[][]): void {
    const { store } = this
    const { place } = this.cells
    if (!place || place.row < 0 || matrix.length === 0) return
    const range = this.range.covered()
    const shown = this.fields()
    const ids: string[] = []
    const most = Math.max(matrix.length, range?.rows.length ?? 0)
    for (let at = range?.top ?? place.at; at < store.viewN && ids.length < most; at++) {
      const row = store.rowAt(at)
      if (row >= 0) ids.push(store.id(row))
    }
    this.props.onPaste?.({
      act: 'paste',
      id: store.id(place.row),
      field: place.field,
      matrix,
      ids,
      fields: shown.slice(Math.max(0, shown.indexOf(range?.fields[0] ?? place.field))),
      selectedIds: range ? [] : store.selectedIds(),
      ...(range ? { over: { ids: range.rows.map(row => store.id(row)), fields: range.fields } } : {}),
    })
  }
}
