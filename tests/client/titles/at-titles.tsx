// The real routes of the money screens over a fake server, with the commands the product ships; the grid is a stand-in without looks.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import { useToasts } from '#client/kit/toast.ts'
import { TodayProvider } from '#client/kit/today.tsx'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { moneyRoutes } from '#client/routes/money.tsx'
import { rootRoute } from '#client/routes/root.tsx'
import { controls } from '#client/shell/controls.ts'
import { forms } from '#client/shell/forms.ts'
import { complain } from '#client/shell/house-wiring.ts'
import { ChoicePopover } from '#client/surfaces/choice-popover.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { openHouse, useHouse } from '#client/surfaces/house.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import { allCommands } from '#commands/index.ts'
import type { Destination } from '#commands/kit/command.ts'
import { type FakeAnswer, type FakeServer, fakeServer, type SentRequest } from '../fake-server.ts'
import { closeSampleHouse, openSampleHouse, type SampleHouse } from '../surfaces/sample-house.ts'
import { WithForms } from '../surfaces/with-forms.tsx'
import { account, billOf, category, ids, listOf, supplier } from './records.ts'

export const TODAY = '2026-11-11'
export const BILLS = `/company/${ids.company}/bills`
export const V1 = `/v1/companies/${ids.company}`

type Answerer = FakeAnswer | ((request: SentRequest) => FakeAnswer | Promise<FakeAnswer>)
export interface Opened {
  server: FakeServer
  house: SampleHouse
  path(): string
  search(): Record<string, string | undefined>
}

let stop = () => {}

export async function openAt(
  href: string,
  answers: Record<string, Answerer> = {},
  { can = () => true }: { can?: () => boolean } = {},
): Promise<Opened> {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const server = fakeServer({
    'GET /v1/preferences': { body: {} },
    [`GET ${V1}/bank_accounts`]: { body: [account] },
    [`GET ${V1}/categories`]: { body: [category] },
    'GET /v1/contacts': { body: [supplier] },
    [`GET ${V1}/bills`]: { body: listOf(billOf()) },
    [`GET ${V1}/bills/${ids.bill}`]: { body: billOf() },
    [`GET ${V1}/bills/${ids.bill}/conciliation`]: { body: null },
    ...answers,
  })
  const house = openSampleHouse({ commands: allCommands, mapError: complain, forms, controls, served: true })
  setWhereabouts({ area: 'bills', screen: 'bills', company: { id: ids.company, name: 'Padaria Sol' }, can }, 0)
  connectApi({ signedOut: () => {}, wrote: (row, params) => tellChange({ tags: row.spec.writes ?? [], company_id: params.c }) })
  stop = connectQueries()
  const company = createRoute({
    getParentRoute: () => rootRoute,
    path: '/company/$companyId',
    staticData: { screen: null },
    component: WithForms,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([company.addChildren(moneyRoutes(company))]),
    history: createMemoryHistory({ initialEntries: [href] }),
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: search => {
      const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][]).toString()
      return text === '' ? '' : `?${text}`
    },
    defaultPendingMs: 0,
  })
  // Navigation as the shell wires it; the other ports stay those of the sample house.
  const { options } = useHouse.getState()
  const go = (to: Destination) => {
    const place = typeof to === 'string' ? { to } : to
    void router.navigate({ ...place, search: (before: object) => ({ ...before, ...(typeof to === 'string' ? {} : to.search) }) } as never)
  }
  if (options) openHouse({ ...options, ports: { ...options.ports, go } })
  render(
    <QueryClientProvider client={queryClient}>
      <TodayProvider value={TODAY}>
        <TooltipProvider>
          <RouterProvider router={router as never} />
          <footer id={FOOT_ID} />
          <ConfirmHost />
          <ChoicePopover />
        </TooltipProvider>
      </TodayProvider>
    </QueryClientProvider>,
  )
  await screen.findByLabelText(/^Contas a pagar, /)
  return {
    server,
    house,
    path: () => router.state.location.pathname,
    search: () => router.state.location.search as Record<string, string | undefined>,
  }
}

export function closeTitles(): void {
  stop()
  closeSampleHouse()
  queryClient.clear()
  localStorage.clear()
}

export const toast = () => useToasts.getState().current
export const undoStack = () => useUndo.getState().done[ids.company] ?? []

/** The one of these that says so; jsdom takes long to tell roles and names, so the tests of a form look at them once. */
function saying<E extends HTMLElement>(selector: string, words: string | RegExp): E {
  const found = [...document.querySelectorAll<E>(selector)].filter(({ textContent }) => textContent.match(words)?.[0] === textContent)
  if (found.length !== 1) throw new Error(`${found.length} of ${selector} say ${words}`)
  return found[0] as E
}
/** The control that a label names, or that names itself. */
export const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`) ??
  (document.getElementById(saying<HTMLLabelElement>('label', name).htmlFor) as HTMLInputElement)
export const button = (words: string | RegExp) => saying<HTMLButtonElement>('button', words)
export const errorOf = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
export const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 60)))
