// What a ledger prints: every row of its view, its groups with their sums, under the columns that are not put away.
import { isHidden, orderOf } from '#client/kit/column-layout.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridLayout } from '#client/kit/grid/grid-column.ts'
import { formatAmount } from '#domain/money.ts'
import { counted } from '#domain/text.ts'

const textOf = (store: ColumnStore, column: GridColumn, row: number): string =>
  column.text ? column.text(store, row) : store.text(row, column.field)

export function printedLedger(store: ColumnStore, columns: readonly GridColumn[], layout: GridLayout | undefined) {
  const arrangement = layout ?? { columns: [] }
  const shown = orderOf(columns, arrangement)
    .flatMap(field => columns.find(column => column.field === field) ?? [])
    .filter(column => column.title !== '' && !isHidden(column, arrangement))
    .map(column => ({ ...column, id: column.field }))
  const rows = Array.from({ length: store.viewN }, (_, position) => {
    const group = store.groupAt(position)
    if (group) {
      const label = store.groupField === null ? '' : store.text(group.sample, store.groupField)
      const told = [label || 'Sem valor', counted(group.count, ['linha', 'linhas']), formatAmount(group.sum)].join(' · ')
      return { id: `group-${group.key}`, strong: true, spans: true as const, cells: [told] }
    }
    const row = store.rowAt(position)
    return { id: store.id(row), cells: shown.map(column => textOf(store, column, row)) }
  })
  return { columns: shown, rows }
}
