// Received notes: taken from their XML, shown to the organisation, accepted or refused.
import type { contract } from '#contract/index.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { type Action, mayInOrganization, type OrganizationResource } from '#domain/permissions.ts'
import { contactByDocument } from '#server/areas/ledger/contacts/rows.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { fail } from '#server/base/fail.ts'
import { type ReceivedCancel, type ReceivedNfe, readReceived } from '#server/fiscal/read-nfe.ts'
import { XmlRefused } from '#server/fiscal/xml.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { saveDecision } from './decisions.ts'
import { attachDocuments } from './documents.ts'
import { toProductInvoice } from './records.ts'
import {
  capturedByKey,
  findInvoice,
  type InvoiceFilter,
  insertInvoice,
  listInvoices,
  lockInvoice,
  type StoredInvoice,
  updateInvoice,
} from './rows.ts'
import { findSettings } from './settings-rows.ts'

export const fiscalDocumentHandlers: Handlers<(typeof contract)['fiscalDocuments']> = {
  async capture(ctx, { file }) {
    const settings = await findSettings(ctx.db, ctx.companyId)
    if (!settings?.capture_active) throw fail('invoice.not_enabled', { motivo: 'Ative a captura de notas antes.' })
    const received = documentIn(file.bytes)
    const invoice = 'cancelled_at' in received ? await cancelReceived(ctx, received) : await takeReceived(ctx, received)
    const stored = await ctx.services.files.put(ctx.companyId, file.bytes)
    const name = `${received.access_key}${'cancelled_at' in received ? '-cancelamento' : ''}.xml`
    await attachDocuments(ctx.db, invoice, [{ ...stored, name, content_type: 'application/xml', size_bytes: file.bytes.length }])
    ctx.touch(invoice.id)
    return toProductInvoice(invoice)
  },

  async list(ctx, { query }) {
    needOrganization(ctx, 'product_nfe', 'v')
    const companies = ctx.companiesWith('invoices', 'v')
    return (await listInvoices(ctx.db, companies, { kinds: ['PRODUCT'], source: 'CAPTURE', ...filterOf(query.status) })).map(
      toProductInvoice,
    )
  },

  get: async (ctx, { params }) => toProductInvoice(await enter(ctx, params.id, 'product_nfe', 'v')),
  accept: (ctx, { params }) => decide(ctx, params.id, 'ACCEPTED', null),
  reject: (ctx, { params, body }) => decide(ctx, params.id, 'REJECTED', body.reason ?? null),
}

function documentIn(bytes: Uint8Array): ReceivedNfe | ReceivedCancel {
  try {
    return readReceived(bytes)
  } catch (error) {
    if (error instanceof XmlRefused) throw fail('import.file_rejected', { motivo: error.message })
    throw error
  }
}

async function takeReceived(ctx: Context, note: ReceivedNfe): Promise<StoredInvoice> {
  const company = await findCompany(ctx.db, ctx.companyId)
  if (note.buyer_document !== company?.document_number)
    throw fail('import.file_rejected', { motivo: 'Esta nota não foi emitida para a empresa.' })
  ctx.label(`NF-e ${note.number} de ${note.issuer.name} capturada: ${formatCents(note.amount_cents)}`)
  return mustFind(ctx, await insertReceived(ctx, note))
}

/** A note already captured, cancelled by its issuer since: it makes no more bills, and those made of it are the person's to undo. */
async function cancelReceived(ctx: Context, { access_key, cancelled_at, reason }: ReceivedCancel): Promise<StoredInvoice> {
  const id = await capturedByKey(ctx.db, ctx.companyId, access_key)
  if (id === undefined) throw fail('import.file_rejected', { motivo: 'A nota deste cancelamento não está entre as capturadas.' })
  await updateInvoice(ctx.db, ctx.companyId, id, { status: 'CANCELLED', cancelled_at, reason })
  const invoice = await mustFind(ctx, id)
  ctx.label(`NF-e ${invoice.number} de ${invoice.party.name} cancelada por quem a emitiu`)
  return invoice
}

async function insertReceived(ctx: Context, note: ReceivedNfe): Promise<string> {
  const id = ctx.newId()
  const { issuer, buyer_document: _, ...facts } = note
  const contact_id = (await contactByDocument(ctx.db, ctx.companyId, 'SUPPLIER', issuer.document_number ?? '')) ?? null
  await insertInvoice(ctx.db, ctx.companyId, {
    ...facts,
    id,
    kind: 'PRODUCT',
    source: 'CAPTURE',
    status: 'ISSUED',
    party: issuer,
    contact_id,
    reference_id: null,
    cancelled_at: null,
    reason: null,
    reason_code: null,
    sent_at: null,
    created_by: ctx.actor.user_id,
  })
  return id
}

/** A status of the note, or of what was decided of it: 'PENDING' is both undecided and the first to look at. */
function filterOf(status: InvoiceStatus | 'PENDING' | 'ACCEPTED' | undefined): Partial<InvoiceFilter> {
  if (status === 'PENDING' || status === 'ACCEPTED' || status === 'REJECTED') return { decision: status }
  return { status: INVOICE_STATUSES.find(each => each === status) }
}

function needOrganization(ctx: Context, resource: OrganizationResource, action: Action): void {
  if (!mayInOrganization(ctx.actor.kind, resource, action)) throw fail('permission.denied')
}

async function enter(ctx: Context, id: string, resource: OrganizationResource, action: Action): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, ctx.companies, id)
  if (invoice?.source !== 'CAPTURE') throw fail('resource.not_found')
  needOrganization(ctx, resource, action)
  await ctx.enter(invoice.company_id, 'invoices', 'v')
  return invoice
}

async function decide(ctx: Context, id: string, decision: 'ACCEPTED' | 'REJECTED', reason: string | null) {
  await enter(ctx, id, 'fiscal_documents', 'a')
  const invoice = await lockInvoice(ctx.db, ctx.companyId, id)
  if (!invoice) throw fail('resource.not_found')
  if (decision === 'REJECTED' && invoice.entries.length > 0) {
    throw fail('conflict.invalid_transition', { motivo: 'Esta nota já foi lançada: exclua a conta a pagar antes.' })
  }
  await saveDecision(ctx.db, ctx.companyId, { id: ctx.newId(), invoice_id: id, decision, reason, decided_by: ctx.actor.user_id })
  ctx.touch(id)
  const label = `NF-e ${invoice.number} de ${invoice.party.name} ${decision === 'ACCEPTED' ? 'aceita' : 'recusada'}`
  ctx.label(label)
  if (invoice.created_by !== null && invoice.created_by !== ctx.actor.user_id)
    await notify(ctx.db, {
      company_id: ctx.companyId,
      user_ids: [invoice.created_by],
      type: 'NOTA_FISCAL',
      title: label,
      body: reason ?? formatCents(invoice.amount_cents),
      metadata: { invoice_id: id },
      action: `/company/${ctx.companyId}/product-nfes/${id}`,
    })
  return toProductInvoice(await mustFind(ctx, id))
}

async function mustFind(ctx: Context, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  return invoice
}
