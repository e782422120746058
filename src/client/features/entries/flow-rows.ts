// The rows of the open cash flow, for what stands over its list.
import { createContext, useContext } from 'react'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { Ledger } from '#client/surfaces/ledger/use-ledger.ts'
import { useStoreVersion } from '#client/surfaces/ledger/use-list-store.ts'

/** What stands over the list waits and fails with it. */
export type FlowRows = Pick<Ledger, 'store' | 'state' | 'error' | 'retry'>

export const FlowRowsContext = createContext<FlowRows | undefined>(undefined)

/** Drawn again with every change of a row. */
export function useFlowRows(): FlowRows {
  const rows = useContext(FlowRowsContext)
  if (rows === undefined) throw new Error('Only over the cash flow')
  useStoreVersion(rows.store)
  return rows
}

export interface CategoryFlow {
  readonly category_id: string | null
  readonly name: string
  readonly count: number
  readonly in_cents: number
  readonly out_cents: number
}

/** What came in and went out by category, the largest first; what has none comes last. */
export function flowByCategory(store: ColumnStore): readonly CategoryFlow[] {
  const found = new Map<string | null, { name: string; count: number; in_cents: number; out_cents: number }>()
  store.each('all', row => {
    const id = store.get(row, 'category_id')
    const key = id === null ? null : String(id)
    const one = found.get(key) ?? { name: store.text(row, 'category_id'), count: 0, in_cents: 0, out_cents: 0 }
    one.count += 1
    one[store.get(row, 'kind') === 'DEBIT' ? 'out_cents' : 'in_cents'] += store.number(row, 'amount_cents')
    found.set(key, one)
  })
  const moved = (one: CategoryFlow) => one.in_cents + one.out_cents
  return [...found]
    .map(([category_id, one]) => ({ category_id, ...one }))
    .sort((one, other) => Number(one.category_id === null) - Number(other.category_id === null) || moved(other) - moved(one))
}
