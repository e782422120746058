// What a screen says to the grid: columns, layout, and the handle through which keys and commands reach it.
import type { ReactElement } from 'react'
import type { ClipboardTable } from './clipboard.ts'
import type { CellValue, ColumnStore } from './column-store.ts'

/** What a custom editor gets. It is drawn inside the cell; whatever floats from it (a list) belongs in a portal. */
export interface CellEditing {
  store: ColumnStore
  row: number
  id: string
  field: string
  value: CellValue
  /** The character that opened the editor, '' when a command did. */
  typed: string
  /** Writes the value and closes; the focus stays on the cell or steps down or right. */
  commit(value: CellValue, then?: 'stay' | 'down' | 'right'): void
  cancel(): void
}

export interface GridColumn {
  /** Names the column, and the store's field unless `text` is given. */
  field: string
  title: string
  /** Fixed width in px; with `flex` the least width. */
  width?: number
  flex?: number
  align?: 'left' | 'right'
  /** Field that sorts and groups, when it is not `field`. */
  sortField?: string
  sortable?: boolean
  editable?: boolean | ((row: number) => boolean)
  /** Without one, the editor follows the field's kind: amount for money, the date grammar for days, else text. */
  editor?: 'text' | 'amount' | 'day' | ((editing: CellEditing) => ReactElement)
  /** Where a day without year goes; 'future' by default. */
  dayBias?: 'future' | 'past'
  text?: (store: ColumnStore, row: number) => string
  /** Extra classes of the cell, as in 'is-danger'. */
  className?: (store: ColumnStore, row: number) => string
  /** What stands in the cell instead of the text. A plain function that returns an element: no React in a big list. */
  render?: (store: ColumnStore, row: number) => HTMLElement | string
  pinned?: boolean
  hidden?: boolean
  /** Columns leave by this number, the least first, when room is short; without one they never leave. */
  priority?: number
  /** A click on the cell opens the record. */
  opens?: boolean
}

/** What a person changed about the columns, in their order. Sorting is not part of it. */
export interface GridLayout {
  columns: { field: string; width?: number; pinned?: boolean /** true never, false always, absent as room allows */; hidden?: boolean }[]
}

export interface GridPaste {
  /** Row and column that had the focus. */
  id: string
  field: string
  matrix: string[][]
  /** Fields of the shown columns from the focused one on. */
  fields: string[]
  /** Ids from the focused row down, at most as many as the matrix has rows. */
  ids: string[]
  /** Selected ids, for one value pasted over a selection. */
  selectedIds: string[]
}

export type GridMode = 'navigate' | 'sheet'

/** What the key dispatcher and the commands may ask of a list, as grid or as cards. Positions are of the focused cell. */
export interface GridHandle {
  /** Cells right and rows down; stays inside the body. On a group header left folds and right unfolds. */
  move(dx: number, dy: number): void
  page(direction: 1 | -1): void
  home(): void
  end(): void
  top(): void
  bottom(): void
  toggle(): void
  /** Moves and selects from the anchor, row by row. */
  extend(direction: 1 | -1): void
  /** Selects from the anchor to the focused row. */
  selectToHere(): void
  selectAll(): void
  invert(): void
  clearSelection(): void
  /** Whether an editor opened. `typed` replaces the text. */
  startEdit(typed?: string): boolean
  /** Closes the editor; false when what was typed is not valid. */
  stopEdit(cancel?: boolean): boolean
  isEditing(): boolean
  /** Opens the focused record, or folds the focused group. */
  open(): void
  /** Gives the focus to a record, or back to the remembered cell. False when the record is not in the view. */
  focus(id?: string, field?: string): boolean
  focusedId(): string | undefined
  focusedColumn(): string | undefined
  /** Ids a command acts on: the selection, else the focused row. */
  targetIds(): string[]
  sortByFocused(add?: boolean): void
  groupByFocused(): void
  reapply(): void
  /** Selected rows × shown columns, else the focused cell. */
  copy(withHeaders?: boolean): ClipboardTable | undefined
}

/** A sign beside the mark of a row, and why it is there, in pt-BR. */
export interface RowFlag {
  icon: 'lock' | 'triangle-alert'
  words: string
}

export interface GridProps {
  store: ColumnStore
  columns: readonly GridColumn[]
  /** Name of the list for screen readers; the number of rows is added. */
  label: string
  /** 'yyyy-MM-dd', for the date grammar of the day editor. */
  today: string
  mode?: GridMode
  /** Extra classes of a row, as in 'done'. */
  rowClass?: (row: number) => string
  /** The row is locked, or a bulk refused it. A new function draws the signs again. */
  rowFlag?: ((row: number) => RowFlag | undefined) | undefined
  /** Record shown in the drawer. */
  openId?: string | undefined
  onOpen?: (id: string) => void
  /** mod+click on a row. */
  onOpenTab?: (id: string) => void
  onEdit?: (id: string, field: string, value: CellValue) => void
  /** mod+Enter in an editor: the value goes to every selected row. */
  onFill?: (ids: string[], field: string, value: CellValue) => void
  onPaste?: (paste: GridPaste) => void
  onFocusChange?: (id: string | undefined, field: string | undefined) => void
  onMenu?: (id: string, at: { x: number; y: number }) => void
  layout?: GridLayout | undefined
  onLayout?: (layout: GridLayout) => void
  /** Texts of the pinned total row, by field. */
  totals?: Readonly<Record<string, string>> | undefined
}
