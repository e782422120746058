// The described registers, categories, rules, history and settings.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'
import { resourceRoutes } from './resource.tsx'

const categories = () => import('#client/features/categories/categories.tsx')

export function registerRoutes<P extends AnyRoute>(company: P) {
  const categoryList = screenRoute(company, '/categories', 'categories', lazyRouteComponent(categories, 'CategoriesScreen'))
  return [
    ...resourceRoutes(company),
    categoryList.addChildren([
      screenRoute(categoryList, '/create', 'categories.create', lazyRouteComponent(categories, 'CreateCategory')),
      screenRoute(categoryList, '/initial-setup', 'categories.initial-setup', lazyRouteComponent(categories, 'InitialSetup')),
      screenRoute(
        categoryList,
        '/$categoryId/budget',
        'categories.budget',
        lazyRouteComponent(() => import('#client/features/reports/category-budget.tsx'), 'CategoryBudget'),
      ),
      screenRoute(categoryList, '/$categoryId', 'categories.detail', lazyRouteComponent(categories, 'CategoryDrawer')),
    ]),
    screenRoute(
      company,
      '/history',
      'history',
      lazyRouteComponent(() => import('#client/features/history/history.tsx'), 'HistoryScreen'),
    ),
    screenRoute(
      company,
      '/settings/keyboard',
      'settings.keyboard',
      lazyRouteComponent(() => import('#client/features/settings/keyboard.tsx'), 'KeyboardScreen'),
    ),
  ]
}
