// The office's queue: every company with what waits in it, the most urgent first; Enter goes where its work begins.

import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { useToday } from '#client/kit/today.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { workOf } from '#commands/organization.ts'
import { type QueueCompany, queue } from '#contract/queue.ts'
import { type Day, diffDays, formatDay, monthOf } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import { byUrgency, CERTIFICATE_WARNING_DAYS, certificateDays, hasWork } from '#domain/queue.ts'
import { counted, formatCount } from '#domain/text.ts'
import styles from './office.module.css'

const NONE: readonly never[] = []
/** A statement this old is worth asking for. */
const STALE_STATEMENT_DAYS = 7

const SHOWN = {
  work: { title: 'Com trabalho', keeps: (company: QueueCompany, today: Day) => hasWork(company, today) },
  answers: { title: 'Respondidas', keeps: (company: QueueCompany) => company.answers_count > 0 },
  doubts: { title: 'Com sugestões', keeps: (company: QueueCompany) => company.doubts_count > 0 },
  overdue: {
    title: 'Com vencidas',
    keeps: (company: QueueCompany) => company.overdue_bills_count + company.overdue_receivables_count > 0,
  },
  all: { title: 'Todas', keeps: () => true },
} as const
type Shown = keyof typeof SHOWN
const STATES = Object.keys(SHOWN) as Shown[]

