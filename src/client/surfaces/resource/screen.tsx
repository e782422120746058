// The screen of a described register: its list, its drawer, and its addresses that run a command.
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import type { CommandId } from '#commands/index.ts'
import { type RecordName, targetOn } from '#commands/kit/command.ts'
import { placeIn, type RegisterArea } from '#commands/places.ts'
import { pathTo, screens } from '#commands/screens.ts'
import { capitalized } from '#domain/text.ts'
import type { Resource } from '#resources/kit/resource.ts'
import { ActsOnRecord } from '../acts-on-record.tsx'
import { discard } from '../asked/draft.ts'
import { AskedInDrawer, useAskedInDrawer } from '../asked/in-drawer.tsx'
import { Runs } from '../asked/runs.tsx'
import { useWhereabouts } from '../context.ts'
import { ListingScreen, type RegisterColumn } from '../listing-screen.tsx'
import { Place } from '../place.tsx'
import { Detail, RecordDrawer } from '../record-drawer.tsx'
import { type Search, useCompanyId, useSetSearch } from '../where.ts'
import styles from './resource.module.css'

interface Registered {
  readonly id: string
}
type Register<Row> = Resource<'product' | 'service', RegisterArea, Row, unknown>

const NONE: readonly never[] = []

/** The records, and the one in the address. */
function useRecords<Row extends Registered>({ rows, param }: Register<Row>) {
  const c = useCompanyId()
  const { [param]: id } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>
  const reading = useReading(rows.list, { params: { c } } as never)
  const list = (reading.data ?? NONE) as readonly Row[]
  return { c, id, reading, list, record: list.find(one => one.id === id) }
}

/** A value as its kind looks in a cell. */
function cell<Row>(of: Register<Row>, name: string, row: Row): ReactNode {
  const { kind } = of.fields[name] ?? {}
  const shown = of.showOf(row, name)
  if (name === of.title) return <span className="med">{shown}</span>
  if (kind === 'flag') return shown ? <Badge tone="info">{shown}</Badge> : <span className="m">—</span>
  if (kind === 'money' && of.held(row, name) === 0) return <span className="m">{shown}</span>
  return kind === 'pick' || kind === 'digits' ? <span className="tabular">{shown}</span> : shown
}

const columnsOf = <Row,>(of: Register<Row>): readonly RegisterColumn<Row>[] =>
  of.columns.map(id => {
    const { title = id, kind, column, sort } = of.fields[id] ?? {}
    return {
      id,
      title,
      ...column,
      ...(kind === 'money' || kind === 'rate' ? { align: 'right' } : {}),
      sort: row => sort?.(of.held(row, id) as never) ?? null,
      // One of a closed set, or of a list: what rows have in common.
      ...(kind === 'choice' || kind === 'flag' || kind === 'pick' ? { groupable: (row: Row) => of.showOf(row, id) } : {}),
      render: row => cell(of, id, row),
    }
  })

function Card<Row>({ of, row }: { of: Register<Row>; row: Row }) {
  const said = (name: string) => [of.fields[name]?.abbr, of.showOf(row, name)].filter(Boolean).join(' ')
  return (
    <div className={styles.card}>
      <span className={styles.name}>{of.nameOf(row)}</span>
      <span className="num med">{cell(of, of.amount.of, row)}</span>
      {of.card.map(line => (
        <span key={line.join()} className="m small tabular">
          {line.map(said).join(' · ')}
        </span>
      ))}
    </div>
  )
}

