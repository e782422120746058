// Invoices as they are called: prepared, transmitted, corrected, cancelled, read. The three kinds share one table and one life.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils'
import type { contract } from '#contract/index.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { cancelRefusal } from '#domain/fiscal/invoice-rules.ts'
import { may } from '#domain/permissions.ts'
import { listAttachments } from '#server/areas/platform/attachments/rows.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { buildNfeCancel, buildNfseCancel } from '#server/fiscal/events.ts'
import { signXml } from '#server/fiscal/sign.ts'
import { type Context, type Handlers, Later } from '#server/kernel/context.ts'
import { withSigner } from '../certificates/vault.ts'
import { enterInvoice } from './enter.ts'
import { environmentOf, transmit } from './issue.ts'
import { type Issuing, issuingOf, usesPortal } from './issuer.ts'
import { noteLabel, type ProductInput, prepareProduct, productInputOf } from './prepare-product.ts'
import { prepareService, type ServiceInput, serviceInputOf } from './prepare-service.ts'
import { toProductInvoice, toServiceInvoice } from './records.ts'
import { repeatedService } from './repeat-service.ts'
import {
  findInvoice,
  insertInvoice,
  listInvoices,
  lockInvoice,
  type NewInvoice,
  putOutbox,
  type StoredInvoice,
  updateInvoice,
} from './rows.ts'
import { findSettings } from './settings-rows.ts'

const SERVICE: readonly InvoiceKind[] = ['SERVICE']
const GOODS: readonly InvoiceKind[] = ['PRODUCT', 'CONSUMER']

export const serviceInvoiceHandlers: Handlers<(typeof contract)['serviceInvoices']> = {
  async municipalStatus(ctx, { params }) {
    const companyId = ctx.companies.includes(params.id) ? params.id : (await findInvoice(ctx.db, ctx.companies, params.id))?.company_id
    if (!companyId) throw fail('resource.not_found')
    await ctx.enter(companyId, 'invoices', 'v')
    const city_code = (await findSettings(ctx.db, companyId))?.address?.city_code ?? null
    const { fiscal } = ctx.services
    return new Later(async () => ({
      city_code,
      city_name: getMunicipalityByCode(city_code ?? '')?.name ?? null,
      environment: fiscal.environment,
      ...(await fiscal.status({ company_id: companyId, kind: 'SERVICE', city_code })),
    }))
  },

  async create(ctx, { body }) {
    const issuing = await issuingOf(ctx, 'SERVICE')
    return toServiceInvoice(await create(ctx, 'SERVICE', issuing, await prepareService(ctx, issuing.issuer, body), body.email_to))
  },

  list: async (ctx, { query }) => (await listInvoices(ctx.db, [ctx.companyId], { kinds: SERVICE, ...query })).map(toServiceInvoice),
  last: (ctx, { query }) => repeatedService(ctx, query.contact_id),
  get: async (ctx, { params }) => toServiceInvoice(await enterInvoice(ctx, params.id, SERVICE, 'v')),
  attachments: (ctx, { params }) => attachmentsOf(ctx, params.id, SERVICE),

  async update(ctx, { params, body }) {
    const { before, issuing } = await enterCorrection(ctx, params.id, SERVICE, body.version)
    const input = corrected<ServiceInput>(serviceInputOf(before), body)
    return toServiceInvoice(await correct(ctx, before, issuing, await prepareService(ctx, issuing.issuer, input), body.email_to))
  },

  transmit: async (ctx, { params }) => toServiceInvoice(await send(ctx, params.id, SERVICE)),
  cancel: async (ctx, { params, query }) => toServiceInvoice(await cancel(ctx, params.id, SERVICE, query.reason)),
}

