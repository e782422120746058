// Access tokens (JWT, HS256, 10 minutes) and opaque secrets, of which only hashes are stored.
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { fail } from './fail.ts'

export const ACCESS_TOKEN_SECONDS = 600

export interface AccessClaims {
  user_id: string
  session_id: string
}

const keys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>()

/** The secret as a key, made once: making it anew for every request costs more than checking the token. */
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

/** The claims of a bearer token; throws `auth.token_expired` for anything that is not ours and fresh. */
export async function readAccess(secret: Uint8Array, token: string, now: number): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), { algorithms: ['HS256'], currentDate: new Date(now) })
    if (typeof payload.sub === 'string' && typeof payload.sid === 'string') return { user_id: payload.sub, session_id: payload.sid }
  } catch {
    // An expired, foreign or malformed token: the caller gets one answer for all.
  }
  throw fail('auth.token_expired')
}

export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
