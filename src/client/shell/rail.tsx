// The rail: every area that exists, under its heading, with what waits there and the key that leads to it.
import { Link } from '@tanstack/react-router'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { useOffice } from '#client/surfaces/office.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { Area } from '#commands/kit/when.ts'
import { opensWith, type ScreenId, type ScreenRecord, screens } from '#commands/screens.ts'
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

function Rail({ groups, companyId, isOn, countOf }: RailProps) {
  const registry = useHouse(state => state.registry)
  return (
    <nav className="rail" aria-label="Áreas">
      {groups
        .filter(({ listed }) => listed.length > 0)
        .map(({ heading, listed }) => (
          <div key={heading} className="rail-group">
            <h2>{heading}</h2>
            <ul>
              {listed.map(([id, screen]) => {
                const on = isOn([id, screen])
                const count = countOf?.(id)
                const [chord] = registry.chordsOf(`go.${id}`)
                return (
                  <li key={id} className={on ? 'on' : undefined}>
                    <Link
                      to={screen.path}
                      params={{ companyId } as never}
                      activeOptions={{ exact: true }}
                      aria-current={on ? 'page' : undefined}
                      title={screen.title}
                    >
                      {screen.icon ? <Icon name={screen.icon} /> : null}
                      <span className="label">{screen.label ?? screen.title}</span>
                      {count ? <span className="n">{count.toLocaleString('pt-BR')}</span> : null}
                      {chord ? <Kbd chord={shownChord(chord)} /> : null}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
    </nav>
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
  rights: Readonly<Record<string, string>>
}

/** An area the person may not see is not listed: no dead links. */
const openUnder = (heading: string, rights: CompanyRailProps['rights']) => under(heading).filter(([, screen]) => opensWith(screen, rights))

/** Whoever is of an office finds the way back to its queue below the company's own areas. */
export function CompanyRail({ companyId, company, area, rights }: CompanyRailProps) {
  const { isOffice } = useOffice()
  const groups = HEADINGS.map(heading => ({ heading, listed: openUnder(heading, rights) }))
  const queue = under(OFFICE).filter(([id]) => id === 'queue')
  return (
    <Rail
      groups={isOffice ? [...groups, { heading: OFFICE, listed: queue }] : groups}
      companyId={companyId}
      isOn={([, screen]) => screen.area === area}
      countOf={id => (company ? COUNTS[id]?.(company) : undefined)}
    />
  )
}

export function OfficeRail({ screen }: { screen: ScreenId | undefined }) {
  return <Rail groups={[{ heading: OFFICE, listed: under(OFFICE) }]} isOn={([id]) => id === screen} />
}
