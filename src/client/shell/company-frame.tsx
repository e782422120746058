// The frame of a company: top bar, rail, the screen, footer. It also tells the surfaces where the person is.

import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { reading } from '#client/data/queries.ts'
import { COMPANIES, permissionsOf } from '#client/data/read-ahead.ts'
import { accountsOf, categoriesOf, contactsOf } from '#client/data/registers.ts'
import { ReturnStrip } from '#client/features/dashboard/return-strip.tsx'
import { useServerPreferences } from '#client/features/settings/use-server-preferences.ts'
import { setPageTitle } from '#client/kit/brand.ts'
import frame from '#client/kit/layout/frame.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { FormScreen } from '#client/surfaces/asked/form-screen.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { FileDrop } from '#client/surfaces/file-drop.tsx'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { useQuietKeyCaps } from '#client/surfaces/key-caps.ts'
import { rememberCompany } from '#client/surfaces/landing.ts'
import { isNotFound } from '#client/surfaces/missing.ts'
import { useOffice } from '#client/surfaces/office.ts'
import { monthAway, useCompanyId, usePeriod, useSetSearch } from '#client/surfaces/where.ts'
import type { Need } from '#commands/kit/gate.ts'
import type { Screen } from '#commands/kit/when.ts'
import { screens, unchosenPeriod } from '#commands/screens.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { BANK_CAPABILITIES } from '#domain/payments/digital-banks.ts'
import { useDurableUndo } from './durable-undo.ts'
import { Frame, useFocusKept, useListScreen, useScreen } from './frame.tsx'
import { CompanyRail } from './rail.tsx'
import { NOT_FOUND_TITLE, NotFound, NotFoundPage } from './route-states.tsx'
import { TopBar } from './top-bar.tsx'
import { useRealtime } from './use-realtime.ts'

const mayBy = (rights: Readonly<Record<string, string>>) => (need: Need) => {
  const [resource = '', action = ''] = need.split(':')
  return rights[resource]?.includes(action) ?? false
}

/** The period's own moves, wherever a company is open. */
function usePeriodMoves(): void {
  const period = usePeriod()
  const set = useSetSearch()
  useIntent('period.previous', () => set({ periodo: monthAway(period, -1) }))
  useIntent('period.next', () => set({ periodo: monthAway(period, 1) }))
  useIntent('period.all', () => set({ periodo: 'tudo' }))
  useIntent('period.set', ({ start, end }) => set({ periodo: `${start}..${end}` }))
}

/** The bank that keeps the Pix keys on its own site, as commands of keys must know. */
function useKeysAt(c: string, rights: Readonly<Record<string, string>> | undefined): string | undefined {
  const mayRead = rights !== undefined && mayBy(rights)('digital_account:v')
  const account = useQuery({ ...reading(digitalAccounts.get, { params: { c } }), enabled: mayRead }).data
  return account && !BANK_CAPABILITIES[account.environment].keys ? (account.bank_name ?? 'banco') : undefined
}

export function CompanyFrame() {
  useServerPreferences()
  const companyId = useCompanyId()
  const screen = useScreen('bills')
  const listScreen = useListScreen(screen)
  const title = screen ? screens[screen].title : NOT_FOUND_TITLE
  const permissions = useQuery(permissionsOf(companyId))
  const list = useQuery(COMPANIES)
  const company = list.data?.find(one => one.id === companyId)
  const name = company?.name
  const rights = permissions.data?.rights
  const { isOffice, known, mayOffice } = useOffice()
  useQuietKeyCaps(known && !isOffice)
  const manages = mayOffice('users', 'c')
  usePeriodMoves()
  useLayer('page')
  const keys_at = useKeysAt(companyId, rights)
  useQuery(accountsOf(companyId))
  useQuery(categoriesOf(companyId))
  useQuery(contactsOf(companyId))

  useLayoutEffect(() => {
    setWhereabouts(
      {
        area: screen ? screens[screen].area : 'global',
        screen: (screen ?? 'global') as Screen,
        list: (listScreen ?? 'global') as Screen,
        company: { id: companyId, name: name ?? '', keys_at },
        ...(rights ? { can: mayBy(rights) } : {}),
        office: isOffice,
        manages,
      },
      Date.now(),
    )
    setPageTitle(name === undefined ? title : `${title} · ${name}`)
  }, [screen, listScreen, title, companyId, name, keys_at, rights, isOffice, manages])
  const isMine = rights !== undefined
  useEffect(() => {
    if (isMine) rememberCompany(companyId)
  }, [isMine, companyId])
  useRealtime()
  useFocusKept()
  useDurableUndo(companyId, rights?.reports?.includes('v') ?? false)

  if (isNotFound(permissions.error)) return <NotFoundPage />
  if (permissions.isError)
    return <ErrorState title="Não foi possível abrir a empresa" error={permissions.error} onRetry={() => void permissions.refetch()} />
  return (
    <Frame
      top={<TopBar company={company} companyId={companyId} title={title} unchosen={screen && unchosenPeriod(screen)} />}
      rail={<CompanyRail companyId={companyId} company={company} screen={listScreen} rights={rights} />}
      busy={!isMine}
    >
      {!screen ? (
        <NotFound />
      ) : !rights ? (
        <Skeleton />
      ) : (
        <FormScreen companyId={companyId} title={title}>
          <div className={frame.stack}>
            <ReturnStrip companyId={companyId} />
            <div className={frame.beside}>
              <Outlet />
            </div>
          </div>
          <FileDrop />
        </FormScreen>
      )}
    </Frame>
  )
}
