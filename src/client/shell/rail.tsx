// The rail: every area that exists, under its heading, with what waits there and the key that leads to it.
import { Link } from '@tanstack/react-router'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { Area } from '#commands/kit/when.ts'
import { opensWith, type ScreenId, type ScreenRecord, screens } from '#commands/screens.ts'
import type { CompanySummary } from '#contract/companies.ts'

interface RailProps {
  companyId: string
  company: CompanySummary | undefined
  area: Area
  rights: Readonly<Record<string, string>>
}

type Count = (company: CompanySummary) => number
const COUNTS: Partial<Record<ScreenId, Count>> = {
  bills: company => company.overdue_bills_count + company.due_soon_bills_count,
  receivables: company => company.overdue_receivables_count,
  conciliation: company => company.pending_lines_count,
}

const entries = Object.entries(screens) as [ScreenId, ScreenRecord][]
const HEADINGS = [...new Set(entries.flatMap(([, screen]) => screen.rail ?? []))]

/** An area the person may not see is not listed: no dead links. */
export function Rail({ companyId, company, area, rights }: RailProps) {
  const registry = useHouse(state => state.registry)
  return (
    <nav className="rail" aria-label="Áreas">
      {HEADINGS.map(heading => (
        <div key={heading} className="rail-group">
          <h2>{heading}</h2>
          <ul>
            {entries
              .filter(([, screen]) => screen.rail === heading && opensWith(screen, rights))
              .map(([id, screen]) => {
                const on = screen.area === area
                const count = company ? COUNTS[id]?.(company) : undefined
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
                      <span className="label">{screen.title}</span>
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
