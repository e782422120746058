// One-time codes: opened, sent, sent again and answered; bound to their challenge and device, and as costly for a person who does not exist.

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { sql } from 'kysely'
import { BRAND_NAMES } from '#domain/brands.ts'
import { daysLater } from '#domain/days.ts'
import type { Messages } from '#server/adapters/messages/outbox.ts'
import type { Channel } from '#server/adapters/messages/transport.ts'
import { fail, failFor } from '#server/base/fail.ts'
import { CLOCKS_APART_MS, isFromAhead, newId } from '#server/base/ids.ts'
import { hashSecret } from '#server/base/secrets.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Caller } from '#server/kernel/context.ts'
import { brandHere } from '#server/kernel/public-links.ts'
import type { Services } from '#server/kernel/services.ts'
import { blind, countDown, countUp, type Window } from './attempts.ts'
import { isKnownDevice, type UserRow } from './rows.ts'

const CODE_LIFE_MS = 5 * millisecondsInMinute
/** A challenge can be sent again this long after it was opened; then one starts over with the password. */
const CHALLENGE_LIFE_MS = 30 * millisecondsInMinute
const CODE_TRIES = 5
const WRONG_CODES_PER_DAY = 20
/** Where codes go to the local outbox only, people and browser tests sign in all day. */
export const LOCAL_FACTOR = 20

/** `pix_key` proves that a phone or an e-mail is at hand; it confirms nobody's session. */
export type Purpose = 'sign_in' | 'first_access' | 'register' | 'step_up' | 'pix_key'
/** Purposes of a session that is open already: a code on its way is not sent again while it is valid. */
const OF_SESSION: readonly Purpose[] = ['step_up', 'pix_key']

export interface ChallengeRow {
  id: string
  user_id: string | null
  session_id: string | null
  purpose: Purpose
  channel: Channel
  destination: string
  code_hash: Buffer
  tries: number
  device_hash: Buffer | null
  registration: Record<string, string | null> | null
  created_at: string
  sent_at: string
  expires_at: string
  used_at: string | null
}

export interface ChallengeView {
  id: string
  channel: Channel
  masked_destination: string
  expires_at: string
}

export interface NewChallenge {
  purpose: Purpose
  user_id: string | null
  session_id?: string | undefined
  channel: Channel
  /** Where the code goes; for a person who does not exist, the blind name of the document, and nothing is sent. */
  destination: string
  registration?: Record<string, string | null>
}

/** What the sending and checking of codes needs of its request. */
export interface Asking {
  services: Services
  caller: Caller
  now: number
}

export function deviceHashOf({ device_id }: Caller): Buffer | null {
  return device_id === undefined ? null : hashSecret(`device:${device_id}`)
}

/** The device's own bucket when this person signed in on it before, else one for all strangers: they cannot lock the owner out. */
export async function deviceClass(db: Db, userId: string | null, deviceHash: Buffer | null): Promise<string> {
  const known = await isKnownDevice(db, userId, deviceHash)
  return known && deviceHash ? deviceHash.toString('base64url') : 'unknown'
}

export type Destination = Pick<NewChallenge, 'channel' | 'destination'>

/** The phone when it can be reached, else the e-mail; a person with neither gets codes nowhere. */
export function destinationOf(
  { phone_number, email }: Pick<UserRow, 'phone_number' | 'email'>,
  messages: Pick<Messages, 'has'>,
): Destination | undefined {
  if (phone_number && messages.has('SMS')) return { channel: 'SMS', destination: phone_number }
  return email && messages.has('EMAIL') ? { channel: 'EMAIL', destination: email } : undefined
}

const BLIND = 'blind:'
/** What an unknown document is answered: the channel of most people, and an address that is none. */
export const blindDestination = ({ secret, messages }: Services, documentNumber: string): Destination => ({
  channel: messages.has('SMS') ? 'SMS' : 'EMAIL',
  destination: `${BLIND}${blind(secret, documentNumber)}`,
})

/** Initials of the domains most addresses have, for an address that is none. */
const PROVIDERS = ['gmail', 'gmail', 'hotmail', 'outlook', 'yahoo', 'uol'] as const
const letterOf = (byte = 0) => String.fromCharCode(97 + (byte % 26))

/** '(**) *****-**21' or 'm***@e***': enough to know one's own, too little to harvest. */
export function maskDestination({ channel, destination }: Pick<ChallengeRow, 'channel' | 'destination'>): string {
  const drawn = destination.startsWith(BLIND) ? hashSecret(destination) : undefined
  if (channel === 'EMAIL') {
    const [name = '', domain = ''] = drawn ? [letterOf(drawn[0]), PROVIDERS[(drawn[1] ?? 0) % PROVIDERS.length]] : destination.split('@')
    return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
  }
  const digits = drawn ? String(drawn.readUInt16BE(0)) : destination
  return `(**) *****-**${digits.slice(-2).padStart(2, '0')}`
}

