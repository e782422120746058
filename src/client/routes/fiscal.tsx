// Taxes, yearly statements, charges to customers, partners, and the product's own subscription.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const taxes = () => import('#client/features/taxes/taxes.tsx')
const taxDrawer = () => import('#client/features/taxes/tax-drawer.tsx')
const taxAddresses = () => import('#client/features/taxes/tax-addresses.tsx')
const taxPix = () => import('#client/features/taxes/tax-pix.tsx')

const statements = () => import('#client/features/annual-statements/annual-statements.tsx')
const statementSteps = () => import('#client/features/annual-statements/statement-steps.tsx')
const charges = () => import('#client/features/billings/charges.tsx')
const chargeDrawer = () => import('#client/features/billings/charge-drawer.tsx')
const slips = () => import('#client/features/collection/slips.tsx')
const slipDrawer = () => import('#client/features/collection/slip-drawer.tsx')
const remittances = () => import('#client/features/collection/remittances.tsx')
const slipReturns = () => import('#client/features/collection/returns.tsx')
const subscriptions = () => import('#client/features/subscriptions/subscriptions.tsx')
const subscribe = () => import('#client/features/subscriptions/subscribe.tsx')
const checkout = () => import('#client/features/subscriptions/checkout.tsx')

function taxRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/taxes', 'taxes', lazyRouteComponent(taxes, 'TaxesScreen'))
  const record = screenRoute(list, '/$taxId', 'taxes.detail', lazyRouteComponent(taxDrawer, 'TaxDrawer'))
  return list.addChildren([
    screenRoute(list, '/create', 'taxes.create', lazyRouteComponent(taxAddresses, 'CreateTax')),
    record.addChildren([
      screenRoute(record, '/issue', 'taxes.issue', lazyRouteComponent(taxAddresses, 'IssueTax')),
      screenRoute(record, '/payment', 'taxes.payment', lazyRouteComponent(taxAddresses, 'PayTax')),
      screenRoute(record, '/pix', 'taxes.pix', lazyRouteComponent(taxPix, 'TaxPix')),
      screenRoute(record, '/delete', 'taxes.delete', lazyRouteComponent(taxAddresses, 'DeleteTax')),
    ]),
  ])
}

export const taxOverDashboard = <P extends AnyRoute>(dashboard: P) =>
  screenRoute(dashboard, '/tax/$taxId', 'taxes.over-dashboard', lazyRouteComponent(taxDrawer, 'TaxOverDashboard'))

function annualStatementRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(
    company,
    '/annual-billing-statements',
    'annual_statements',
    lazyRouteComponent(statements, 'AnnualStatementsScreen'),
  )
  return list.addChildren([
    screenRoute(list, '/create/selection', 'annual_statements.selection', lazyRouteComponent(statementSteps, 'StatementSelection')),
    screenRoute(list, '/create/billing', 'annual_statements.billing', lazyRouteComponent(statementSteps, 'StatementBilling')),
  ])
}

function chargeRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/receivables/billings', 'billings', lazyRouteComponent(charges, 'ChargesScreen'))
  return list.addChildren([screenRoute(list, '/$billingId', 'billings.detail', lazyRouteComponent(chargeDrawer, 'ChargeDrawer'))])
}

function collectionRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/receivables/slips', 'bank_slips', lazyRouteComponent(slips, 'BankSlipsScreen'))
  const files = screenRoute(
    company,
    '/receivables/remittances',
    'bank_slips.remittances',
    lazyRouteComponent(remittances, 'RemittancesScreen'),
  )
  return [
    list.addChildren([screenRoute(list, '/$bankSlipId', 'bank_slips.detail', lazyRouteComponent(slipDrawer, 'BankSlipDrawer'))]),
    files.addChildren([screenRoute(files, '/$remittanceId', 'bank_slips.remittance', lazyRouteComponent(remittances, 'RemittanceDrawer'))]),
    screenRoute(company, '/receivables/slip-returns', 'bank_slips.returns', lazyRouteComponent(slipReturns, 'SlipReturnsScreen')),
  ]
}

const createCharge = <P extends AnyRoute>(company: P) =>
  screenRoute(
    company,
    '/receivables/create/billing',
    'billings.create',
    lazyRouteComponent(() => import('#client/features/billings/create-charge.tsx'), 'CreateCharge'),
  )

function subscriptionRoutes<P extends AnyRoute>(company: P) {
  return [
    screenRoute(company, '/subscriptions', 'subscription', lazyRouteComponent(subscriptions, 'SubscriptionsScreen')),
    screenRoute(company, '/subscriptions/subscribe', 'subscription.subscribe', lazyRouteComponent(subscribe, 'ChoosePlan')),
    screenRoute(company, '/subscriptions/subscribe/checkout', 'subscription.checkout', lazyRouteComponent(checkout, 'Checkout')),
  ]
}

export function fiscalRoutes<P extends AnyRoute>(company: P) {
  return [
    taxRoutes(company),
    annualStatementRoutes(company),
    chargeRoutes(company),
    createCharge(company),
    ...collectionRoutes(company),
    ...subscriptionRoutes(company),
  ]
}
