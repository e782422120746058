// The way in: index, sign-in, code, first access, and the page of who has no company yet.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IndexScreen } from '#client/features/auth/index.tsx'
import {
  goToArea,
  leaveIndex,
  requireCode,
  requireFirstAccess,
  requireNobody,
  requireSession,
  requireSignUp,
} from '#client/features/auth/session-rule.ts'
import { inHouse } from '#client/shell/fetch-house.ts'
import type { rootRoute } from './root.tsx'

const signUpPages = () => import('#client/features/auth/sign-up.tsx')

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
    createRoute({ getParentRoute, path: '/go-to', staticData: { screen: 'auth.go-to' }, beforeLoad: goToArea, component: IndexScreen }),
    createRoute({
      getParentRoute,
      path: '/lead',
      staticData: { screen: 'auth.lead' },
      beforeLoad: requireNobody,
      component: lazyRouteComponent(signUpPages, 'LeadScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/signup/user-data',
      staticData: { screen: 'auth.sign-up' },
      beforeLoad: requireNobody,
      component: lazyRouteComponent(signUpPages, 'UserDataScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/signup/user-data/feedback/$status',
      staticData: { screen: 'auth.sign-up-feedback' },
      component: lazyRouteComponent(signUpPages, 'FeedbackScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/signup/user-access',
      staticData: { screen: 'auth.sign-up-access' },
      beforeLoad: requireSignUp('access'),
      component: lazyRouteComponent(signUpPages, 'UserAccessScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/signup/verify-otp',
      staticData: { screen: 'auth.sign-up-otp' },
      beforeLoad: requireSignUp('code'),
      component: lazyRouteComponent(signUpPages, 'SignUpCodeScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/signup/company-document-number',
      staticData: { screen: 'auth.sign-up-company' },
      beforeLoad: requireSession,
      component: lazyRouteComponent(() => import('#client/features/auth/sign-up-company.tsx'), 'SignUpCompanyScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/unknown-company',
      staticData: { screen: 'auth.unknown-company' },
      beforeLoad: requireSession,
      component: lazyRouteComponent(
        inHouse(() => import('#client/features/auth/unknown-company.tsx')),
        'UnknownCompanyScreen',
      ),
    }),
  ] as const
}
