// The client starts here: configuration, data layer, house, dispatcher, and the router inside the providers.
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { forgetSession, useSession } from '#client/data/session.ts'
import { StepUpHost } from '#client/features/auth/step-up.tsx'
import { Announcer } from '#client/kit/announcer.tsx'
import { applyBrand, pageBrand } from '#client/kit/brand.ts'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import { showOwnDensity } from '#client/kit/density.ts'
import { DEFAULT_ERROR_TITLE } from '#contract/errors.ts'
import '#client/kit/look/index.ts'
import '#client/kit/nonce.ts'
import { applyTheme } from '#client/kit/theme.ts'
import { showToast } from '#client/kit/toast.ts'
import { Toaster } from '#client/kit/toaster.tsx'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import '#client/kit/trusted-types.ts'
import { CheatSheet } from '#client/surfaces/cheat-sheet.tsx'
import { ChoicePopover } from '#client/surfaces/choice-popover.tsx'
import { KeyListener } from '#client/surfaces/key-listener.tsx'
import { Palette } from '#client/surfaces/palette.tsx'
import { WhichKey } from '#client/surfaces/which-key.tsx'
import { router } from './router.tsx'
import { go, openTheHouse } from './shell/house-wiring.ts'
import { nameMissingCode } from './shell/missing-code.ts'
import { watchVersion } from './shell/version.ts'

/** The code of the screen asked for comes while the session is asked for. */
function fetchScreenCode(): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) void routes[routeId]?.options.component?.preload?.()
}

async function start(): Promise<void> {
  nameMissingCode()
  const config = (await fetch('/runtime-config.json').then(
    response => response.json(),
    () => ({}),
  )) as { api_base_url?: string }
  connectApi({
    baseUrl: config.api_base_url ?? '',
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
  openTheHouse()
  watchVersion()
  fetchScreenCode()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <KeyListener>
            <RouterProvider router={router} />
            <Palette />
            <ChoicePopover />
            <CheatSheet />
            <WhichKey />
            <ConfirmHost />
            <StepUpHost />
            <Toaster />
            <Announcer />
          </KeyListener>
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
