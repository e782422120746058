// The route tree, by area, and the router over it.
import { createRouter } from '@tanstack/react-router'
import { authRoutes } from './routes/auth.tsx'
import { companyRoutes } from './routes/company.tsx'
import { manualRoutes } from './routes/manual.tsx'
import { officeRoutes } from './routes/office.tsx'
import { rootRoute } from './routes/root.tsx'
import { Opening, Pending } from './shell/opening.tsx'
import { NotFound, RouteError } from './shell/route-states.tsx'

const routeTree = rootRoute.addChildren([
  ...authRoutes(rootRoute),
  ...companyRoutes(rootRoute),
  ...officeRoutes(rootRoute),
  ...manualRoutes(rootRoute),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  InnerWrap: Opening,
  defaultPendingComponent: Pending,
  // At once on a cold open, after this on later moves.
  defaultPendingMs: 300,
  // A screen that has come is never held back for the sake of what stood in its place.
  defaultPendingMinMs: 0,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: false,
  // Plain texts, not JSON: the address is what a person would type.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
