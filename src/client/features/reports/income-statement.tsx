// The income statement (DRE): the period with its categories and shares, or twelve months side by side; Enter shows the titles of a line.
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type IncomeStatement, incomeStatement } from '#contract/income-statement.ts'
import { endOfMonth } from '#domain/days.ts'
import { INCOME_STATEMENT_BASES, type IncomeStatementBasis } from '#domain/enums.ts'
import { INCOME_STATEMENT_BASIS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents, formatPercent } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { monthColumns, useMonthCursor } from './month-cells.tsx'
import { type ReportDays, shortMonth, useReportPeriod } from './report-period.ts'
import { ReportScreen } from './report-screen.tsx'
import styles from './reports.module.css'
import { type MonthsRow, monthsRows, type StatementRow, statementRows } from './statement-rows.ts'
import { type Drill, TitlesDrawer } from './titles-drawer.tsx'

const share = (value: number | null): string => (value === null ? '' : formatPercent(value, 1))
const entriesWords = (count: number): string => counted(count, ['lançamento', 'lançamentos'])
const EMPTY = {
  title: 'Nenhum resultado neste período',
  text: 'A DRE soma as contas a pagar e a receber pelas suas categorias.',
}

const COLUMNS: readonly ListingColumn<StatementRow>[] = [
  { id: 'name', title: 'Linha', least: 260, render: row => row.name },
  { id: 'amount', title: 'Valor (R$)', width: 150, align: 'right', render: row => formatAmount(row.amount_cents) },
  { id: 'percent', title: '% da receita líquida', width: 150, align: 'right', leaves: 2, render: row => share(row.percent) },
  {
    id: 'count',
    title: 'Lançamentos',
    width: 110,
    align: 'right',
    leaves: 1,
    render: row => (row.entries_count ? formatCount(row.entries_count) : ''),
  },
]

const childrenOf = (row: StatementRow) => row.rows

/** `regime=caixa` and `ver=meses` in the address; the other choice is the plain one. */
function useChoices() {
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const basis: IncomeStatementBasis = search.regime === 'caixa' ? 'cash' : 'competence'
  const months = search.ver === 'meses'
  const setBasis = (next: string) => setSearch({ regime: next === 'cash' ? 'caixa' : undefined })
  const setMonths = (next: boolean) => setSearch({ ver: next ? 'meses' : undefined })
  useIntent('report.basis', () => setBasis(basis === 'cash' ? 'competence' : 'cash'))
  useIntent('report.months', () => setMonths(!months))
  return { basis, months, setBasis, setMonths }
}

export function IncomeStatementScreen() {
  const choices = useChoices()
  const days = useReportPeriod()
  const head = (
    <>
      <Tabs
        label="Regime"
        tabs={INCOME_STATEMENT_BASES.map(id => ({ id, title: INCOME_STATEMENT_BASIS_LABELS[id] }))}
        value={choices.basis}
        onChange={choices.setBasis}
      />
      <span className={classNames(text.sep, listingScreen.sep)} />
      <Tabs
        label="Intervalo"
        tabs={[
          { id: 'period', title: 'Período' },
          { id: 'months', title: '12 meses' },
        ]}
        value={choices.months ? 'months' : 'period'}
        onChange={id => choices.setMonths(id === 'months')}
      />
    </>
  )
  const Shown = choices.months ? TwelveMonths : OnePeriod
  return <Shown key={choices.basis} basis={choices.basis} days={days} head={head} />
}

interface StatementProps {
  basis: IncomeStatementBasis
  days: ReportDays
  head: React.ReactNode
}

function OnePeriod({ basis, days, head }: StatementProps) {
  const c = useCompanyId()
  const { start_date, end_date, label } = days
  const reading = useReading(incomeStatement.get, { params: { c }, query: { basis, start_date, end_date } })
  const rows = useMemo(() => (reading.data ? statementRows(reading.data) : []), [reading.data])
  const [drill, setDrill] = useState<Drill & { id: string }>()
  const name = `DRE por ${INCOME_STATEMENT_BASIS_LABELS[basis].toLowerCase()}`
  const open = (row: StatementRow) => {
    if (row.entries === undefined || reading.data === undefined) return
    setDrill({ id: row.id, title: row.name, amount_cents: row.amount_cents, query: reading.data.entries_query, ...row.entries })
  }
  return (
    <div className={summary.stack}>
      {reading.data ? <Indicators statement={reading.data} /> : null}
      <div className={styles.reportBody}>
        <ReportScreen
          title={name}
          period={label}
          rows={reading.data && hasEntries(rows) ? rows : []}
          columns={COLUMNS}
          childrenOf={childrenOf}
          reading={reading}
          filter="dre"
          head={head}
          openId={drill?.id}
          onOpen={open}
          card={row => (
            <div className={listingScreen.registerCard}>
              <span className={row.strong ? text.b : undefined}>{row.name}</span>
              <span className={row.strong ? classNames(text.b, text.tabular) : text.tabular}>{formatAmount(row.amount_cents)}</span>
              <span className={classNames(text.m, text.small)}>{row.entries_count ? entriesWords(row.entries_count) : ''}</span>
              <span className={classNames(text.m, text.small, text.tabular)}>{share(row.percent)}</span>
            </div>
          )}
          file={{ of: 'incomeStatement', name: `${name}, ${label}`, query: { basis, start_date, end_date } }}
          empty={EMPTY}
        />
        {drill ? <TitlesDrawer drill={drill} onClose={() => setDrill(undefined)} /> : null}
      </div>
    </div>
  )
}

