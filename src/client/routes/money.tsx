// Bills, receivables, cash flow, transfers, duplicates and periods.

import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { withGrid } from '#client/kit/grid/load-grid.ts'
import { asAddress } from '#client/surfaces/address.ts'
import type { ScreenId } from '#commands/screens.ts'

const titles = withGrid(() => import('#client/features/titles/titles-screen.tsx'))
const detail = () => import('#client/features/titles/title-drawer.tsx')
const dialogs = () => import('#client/features/titles/title-addresses.tsx')
const flow = withGrid(() => import('#client/features/entries/entries-screen.tsx'))

/** A route under a parent; the screen's record and the address are given side by side. */
export function screenRoute<P extends AnyRoute>(
  parent: P,
  path: string,
  screen: ScreenId,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({ getParentRoute: () => parent, path, staticData: { screen }, component })
}

/** Bills and receivables: the same screens under two names. Children open over the living list. */
function titleRoutes<P extends AnyRoute>(company: P, area: 'bills' | 'receivables') {
  const param = area === 'bills' ? '$billId' : '$receivableId'
  const list = screenRoute(company, `/${area}`, area, lazyRouteComponent(titles, area === 'bills' ? 'BillsScreen' : 'ReceivablesScreen'))
  const record = screenRoute(list, `/${param}`, `${area}.detail`, lazyRouteComponent(detail, 'TitleDrawer'))
  return list.addChildren([
    screenRoute(list, '/create', `${area}.create`, lazyRouteComponent(dialogs, 'CreateTitle')),
    screenRoute(list, '/upload', `${area}.upload`, lazyRouteComponent(dialogs, 'ImportTitles')),
    screenRoute(list, '/split', `${area}.bulk-split`, lazyRouteComponent(dialogs, 'BulkSplit')),
    screenRoute(list, '/conciliation', `${area}.bulk-conciliation`, lazyRouteComponent(dialogs, 'BulkConciliation')),
    screenRoute(list, '/delete', `${area}.bulk-delete`, lazyRouteComponent(dialogs, 'BulkDelete')),
    screenRoute(list, '/update', `${area}.bulk-update`, lazyRouteComponent(dialogs, 'BulkUpdate')),
    record.addChildren([
      screenRoute(record, '/split', `${area}.detail-split`, lazyRouteComponent(dialogs, 'SplitTitle')),
      screenRoute(record, '/conciliation', `${area}.detail-conciliation`, lazyRouteComponent(dialogs, 'ConciliateTitle')),
      screenRoute(record, '/delete', `${area}.detail-delete`, lazyRouteComponent(dialogs, 'DeleteTitle')),
      screenRoute(record, '/upload', `${area}.detail-upload`, lazyRouteComponent(dialogs, 'AttachToTitle')),
      screenRoute(record, '/update', `${area}.detail-update`, lazyRouteComponent(dialogs, 'UpdateTitle')),
    ]),
  ])
}

/** The spec names bills and receivables under the cash flow too: the same screens, at their own addresses. */
function twin<P extends AnyRoute>(company: P, area: 'bills' | 'receivables') {
  return createRoute({
    getParentRoute: () => company,
    path: `/cash-flow/${area}/$`,
    staticData: { screen: null },
    beforeLoad: ({ params }) => {
      const { companyId, _splat } = params as { companyId: string; _splat?: string }
      throw redirect(asAddress({ to: `/company/${companyId}/${area}${_splat ? `/${_splat}` : ''}`, search: true }))
    },
  })
}

export function moneyRoutes<P extends AnyRoute>(company: P) {
  const cashFlow = screenRoute(company, '/cash-flow', 'entries', lazyRouteComponent(flow, 'EntriesScreen'))
  return [
    titleRoutes(company, 'bills'),
    screenRoute(company, '/bills/paper', 'bills.paper', lazyRouteComponent(dialogs, 'BillFromPaper')),
    titleRoutes(company, 'receivables'),
    twin(company, 'bills'),
    twin(company, 'receivables'),
    cashFlow.addChildren([screenRoute(cashFlow, '/upload', 'entries.upload', lazyRouteComponent(flow, 'ImportEntries'))]),
    screenRoute(
      company,
      '/cash-flow/review',
      'duplicates',
      lazyRouteComponent(() => import('#client/features/entries/duplicates.tsx'), 'DuplicatesScreen'),
    ),
    screenRoute(
      company,
      '/cash-flow/date-range',
      'periods',
      lazyRouteComponent(() => import('#client/features/entries/periods.tsx'), 'PeriodsScreen'),
    ),
    screenRoute(
      company,
      '/cash-flow/date-range/history',
      'periods.history',
      lazyRouteComponent(() => import('#client/features/entries/periods.tsx'), 'PeriodHistory'),
    ),
    screenRoute(
      company,
      '/cash-flow/transfers/create',
      'transfers.create',
      lazyRouteComponent(() => import('#client/features/transfers/create-transfer.tsx'), 'CreateTransfer'),
    ),
    screenRoute(
      company,
      '/transfers',
      'transfers',
      lazyRouteComponent(() => import('#client/features/transfers/transfers.tsx'), 'TransfersScreen'),
    ),
  ]
}
