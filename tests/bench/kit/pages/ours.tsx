// Our grid as the bills screen has it: the store, the columns and the frame of the product.
import { createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '#client/kit/look/index.ts'
import { SEARCHED, titleColumns, titleFields } from '#client/features/titles/title-columns.tsx'
import { BILL_KIND } from '#client/features/titles/title-kind.ts'
import { type ColumnarRows, ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import { LedgerGrid } from '#client/kit/grid/ledger-grid.tsx'
import { asksGrid, asksRows, makeRows, offer, registers, today, whenMounted } from './rows.ts'

// The store takes the answer over; nothing else may hold it, or its memory would count twice.
let answer: ColumnarRows | undefined = makeRows(asksRows)
const grid = createRef<GridHandle>()

function mount(): void {
  const store = new ColumnStore(
    titleFields(BILL_KIND, registers, () => '2026-11-11'),
    answer,
    { sumField: 'amount_cents' },
  )
  answer = undefined
  // Ranks and folded words are made ahead in idle time, as the product does while one looks at the first screen.
  offer({ store, grid, warmed: store.warm([...SEARCHED]) })
  if (!asksGrid) return
  const columns = titleColumns(BILL_KIND, today, registers, () => store)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  flushSync(() =>
    createRoot(root).render(
      <LedgerGrid
        ref={grid}
        store={store}
        columns={columns}
        label="Contas a pagar"
        today={today}
        rowClass={row => (store.get(row, 'status') === 'PAID' ? 'done' : '')}
      />,
    ),
  )
}

whenMounted(mount)
