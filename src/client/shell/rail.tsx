// The rail: every area that exists, under its heading, with what waits there and the key that leads to it.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '#client/kit/dialog.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import frame from '#client/kit/layout/frame.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { useOffice } from '#client/surfaces/office.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { Area } from '#commands/kit/when.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { opensWith, type ScreenId, screens } from '#commands/screens.ts'
import type { CompanySummary } from '#contract/companies.ts'

type Listed = [id: ScreenId, screen: ScreenRecord]
const entries = Object.entries(screens) as Listed[]
const OFFICE = 'Escritório'
const HEADINGS = [...new Set(entries.flatMap(([, screen]) => screen.rail ?? []))].filter(heading => heading !== OFFICE)
const under = (heading: string): readonly Listed[] => entries.filter(([, screen]) => screen.rail === heading)

interface RailProps {
  groups: readonly { heading: string; listed: readonly Listed[] }[]
  companyId?: string
  isOn(listed: Listed): boolean
  countOf?(id: ScreenId): number | undefined
}

function Rail(props: RailProps) {
  const nav = useRef<HTMLElement>(null)
  const current = props.groups.flatMap(({ listed }) => listed).find(props.isOn)?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area is current, which may stand out of sight
  useEffect(() => {
    nav.current?.querySelector('li:has(> [aria-current])')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav className={frame.rail} aria-label="Áreas" ref={nav}>
      <Groups {...props} />
      {usePhone() ? <AllAreas {...props} /> : null}
    </nav>
  )
}

function Groups({ groups, ...links }: RailProps & { onGo?(): void }): ReactNode {
  return groups
    .filter(({ listed }) => listed.length > 0)
    .map(({ heading, listed }) => (
      <div key={heading} className={frame.railGroup}>
        <h2>{heading}</h2>
        <ul>
          {listed.map(one => (
            <AreaLink key={one[0]} listed={one} {...links} />
          ))}
        </ul>
      </div>
    ))
}

interface AreaLinkProps extends Omit<RailProps, 'groups'> {
  listed: Listed
  onGo?(): void
}

function AreaLink({ listed, companyId, isOn, countOf, onGo }: AreaLinkProps) {
  const [id, screen] = listed
  const [chord] = useHouse(state => state.registry).chordsOf({ id: `go.${id}` })
  const on = isOn(listed)
  const count = countOf?.(id)
  return (
    <li className={on ? frame.on : undefined}>
      <Link
        to={screen.path}
        params={{ companyId } as never}
        activeOptions={{ exact: true }}
        aria-current={on ? 'page' : undefined}
        title={screen.title}
        onClick={() => onGo?.()}
      >
        {screen.icon ? <Icon name={screen.icon} /> : null}
        <span className={frame.label}>{screen.label ?? screen.title}</span>
        {count ? <span className={frame.n}>{count.toLocaleString('pt-BR')}</span> : null}
        {chord ? <Kbd chord={shownChord(chord)} /> : null}
      </Link>
    </li>
  )
}

/** A thumb's way to every area: the bar holds four of them at a time. */
function AllAreas(props: RailProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={frame.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
        Mais
      </button>
      <Dialog open={open} onClose={close} title="Áreas">
        <div className={frame.allAreas}>
          <Groups {...props} onGo={close} />
        </div>
      </Dialog>
    </>
  )
}

type Count = (company: CompanySummary) => number
const COUNTS: Partial<Record<ScreenId, Count>> = {
  bills: company => company.overdue_bills_count + company.due_soon_bills_count,
  receivables: company => company.overdue_receivables_count,
  conciliation: company => company.pending_lines_count,
}

interface CompanyRailProps {
  companyId: string
  company: CompanySummary | undefined
  area: Area
  /** Undefined until they are known: nothing is offered yet. */
  rights: Readonly<Record<string, string>> | undefined
}

/** An area the person may not see is not listed: no dead links. */
const openUnder = (heading: string, rights: Readonly<Record<string, string>>) =>
  under(heading).filter(([, screen]) => opensWith(screen, rights))

/** Whoever is of an office finds the way back to its queue below the company's own areas. */
export function CompanyRail({ companyId, company, area, rights }: CompanyRailProps) {
  const { isOffice } = useOffice()
  const groups = rights ? HEADINGS.map(heading => ({ heading, listed: openUnder(heading, rights) })) : undefined
  const queue = under(OFFICE).filter(([id]) => id === 'queue')
  return (
    <Rail
      groups={groups && isOffice ? [...groups, { heading: OFFICE, listed: queue }] : (groups ?? [])}
      companyId={companyId}
      isOn={([, screen]) => screen.area === area}
      countOf={id => (company ? COUNTS[id]?.(company) : undefined)}
    />
  )
}

export function OfficeRail({ screen }: { screen: ScreenId | undefined }) {
  return <Rail groups={[{ heading: OFFICE, listed: under(OFFICE) }]} isOn={([id]) => id === screen} />
}
