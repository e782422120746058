// The real routes of the way in over a fake server, with a stand-in for the screens of a company.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRoute, createRouter, RouterProvider, useLocation } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { forgetSession, useSession } from '#client/data/session.ts'
import { StepUpHost } from '#client/features/auth/step-up.tsx'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import { clearToasts, useToasts } from '#client/kit/toast.ts'
import { authRoutes } from '#client/routes/auth.tsx'
import { rootRoute } from '#client/routes/root.tsx'
import type { Profile } from '#contract/auth.ts'

export const ids = {
  user: '0199f0c2-0000-7000-8000-000000000001',
  challenge: '0199f0c2-0000-7000-8000-0000000000c1',
  nextChallenge: '0199f0c2-0000-7000-8000-0000000000c2',
  bakery: '0199f0c2-0000-7000-8000-0000000000e1',
  pharmacy: '0199f0c2-0000-7000-8000-0000000000e2',
  invitation: '0199f0c2-0000-7000-8000-0000000000f1',
}

export const profileOf = (more: Partial<Profile> = {}): Profile => ({
  id: ids.user,
  name: 'Ana Prado',
  document_number: '52998224725',
  email: 'ana@aurora.example',
  phone_number: '+5511999990021',
  birth_date: null,
  kind: 'ACCOUNT_MANAGER',
  created_at: '2026-01-02T10:00:00Z',
  organization_id: null,
  companies: [
    { id: ids.bakery, name: 'Padaria Sol Nascente', document_number: '11222333000181' },
    { id: ids.pharmacy, name: 'Farmácia Boa Hora', document_number: '11444777000161' },
  ],
  subscription: null,
  ...more,
})

export const challengeOf = (id = ids.challenge) => ({
  id,
  channel: 'SMS',
  masked_destination: '(**) *****-**21',
  expires_at: '2026-11-20T12:05:00Z',
})
export const tokens = { accessToken: 'access', refreshToken: 'refresh' }

const plainSearch = (search: object) => {
  const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}

function Elsewhere() {
  const { href } = useLocation()
  return <p>tela: {href}</p>
}

/** Opens an address of the product and draws what stands there, in `root` if it is given. */
export function openAt(href: string, root?: HTMLElement) {
  const company = createRoute({ getParentRoute: () => rootRoute, path: '/company/$', staticData: { screen: null }, component: Elsewhere })
  const router = createRouter({
    routeTree: rootRoute.addChildren([...authRoutes(rootRoute), company]),
    history: createMemoryHistory({ initialEntries: [href] }),
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: plainSearch,
    defaultPendingMs: 0,
  })
  connectApi({ signedOut: forgetSession, wrote: (row, params) => tellChange({ tags: row.spec.writes ?? [], company_id: params.c }) })
  const stop = connectQueries()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <StepUpHost />
      <ConfirmHost />
    </QueryClientProvider>,
    root && { container: root },
  )
  stops.push(stop)
  return { href: () => router.state.location.href }
}

const stops: (() => void)[] = []

export const toast = () => useToasts.getState().current

/** A tab that was never here. */
export function newTab(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => {})
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  clearToasts()
  useSession.setState({ status: 'initialized', user: undefined })
}

export function closeTab(): void {
  for (const stop of stops.splice(0)) stop()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** The same tab after a reload: what is stored stays, what is in memory goes. */
export function reload(href: string) {
  cleanup()
  useSession.setState({ status: 'initialized', user: undefined })
  return openAt(href)
}
