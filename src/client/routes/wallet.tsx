// The digital account, payment orders, open finance; and the pages a link opens, outside the session.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inHouse } from '#client/shell/fetch-house.ts'
import { screenRoute } from './money.tsx'

const orders = () => import('#client/features/wallet/orders.tsx')
const files = () => import('#client/features/collection/payment-files.tsx')
const connections = () => import('#client/features/connections/connections.tsx')
const connecting = () => import('#client/features/connections/connecting.tsx')

export function walletRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/payment-orders', 'payments', lazyRouteComponent(orders, 'PaymentOrdersScreen'))
  const fileList = screenRoute(company, '/payment-files', 'payment_files', lazyRouteComponent(files, 'PaymentFilesScreen'))
  const page = (path: string, screen: Parameters<typeof screenRoute>[2], component: ReturnType<typeof lazyRouteComponent>) =>
    screenRoute(company, `/digital-account${path}`, screen, component)
  return [
    list.addChildren([
      screenRoute(
        list,
        '/create',
        'payments.create',
        lazyRouteComponent(() => import('#client/features/wallet/pay-bills.tsx'), 'PayBills'),
      ),
      screenRoute(list, '/$paymentOrderId', 'payments.detail', lazyRouteComponent(orders, 'PaymentOrderDrawer')),
    ]),
    fileList.addChildren([
      screenRoute(fileList, '/$paymentFileId', 'payment_files.detail', lazyRouteComponent(files, 'PaymentFileDrawer')),
    ]),
    page(
      '',
      'wallet',
      lazyRouteComponent(() => import('#client/features/wallet/account.tsx'), 'DigitalAccountScreen'),
    ),
    page(
      '/pix',
      'wallet.pix',
      lazyRouteComponent(() => import('#client/features/wallet/pix.tsx'), 'SendPix'),
    ),
    page(
      '/boleto',
      'wallet.boleto',
      lazyRouteComponent(() => import('#client/features/wallet/boleto.tsx'), 'PayBoleto'),
    ),
    page(
      '/receive',
      'wallet.receive',
      lazyRouteComponent(() => import('#client/features/wallet/receive.tsx'), 'ReceivePix'),
    ),
    page(
      '/keys',
      'wallet.keys',
      lazyRouteComponent(() => import('#client/features/wallet/keys.tsx'), 'PixKeysScreen'),
    ),
    page(
      '/receipts',
      'wallet.receipts',
      lazyRouteComponent(() => import('#client/features/wallet/receipts.tsx'), 'ReceiptsScreen'),
    ),
  ]
}

/** Outside the session: what the server tells anybody who holds the link. */
export function publicRoutes<P extends AnyRoute>(parent: P) {
  const page = inHouse(() => import('#client/features/handed-on/linked-pages.tsx'))
  return [
    screenRoute(parent, '/note/$token', 'service_invoices.public', lazyRouteComponent(page, 'LinkedNotePage')),
    screenRoute(parent, '/charge/$token', 'billings.public', lazyRouteComponent(page, 'LinkedChargePage')),
    screenRoute(
      parent,
      '/payment-order/$paymentOrderId',
      'payments.public',
      lazyRouteComponent(
        inHouse(() => import('#client/features/wallet/public-order.tsx')),
        'PublicPaymentOrder',
      ),
    ),
  ]
}

export function connectionRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/bank-accounts/connections', 'connections', lazyRouteComponent(connections, 'ConnectionsScreen'))
  return [
    list.addChildren([screenRoute(list, '/$bankAccountId', 'connections.detail', lazyRouteComponent(connections, 'ConnectionDrawer'))]),
    screenRoute(company, '/bank-accounts/open-finance', 'connections.open-finance', lazyRouteComponent(connecting, 'ConnectBank')),
    screenRoute(
      company,
      '/bank-accounts/open-finance/institution',
      'connections.institution',
      lazyRouteComponent(connecting, 'AuthoriseBank'),
    ),
    screenRoute(
      company,
      '/bank-accounts/download',
      'connections.download',
      lazyRouteComponent(() => import('#client/features/connections/download.tsx'), 'DownloadStatement'),
    ),
  ]
}
