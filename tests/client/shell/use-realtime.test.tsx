// The socket opens once its code is here, is asked for again when it could not be fetched, and never opens for a frame that is gone.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRealtime } from '#client/shell/use-realtime.ts'

const realtime = vi.hoisted(() => ({ reachable: true, open: 0, opened: 0 }))
vi.mock('#client/data/realtime.ts', () => ({
  get openRealtime() {
    if (!realtime.reachable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => {
      realtime.opened += 1
      realtime.open += 1
      return () => {
        realtime.open -= 1
      }
    }
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(realtime, { reachable: true, open: 0, opened: 0 })
})
afterEach(() => vi.useRealTimers())

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('opens after the frame is drawn, and closes with it', async () => {
  const { unmount } = renderHook(useRealtime)
  expect(realtime.opened).toBe(0)
  await passes(1_000)
  expect(realtime).toMatchObject({ open: 1, opened: 1 })
  unmount()
  expect(realtime.open).toBe(0)
})

it('is never opened for a frame that went before its code came', async () => {
  const { unmount } = renderHook(useRealtime)
  unmount()
  await passes(20_000)
  expect(realtime.opened).toBe(0)
})

it('is asked for again while its code cannot be fetched, and no more once the frame is gone', async () => {
  realtime.reachable = false
  const { unmount } = renderHook(useRealtime)
  await passes(6_000)
  expect(realtime.opened).toBe(0)
  realtime.reachable = true
  await passes(6_000)
  expect(realtime).toMatchObject({ open: 1, opened: 1 })
  unmount()
  realtime.reachable = false
  const gone = renderHook(useRealtime)
  await passes(1_000)
  gone.unmount()
  realtime.reachable = true
  await passes(20_000)
  expect(realtime).toMatchObject({ open: 0, opened: 1 })
})
