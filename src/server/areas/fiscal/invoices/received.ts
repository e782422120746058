// Received notes as they are called: brought by the company, shown to it and to its office, decided on by either.
import type { contract } from '#contract/index.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '#domain/enums.ts'
import { INVOICE_KINDS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { type Action, mayInOrganization, type OrganizationResource } from '#domain/permissions.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { captureFile } from './capture.ts'
import { decideNote } from './decisions.ts'
import { showReceivedNote, toProductInvoice, toReceivedNotes } from './records.ts'
import { findInvoice, type InvoiceFilter, listInvoices, type StoredInvoice } from './rows.ts'

/** The kinds of the calls that speak of goods only. */
const GOODS: readonly InvoiceKind[] = ['PRODUCT']

export const fiscalDocumentHandlers: Handlers<(typeof contract)['fiscalDocuments']> = {
  capture: (ctx, { file }) => captureFile(ctx, file.bytes),

  received: async ctx => toReceivedNotes(ctx.db, await listInvoices(ctx.db, [ctx.companyId], { kinds: INVOICE_KINDS, source: 'CAPTURE' })),

  async decide(ctx, { params, body }) {
    await decideNote(ctx, params.id, body.decision, body.reason ?? null)
    return showReceivedNote(ctx.db, ctx.companyId, params.id)
  },

  officeNotes: async (ctx, { query }) => toReceivedNotes(ctx.db, await listed(ctx, INVOICE_KINDS, query.status)),
  async officeDecide(ctx, { params, body }) {
    const { company_id, id } = await decide(ctx, INVOICE_KINDS, params.id, body.decision, body.reason)
    return showReceivedNote(ctx.db, company_id, id)
  },

  list: async (ctx, { query }) => (await listed(ctx, GOODS, query.status)).map(toProductInvoice),
  get: async (ctx, { params }) => toProductInvoice(await enter(ctx, GOODS, params.id, 'product_nfe', 'v')),
  accept: async (ctx, { params }) => toProductInvoice(await decide(ctx, GOODS, params.id, 'ACCEPTED')),
  reject: async (ctx, { params, body }) => toProductInvoice(await decide(ctx, GOODS, params.id, 'REJECTED', body.reason)),
}

type AskedStatus = InvoiceStatus | 'PENDING' | 'ACCEPTED' | undefined

async function listed(ctx: Context, kinds: readonly InvoiceKind[], status: AskedStatus): Promise<StoredInvoice[]> {
  needOrganization(ctx, 'product_nfe', 'v')
  return listInvoices(ctx.db, ctx.companiesWith('invoices', 'v'), { kinds, source: 'CAPTURE', ...filterOf(status) })
}

/** A status of the note, or of what was decided of it: 'PENDING' is both undecided and the first to look at. */
function filterOf(status: AskedStatus): Partial<InvoiceFilter> {
  if (status === 'PENDING' || status === 'ACCEPTED' || status === 'REJECTED') return { decision: status }
  return { status: INVOICE_STATUSES.find(each => each === status) }
}

function needOrganization(ctx: Context, resource: OrganizationResource, action: Action): void {
  if (!mayInOrganization(ctx.actor.kind, resource, action)) throw fail('permission.denied')
}

async function enter(
  ctx: Context,
  kinds: readonly InvoiceKind[],
  id: string,
  resource: OrganizationResource,
  action: Action,
): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, ctx.companies, id)
  if (invoice?.source !== 'CAPTURE' || !kinds.includes(invoice.kind)) throw fail('resource.not_found')
  needOrganization(ctx, resource, action)
  await ctx.enter(invoice.company_id, 'invoices', 'v')
  return invoice
}

async function decide(
  ctx: Context,
  kinds: readonly InvoiceKind[],
  id: string,
  decision: 'ACCEPTED' | 'REJECTED',
  reason?: string | null,
): Promise<StoredInvoice> {
  await enter(ctx, kinds, id, 'fiscal_documents', 'a')
  await decideNote(ctx, id, decision, reason ?? null)
  return mustFind(ctx, id)
}

async function mustFind(ctx: Context, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  return invoice
}