export const productInvoiceHandlers: Handlers<(typeof contract)['productInvoices']> = {
  async create(ctx, { body }) {
    const issuing = await issuingOf(ctx, 'PRODUCT')
    return toProductInvoice(
      await create(ctx, 'PRODUCT', issuing, await prepareProduct(ctx, 'PRODUCT', issuing.issuer, body), body.email_to),
    )
  },

  list: async (ctx, { query }) => (await listInvoices(ctx.db, [ctx.companyId], { ...query, kinds: ['PRODUCT'] })).map(toProductInvoice),
  get: async (ctx, { params }) => toProductInvoice(await enterInvoice(ctx, params.id, GOODS, 'v')),
  attachments: (ctx, { params }) => attachmentsOf(ctx, params.id, GOODS),

  async update(ctx, { params, body }) {
    const { before, issuing } = await enterCorrection(ctx, params.id, GOODS, body.version)
    const input = corrected<ProductInput>(productInputOf(before), body)
    const kind = before.kind === 'CONSUMER' ? 'CONSUMER' : 'PRODUCT'
    return toProductInvoice(
      await correct(ctx, before, issuing, await prepareProduct(ctx, kind, issuing.issuer, input, before), body.email_to),
    )
  },

  transmit: async (ctx, { params }) => toProductInvoice(await send(ctx, params.id, GOODS)),
  cancel: async (ctx, { params, query }) => toProductInvoice(await cancel(ctx, params.id, ['PRODUCT'], query.reason)),
}

export const customerInvoiceHandlers: Handlers<(typeof contract)['customerInvoices']> = {
  async create(ctx, { body }) {
    const issuing = await issuingOf(ctx, 'CONSUMER')
    return toProductInvoice(
      await create(ctx, 'CONSUMER', issuing, await prepareProduct(ctx, 'CONSUMER', issuing.issuer, body), body.email_to),
    )
  },

  async list(ctx, { query }) {
    const { companyId, ...filter } = query
    const visible = ctx.companiesWith('invoices', 'v').filter(id => companyId === undefined || id === companyId)
    if (companyId !== undefined && visible.length === 0) throw fail('resource.not_found')
    return (await listInvoices(ctx.db, visible, { ...filter, kinds: ['CONSUMER'] })).map(toProductInvoice)
  },

  cancel: async (ctx, { params, query }) => toProductInvoice(await cancel(ctx, params.id, ['CONSUMER'], query.reason)),
}

async function mustFind(ctx: Context, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  return invoice
}

async function attachmentsOf(ctx: Context, id: string, kinds: readonly InvoiceKind[]) {
  const invoice = await enterInvoice(ctx, id, kinds, 'v')
  const files = await listAttachments(ctx.db, invoice.company_id, { invoice_id: id })
  // The XML, which is the note, before its print.
  return files.sort((a, b) => (a.name < b.name ? 1 : -1))
}

type Prepared = Pick<NewInvoice, 'party' | 'content' | 'amount_cents'> & { reference_id?: string | null }

/** Written and, where the actor may, transmitted. */
async function create(
  ctx: Context,
  kind: InvoiceKind,
  issuing: Issuing,
  prepared: Prepared,
  emailTo: string | null | undefined,
): Promise<StoredInvoice> {
  const id = ctx.newId()
  await insertInvoice(ctx.db, ctx.companyId, {
    ...prepared,
    id,
    kind,
    source: 'LOCAL',
    status: 'PROCESSING',
    reference_id: prepared.reference_id ?? null,
    contact_id: prepared.party.contact_id,
    serie: null,
    number: null,
    access_key: null,
    issued_at: null,
    cancelled_at: null,
    reason: null,
    reason_code: null,
    protocol: null,
    sent_at: null,
    created_by: ctx.actor.user_id,
  })
  return sendWhereMay(ctx, id, issuing, emailTo)
}

async function sendWhereMay(ctx: Context, id: string, issuing: Issuing, emailTo: string | null | undefined): Promise<StoredInvoice> {
  const invoice = await mustFind(ctx, id)
  const sends = may(ctx.rights, 'invoices', 'x')
  if (sends) await transmit(ctx, invoice, issuing, emailTo)
  ctx.touch(id)
  ctx.label(`${noteLabel(invoice.kind, invoice.amount_cents)} ${sends ? 'transmitida' : 'preparada'}`)
  return mustFind(ctx, id)
}

/** A note that may still be written: rejected, or prepared and never sent. */
const isOpen = (invoice: StoredInvoice): boolean =>
  invoice.source === 'LOCAL' && (invoice.status === 'REJECTED' || (invoice.status === 'PROCESSING' && invoice.sent_at === null))

async function lockOpen(ctx: Context, id: string): Promise<{ before: StoredInvoice; issuing: Issuing }> {
  const before = await lockInvoice(ctx.db, ctx.companyId, id)
  if (!before) throw fail('resource.not_found')
  if (!isOpen(before))
    throw fail('conflict.invalid_transition', { motivo: 'Só uma nota rejeitada ou preparada pode ser corrigida e transmitida.' })
  return { before, issuing: await issuingOf(ctx, before.kind) }
}

