// A run on another day: `E2E_DAY=2026-12-31` moves the clocks of the journeys, of their pages, and of the server and its database.
import { existsSync } from 'node:fs'

/** Moves the clock of a program and of what it starts: Debian's package libfaketime. */
const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map(machine => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find(path => existsSync(path))

/** How far ahead the run is, in milliseconds; told once by the runner, for its workers must agree. */
function shift(): number {
  const day = process.env.E2E_DAY
  if (!day) return 0
  process.env.E2E_SHIFT_MS ??= String(Date.parse(day.length > 10 ? day : `${day}T12:00:00-03:00`) - Date.now())
  return Number(process.env.E2E_SHIFT_MS)
}

/** What the environment of a server needs to be on that day. */
export function dayEnvironment(): Record<string, string> {
  const ms = shift()
  if (ms === 0) return {}
  if (!FAKETIME) throw new Error('E2E_DAY needs libfaketime: apt-get install libfaketime')
  // Waits are of true length.
  return { LD_PRELOAD: FAKETIME, FAKETIME: `${ms < 0 ? '' : '+'}${Math.round(ms / 1000)}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** Puts `Date` so many milliseconds ahead. Stands alone: a page is given its text. */
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

const ahead = shift()
if (ahead !== 0) shiftDate(ahead)

/** How far ahead pages have to be put; undefined on the real day. */
export const pagesAhead: number | undefined = ahead || undefined
