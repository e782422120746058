// What was done, newest first, by day: who, when, how many rows; one opened tells before and after, and can be undone or done again.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#client/data/api.ts'
import { keptShown, useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { momentWords } from '#client/kit/moment-words.ts'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Batch, batches } from '#contract/batches.ts'
import { addDays, dayInSaoPaulo, formatDay, formatHour } from '#domain/days.ts'
import { formatCount } from '#domain/text.ts'
import { type Change, changeWords, DEED_LABELS } from './change-words.ts'
import styles from './history.module.css'

const PAGE = 100
const NONE: readonly never[] = []

export interface HistoryRow extends Batch {
  at: number
  day: string
  /** The first of its day carries the day's name. */
  first: boolean
}

/** The reader, whoever else it was, with the key the work was left to, or the product itself. */
const authorOf = ({ mine, user_name, key_name }: Batch): string =>
  mine ? 'Você' : user_name && key_name ? `${user_name}, pela chave ${key_name}` : (user_name ?? 'Razão')

/** The batches with their day and hour in São Paulo. */
export function byDay(list: readonly Batch[]): readonly HistoryRow[] {
  let last = ''
  return list.map(batch => {
    const at = Date.parse(batch.created_at)
    const day = dayInSaoPaulo(at)
    const first = day !== last
    last = day
    return { ...batch, at, day, first }
  })
}

const dayName = (day: string, today: string): string => (day === today ? 'Hoje' : day === addDays(today, -1) ? 'Ontem' : formatDay(day))

