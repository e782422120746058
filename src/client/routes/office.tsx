// The office over its companies, inside its own frame; and the pages behind a link, a question's or a month's, outside all frames.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession } from '#client/features/auth/session-rule.ts'
import { fetchHouse, inHouse } from '#client/shell/fetch-house.ts'
import { NotFound } from '#client/shell/route-states.tsx'
import { screenRoute } from './money.tsx'
import type { rootRoute } from './root.tsx'

const companies = () => import('#client/features/office/companies.tsx')
const notes = () => import('#client/features/office/notes.tsx')

export function officeRoutes(parent: typeof rootRoute) {
  const office = createRoute({
    getParentRoute: () => parent,
    path: '/organization',
    staticData: { screen: null },
    beforeLoad: requireSession,
    component: lazyRouteComponent(fetchHouse, 'OfficeFrame'),
    notFoundComponent: NotFound,
  })
  const companyList = screenRoute(office, '/companies', 'organization.companies', lazyRouteComponent(companies, 'OfficeCompanies'))
  const question = createRoute({
    getParentRoute: () => parent,
    path: '/question/$token',
    staticData: { screen: 'question' },
    component: lazyRouteComponent(
      inHouse(() => import('#client/features/questions/question-page.tsx')),
      'QuestionPage',
    ),
  })
  const month = createRoute({
    getParentRoute: () => parent,
    path: '/month/$token',
    staticData: { screen: 'reports.public' },
    component: lazyRouteComponent(() => import('#client/features/reports/month/public-month.tsx'), 'PublicMonth'),
  })
  return [
    office.addChildren([
      screenRoute(
        office,
        '/',
        'organization',
        lazyRouteComponent(() => import('#client/features/office/home.tsx'), 'OfficeHome'),
      ),
      screenRoute(
        office,
        '/queue',
        'queue',
        lazyRouteComponent(() => import('#client/features/office/queue.tsx'), 'QueueScreen'),
      ),
      companyList.addChildren([
        screenRoute(companyList, '/$officeCompanyId', 'organization.company', lazyRouteComponent(companies, 'OfficeCompanyDrawer')),
      ]),
      screenRoute(
        office,
        '/users',
        'organization.users',
        lazyRouteComponent(() => import('#client/features/office/users.tsx'), 'OfficeUsers'),
      ),
      screenRoute(office, '/fiscal-documents', 'organization.fiscal-documents', lazyRouteComponent(notes, 'FiscalDocuments')),
      screenRoute(office, '/product-nfe', 'organization.product-nfe', lazyRouteComponent(notes, 'ReceivedInvoices')),
      screenRoute(
        office,
        '/payment-orders',
        'organization.payment-orders',
        lazyRouteComponent(() => import('#client/features/office/orders.tsx'), 'OfficeOrders'),
      ),
    ]),
    question,
    month,
  ] as const
}
