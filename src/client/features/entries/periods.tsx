// Closed periods: the list of those in force, and the history of who closed and reopened what.

import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type DateRange, entries } from '#contract/entries.ts'
import { diffDays, formatDay, formatInstant } from '#domain/days.ts'
import { rangeName } from '#domain/periods.ts'
import { formatCount } from '#domain/text.ts'

const byWhom = (instant: string, name: string | null): string => [formatInstant(instant), name].filter(Boolean).join(' · ')

const COLUMNS: readonly ListingColumn<DateRange>[] = [
  { id: 'name', title: 'Período', least: 160, render: row => rangeName(row), sort: row => row.start_date },
  {
    id: 'start_date',
    title: 'De',
    width: 110,
    leaves: 1,
    render: row => <span className={text.tabular}>{formatDay(row.start_date)}</span>,
    sort: row => row.start_date,
  },
  {
    id: 'end_date',
    title: 'Até',
    width: 110,
    leaves: 1,
    render: row => <span className={text.tabular}>{formatDay(row.end_date)}</span>,
    sort: row => row.end_date,
  },
  { id: 'days', title: 'Dias', width: 70, leaves: 2, align: 'right', render: row => diffDays(row.start_date, row.end_date) + 1 },
  {
    id: 'open',
    title: 'Em aberto ao fechar',
    width: 160,
    leaves: 3,
    align: 'right',
    render: row => (row.open_entries_count === 0 ? 'nenhum' : formatCount(row.open_entries_count)),
    sort: row => row.open_entries_count,
  },
  { id: 'closed', title: 'Fechado em', width: 220, render: row => byWhom(row.closed_at, row.closed_by_name), sort: row => row.closed_at },
]

const HISTORY_COLUMNS: readonly ListingColumn<DateRange>[] = [
  ...COLUMNS.filter(column => column.id !== 'days'),
  {
    id: 'opened',
    title: 'Reaberto em',
    width: 220,
    render: row => (row.opened_at === null ? '' : byWhom(row.opened_at, row.opened_by_name)),
    sort: row => row.opened_at,
  },
  { id: 'status', title: 'Situação', width: 120, render: row => <RangeBadge row={row} />, sort: row => row.status },
]

function RangeBadge({ row }: { row: DateRange }) {
  return row.status === 'CLOSED' ? (
    <Badge tone="ok" icon="lock">
      Fechado
    </Badge>
  ) : (
    <Badge tone="quiet" icon="lock-open">
      Reaberto
    </Badge>
  )
}

const NONE: readonly DateRange[] = []
const textOf = (row: DateRange) =>
  [rangeName(row), formatDay(row.start_date), formatDay(row.end_date), row.closed_by_name, row.opened_by_name].join(' ')

const card = (row: DateRange) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{rangeName(row)}</span>
    <RangeBadge row={row} />
    <span className={text.m}>Fechado em {byWhom(row.closed_at, row.closed_by_name)}</span>
    <span className={text.m}>{row.open_entries_count > 0 ? `${row.open_entries_count} em aberto` : ''}</span>
  </div>
)

export function PeriodsScreen() {
  const c = useCompanyId()
  const list = useReading(entries.dateRanges, { params: { c } })
  const closed = useMemo(() => (list.data ?? NONE).filter(range => range.status === 'CLOSED'), [list.data])
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  return (
    <ListingScreen
      label="Períodos fechados"
      kind="date_range"
      rows={closed}
      reading={list}
      columns={COLUMNS}
      rowName={rangeName}
      toolbar="periods.toolbar"
      noun={['período fechado', 'períodos fechados']}
      textOf={textOf}
      filter={search.periodos ?? ''}
      onFilter={periodos => setSearch({ periodos })}
      placeholder="Filtrar por mês, dia, pessoa"
      card={card}
      bar={<Place at="periods.bar" />}
      primary={<Place at="periods.page" />}
      empty={{
        title: 'Nenhum período fechado',
        text: 'Fechar um mês trava os lançamentos daqueles dias: ninguém cria, altera nem exclui sem reabrir.',
        actions: <Place at="periods.empty" />,
      }}
    />
  )
}

export function PeriodHistory() {
  const c = useCompanyId()
  const list = useReading(entries.dateRanges, { params: { c } })
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  return (
    <ListingScreen
      label="Histórico de períodos"
      kind="date_range"
      rows={list.data ?? NONE}
      reading={list}
      columns={HISTORY_COLUMNS}
      rowName={rangeName}
      toolbar="periods.toolbar"
      noun={['período', 'períodos']}
      textOf={textOf}
      filter={search.periodos ?? ''}
      onFilter={periodos => setSearch({ periodos })}
      placeholder="Filtrar por mês, dia, pessoa"
      isMuted={row => row.status === 'OPEN'}
      card={card}
      bar={<Place at="periods-history.bar" />}
      empty={{ title: 'Nenhum período fechado até hoje', actions: <Place at="periods-history.empty" /> }}
    />
  )
}