function useHistory(c: string) {
  const queryKey = [batches.list.id, { c }, 'pages']
  return useInfiniteQuery({
    ...keptShown(queryKey),
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(batches.list, { params: { c }, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next_cursor,
    meta: { tags: batches.list.spec.reads ?? [], company_id: c },
  })
}

function State({ row, reason }: { row: Batch; reason: string | undefined }) {
  if (reason !== undefined)
    return (
      <Badge tone="danger" icon="triangle-alert">
        Não dá para desfazer
      </Badge>
    )
  if (row.undone_by_id !== null)
    return (
      <Badge tone="quiet" icon="undo">
        Desfeita
      </Badge>
    )
  if (!row.undoable)
    return (
      <Badge tone="quiet" icon="lock">
        {row.irreversible ? 'Não se desfaz' : 'Prazo encerrado'}
      </Badge>
    )
  return row.undo_of_id === null ? null : (
    <Badge tone="muted" icon="rotate-ccw">
      Desfaz outra
    </Badge>
  )
}

function columnsOf(today: string, refused: ReadonlyMap<string, string>): readonly RegisterColumn<HistoryRow>[] {
  return [
    {
      id: 'day',
      title: 'Dia',
      width: 104,
      render: row => <span className={row.first ? textStyles.med : textStyles.vh}>{dayName(row.day, today)}</span>,
    },
    {
      id: 'hour',
      title: 'Hora',
      width: 72,
      render: row => <span className={classNames(textStyles.tabular, textStyles.m)}>{formatHour(row.at)}</span>,
    },
    { id: 'label', title: 'O que foi feito', least: 240, render: row => row.label },
    {
      id: 'who',
      title: 'Quem',
      width: 176,
      leaves: 1,
      render: row => (row.mine || row.user_name ? authorOf(row) : <span className={textStyles.m}>{authorOf(row)}</span>),
    },
    {
      id: 'rows',
      title: 'Registros',
      width: 96,
      align: 'right',
      leaves: 2,
      render: row => formatCount(row.rows_count),
    },
    { id: 'state', title: 'Situação', width: 184, render: row => <State row={row} reason={refused.get(row.id)} /> },
  ]
}

function BatchCard({ row, today }: { row: HistoryRow; today: string }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{row.label}</span>
      <State row={row} reason={undefined} />
      <span className={classNames(textStyles.m, textStyles.small)}>
        {dayName(row.day, today)}, {formatHour(row.at)}
      </span>
      <span className={classNames(textStyles.m, textStyles.small)}>{authorOf(row)}</span>
    </div>
  )
}

export function HistoryScreen() {
  const c = useCompanyId()
  const today = useToday()
  const setSearch = useSetSearch()
  const { historico: filter = '' } = useScreenSearch()
  const history = useHistory(c)
  const [openId, setOpenId] = useState<string>()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const rows = useMemo(() => byDay(history.data?.pages.flatMap(page => page.data) ?? NONE), [history.data])
  const columns = useMemo(() => columnsOf(today, refused), [today, refused])
  useIntent('history.answered', ({ id, reason }) => {
    setRefused(before => {
      const next = new Map(before)
      if (reason === undefined) next.delete(id)
      else next.set(id, reason)
      return next
    })
  })
  const open = rows.find(row => row.id === openId)
  return (
    <ListingScreen
      label="Histórico"
      kind="batch"
      noun={['alteração', 'alterações']}
      rows={rows}
      reading={history}
      columns={columns}
      rowName={row => row.label}
      textOf={row => [row.label, authorOf(row), formatDay(row.day)].join(' ')}
      card={row => <BatchCard row={row} today={today} />}
      isMuted={row => row.undone_by_id !== null}
      selectable={false}
      filter={filter}
      onFilter={text => setSearch({ historico: text })}
      placeholder="Filtrar por ação, pessoa ou dia"
      toolbar="history.toolbar"
      openId={openId}
      onOpen={row => setOpenId(row.id)}
      bar={
        history.hasNextPage ? (
          <Button variant="ghost" icon="history" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Carregar mais antigas
          </Button>
        ) : undefined
      }
      empty={{ title: 'Nada foi feito ainda', text: 'Cada alteração na empresa aparece aqui e pode ser desfeita por 30 dias.' }}
    >
      {open ? <BatchDrawer key={open.id} c={c} row={open} reason={refused.get(open.id)} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

const SHOWN = 200

function BatchDrawer({ c, row, reason, onClose }: { c: string; row: HistoryRow; reason: string | undefined; onClose(): void }) {
  const registers = useRegisters(c)
  const reading = useReading(batches.rows, { params: { c, id: row.id } })
  const changes = useMemo(() => (reading.data ?? NONE).map(one => changeWords(one, registers)), [reading.data, registers])
  return (
    <RecordDrawer
      id={row.id}
      list="history"
      label={row.label}
      where={momentWords(row.at, Date.now())}
      onClose={onClose}
      footer={
        row.undone_by_id === null ? (
          <CommandButton id="batch.undo" variant="primary" icon />
        ) : (
          <CommandButton id="batch.redo" variant="primary" icon />
        )
      }
    >
      <section>
        <h2>{row.label}</h2>
        <p className={textStyles.m}>{row.mine ? 'Feito por você' : `Feito por ${authorOf(row)}`}</p>
        {reason ? <Note kind="danger">{reason}</Note> : null}
        {row.undone_by_id !== null ? <Note kind="info">Esta alteração foi desfeita</Note> : null}
        {!row.undoable && row.undone_by_id === null ? (
          <Note kind="info">{row.irreversible ? 'Esta ação não pode ser desfeita' : 'O prazo para desfazer terminou'}</Note>
        ) : null}
      </section>
      {reading.isError ? (
        <ErrorState title="Não foi possível ler a alteração" error={reading.error} onRetry={() => void reading.refetch()} />
      ) : reading.isPending ? (
        <Skeleton rows={6} />
      ) : (
        <DrawerSection title={changes.length === 1 ? 'O que mudou' : `O que mudou em ${formatCount(changes.length)} registros`}>
          {changes.slice(0, SHOWN).map(change => (
            <ChangeView key={change.id} change={change} undone={row.undone_by_id !== null} />
          ))}
          {changes.length === 0 ? (
            <p className={classNames(textStyles.m, textStyles.small)}>Nenhum registro guardado desta alteração.</p>
          ) : null}
          {changes.length > SHOWN ? (
            <p className={classNames(textStyles.m, textStyles.small)}>e mais {formatCount(changes.length - SHOWN)} registros</p>
          ) : null}
        </DrawerSection>
      )}
    </RecordDrawer>
  )
}

function ChangeView({ change, undone }: { change: Change; undone: boolean }) {
  return (
    <article className={styles.change}>
      <h4>
        {change.title} <span className={classNames(textStyles.m, styles.m)}>{DEED_LABELS[change.deed]}</span>
      </h4>
      {change.fields.length === 0 ? (
        <p className={classNames(textStyles.m, textStyles.small)}>{undone ? 'De novo como era antes' : 'Nada do que se vê mudou'}</p>
      ) : (
        <dl>
          {change.fields.map(field => (
            <div key={field.label}>
              <dt>{field.label}</dt>
              <dd>
                {change.deed === 'created' ? null : <del>{field.before}</del>}
                {change.deed === 'changed' ? (
                  <span className={textStyles.m} aria-hidden="true">
                    →
                  </span>
                ) : null}
                {change.deed === 'deleted' ? null : <ins>{field.after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}