async function enterCorrection(ctx: Context, id: string, kinds: readonly InvoiceKind[], version: number | undefined) {
  await enterInvoice(ctx, id, kinds, 'c')
  const found = await lockOpen(ctx, id)
  if (version !== undefined && version !== found.before.version) {
    const current = found.before.kind === 'SERVICE' ? toServiceInvoice(found.before) : toProductInvoice(found.before)
    throw fail('conflict.stale_version', {}, { current })
  }
  return found
}

/** What the note said, with what the call says in its place; naming a buyer lets go of the contact before. */
function corrected<T extends { contact_id?: string | null | undefined; borrower?: unknown }>(before: T, patch: object): T {
  const given = Object.fromEntries(Object.entries(patch).filter(([name, value]) => value !== undefined && name !== 'version')) as Partial<T>
  const names = given.borrower && given.contact_id === undefined
  return { ...before, ...(names ? { contact_id: null } : {}), ...given }
}

async function correct(
  ctx: Context,
  before: StoredInvoice,
  issuing: Issuing,
  prepared: Prepared,
  emailTo: string | null | undefined,
): Promise<StoredInvoice> {
  const { party, content, amount_cents, reference_id = null } = prepared
  await updateInvoice(ctx.db, ctx.companyId, before.id, { party, content, amount_cents, reference_id, contact_id: party.contact_id })
  return sendWhereMay(ctx, before.id, issuing, emailTo)
}

async function send(ctx: Context, id: string, kinds: readonly InvoiceKind[]): Promise<StoredInvoice> {
  await enterInvoice(ctx, id, kinds, 'x')
  const { before, issuing } = await lockOpen(ctx, id)
  await transmit(ctx, before, issuing)
  ctx.touch(id)
  ctx.label(`${noteLabel(before.kind, before.amount_cents)} transmitida`)
  return mustFind(ctx, id)
}

async function cancel(ctx: Context, id: string, kinds: readonly InvoiceKind[], justification: string): Promise<StoredInvoice> {
  await enterInvoice(ctx, id, kinds, 'd')
  const invoice = await lockInvoice(ctx.db, ctx.companyId, id)
  if (!invoice) throw fail('resource.not_found')
  if (invoice.source === 'CAPTURE')
    throw fail('conflict.invalid_transition', { motivo: 'Uma nota recebida só pode ser cancelada por quem a emitiu.' })
  const issuedAt = invoice.issued_at === null ? undefined : Date.parse(invoice.issued_at)
  const reason = cancelRefusal(invoice.kind, invoice.status, issuedAt, ctx.now)
  if (reason !== undefined) throw refuse('conflict.invalid_transition', reason)
  const { key, xml } = await cancelEvent(ctx, invoice, justification)
  await updateInvoice(ctx.db, ctx.companyId, id, { status: 'CANCELLING', reason: justification, reason_code: null })
  await putOutbox(ctx.db, ctx.companyId, id, 'CANCEL', key, xml)
  await ctx.services.queue.start(ctx.db, 'invoice.cancel', ctx.companyId, ctx.actor.user_id, { invoice_id: id })
  ctx.afterCommit(() => ctx.services.queue.wake('invoice.cancel'))
  ctx.touch(id)
  ctx.label(`Cancelamento pedido: ${noteLabel(invoice.kind, invoice.amount_cents)}`)
  return mustFind(ctx, id)
}

async function cancelEvent(ctx: Context, invoice: StoredInvoice, justification: string): Promise<{ key: string; xml: string }> {
  const { settings, issuer } = await issuingOf(ctx, invoice.kind)
  const event = {
    access_key: invoice.access_key ?? '',
    document_number: issuer.document_number,
    protocol: invoice.protocol ?? '',
    justification,
    at: ctx.now,
    environment: environmentOf(ctx),
  }
  const isService = invoice.kind === 'SERVICE'
  const xml = isService ? buildNfseCancel(event) : buildNfeCancel(event)
  if (await usesPortal(ctx, invoice.kind, settings)) return { key: event.access_key, xml }
  const signed = await withSigner(ctx.db, ctx.services.secret, ctx.companyId, ctx.now, signer =>
    isService ? signXml(xml, 'infPedReg', signer, 'sha256') : signXml(xml, 'infEvento', signer, 'sha1'),
  )
  return { key: event.access_key, xml: signed }
}
