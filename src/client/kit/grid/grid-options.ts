// ag-grid's options for a window on a store: the little that it may do by itself, and the columns.
import type {
  CellClassParams,
  CellPosition,
  ColDef,
  GridOptions,
  ICellEditorParams,
  IRowNode,
  SuppressKeyboardEventParams,
} from 'ag-grid-community'
import { styleNonce } from '../nonce.ts'
import { DrawnCell, MarkCell, MarkHeader, TitleHeader } from './cell-drawing.ts'
import { type EditorSetup, InputEditor, MountedEditor } from './cell-editors.ts'
import type { GridColumn, GridMode } from './grid-column.ts'
import { RANGE_SIDES } from './grid-range.ts'
import { gridLocale, gridTheme } from './grid-theme.ts'
import { cellClasses, FullRow, type RowCanvas } from './row-painter.ts'

export const MARK = 'sel'
/** The checkbox, and room for one sign beside it. */
export const MARK_WIDTH = 48
/** Rows drawn above and below those in sight. */
export const ROW_BUFFER = 2

/** What the options need from the window. */
export interface OptionsHost extends RowCanvas {
  mode(): GridMode
  textOf(node: ICellEditorParams['node'] | null, column: GridColumn): string
  /** What a row's checkbox shows, as one comparable text. */
  markOf(node: ICellEditorParams['node'] | null): string
  /** Whether the row holds the editor, or is about to: only then it has cells of ag's. */
  isOpened(node: IRowNode): boolean
  canEdit(node: ICellEditorParams['node'], column: GridColumn): boolean
  setup(params: ICellEditorParams, column: GridColumn): EditorSetup
  sortFromHeader(field: string, add: boolean): void
}

/**
 * The dispatcher takes keys in the capture phase and marks them handled; whatever still arrives here is unclaimed. ag may then have the
 * arrows and, without a rectangle, Tab; Escape in an editor, and in a sheet the characters and F2 that open one. Never Delete, never Enter.
 */
function suppressKey({ mode, hasRange }: { mode: GridMode; hasRange: boolean }, { event, editing }: SuppressKeyboardEventParams): boolean {
  const { key } = event
  if (editing) return key !== 'Escape'
  if (key.startsWith('Arrow')) return event.shiftKey || event.ctrlKey || event.metaKey || event.altKey
  if (key === 'Tab') return hasRange
  const character = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  return mode !== 'sheet' || !(character || key === 'F2')
}

/** Classes of the cells that a sheet's rectangle covers, and of its edges. */
const rangeRules = (host: OptionsHost, field: string) =>
  Object.fromEntries(
    RANGE_SIDES.map(side => [
      `range-${side}`,
      ({ node }: CellClassParams) => !node.rowPinned && host.isInRange(node.rowIndex ?? -1, field, side),
    ]),
  )

export function columnDef(host: OptionsHost, column: GridColumn): ColDef {
  const { field } = column
  const size = column.flex ? { flex: column.flex, minWidth: column.width ?? 120 } : { width: column.width ?? 120, minWidth: 48 }
  const drawn =
    column.render || column.className || column.opens ? { cellRenderer: DrawnCell, cellRendererParams: { canvas: host, spec: column } } : {}
  return {
    colId: field,
    headerName: column.title,
    valueGetter: params => host.textOf(params.node, column),
    ...size,
    ...drawn,
    pinned: column.pinned ? 'left' : null,
    hide: column.hidden ?? false,
    editable: params => host.canEdit(params.node, column),
    cellEditor: typeof column.editor === 'function' ? MountedEditor : InputEditor,
    cellEditorParams: { setup: (params: ICellEditorParams) => host.setup(params, column) },
    cellClass: cellClasses(column),
    cellClassRules: rangeRules(host, field),
    headerClass: column.align === 'right' ? 'num' : '',
    headerComponent: TitleHeader,
    headerComponentParams: { canvas: host, spec: column },
    suppressHeaderKeyboardEvent: ({ event }) => {
      if (event.key !== 'Enter' && event.key !== ' ') return false
      host.sortFromHeader(field, event.ctrlKey || event.metaKey)
      event.preventDefault()
      return true
    },
  }
}

export function columnDefs(host: OptionsHost, columns: readonly GridColumn[]): ColDef[] {
  const mark: ColDef = {
    colId: MARK,
    headerName: 'Seleção',
    width: MARK_WIDTH,
    minWidth: MARK_WIDTH,
    maxWidth: MARK_WIDTH,
    pinned: 'left',
    lockPosition: 'left',
    lockPinned: true,
    resizable: false,
    suppressMovable: true,
    suppressNavigable: true,
    // What is drawn there, so that a row that moves in is redrawn.
    valueGetter: params => host.markOf(params.node),
    cellRenderer: MarkCell,
    cellRendererParams: { canvas: host },
    cellClass: 'mark',
    headerClass: 'mark',
    headerComponent: MarkHeader,
    headerComponentParams: { canvas: host },
  }
  return [mark, ...columns.map(column => columnDef(host, column))]
}

/** Read once by createGrid; later changes go through the api. */
export function gridOptions(host: OptionsHost, defs: ColDef[], rowHeight: number, headerHeight: number): GridOptions {
  return {
    theme: gridTheme,
    ...(styleNonce ? { styleNonce } : {}),
    rowModelType: 'infinite',
    infiniteInitialRowCount: host.store.viewN,
    cacheBlockSize: 200,
    maxBlocksInCache: 8,
    rowBuffer: ROW_BUFFER,
    animateRows: false,
    suppressAnimationFrame: true,
    suppressColumnMoveAnimation: true,
    suppressDragLeaveHidesColumns: true,
    suppressOverlays: ['noRows', 'loading'],
    suppressContextMenu: true,
    columnDefs: defs,
    defaultColDef: {
      sortable: false,
      resizable: true,
      cellDataType: false,
      suppressHeaderMenuButton: true,
      suppressKeyboardEvent: params => suppressKey({ mode: host.mode(), hasRange: host.hasRange }, params),
    },
    localeText: gridLocale,
    rowHeight,
    headerHeight,
    readOnlyEdit: true,
    suppressClickEdit: true,
    stopEditingWhenCellsLoseFocus: false,
    isFullWidthRow: ({ rowNode }) => !rowNode.rowPinned && !host.isOpened(rowNode),
    fullWidthCellRenderer: FullRow,
    fullWidthCellRendererParams: { canvas: host },
    tabToNextCell: () => false,
    // up from the first row stays in the body, down from the last does not enter the total row
    navigateToNextCell: ({ nextCellPosition: next, previousCellPosition: previous }): CellPosition | null =>
      !next || next.rowIndex < 0 || next.rowPinned ? previous : next,
  }
}
