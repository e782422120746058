// The yearly statements of the MEI and of the Simples: what was delivered, and the year that still waits.

import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type AnnualBillingStatement, annualStatements } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { ANNUAL_STATEMENT_LABELS } from '#domain/taxes/annual-statements.ts'
import { STATEMENT_LOOKS, statementOf } from './statement-words.ts'

const NONE: readonly never[] = []
type Statement = AnnualBillingStatement

const totalOf = (statement: Statement): number => statement.commerce_revenue_cents + statement.services_revenue_cents
const nameOf = (statement: Statement): string => `${ANNUAL_STATEMENT_LABELS[statement.kind]} de ${statement.year}`

function StatementBadge({ statement }: { statement: Statement }) {
  const { label, tone, icon } = STATEMENT_LOOKS[statement.status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

const columns: readonly RegisterColumn<Statement>[] = [
  {
    id: 'year',
    title: 'Declaração',
    least: 160,
    sort: one => one.year,
    render: one => (
      <>
        <span className={text.med}>{nameOf(one)}</span>
        {one.rectifies_id ? <span className={text.m}> · retificadora</span> : null}
      </>
    ),
  },
  {
    id: 'commerce',
    title: 'Comércio (R$)',
    width: 136,
    align: 'right',
    leaves: 2,
    sort: one => one.commerce_revenue_cents,
    render: one => formatAmount(one.commerce_revenue_cents),
  },
  {
    id: 'services',
    title: 'Serviços (R$)',
    width: 136,
    align: 'right',
    leaves: 2,
    sort: one => one.services_revenue_cents,
    render: one => formatAmount(one.services_revenue_cents),
  },
  {
    id: 'total',
    title: 'Receita bruta (R$)',
    width: 152,
    align: 'right',
    sort: totalOf,
    render: one => <span className={text.med}>{formatAmount(totalOf(one))}</span>,
  },
  {
    id: 'delivered',
    title: 'Entregue em',
    width: 116,
    sort: one => one.delivered_on,
    render: one => <span className={text.tabular}>{formatDay(one.delivered_on)}</span>,
  },
  { id: 'receipt', title: 'Recibo', width: 148, leaves: 1, render: one => one.receipt_number ?? <span className={text.m}>—</span> },
  { id: 'status', title: 'Situação', width: 168, render: one => <StatementBadge statement={one} /> },
]

function StatementCard({ statement }: { statement: Statement }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{nameOf(statement)}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(totalOf(statement))}</span>
      <span className={classNames(text.m, text.small)}>entregue em {formatDay(statement.delivered_on)}</span>
      <StatementBadge statement={statement} />
    </div>
  )
}

/** The year before this one, until it is declared. */
function PendingYear({ c, statements }: { c: string; statements: readonly Statement[] }) {
  const prefill = useReading(annualStatements.prefill, { params: { c }, query: {} }).data
  const today = useToday()
  if (!prefill || statementOf(statements, prefill.year)) return null
  const { kind, year, due_date, fine_cents, commerce_revenue_cents, services_revenue_cents, limit_cents } = prefill
  const late = due_date < today
  return (
    <div className={summary.summary}>
      <span className={summary.who}>
        {ANNUAL_STATEMENT_LABELS[kind]} de {year}
      </span>
      <Badge tone={late ? 'danger' : 'warning'} icon={late ? 'triangle-alert' : 'clock-3'}>
        {late ? `venceu em ${formatDay(due_date)}` : `até ${formatDay(due_date)}`}
      </Badge>
      <span className={summary.fact}>
        <span className={classNames(text.m, summary.m)}>Receita pelos livros</span>
        {formatCents(commerce_revenue_cents + services_revenue_cents)}
      </span>
      <span className={summary.fact}>
        <span className={classNames(text.m, summary.m)}>Limite</span>
        {formatCents(limit_cents)}
      </span>
      {fine_cents > 0 ? (
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Multa hoje</span>
          {formatCents(fine_cents)}
        </span>
      ) : null}
    </div>
  )
}

