// Columns as a person arranged them: reading and applying the layout, and which columns leave when room is short.
import type { ColumnState, GridApi } from 'ag-grid-community'
import type { GridColumn, GridLayout } from './grid-column.ts'
import { MARK } from './grid-options.ts'

/** The layout ag holds now. Columns that left only for want of room are not written as hidden. */
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

/** Columns the layout does not know keep their own settings and come last. */
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

/** Which columns have to leave for the rest to fit in `width` px: by priority, the least first. A column asked for by name stays. */
export function squeeze(columns: readonly GridColumn[], layout: GridLayout | undefined, width: number, markWidth: number): Set<string> {
  const items = new Map(layout?.columns.map(item => [item.field, item]))
  const shown = columns.filter(column => !(items.get(column.field)?.hidden ?? column.hidden ?? false))
  let need = markWidth + shown.reduce((sum, column) => sum + (items.get(column.field)?.width ?? column.width ?? 120), 0)
  const gone = new Set<string>()
  const leaving = shown
    .filter(column => column.priority !== undefined && items.get(column.field)?.hidden !== false)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  for (const column of leaving) {
    if (need <= width) break
    need -= items.get(column.field)?.width ?? column.width ?? 120
    gone.add(column.field)
  }
  return gone
}
