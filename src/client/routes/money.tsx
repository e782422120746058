// Bills, receivables, cash flow, transfers, duplicates and periods.

import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { withGrid } from '#client/kit/grid/load-grid.ts'
import { asAddress } from '#client/surfaces/address.ts'
import { type CompanyScreen, pathTo, type ScreenId } from '#commands/screens.ts'

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

/** One record and what is done with it, over whichever list its parent is. */
function recordRoutes<P extends AnyRoute>(list: P, path: string, area: 'bills' | 'receivables', over?: ScreenId) {
  const route = <Q extends AnyRoute>(parent: Q, tail: string, screen: ScreenId, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => parent, path: tail, staticData: over ? { screen, over } : { screen }, component })
  const record = route(
    list,
    `${path}/${area === 'bills' ? '$billId' : '$receivableId'}`,
    `${area}.detail`,
    lazyRouteComponent(detail, 'TitleDrawer'),
  )
  return [
    route(list, `${path}/create`, `${area}.create`, lazyRouteComponent(dialogs, 'CreateTitle')),
    route(list, `${path}/upload`, `${area}.upload`, lazyRouteComponent(dialogs, 'ImportTitles')),
    record.addChildren([
      route(record, '/split', `${area}.detail-split`, lazyRouteComponent(dialogs, 'SplitTitle')),
      route(record, '/conciliation', `${area}.detail-conciliation`, lazyRouteComponent(dialogs, 'ConciliateTitle')),
      route(record, '/delete', `${area}.detail-delete`, lazyRouteComponent(dialogs, 'DeleteTitle')),
      route(record, '/upload', `${area}.detail-upload`, lazyRouteComponent(dialogs, 'AttachToTitle')),
      route(record, '/update', `${area}.detail-update`, lazyRouteComponent(dialogs, 'UpdateTitle')),
    ]),
  ]
}

/** Bills and receivables: the same screens under two names. Children open over the living list. */
function titleRoutes<P extends AnyRoute>(company: P, area: 'bills' | 'receivables') {
  const list = screenRoute(company, `/${area}`, area, lazyRouteComponent(titles, area === 'bills' ? 'BillsScreen' : 'ReceivablesScreen'))
  return list.addChildren([
    ...recordRoutes(list, '', area),
    screenRoute(list, '/split', `${area}.bulk-split`, lazyRouteComponent(dialogs, 'BulkSplit')),
    screenRoute(list, '/conciliation', `${area}.bulk-conciliation`, lazyRouteComponent(dialogs, 'BulkConciliation')),
    screenRoute(list, '/delete', `${area}.bulk-delete`, lazyRouteComponent(dialogs, 'BulkDelete')),
    screenRoute(list, '/update', `${area}.bulk-update`, lazyRouteComponent(dialogs, 'BulkUpdate')),
  ])
}

/** What leads from an address of the cash flow to where it is. */
function leading<P extends AnyRoute>(parent: P, path: string, to: (companyId: string) => Parameters<typeof asAddress>[0]) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { screen: null },
    beforeLoad: ({ params }) => {
      throw redirect(asAddress(to((params as { companyId: string }).companyId)))
    },
  })
}

/** One direction of the cash flow: the list itself shows it. */
const oneWay = (filter: string) => (companyId: string) => ({
  to: pathTo('entries', { companyId }),
  search: (before: object) => ({ ...before, fluxo: filter }),
})

/** The cash flow: its children open over its list, bills and receivables as under their own. */
function cashFlowRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/cash-flow', 'entries', lazyRouteComponent(flow, 'EntriesScreen'))
  const elsewhere = (screen: CompanyScreen) => (companyId: string) => ({ to: pathTo(screen, { companyId }), search: true as const })
  return list.addChildren([
    screenRoute(list, '/upload', 'entries.upload', lazyRouteComponent(flow, 'ImportEntries')),
    screenRoute(list, '/transfers/create', 'entries.transfer', lazyRouteComponent(flow, 'CreateTransferHere')),
    screenRoute(
      list,
      '/categories',
      'entries.categories',
      lazyRouteComponent(() => import('#client/features/entries/flow-categories.tsx'), 'FlowCategories'),
    ),
    leading(list, '/bills', oneWay('tipo:saída')),
    leading(list, '/receivables', oneWay('tipo:entrada')),
    leading(list, '/bills/capture', elsewhere('capture')),
    leading(list, '/bills/paper', elsewhere('bills.paper')),
    ...recordRoutes(list, '/bills', 'bills', 'entries'),
    ...recordRoutes(list, '/receivables', 'receivables', 'entries'),
  ])
}

export function moneyRoutes<P extends AnyRoute>(company: P) {
  const transfers = screenRoute(
    company,
    '/transfers',
    'transfers',
    lazyRouteComponent(() => import('#client/features/transfers/transfers.tsx'), 'TransfersScreen'),
  )
  return [
    titleRoutes(company, 'bills'),
    screenRoute(company, '/bills/paper', 'bills.paper', lazyRouteComponent(dialogs, 'BillFromPaper')),
    titleRoutes(company, 'receivables'),
    cashFlowRoutes(company),
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
    transfers.addChildren([
      screenRoute(
        transfers,
        '/create',
        'transfers.create',
        lazyRouteComponent(() => import('#client/features/transfers/create-transfer.tsx'), 'CreateTransfer'),
      ),
    ]),
  ]
}
