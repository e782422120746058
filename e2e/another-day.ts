// A run on another day: `E2E_DAY=2026-12-31` moves the clocks of the journeys, of their pages, and of the server and its database.
import { existsSync } from 'node:fs'

/** Moves the clock of a program and of what it starts: Debian's package libfaketime. */
const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map(machine => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find(path => existsSync(path))

const { E2E_DAY } = process.env
// The runner alone stays where it is: what it starts, workers and servers, takes its environment.
if (E2E_DAY && process.env.E2E_SHIFT_MS === undefined) {
  if (!FAKETIME) throw new Error('E2E_DAY needs libfaketime: apt-get install libfaketime')
  const ms = Date.parse(E2E_DAY.length > 10 ? E2E_DAY : `${E2E_DAY}T12:00:00-03:00`) - Date.now()
  Object.assign(process.env, {
    E2E_SHIFT_MS: String(ms),
    LD_PRELOAD: FAKETIME,
    FAKETIME: `${ms < 0 ? '' : '+'}${Math.round(ms / 1000)}s`,
    // Waits are of true length.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
}

/** How far ahead of the true day the run is, in milliseconds; undefined on the true one. */
export const ahead: number | undefined = E2E_DAY ? Number(process.env.E2E_SHIFT_MS) : undefined

/** The environment of the browser, which does not work with a clock that was moved: its pages move theirs. */
export const browserEnvironment = ahead === undefined ? {} : { env: { ...process.env, LD_PRELOAD: '' } as Record<string, string> }

/** Puts a page's `Date` so many milliseconds ahead. Stands alone: the page is given its text. */
export function shiftDate(ms: number): void {
  const Real = Date
  const now = () => Real.now() + ms
  const Shifted = function (...args: unknown[]) {
    if (!new.target) return new Real(now()).toString()
    return Reflect.construct(Real, args.length === 0 ? [now()] : args, new.target)
  }
  // Whoever extends Date, or asks what one is, finds the real one's methods.
  Shifted.prototype = Real.prototype
  Object.assign(Shifted, { now, UTC: Real.UTC, parse: Real.parse })
  Object.assign(globalThis, { Date: Shifted })
}
