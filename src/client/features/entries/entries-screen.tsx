// The cash flow: bills and receivables of a period as one list, with the running balance of what is settled.
import { Outlet } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Badge, StatusChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { drawAccount } from '#client/kit/grid/account-cell.ts'
import type { Card } from '#client/kit/grid/card-list.tsx'
import { element, svgIcon } from '#client/kit/grid/cell-drawing.ts'
import type { ColumnStore, Fields } from '#client/kit/grid/column-store.ts'
import type { GridColumn } from '#client/kit/grid/grid-column.ts'
import { statusCell } from '#client/kit/grid/status-cell.ts'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { entryLock } from '#client/surfaces/ledger/entry-lock.ts'
import { knownNames, namesIn } from '#client/surfaces/ledger/known-names.ts'
import { LedgerScreen } from '#client/surfaces/ledger/ledger-screen.tsx'
import { useLedger } from '#client/surfaces/ledger/use-ledger.ts'
import { useRelabel } from '#client/surfaces/ledger/use-relabel.ts'
import type { View } from '#client/surfaces/ledger/views.ts'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useListAddress, usePeriod, useRouteParam } from '#client/surfaces/where.ts'
import { inCashFlow, recordPath } from '#commands/screens.ts'
import { entries } from '#contract/entries.ts'
import { formatDay } from '#domain/days.ts'
import type { BillStatus, EntryKind, ReceivableStatus } from '#domain/enums.ts'
import { ENTRY_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { BILL_STATUS_LABELS, ENTRY_KIND_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { capitalized, formatCount } from '#domain/text.ts'
import styles from './entries.module.css'
import { FlowRowsContext } from './flow-rows.ts'

const STATUS_LABELS: Readonly<Record<string, string>> = { ...BILL_STATUS_LABELS, ...RECEIVABLE_STATUS_LABELS }

const fieldsOf = (registers: () => Registers): Fields => ({
  id: { kind: 'id' },
  version: { kind: 'count' },
  kind: { kind: 'enum', label: value => ENTRY_KIND_LABELS[value as EntryKind] ?? value, order: ['CREDIT', 'DEBIT'], search: true },
  status: { kind: 'enum', label: value => STATUS_LABELS[value] ?? value },
  amount_cents: { kind: 'money' },
  date: { kind: 'day' },
  due_date: { kind: 'day' },
  competence_date: { kind: 'day' },
  bank_account_id: { kind: 'ref', label: id => registers().accountName(id), search: true },
  category_id: { kind: 'ref', label: id => registers().categoryName(id), search: true },
  contact_id: { kind: 'ref', label: id => registers().contactName(id), search: true },
  additional_information: { kind: 'text', search: true },
  parent_id: { kind: 'ref' },
  transfer_id: { kind: 'ref' },
  conciliation_id: { kind: 'ref' },
  current_balance: { kind: 'money' },
  editable: { kind: 'flag' },
})

const WORDS = ['additional_information', 'contact_id', 'category_id', 'bank_account_id'] as const
const centsOf = (store: ColumnStore, row: number): number => Number(store.get(row, 'amount_cents') ?? 0)
const isOut = (store: ColumnStore, row: number): boolean => store.get(row, 'kind') === 'DEBIT'
const isSettled = (store: ColumnStore, row: number): boolean => ['PAID', 'RECEIVED'].includes(String(store.get(row, 'status')))

function statusOf(store: ColumnStore, row: number) {
  const status = store.get(row, 'status')
  return isOut(store, row)
    ? ({ of: 'bill', status: status as BillStatus } as const)
    : ({ of: 'receivable', status: status as ReceivableStatus } as const)
}

const ARROW_DOWN = ['M12 5v14', 'm19 12-7 7-7-7']
const ARROW_UP = ['M12 19V5', 'm5 12 7-7 7 7']

function kindCell(store: ColumnStore, row: number): HTMLElement {
  const out = isOut(store, row)
  return element('span', classNames(styles.flowKind, !out && styles.in), svgIcon(...(out ? ARROW_UP : ARROW_DOWN)), store.text(row, 'kind'))
}

function accountCell(registers: () => Registers) {
  return (store: ColumnStore, row: number): HTMLElement | string => {
    const id = store.get(row, 'bank_account_id')
    if (id === null) return ''
    return drawAccount(
      registers().accounts.find(one => one.id === id),
      store.text(row, 'bank_account_id'),
    )
  }
}

const columnsOf = (registers: () => Registers): GridColumn[] => [
  { field: 'kind', title: 'Tipo', width: 92, priority: 6, render: kindCell },
  { field: 'date', title: 'Data', width: 104, className: () => 'day' },
  { field: 'additional_information', title: 'Descrição', flex: 3, width: 160, opens: true },
  { field: 'contact_id', title: 'Contato', flex: 2, width: 130, priority: 1 },
  { field: 'category_id', title: 'Categoria', flex: 1, width: 130, priority: 2 },
  { field: 'bank_account_id', title: 'Conta', width: 164, priority: 3, render: accountCell(registers) },
  {
    field: 'inflow',
    title: 'Entrada (R$)',
    width: 112,
    align: 'right',
    sortField: 'amount_cents',
    text: (store, row) => (isOut(store, row) ? '' : formatAmount(centsOf(store, row))),
    className: () => 'ok',
  },
  {
    field: 'outflow',
    title: 'Saída (R$)',
    width: 112,
    align: 'right',
    sortField: 'amount_cents',
    text: (store, row) => (isOut(store, row) ? formatAmount(centsOf(store, row)) : ''),
  },
  { field: 'current_balance', title: 'Saldo (R$)', width: 128, align: 'right', priority: 5, sortable: false },
  {
    field: 'status',
    title: 'Situação',
    width: 176,
    priority: 4,
    render: (store, row) => statusCell(statusOf(store, row)),
    className: () => 'chip-cell',
  },
  { field: 'due_date', title: 'Vencimento', width: 92, hidden: true },
  { field: 'competence_date', title: 'Competência', width: 100, hidden: true },
]

const VIEWS: readonly View[] = [
  { digit: 0, title: 'Tudo', filter: '' },
  { digit: 1, title: 'Entradas', filter: 'tipo:entrada' },
  { digit: 2, title: 'Saídas', filter: 'tipo:saída' },
  { digit: 3, title: 'Realizado', filter: 'status:pago,recebido' },
  { digit: 4, title: 'Em aberto', filter: '-status:pago,recebido' },
  { digit: 5, title: 'Sem categoria', filter: 'sem:categoria' },
]
const SORT = [{ field: 'date' }] as const

export function EntriesScreen() {
  const c = useCompanyId()
  const period = usePeriod()
  const today = useToday()
  const registers = useRegisters(c)
  const latest = useRef(registers)
  latest.current = registers
  const [focusedId, setFocusedId] = useState<string>()
  const fields = useMemo(() => fieldsOf(() => latest.current), [])
  const columns = useMemo(() => columnsOf(() => latest.current), [])
  const address = useListAddress('fluxo')
  const request = useMemo(
    () => ({
      row: entries.list,
      params: { c },
      query: period.start ? { start_date: period.start, end_date: period.end } : {},
      whole: true as const,
    }),
    [c, period.start, period.end],
  )
  const knows = useMemo(() => knownNames(registers), [registers])
  const filterNames = useMemo(() => namesIn(registers), [registers])
  const ledger = useLedger({
    request,
    fields,
    kind: 'entry',
    filterFields: ENTRY_FILTER_FIELDS,
    words: WORDS,
    knows,
    address,
    sort: SORT,
    today,
    sign: read => (read('kind') === 'DEBIT' ? -1 : 1),
    focusedId,
  })
  const { store } = ledger
  useRelabel(store, registers)

  const addressOf = (id: string) => {
    const row = store.rowOf(id)
    if (row < 0) return undefined
    return inCashFlow(recordPath(isOut(store, row) ? 'bills.detail' : 'receivables.detail', c, id))
  }
  const open = (id: string, options?: { replace: boolean }) => {
    const to = addressOf(id)
    if (to !== undefined) houseOptions().ports.go(to, options)
  }
  const billId = useRouteParam('billId')
  const receivableId = useRouteParam('receivableId')
  const { state, error, retry } = ledger
  const rows = useMemo(() => ({ store, state, error, retry }), [store, state, error, retry])
  return (
    <>
      <LedgerScreen
        ledger={ledger}
        columns={columns}
        card={(rows, row) => entryCard(rows, row, latest.current)}
        label={`Fluxo de caixa, ${period.label}`}
        today={today}
        area="entries"
        views={VIEWS}
        address={address}
        filterFields={ENTRY_FILTER_FIELDS}
        filterNames={filterNames}
        toolbar="entries.toolbar"
        shown={rows => `${formatCount(rows.shownCount)} de ${formatCount(rows.total)} lançamentos`}
        sums={sumsOf}
        rowClass={row => (isSettled(store, row) ? '' : 'planned')}
        lockOf={entryLock}
        openId={billId ?? receivableId}
        onOpen={open}
        addressOf={addressOf}
        onFocusChange={setFocusedId}
        mode="navigate"
        onMode={() => {}}
        primary={<Place at="entries.page" />}
        bar={<Place at="entries.bar" />}
        empty={{
          title: 'Nenhum lançamento neste período',
          text: `${capitalized(period.label)} ainda não tem entradas nem saídas.`,
          actions: (
            <>
              <Place at="entries.empty" />
              <CommandButton id="period.all" size="form" />
            </>
          ),
        }}
      />
      <FlowRowsContext value={rows}>
        <Outlet />
      </FlowRowsContext>
    </>
  )
}

export const CreateTransferHere = () => <RunsNew command="entry.transfer" list="entries" />
export const ImportEntries = () => <RunsNew command="entry.import" list="entries" />

function sumsOf(store: ColumnStore) {
  const outflow = store.sum('amount_cents', 'view', row => isOut(store, row))
  const inflow = store.sum('amount_cents', 'view') - outflow
  return [
    { label: 'Entradas', amount_cents: inflow },
    { label: 'Saídas', amount_cents: -outflow },
    { label: 'Saldo', amount_cents: inflow - outflow },
  ]
}

function entryCard(store: ColumnStore, row: number, registers: Registers): Card {
  const out = isOut(store, row)
  const balance = store.get(row, 'current_balance')
  const account = registers.accounts.find(one => one.id === store.get(row, 'bank_account_id'))
  return {
    title: store.text(row, 'additional_information') || store.text(row, 'category_id') || ENTRY_KIND_LABELS[out ? 'DEBIT' : 'CREDIT'],
    amount: formatCents(out ? -centsOf(store, row) : centsOf(store, row)),
    subtitle: [store.text(row, 'kind'), store.text(row, 'contact_id')].filter(Boolean).join(' · '),
    detail: formatDay(String(store.get(row, 'date') ?? '')).slice(0, 5),
    chip: <StatusChip {...statusOf(store, row)} />,
    note:
      account?.status === 'ARCHIVED' ? (
        <Badge icon="archive">Conta arquivada</Badge>
      ) : balance === null ? undefined : (
        <span className={classNames(text.m, text.tabular)}>Saldo {formatCents(Number(balance))}</span>
      ),
  }
}
