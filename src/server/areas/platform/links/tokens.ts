// Links that open one document to whoever holds them, until a day: what they open is in them, sealed with the server's secret.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '#server/base/secrets.ts'

/** A notice is an address that an aggregator or a bank calls: it opens nothing, it makes us look. */
export type LinkedDocument = 'note' | 'charge' | 'bank_notice' | 'pix_notice' | 'stark_notice'

export interface Linked {
  company_id: string
  id: string
  /** Milliseconds; the link opens until then. */
  expires_at: number
}

const UUID_BYTES = 16
/** Of 32 bytes in base64url: both ids, and the seal. A dot between them would make the address look like a file's. */
const PART = 43
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sealOf = (secret: Uint8Array, kind: LinkedDocument, said: string): string =>
  createHmac('sha256', secret).update(`link:${kind}:${said}`).digest('base64url')

export function tokenOf(secret: Uint8Array, kind: LinkedDocument, { company_id, id, expires_at }: Linked): string {
  const said = `${Buffer.concat([bytesOf(company_id), bytesOf(id)]).toString('base64url')}${Math.floor(expires_at / 1000).toString(36)}`
  return `${said}${sealOf(secret, kind, said)}`
}

/** Undefined for what we did not seal for this kind, and for what ran out. */
export function readToken(secret: Uint8Array, kind: LinkedDocument, token: string, now: number): Linked | undefined {
  const said = token.slice(0, -PART)
  if (!timingSafeEqual(hashSecret(token.slice(-PART)), hashSecret(sealOf(secret, kind, said)))) return undefined
  const expires_at = Number.parseInt(said.slice(PART), 36) * 1000
  const bytes = Buffer.from(said.slice(0, PART), 'base64url')
  if (expires_at <= now) return undefined
  return { company_id: uuidOf(bytes.subarray(0, UUID_BYTES)), id: uuidOf(bytes.subarray(UUID_BYTES)), expires_at }
}
