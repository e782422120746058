// Columns as a person arranged them: reads the layout from ag-grid, and applies it there.
import type { ColumnState, GridApi } from 'ag-grid-community'
import type { GridColumn, GridLayout } from './grid-column.ts'
import { MARK } from './grid-options.ts'

/** ag's present layout. Columns that left only for lack of room are not recorded as hidden. */
export function readLayout(
  api: GridApi,
  columns: readonly GridColumn[],
  squeezed: ReadonlySet<string>,
  old: GridLayout | undefined,
): GridLayout {
  const asked = new Map(old?.columns.map(item => [item.field, item.hidden]))
  return {
    columns: api.getColumnState().flatMap(state => {
      const column = columns.find(known => known.field === state.colId)
      if (!column) return []
      const hidden = squeezed.has(state.colId)
        ? asked.get(state.colId)
        : state.hide === (column.hidden ?? false)
          ? asked.get(state.colId)
          : (state.hide ?? false)
      const pinned = state.pinned === 'left'
      return [
        {
          field: state.colId,
          ...(state.flex ? {} : { width: state.width ?? column.width ?? 120 }),
          ...(pinned === (column.pinned ?? false) ? {} : { pinned }),
          ...(hidden === undefined ? {} : { hidden }),
        },
      ]
    }),
  }
}

/** Columns that the layout does not know keep their own settings and come last. */
export function applyLayout(
  api: GridApi,
  columns: readonly GridColumn[],
  layout: GridLayout | undefined,
  squeezed: ReadonlySet<string>,
): void {
  const order = [...(layout?.columns.map(item => item.field) ?? []), ...columns.map(column => column.field)]
  const state: ColumnState[] = [{ colId: MARK, pinned: 'left' }]
  for (const field of new Set(order)) {
    const column = columns.find(known => known.field === field)
    if (!column) continue
    const item = layout?.columns.find(known => known.field === field)
    const width = item?.width ?? (column.flex ? undefined : (column.width ?? 120))
    state.push({
      colId: field,
      hide: squeezed.has(field) || (item?.hidden ?? column.hidden ?? false),
      pinned: (item?.pinned ?? column.pinned ?? false) ? 'left' : null,
      ...(width === undefined ? { flex: column.flex ?? null } : { width, flex: null }),
    })
  }
  api.applyColumnState({ state, applyOrder: true })
}
