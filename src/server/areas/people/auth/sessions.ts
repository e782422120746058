// Sessions: opened after a code, renewed by a token that rotates, ended by hand, by idleness, by age or by the reuse of an old token.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { fail, failFor } from '#server/base/fail.ts'
import { CLOCKS_APART_MS, newId } from '#server/base/ids.ts'
import { hashSecret, randomSecret } from '#server/base/secrets.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Caller } from '#server/kernel/context.ts'
import { counted, countUp, type Window } from './attempts.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = 12 * HOUR_MS
const LIFE_MS = { known: 30 * 24 * HOUR_MS, new: 12 * HOUR_MS } as const
const MAX_SESSIONS = 30
/** How long the answer of a renewal may be lost and asked again. */
const LOST_ANSWER_MS = 30_000
const RENEWALS_PER_MINUTE = 30

export interface SessionTokens {
  user_id: string
  session_id: string
  refreshToken: string
}

const mac = (secret: Uint8Array, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** '<session>.<random>.<seal>': the seal tells a token we once gave out from a guess, so that only real reuse ends a session. */
function seal(secret: Uint8Array, sessionId: string, body: string): string {
  return `${sessionId}.${body}.${mac(secret, `sealed:${sessionId}.${body}`)}`
}

function sessionOfToken(secret: Uint8Array, token: string): string | undefined {
  const [sessionId, body, sealed] = token.split('.')
  if (!sessionId || !body || !sealed || !/^[0-9a-f-]{36}$/.test(sessionId)) return undefined
  const given = Buffer.from(token)
  const ours = Buffer.from(seal(secret, sessionId, body))
  return given.length === ours.length && timingSafeEqual(given, ours) ? sessionId : undefined
}

/** A token has one successor, derived from its hash: a repeated renewal gets the same one and nothing secret is stored. */
function successorOf(secret: Uint8Array, sessionId: string, tokenHash: Buffer): string {
  return seal(secret, sessionId, mac(secret, `successor:${tokenHash.toString('base64url')}`))
}

export interface NewSession {
  user_id: string
  knownDevice: boolean
  device: string
  /** Of the key that alone renews it. */
  key: Buffer | undefined
}

/** Opens a session whose code was just answered; the oldest beyond thirty end, and their ids come back. */
export async function openSession(
  db: Db,
  secret: Uint8Array,
  session: NewSession,
  now: number,
): Promise<SessionTokens & { ended: string[] }> {
  const id = newId()
  const refreshToken = seal(secret, id, randomSecret())
  const at = new Date(now)
  const ended = await all(
    db,
    sql<{ id: string }>`update sessions set revoked_at = ${at} where user_id = ${session.user_id} and revoked_at is null and id not in
      (select id from sessions where user_id = ${session.user_id} and revoked_at is null order by last_used_at desc, id desc
        limit ${MAX_SESSIONS - 1}) returning id`,
  )
  const expires = new Date(now + (session.knownDevice ? LIFE_MS.known : LIFE_MS.new))
  await sql`insert into sessions (id, user_id, device, refresh_hash, stepped_up_at, created_at, last_used_at, idle_expires_at, expires_at,
      key_thumbprint)
    values (${id}, ${session.user_id}, ${session.device}, ${hashSecret(refreshToken)}, ${at}, ${at}, ${at}, ${new Date(now + IDLE_MS)},
      ${expires}, ${session.key ?? null})`.execute(db)
  return { user_id: session.user_id, session_id: id, refreshToken, ended: ended.map(row => row.id) }
}

interface RotatedRow {
  user_id: string
  refresh_hash: Buffer
}

/** What a renewal is asked with: the key its caller proved, and when. */
interface Asking {
  key: Buffer | undefined
  now: number
}

/** Moves the session to the successor of `current`; undefined when `current` is no longer its token, its key is another or it is over. */
async function rotate(
  db: Db,
  secret: Uint8Array,
  sessionId: string,
  current: Buffer,
  { key, now }: Asking,
): Promise<SessionTokens | undefined> {
  const refreshToken = successorOf(secret, sessionId, current)
  const at = new Date(now)
  const row = await first(
    db,
    sql<RotatedRow>`
      update sessions set refresh_hash = ${hashSecret(refreshToken)}, previous_hash = refresh_hash, previous_used_at = ${at},
        last_used_at = ${at}, idle_expires_at = ${new Date(now + IDLE_MS)}
      where id = ${sessionId} and refresh_hash = ${current} and revoked_at is null and expires_at > ${at} and idle_expires_at > ${at}
        and coalesce(key_thumbprint = ${key ?? null}, key_thumbprint is null)
      returning user_id, refresh_hash`,
  )
  return row && { user_id: row.user_id, session_id: sessionId, refreshToken }
}

/** New tokens for a session in which a code was just answered; undefined when it ended meanwhile. `confirmed`: the code was its person's own. */
export async function answeredSession(
  db: Db,
  secret: Uint8Array,
  sessionId: string,
  { confirmed, ...asking }: Asking & { confirmed: boolean },
): Promise<SessionTokens | undefined> {
  const row = await first(
    db,
    sql<{ refresh_hash: Buffer }>`
      update sessions set stepped_up_at = case when ${confirmed} then ${new Date(asking.now)} else stepped_up_at end
      where id = ${sessionId} and revoked_at is null returning refresh_hash`,
  )
  return row && rotate(db, secret, sessionId, row.refresh_hash, asking)
}

/**
 * Renews by a refresh token. The same token within 30 s, its successor still unused, gets the same successor; later, or once the
 * successor was used, it is a stolen copy: the session ends, `onReuse` is told, and the answer is `auth.session_revoked`.
 * Who does not prove the session's key gets that answer too, but ends nothing: a thief could sign the owner out.
 * `db` must not be the request's transaction: the ending has to outlive the refusal.
 */
export async function renewSession(
  db: Db,
  secret: Uint8Array,
  token: string,
  asking: Asking,
  onReuse: (sessionId: string) => void,
): Promise<SessionTokens> {
  const sessionId = sessionOfToken(secret, token)
  if (sessionId === undefined) throw fail('auth.session_revoked')
  const { key, now } = asking
  const renewals: Window = { key: `renew:${sessionId}`, limit: RENEWALS_PER_MINUTE, window_ms: 60_000 }
  if ((await counted(db, renewals, now)) >= RENEWALS_PER_MINUTE) throw failFor(60_000)
  const current = hashSecret(token)
  const rotated = await rotate(db, secret, sessionId, current, asking)
  if (rotated) {
    await countUp(db, renewals, now)
    return rotated
  }
  const row = await first(
    db,
    sql<{ user_id: string; proved: boolean; live: boolean; repeated: boolean }>`select user_id,
        coalesce(key_thumbprint = ${key ?? null}, key_thumbprint is null) as proved,
        revoked_at is null and expires_at > ${new Date(now)} and idle_expires_at > ${new Date(now)} as live,
        coalesce(previous_hash = ${current} and previous_used_at between ${new Date(now - LOST_ANSWER_MS)}
          and ${new Date(now + CLOCKS_APART_MS)}, false) as repeated
      from sessions where id = ${sessionId}`,
  )
  if (row && !row.proved) throw fail('auth.session_revoked')
  if (row?.live && row.repeated)
    return { user_id: row.user_id, session_id: sessionId, refreshToken: successorOf(secret, sessionId, current) }
  if (row?.live) {
    await endSession(db, row.user_id, sessionId, now)
    onReuse(sessionId)
  }
  throw fail('auth.session_revoked')
}

/** False when the session is not this person's or had ended. */
export async function endSession(db: Db, userId: string, sessionId: string, now: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`
      update sessions set revoked_at = ${new Date(now)} where id = ${sessionId} and user_id = ${userId} and revoked_at is null
      returning id`,
  )
  return row !== undefined
}

export async function endOtherSessions(db: Db, userId: string, kept: string, now: number): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`
      update sessions set revoked_at = ${new Date(now)} where user_id = ${userId} and id <> ${kept} and revoked_at is null returning id`,
  )
  return rows.map(row => row.id)
}

export interface SessionLine {
  id: string
  device: string
  created_at: string
  last_used_at: string
}

export function liveSessions(db: Db, userId: string, now: number): Promise<SessionLine[]> {
  const at = new Date(now)
  return all(
    db,
    sql<SessionLine>`select id, device, created_at, last_used_at from sessions
      where user_id = ${userId} and revoked_at is null and expires_at > ${at} and idle_expires_at > ${at} order by last_used_at desc`,
  )
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** 'Chrome no Windows', for the list of sessions. */
export function deviceLabel({ user_agent }: Caller): string {
  const browser = BROWSERS.find(([mark]) => mark.test(user_agent))?.[1]
  const system = SYSTEMS.find(([mark]) => mark.test(user_agent))?.[1]
  if (!browser) return 'Aparelho desconhecido'
  return system ? `${browser} no ${system}` : browser
}
