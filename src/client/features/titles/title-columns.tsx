// The columns of bills and receivables: what each shows, how it is edited, and which leave first when room is short.

import type { Registers } from '#client/data/registers.ts'
import { drawAccount } from '#client/kit/grid/account-cell.ts'
import type { ColumnStore, Fields } from '#client/kit/grid/column-store.ts'
import type { Column } from '#client/kit/grid/columns.ts'
import type { CellEditing, GridColumn } from '#client/kit/grid/grid-column.ts'
import { statusCell } from '#client/kit/grid/status-cell.ts'
import { categoryItems } from '#client/kit/picker/category-items.ts'
import { ComboboxList } from '#client/kit/picker/combobox-list.tsx'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import { ACCOUNT_EMPTY, accountItems, CATEGORY_EMPTY, CONTACT_EMPTY, contactItems } from '#client/kit/picker/pickers.tsx'
import type { Unread } from '#client/kit/picker/use-combobox.ts'
import { Popover } from '#client/kit/popover.tsx'
import { serialOf } from '#domain/day-serial.ts'
import { type DueState, dueState, OWED_GROUPS, type OwedGroup, owedUntil } from '#domain/due.ts'
import { BILL_STATUSES, RECEIVABLE_STATUSES } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, PAYMENT_METHOD_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import type { TitleKind } from './title-kind.ts'

const labelled = (labels: Readonly<Record<string, string>>) => (value: string) => labels[value] ?? value

/** The store's fields; names of refs are read when shown, so that registers may arrive later. */
export function titleFields(kind: TitleKind, registers: () => Registers, today: () => string): Fields {
  const isBill = kind.record === 'bill'
  return {
    owed: {
      kind: 'enum',
      label: group => kind.owed[group as OwedGroup],
      order: OWED_GROUPS,
      derived: { from: ['due_date', 'status'], value: column => owedGroupOf(column, kind.settled, today) },
    },
    id: { kind: 'id' },
    version: { kind: 'count' },
    amount_cents: { kind: 'money' },
    date: { kind: 'day' },
    due_date: { kind: 'day' },
    competence_date: { kind: 'day' },
    issue_date: { kind: 'day' },
    status: {
      kind: 'enum',
      label: labelled(isBill ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS),
      order: isBill ? BILL_STATUSES : RECEIVABLE_STATUSES,
    },
    bank_account_id: { kind: 'ref', label: id => registers().accountName(id), search: true },
    category_id: { kind: 'ref', label: id => registers().categoryName(id), search: true },
    contact_id: { kind: 'ref', label: id => registers().contactName(id), search: true },
    additional_information: { kind: 'text', search: true },
    document_number: { kind: 'text', search: true },
    payment_method: { kind: 'enum', label: labelled(PAYMENT_METHOD_LABELS) },
    transaction_id: { kind: 'text' },
    parent_id: { kind: 'ref' },
    transfer_id: { kind: 'ref' },
    conciliation_id: { kind: 'ref' },
    recurrence_id: { kind: 'ref' },
    attachments_count: { kind: 'count' },
    editable: { kind: 'flag' },
  }
}

/** Compares day numbers: a list may have a hundred thousand rows. */
function owedGroupOf(column: (field: string) => Column, settled: string, today: () => string): (row: number) => OwedGroup {
  let of = ''
  let [overdue, week] = [0, 0]
  return row => {
    if (column('status').get(row) === settled) return 'SETTLED'
    if (of !== today()) {
      of = today()
      const until = owedUntil(of)
      overdue = serialOf(until.overdue)
      week = serialOf(until.week)
    }
    const due = column('due_date').num(row)
    return due <= overdue ? 'OVERDUE' : due <= week ? 'WEEK' : 'LATER'
  }
}

export const SEARCHED = ['additional_information', 'contact_id', 'document_number', 'category_id', 'bank_account_id'] as const

const isSettled = (store: ColumnStore, row: number) => {
  const status = store.get(row, 'status')
  return status === 'PAID' || status === 'RECEIVED'
}

/** States by day: a list in motion asks for those of a few hundred days again and again. */
const dueStates = new Map<string, DueState>()
let dueStatesOf = ''

export function dueOf(store: ColumnStore, row: number, today: string): DueState {
  if (dueStatesOf !== today) dueStates.clear()
  dueStatesOf = today
  const due_date = store.get(row, 'due_date') as string | null
  const settled = isSettled(store, row)
  const key = `${due_date} ${settled}`
  const known = dueStates.get(key)
  if (known) return known
  const state = dueState({ due_date, settled }, today)
  dueStates.set(key, state)
  return state
}

const dueClass = (level: DueState['level']) => (level === 'plain' ? '' : `is-${level}`)

