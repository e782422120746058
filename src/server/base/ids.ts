// Time and ids as arguments: the process has one clock and one source of ids, and tests bring their own.
import { createHash, randomBytes } from 'node:crypto'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Two processes' clocks are less apart than this. */
export const CLOCKS_APART_MS = 3_600_000

/** Whether an instant (milliseconds) was written by a clock that was wrong, and was set back since: no wait may be counted from it. */
export const isFromAhead = (instant: number, now: number): boolean => instant - now > CLOCKS_APART_MS

/** Milliseconds that a lease still has, none when it is over or was written by a clock from ahead. */
export function leaseLeft(leasedUntil: string | null, now: number): number {
  if (leasedUntil === null) return 0
  const until = Date.parse(leasedUntil)
  return isFromAhead(until, now) ? 0 : Math.max(0, until - now)
}

/** Half of the counter's 26 bits, so that what starts below it has room to count. */
const START_BELOW = 2 ** 25
let last = { now: 0, count: 0 }

/** A UUID of version 7: in the order they are made, also within a millisecond, so that a table's new rows lie together. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  last = { now, count: now === last.now ? last.count + 1 : bytes.readUInt32BE(0) % START_BELOW }
  bytes.writeUIntBE(now, 0, 6)
  // Twelve bits after the version and fourteen after the variant count; the other forty-eight are random.
  bytes.writeUInt16BE(0x7000 | (last.count >>> 14), 6)
  bytes.writeUInt16BE(0x8000 | (last.count & 0x3fff), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** When an id of `newId` was made, in milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** A UUID of version 8: the same text has the same id wherever it is made. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
