// "Repetir em outras empresas": the lines of the office's other companies that read like what was decided here, all marked until ticked off.
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { intend, useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Records } from '#commands/kit/command.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import styles from './replay.module.css'
import { type ReplayNote, type ReplayRow, useReplay } from './use-replay.ts'

type Done = Records['replay_done']

const named = ({ category_name, contact_name }: Pick<ReplayRow, 'category_name' | 'contact_name'>): string =>
  [category_name, contact_name].filter(Boolean).join(', ')

/** 'Software e assinaturas, Nuvem Digital': what the line becomes there. */
function becomes(row: ReplayRow): string {
  if (row.answer === 'ignore') return 'Ignorar a linha'
  if (row.parts === null) return named(row)
  const parts = row.parts.map(part => [formatAmount(part.amount_cents), named(part)].filter(Boolean).join(' '))
  return `Dividir em ${row.parts.length}: ${parts.join(' + ')}`
}

const sourceOf = ({ by, times }: ReplayRow): string => (by === 'rule' ? 'pela regra' : counted(times, ['vez', 'vezes']))

const columns: readonly RegisterColumn<ReplayRow>[] = [
  {
    id: 'company',
    title: 'Empresa',
    least: 160,
    leaves: 1,
    sort: row => row.company_name,
    groupable: true,
    render: row => row.company_name,
  },
  {
    id: 'date',
    title: 'Data',
    width: 104,
    sort: row => row.date,
    render: row => <span className={textStyles.tabular}>{formatDay(row.date)}</span>,
  },
  {
    id: 'description',
    title: 'Descrição',
    least: 200,
    sort: row => row.description,
    render: row => <span className={textStyles.memo}>{row.description}</span>,
  },
  {
    id: 'amount',
    title: 'Valor',
    width: 116,
    align: 'right',
    sort: row => row.amount_cents,
    sums: formatAmount,
    render: row => <span className={textStyles.num}>{formatAmount(row.amount_cents)}</span>,
  },
  { id: 'becomes', title: 'Vira', least: 200, sort: becomes, groupable: becomes, render: becomes },
  {
    id: 'source',
    title: 'Decidido aqui',
    width: 120,
    leaves: 2,
    sort: row => row.times,
    render: row => <span className={textStyles.m}>{sourceOf(row)}</span>,
  },
]

function Card({ row }: { row: ReplayRow }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={classNames(listingScreen.name, textStyles.memo)}>{row.description}</span>
      <span className={textStyles.num}>{formatAmount(row.amount_cents)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>{becomes(row)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>{formatDay(row.date)}</span>
    </div>
  )
}

/** What was just repeated, each company with its own way back, and what cannot be repeated anywhere. */
function Told({ done, notes }: { done: readonly Done[]; notes: readonly ReplayNote[] }) {
  if (done.length === 0 && notes.length === 0) return null
  return (
    <ul className={styles.told} aria-label="Empresas">
      {done.map(one => (
        <li key={one.id}>
          <Icon name="circle-check" size="s" />
          <span className={textStyles.cut}>
            <span className={textStyles.med}>{one.company_name}</span>:{' '}
            {counted(one.lines_count, ['linha respondida', 'linhas respondidas'])}
          </span>
          <ActsOnRecord kind="replay_done" record={one}>
            <Place at="replay_done.row" />
          </ActsOnRecord>
        </li>
      ))}
      {notes.length > 0 ? (
        <li>
          <Icon name="info" size="s" />
          <details>
            <summary>{`Em ${counted(notes.length, ['empresa', 'empresas'])} há o que não se repete`}</summary>
            <ul>
              {notes.map(({ company_id, company_name, text }) => (
                <li key={company_id}>
                  <span className={textStyles.med}>{company_name}</span>: {text}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ) : null}
    </ul>
  )
}

export function ReplayScreen() {
  const companyId = useCompanyId()
  const { repetir: filter = '' } = useScreenSearch()
  const setSearch = useSetSearch()
  const { rows, notes, isEmpty, reading } = useReplay(companyId)
  const [done, setDone] = useState<readonly Done[]>([])
  useIntent('replay.done', more => setDone(before => [...more, ...before]))
  useIntent('replay.undone', id => setDone(before => before.filter(one => one.id !== id)))
  const isMarked = useRef(false)
  const isReady = !reading.isPending && rows.length > 0
  useEffect(() => {
    if (!isReady || isMarked.current) return
    isMarked.current = true
    intend('grid.select-all')
  }, [isReady])
  return (
    <div className={styles.replay}>
      <Told done={done} notes={notes} />
      <ListingScreen
        label="Linhas a repetir"
        kind="replay_line"
        noun={['linha', 'linhas']}
        rows={rows}
        reading={reading}
        columns={columns}
        groupedBy="company"
        rowName={row => `${row.company_name}, ${row.description}`}
        textOf={row => [row.company_name, row.description, becomes(row)].join(' ')}
        card={row => <Card row={row} />}
        amountOf={row => row.amount_cents}
        filter={filter}
        onFilter={text => setSearch({ repetir: text })}
        placeholder="Filtrar por empresa, descrição ou categoria"
        toolbar="replay.toolbar"
        empty={
          isEmpty
            ? { title: 'Nada decidido ainda', text: 'Regras e respostas desta empresa aparecem aqui para as outras do escritório.' }
            : { title: 'Nada a repetir', text: 'Nenhuma linha pendente das outras empresas se parece com o que foi decidido aqui.' }
        }
      />
    </div>
  )
}
