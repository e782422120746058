// Closed periods: the list of those in force, closing another, and the history of who closed and reopened what.
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call, callColumns } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { type Search, useCompanyId, useSetSearch } from '#client/surfaces/where.ts'
import { type DateRange, entries } from '#contract/entries.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayInSaoPaulo,
  diffDays,
  endOfMonth,
  formatDay,
  formatMonth,
  isDay,
  monthOf,
  startOfMonth,
} from '#domain/days.ts'
import { CLOSE_ERROR_MESSAGES, closeError } from '#domain/periods.ts'
import './entries.css'

/** 'outubro de 2026', 'agosto a setembro de 2026' for whole months, else the two days. */
export function rangeName({ start_date, end_date }: Pick<DateRange, 'start_date' | 'end_date'>): string {
  if (start_date !== startOfMonth(start_date) || end_date !== endOfMonth(end_date))
    return `${formatDay(start_date)} a ${formatDay(end_date)}`
  const [first, last] = [formatMonth(monthOf(start_date)), formatMonth(monthOf(end_date))]
  if (first === last) return first
  return `${start_date.slice(0, 4) === end_date.slice(0, 4) ? first.split(' ')[0] : first} a ${last}`
}

const dayOf = (instant: string): string => formatDay(dayInSaoPaulo(Date.parse(instant)))
const byWhom = (instant: string, name: string | null): string => [dayOf(instant), name].filter(Boolean).join(' · ')

const COLUMNS: readonly ListingColumn<DateRange>[] = [
  { id: 'name', title: 'Período', least: 160, render: row => rangeName(row), sort: row => row.start_date },
  {
    id: 'start_date',
    title: 'De',
    width: 110,
    render: row => <span className="tabular">{formatDay(row.start_date)}</span>,
    sort: row => row.start_date,
  },
  {
    id: 'end_date',
    title: 'Até',
    width: 110,
    render: row => <span className="tabular">{formatDay(row.end_date)}</span>,
    sort: row => row.end_date,
  },
  { id: 'days', title: 'Dias', width: 70, align: 'right', render: row => diffDays(row.start_date, row.end_date) + 1 },
  {
    id: 'open',
    title: 'Em aberto ao fechar',
    width: 160,
    align: 'right',
    render: row => (row.open_entries_count === 0 ? 'nenhum' : row.open_entries_count.toLocaleString('pt-BR')),
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
  <div className="register-card">
    <span className="name">{rangeName(row)}</span>
    <RangeBadge row={row} />
    <span className="m">Fechado em {byWhom(row.closed_at, row.closed_by_name)}</span>
    <span className="m">{row.open_entries_count > 0 ? `${row.open_entries_count} em aberto` : ''}</span>
  </div>
)

export function PeriodsScreen() {
  const c = useCompanyId()
  const list = useReading(entries.dateRanges, { params: { c } })
  const closed = useMemo(() => (list.data ?? NONE).filter(range => range.status === 'CLOSED'), [list.data])
  const search = useSearch({ strict: false }) as Search
  const setSearch = useSetSearch()
  const [closing, setClosing] = useState(false)
  useIntent('range.close', () => setClosing(true))
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
      bar={<CommandButton id="range.history" variant="ghost" icon short />}
      primary={<CommandButton id="range.close" variant="primary" icon />}
      empty={{
        title: 'Nenhum período fechado',
        text: 'Fechar um mês trava os lançamentos daqueles dias: ninguém cria, altera nem exclui sem reabrir.',
        actions: <CommandButton id="range.close" variant="primary" size="form" icon />,
      }}
    >
      <ClosePeriod open={closing} onClose={() => setClosing(false)} closed={closed} />
    </ListingScreen>
  )
}

export function PeriodHistory() {
  const c = useCompanyId()
  const list = useReading(entries.dateRanges, { params: { c } })
  const search = useSearch({ strict: false }) as Search
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
      bar={<CommandButton id="range.back" variant="ghost" icon short />}
      empty={{ title: 'Nenhum período fechado até hoje', actions: <CommandButton id="range.back" size="form" /> }}
    />
  )
}

interface Preset {
  label: string
  start: Day
  end: Day
}

