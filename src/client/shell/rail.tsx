// The rail: short for whoever looks after one company, whole and in groups for an office; below the thumb on a phone.
import { useEffect, useRef, useState } from 'react'
import { saveRailShape } from '#client/features/settings/rail-preference.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Popover } from '#client/kit/popover.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { useOffice } from '#client/surfaces/office.ts'
import { useRailShape } from '#client/surfaces/rail-shape.ts'
import { EVERY_DAY, MORE, PHONE_BAR } from '#commands/rails.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { type Rights, type ScreenId, screens } from '#commands/screens.ts'
import type { CompanySummary } from '#contract/companies.ts'
import { formatCount } from '#domain/text.ts'
import { BottomBar } from './bottom-bar.tsx'
import styles from './rail.module.css'
import { AreaLink, currentOf, type Entry, entryOf, everything, type Group, GroupedLinks, type LinksProps, openTo } from './rail-links.tsx'

const OFFICE = 'Escritório'
const WHOLE = 'Ver o menu completo'
const SHORT = 'Menu curto'
const listed = (Object.entries(screens) as [ScreenId, ScreenRecord][]).filter(([, screen]) => screen.rail)
const HEADINGS = [...new Set(listed.map(([, screen]) => screen.rail ?? ''))].filter(heading => heading !== OFFICE)
const under = (heading: string, company?: CompanySummary): Entry[] =>
  listed.filter(([, screen]) => screen.rail === heading).map(([screen]) => entryOf({ screen }, company))

const openGroups = (groups: readonly Group[], rights: Rights): Group[] =>
  groups.map(({ heading, entries }) => ({ heading, entries: entries.filter(openTo(rights)) })).filter(({ entries }) => entries.length > 0)

interface CompanyRailProps {
  companyId: string
  company: CompanySummary | undefined
  screen: ScreenId | undefined
  /** Undefined until they are known: nothing is offered yet. */
  rights: Rights | undefined
}

export function CompanyRail({ companyId, company, screen, rights }: CompanyRailProps) {
  const { isOffice, known } = useOffice()
  const { shape } = useRailShape()
  const whole = shape.whole ?? isOffice
  useIntent('rail.toggle', () => saveRailShape({ ...shape, whole: !whole }))
  const isPhone = usePhone()
  if (!rights || !known) return <nav className={styles.rail} aria-label="Áreas" />
  // Whoever is of an office finds the way back to its queue below the company's own areas.
  const office = isOffice ? [{ heading: OFFICE, entries: under(OFFICE).filter(({ id }) => id === 'queue') }] : []
  const all = openGroups([...HEADINGS.map(heading => ({ heading, entries: under(heading, company) })), ...office], rights)
  const short = { days: daysOf(company, rights), more: moreOf(company, rights) }
  if (isPhone) {
    const bar = PHONE_BAR.map(entry => entryOf(entry, company)).filter(openTo(rights))
    const rest = short.days.filter(({ id }) => bar.every(entry => entry.id !== id))
    return (
      <BottomBar
        bar={bar}
        groups={whole ? all : [{ heading: 'Dia a dia', entries: rest }, ...short.more]}
        screen={screen}
        companyId={companyId}
        creates
        toggle={isOffice ? null : <RailToggle label={whole ? SHORT : WHOLE} />}
      />
    )
  }
  if (whole)
    return <WholeRail groups={all} current={currentOf(everything(all), screen)} companyId={companyId} folds mayShorten={!isOffice} />
  return <ShortRail {...short} companyId={companyId} screen={screen} />
}

/** What an owner opens every week: of entries that stand for one another, the first the person may open. */
const daysOf = (company: CompanySummary | undefined, rights: Rights): readonly Entry[] =>
  EVERY_DAY.flatMap(choices => choices.map(entry => entryOf(entry, company)).find(openTo(rights)) ?? [])

const moreOf = (company: CompanySummary | undefined, rights: Rights): readonly Group[] =>
  openGroups(
    MORE.map(({ heading, entries }) => ({ heading, entries: entries.map(entry => entryOf(entry, company)) })),
    rights,
  )

interface WholeRailProps extends LinksProps {
  /** Headings close and open their group. */
  folds?: boolean
  mayShorten?: boolean
}