export function viewOf(challenge: Pick<ChallengeRow, 'id' | 'channel' | 'destination' | 'expires_at'>): ChallengeView {
  return { id: challenge.id, channel: challenge.channel, masked_destination: maskDestination(challenge), expires_at: challenge.expires_at }
}

const gapMs = (services: Services) => (services.local ? millisecondsInMinute / LOCAL_FACTOR : millisecondsInMinute)

/** No code was sent later than this but by a clock that was wrong. */
const honest = (now: number) => new Date(now + CLOCKS_APART_MS)

/** Milliseconds until another code may be sent. */
const waitOf = ({ sent_at }: Pick<ChallengeRow, 'sent_at'>, services: Services, now: number): number =>
  isFromAhead(Date.parse(sent_at), now) ? 0 : Date.parse(sent_at) + gapMs(services) - now

const codeHash = (secret: Uint8Array, challengeId: string, code: string) =>
  createHmac('sha256', secret).update(`otp:${challengeId}:${code}`).digest()

/**
 * Sends a code, or answers the running challenge when one went out to the same person, purpose and device inside the last minute
 * (within a session: while it is valid). `db` must be a transaction. Throws `rate.limited` beyond the sending limits.
 */
export async function openChallenge(db: Db, asking: Asking, challenge: NewChallenge): Promise<ChallengeView> {
  const { services, caller, now } = asking
  const device_hash = deviceHashOf(caller)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${challenge.destination}`}, 0))`.execute(db)
  const since = OF_SESSION.includes(challenge.purpose) ? now - CODE_LIFE_MS : now - gapMs(services)
  const running = await first(
    db,
    sql<ChallengeRow>`
      select * from otp_challenges where user_id is not distinct from ${challenge.user_id} and destination = ${challenge.destination}
        and purpose = ${challenge.purpose} and session_id is not distinct
      from ${challenge.session_id ?? null} and device_hash is not distinct from ${device_hash}
        and used_at is null and tries < ${CODE_TRIES} and expires_at > ${new Date(now)} and sent_at > ${new Date(since)}
        and sent_at <= ${honest(now)} and registration is null
      order by created_at desc limit 1`,
  )
  if (running) return viewOf(running)
  const row: Omit<ChallengeRow, 'tries' | 'used_at' | 'code_hash' | 'created_at' | 'sent_at'> = {
    id: newId(),
    session_id: challenge.session_id ?? null,
    device_hash,
    registration: challenge.registration ?? null,
    expires_at: new Date(now + CODE_LIFE_MS).toISOString(),
    ...pick(challenge),
  }
  const code_hash = await sendCode(db, asking, row)
  const at = new Date(now)
  await sql`
    insert into otp_challenges (id, user_id, session_id, purpose, channel, destination, code_hash, device_hash, registration, created_at,
      sent_at, expires_at)
    values (${row.id}, ${row.user_id}, ${row.session_id}, ${row.purpose}, ${row.channel}, ${row.destination}, ${code_hash}, ${device_hash},
      ${row.registration === null ? null : JSON.stringify(row.registration)}, ${at}, ${at}, ${row.expires_at})`.execute(db)
  await sql`delete from otp_challenges where user_id is not distinct from ${row.user_id} and created_at < ${daysLater(now, -7)}`.execute(db)
  return viewOf(row)
}

const pick = ({ purpose, user_id, channel, destination }: NewChallenge) => ({ purpose, user_id, channel, destination })

/** Sends another code for a challenge; one whose tries are spent is replaced by a new challenge. */
export async function resendCode(db: Db, asking: Asking, id: string): Promise<ChallengeView> {
  const { services, caller, now } = asking
  const old = await first(db, sql<ChallengeRow>`select * from otp_challenges where id = ${id} for update`)
  if (!old || old.used_at || !isSame(old.device_hash, deviceHashOf(caller)) || Date.parse(old.created_at) < now - CHALLENGE_LIFE_MS)
    throw fail('auth.otp_expired')
  const early = waitOf(old, services, now)
  if (early > 0) throw failFor(early)
  const next: ChallengeRow = {
    ...old,
    id: old.tries >= CODE_TRIES ? newId() : old.id,
    expires_at: new Date(now + CODE_LIFE_MS).toISOString(),
  }
  const code_hash = await sendCode(db, asking, next)
  const at = new Date(now)
  if (next.id === old.id) {
    await sql`
      update otp_challenges set code_hash = ${code_hash}, sent_at = ${at}, expires_at = ${next.expires_at} where id = ${id}`.execute(db)
  } else {
    await sql`update otp_challenges set used_at = ${at} where id = ${id}`.execute(db)
    await sql`
      insert into otp_challenges (id, user_id, session_id, purpose, channel, destination, code_hash, device_hash, registration, created_at,
        sent_at, expires_at)
      select ${next.id}, user_id, session_id, purpose, channel, destination, ${code_hash}, device_hash, registration, created_at, ${at},
        ${next.expires_at} from otp_challenges where id = ${id}`.execute(db)
  }
  return viewOf(next)
}

