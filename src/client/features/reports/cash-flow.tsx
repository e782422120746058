// The cash-flow report: what twelve months held, took in and gave out; Enter shows the titles of a category in a month.
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type CashFlowReport, cashFlowReport } from '#contract/cash-flow-report.ts'
import { endOfMonth } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import { total } from '#domain/income-statement.ts'
import { formatAmount } from '#domain/money.ts'
import { monthColumns, useMonthCursor } from './month-cells.tsx'
import { shortMonth, useReportPeriod } from './report-period.ts'
import { type ReportRow, ReportScreen } from './report-screen.tsx'
import styles from './reports.module.css'
import { type Drill, TitlesDrawer } from './titles-drawer.tsx'

export interface CashRow extends ReportRow {
  amounts: readonly number[]
  /** Null for balances, which do not add up. */
  amount_cents: number | null
  entries?: Pick<Drill, 'kinds' | 'category_ids'>
}

export function cashRows(report: CashFlowReport): CashRow[] {
  const held = (id: string, name: string, amounts: readonly number[]): CashRow => ({ id, name, strong: true, amounts, amount_cents: null })
  const moved = (id: string, name: string, amounts: readonly number[]): CashRow => ({
    ...held(id, name, amounts),
    amount_cents: total(amounts),
  })
  const lines = (kind: TitleKind): CashRow[] =>
    report.lines
      .filter(line => line.kind === kind)
      .map(line => ({
        id: `${kind}/${line.category_id ?? 'none'}`,
        name: line.name,
        amounts: line.amounts,
        amount_cents: line.amount_cents,
        entries: { kinds: [kind], category_ids: line.category_id === null ? [] : [line.category_id] },
      }))
  return [
    held('opening', 'Saldo inicial', report.opening),
    moved('inflow', 'Entradas', report.inflow),
    ...lines('RECEIVABLE'),
    moved('outflow', 'Saídas', report.outflow),
    ...lines('BILL'),
    ...(report.other.some(cents => cents !== 0) ? [moved('other', 'Saldos iniciais e ajustes', report.other)] : []),
    held('closing', 'Saldo final', report.closing),
  ]
}

const PAID = { BILL: 'PAID', RECEIVABLE: 'RECEIVED' } as const

export function CashFlowScreen() {
  const c = useCompanyId()
  const { end_date } = useReportPeriod()
  const reading = useReading(cashFlowReport.get, { params: { c }, query: { date: end_date } })
  const months = reading.data?.months ?? []
  const rows = useMemo(() => (reading.data ? cashRows(reading.data) : []), [reading.data])
  const cursor = useMonthCursor(12, 11)
  const [drill, setDrill] = useState<Drill & { id: string }>()
  const open = (row: CashRow, at = cursor.at) => {
    const month = months[at]
    if (row.entries === undefined || month === undefined) return
    const start_date = `${month}-01`
    setDrill({
      id: row.id,
      title: `${row.name}, ${shortMonth(month)}`,
      amount_cents: row.amounts[at] ?? 0,
      query: { date_type: 'date', start_date, end_date: endOfMonth(start_date), transfers: false, skip_parent_entries: true, status: PAID },
      ...row.entries,
    })
  }
  const columns: readonly ListingColumn<CashRow>[] = [
    {
      id: 'name',
      title: 'Linha',
      width: 250,
      render: row => <span className={row.entries ? classNames(styles.inside, text.cut) : text.cut}>{row.name}</span>,
    },
    ...monthColumns<CashRow>(months, cursor, open),
    {
      id: 'total',
      title: 'Total (R$)',
      width: 112,
      across: true,
      align: 'right',
      render: row => <span className={text.med}>{row.amount_cents === null ? '' : formatAmount(row.amount_cents)}</span>,
    },
  ]
  const period = `doze meses até ${shortMonth(months.at(-1) ?? end_date)}`
  return (
    <div className={classNames(styles.reportBody, styles.reportWide)}>
      <ReportScreen
        title="Fluxo de caixa"
        period={period}
        rows={rows}
        columns={columns}
        reading={reading}
        filter="caixa"
        openId={drill?.id}
        onOpen={row => open(row)}
        card={row => (
          <div className={listingScreen.registerCard}>
            <span className={row.strong ? text.b : undefined}>{row.name}</span>
            <span className={row.strong ? classNames(text.b, text.tabular) : text.tabular}>{formatAmount(row.amounts.at(-1) ?? 0)}</span>
            <span className={classNames(text.m, text.small)}>em {shortMonth(months.at(-1) ?? end_date)}</span>
            <span className={classNames(text.m, text.small, text.tabular)}>
              {row.amount_cents === null ? '' : `12 meses ${formatAmount(row.amount_cents)}`}
            </span>
          </div>
        )}
        file={{ of: 'cashFlow', name: `Fluxo de caixa, ${period}`, query: { date: end_date } }}
        empty={{ title: 'Nada pago nem recebido nestes meses' }}
      />
      {drill ? <TitlesDrawer drill={drill} onClose={() => setDrill(undefined)} /> : null}
    </div>
  )
}
