// Sending a note: number, key and signature are written with their cause; the job that transmits it starts when they are kept.
import { buildAccessKey, buildDpsId } from '#domain/fiscal/access-key.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { emissionType } from '#domain/fiscal/contingency.ts'
import { SPENT_CODES } from '#domain/fiscal/numbers.ts'
import { recipientOf } from '#server/areas/platform/links/handing-on.ts'
import { fail } from '#server/base/fail.ts'
import { buildDps } from '#server/fiscal/dps.ts'
import { buildNfe } from '#server/fiscal/nfe.ts'
import type { Contingency, Issuer, Note, ProductContent, ServiceContent } from '#server/fiscal/notes.ts'
import { signXml } from '#server/fiscal/sign.ts'
import { brasilia } from '#server/fiscal/xml.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Services } from '#server/kernel/services.ts'
import { withSigner } from '../certificates/vault.ts'
import { type Issuing, usageOf, usesPortal } from './issuer.ts'
import { putOutbox, type StoredInvoice, updateInvoice } from './rows.ts'
import { takeNumber } from './settings-rows.ts'
import { isVoided } from './voided-numbers.ts'

/** Gives the note its number and key, signs it, and queues its transmission. The caller holds the settings' lock (`issuingOf`). */
export async function transmit(
  ctx: Context,
  invoice: StoredInvoice,
  { issuer, settings }: Issuing,
  emailTo?: string | null | undefined,
): Promise<void> {
  const usage = await usageOf(ctx)
  if (usage.reached) throw fail('invoice.limit_reached', { n: usage.limit })
  const portal = await usesPortal(ctx, invoice.kind, settings)
  const isSpent = invoice.number === null || SPENT_CODES.includes(invoice.reason_code ?? '') || (await isVoided(ctx.db, invoice))
  const { serie, number } = isSpent
    ? await takeNumber(ctx.db, ctx.companyId, invoice.kind)
    : { serie: invoice.serie ?? '1', number: invoice.number ?? 0 }
  const contingency = contingencyOf(invoice.kind, settings)
  const key = keyOf({ ...invoice, serie, number }, issuer, ctx.now, contingency)
  const note = noteOf({ ...invoice, serie, number }, issuer, key, ctx.now, environmentOf(ctx))
  const xml = note.kind === 'SERVICE' ? buildDps(note) : buildNfe({ ...note, contingency }, ctx.services.fiscal.contact)
  const signed = portal ? xml : await sign(ctx, note.kind, xml)
  await updateInvoice(ctx.db, ctx.companyId, invoice.id, {
    status: 'PROCESSING',
    serie,
    number,
    // A service note gets its key from the authority.
    access_key: invoice.kind === 'SERVICE' ? null : key,
    sent_at: new Date(ctx.now).toISOString(),
    reason: null,
    reason_code: null,
  })
  await putOutbox(ctx.db, ctx.companyId, invoice.id, 'NOTE', key, signed)
  await ctx.services.queue.start(ctx.db, 'invoice.transmit', ctx.companyId, ctx.actor.user_id, {
    invoice_id: invoice.id,
    ...(emailTo ? { email: await recipientOf(ctx, emailTo) } : {}),
  })
  ctx.afterCommit(() => ctx.services.queue.wake('invoice.transmit'))
}

/** NF-e and NFC-e are signed with SHA-1, as their layout says; the national DPS with SHA-256. */
const sign = (ctx: Context, kind: InvoiceKind, xml: string): Promise<string> =>
  withSigner(ctx.db, ctx.services.secret, ctx.companyId, ctx.now, signer =>
    kind === 'SERVICE' ? signXml(xml, 'infDPS', signer, 'sha256') : signXml(xml, 'infNFe', signer, 'sha1'),
  )

export const environmentOf = (ctx: { services: Pick<Services, 'fiscal'> }): '1' | '2' =>
  ctx.services.fiscal.environment === 'PRODUCTION' ? '1' : '2'

/** Only the NF-e has authorities that stand in. */
function contingencyOf(kind: InvoiceKind, { contingency_since, contingency_reason }: Issuing['settings']): Contingency | undefined {
  if (kind !== 'PRODUCT' || contingency_since === null || contingency_reason === null) return undefined
  return { since: Date.parse(contingency_since), reason: contingency_reason }
}

type Numbered = Pick<StoredInvoice, 'kind' | 'content'> & { serie: string; number: number }

function keyOf(invoice: Numbered, issuer: Issuer, now: number, contingency: Contingency | undefined): string {
  const { serie, number } = invoice
  const { city_code } = issuer.address
  const document = issuer.document_number
  if (invoice.kind === 'SERVICE') return buildDpsId({ city: city_code, document, series: serie, number })
  return buildAccessKey({
    uf: city_code.slice(0, 2),
    year_month: brasilia(now).slice(2, 7).replace('-', ''),
    document,
    model: invoice.kind === 'CONSUMER' ? '65' : '55',
    series: Number(serie),
    number,
    emission_type: emissionType(city_code.slice(0, 2), contingency !== undefined),
    code: (invoice.content as ProductContent).code,
  })
}

/** The note as XML and PDF say it. */
export function noteOf(
  invoice: Pick<StoredInvoice, 'kind' | 'party' | 'serie' | 'number' | 'content' | 'amount_cents'>,
  issuer: Issuer,
  access_key: string,
  sent_at: number,
  environment: '1' | '2',
): Note {
  const { party, amount_cents } = invoice
  const head = { issuer, party, serie: invoice.serie ?? '1', number: invoice.number ?? 0, access_key, sent_at, environment, amount_cents }
  return invoice.kind === 'SERVICE'
    ? { ...head, kind: 'SERVICE', content: invoice.content as ServiceContent }
    : { ...head, kind: invoice.kind, content: invoice.content as ProductContent }
}
