// The way in: index, sign-in, code, first access, and the page of who has no company yet.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IndexScreen } from '#client/features/auth/index.tsx'
import { leaveIndex, requireCode, requireFirstAccess, requireNobody, requireSession } from '#client/features/auth/session-rule.ts'
import type { rootRoute } from './root.tsx'

export function authRoutes(parent: typeof rootRoute) {
  const getParentRoute = () => parent
  return [
    createRoute({ getParentRoute, path: '/', staticData: { screen: 'global.index' }, beforeLoad: leaveIndex, component: IndexScreen }),
    createRoute({
      getParentRoute,
      path: '/login',
      staticData: { screen: 'auth.login' },
      beforeLoad: requireNobody,
      component: lazyRouteComponent(() => import('#client/features/auth/login.tsx'), 'LoginScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/login/verify-otp',
      staticData: { screen: 'auth.otp' },
      beforeLoad: requireCode,
      component: lazyRouteComponent(() => import('#client/features/auth/verify-otp.tsx'), 'VerifyOtpScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/login/document-number',
      staticData: { screen: 'auth.document' },
      beforeLoad: requireFirstAccess,
      component: lazyRouteComponent(() => import('#client/features/auth/document-number.tsx'), 'DocumentNumberScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/unknown-company',
      staticData: { screen: 'auth.unknown-company' },
      beforeLoad: requireSession,
      component: lazyRouteComponent(() => import('#client/features/auth/unknown-company.tsx'), 'UnknownCompanyScreen'),
    }),
  ] as const
}
