// Editing in the window: the editor captures its record when it opens, moves of rows wait until it closes, and only valid values leave.
import type { GridApi, ICellEditorParams, IRowNode } from 'ag-grid-community'
import type { ReactElement } from 'react'
import { type EditorSetup, type InputKind, isCellEditor } from './cell-editors.ts'
import type { CellValue, ColumnStore } from './column-store.ts'
import type { CellEditing, GridColumn, GridProps, LeavingKey, PastedCell } from './grid-column.ts'
import type { GridFocus } from './grid-focus.ts'
import type { GridPaint } from './grid-paint.ts'

/** Where React editors are drawn: a portal of the component. */
export interface EditorMount {
  mount(host: HTMLElement, node: ReactElement): void
  unmount(host: HTMLElement): void
}

/** What editing needs from the window. */
export interface EditHost {
  readonly host: HTMLElement
  readonly api: GridApi
  readonly props: GridProps
  readonly store: ColumnStore
  readonly cells: GridFocus
  readonly paint: GridPaint
  readonly mounts: EditorMount
  rowOf(node: IRowNode | null): number
  column(field: string): GridColumn | undefined
  textOf(node: IRowNode | null, column: GridColumn): string
  /** To the next cell, within a rectangle where there is one. */
  step(dx: number, dy: number): void
  fillRange(cell: PastedCell): boolean
}

const cellValue = (value: unknown): CellValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

export class GridEditing {
  private edit: { row: number; column: GridColumn } | undefined
  private typed = ''
  /** The row whose editor ag is about to open. */
  private opening = -1

  constructor(private readonly grid: EditHost) {}

  editable(row: number, column: GridColumn): boolean {
    return typeof column.editable === 'function' ? column.editable(row) : (column.editable ?? false)
  }

  /** Called when the editor opens: it captures the record, because at commit another one may stand under the node. */
  setup(params: ICellEditorParams, column: GridColumn): EditorSetup {
    const row = this.grid.rowOf(params.node)
    const { store, cells } = this.grid
    if (!this.edit) store.hold()
    this.edit = { row, column }
    // A focus that is still on its way to the cell would take the next letter from the editor.
    cells.claim()
    const { eventKey } = params
    const typed = this.typed || (eventKey && eventKey.length === 1 ? eventKey : '')
    this.typed = ''
    const kind = store.has(column.field) ? store.column(column.field).kind : 'text'
    const inputs: Record<string, InputKind> = { money: 'amount', day: 'day', count: 'count' }
    const { editor } = column
    const value = store.has(column.field) ? store.get(row, column.field) : this.grid.textOf(params.node, column)
    const editing: CellEditing = {
      store,
      row,
      id: store.id(row),
      field: column.field,
      value,
      typed,
      commit: (_value, _text, key) => (key ? this.leave(key) : this.stop()),
      cancel: () => this.stop(true),
    }
    return {
      kind: typeof editor === 'string' ? editor : (inputs[kind] ?? 'text'),
      title: column.title,
      value,
      today: this.grid.props.today,
      dayBias: column.dayBias ?? 'future',
      custom: typeof editor === 'function' ? editor : undefined,
      editing,
      mount: (element, node) => this.grid.mounts.mount(element, node),
      unmount: element => this.grid.mounts.unmount(element),
    }
  }

  private write(value: unknown): void {
    const { store } = this.grid
    const { edit } = this
    if (!edit) return
    const id = store.id(edit.row)
    const next = cellValue(value)
    const old = store.has(edit.column.field) ? store.get(edit.row, edit.column.field) : undefined
    if (next === old || ((next === null || next === '') && (old === null || old === ''))) return
    if (store.rowOf(id) >= 0) this.grid.props.onEdit?.(id, edit.column.field, next)
  }

  /** ag says so a task later, when the next editor may be open already: then it is of that one that nothing is said. */
  closed(): void {
    if (this.grid.api.getCellEditorInstances().length === 0) this.end()
  }

  private end(): void {
    if (!this.edit) return
    this.edit = undefined
    this.grid.store.release()
    // what was written repaints nothing by itself
    if (!this.grid.api.isDestroyed()) this.grid.paint.paint()
  }

  /** Whether the key leaves an editor; a value that is none keeps it open. */
  leave({ key, shiftKey, ctrlKey, metaKey }: LeavingKey): boolean {
    const step = shiftKey ? -1 : 1
    if (key === 'Enter' && (ctrlKey || metaKey)) this.fill()
    else if (key === 'Enter') this.closeAndMove(0, step)
    else if (key === 'Tab') this.closeAndMove(step, 0)
    else return false
    return true
  }

  private closeAndMove(dx: number, dy: number): void {
    if (this.stop()) this.grid.step(dx, dy)
  }

  /** Writes the value to every cell of the rectangle, to every selected row, or to this one. */
  private fill(): void {
    const { edit } = this
    const editor = this.grid.api.getCellEditorInstances()[0]
    if (!edit || !isCellEditor(editor) || !editor.isValid()) return
    const value = editor.getValue()
    const { text } = editor
    const { store } = this.grid
    const ids = store.selectedCount > 0 ? store.selectedIds() : [store.id(edit.row)]
    this.stop(true)
    if (this.grid.fillRange({ value: cellValue(value), field: edit.column.field, text })) return
    this.grid.props.onFill?.(ids, edit.column.field, cellValue(value))
  }

  start(typed = ''): boolean {
    const { place } = this.grid.cells
    const column = place && this.grid.column(place.field)
    if (!place || place.row < 0 || !column || !this.editable(place.row, column)) return false
    this.typed = typed
    this.opening = place.row
    // a row that is redrawn under the focus would take it back from the editor
    this.grid.host.focus({ preventScroll: true })
    this.grid.paint.paintRow(place.at)
    this.grid.api.startEditingCell({ rowIndex: place.at, colKey: place.field })
    this.typed = ''
    this.opening = -1
    if (!this.edit) {
      this.grid.paint.paintRow(place.at)
      this.grid.cells.focus(place.at, place.field)
    }
    return this.edit !== undefined
  }
  stop(cancel = false): boolean {
    if (!this.edit) return true
    const editor = this.grid.api.getCellEditorInstances()[0]
    if (!cancel && isCellEditor(editor) && !editor.isValid()) return false
    const written = cancel || !isCellEditor(editor) || editor.isCancelAfterEnd() ? undefined : { value: editor.getValue() }
    // Written here and not by ag, whose request comes a task later.
    this.grid.api.stopEditing(true)
    if (written) this.write(written.value)
    this.end()
    const { place } = this.grid.cells
    if (place && !this.grid.cells.inBody) this.grid.cells.focus(place.at, place.field)
    return true
  }
  get open(): boolean {
    return this.edit !== undefined
  }
  /** Whether this row has the editor, or is about to have it. */
  holds(row: number): boolean {
    return row >= 0 && (row === this.opening || row === this.edit?.row)
  }

  /** The editor goes without announcement, since its list does too. */
  drop(store: ColumnStore): void {
    if (!this.edit) return
    this.edit = undefined
    this.grid.api.stopEditing(true)
    store.release()
  }
}
