// The frame of a company: top bar, rail, the screen, footer. It also tells the surfaces where the person is.

import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useReading } from '#client/data/queries.ts'
import { openRealtime } from '#client/data/realtime.ts'
import { accountsOf, categoriesOf, contactsOf } from '#client/data/registers.ts'
import { useServerEnterAdvances } from '#client/features/settings/enter-preference.ts'
import { useServerKeyPreferences } from '#client/features/settings/key-preferences.ts'
import { setPageTitle } from '#client/kit/brand.ts'
import { ErrorState, Spinner } from '#client/kit/states.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { setWhereabouts, useWhereabouts } from '#client/surfaces/context.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { rememberCompany } from '#client/surfaces/landing.ts'
import { isNotFound, useIsMissing } from '#client/surfaces/missing.ts'
import { useUiAction } from '#client/surfaces/ui-actions.ts'
import type { Need } from '#commands/kit/gate.ts'
import type { Screen } from '#commands/kit/when.ts'
import { type ScreenId, screens } from '#commands/screens.ts'
import { companies } from '#contract/companies.ts'
import { useDurableUndo } from './durable-undo.ts'
import { Rail } from './rail.tsx'
import { NOT_FOUND_TITLE, NotFound, NotFoundPage } from './route-states.tsx'
import './shell.css'
import { monthAway, useCompanyId, usePeriod, useSetSearch } from '#client/surfaces/where.ts'
import { TopBar } from './top-bar.tsx'

/** Undefined at an address that leads nowhere: no area is current then. */
function useScreen(): ScreenId | undefined {
  const matches = useMatches()
  const missing = useIsMissing()
  if (missing) return undefined
  return matches.map(match => match.staticData.screen).findLast(screen => screen !== null && screen !== undefined) ?? 'bills'
}

const mayBy = (rights: Readonly<Record<string, string>>) => (need: Need) => {
  const [resource = '', action = ''] = need.split(':')
  return rights[resource]?.includes(action) ?? false
}

/** The period's own moves, wherever a company is open. */
function usePeriodMoves(): void {
  const period = usePeriod()
  const set = useSetSearch()
  useUiAction('period.previous', () => set({ periodo: monthAway(period, -1) }))
  useUiAction('period.next', () => set({ periodo: monthAway(period, 1) }))
  useUiAction('period.all', () => set({ periodo: 'tudo' }))
  useUiAction('period.set', detail => {
    const { from, to, start, end } = detail as { from?: string; to?: string; start?: string; end?: string }
    const first = from ?? start
    const last = to ?? end
    if (first && last) set({ periodo: `${first}..${last}` })
  })
}

export function CompanyFrame() {
  useServerKeyPreferences()
  useServerEnterAdvances()
  const companyId = useCompanyId()
  const screen = useScreen()
  const title = screen ? screens[screen].title : NOT_FOUND_TITLE
  const permissions = useReading(companies.permissions, { params: { c: companyId } })
  const list = useReading(companies.organization)
  const company = list.data?.find(one => one.id === companyId)
  const name = company?.name
  const rights = permissions.data?.rights
  const phone = usePhone()
  usePeriodMoves()
  useLayer('page')
  useQuery(accountsOf(companyId))
  useQuery(categoriesOf(companyId))
  useQuery(contactsOf(companyId))

  useLayoutEffect(() => {
    setWhereabouts(
      {
        area: screen ? screens[screen].area : 'global',
        screen: (screen ?? 'global') as Screen,
        company: name === undefined ? { id: companyId, name: '' } : { id: companyId, name },
        ...(rights ? { can: mayBy(rights) } : {}),
      },
      Date.now(),
    )
    setPageTitle(name === undefined ? title : `${title} · ${name}`)
  }, [screen, title, companyId, name, rights])
  const isMine = rights !== undefined
  useEffect(() => {
    if (isMine) rememberCompany(companyId)
  }, [isMine, companyId])
  useEffect(() => openRealtime(), [])
  useFocusKept()
  useDurableUndo(companyId, rights?.reports?.includes('v') ?? false)

  const { area } = useWhereabouts()
  if (isNotFound(permissions.error)) return <NotFoundPage />
  if (permissions.isError)
    return (
      <ErrorState title="Não foi possível abrir a empresa" text={permissions.error.message} onRetry={() => void permissions.refetch()} />
    )
  if (!rights) return <Spinner />
  return (
    <div className={phone ? 'app phone' : 'app'}>
      <a className="skip" href="#main">
        Ir para o conteúdo
      </a>
      <TopBar company={company} companyId={companyId} title={title} />
      <Rail companyId={companyId} company={company} area={area} rights={rights} />
      <main className="main" id="main" tabIndex={-1}>
        {screen ? <Outlet /> : <NotFound />}
      </main>
      <footer className="foot" id={FOOT_ID} data-region="foot" />
    </div>
  )
}

/** Focus is never lost to the page: after a navigation that took its element away, the main region has it. */
function useFocusKept(): void {
  const path = useRouterState({ select: state => state.location.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const grid = document.querySelector<HTMLElement>('[data-region="grid"] [tabindex="0"], [data-region="grid"] .ag-cell')
      const target = grid ?? document.getElementById('main')
      target?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [path])
}
