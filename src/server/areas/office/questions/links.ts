// The link of a question: drawn from the server's secret, so that it can be shown again while the database holds only its hash.
import { createHmac } from 'node:crypto'
import { hashSecret } from '#server/base/secrets.ts'
import type { Context } from '#server/kernel/context.ts'

/** 256 bits that nobody can guess without the secret, and no other use of the secret yields. */
export const tokenOf = (secret: Uint8Array, questionId: string): string =>
  createHmac('sha256', secret).update(`question:${questionId}`).digest('base64url')

export const hashOf = (token: string): Buffer => hashSecret(token)

/** An origin is believed when it is one of the product's own, or where none is named: the local environment. */
export function urlOf({ services, caller }: Pick<Context, 'services' | 'caller'>, token: string): string {
  const { origins } = services
  const origin = origins.length === 0 || (caller.origin && origins.includes(caller.origin)) ? caller.origin : origins[0]
  return `${origin ?? ''}/question/${token}`
}
