// What opens the public page of an order: a key drawn from the server's secret, for an id is read in too many places to be one.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '#server/base/secrets.ts'

export const keyOf = (secret: Uint8Array, orderId: string): string =>
  createHmac('sha256', secret).update(`payment_order:${orderId}`).digest('base64url')

/** Takes the same time whatever is given. */
export const isKeyOf = (secret: Uint8Array, orderId: string, given = ''): boolean =>
  timingSafeEqual(hashSecret(given), hashSecret(keyOf(secret, orderId)))
