// Opaque secrets, of which only hashes are stored.
import { createHash, randomBytes } from 'node:crypto'

export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
