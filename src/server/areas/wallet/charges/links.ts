// A charge for its payer: its link, its e-mail, and what whoever holds the link may see and pay.
import type { LinkedCharge } from '#contract/document-links.ts'
import type { contract } from '#contract/index.ts'
import { addDays, formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { payerTotal } from '#domain/payments/charges.ts'
import { enterByLink, linkOf, recipientOf, sendDocument } from '#server/areas/platform/links/handing-on.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { qrSvg } from '#server/base/qr.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { linkUrl } from '#server/kernel/public-links.ts'
import { chargePdf } from './print.ts'
import { findCharge, type StoredCharge } from './rows.ts'

export const chargeLinkHandlers: Handlers<(typeof contract)['chargeLinks']> = {
  async link(ctx, { params }) {
    const linked = linkedOf(await mustHandOn(ctx, params.id))
    return { url: linkOf(ctx.services.secret, 'charge', linkUrl(ctx, ''), linked), expires_at: new Date(linked.expires_at).toISOString() }
  },

  async email(ctx, { params, body }) {
    const charge = await mustHandOn(ctx, params.id)
    await sendDocument(ctx.db, ctx.services, await recipientOf(ctx, body.email), {
      kind: 'charge',
      linked: linkedOf(charge),
      subject: `Cobrança de ${charge.recipient.name}`,
      words: `${charge.recipient.name} enviou uma cobrança de ${formatCents(payerTotal(charge))}, com vencimento em ${formatDay(charge.due_date)}.`,
    })
    ctx.touch(charge.id)
    return { ok: true as const }
  },

  open: async (ctx, { params }) => viewOf(await opened(ctx, params.token)),

  async file(ctx, { params }) {
    const charge = await opened(ctx, params.token)
    if (!isPayable(charge)) throw fail('resource.not_found')
    return new Reply('file', await chargePdf(charge), downloadHeaders('cobranca.pdf', 'application/pdf'))
  },
}

const isPayable = ({ status }: StoredCharge): boolean => status === 'PENDING' || status === 'OVERDUE'

/** To the end of the last day on which it is paid, as the bank counts days. */
const linkedOf = ({ company_id, id, expiration_date }: StoredCharge) => ({
  company_id,
  id,
  expires_at: Date.parse(`${addDays(expiration_date, 1)}T00:00:00-03:00`),
})

async function mustHandOn(ctx: Context, id: string): Promise<StoredCharge> {
  const charge = await findCharge(ctx.db, [ctx.companyId], ctx.today, id)
  if (!charge) throw fail('resource.not_found')
  if (!isPayable(charge)) throw refuse('conflict.invalid_transition', 'Só uma cobrança em aberto vai ao cliente.')
  return charge
}

async function opened(ctx: Context, token: string): Promise<StoredCharge> {
  const { company_id, id } = await enterByLink(ctx, 'charge', token)
  const charge = await findCharge(ctx.db, [company_id], ctx.today, id)
  if (!charge) throw fail('resource.not_found')
  return charge
}

/** An old code handed on is money that comes back: there is none once it is paid or over. */
async function viewOf(charge: StoredCharge): Promise<LinkedCharge> {
  const payable = isPayable(charge)
  const emv_code = payable ? charge.emv_code : null
  return {
    status: charge.status,
    recipient_name: charge.recipient.name,
    recipient_document: charge.recipient.document_number,
    payer_name: charge.payer?.name ?? null,
    amount_cents: payerTotal(charge),
    due_date: charge.due_date,
    additional_information: charge.additional_information,
    emv_code,
    qr_code: emv_code === null ? null : await qrSvg(emv_code),
    digitable_line: payable ? charge.digitable_line : null,
    barcode: payable ? charge.barcode : null,
    environment: charge.environment,
  }
}
