// The client's own code: configuration, data layer, and the router inside the providers. The house follows where a session asks for it.
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { runtimeConfig } from '#client/data/runtime-config.ts'
import { forgetSession, useSession } from '#client/data/session.ts'
import { mayBeSignedIn } from '#client/data/tokens.ts'
import { Announcer } from '#client/kit/announcer.tsx'
import { applyBrand, pageBrand } from '#client/kit/brand.ts'
import { showOwnDensity } from '#client/kit/density.ts'
import { pause } from '#client/kit/idle.ts'
import { DEFAULT_ERROR_TITLE } from '#contract/errors.ts'
import '#client/kit/nonce.ts'
import '#client/kit/pointer-focus.ts'
import { applyTheme } from '#client/kit/theme.ts'
import { showToast } from '#client/kit/toast.ts'
import { Toaster } from '#client/kit/toaster.tsx'
import '#client/kit/trusted-types.ts'
import { KeyScopes } from '#client/surfaces/key-scopes.tsx'
import { createRoot } from './create-root.ts'
import { router } from './router.tsx'
import { fetchHouse, useHouseCode } from './shell/fetch-house.ts'
import { go } from './shell/go.ts'
import { nameMissingCode } from './shell/missing-code.ts'
import { watchVersion } from './shell/version.ts'

function OverAll() {
  const house = useHouseCode()
  return house ? <house.OverAll /> : null
}

/** The code of the screen asked for comes while configuration and session are asked for. */
function fetchScreenCode(): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) void routes[routeId]?.options.component?.preload?.()
  if (mayBeSignedIn()) void fetchHouse().catch(() => {})
}

const FIRST_TOUCH = ['input', 'pointerdown'] as const

/** Where nobody is signed in yet, the house comes while the page is filled in, not while it is drawn. */
function fetchHouseAtTouch(): void {
  const heard = new AbortController()
  const fetchIt = () => {
    heard.abort()
    void fetchHouse().catch(() => {})
  }
  for (const event of FIRST_TOUCH) window.addEventListener(event, fetchIt, { signal: heard.signal })
}

async function start(): Promise<void> {
  nameMissingCode()
  fetchScreenCode()
  const { api_base_url = '' } = await runtimeConfig()
  connectApi({
    baseUrl: api_base_url,
    signedOut() {
      const wasOpen = useSession.getState().status === 'finished'
      forgetSession()
      // While the session was still loading, the route's own rule leads to the sign-in; both keep the way back.
      if (wasOpen) go({ to: '/login', search: { url: router.state.location.href } }, { replace: true })
    },
    misread: ({ id }, { message }) =>
      showToast({ id: `misread.${id}`, title: DEFAULT_ERROR_TITLE, description: message, variant: 'destructive', persistent: true }),
    wrote: (row, params) => tellChange({ tags: row.spec.writes ?? [], company_id: params.c }),
  })
  connectQueries()
  applyBrand(pageBrand())
  applyTheme()
  showOwnDensity()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <KeyScopes>
          <RouterProvider router={router} />
          <OverAll />
          <Toaster />
          <Announcer />
        </KeyScopes>
      </QueryClientProvider>
    </StrictMode>,
  )
  fetchHouseAtTouch()
  await pause()
  watchVersion()
}

void start()
