// The dashboard, the reports and the close of a month.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

export function reportRoutes<P extends AnyRoute>(company: P) {
  return [
    screenRoute(
      company,
      '/dashboard',
      'dashboard',
      lazyRouteComponent(() => import('#client/features/dashboard/dashboard.tsx'), 'DashboardScreen'),
    ),
    screenRoute(
      company,
      '/reports/income-statement',
      'reports.income-statement',
      lazyRouteComponent(() => import('#client/features/reports/income-statement.tsx'), 'IncomeStatementScreen'),
    ),
  ]
}
