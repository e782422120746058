// The budget: plan against result of the period over the chart, and the twelve months of the year, planned in place.
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { intend, useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type BudgetLine, budgets } from '#contract/budgets.ts'
import { categories } from '#contract/categories.ts'
import { incomeStatement } from '#contract/income-statement.ts'
import { formatMonth } from '#domain/days.ts'
import { formatAmount, formatCents, formatPercent } from '#domain/money.ts'
import { BudgetCell } from './budget-cell.tsx'
import { type BudgetRow, budgetRows } from './budget-rows.ts'
import { MonthCell, useMonthCursor } from './month-cells.tsx'
import { plan } from './plan.ts'
import { shortMonth, useReportPeriod } from './report-period.ts'
import { ReportScreen } from './report-screen.tsx'
import styles from './reports.module.css'

const VIEWS = [
  { id: 'periodo', title: 'Período' },
  { id: 'orcado', title: 'Orçado por mês' },
  { id: 'realizado', title: 'Realizado por mês' },
  { id: 'desvio', title: 'Desvio por mês' },
] as const
type View = (typeof VIEWS)[number]['id']

const EMPTY = {
  title: 'Nenhuma categoria para orçar',
  text: 'O orçamento segue o plano de contas: crie as categorias primeiro.',
  actions: <CommandButton id="go.categories" size="form" />,
}

export function BudgetScreen() {
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const view: View = VIEWS.find(one => one.id === search.ver)?.id ?? 'periodo'
  const setView = (ver: string) => setSearch({ ver: ver === 'periodo' ? undefined : ver })
  useIntent('report.months', () => setView(view === 'periodo' ? 'orcado' : 'periodo'))
  const head = <Tabs label="O que mostrar" tabs={[...VIEWS]} value={view} onChange={setView} />
  return view === 'periodo' ? <BudgetPeriod head={head} /> : <BudgetYear head={head} view={view} />
}

interface PeriodRow extends Omit<BudgetLine, 'categories'> {
  id: string
  strong: boolean
  rows: readonly PeriodRow[]
}

const periodRow =
  (depth: number) =>
  ({ categories: below, ...line }: BudgetLine): PeriodRow => ({
    ...line,
    id: line.category_id ?? `none/${line.name}/${line.planned_cents}`,
    strong: depth === 0,
    rows: below.map(periodRow(depth + 1)),
  })

const PERIOD_COLUMNS: readonly ListingColumn<PeriodRow>[] = [
  { id: 'name', title: 'Categoria', least: 240, render: row => row.name },
  { id: 'planned', title: 'Orçado (R$)', width: 140, align: 'right', render: row => formatAmount(row.planned_cents) },
  { id: 'realised', title: 'Realizado (R$)', width: 140, align: 'right', render: row => formatAmount(row.realised_cents) },
  { id: 'deviation', title: 'Desvio (R$)', width: 140, align: 'right', leaves: 2, render: row => formatAmount(row.deviation_cents) },
  {
    id: 'percent',
    title: 'Desvio %',
    width: 100,
    align: 'right',
    leaves: 1,
    render: row => (row.deviation_percent === null ? <span className={text.m}>—</span> : formatPercent(row.deviation_percent)),
  },
]

function BudgetPeriod({ head }: { head: React.ReactNode }) {
  const c = useCompanyId()
  const { start_date, end_date, label } = useReportPeriod()
  const reading = useReading(budgets.list, { params: { c }, query: { start_date, end_date } })
  const rows = useMemo(() => (reading.data?.lines ?? []).map(periodRow(0)), [reading.data])
  const result = reading.data?.result
  return (
    <ReportScreen
      title="Orçamento"
      period={label}
      rows={rows}
      columns={PERIOD_COLUMNS}
      childrenOf={row => row.rows}
      reading={reading}
      filter="orcamento"
      noun={['categoria', 'categorias']}
      head={head}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={row.strong ? text.b : undefined}>{row.name}</span>
          <span className={classNames(text.tabular, text.med)}>{formatAmount(row.realised_cents)}</span>
          <span className={classNames(text.m, text.small)}>orçado {formatAmount(row.planned_cents)}</span>
          <span className={classNames(text.m, text.small)}>
            {row.deviation_percent === null ? '' : formatPercent(row.deviation_percent)}
          </span>
        </div>
      )}
      bar={result ? <ResultFact planned={result.planned_cents} realised={result.realised_cents} /> : null}
      file={{ of: 'budget', name: `Orçamento, ${label}`, query: { start_date, end_date } }}
      empty={EMPTY}
    />
  )
}

function ResultFact({ planned, realised }: { planned: number; realised: number }) {
  return (
    <span className={styles.reportFact}>
      <span className={text.m}>Resultado</span> {formatCents(realised)} <span className={text.m}>de {formatCents(planned)}</span>
    </span>
  )
}

const amountOf = (row: BudgetRow, at: number, view: View): number | null => {
  const [planned, realised] = [row.planned[at] ?? null, row.realised[at] ?? 0]
  if (view === 'orcado') return planned
  if (view === 'realizado') return realised
  return planned === null ? null : realised - planned
}

