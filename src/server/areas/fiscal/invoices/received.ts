// Received notes as they are called: brought by the company, shown to it and to its office, decided on by either.
import type { contract } from '#contract/index.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '#domain/enums.ts'
import { INVOICE_KINDS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { type Action, mayInOrganization, type OrganizationResource } from '#domain/permissions.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { captureFile } from './capture.ts'
import { decideNote } from './decisions.ts'
import { toProductInvoice, toReceivedNote } from './records.ts'
import { findInvoice, type InvoiceFilter, listInvoices, type StoredInvoice } from './rows.ts'

/** The kinds that an office decides on. */
const GOODS: readonly InvoiceKind[] = ['PRODUCT']

export const fiscalDocumentHandlers: Handlers<(typeof contract)['fiscalDocuments']> = {
  capture: (ctx, { file }) => captureFile(ctx, file.bytes),

  received: async ctx => (await listInvoices(ctx.db, [ctx.companyId], { kinds: INVOICE_KINDS, source: 'CAPTURE' })).map(toReceivedNote),

  async decide(ctx, { params, body }) {
    await decideNote(ctx, params.id, body.decision, body.reason ?? null)
    return toReceivedNote(await mustFind(ctx, params.id))
  },

  async list(ctx, { query }) {
    needOrganization(ctx, 'product_nfe', 'v')
    const companies = ctx.companiesWith('invoices', 'v')
    return (await listInvoices(ctx.db, companies, { kinds: GOODS, source: 'CAPTURE', ...filterOf(query.status) })).map(toProductInvoice)
  },

  get: async (ctx, { params }) => toProductInvoice(await enter(ctx, params.id, 'product_nfe', 'v')),
  accept: (ctx, { params }) => decide(ctx, params.id, 'ACCEPTED', null),
  reject: (ctx, { params, body }) => decide(ctx, params.id, 'REJECTED', body.reason ?? null),
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
  if (invoice?.source !== 'CAPTURE' || !GOODS.includes(invoice.kind)) throw fail('resource.not_found')
  needOrganization(ctx, resource, action)
  await ctx.enter(invoice.company_id, 'invoices', 'v')
  return invoice
}

async function decide(ctx: Context, id: string, decision: 'ACCEPTED' | 'REJECTED', reason: string | null) {
  await enter(ctx, id, 'fiscal_documents', 'a')
  await decideNote(ctx, id, decision, reason)
  return toProductInvoice(await mustFind(ctx, id))
}

async function mustFind(ctx: Context, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  return invoice
}
