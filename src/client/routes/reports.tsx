// The dashboard, the reports and the close of a month.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withGrid } from '#client/kit/grid/load-grid.ts'
import { taxOverDashboard } from './fiscal.tsx'
import { screenRoute } from './money.tsx'

const overview = () => import('#client/features/dashboard/dashboard.tsx')
const firstSteps = () => import('#client/features/dashboard/first-steps-screen.tsx')
const index = () => import('#client/features/reports/reports-index.tsx')
const month = () => import('#client/features/reports/month/month-screen.tsx')
const statement = () => import('#client/features/reports/income-statement.tsx')
const cashFlow = () => import('#client/features/reports/cash-flow.tsx')
const budget = () => import('#client/features/reports/budget.tsx')
const ladder = () => import('#client/features/reports/ladder.tsx')
const ledger = withGrid(() => import('#client/features/reports/ledger.tsx'))
const handover = () => import('#client/features/handover/handover.tsx')
const close = () => import('#client/features/reports/close.tsx')

export function reportRoutes<P extends AnyRoute>(company: P) {
  const dashboard = screenRoute(company, '/dashboard', 'dashboard', lazyRouteComponent(overview, 'DashboardScreen'))
  return [
    dashboard.addChildren([taxOverDashboard(dashboard)]),
    screenRoute(company, '/first-steps', 'dashboard.first-steps', lazyRouteComponent(firstSteps, 'FirstStepsScreen')),
    screenRoute(company, '/reports', 'reports', lazyRouteComponent(index, 'ReportsIndex')),
    screenRoute(company, '/reports/month', 'reports.month', lazyRouteComponent(month, 'MonthScreen')),
    screenRoute(company, '/reports/income-statement', 'reports.income-statement', lazyRouteComponent(statement, 'IncomeStatementScreen')),
    screenRoute(company, '/reports/cash-flow', 'reports.cash-flow', lazyRouteComponent(cashFlow, 'CashFlowScreen')),
    screenRoute(company, '/reports/budget', 'reports.budget', lazyRouteComponent(budget, 'BudgetScreen')),
    screenRoute(company, '/reports/balance', 'reports.balance', lazyRouteComponent(ladder, 'LadderScreen')),
    screenRoute(company, '/reports/ledger', 'reports.ledger', lazyRouteComponent(ledger, 'LedgerScreen')),
    screenRoute(company, '/handover', 'handover', lazyRouteComponent(handover, 'HandoverScreen')),
    screenRoute(company, '/close', 'reports.close', lazyRouteComponent(close, 'CloseScreen')),
  ]
}
