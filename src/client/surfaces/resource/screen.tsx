// The screen of a described register: its list, and its addresses that run a command.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { isCommandId } from '#commands/index.ts'
import { targetOn } from '#commands/kit/command.ts'
import { pathTo, recordPath, screens } from '#commands/screens.ts'
import { isSearchName } from '#commands/search-text.ts'
import { Runs } from '../asked/runs.tsx'
import { useWhereabouts } from '../context.ts'
import { ListingScreen } from '../listing-screen.tsx'
import { useTellAbsent } from '../missing.ts'
import { Place } from '../place.tsx'
import { useScreenSearch, useSetSearch } from '../where.ts'
import { columnsOf, totalsOf } from './columns.tsx'
import { cell, type Register, type Registered, useRecords } from './records.tsx'
import styles from './resource.module.css'

function Card<Row>({ of, row }: { of: Register<Row>; row: Row }) {
  const said = (name: string) => [of.fields[name]?.abbr, of.showOf(row, name)].filter(Boolean).join(' ')
  return (
    <div className={styles.card}>
      <span className={styles.name}>{of.nameOf(row)}</span>
      {of.amount ? <span className={classNames(textStyles.num, textStyles.med)}>{cell(of, of.amount.of, row)}</span> : null}
      {of.card.map(line => (
        <span key={line.join()} className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
          {line.length === 1 && of.fields[line[0] ?? '']?.look ? cell(of, line[0] ?? '', row) : line.map(said).filter(Boolean).join(' · ')}
        </span>
      ))}
    </div>
  )
}

/** Views of the list by the one choice that has them, each with its count. */
function useTabs<Row>(of: Register<Row>, all: readonly Row[], known: boolean) {
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const [name, field] = Object.entries(of.fields).find(([, one]) => one.tabs) ?? []
  const tabs = field?.tabs
  const inAddress = tabs && isSearchName(tabs.search) ? tabs.search : undefined
  const value = (inAddress && search[inAddress]) ?? ''
  const rows = useMemo(
    () => (name === undefined || value === '' ? all : all.filter(row => of.held(row, name) === value)),
    [of, name, all, value],
  )
  if (name === undefined || tabs === undefined || inAddress === undefined) return { rows }
  const count = (id: string) => (id === '' ? all : all.filter(row => of.held(row, name) === id)).length
  const shown = Object.entries({ '': tabs.all, ...tabs.of }).map(([id, title]) => ({ id, title, ...(known ? { count: count(id) } : {}) }))
  return { rows, head: <Tabs label={field?.title ?? ''} tabs={shown} value={value} onChange={id => setSearch({ [inAddress]: id })} /> }
}

export function ResourceScreen<Row extends Registered>({ of }: { of: Register<Row> }) {
  const { area, kind } = of
  const { c, id, reading, list } = useRecords(of)
  const { [area]: filter = '' } = useScreenSearch()
  const setSearch = useSetSearch()
  const columns = useMemo(() => columnsOf(of), [of])
  const { rows, head } = useTabs(of, list, reading.data !== undefined)
  const phone = usePhone()
  return (
    <ListingScreen
      label={screens[area].title}
      kind={kind}
      noun={of.nouns}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={of.nameOf}
      textOf={of.textOf}
      card={row => <Card of={of} row={row} />}
      sums={totalsOf(of, rows, phone)}
      isMuted={of.muted}
      filter={filter}
      onFilter={text => setSearch({ [area]: text })}
      placeholder={of.placeholder}
      toolbar={`${area}.toolbar`}
      openId={id}
      addressOf={row => recordPath(`${area}.detail`, c, row.id)}
      head={head}
      primary={<Place at={`${area}.page`} />}
      bar={<Place at={`${area}.bar`} />}
      empty={{
        title: `Nenhum${of.gender === 'a' ? 'a' : ''} ${of.nouns[0]}`,
        text: of.about,
        actions: <Place at={`${area}.empty`} />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

/** Of an address that names none. */
const NO_RECORD = null

/** `/create`, `/upload`, `/$id/delete`: the command of that name. */
export function ResourceRuns<Row extends Registered>({ of, verb }: { of: Register<Row>; verb: 'create' | 'import' | 'delete' }) {
  const { c, id, reading, record } = useRecords(of)
  useTellAbsent(reading, id === undefined ? NO_RECORD : record)
  const company = useWhereabouts(now => now.company)
  const target = useMemo(() => record && targetOn(of.kind, [record], { company, from: 'focus' }), [of, record, company])
  const command = `${of.kind}.${verb}`
  if (!isCommandId(command)) throw new Error(`no command is named ${command}`)
  return <Runs command={command} leaves={pathTo(of.area, { companyId: c })} target={target} />
}
