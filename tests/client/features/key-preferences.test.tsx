// Keys that follow the person: changes are sent one at a time, the last one always, and the server's older keys never win over them.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { saveEnterAdvances } from '#client/features/settings/enter-preference.ts'
import { keysOfDevice, saveKeyPreferences } from '#client/features/settings/key-preferences.ts'
import { useServerPreferences } from '#client/features/settings/use-server-preferences.ts'
import { useEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { changePreferences, DEFAULT_PREFERENCES, type SingleKeys, useHouse } from '#client/surfaces/house.ts'
import { allCommands } from '#commands/index.ts'
import { profileOf } from '../auth/way-in.tsx'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { openSampleHouse } from '../surfaces/sample-house.ts'

const GET = 'GET /v1/preferences'
const PATCH = 'PATCH /v1/preferences'
const LOST = refusal(503, 'server.unavailable', 'fora do ar')
let server: FakeServer
let person = 0
let answers: (() => void)[]

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  answers = []
  // Each test is another person: what this page settled for one is not settled for the next.
  person += 1
  useSession.setState({
    status: 'finished',
    user: profileOf({ id: `0199f0c2-0000-7000-8000-0000000001${String(person).padStart(2, '0')}` }),
  })
  openSampleHouse({ commands: allCommands, served: true, savePreferences: saveKeyPreferences })
  server = fakeServer({
    [GET]: { body: { keys: { singleKeys: 'on', overrides: {} } } },
    [PATCH]: ({ body }) => new Promise(resolve => answers.push(() => resolve({ body }))),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const choose = (singleKeys: SingleKeys) => changePreferences({ ...useHouse.getState().preferences, singleKeys })
const chosen = () => useHouse.getState().preferences.singleKeys
const answer = async () => {
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  await act(async () => answers.shift()?.())
}
const sent = () => server.bodies(PATCH).map(body => (body as { keys: { singleKeys: SingleKeys } }).keys.singleKeys)
const openPage = () =>
  renderHook(() => useServerPreferences(), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })

it('a change waits for the one before it, and only the last of those waiting is sent', async () => {
  choose('off')
  choose('grid')
  choose('on')
  await waitFor(() => expect(sent()).toEqual(['off']))
  await answer()
  await waitFor(() => expect(sent()).toEqual(['off', 'on']))
  await answer()
})

it('a change that never arrived is sent by the next page, and the older keys of the server do not come back', async () => {
  server.answer(PATCH, LOST)
  choose('off')
  await waitFor(() => expect(sent()).toEqual(['off']))
  await act(async () => {})
  openSampleHouse({
    commands: allCommands,
    served: true,
    savePreferences: saveKeyPreferences,
    preferences: keysOfDevice() ?? DEFAULT_PREFERENCES,
  })
  server.answer(PATCH, ({ body }) => ({ body }))
  openPage()
  await waitFor(() => expect(sent()).toEqual(['off', 'off']))
  expect(chosen()).toBe('off')
})

it('what another device changed is taken, kept here, and not sent back', async () => {
  server.answer(GET, { body: { keys: { singleKeys: 'grid', overrides: {} } } })
  openPage()
  await waitFor(() => expect(chosen()).toBe('grid'))
  expect(keysOfDevice()).toEqual({ singleKeys: 'grid', overrides: {} })
  expect(server.count(PATCH)).toBe(0)
})

it('what one person left unsent is not given to the next', async () => {
  server.answer(PATCH, LOST)
  choose('off')
  await waitFor(() => expect(sent()).toEqual(['off']))
  await act(async () => {})
  useSession.setState({ user: profileOf() })
  openPage()
  await waitFor(() => expect(chosen()).toBe('on'))
  expect(server.count(PATCH)).toBe(1)
})

it('Enter between fields is held to the same rule', async () => {
  server.answer(PATCH, LOST)
  saveEnterAdvances(true)
  await waitFor(() => expect(server.bodies(PATCH)).toEqual([{ enter_advances: true }]))
  await act(async () => {})
  server.answer(PATCH, ({ body }) => ({ body }))
  openPage()
  await waitFor(() => expect(server.bodies(PATCH)).toHaveLength(2))
  expect(useEnterAdvances.getState().on).toBe(true)
})
