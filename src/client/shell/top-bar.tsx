// The top bar: mark, company, screen, period, search, notifications and the person.

import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { pageBrand } from '#client/kit/brand.ts'
import { BrandMark } from '#client/kit/brand-mark.tsx'
import { IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import frame from '#client/kit/layout/frame.module.css'
import text from '#client/kit/look/text.module.css'
import { Menu } from '#client/kit/menu.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { intend } from '#client/surfaces/intents.ts'
import { openPalette } from '#client/surfaces/palette-store.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { readPeriod, useScreenSearch } from '#client/surfaces/where.ts'
import type { CommandId } from '#commands/index.ts'
import { auth } from '#contract/auth.ts'
import type { CompanySummary } from '#contract/companies.ts'
import { notifications } from '#contract/notifications.ts'
import { BRAND_NAMES } from '#domain/brands.ts'
import { formatDocument } from '#domain/documents.ts'

const STRIPES = 8

/** The stripe helps the eye; the name and the CNPJ's ending identify. */
export function stripeOf(companyId: string): string {
  let sum = 0
  for (const char of companyId) sum = (sum * 31 + char.charCodeAt(0)) % 9973
  return `var(--stripe-${(sum % STRIPES) + 1})`
}

const initials = (name: string | null | undefined): string =>
  (name ?? '?')
    .split(/\s+/)
    .filter(Boolean)
    .map(word => word.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

function useRun() {
  const registry = useHouse(state => state.registry)
  return (id: CommandId) => {
    const command = registry.get(id)
    if (command) void runCommand(command, { source: 'button' })
  }
}

interface TopBarProps {
  /** None in the office: no company is open there. */
  companyId?: string
  company?: CompanySummary | undefined
  title: string
  /** What the screen shows before a period is chosen; absent where there is nothing to choose. */
  unchosen?: 'month' | 'all' | undefined
}

function CompanyChip({ company, companyId }: Pick<TopBarProps, 'company' | 'companyId'>) {
  const ending = company ? formatDocument(company.document_number).slice(-7) : ''
  const office = companyId === undefined
  return (
    <button
      type="button"
      className={frame.co}
      style={{ ['--stripe' as string]: office ? 'transparent' : stripeOf(companyId) }}
      onClick={() => openPalette({ mode: '/' })}
      aria-label={office ? 'Todas as empresas, escolher uma' : `Empresa ${company?.name ?? ''}, trocar`}
      aria-keyshortcuts="g e"
    >
      <span className={classNames(text.med, frame.med)}>{office ? 'Todas as empresas' : (company?.name ?? '…')}</span>
      {office ? null : <span className={classNames(text.m, frame.ending)}>final {ending}</span>}
      <Icon name="chevron-down" size="s" />
    </button>
  )
}

function PeriodChooser({ unchosen }: { unchosen: 'month' | 'all' }) {
  const { periodo } = useScreenSearch()
  const { label, brief = label } = readPeriod(periodo ?? (unchosen === 'all' ? 'tudo' : undefined))
  const phone = usePhone()
  const run = useRun()
  return (
    <span className={frame.period}>
      <IconButton icon="chevron-left" label="Período anterior" variant="ghost" onClick={() => intend('period.previous')} />
      <button type="button" className={frame.month} aria-label={label} onClick={() => run('period.choose')}>
        {phone ? brief : label}
      </button>
      <IconButton icon="chevron-right" label="Próximo período" variant="ghost" onClick={() => intend('period.next')} />
    </span>
  )
}

export function TopBar({ company, companyId, title, unchosen }: TopBarProps) {
  const run = useRun()
  const user = useReading(auth.profile).data
  const brand = pageBrand()
  const unread = useReading(notifications.list, { query: {} }).data?.filter(one => one.readed_at === null).length ?? 0
  return (
    <header className={frame.top}>
      <Link to="/" className={frame.brand} aria-label="Razão, início">
        <BrandMark brand={brand} />
        <span>{BRAND_NAMES[brand]}</span>
      </Link>
      <CompanyChip company={company} {...(companyId === undefined ? {} : { companyId })} />
      <span className={classNames(text.sep, frame.sep)} />
      <h1 className={frame.title}>{title}</h1>
      {unchosen ? <PeriodChooser unchosen={unchosen} /> : null}
      <button
        type="button"
        className={frame.ask}
        aria-label="Buscar ou executar"
        onClick={() => openPalette()}
        aria-keyshortcuts="Control+K"
      >
        <Icon name="search" size="s" />
        <span>Buscar ou executar</span>
        <Kbd chord="mod+k" />
      </button>
      <Link to="/notifications" className={frame.bell} aria-label={unread > 0 ? `Notificações, ${unread} não lidas` : 'Notificações'}>
        <Icon name="bell" />
        {unread > 0 ? <b>{unread > 9 ? '9+' : unread}</b> : null}
      </Link>
      <Menu
        label="Sua conta"
        align="end"
        trigger={
          <button type="button" className={frame.me} aria-label={`Sua conta: ${user?.name ?? ''}`}>
            {initials(user?.name)}
          </button>
        }
        entries={[
          { caption: user?.name ?? '' },
          { id: 'help.open', label: 'Atalhos do teclado', icon: 'keyboard', keys: '?', run: () => run('help.open') },
          ...(companyId === undefined
            ? []
            : [
                { id: 'go.profile', label: 'Perfil', icon: 'user' as const, keys: 'g a p', run: () => run('go.profile') },
                { id: 'go.settings', label: 'Configurações', icon: 'settings-2' as const, keys: 'g a g', run: () => run('go.settings') },
              ]),
          { id: 'theme.toggle', label: 'Alternar tema', icon: 'moon', run: () => run('theme.toggle') },
          'separator',
          { id: 'session.sign-out', label: 'Sair', icon: 'log-out', run: () => run('session.sign-out') },
        ]}
      />
    </header>
  )
}
