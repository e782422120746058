// The manual, outside companies and offices: it says the same to everybody.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inHouse } from '#client/shell/fetch-house.ts'
import type { rootRoute } from './root.tsx'

const manual = inHouse(() => import('#client/features/manual/manual-page.tsx'))

export function manualRoutes(parent: typeof rootRoute) {
  const route = <const P extends string>(path: P, screen: 'manual' | 'manual.topic') =>
    createRoute({ getParentRoute: () => parent, path, staticData: { screen }, component: lazyRouteComponent(manual, 'ManualScreen') })
  return [route('/manual', 'manual'), route('/manual/$page', 'manual.topic')] as const
}