/** '10/2026' */
const shortMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`

const count = (value: number, tone: 'danger' | 'med' | '' = '') =>
  value === 0 ? (
    <span className={textStyles.m}>—</span>
  ) : (
    <span className={classNames(textStyles.tabular, styles.tabular, tone === 'danger' && styles.danger, tone === 'med' && textStyles.med)}>
      {formatCount(value)}
    </span>
  )

export function certificateWords(company: Pick<QueueCompany, 'certificate_until'>, today: Day): string {
  const days = certificateDays(company, today)
  if (days === undefined) return 'sem certificado'
  if (days < 0) return `vencido há ${-days} d`
  return days === 0 ? 'vence hoje' : `${days} d`
}

function Certificate({ company, today }: { company: QueueCompany; today: Day }) {
  const days = certificateDays(company, today)
  const words = certificateWords(company, today)
  if (days === undefined) return <span className={textStyles.m}>—</span>
  if (days > CERTIFICATE_WARNING_DAYS) return <span className={textStyles.tabular}>{words}</span>
  return (
    <Badge tone={days < 0 ? 'danger' : 'warning'} icon="triangle-alert">
      {words}
    </Badge>
  )
}

const isStale = (company: QueueCompany, today: Day): boolean =>
  company.last_statement_date !== null && diffDays(company.last_statement_date, today) > STALE_STATEMENT_DAYS

function columnsOf(today: Day): readonly RegisterColumn<QueueCompany>[] {
  return [
    {
      id: 'name',
      title: 'Empresa',
      least: 240,
      sort: company => company.name,
      render: company => (
        <>
          <span className={textStyles.med}>{company.name}</span>{' '}
          <span className={textStyles.m}>final {formatDocument(company.document_number).slice(-7)}</span>
        </>
      ),
    },
    {
      id: 'answers',
      title: 'Respostas',
      width: 104,
      align: 'right',
      sort: company => company.answers_count,
      sums: formatCount,
      render: company =>
        company.answers_count > 0 ? (
          <Badge tone="info" icon="mail">
            {company.answers_count}
          </Badge>
        ) : company.questions_count > 0 ? (
          <span className={textStyles.m}>{company.questions_count} em aberto</span>
        ) : (
          <span className={textStyles.m}>—</span>
        ),
    },
    {
      id: 'pending',
      title: 'A conciliar',
      width: 96,
      align: 'right',
      sort: company => company.pending_lines_count,
      sums: formatCount,
      render: company => count(company.pending_lines_count, 'med'),
    },
    {
      id: 'doubts',
      title: 'Sugestões',
      width: 96,
      align: 'right',
      leaves: 4,
      sort: company => company.doubts_count,
      sums: formatCount,
      render: company => count(company.doubts_count),
    },
    {
      id: 'bills',
      title: 'A pagar vencidas',
      width: 124,
      align: 'right',
      sort: company => company.overdue_bills_count,
      sums: formatCount,
      render: company => count(company.overdue_bills_count, 'danger'),
    },
    {
      id: 'receivables',
      title: 'A receber vencidas',
      width: 136,
      align: 'right',
      leaves: 5,
      sort: company => company.overdue_receivables_count,
      sums: formatCount,
      render: company => count(company.overdue_receivables_count, 'danger'),
    },
    {
      id: 'statement',
      title: 'Último extrato',
      width: 112,
      leaves: 3,
      sort: company => company.last_statement_date,
      render: company =>
        company.last_statement_date === null ? (
          <span className={textStyles.m}>nenhum</span>
        ) : (
          <span className={isStale(company, today) ? classNames(textStyles.tabular, styles.stale) : textStyles.tabular}>
            {formatDay(company.last_statement_date)}
          </span>
        ),
    },
    {
      id: 'month',
      title: 'Mês em aberto',
      width: 116,
      leaves: 2,
      sort: company => company.open_month,
      groupable: company => (company.open_month === null ? '' : shortMonth(company.open_month)),
      render: company => (company.open_month === null ? <span className={textStyles.m}>—</span> : shortMonth(company.open_month)),
    },
    {
      id: 'certificate',
      title: 'Certificado',
      width: 132,
      leaves: 1,
      sort: company => company.certificate_until,
      render: company => <Certificate company={company} today={today} />,
    },
  ]
}

/** What a phone says of a company in one line. */
function summaryOf(company: QueueCompany): string {
  const parts = [
    company.answers_count > 0 ? counted(company.answers_count, ['resposta', 'respostas']) : '',
    company.pending_lines_count > 0 ? `${company.pending_lines_count} a conciliar` : '',
    company.overdue_bills_count > 0 ? `${company.overdue_bills_count} a pagar vencidas` : '',
    company.overdue_receivables_count > 0 ? `${company.overdue_receivables_count} a receber vencidas` : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'Em dia' : parts.join(' · ')
}

function QueueCard({ company, today }: { company: QueueCompany; today: Day }) {
  const late = company.open_month !== null && company.open_month < monthOf(today)
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{company.name}</span>
      {company.answers_count > 0 ? <Badge tone="info" icon="mail">{`${company.answers_count}`}</Badge> : <span />}
      <span className={classNames(textStyles.m, textStyles.small)}>{summaryOf(company)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>
        {late && company.open_month ? `${shortMonth(company.open_month)} em aberto` : ''}
      </span>
    </div>
  )
}

export function QueueScreen() {
  const today = useToday()
  const setSearch = useSetSearch()
  const { fila: filter = '', mostrar } = useScreenSearch()
  const shown = STATES.find(id => id === mostrar) ?? 'work'
  const reading = useReading(queue.list)
  const rows = reading.data ?? NONE
  const ordered = useMemo(() => rows.filter(company => SHOWN[shown].keeps(company, today)).sort(byUrgency(today)), [rows, shown, today])
  const columns = useMemo(() => columnsOf(today), [today])
  return (
    <ListingScreen
      label="Fila do contador"
      kind="queue_company"
      noun={['empresa', 'empresas']}
      rows={ordered}
      reading={reading}
      columns={columns}
      rowName={company => company.name}
      textOf={company => [company.name, company.document_number, TAX_REGIME_LABELS[company.tax_regime]].join(' ')}
      card={company => <QueueCard company={company} today={today} />}
      isMuted={company => !hasWork(company, today)}
      selectable={false}
      filter={filter}
      onFilter={text => setSearch({ fila: text })}
      placeholder="Filtrar por nome, CNPJ ou regime"
      toolbar="queue.toolbar"
      onOpen={company => houseOptions().ports.go(workOf(company))}
      head={
        <Tabs
          label="Mostrar"
          value={shown}
          onChange={id => setSearch({ mostrar: id })}
          tabs={STATES.map(id => ({ id, title: SHOWN[id].title, count: rows.filter(company => SHOWN[id].keeps(company, today)).length }))}
        />
      }
      primary={<Place at="queue.page" />}
      empty={
        rows.length === 0
          ? { title: 'Nenhuma empresa', text: 'As empresas que você atende aparecem aqui, com o que espera em cada uma.' }
          : { title: 'Nada esperando', text: 'Nenhuma empresa está neste estado agora.' }
      }
    />
  )
}
