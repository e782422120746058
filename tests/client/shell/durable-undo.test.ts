// Undo after a reload: the person's own recent steps come back from the journal, and never over what this page has done since.
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDurableUndo } from '#client/shell/durable-undo.ts'
import { recordUndo, useUndo } from '#client/surfaces/undo.ts'
import type { Batch } from '#contract/batches.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'

const AT = 'GET /v1/companies/k/batches'
const NOW = Date.UTC(2026, 10, 11, 15)
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const uuid = (last: number) => `0199f0c2-0000-7000-8000-${String(last).padStart(12, '0')}`
const batch = (last: number, more: Partial<Batch> = {}): Batch => ({
  id: uuid(last),
  company_id: uuid(99),
  command: 'bills.move',
  label: `passo ${last}`,
  rows_count: 1,
  user_name: 'Ana',
  key_name: null,
  mine: true,
  created_at: hoursAgo(last),
  undone_by_id: null,
  undo_of_id: null,
  undoable: true,
  irreversible: false,
  ...more,
})

let server: FakeServer
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  server = fakeServer({ [AT]: { body: [batch(1), batch(2)] } })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useUndo.setState({ done: {}, undone: {} })
})
const open = async (mayRead = true) => {
  const hook = renderHook(() => useDurableUndo('k', mayRead))
  await act(() => vi.advanceTimersByTimeAsync(10))
  return hook
}
const stack = () => useUndo.getState().done.k?.map(record => record.label)

describe('opening a company', () => {
  it('brings back the steps with the newest on top, each its own batch', async () => {
    await open()
    expect(stack()).toEqual(['passo 2', 'passo 1'])
    expect(useUndo.getState().done.k?.at(-1)).toMatchObject({ batch_ids: [uuid(1)], company_id: 'k', at: NOW - 3_600_000 })
  })
  it('leaves out what others did, what is undone, undoings, and what is older than a day', async () => {
    const body = [
      batch(1, { mine: false }),
      batch(2, { undoable: false, undone_by_id: uuid(50) }),
      batch(3, { undo_of_id: uuid(51) }),
      batch(4),
      batch(25),
    ]
    server.answer(AT, { body })
    await open()
    expect(stack()).toEqual(['passo 4'])
  })
  it('asks nothing where something was already done here, or without the right to read', async () => {
    await open(false)
    expect(server.sent).toHaveLength(0)
    recordUndo({ label: 'agora', batch_ids: ['b'], company_id: 'k', at: NOW, focus: [] })
    await open()
    expect(server.sent).toHaveLength(0)
    expect(stack()).toEqual(['agora'])
  })
  it('does not put old steps over one done while the journal was read', async () => {
    let answer: () => void = () => {}
    server.answer(AT, () => new Promise(resolve => (answer = () => resolve({ body: [batch(1)] }))))
    await open()
    recordUndo({ label: 'agora', batch_ids: ['b'], company_id: 'k', at: NOW, focus: [] })
    await act(async () => answer())
    expect(stack()).toEqual(['agora'])
  })
  it('is quiet when the journal cannot be read, or the company is left before it was', async () => {
    server.answer(AT, refusal(403, 'permission.denied', 'Sem permissão'))
    await open()
    expect(stack()).toBeUndefined()
    server.answer(AT, { body: [batch(1)] })
    const hook = renderHook(() => useDurableUndo('k', true))
    hook.unmount()
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(stack()).toBeUndefined()
  })
})
