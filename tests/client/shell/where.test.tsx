// The address as the only state: the period it names, moving it, and writing names of the search text without losing the others.

import { createMemoryHistory, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rootRoute } from '#client/routes/root.tsx'
import { monthAway, readPeriod, usePeriod, useSetSearch } from '#client/surfaces/where.ts'
import type { Search } from '#commands/search-text.ts'

const TODAY = '2026-11-11'
afterEach(cleanup)

describe('the period of an address', () => {
  it.each([
    [undefined, { key: '2026-11', label: 'novembro de 2026', brief: 'nov 2026', start: '2026-11-01', end: '2026-11-30' }],
    ['2024-02', { key: '2024-02', label: 'fevereiro de 2024', brief: 'fev 2024', start: '2024-02-01', end: '2024-02-29' }],
    ['2024-02-01..2024-02-29', { key: '2024-02', label: 'fevereiro de 2024', brief: 'fev 2024', start: '2024-02-01', end: '2024-02-29' }],
    ['tudo', { key: 'tudo', label: 'todo o período' }],
    ['2026-10-15..2026-11-15', { key: '2026-10-15..2026-11-15', label: '15/10/2026 a 15/11/2026', start: '2026-10-15', end: '2026-11-15' }],
    ['2026-11-05..2026-11-05', { key: '2026-11-05..2026-11-05', label: '05/11/2026 a 05/11/2026', start: '2026-11-05', end: '2026-11-05' }],
  ])('%s', (key, period) => {
    expect(readPeriod(key, TODAY)).toEqual(period)
  })
  it.each(['', '2026-13', '2026-1', 'ontem', '2026-11-15..2026-10-15', '2026-02-30..2026-03-01', '2026-11-01..', '../../etc'])(
    '%j is no period: the present month stands in',
    key => expect(readPeriod(key, TODAY).key).toBe('2026-11'),
  )
})

describe('moving by months', () => {
  it.each([
    ['2026-11', -1, '2026-10'],
    ['2026-11', 2, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-10-31..2026-12-15', 1, '2026-11'],
    ['tudo', -1, '2026-10'],
    ['tudo', 1, '2026-12'],
  ])('from %s by %i is %s', (key, months, wanted) => {
    expect(monthAway(readPeriod(key, TODAY), months, TODAY)).toBe(wanted)
  })
})

describe('writing the search text', () => {
  let set: (change: Search) => void
  let shown: string
  function Page() {
    set = useSetSearch()
    shown = usePeriod().key
    return null
  }
  async function open(search: string) {
    vi.stubGlobal('scrollTo', () => {})
    const page = createRoute({ getParentRoute: () => rootRoute, path: '/page', staticData: { screen: null }, component: Page })
    const router = createRouter({
      routeTree: rootRoute.addChildren([page]),
      history: createMemoryHistory({ initialEntries: [`/page${search}`] }),
    })
    render(<RouterProvider router={router as never} />)
    await waitFor(() => expect(set).toBeDefined())
    return () => router.state.location.search as Search
  }
  it('keeps the other names, and takes one away with undefined or nothing', async () => {
    const search = await open('?bills=sol&periodo=tudo')
    await act(async () => set({ periodo: '2026-10' }))
    expect(search()).toMatchObject({ bills: 'sol', periodo: '2026-10' })
    expect(shown).toBe('2026-10')
    await act(async () => set({ bills: '' }))
    expect(search().bills).toBeUndefined()
    await act(async () => set({ periodo: undefined }))
    expect(search().periodo).toBeUndefined()
  })
})
