// The screens of a company, inside its frame. Routes are thin: address, screen, component.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireSession } from '#client/features/auth/session-rule.ts'
import { CompanyFrame } from '#client/shell/company-frame.tsx'
import { NotFound } from '#client/shell/route-states.tsx'
import { goodsRoutes } from './goods.tsx'
import { moneyRoutes } from './money.tsx'
import { peopleRoutes } from './people.tsx'
import { registerRoutes } from './registers.tsx'
import type { rootRoute } from './root.tsx'
import { statementRoutes } from './statements.tsx'

export function companyRoutes(parent: typeof rootRoute) {
  const company = createRoute({
    getParentRoute: () => parent,
    path: '/company/$companyId',
    staticData: { screen: null },
    beforeLoad: requireSession,
    component: CompanyFrame,
    notFoundComponent: NotFound,
  })
  const home = createRoute({
    getParentRoute: () => company,
    path: '/',
    staticData: { screen: null },
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/company/$companyId/bills', params } as never)
    },
  })
  const notifications = createRoute({
    getParentRoute: () => parent,
    path: '/notifications',
    staticData: { screen: 'notifications' },
    beforeLoad: requireSession,
    component: lazyRouteComponent(() => import('#client/features/notifications/notifications.tsx'), 'NotificationsScreen'),
  })
  return [
    company.addChildren([home, ...moneyRoutes(company), ...statementRoutes(company), ...registerRoutes(company), ...goodsRoutes(company)]),
    company.addChildren([home, ...moneyRoutes(company), ...statementRoutes(company), ...registerRoutes(company), ...peopleRoutes(company)]),
    notifications,
  ]
}

export type CompanyRoute = Parameters<typeof moneyRoutes>[0]
