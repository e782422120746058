// A document handed on: by a link that opens for a while, or by an e-mail that carries it; and the door such a link opens.
import { millisecondsInDay } from 'date-fns/constants'
import type { Brand } from '#domain/brands.ts'
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { countUp } from '#server/areas/people/auth/attempts.ts'
import { LOCAL_FACTOR } from '#server/areas/people/auth/challenges.ts'
import { fail, failFor } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import type { Context } from '#server/kernel/context.ts'
import { brandHere, linkUrl } from '#server/kernel/public-links.ts'
import type { Services } from '#server/kernel/services.ts'
import { type Linked, type LinkedDocument, readToken, tokenOf } from './tokens.ts'

/** Each may go to whoever the caller names. */
const EMAILS_PER_DAY = 300

/** To whom, and under which name and address the reader opens it. */
export interface Recipient {
  to: string
  origin: string
  brand: Brand
}

export const linkOf = (secret: Uint8Array, kind: LinkedDocument, origin: string, linked: Linked): string =>
  `${origin}/${kind}/${tokenOf(secret, kind, linked)}`

/** Counted when it is asked for, since it may leave later. */
export async function recipientOf(ctx: Context, email: string): Promise<Recipient> {
  if (!ctx.services.messages.has('EMAIL')) throw fail('provider.unavailable')
  const limit = EMAILS_PER_DAY * (ctx.services.local ? LOCAL_FACTOR : 1)
  const wait = await countUp(ctx.db, { key: `document:${ctx.companyId}`, limit, window_ms: millisecondsInDay }, ctx.now)
  if (wait !== undefined) throw failFor(wait)
  return { to: email, origin: linkUrl(ctx, ''), brand: brandHere(ctx) }
}

interface Letter {
  kind: LinkedDocument
  linked: Linked
  subject: string
  /** What comes before the link. */
  words: string
}

export async function sendDocument(
  db: Db,
  { messages, secret }: Pick<Services, 'messages' | 'secret'>,
  { to, origin, brand }: Recipient,
  { kind, linked, subject, words }: Letter,
): Promise<void> {
  const until = formatDay(dayInSaoPaulo(linked.expires_at))
  const text = `${words} Abra e baixe até ${until}: ${linkOf(secret, kind, origin, linked)}`
  await messages.send(db, { to, kind: 'EMAIL', brand, subject, text, expires_at: new Date(linked.expires_at).toISOString() })
}

/** What the link opens; the transaction is scoped to its company. Every closed door looks alike. */
export async function enterByLink(ctx: Context, kind: LinkedDocument, token: string): Promise<Linked> {
  const linked = readToken(ctx.services.secret, kind, token, ctx.now)
  if (!linked) throw fail('resource.not_found')
  await scope(ctx.db, { companies: [linked.company_id] })
  return linked
}