/** Draws a code, counts the sending, sends it, and gives back the hash to keep. */
async function sendCode(
  db: Db,
  { services, caller, now }: Asking,
  challenge: Pick<ChallengeRow, 'id' | 'user_id' | 'purpose' | 'channel' | 'destination' | 'device_hash' | 'expires_at'>,
): Promise<Buffer> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const factor = services.local ? LOCAL_FACTOR : 1
  const device = await deviceClass(db, challenge.user_id, challenge.device_hash)
  const to = blind(services.secret, challenge.destination)
  const windows: Window[] = [
    { key: `send:account:${challenge.user_id ?? to}:${device}`, limit: 5 * factor, window_ms: millisecondsInHour },
    { key: `send:to:${to}:${device}`, limit: 10 * factor, window_ms: millisecondsInDay },
    { key: `send:ip:${caller.ip}`, limit: 30 * factor, window_ms: millisecondsInHour },
  ]
  for (const window of windows) {
    const wait = await countUp(db, window, now)
    if (wait !== undefined) throw failFor(wait)
  }
  await countSpending(db, services, challenge.channel, now)
  const brand = brandHere({ services, caller })
  const words = challenge.purpose === 'pix_key' ? 'para registrar uma chave Pix' : 'de acesso'
  await services.messages.send(db, {
    to: challenge.destination.startsWith(BLIND) ? null : challenge.destination,
    kind: challenge.channel,
    brand,
    subject: `Seu código ${words}`,
    code,
    text: `${BRAND_NAMES[brand]}: seu código ${words} é ${code}. Vale por 5 minutos.`,
    topic: challenge.id,
    expires_at: challenge.expires_at,
  })
  return codeHash(services.secret, challenge.id, code)
}

/** What codes may cost in a day. Whoever is refused by it is refused alike, and the first of a day raises the alarm. */
async function countSpending(db: Db, services: Services, channel: Channel, now: number): Promise<void> {
  const limit = services.messages.transports[channel]?.dailyLimit
  if (limit === undefined) return
  const wait = await countUp(db, { key: `send:day:${channel}`, limit, window_ms: millisecondsInDay }, now)
  if (wait === undefined) return
  const isFirst = (await countUp(services.jobsDb, { key: `alarm:${channel}`, limit: 1, window_ms: millisecondsInDay }, now)) === undefined
  if (isFirst) services.log.error({ channel, limit }, 'daily limit of codes reached')
  throw failFor(wait)
}

const isSame = (a: Buffer | null, b: Buffer | null) => (a === null || b === null ? a === b : a.equals(b))

/**
 * Checks a code and uses the challenge up. Tries are counted on their own connection before the code is looked at: a refusal
 * cannot roll them back, and parallel guesses cannot outrun them. Throws `auth.otp_invalid`, `otp_expired` or `otp_locked`.
 */
export async function answerChallenge(db: Db, { services, caller, now }: Asking, id: string, code: string): Promise<ChallengeRow> {
  const outside = services.jobsDb
  const found = await first(db, sql<ChallengeRow>`select * from otp_challenges where id = ${id}`)
  if (!found) throw fail('auth.otp_expired')
  const device_hash = deviceHashOf(caller)
  const account = found.user_id ?? blind(services.secret, found.destination)
  const day: Window = {
    key: `otp:${account}:${await deviceClass(db, found.user_id, device_hash)}`,
    limit: WRONG_CODES_PER_DAY,
    window_ms: millisecondsInDay,
  }
  const untilTomorrow = await countUp(outside, day, now)
  if (untilTomorrow !== undefined) throw locked(untilTomorrow)
  const row = await first(
    outside,
    sql<ChallengeRow>`update otp_challenges set tries = tries + 1
      where id = ${id} and used_at is null and tries < ${CODE_TRIES} and expires_at > ${new Date(now)} and sent_at <= ${honest(now)}
      returning *`,
  )
  if (!row) {
    await countDown(outside, day, now)
    if (!found.used_at && found.tries >= CODE_TRIES) throw locked(waitOf(found, services, now))
    throw fail('auth.otp_expired')
  }
  const right = timingSafeEqual(codeHash(services.secret, id, code), row.code_hash) && isSame(row.device_hash, device_hash)
  if (!right) {
    if (row.tries >= CODE_TRIES) throw locked(waitOf(row, services, now))
    throw fail('auth.otp_invalid', { n: CODE_TRIES - row.tries })
  }
  await countDown(outside, day, now)
  const used = await first(
    db,
    sql<{ id: string }>`
      update otp_challenges set used_at = ${new Date(now)}, answered_at = ${new Date(now)}, registration = null
      where id = ${id} and used_at is null returning id`,
  )
  if (!used) throw fail('auth.otp_expired')
  return row
}

const locked = (ms: number) => failFor(ms, 'auth.otp_locked')
