// Access tokens: JWT, HS256, 10 minutes.
import { webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { fail } from '#server/base/fail.ts'
import { isFromAhead } from '#server/base/ids.ts'

export const ACCESS_TOKEN_SECONDS = 600

export interface AccessClaims {
  user_id: string
  session_id: string
}

const keys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>()

/** The secret as a key, made once: making it for every request costs more than checking the token. */
function keyOf(secret: Uint8Array): Promise<webcrypto.CryptoKey> {
  let key = keys.get(secret)
  if (!key) {
    key = webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
    keys.set(secret, key)
  }
  return key
}

export async function signAccess(secret: Uint8Array, claims: AccessClaims, now: number): Promise<string> {
  const issued = Math.floor(now / 1000)
  return new SignJWT({ sid: claims.session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.user_id)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
    .sign(await keyOf(secret))
}

interface Verified extends AccessClaims {
  /** Seconds. */
  expires: number
}

/** Tokens whose signature was checked, by secret: each token returns with every call of its owner. */
const verified = new WeakMap<Uint8Array, Map<string, Verified>>()
const MAX_VERIFIED = 10_000

/** The claims of a bearer token and when it ends; throws `auth.token_expired` for any token that is not ours or not fresh. */
export async function readAccess(secret: Uint8Array, token: string, now: number): Promise<Verified> {
  const known = verified.get(secret)?.get(token)
  if (known && isFresh(known.expires, now)) return known
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), { algorithms: ['HS256'], currentDate: new Date(now) })
    if (typeof payload.sub === 'string' && typeof payload.sid === 'string' && payload.exp !== undefined && isFresh(payload.exp, now))
      return remember(secret, token, { user_id: payload.sub, session_id: payload.sid, expires: payload.exp })
  } catch {
    // An expired, foreign or malformed token all get the same answer.
  }
  throw fail('auth.token_expired')
}

/** `expires` in seconds. One that a clock ahead of this one gave would live for as long as it was ahead. */
const isFresh = (expires: number, now: number): boolean =>
  expires > now / 1000 && !isFromAhead((expires - ACCESS_TOKEN_SECONDS) * 1000, now)

function remember(secret: Uint8Array, token: string, claims: Verified): Verified {
  const known = verified.get(secret)
  const tokens = known && known.size < MAX_VERIFIED ? known : new Map<string, Verified>()
  verified.set(secret, tokens.set(token, claims))
  return claims
}
