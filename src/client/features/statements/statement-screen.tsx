// The statement of one bank account: what the bank reported, in a period, and what became of each line.

import { useMemo, useState } from 'react'
import { shortAccount, useRegisters } from '#client/data/registers.ts'
import { Badge, StatusChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import type { Card } from '#client/kit/grid/card-list.tsx'
import type { ColumnStore, Fields } from '#client/kit/grid/column-store.ts'
import type { GridColumn } from '#client/kit/grid/grid-column.ts'
import { statusCell } from '#client/kit/grid/status-cell.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { LedgerScreen } from '#client/surfaces/ledger/ledger-screen.tsx'
import { useLedger } from '#client/surfaces/ledger/use-ledger.ts'
import type { View } from '#client/surfaces/ledger/views.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { Place } from '#client/surfaces/place.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useListAddress, usePeriod, useRouteParam } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import type { BankAccount } from '#contract/bank-accounts.ts'
import { bankStatements } from '#contract/bank-statements.ts'
import { formatDay } from '#domain/days.ts'
import { STATEMENT_ENTRY_STATUSES, type StatementEntryStatus } from '#domain/enums.ts'
import { STATEMENT_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { STATEMENT_ENTRY_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { hourText, LineDrawer } from './line-drawer.tsx'

const fieldsOf = (categoryName: (id: string) => string, contactName: (id: string) => string): Fields => ({
  id: { kind: 'id' },
  version: { kind: 'count' },
  date: { kind: 'day' },
  time: { kind: 'text' },
  description: { kind: 'text', search: true },
  amount_cents: { kind: 'money' },
  bank_account_id: { kind: 'ref' },
  transaction_id: { kind: 'text', search: true },
  external_category: { kind: 'text', search: true },
  status: {
    kind: 'enum',
    label: value => STATEMENT_ENTRY_STATUS_LABELS[value as StatementEntryStatus] ?? value,
    order: STATEMENT_ENTRY_STATUSES,
  },
  kind: { kind: 'enum' },
  conciliation_id: { kind: 'ref' },
  category_id: { kind: 'ref', label: categoryName, search: true },
  contact_id: { kind: 'ref', label: contactName, search: true },
  linked_to: { kind: 'text', search: true },
  remaining_cents: { kind: 'money' },
})

const WORDS = ['description', 'linked_to', 'category_id', 'contact_id', 'external_category'] as const
const amountOf = (store: ColumnStore, row: number): number => Number(store.get(row, 'amount_cents') ?? 0)
const statusOf = (store: ColumnStore, row: number) =>
  ({ of: 'statement', status: store.get(row, 'status') as StatementEntryStatus }) as const

const COLUMNS: readonly GridColumn[] = [
  { field: 'date', title: 'Data', width: 104, className: () => 'day' },
  { field: 'time', title: 'Hora', width: 64, priority: 2, text: (store, row) => hourText(store.get(row, 'time')) },
  { field: 'description', title: 'Descrição', flex: 3, width: 200, opens: true },
  {
    field: 'amount_cents',
    title: 'Valor (R$)',
    width: 124,
    align: 'right',
    className: (store, row) => (amountOf(store, row) > 0 ? 'ok' : ''),
  },
  {
    field: 'status',
    title: 'Situação',
    width: 136,
    render: (store, row) => statusCell(statusOf(store, row)),
    className: () => 'chip-cell',
  },
  { field: 'linked_to', title: 'Vinculado a', flex: 2, width: 160, priority: 4 },
  {
    field: 'remaining_cents',
    title: 'Falta (R$)',
    width: 116,
    align: 'right',
    priority: 3,
    text: (store, row) => {
      // Nothing of a pending line is explained: saying its whole amount twice would only hide the partial ones.
      const cents = Number(store.get(row, 'remaining_cents') ?? 0)
      return cents === 0 || cents === amountOf(store, row) ? '' : formatAmount(cents)
    },
  },
  { field: 'category_id', title: 'Categoria', width: 148, priority: 1 },
  { field: 'contact_id', title: 'Contato', width: 148, hidden: true },
  { field: 'transaction_id', title: 'Nº no banco', width: 140, hidden: true },
]

const VIEWS: readonly View[] = [
  { digit: 0, title: 'Todas', filter: '' },
  { digit: 1, title: 'Pendentes', filter: 'status:pendente' },
  { digit: 2, title: 'Conciliadas', filter: 'status:conciliado' },
  { digit: 3, title: 'Ignoradas', filter: 'status:ignorado' },
  { digit: 4, title: 'Entradas', filter: 'tipo:entrada' },
  { digit: 5, title: 'Saídas', filter: 'tipo:saída' },
]
const SORT = [{ field: 'date', descending: true }] as const

export function StatementScreen() {
  const c = useCompanyId()
  const bankAccountId = useRouteParam('bankAccountId') ?? ''
  const period = usePeriod()
  const today = useToday()
  const registers = useRegisters(c)
  const { categoryName, contactName } = registers
  const account = registers.accounts.find(one => one.id === bankAccountId)
  const [focusedId, setFocusedId] = useState<string>()
  const [openId, setOpenId] = useState<string>()
  const fields = useMemo(() => fieldsOf(categoryName, contactName), [categoryName, contactName])
  const address = useListAddress('extrato')
  const request = useMemo(
    () => ({
      row: bankStatements.entries,
      params: { c, id: bankAccountId },
      query: period.start ? { start_date: period.start, end_date: period.end } : {},
    }),
    [c, bankAccountId, period.start, period.end],
  )
  const ledger = useLedger({
    request,
    fields,
    kind: 'statement_line',
    filterFields: STATEMENT_FILTER_FIELDS,
    words: WORDS,
    address,
    sort: SORT,
    today,
    sign: () => 1,
    focusedId,
  })
  useTellMissing(ledger.state === 'failed' && isNotFound(ledger.error))
  useIntent('statement.upload', () =>
    houseOptions().ports.go({ to: pathTo('statements.upload', { companyId: c }), search: { bank_account_id: bankAccountId } }),
  )
  return (
    <>
      <div className={summary.stack}>
        <AccountSummary account={account} />
        <LedgerScreen
          ledger={ledger}
          columns={COLUMNS}
          card={lineCard}
          label={`Extrato${account ? ` de ${shortAccount(account)}` : ''}, ${period.label}`}
          today={today}
          area="statements"
          views={VIEWS}
          address={address}
          filterFields={STATEMENT_FILTER_FIELDS}
          toolbar="statement.toolbar"
          shown={rows => `${formatCount(rows.shownCount)} de ${formatCount(rows.total)} linhas`}
          sums={sumsOf}
          rowClass={row => (ledger.store.get(row, 'status') === 'PENDING' ? '' : 'done')}
          openId={openId}
          onOpen={setOpenId}
          onFocusChange={setFocusedId}
          mode="navigate"
          onMode={() => {}}
          primary={<Place at="statement.page" />}
          empty={{
            title: 'Nenhuma linha neste período',
            text: `O extrato de ${period.label} ainda não foi importado.`,
            actions: (
              <>
                <Place at="statement.empty" />
                <CommandButton id="period.all" size="form" />
              </>
            ),
          }}
        />
      </div>
      {openId ? <LineDrawer id={openId} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}

function sumsOf(store: ColumnStore) {
  const inflow = store.sum('amount_cents', 'view', row => amountOf(store, row) > 0)
  const total = store.sum('amount_cents', 'view')
  return [
    { label: 'Entradas', amount_cents: inflow },
    { label: 'Saídas', amount_cents: total - inflow },
    { label: 'Saldo', amount_cents: total },
  ]
}

function lineCard(store: ColumnStore, row: number): Card {
  const remaining = Number(store.get(row, 'remaining_cents') ?? 0)
  return {
    title: store.text(row, 'description'),
    amount: formatCents(amountOf(store, row)),
    subtitle: store.text(row, 'linked_to') || store.text(row, 'category_id'),
    detail: [formatDay(String(store.get(row, 'date') ?? '')).slice(0, 5), hourText(store.get(row, 'time'))].filter(Boolean).join(' · '),
    chip: <StatusChip {...statusOf(store, row)} />,
    ...(remaining !== 0 && remaining !== amountOf(store, row)
      ? { note: <span className={text.m}>Falta {formatCents(remaining)}</span> }
      : {}),
  }
}

function AccountSummary({ account }: { account: BankAccount | undefined }) {
  if (!account) return null
  return (
    <div className={summary.summary}>
      <span className={summary.who}>
        <Icon name="landmark" size="s" />
        <span className={text.cut}>{shortAccount(account)}</span>
        {account.status === 'ARCHIVED' ? <Badge icon="archive">Arquivada</Badge> : null}
      </span>
      <span className={classNames(summary.fact, text.tabular)}>
        <span className={classNames(text.m, summary.m)}>Saldo nos registros</span>
        {formatCents(account.current_balance)}
      </span>
      {account.balance === null ? null : (
        <span className={classNames(summary.fact, text.tabular)}>
          <span className={classNames(text.m, summary.m)}>
            Saldo no banco{account.balance_date ? ` em ${formatDay(account.balance_date)}` : ''}
          </span>
          {formatCents(account.balance)}
        </span>
      )}
      <span className={classNames(summary.fact, text.tabular)}>
        <span className={classNames(text.m, summary.m)}>A conciliar</span>
        {formatCount(account.pending_entries_count)}
      </span>
    </div>
  )
}
