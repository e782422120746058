// One value for all marked rows (mod+D, or mod+Enter in an editor): only what may be changed is sent, after a yes when some stay out.
import { confirm } from '#client/kit/confirm.tsx'
import type { CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import { counted, formatCount } from '#domain/text.ts'

export const mayEdit = (column: GridColumn, row: number): boolean =>
  typeof column.editable === 'function' ? column.editable(row) : column.editable === true

const refuse = (description: string): void =>
  void showToast({ id: 'refused', title: 'Repetir o valor nas marcadas', description, variant: 'warning' })
export type Fill = (ids: string[], field: string, value: CellValue) => void

export async function fillRows(
  store: ColumnStore,
  column: GridColumn,
  ids: readonly string[],
  value: CellValue,
  fill: Fill,
): Promise<void> {
  const open = ids.filter(id => mayEdit(column, store.rowOf(id)))
  const left = ids.length - open.length
  if (open.length === 0) return refuse(`${column.title || 'Esta coluna'} não se altera nestas linhas.`)
  if (left > 0) {
    const go = await confirm({
      title: `Repetir o valor em ${column.title}?`,
      description: `${formatCount(open.length)} de ${formatCount(ids.length)}: ${formatCount(left)} não ${left === 1 ? 'pode ser alterada' : 'podem ser alteradas'}.`,
      confirmLabel: `Continuar com ${counted(open.length, ['linha', 'linhas'])}`,
    })
    if (!go) return
  }
  fill(open, column.field, value)
}

/** mod+D: the focused column's value of the first marked row goes to all marked rows. */
export async function repeatFirst(store: ColumnStore, column: GridColumn | undefined, fill: Fill | undefined): Promise<void> {
  const ids = store.selectedIds()
  const first = store.rowOf(ids[0] ?? '')
  if (first < 0) return refuse('Marque as linhas que recebem o valor da primeira.')
  if (column === undefined || fill === undefined || column.editable === undefined || column.editable === false || !store.has(column.field))
    return refuse('Esta coluna não se altera aqui.')
  await fillRows(store, column, ids, store.get(first, column.field), fill)
}
