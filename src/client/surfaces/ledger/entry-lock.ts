// Why a bill, a receivable or an entry of a list is locked.
import type { ColumnStore } from '#client/kit/grid/column-store.ts'

/** In pt-BR; undefined for a row that may be changed. What is locked for no other reason stands in a closed period. */
export function entryLock(store: ColumnStore, row: number): string | undefined {
  if (store.get(row, 'editable') !== false) return undefined
  if (store.get(row, 'conciliation_id') !== null) return 'conciliada: só a categoria e a descrição mudam'
  return store.get(row, 'status') === 'WAITING_PAYMENT' ? 'enviada para pagamento' : 'período fechado'
}
