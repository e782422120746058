// Bank accounts, statements, imports and the reconciliation workbench.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withGrid } from '#client/kit/grid/load-grid.ts'
import { screenRoute } from './money.tsx'

const accounts = () => import('#client/features/accounts/accounts.tsx')
const imports = () => import('#client/features/imports/imports.tsx')

export function statementRoutes<P extends AnyRoute>(company: P) {
  const list = screenRoute(company, '/bank-accounts', 'accounts', lazyRouteComponent(accounts, 'AccountsScreen'))
  return [
    list.addChildren([
      screenRoute(list, '/create', 'accounts.create', lazyRouteComponent(accounts, 'CreateAccount')),
      screenRoute(list, '/$bankAccountId', 'accounts.detail', lazyRouteComponent(accounts, 'AccountDrawer')),
      screenRoute(list, '/$bankAccountId/archive', 'accounts.archive', lazyRouteComponent(accounts, 'ArchiveAccount')),
    ]),
    screenRoute(
      company,
      '/bank-accounts/upload',
      'statements.upload',
      lazyRouteComponent(() => import('#client/features/imports/upload-statement.tsx'), 'UploadStatement'),
    ),
    screenRoute(
      company,
      '/bank-accounts/$bankAccountId/statements',
      'statements',
      lazyRouteComponent(
        withGrid(() => import('#client/features/statements/statement-screen.tsx')),
        'StatementScreen',
      ),
    ),
    screenRoute(company, '/imports', 'statements.imports', lazyRouteComponent(imports, 'ImportsScreen')),
    screenRoute(
      company,
      '/imports/$importId',
      'statements.import',
      lazyRouteComponent(
        withGrid(() => import('#client/features/imports/import-review.tsx')),
        'ImportReview',
      ),
    ),
    screenRoute(
      company,
      '/sheets/$sheetId',
      'statements.sheet',
      lazyRouteComponent(() => import('#client/features/imports/sheet-review.tsx'), 'SheetReviewScreen'),
    ),
    screenRoute(
      company,
      '/conciliation',
      'conciliation',
      lazyRouteComponent(() => import('#client/features/workbench/workbench.tsx'), 'Workbench'),
    ),
    screenRoute(
      company,
      '/conciliation/replay',
      'conciliation.replay',
      lazyRouteComponent(() => import('#client/features/workbench/replay.tsx'), 'ReplayScreen'),
    ),
  ]
}