/** The ranges people close: the last month, the one before it, and from where the last closing ended. */
export function closePresets(today: Day, closed: readonly Pick<DateRange, 'start_date' | 'end_date'>[]): readonly Preset[] {
  const lastMonth = addMonths(startOfMonth(today), -1)
  const before = addMonths(lastMonth, -1)
  const presets: Preset[] = [
    { label: 'mês passado', start: lastMonth, end: endOfMonth(lastMonth) },
    { label: formatMonth(monthOf(before)), start: before, end: endOfMonth(before) },
  ]
  const last = closed
    .map(range => range.end_date)
    .sort()
    .at(-1)
  const next = last === undefined ? undefined : addDays(last, 1)
  if (next !== undefined && next < lastMonth) presets.push({ label: 'desde o último fechamento', start: next, end: endOfMonth(lastMonth) })
  return presets.filter(preset => closeError({ start_date: preset.start, end_date: preset.end }, closed, today) === undefined)
}

const day = (message: string) => z.string({ error: message }).refine(isDay, message)

function schemaOf(closed: readonly DateRange[], today: Day) {
  return z.object({ start_date: day('Informe o início'), end_date: day('Informe o fim') }).superRefine((range, ctx) => {
    const error = isDay(range.start_date) && isDay(range.end_date) ? closeError(range, closed, today) : undefined
    if (error) ctx.addIssue({ code: 'custom', path: ['end_date'], message: CLOSE_ERROR_MESSAGES[error] })
  })
}

function ClosePeriod({ open, onClose, closed }: { open: boolean; onClose(): void; closed: readonly DateRange[] }) {
  const c = useCompanyId()
  const today = useToday()
  const presets = useMemo(() => closePresets(today, closed), [today, closed])
  const schema = useMemo(() => schemaOf(closed, today), [closed, today])
  const first = presets[0]
  const save = async (range: { start_date: string; end_date: string }) => {
    try {
      const { data, batch_id } = await call(entries.closeDateRange, { params: { c }, body: range })
      settleWrite({ say: `Período fechado: ${rangeName(data)}`, batch_id, focus: data.id })
      onClose()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Fechar período"
      description="Os dias do período ficam travados: nada neles é criado, alterado ou excluído até alguém reabrir."
    >
      <Form
        schema={schema}
        defaults={{ start_date: (first?.start ?? null) as string, end_date: (first?.end ?? null) as string }}
        label="Fechar período"
        onSubmit={save}
        onEscape={onClose}
      >
        {form => (
          <>
            {presets.length > 0 ? (
              <div className="presets">
                {presets.map(preset => (
                  <Button
                    key={preset.label}
                    onClick={() => {
                      form.setValue('start_date', preset.start, { shouldDirty: true, shouldValidate: true })
                      form.setValue('end_date', preset.end, { shouldDirty: true, shouldValidate: true })
                    }}
                  >
                    {preset.label}
                  </Button>
                ))}
              </div>
            ) : null}
            <div className="two">
              <DayField name="start_date" label="De" bias="past" autoFocus />
              <DayField name="end_date" label="Até" bias="past" />
            </div>
            <OpenEntries c={c} />
            <FormFooter submitLabel="Fechar período" onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const SETTLED = new Set(['PAID', 'RECEIVED'])

/** What is still open in the range: said before closing, since it can then only be settled on a later day. */
function OpenEntries({ c }: { c: string }) {
  const [start, end] = useWatch({ name: ['start_date', 'end_date'] }) as (string | null)[]
  const valid = typeof start === 'string' && typeof end === 'string' && isDay(start) && isDay(end) && start <= end
  const { data: count } = useQuery({
    queryKey: ['entries.open', c, start, end],
    enabled: valid,
    queryFn: async ({ signal }) => {
      const answer = await callColumns(entries.list, { params: { c }, query: { start_date: start, end_date: end } }, { signal })
      return (answer.columns.status ?? []).filter(status => !SETTLED.has(String(status))).length
    },
  })
  if (!valid || count === undefined) return null
  if (count === 0) return <Note kind="ok">Tudo neste período já foi pago ou recebido.</Note>
  return (
    <Note kind="warning">
      {count === 1 ? '1 lançamento ainda está em aberto' : `${count.toLocaleString('pt-BR')} lançamentos ainda estão em aberto`} neste
      período. Depois de fechar, só {count === 1 ? 'poderá ser baixado' : 'poderão ser baixados'} com data posterior.
    </Note>
  )
}