function WholeRail({ groups, current, companyId, folds, mayShorten }: WholeRailProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area is current, which may stand out of sight
  useEffect(() => {
    nav.current?.querySelector('li:has(> [aria-current])')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current?.id])
  return (
    <nav className={styles.rail} aria-label="Áreas" ref={nav}>
      {folds ? (
        groups.map(group => <FoldingGroup key={group.heading} {...group} current={current} companyId={companyId} />)
      ) : (
        <GroupedLinks groups={groups} current={current} companyId={companyId} />
      )}
      {mayShorten ? <RailToggle label={SHORT} /> : null}
    </nav>
  )
}

function FoldingGroup({ heading, entries, current, companyId }: Group & Pick<LinksProps, 'current' | 'companyId'>) {
  const { shape } = useRailShape()
  const isFolded = shape.folded.includes(heading)
  const waiting = entries.reduce((sum, { count }) => sum + count, 0)
  const fold = () =>
    saveRailShape({ ...shape, folded: isFolded ? shape.folded.filter(one => one !== heading) : [...shape.folded, heading] })
  // A folded group keeps the area one is in.
  const shown = isFolded ? entries.filter(({ id }) => id === current?.id) : entries
  return (
    <div className={styles.group}>
      <h2>
        <button type="button" aria-expanded={!isFolded} onClick={fold}>
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size="s" />
          <span className={styles.label}>{heading}</span>
          {isFolded && waiting > 0 ? <span className={styles.n}>{formatCount(waiting)}</span> : null}
        </button>
      </h2>
      <ul>
        {shown.map(entry => (
          <AreaLink key={entry.id} entry={entry} isOn={entry.id === current?.id} companyId={companyId} />
        ))}
      </ul>
    </div>
  )
}

function RailToggle({ label, onGo }: { label: string; onGo?(): void }) {
  const { shape } = useRailShape()
  const { isOffice } = useOffice()
  const toggle = () => {
    saveRailShape({ ...shape, whole: !(shape.whole ?? isOffice) })
    onGo?.()
  }
  return (
    <button type="button" className={styles.toggle} aria-label={label} title={label} onClick={toggle}>
      <Icon name="menu" />
      <span className={styles.label}>{label}</span>
    </button>
  )
}

interface ShortRailProps extends Pick<CompanyRailProps, 'companyId' | 'screen'> {
  days: readonly Entry[]
  more: readonly Group[]
}

function ShortRail({ days, more, companyId, screen }: ShortRailProps) {
  const daily = currentOf(days, screen)
  const current = currentOf(everything(more), screen)
  return (
    <nav className={classNames(styles.rail, styles.short)} aria-label="Áreas">
      <ul>
        {days.map(entry => (
          <AreaLink key={entry.id} entry={entry} isOn={entry === daily} companyId={companyId} />
        ))}
      </ul>
      <More groups={more} current={current} isOn={daily === undefined && current !== undefined} companyId={companyId} />
    </nav>
  )
}

function More({ isOn, ...links }: LinksProps & { isOn: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={classNames(styles.moreRow, isOn && styles.on)}>
      <Popover
        label="Mais áreas"
        side="right"
        width={228}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" aria-haspopup="dialog" aria-label="Mais" title="Mais áreas">
            <Icon name="ellipsis" />
            <span className={styles.label}>Mais</span>
          </button>
        }
      >
        <nav className={styles.moreAreas} aria-label="Mais áreas">
          <GroupedLinks {...links} onGo={close} />
          <RailToggle label={WHOLE} onGo={close} />
        </nav>
      </Popover>
    </div>
  )
}

/** `closed` to whoever is of no office: it leads nowhere then. */
export function OfficeRail({ screen, closed }: { screen: ScreenId | undefined; closed: boolean }) {
  const groups = closed ? [] : [{ heading: OFFICE, entries: under(OFFICE) }]
  const entries = everything(groups)
  const isPhone = usePhone()
  if (isPhone && closed) return null
  if (isPhone) return <BottomBar bar={entries.slice(0, 4)} groups={groups} screen={screen} />
  return <WholeRail groups={groups} current={currentOf(entries, screen)} />
}
