// The general ledger (livro razão): every settled movement under its account, category or contact, with the balance after it.
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { classNames } from '#client/kit/class-names.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { ledgerReport } from '#contract/ledger-report.ts'
import { formatDay } from '#domain/days.ts'
import { LEDGER_SUBJECTS, type LedgerSubject } from '#domain/ledger.ts'
import { formatAmount } from '#domain/money.ts'
import { type LedgerRow, ledgerRows } from './ledger-rows.ts'
import { openTitle } from './open-title.ts'
import { useReportPeriod } from './report-period.ts'
import { ReportScreen } from './report-screen.tsx'

const SUBJECTS: Record<LedgerSubject, { title: string; word: string }> = {
  account: { title: 'Por conta', word: 'conta' },
  category: { title: 'Por categoria', word: 'categoria' },
  contact: { title: 'Por contato', word: 'contato' },
}

const amount = (cents: number | null) => (cents === null ? '' : formatAmount(cents))

export function LedgerScreen() {
  const c = useCompanyId()
  const { start_date, end_date, label } = useReportPeriod()
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const by = LEDGER_SUBJECTS.find(subject => SUBJECTS[subject].word === search.por) ?? 'account'
  const setBy = (next: LedgerSubject) => setSearch({ por: next === 'account' ? undefined : SUBJECTS[next].word })
  useIntent('report.subject', () => setBy(LEDGER_SUBJECTS[(LEDGER_SUBJECTS.indexOf(by) + 1) % LEDGER_SUBJECTS.length] ?? 'account'))
  const query = { by, start_date, end_date, ...(search.ids ? { subject_ids: search.ids } : {}) }
  const reading = useReading(ledgerReport.get, { params: { c }, query })
  const rows = useMemo(() => (reading.data ? ledgerRows(reading.data) : []), [reading.data])
  const { accountName, categoryName, contactName } = useRegisters(c)
  const columns = useMemo((): readonly ListingColumn<LedgerRow>[] => {
    const account = (row: LedgerRow) => accountName(row.movement?.bank_account_id)
    const category = (row: LedgerRow) => categoryName(row.movement?.category_id)
    const contact = (row: LedgerRow) => contactName(row.movement?.contact_id)
    return [
      { id: 'date', title: 'Data', width: 100, render: row => <span className={text.tabular}>{row.day && formatDay(row.day)}</span> },
      { id: 'history', title: 'Histórico', least: 240, render: row => row.name },
      ...(by === 'account' ? [] : [{ id: 'account', title: 'Conta', width: 150, leaves: 1, render: account }]),
      ...(by === 'category' ? [] : [{ id: 'category', title: 'Categoria', width: 170, leaves: 2, render: category }]),
      ...(by === 'contact' ? [] : [{ id: 'contact', title: 'Contato', width: 170, leaves: 3, render: contact }]),
      { id: 'in', title: 'Entrada (R$)', width: 124, align: 'right', render: row => amount(row.inflow_cents) },
      { id: 'out', title: 'Saída (R$)', width: 124, align: 'right', render: row => amount(row.outflow_cents) },
      { id: 'balance', title: 'Saldo (R$)', width: 132, align: 'right', render: row => formatAmount(row.balance_cents) },
    ]
  }, [by, accountName, categoryName, contactName])
  const open = ({ movement }: LedgerRow) => movement && openTitle(c, movement.kind, movement.id)
  const name = `Livro razão ${SUBJECTS[by].title.toLowerCase()}`
  return (
    <ReportScreen
      title={name}
      period={label}
      rows={rows}
      columns={columns}
      reading={reading}
      filter="razao"
      placeholder="Filtrar por histórico, conta, categoria ou contato"
      textOf={row =>
        [
          row.page,
          row.name,
          accountName(row.movement?.bank_account_id),
          categoryName(row.movement?.category_id),
          contactName(row.movement?.contact_id),
        ].join(' ')
      }
      head={
        <Tabs
          label="Razão por"
          tabs={LEDGER_SUBJECTS.map(id => ({ id, title: SUBJECTS[id].title }))}
          value={by}
          onChange={id => setBy(id as LedgerSubject)}
        />
      }
      onOpen={open}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={row.strong ? text.b : undefined}>{row.name}</span>
          <span className={text.tabular}>{row.movement ? formatAmount(row.movement.amount_cents) : ''}</span>
          <span className={classNames(text.m, text.small, text.tabular)}>{row.day && formatDay(row.day)}</span>
          <span className={classNames(text.m, text.small, text.tabular)}>saldo {formatAmount(row.balance_cents)}</span>
        </div>
      )}
      file={{ of: 'ledger', name: `${name}, ${label}`, query }}
      empty={{ title: 'Nenhum movimento neste período', text: 'O razão traz o que foi pago, recebido ou transferido.' }}
    />
  )
}
