// The screen of a described register: its list, and its addresses that run a command.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
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
import { hasSiblings, SiblingTabs } from '../sibling-tabs.tsx'
import { useScreenSearch, useSetSearch } from '../where.ts'
import { totalsOf } from './columns.tsx'
import { listed } from './list.tsx'
import { type Register, type Registered, useRecords } from './records.tsx'

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
  const { c, id, reading, list: all } = useRecords(of)
  const { [area]: filter = '' } = useScreenSearch()
  const setSearch = useSetSearch()
  const list = useMemo(() => listed(of), [of])
  const { rows, head } = useTabs(of, all, reading.data !== undefined)
  const phone = usePhone()
  return (
    <ListingScreen
      {...list}
      label={screens[area].title}
      kind={kind}
      rows={rows}
      reading={reading}
      sums={totalsOf(of, rows, phone)}
      filter={filter}
      onFilter={text => setSearch({ [area]: text })}
      toolbar={`${area}.toolbar`}
      openId={id}
      addressOf={row => recordPath(`${area}.detail`, c, row.id)}
      head={hasSiblings(area) ? <SiblingTabs at={area} /> : head}
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
