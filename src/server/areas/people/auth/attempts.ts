// Counting of tries and sendings in the database: each count is one guarded statement, so parallel tries cannot slip past a limit.
import { createHmac } from 'node:crypto'
import { secondsInDay } from 'date-fns/constants'
import { sql } from 'kysely'
import { daysLater } from '#domain/days.ts'
import { failFor } from '#server/base/fail.ts'
import { CLOCKS_APART_MS } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'
import { purgeLookUps } from '#server/kernel/look-ups.ts'

const FREE_TRIES = 5
const HARD_STOP = 100
const LONGEST_WAIT_S = 15 * 60

/** A name for a document, phone or address under which tries are counted, without keeping it. */
export function blind(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(`count:${text}`).digest('base64url')
}

export function passwordKey(documentKey: string, deviceClass: string): string {
  return `pw:${documentKey}:${deviceClass}`
}

/**
 * Counts one password try before it is checked; `clearTries` takes it back when the password was right. Five tries are free, then
 * each waits twice as long as the one before, from 1 s to 15 min; after 100 failures in a row an unknown device waits a day. A wait that began
 * under a clock that was ahead is none.
 * `db` must not be the request's transaction, which a refusal rolls back. Throws `auth.locked`.
 */
export async function reserveTry(db: Db, key: string, now: number, hardStop: boolean): Promise<void> {
  const at = new Date(now)
  const n = sql`sign_in_failures.failures + 1`
  const wait = sql`least(${LONGEST_WAIT_S}::int, power(2, ${n} - ${FREE_TRIES}::int))`
  const row = await first(
    db,
    sql<{ failures: number }>`insert into sign_in_failures (key, failures, updated_at) values (${key}, 1, ${at})
      on conflict (key) do update set failures = ${n}, updated_at = excluded.updated_at, blocked_until = case
          when ${hardStop} and ${n} >= ${HARD_STOP}::int then ${at}::timestamptz + ${secondsInDay}::int * interval '1 second'
          when ${n} >= ${FREE_TRIES}::int then ${at}::timestamptz + ${wait} * interval '1 second' end
        where sign_in_failures.blocked_until is null or sign_in_failures.blocked_until <= ${at}
          or sign_in_failures.updated_at > ${new Date(now + CLOCKS_APART_MS)}
      returning failures`,
  )
  if (row) return
  const blocked = await first(db, sql<{ blocked_until: string | null }>`select blocked_until from sign_in_failures where key = ${key}`)
  const ms = Math.max(1000, Date.parse(blocked?.blocked_until ?? at.toISOString()) - now)
  throw failFor(ms, 'auth.locked')
}

export async function clearTries(db: Db, key: string): Promise<void> {
  await sql`delete from sign_in_failures where key = ${key}`.execute(db)
}

/** Forgives every device class of a document: a new password ends the guessing of the old one. */
export async function forgiveDocument(db: Db, documentKey: string): Promise<void> {
  await sql`delete from sign_in_failures where starts_with(key, ${passwordKey(documentKey, '')})`.execute(db)
}

export interface Window {
  /** What is counted: 'send:phone:…'. */
  key: string
  limit: number
  window_ms: number
}

const windowKey = (count: Window, now: number) => `${count.key}:${Math.floor(now / count.window_ms)}`

/** Counts one more in the running window; the milliseconds until the next window when the limit is reached already. */
export async function countUp(db: Db, count: Window, now: number): Promise<number | undefined> {
  const row = await first(
    db,
    sql<{ failures: number }>`
      insert into sign_in_failures (key, failures, updated_at) values (${windowKey(count, now)}, 1, ${new Date(now)})
      on conflict (key) do update set failures = sign_in_failures.failures + 1, updated_at = excluded.updated_at
        where sign_in_failures.failures < ${count.limit} returning failures`,
  )
  return row ? undefined : count.window_ms - (now % count.window_ms)
}

export async function countDown(db: Db, count: Window, now: number): Promise<void> {
  await sql`update sign_in_failures set failures = greatest(0, failures - 1) where key = ${windowKey(count, now)}`.execute(db)
}

export async function counted(db: Db, count: Window, now: number): Promise<number> {
  const row = await first(db, sql<{ failures: number }>`select failures from sign_in_failures where key = ${windowKey(count, now)}`)
  return row?.failures ?? 0
}

/** Windows are dead after a day; password failures are forgotten after ninety. */
export async function purgeCounts(db: Db, now: number): Promise<void> {
  await sql`delete from sign_in_failures where updated_at < ${daysLater(now, -2)}
    and (key not like 'pw:%' or updated_at < ${daysLater(now, -90)})`.execute(db)
  await purgeLookUps(db, now)
}
