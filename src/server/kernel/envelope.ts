// Secrets at rest: AES-256-GCM under a key of their own, itself wrapped by a versioned master key that never enters the database.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Envelope {
  key_version: number
  /** nonce, tag and encrypted data key. */
  wrapped_key: Buffer
  /** nonce, tag and encrypted secret. */
  sealed: Buffer
}

/** RAZAO_SECRET, of which the first master key is made, with those that came after it by version (RAZAO_MASTER_KEYS). */
export type Secret = Uint8Array & { readonly masters?: ReadonlyMap<number, Uint8Array> }

const FIRST_VERSION = 1
/** New envelopes take the newest; older ones stay readable until they are sealed anew. */
export const newestVersion = (secret: Secret): number => Math.max(FIRST_VERSION, ...(secret.masters?.keys() ?? []))
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What was sealed does not open: under another RAZAO_SECRET, in another row, or altered. */
export class SecretLost extends Error {
  override name = 'SecretLost'
}

function masterKey(secret: Secret, version: number): Buffer {
  const from = version === FIRST_VERSION ? secret : secret.masters?.get(version)
  if (!from) throw new SecretLost(`no master key of version ${version}`)
  return Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), `razao.envelope.${version}`, 32))
}

/** `context` names the owner of the secret ('company|record'): an envelope moved to another row does not open. */
export function sealSecret(secret: Secret, context: string, plain: Uint8Array): Envelope {
  const dataKey = randomBytes(32)
  const key_version = newestVersion(secret)
  const master = masterKey(secret, key_version)
  try {
    const bound = `${context}|${key_version}`
    return { key_version, wrapped_key: encrypt(master, bound, dataKey), sealed: encrypt(dataKey, bound, plain) }
  } finally {
    dataKey.fill(0)
    master.fill(0)
  }
}

/** The secret in a buffer that the caller zeroes after use. Throws `SecretLost`. */
export function openSecret(secret: Secret, context: string, envelope: Envelope): Buffer {
  const master = masterKey(secret, envelope.key_version)
  const bound = `${context}|${envelope.key_version}`
  const dataKey = decrypt(master, bound, envelope.wrapped_key)
  try {
    return decrypt(dataKey, bound, envelope.sealed)
  } finally {
    dataKey.fill(0)
    master.fill(0)
  }
}

/** The same secret under the newest master key. Throws `SecretLost`. */
export function resealed(secret: Secret, context: string, envelope: Envelope): Envelope {
  const plain = openSecret(secret, context, envelope)
  try {
    return sealSecret(secret, context, plain)
  } finally {
    plain.fill(0)
  }
}

function encrypt(key: Uint8Array, context: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new SecretLost('a secret does not open', { cause: error })
  }
}
