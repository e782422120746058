// An area as a link: icon, name, what waits there, and the key that leads to it.
import { Link } from '@tanstack/react-router'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { Area } from '#commands/kit/when.ts'
import type { RailEntry } from '#commands/rails.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { opensWith, type Rights, type ScreenId, screens } from '#commands/screens.ts'
import type { CompanySummary } from '#contract/companies.ts'
import { DUE_WARNING_DAYS } from '#domain/due.ts'
import { counted, formatCount } from '#domain/text.ts'
import styles from './rail.module.css'

export interface Entry {
  id: ScreenId
  screen: ScreenRecord
  label: string
  /** The areas it stands for. */
  areas: readonly Area[]
  count: number
  /** What is counted, in words. */
  counted?: string | undefined
}

interface Waiting {
  count: number
  words: string
}

const VENCIDAS = ['vencida', 'vencidas'] as const
const COUNTS: Partial<Record<ScreenId, (company: CompanySummary) => Waiting>> = {
  bills: ({ overdue_bills_count: late, due_soon_bills_count: soon }) => ({
    count: late + soon,
    words: `${counted(late, VENCIDAS)} e ${counted(soon, ['que vence', 'que vencem'])} em ${DUE_WARNING_DAYS} dias`,
  }),
  receivables: ({ overdue_receivables_count: count }) => ({ count, words: counted(count, VENCIDAS) }),
  conciliation: ({ pending_lines_count: count }) => ({ count, words: counted(count, ['linha a conciliar', 'linhas a conciliar']) }),
}

export function entryOf({ screen: id, label, areas = [], counts = id }: RailEntry, company?: CompanySummary): Entry {
  const screen: ScreenRecord = screens[id]
  const waiting = company && COUNTS[counts]?.(company)
  return {
    id,
    screen,
    label: label ?? screen.label ?? screen.title,
    areas: [screen.area, ...areas],
    count: waiting?.count ?? 0,
    counted: waiting?.words,
  }
}

/** An area the person may not see is not listed: no dead links. */
export const openTo = (rights: Rights) => (entry: Entry) => opensWith(entry.screen, rights)

/** The entry of this screen, else the first that stands for its area. */
export function currentOf(entries: readonly Entry[], screen: ScreenId | undefined): Entry | undefined {
  if (screen === undefined) return undefined
  return entries.find(({ id }) => id === screen) ?? entries.find(({ areas }) => areas.includes(screens[screen].area))
}

interface AreaLinkProps {
  entry: Entry
  isOn: boolean
  companyId?: string | undefined
  onGo?: (() => void) | undefined
}

export function AreaLink({ entry: { id, screen, label, count, counted: words }, isOn, companyId, onGo }: AreaLinkProps) {
  const [chord] = useHouse(state => state.registry).chordsOf({ id: `go.${id}` })
  return (
    <li className={isOn ? styles.on : undefined}>
      <Link
        to={screen.path}
        params={{ companyId } as never}
        activeOptions={{ exact: true }}
        aria-current={isOn ? 'page' : undefined}
        title={count > 0 && words ? `${screen.title}: ${words}` : screen.title}
        onClick={onGo}
      >
        {screen.icon ? <Icon name={screen.icon} /> : null}
        <span className={styles.label}>{label}</span>
        {count > 0 ? <span className={styles.n}>{formatCount(count)}</span> : null}
        {chord ? <Kbd chord={shownChord(chord)} /> : null}
      </Link>
    </li>
  )
}

export interface Group {
  heading: string
  entries: readonly Entry[]
}

export const everything = (groups: readonly Group[]): readonly Entry[] => groups.flatMap(({ entries }) => entries)

export interface LinksProps {
  groups: readonly Group[]
  current: Entry | undefined
  companyId?: string | undefined
  onGo?: (() => void) | undefined
}

export function GroupedLinks({ groups, current, ...link }: LinksProps) {
  return groups.map(({ heading, entries }) => (
    <div key={heading} className={styles.group}>
      <h2>{heading}</h2>
      <ul>
        {entries.map(entry => (
          <AreaLink key={entry.id} entry={entry} isOn={entry.id === current?.id} {...link} />
        ))}
      </ul>
    </div>
  ))
}
