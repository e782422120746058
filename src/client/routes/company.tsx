// The screens of a company, inside its frame. Routes are thin: address, screen, component.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readAhead } from '#client/data/read-ahead.ts'
import { useSession } from '#client/data/session.ts'
import { mayBeSignedIn } from '#client/data/tokens.ts'
import { requireSession } from '#client/features/auth/session-rule.ts'
import { fetchHouse, inHouse } from '#client/shell/fetch-house.ts'
import { NotFound } from '#client/shell/route-states.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { fiscalRoutes } from './fiscal.tsx'
import { goodsRoutes } from './goods.tsx'
import { invoiceRoutes } from './invoices.tsx'
import { moneyRoutes } from './money.tsx'
import { peopleRoutes } from './people.tsx'
import { registerRoutes } from './registers.tsx'
import { reportRoutes } from './reports.tsx'
import type { rootRoute } from './root.tsx'
import { statementRoutes } from './statements.tsx'
import { connectionRoutes, publicRoutes, walletRoutes } from './wallet.tsx'

export function companyRoutes(parent: typeof rootRoute) {
  const company = createRoute({
    getParentRoute: () => parent,
    path: '/company/$companyId',
    staticData: { screen: null },
    beforeLoad: coming => {
      // A cold open asks for all of it at once; the session's own rule still decides.
      if (useSession.getState().status === 'initialized' && mayBeSignedIn()) readAhead(coming.params.companyId)
      return requireSession(coming)
    },
    component: lazyRouteComponent(fetchHouse, 'CompanyFrame'),
    notFoundComponent: NotFound,
  })
  const home = createRoute({
    getParentRoute: () => company,
    path: '/',
    staticData: { screen: null },
    beforeLoad: async ({ params }) => {
      const { defaultPage } = await fetchHouse()
      const { user } = useSession.getState()
      throw redirect(asAddress({ to: defaultPage(user?.kind, params.companyId), search: true }))
    },
  })
  const notifications = createRoute({
    getParentRoute: () => parent,
    path: '/notifications',
    staticData: { screen: 'notifications' },
    beforeLoad: requireSession,
    component: lazyRouteComponent(
      inHouse(() => import('#client/features/notifications/notifications.tsx')),
      'NotificationsScreen',
    ),
  })
  const screens = [
    ...moneyRoutes(company),
    ...statementRoutes(company),
    ...registerRoutes(company),
    ...fiscalRoutes(company),
    ...goodsRoutes(company),
    ...reportRoutes(company),
    ...invoiceRoutes(company),
    ...walletRoutes(company),
    ...connectionRoutes(company),
    ...peopleRoutes(company),
  ]
  return [company.addChildren([home, ...screens]), notifications, ...publicRoutes(parent)]
}

export type CompanyRoute = Parameters<typeof moneyRoutes>[0]
