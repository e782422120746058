// Closing a month: what still waits, each leading to its list, and the file for the accounting with the state of every row.
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useAnswer } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { CHECKS } from '#commands/close-checks.ts'
import type { MonthOnScreen } from '#commands/reports.ts'
import { pathTo } from '#commands/screens.ts'
import { type AccountingRow, type CloseCheckId, type CloseChecklist, monthClose } from '#contract/month-close.ts'
import { ACCOUNTING_STATE_LABELS } from '#domain/accounting.ts'
import { formatDay, formatInstant, formatMonth, monthOf } from '#domain/days.ts'
import { DELIVERY_STATE_LABELS } from '#domain/handover/changes.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { openTitle } from './open-title.ts'
import { useReportPeriod } from './report-period.ts'
import { ReportScreen } from './report-screen.tsx'
import styles from './reports.module.css'

interface CheckRow {
  id: CloseCheckId
  name: string
  count: number
  amount_cents: number
}

const COLUMNS: readonly ListingColumn<CheckRow>[] = [
  {
    id: 'name',
    title: 'Verificação',
    least: 240,
    render: row => (
      <span className={row.count === 0 ? classNames(styles.check, text.ok) : styles.check}>
        <Icon name={row.count === 0 ? 'circle-check' : 'circle-alert'} size="s" />
        {row.name}
      </span>
    ),
  },
  {
    id: 'count',
    title: 'Pendentes',
    width: 180,
    render: row => (row.count === 0 ? <span className={text.m}>{CHECKS[row.id].done}</span> : formatCount(row.count)),
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 140,
    align: 'right',
    leaves: 2,
    render: row => (row.count === 0 ? '' : formatAmount(row.amount_cents)),
  },
  {
    id: 'help',
    title: 'O que fazer',
    least: 260,
    leaves: 1,
    render: row => <span className={text.m}>{row.count === 0 ? '' : CHECKS[row.id].help}</span>,
  },
]

const TABS = [
  { id: 'pendencias', title: 'Pendências' },
  { id: 'contabilidade', title: 'Arquivo contábil' },
]

export function CloseScreen() {
  const c = useCompanyId()
  const { end_date } = useReportPeriod()
  const month = monthOf(end_date)
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const view = search.ver === 'contabilidade' ? 'contabilidade' : 'pendencias'
  const reading = useReading(monthClose.checklist, { params: { c }, query: { date: `${month}-01` } })
  const found = reading.data
  const rows = useMemo(() => (found?.checks ?? []).map(check => ({ ...check, name: CHECKS[check.id].name })), [found])
  useAnswer('month.current', () => found && onScreen(found))
  const period = formatMonth(month)
  const head = (
    <Tabs label="Fechamento" tabs={TABS} value={view} onChange={ver => setSearch({ ver: ver === 'pendencias' ? undefined : ver })} />
  )
  const file = { of: 'accounting', name: `Contabilidade, ${period}`, query: { date: `${month}-01` } } as const
  return (
    <div className={summary.stack}>
      {found ? <MonthState found={found} period={period} /> : null}
      {view === 'contabilidade' ? (
        <Accounting month={month} period={period} head={head} file={file} />
      ) : (
        <ReportScreen
          title="Fechamento do mês"
          period={period}
          rows={rows}
          columns={COLUMNS}
          reading={reading}
          filter="fechamento"
          noun={['verificação', 'verificações']}
          head={head}
          isMuted={row => row.count === 0}
          onOpen={row => {
            const { screen, search: where } = CHECKS[row.id]
            houseOptions().ports.go({
              to: pathTo(screen, { companyId: c }),
              search: where(month, found?.start_date ?? '', found?.end_date ?? ''),
            })
          }}
          card={row => (
            <div className={listingScreen.registerCard}>
              <span className={listingScreen.name}>{row.name}</span>
              <span className={text.med}>{row.count === 0 ? <Icon name="circle-check" size="s" /> : formatCount(row.count)}</span>
              <span className={classNames(text.m, text.small)}>{row.count === 0 ? CHECKS[row.id].done : CHECKS[row.id].help}</span>
              <span className={classNames(text.m, text.small, text.tabular)}>{row.count === 0 ? '' : formatCents(row.amount_cents)}</span>
            </div>
          )}
          file={file}
          empty={{ title: 'Nada a verificar' }}
        />
      )}
    </div>
  )
}

const onScreen = ({ start_date, end_date, range, checks }: CloseChecklist): MonthOnScreen => ({
  start_date: range?.start_date ?? start_date,
  end_date: range?.end_date ?? end_date,
  range_id: range?.id,
  waiting: checks.filter(check => check.count > 0).map(check => `${CHECKS[check.id].name.toLowerCase()} (${formatCount(check.count)})`),
})