function BudgetYear({ head, view }: { head: React.ReactNode; view: Exclude<View, 'periodo'> }) {
  const c = useCompanyId()
  const phone = usePhone()
  const { end_date } = useReportPeriod()
  const year = end_date.slice(0, 4)
  const tree = useReading(categories.list, { params: { c } })
  const done = useReading(incomeStatement.analytics, { params: { c }, query: { date: `${year}-12-31` } })
  const rows = useMemo(() => (tree.data && done.data ? budgetRows(tree.data, done.data) : []), [tree.data, done.data])
  const months = done.data?.months ?? []
  const cursor = useMonthCursor(12, Number(end_date.slice(5, 7)) - 1)
  const [editing, setEditing] = useState<string>()
  const canPlan = view === 'orcado' && currentContext().can('categories:u')

  const leave = (id: string) => {
    setEditing(undefined)
    intend('focus.record', id)
  }
  const write = (row: BudgetRow, from: number, to: number, amount_cents: number | null, quiet: boolean) => {
    const asked = months.slice(from, to).map(month => ({ month, amount_cents }))
    const span =
      asked.length === 1
        ? formatMonth(asked[0]?.month ?? '')
        : `${shortMonth(asked[0]?.month ?? '')} a ${shortMonth(asked.at(-1)?.month ?? '')}`
    const amount = amount_cents === null ? 'retirado' : formatCents(amount_cents)
    plan(row.category, { months: asked, say: `Orçamento de ${row.name}: ${amount} em ${span}`, quiet })
  }
  const focused = (): BudgetRow | undefined => {
    const [id] = currentContext().target.ids
    return canPlan ? rows.find(row => row.id === id) : undefined
  }
  useIntent('budget.copy-across', () => {
    const row = focused()
    if (row) write(row, cursor.at, 12, row.planned[cursor.at] ?? null, false)
  })
  useIntent('budget.clear', () => {
    const row = focused()
    if (row && row.planned[cursor.at] != null) write(row, cursor.at, cursor.at + 1, null, false)
  })
  useIntent('grid.edit', () => setEditing(focused()?.id))

  // A card has no cells: its year is planned in the form of the category.
  const open = (row: BudgetRow) => {
    if (phone) houseOptions().ports.go(pathTo('categories.budget', { companyId: c, categoryId: row.id }))
    else if (canPlan) setEditing(row.id)
  }

  const cell = (row: BudgetRow, at: number) => {
    const value = amountOf(row, at, view)
    const label = `${row.name}, ${shortMonth(months[at] ?? '')}`
    if (editing === row.id && cursor.at === at)
      return (
        <BudgetCell
          key={at}
          label={label}
          value={value}
          onLeave={() => setEditing(undefined)}
          onSave={(amount, then) => {
            if (amount !== value) write(row, at, at + 1, amount, true)
            if (then === 'stay') leave(row.id)
            else cursor.set(at + (then === 'next' ? 1 : -1))
          }}
        />
      )
    const shown = value === null ? '—' : formatAmount(value)
    return (
      <MonthCell
        name={`${label}: ${value === null ? 'sem orçamento' : shown}`}
        cursor={cursor}
        at={at}
        muted={value === null || value === 0}
        onPress={() => {
          cursor.set(at)
          if (canPlan) setEditing(row.id)
          else intend('focus.record', row.id)
        }}
      >
        {shown}
      </MonthCell>
    )
  }
  const sum = (row: BudgetRow) => months.reduce((total, _, at) => total + (amountOf(row, at, view) ?? 0), 0)
  const columns: readonly ListingColumn<BudgetRow>[] = [
    {
      id: 'name',
      title: 'Categoria',
      width: 250,
      render: row => <span className={classNames(text.cut, styles[`depth${Math.min(row.depth, 3)}`])}>{row.name}</span>,
    },
    ...months.map(
      (month, at): ListingColumn<BudgetRow> => ({
        id: month,
        title: shortMonth(month),
        width: 104,
        across: true,
        align: 'right',
        render: row => cell(row, at),
      }),
    ),
    {
      id: 'total',
      title: `${year} (R$)`,
      width: 112,
      across: true,
      align: 'right',
      render: row => <span className={text.med}>{formatAmount(sum(row))}</span>,
    },
  ]
  const reading = tree.isSuccess ? done : tree
  return (
    <div className={classNames(styles.reportBody, styles.reportWide)}>
      <ReportScreen
        title={`Orçamento: ${VIEWS.find(one => one.id === view)?.title.toLowerCase()}`}
        period={year}
        rows={rows}
        columns={columns}
        reading={reading}
        filter="orcamento"
        noun={['categoria', 'categorias']}
        head={head}
        toolbar="budget.toolbar"
        onOpen={open}
        card={row => (
          <div className={listingScreen.registerCard}>
            <span className={row.strong ? text.b : undefined}>{row.name}</span>
            <span className={classNames(text.tabular, text.med)}>{formatAmount(sum(row))}</span>
            <span className={classNames(text.m, text.small)}>{shortMonth(months[cursor.at] ?? `${year}-01`)}</span>
            <span className={classNames(text.m, text.small, text.tabular)}>{formatAmount(amountOf(row, cursor.at, view) ?? 0)}</span>
          </div>
        )}
        file={{ of: 'budget', name: `Orçamento de ${year}`, query: { start_date: `${year}-01-01`, end_date: `${year}-12-31` } }}
        empty={EMPTY}
      />
    </div>
  )
}