export function ResourceScreen<Row extends Registered>({ of }: { of: Register<Row> }) {
  const { area, kind, param } = of
  const { c, id, reading, list } = useRecords(of)
  const { [area]: filter = '' } = useSearch({ strict: false }) as Search
  const setSearch = useSetSearch()
  const columns = useMemo(() => columnsOf(of), [of])
  return (
    <ListingScreen
      label={screens[area].title}
      kind={kind}
      noun={of.nouns}
      rows={list}
      reading={reading}
      columns={columns}
      rowName={of.nameOf}
      textOf={of.textOf}
      card={row => <Card of={of} row={row} />}
      filter={filter}
      onFilter={text => setSearch({ [area]: text })}
      placeholder={of.placeholder}
      toolbar={`${area}.toolbar`}
      openId={id}
      addressOf={row => pathTo(`${area}.detail`, { companyId: c, [param]: row.id })}
      primary={<Place at={placeIn(area, 'page')} />}
      bar={<Place at={placeIn(area, 'bar')} />}
      empty={{
        title: `Nenhum${of.gender === 'a' ? 'a' : ''} ${of.nouns[0]}`,
        text: of.about,
        actions: <Place at={placeIn(area, 'empty')} />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function ResourceDrawer<Row extends Registered>({ of }: { of: Register<Row> }) {
  const { id = '', record, reading } = useRecords(of)
  const asking = useAskedInDrawer(of.kind, id)
  const [dirty, setDirty] = useState(false)
  const [noun] = of.nouns
  const missing = !reading.isPending && !reading.isError && record === undefined
  const body = () => {
    if (reading.isError || missing)
      return (
        <ErrorState
          title={missing ? `Est${of.gender === 'a' ? 'a' : 'e'} ${noun} não existe mais` : `Não foi possível abrir ${of.gender} ${noun}`}
          text={reading.error?.message}
          onRetry={() => void reading.refetch()}
        />
      )
    if (record === undefined) return <Skeleton rows={6} />
    return asking ? <AskedInDrawer key={asking.key} asking={asking} onDirty={setDirty} /> : <Facts of={of} record={record} />
  }
  return (
    <ActsOnRecord kind={of.kind as RecordName} record={record as never}>
      <RecordDrawer
        id={id}
        list={of.area}
        label={record ? of.nameOf(record) : capitalized(noun)}
        where={capitalized(noun)}
        dirty={asking !== undefined && dirty}
        onLeaveForm={asking && (() => discard(asking))}
        footer={record && !asking ? <Place at={placeIn(of.area, 'drawer')} /> : undefined}
      >
        {body()}
      </RecordDrawer>
    </ActsOnRecord>
  )
}

function Facts<Row>({ of, record }: { of: Register<Row>; record: Row }) {
  const { amount, lead, drawer } = of
  const described = lead && of.showOf(record, lead)
  return (
    <>
      <section>
        <h2>{of.nameOf(record)}</h2>
        <div className="amount-line">
          <span className="big">{cell(of, amount.of, record)}</span>
          {amount.per ? <span className="m">por {of.showOf(record, amount.per)}</span> : null}
        </div>
        {described ? <p className="m">{described}</p> : null}
      </section>
      {Object.entries(drawer).map(([title, facts], at) => (
        <DrawerSection key={title} title={title} action={at === 0 ? <Place at={placeIn(of.area, 'facts')} /> : undefined}>
          <dl className="kv">
            {facts.map(fact => {
              const [name, said] =
                typeof fact === 'string' ? [of.fields[fact]?.title ?? fact, of.showOf(record, fact)] : [fact[0], fact[1](record)]
              return (
                <Detail key={name} name={name}>
                  {said}
                </Detail>
              )
            })}
          </dl>
        </DrawerSection>
      ))}
    </>
  )
}

/** `/create`, `/upload`, `/$id/delete`: the command of that name. */
export function ResourceRuns<Row extends Registered>({ of, verb }: { of: Register<Row>; verb: 'create' | 'import' | 'delete' }) {
  const { c, record } = useRecords(of)
  const company = useWhereabouts(now => now.company)
  const target = useMemo(() => record && targetOn(of.kind, [record], { company, from: 'focus' }), [of, record, company])
  return <Runs command={`${of.kind}.${verb}` as CommandId} leaves={pathTo(of.area, { companyId: c })} target={target} />
}
