// The peer: plain ag-grid with its client-side row model over the same rows as objects, drawing the same cells.
import { AllCommunityModule, type ColDef, createGrid, type ICellRendererParams } from 'ag-grid-community'
import '#client/kit/look/index.ts'
import { dueCell, statusCell } from '#client/kit/grid/status-cell.ts'
import { formatDay } from '#domain/days.ts'
import { dueState } from '#domain/due.ts'
import type { BillStatus } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import { asksGrid, asksRows, makeRows, nameOf, offer, today, whenMounted } from './rows.ts'

interface Bill {
  id: string
  due_date: string
  additional_information: string
  contact_id: string
  category_id: string
  amount_cents: number
  status: BillStatus
  bank_account_id: string
  payment_method: keyof typeof PAYMENT_METHOD_LABELS
  document_number: string
}

function objects(): Bill[] {
  const { columns, count } = makeRows(asksRows)
  const fields = Object.keys(columns)
  return Array.from({ length: count }, (_, at) => Object.fromEntries(fields.map(field => [field, columns[field]?.[at]])) as unknown as Bill)
}

const due = (bill: Bill | undefined) => dueState({ due_date: bill?.due_date ?? null, settled: bill?.status === 'PAID' }, today)

const columnDefs: ColDef<Bill>[] = [
  {
    field: 'due_date',
    width: 92,
    valueFormatter: p => formatDay(p.value),
    cellClassRules: { 'is-danger': p => due(p.data).level === 'danger' },
  },
  { colId: 'due', width: 124, sortable: false, cellRenderer: (p: ICellRendererParams<Bill>) => dueCell(due(p.data)) },
  { field: 'additional_information', flex: 3 },
  { field: 'contact_id', flex: 2, valueFormatter: p => nameOf(p.value), getQuickFilterText: p => nameOf(p.value) },
  { field: 'category_id', width: 148, valueFormatter: p => nameOf(p.value), getQuickFilterText: p => nameOf(p.value) },
  { field: 'amount_cents', width: 116, valueFormatter: p => formatAmount(p.value) },
  {
    field: 'status',
    width: 184,
    getQuickFilterText: p => BILL_STATUS_LABELS[p.value as BillStatus],
    cellRenderer: (p: ICellRendererParams<Bill>) => statusCell({ of: 'bill', status: p.value }),
  },
  { field: 'bank_account_id', width: 136, valueFormatter: p => nameOf(p.value), getQuickFilterText: p => nameOf(p.value) },
  { field: 'payment_method', width: 96, valueFormatter: p => PAYMENT_METHOD_LABELS[p.value as Bill['payment_method']] },
]

const rowData = objects()
offer({ rowData })

whenMounted(() => {
  if (!asksGrid) return
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  const api = createGrid<Bill>(
    root,
    {
      rowData,
      columnDefs,
      getRowId: p => p.data.id,
      rowHeight: 34,
      animateRows: false,
      suppressAnimationFrame: true,
      rowSelection: { mode: 'multiRow', selectAll: 'filtered' },
      rowClassRules: { done: p => p.data?.status === 'PAID' },
    },
    { modules: [AllCommunityModule] },
  )
  offer({ api })
})
