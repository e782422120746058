// Notes of service, of goods and of retail: the same screens under three names.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const lists = () => import('#client/features/invoices/invoices-screen.tsx')
const drawer = () => import('#client/features/invoices/invoice-drawer.tsx')
const addresses = () => import('#client/features/invoices/note-addresses.tsx')
const forms = () => import('#client/features/invoices/invoice-forms.ts')

const numbering = () => import('#client/features/invoices/numbering.tsx')

type Area = 'service_invoices' | 'product_invoices' | 'consumer_invoices'

function noteRoutes<P extends AnyRoute>(company: P, path: string, area: Area) {
  const screen = { service_invoices: 'Service', product_invoices: 'Product', consumer_invoices: 'Consumer' } as const
  const list = screenRoute(company, `/${path}`, area, lazyRouteComponent(lists, `${screen[area]}InvoicesScreen`))
  const record = screenRoute(list, '/$notaFiscalId', `${area}.detail`, lazyRouteComponent(drawer, 'InvoiceDrawer'))
  return [
    list.addChildren([record.addChildren([screenRoute(record, '/delete', `${area}.delete`, lazyRouteComponent(addresses, 'CancelNote'))])]),
    screenRoute(company, `/${path}/create`, `${area}.create`, lazyRouteComponent(addresses, 'CreateNote')),
    screenRoute(company, `/${path}/$notaFiscalId/replicate`, `${area}.replicate`, lazyRouteComponent(addresses, 'ReplicateNote')),
    screenRoute(company, `/${path}/$notaFiscalId/update`, `${area}.update`, lazyRouteComponent(addresses, 'CorrectNote')),
  ]
}

const aboutIssuing = <P extends AnyRoute>(company: P, path: string, area: Area) => [
  screenRoute(company, `/${path}/pending`, `${area}.pending`, lazyRouteComponent(forms, 'PendingScreen')),
  screenRoute(company, `/${path}/reached-limit-usage`, `${area}.limit`, lazyRouteComponent(forms, 'LimitScreen')),
]

export function invoiceRoutes<P extends AnyRoute>(company: P) {
  return [
    ...noteRoutes(company, 'service-nfes', 'service_invoices'),
    ...aboutIssuing(company, 'service-nfes', 'service_invoices'),
    screenRoute(company, '/product-nfes/numbering', 'product_invoices.numbering', lazyRouteComponent(numbering, 'NumberingScreen')),
    ...noteRoutes(company, 'product-nfes', 'product_invoices'),
    ...aboutIssuing(company, 'product-nfes', 'product_invoices'),
    ...noteRoutes(company, 'customer-nfes', 'consumer_invoices'),
    ...aboutIssuing(company, 'customer-nfes', 'consumer_invoices'),
  ]
}
