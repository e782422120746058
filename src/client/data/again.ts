// When a read that failed is tried again by itself.
import { ApiError, OfflineError } from './api.ts'

/** Too many calls, or nobody behind the proxy who could take this one. */
const BUSY = [429, 502, 503, 504]

/** Whether the same read may go well a moment later. A bank or an office that does not answer is asked again by the person only. */
export const passes = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && BUSY.includes(error.status) && error.id !== 'provider.unavailable')

/** The server lives and asks for a moment: once in a row it gets it, before anyone is told. */
export const asksForAMoment = (error: unknown, failures: number): boolean =>
  failures === 0 && error instanceof ApiError && error.id === 'server.busy'

const MOST_MS = 30_000

/** The pause, in ms, after so many failures in a row: 1 s, 2 s, 4 s, at most half a minute. */
export const pauseAfter = (failures: number): number => Math.min(MOST_MS, 1000 * 2 ** (failures - 1))