/** A combobox in a popover at the cell: typing filters, and the keys that leave any editor write the row that is lit. */
function pickerEditor(items: () => ComboItem[], label: string, empty: string, unread: () => Unread | undefined = () => undefined) {
  return (editing: CellEditing) => (
    <Popover
      open
      onOpenChange={open => {
        if (!open) editing.cancel()
      }}
      trigger={<span>{editing.store.text(editing.row, editing.field)}</span>}
      label={label}
    >
      <ComboboxList
        items={items()}
        label={label}
        empty={empty}
        unread={unread()}
        selectedId={editing.value === null ? null : String(editing.value)}
        typed={editing.typed}
        onPick={(item, key) => editing.commit(item ? item.id : editing.value, item?.label ?? '', key)}
        onCancel={() => editing.cancel()}
      />
    </Popover>
  )
}

/** Fields of a conciliated title that stay open. */
const FREE = new Set(['category_id', 'additional_information'])

/** Whether a cell of this row may be changed: the server's `editable`, and what stays free in spite of a conciliation. */
export function titleCellOpen(store: ColumnStore, row: number, field: string): boolean {
  return row >= 0 && (store.get(row, 'editable') !== false || (FREE.has(field) && store.get(row, 'conciliation_id') !== null))
}

export function titleColumns(
  kind: TitleKind,
  today: string,
  registers: () => Registers,
  store: () => ColumnStore | undefined,
): GridColumn[] {
  const open = (field: string) => (row: number) => {
    const rows = store()
    return rows !== undefined && titleCellOpen(rows, row, field)
  }
  return plainColumns(kind, today, registers).map(column => (column.editable ? { ...column, editable: open(column.field) } : column))
}

function plainColumns(kind: TitleKind, today: string, registers: () => Registers): GridColumn[] {
  const unread = () => registers().unread
  const paymentMethods = (): ComboItem[] => Object.entries(PAYMENT_METHOD_LABELS).map(([id, label]) => ({ id, label }))
  return [
    {
      field: 'due_date',
      title: 'Vencimento',
      width: 104,
      editable: true,
      className: (store, row) => `day flush ${dueClass(dueOf(store, row, today).level)}`,
    },
    {
      field: 'due',
      title: '',
      width: 88,
      // The date keeps the colour of what is late.
      priority: 5,
      sortable: false,
      text: (store, row) => dueOf(store, row, today).short,
      className: (store, row) => `due ${dueClass(dueOf(store, row, today).level)}`,
    },
    { field: 'additional_information', title: 'Descrição', flex: 3, width: 148, editable: true, opens: true },
    {
      field: 'contact_id',
      title: kind.party,
      flex: 2,
      width: 140,
      priority: 4,
      editable: true,
      editor: pickerEditor(() => contactItems(registers().contacts, kind.contactKind), kind.party, CONTACT_EMPTY, unread),
    },
    {
      field: 'category_id',
      title: 'Categoria',
      width: 172,
      priority: 3,
      editable: true,
      editor: pickerEditor(() => categoryItems(registers().categories, kind.categoryKinds), 'Categoria', CATEGORY_EMPTY, unread),
    },
    { field: 'amount_cents', title: 'Valor (R$)', width: 116, align: 'right', editable: true },
    {
      field: 'status',
      title: 'Situação',
      width: 184,
      render: (store, row) => statusCell(kind.status(String(store.get(row, 'status')))),
      className: () => 'chip-cell',
    },
    {
      field: 'bank_account_id',
      title: 'Conta',
      width: 144,
      priority: 2,
      editable: true,
      render: (store, row) => {
        const id = store.get(row, 'bank_account_id')
        if (id === null) return ''
        return drawAccount(
          registers().accounts.find(one => one.id === id),
          store.text(row, 'bank_account_id'),
        )
      },
      editor: pickerEditor(() => accountItems(registers().accounts), 'Conta bancária', ACCOUNT_EMPTY, unread),
    },
    {
      field: 'payment_method',
      title: 'Forma',
      width: 96,
      priority: 1,
      editable: true,
      editor: pickerEditor(paymentMethods, 'Forma de pagamento', 'Forma não encontrada'),
    },
    { field: 'competence_date', title: 'Competência', width: 100, hidden: true, editable: true, dayBias: 'past' },
    { field: 'document_number', title: 'Nº doc.', width: 120, hidden: true, editable: true },
    { field: 'date', title: 'Data', width: 92, hidden: true },
    { field: 'issue_date', title: 'Emissão', width: 92, hidden: true },
    { field: 'attachments_count', title: 'Anexos', width: 72, align: 'right', hidden: true },
  ]
}