const hasEntries = (rows: readonly StatementRow[]): boolean => rows.some(row => row.rows.length > 0)

function Indicators({ statement }: { statement: IncomeStatement }) {
  const { contribution_margin_cents, contribution_margin_percent, fixed_costs_cents, break_even_cents } = statement.indicators
  const result = statement.sections.find(section => section.id === 'result')?.amount_cents ?? 0
  const facts: readonly (readonly [string, string])[] = [
    ['Resultado', formatCents(result)],
    ['Margem de contribuição', [formatCents(contribution_margin_cents), share(contribution_margin_percent)].filter(Boolean).join(' · ')],
    ['Custos e despesas fixos', formatCents(fixed_costs_cents)],
    ['Ponto de equilíbrio', break_even_cents === null ? 'sem margem positiva' : formatCents(break_even_cents)],
  ]
  return (
    <div className={summary.summary}>
      {facts.map(([name, value]) => (
        <span key={name} className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>{name}</span>
          <span className={classNames(text.med, text.tabular)}>{value}</span>
        </span>
      ))}
    </div>
  )
}

function TwelveMonths({ basis, days, head }: StatementProps) {
  const c = useCompanyId()
  const reading = useReading(incomeStatement.analytics, { params: { c }, query: { basis, date: days.end_date } })
  const months = reading.data?.months ?? []
  const rows = useMemo(() => (reading.data ? monthsRows(reading.data) : []), [reading.data])
  const cursor = useMonthCursor(12, 11)
  const [drill, setDrill] = useState<Drill & { id: string }>()
  const open = (row: MonthsRow, at = cursor.at) => {
    const month = months[at]
    if (row.entries === undefined || reading.data === undefined || month === undefined) return
    const start_date = `${month}-01`
    setDrill({
      id: row.id,
      title: `${row.name}, ${shortMonth(month)}`,
      amount_cents: row.amounts[at] ?? 0,
      query: { ...reading.data.entries_query, start_date, end_date: endOfMonth(start_date) },
      ...row.entries,
    })
  }
  const columns: readonly ListingColumn<MonthsRow>[] = [
    {
      id: 'name',
      title: 'Linha',
      width: 250,
      render: row => <span className={row.inside ? classNames(styles.inside, text.cut) : text.cut}>{row.name}</span>,
    },
    ...monthColumns<MonthsRow>(months, cursor, open),
    {
      id: 'total',
      title: 'Total (R$)',
      width: 112,
      across: true,
      align: 'right',
      render: row => <span className={text.med}>{formatAmount(row.amount_cents)}</span>,
    },
  ]
  const name = `DRE por ${INCOME_STATEMENT_BASIS_LABELS[basis].toLowerCase()}, doze meses`
  return (
    <div className={classNames(styles.reportBody, styles.reportWide)}>
      <ReportScreen
        title={name}
        period={`até ${shortMonth(months.at(-1) ?? days.end_date.slice(0, 7))}`}
        rows={rows.some(row => row.inside) ? rows : []}
        columns={columns}
        reading={reading}
        filter="dre"
        head={head}
        openId={drill?.id}
        onOpen={row => open(row)}
        card={row => (
          <div className={listingScreen.registerCard}>
            <span className={row.strong ? text.b : undefined}>{row.name}</span>
            <span className={row.strong ? classNames(text.b, text.tabular) : text.tabular}>{formatAmount(row.amount_cents)}</span>
            <span className={classNames(text.m, text.small)}>{months.at(-1) ? `em ${shortMonth(months.at(-1) ?? '')}` : ''}</span>
            <span className={classNames(text.m, text.small, text.tabular)}>{formatAmount(row.amounts.at(-1) ?? 0)}</span>
          </div>
        )}
        file={{ of: 'incomeStatement', name, query: { basis, date: days.end_date, view: 'months' } }}
        empty={EMPTY}
      />
      {drill ? <TitlesDrawer drill={drill} onClose={() => setDrill(undefined)} /> : null}
    </div>
  )
}
