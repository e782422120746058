// A note for its customer: its link, its e-mail, and what whoever holds the link may see and download.
import { LINKED_FILES, type LinkedNote } from '#contract/document-links.ts'
import type { contract } from '#contract/index.ts'
import { dayInSaoPaulo, daysLater } from '#domain/days.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { fileOf } from '#server/adapters/files.ts'
import { listAttachments, type StoredAttachment } from '#server/areas/platform/attachments/rows.ts'
import { enterByLink, linkOf, type Recipient, recipientOf, sendDocument } from '#server/areas/platform/links/handing-on.ts'
import { fail, refuse } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { ServiceContent } from '#server/fiscal/notes.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { linkUrl } from '#server/kernel/public-links.ts'
import type { Services } from '#server/kernel/services.ts'
import { findInvoice, type StoredInvoice } from './rows.ts'

const OPEN_DAYS = 60
const TYPES = { pdf: 'application/pdf', xml: 'application/xml' } as const

export const noteLinkHandlers: Handlers<(typeof contract)['noteLinks']> = {
  async link(ctx, { params }) {
    const linked = linkedOf(await mustHandOn(ctx, params.id), ctx.now)
    return { url: linkOf(ctx.services.secret, 'note', linkUrl(ctx, ''), linked), expires_at: new Date(linked.expires_at).toISOString() }
  },

  async email(ctx, { params, body }) {
    const invoice = await mustHandOn(ctx, params.id)
    await emailNote(ctx.db, ctx.services, invoice, await recipientOf(ctx, body.email), ctx.now)
    ctx.touch(invoice.id)
    return { ok: true as const }
  },

  async open(ctx, { params }) {
    const { invoice, files } = await opened(ctx, params.token)
    return viewOf(invoice, files)
  },

  async file(ctx, { params }) {
    const { files } = await opened(ctx, params.token)
    const file = LINKED_FILES.filter(type => type === params.document).map(type => files[type])[0]
    if (!file) throw fail('resource.not_found')
    return new Reply('file', await fileOf(ctx.services.files, file), downloadHeaders(file.name, file.content_type))
  },
}

const numberOf = ({ kind, number, content }: StoredInvoice): number | null =>
  kind === 'SERVICE' ? ((content as ServiceContent).nfse_number ?? number) : number

const linkedOf = ({ company_id, id }: StoredInvoice, now: number) => ({
  company_id,
  id,
  expires_at: daysLater(now, OPEN_DAYS).getTime(),
})

async function mustHandOn(ctx: Context, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  if (invoice.source !== 'LOCAL' || invoice.status !== 'ISSUED')
    throw refuse('conflict.invalid_transition', 'Só uma nota emitida aqui vai ao cliente.')
  return invoice
}

export function emailNote(
  db: Db,
  services: Pick<Services, 'messages' | 'secret'>,
  invoice: StoredInvoice,
  to: Recipient,
  now: number,
): Promise<void> {
  const note = `${INVOICE_KIND_LABELS[invoice.kind]} ${numberOf(invoice)}`
  return sendDocument(db, services, to, {
    kind: 'note',
    linked: linkedOf(invoice, now),
    subject: `${note} de ${invoice.company_name}`,
    words: `${invoice.company_name} emitiu a ${note}, de ${formatCents(invoice.amount_cents)}, para ${invoice.party.name}.`,
  })
}

type Files = Partial<Record<(typeof LINKED_FILES)[number], StoredAttachment>>

/** A note cancelled since then still opens, and says so. */
async function opened(ctx: Context, token: string): Promise<{ invoice: StoredInvoice; files: Files }> {
  const { company_id, id } = await enterByLink(ctx, 'note', token)
  const invoice = await findInvoice(ctx.db, [company_id], id)
  if (!invoice) throw fail('resource.not_found')
  const stored = await listAttachments(ctx.db, company_id, { invoice_id: id })
  const ofType = (type: keyof typeof TYPES) =>
    stored.find(file => file.content_type === TYPES[type] && !file.name.endsWith('-cancelamento.xml'))
  const found = LINKED_FILES.map(type => [type, ofType(type)] as const).filter(([, file]) => file !== undefined)
  return { invoice, files: Object.fromEntries(found) }
}

const viewOf = (invoice: StoredInvoice, files: Files): LinkedNote => ({
  kind: invoice.kind,
  status: invoice.status,
  number: numberOf(invoice),
  issuer_name: invoice.company_name,
  issuer_document: invoice.company_document,
  customer_name: invoice.party.name,
  amount_cents: invoice.amount_cents,
  day: dayInSaoPaulo(Date.parse(invoice.issued_at ?? invoice.created_at)),
  files: LINKED_FILES.filter(type => files[type] !== undefined),
})
