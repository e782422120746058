// What a screen tells the grid: columns, layout, and the handle through which keys and commands reach it.
import type { ReactElement } from 'react'
import type { ClipboardTable } from './clipboard.ts'
import type { CellValue, ColumnStore, Group } from './column-store.ts'

/** What a custom editor gets. It is drawn inside the cell; anything that floats from it (a list) belongs in a portal. */
export interface CellEditing {
  store: ColumnStore
  row: number
  id: string
  field: string
  value: CellValue
  /** The character that opened the editor, '' when a command did. */
  typed: string
  /** Writes the value, shown as this text, and closes. A key leaves the cell as it leaves any editor; without one the focus stays. */
  commit(value: CellValue, text: string, key?: LeavingKey): void
  cancel(): void
}

/** Enter and Tab leave an editor: down or right, with Shift up or left; Enter with Ctrl writes to all that is selected. */
export type LeavingKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

export interface GridColumn {
  /** Identifies the column, and the store's field unless `text` is given. */
  field: string
  title: string
  /** Fixed width in px; with `flex` the minimum width. */
  width?: number
  flex?: number
  align?: 'left' | 'right'
  /** The field that sorts and groups, when it is not `field`. */
  sortField?: string
  sortable?: boolean
  editable?: boolean | ((row: number) => boolean)
  /** By default the field's kind decides: amount for money, the date grammar for days, else text. */
  editor?: 'text' | 'amount' | 'day' | ((editing: CellEditing) => ReactElement)
  /** The direction of a day without year; 'future' by default. */
  dayBias?: 'future' | 'past'
  text?: (store: ColumnStore, row: number) => string
  /** Extra classes of the cell, as in 'is-danger'. */
  className?: (store: ColumnStore, row: number) => string
  /** Replaces the cell's text. A plain function that returns an element, because a big list has no React in its cells. */
  render?: (store: ColumnStore, row: number) => HTMLElement | string
  pinned?: boolean
  hidden?: boolean
  /** When room is short, the column with the lowest number leaves first; columns without a number never leave. */
  priority?: number
  /** Its text is a link that opens the record; where it cannot be changed, so is the whole cell. */
  opens?: boolean
}

/** Whether a person may write in this column at all; a row may still be locked. */
export const isWritable = ({ editable }: GridColumn): boolean => editable !== undefined && editable !== false

/** A person's changes to the columns, in their order. Sorting is not included. */
export interface GridLayout {
  columns: { field: string; width?: number; pinned?: boolean /** true never, false always, absent as room allows */; hidden?: boolean }[]
}

/** A text to be read by its column's kind, or a value of this list with the text it is shown by. */
export type PastedCell = string | { readonly value: CellValue; readonly field: string; readonly text: string }

/** A block laid over cells: pasted, repeated from the cells before it, or an empty one. */
export interface GridPaste {
  act: 'paste' | 'fill' | 'clear'
  /** The row and column that had the focus. */
  id: string
  field: string
  matrix: readonly (readonly PastedCell[])[]
  /** Fields of the shown columns from the first one on. */
  fields: readonly string[]
  /** Ids from the first row down, at most as many as the matrix or the rectangle has rows. */
  ids: readonly string[]
  /** Selected ids, for one value pasted over a selection. */
  selectedIds: readonly string[]
  /** The rectangle it is laid over. */
  over?: { ids: readonly string[]; fields: readonly string[] }
}

export type GridMode = 'navigate' | 'sheet'

/** What the key dispatcher and commands may ask of a list, as grid or as cards. Positions refer to the focused cell. */
export interface GridHandle {
  /** Moves right and down by cells and rows, staying inside the body. On a group header, left folds and right unfolds. */
  move(dx: number, dy: number): void
  /** Extending selects rows from the anchor, and in a sheet spans cells from the focused one. */
  page(direction: 1 | -1, extending?: boolean): void
  home(extending?: boolean): void
  end(extending?: boolean): void
  top(extending?: boolean): void
  bottom(extending?: boolean): void
  /** To the edge of the data in a sheet, to the first or last row elsewhere. */
  jump(dx: number, dy: number, extending?: boolean): void
  toggle(): void
  extend(dx: number, dy: number): void
  /** Selects from the anchor to the focused row. */
  selectToHere(): void
  selectAll(): void
  invert(): void
  clearSelection(): void
  /** Returns whether an editor opened. `typed` replaces the text. */
  startEdit(typed?: string): boolean
  /** Closes the editor; false when what was typed is not valid. */
  stopEdit(cancel?: boolean): boolean
  isEditing(): boolean
  /** Opens the focused record, or folds the focused group. */
  open(): void
  /** Focuses a record, or the remembered cell. False when the record is not in the view. */
  focus(id?: string, field?: string): boolean
  focusedId(): string | undefined
  focusedColumn(): string | undefined
  /** Ids that a command acts on: the selection, else the focused row. */
  targetIds(): string[]
  sortByFocused(add?: boolean): void
  groupByFocused(): void
  reapply(): void
  /** Leaves the rectangle of a sheet; false without one. */
  dropRange(): boolean
  /** Repeats the first row or column of the rectangle in the rest of it; false where there is none, or it has nothing before it. */
  fillFrom(side: 'above' | 'left'): boolean
  /** Empties the rectangle, or the focused cell of a sheet. */
  clearCells(): boolean
  /** The rectangle of a sheet, else selected rows × shown columns, else the focused cell. */
  copy(withHeaders?: boolean): ClipboardTable | undefined
}

/** A sign beside a row's checkbox, and its reason in pt-BR. */
export interface RowFlag {
  icon: 'lock' | 'triangle-alert'
  words: string
}

export interface GroupLook {
  words: string
  alarms: boolean
}

export interface GridProps {
  store: ColumnStore
  columns: readonly GridColumn[]
  /** What a group's header says beside its name, instead of a bare count, and whether it is an alarm. */
  groupLook?: ((group: Group) => GroupLook) | undefined
  /** The list's name for screen readers; the number of rows is added. */
  label: string
  /** 'yyyy-MM-dd', for the date grammar of the day editor. */
  today: string
  mode?: GridMode
  /** Extra classes of a row, as in 'done'. */
  rowClass?: (row: number) => string
  /** The row is locked, or a bulk refused it. Passing a new function redraws the signs. */
  rowFlag?: ((row: number) => RowFlag | undefined) | undefined
  /** The record shown in the drawer. */
  openId?: string | undefined
  onOpen?: (id: string) => void
  /** One click anywhere on a row opens it, for whoever comes to read; else the first click only focuses. */
  clickOpens?: boolean | undefined
  /** mod+click on a row. */
  onOpenTab?: (id: string) => void
  onEdit?: (id: string, field: string, value: CellValue) => void
  /** mod+Enter in an editor: writes the value to every selected row. */
  onFill?: (ids: string[], field: string, value: CellValue) => void
  onPaste?: (paste: GridPaste) => void
  onFocusChange?: (id: string | undefined, field: string | undefined) => void
  onMenu?: (id: string, at: { x: number; y: number }) => void
  layout?: GridLayout | undefined
  onLayout?: (layout: GridLayout) => void
  /** Texts of the pinned total row, by field. */
  totals?: Readonly<Record<string, string>> | undefined
}