export function AnnualStatementsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { declaracoes: filter = '' } = useScreenSearch()
  const reading = useReading(annualStatements.list, { params: { c }, query: {} })
  const refused = useReading(annualStatements.prefill, { params: { c }, query: {} }).isError
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(statement => statement.id === openId)
  return (
    <>
      <div className={summary.stack}>
        {reading.data ? <PendingYear c={c} statements={rows} /> : null}
        <ListingScreen
          label="Faturamento anual"
          kind="annual_statement"
          noun={['declaração', 'declarações']}
          rows={rows}
          reading={reading}
          columns={columns}
          rowName={nameOf}
          textOf={one => [nameOf(one), one.receipt_number, STATEMENT_LOOKS[one.status].label, formatAmount(totalOf(one))].join(' ')}
          card={one => <StatementCard statement={one} />}
          selectable={false}
          filter={filter}
          onFilter={declaracoes => setSearch({ declaracoes })}
          placeholder="Filtrar por ano, recibo, situação"
          toolbar="annual_statements.toolbar"
          openId={openId}
          onOpen={one => setOpenId(one.id)}
          primary={<Place at="annual_statements.page" />}
          empty={
            refused
              ? {
                  title: 'Nenhuma declaração a entregar aqui',
                  text: 'A declaração anual é do MEI (DASN-SIMEI) e do Simples Nacional (DEFIS), e o regime desta empresa é outro.',
                }
              : {
                  title: 'Nenhuma declaração entregue',
                  text: 'A receita bruta do ano vem pronta dos livros: confira, entregue e guarde o recibo.',
                  actions: <Place at="annual_statements.empty" />,
                }
          }
        />
      </div>
      {open ? <StatementDrawer statement={open} onClose={() => setOpenId(undefined)} /> : null}
      <Outlet />
    </>
  )
}

function StatementDrawer({ statement, onClose }: { statement: Statement; onClose(): void }) {
  const { status, reason, fine_cents, halved_fine_cents, halved_until } = statement
  return (
    <ActsOnRecord kind="annual_statement" record={statement}>
      <RecordDrawer
        id={statement.id}
        list="annual_statements"
        label={nameOf(statement)}
        where="Declaração anual"
        onClose={onClose}
        footer={<Place at="annual_statement.drawer" />}
      >
        <section>
          <h2>{nameOf(statement)}</h2>
          <div className={drawer.amountLine}>
            <span className={text.big}>{formatCents(totalOf(statement))}</span>
            <span className={text.grow} />
            <StatementBadge statement={statement} />
          </div>
          {status === 'PROCESSING' ? <Note kind="info">A Receita ainda não respondeu</Note> : null}
          {reason ? <Note>{reason}</Note> : null}
        </section>
        <DrawerSection title="Dados">
          <dl className={facts.kv} data-part="facts">
            <Detail name="Comércio">{formatCents(statement.commerce_revenue_cents)}</Detail>
            <Detail name="Serviços">{formatCents(statement.services_revenue_cents)}</Detail>
            <Detail name="Empregado">{statement.had_employee ? 'sim' : 'não'}</Detail>
            <Detail name="Baixa">{statement.closed_on ? formatDay(statement.closed_on) : null}</Detail>
            <Detail name="Prazo">{formatDay(statement.due_date)}</Detail>
            <Detail name="Entregue em">{formatDay(statement.delivered_on)}</Detail>
            <Detail name="Recibo">{statement.receipt_number}</Detail>
            <Detail name="Tipo">{statement.rectifies_id ? 'retificadora' : 'original'}</Detail>
          </dl>
        </DrawerSection>
        {fine_cents > 0 ? (
          <DrawerSection title="Multa por atraso">
            <dl className={facts.kv} data-part="facts">
              <Detail name="Multa">{formatCents(fine_cents)}</Detail>
              <Detail name="Pela metade">{halved_until ? `${formatCents(halved_fine_cents)} até ${formatDay(halved_until)}` : null}</Detail>
            </dl>
          </DrawerSection>
        ) : null}
      </RecordDrawer>
    </ActsOnRecord>
  )
}