function MonthState({ found, period }: { found: CloseChecklist; period: string }) {
  const { range, refusal, checks } = found
  const waiting = checks.filter(check => check.count > 0).length
  const closed = range && [formatInstant(range.closed_at), range.closed_by_name].filter(Boolean).join(' por ')
  return (
    <div className={summary.summary}>
      <span className={summary.who}>
        <Icon name={range ? 'lock' : 'lock-open'} size="s" />
        {period}
      </span>
      {range ? (
        <>
          <Badge tone="ok" icon="lock">
            Fechado
          </Badge>
          <span className={text.m}>em {closed}</span>
        </>
      ) : (
        <span className={waiting === 0 ? text.ok : text.m}>
          {waiting === 0 ? 'Nada pendente' : counted(waiting, ['verificação pendente', 'verificações pendentes'])}
        </span>
      )}
      {!range && refusal ? (
        <Badge tone="info" icon="info">
          {refusal}
        </Badge>
      ) : null}
      <span className={summary.end}>
        {range ? (
          <CommandButton id="month.reopen" icon />
        ) : refusal === null ? (
          <CommandButton id="month.close" variant={waiting === 0 ? 'primary' : undefined} icon />
        ) : null}
      </span>
    </div>
  )
}

interface PostingRow extends AccountingRow {
  name: string
}

const ACCOUNTING_COLUMNS: readonly ListingColumn<PostingRow>[] = [
  { id: 'date', title: 'Data', width: 100, render: row => <span className={text.tabular}>{formatDay(row.date)}</span> },
  { id: 'debit', title: 'Débito', least: 180, render: row => row.debit ?? <span className={text.dang}>falta</span> },
  { id: 'credit', title: 'Crédito', least: 180, render: row => row.credit ?? <span className={text.dang}>falta</span> },
  { id: 'amount', title: 'Valor (R$)', width: 124, align: 'right', render: row => formatAmount(row.amount_cents) },
  { id: 'history', title: 'Histórico', least: 220, leaves: 1, render: row => row.history },
  {
    id: 'state',
    title: 'Situação',
    width: 170,
    render: row => (
      <Badge tone={row.state === 'READY' ? 'ok' : 'danger'} icon={row.state === 'READY' ? 'circle-check' : 'circle-alert'}>
        {ACCOUNTING_STATE_LABELS[row.state]}
      </Badge>
    ),
  },
  {
    id: 'delivery',
    title: 'No escritório',
    width: 200,
    leaves: 2,
    render: row => (row.delivery === null ? <span className={text.m}>sem conta contábil</span> : DELIVERY_STATE_LABELS[row.delivery]),
  },
]

interface AccountingProps {
  month: string
  period: string
  head: React.ReactNode
  file: { of: 'accounting'; name: string; query: Readonly<Record<string, unknown>> }
}

function Accounting({ month, period, head, file }: AccountingProps) {
  const c = useCompanyId()
  const reading = useReading(monthClose.accounting, { params: { c }, query: { date: `${month}-01` } })
  const rows = useMemo(() => (reading.data ?? []).map(row => ({ ...row, name: row.history })), [reading.data])
  const missing = rows.filter(row => row.state !== 'READY').length
  return (
    <ReportScreen
      title="Arquivo contábil"
      period={period}
      rows={rows}
      columns={ACCOUNTING_COLUMNS}
      reading={reading}
      filter="contabilidade"
      placeholder="Filtrar por conta, categoria, histórico ou situação"
      textOf={row => [row.debit, row.credit, row.history, ACCOUNTING_STATE_LABELS[row.state], formatAmount(row.amount_cents)].join(' ')}
      noun={['lançamento', 'lançamentos']}
      head={head}
      bar={
        <>
          {missing > 0 ? (
            <span className={classNames(styles.reportFact, text.dang)}>{counted(missing, ['incompleto', 'incompletos'])}</span>
          ) : null}
          <CommandButton id="go.handover" icon label="Entregar ao escritório" />
        </>
      }
      onOpen={row => openTitle(c, row.kind, row.id)}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{row.history}</span>
          <span className={classNames(text.tabular, text.med)}>{formatAmount(row.amount_cents)}</span>
          <span className={classNames(text.m, text.small)}>
            {row.debit ?? 'falta o débito'} · {row.credit ?? 'falta o crédito'}
          </span>
          <span className={row.state === 'READY' ? classNames(text.m, text.small) : classNames(text.dang, text.small)}>
            {ACCOUNTING_STATE_LABELS[row.state]}
          </span>
        </div>
      )}
      file={file}
      empty={{ title: 'Nada liquidado neste mês', text: 'O arquivo traz o que foi pago, recebido e transferido.' }}
    />
  )
}
