// Columns as a person arranged them: reads the layout from ag-grid, and applies it there.
import type { ColDef, GridApi } from 'ag-grid-community'
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

/** Where each column stands: columns that the layout does not know keep their own settings and come last. */
function placesOf(columns: readonly GridColumn[], layout: GridLayout | undefined, squeezed: ReadonlySet<string>) {
  const order = [...(layout?.columns.map(item => item.field) ?? []), ...columns.map(column => column.field)]
  return [...new Set(order)].flatMap(field => {
    const column = columns.find(known => known.field === field)
    if (!column) return []
    const item = layout?.columns.find(known => known.field === field)
    const width = item?.width ?? (column.flex ? undefined : (column.width ?? 120))
    return [
      {
        colId: field,
        hide: squeezed.has(field) || (item?.hidden ?? column.hidden ?? false),
        pinned: (item?.pinned ?? column.pinned ?? false) ? ('left' as const) : null,
        ...(width === undefined ? { flex: column.flex ?? null } : { width, flex: null }),
      },
    ]
  })
}

/** The definitions of a new grid, in their places: arranged afterwards, all would be drawn twice. */
export function arranged(
  defs: readonly ColDef[],
  columns: readonly GridColumn[],
  layout: GridLayout | undefined,
  squeezed: ReadonlySet<string>,
): ColDef[] {
  const places = placesOf(columns, layout, squeezed)
  const own = defs.filter(def => !places.some(place => place.colId === def.colId))
  return [...own, ...places.map(place => ({ ...defs.find(def => def.colId === place.colId), ...place }))]
}

export function applyLayout(
  api: GridApi,
  columns: readonly GridColumn[],
  layout: GridLayout | undefined,
  squeezed: ReadonlySet<string>,
): void {
  api.applyColumnState({ state: [{ colId: MARK, pinned: 'left' }, ...placesOf(columns, layout, squeezed)], applyOrder: true })
}
