// Links that open one thing without sign-in: drawn from the server's secret, so that one can be shown again while the database holds only its hash.
import { createHmac } from 'node:crypto'
import { type Brand, brandOf } from '#domain/brands.ts'
import { hashSecret } from '#server/base/secrets.ts'
import type { Context } from './context.ts'

/** 256 bits that nobody can guess without the secret, and no other use of the secret yields. */
export const linkToken = (secret: Uint8Array, kind: 'question' | 'month', id: string): string =>
  createHmac('sha256', secret).update(`${kind}:${id}`).digest('base64url')

export const linkHash = (token: string): Buffer => hashSecret(token)

/** The brand of the page that asks. */
export const brandHere = ({ services, caller }: Pick<Context, 'services' | 'caller'>): Brand =>
  brandOf(caller.origin && URL.canParse(caller.origin) ? new URL(caller.origin).hostname : '', services.brands)

/** An origin is believed when it is one of the product's own, or where none is named: the local environment. */
export function linkUrl({ services, caller }: Pick<Context, 'services' | 'caller'>, path: string): string {
  const { origins } = services
  const origin = origins.length === 0 || (caller.origin && origins.includes(caller.origin)) ? caller.origin : origins[0]
  return `${origin ?? ''}${path}`
}
