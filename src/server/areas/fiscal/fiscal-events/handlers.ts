// Correction letters and voided ranges as they are asked for: checked, signed and queued with their cause.
import type { contract } from '#contract/index.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { CORRECTION_LIMITS, correctionRefusal } from '#domain/fiscal/invoice-rules.ts'
import { voidRefusal } from '#domain/fiscal/numbers.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { buildNfeCorrection } from '#server/fiscal/events.ts'
import { signXml } from '#server/fiscal/sign.ts'
import { buildNumberVoid } from '#server/fiscal/voids.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { withSigner } from '../certificates/vault.ts'
import { enterInvoice } from '../invoices/enter.ts'
import { environmentOf } from '../invoices/issue.ts'
import { issuingOf } from '../invoices/issuer.ts'
import { lockInvoice, type StoredInvoice } from '../invoices/rows.ts'
import { isTouched } from '../invoices/voided-numbers.ts'
import {
  type FiscalSubject,
  findCorrection,
  findVoid,
  heldNumber,
  insertCorrection,
  insertVoid,
  lastNumber,
  listCorrections,
  listGaps,
  listVoids,
  putFiscalOutbox,
  type StoredCorrection,
} from './rows.ts'

const GOODS: readonly InvoiceKind[] = ['PRODUCT', 'CONSUMER']

export const invoiceCorrectionHandlers: Handlers<(typeof contract)['invoiceCorrections']> = {
  async list(ctx, { params }) {
    const invoice = await enterInvoice(ctx, params.id, GOODS, 'v')
    const corrections = await listCorrections(ctx.db, invoice.company_id, invoice.id)
    return { corrections, refusal: refusalOf(invoice, corrections, ctx.now) ?? null, limits: [...CORRECTION_LIMITS] }
  },

  async create(ctx, { params, body }) {
    await enterInvoice(ctx, params.id, GOODS, 'x')
    const invoice = await lockInvoice(ctx.db, ctx.companyId, params.id)
    if (!invoice) throw fail('resource.not_found')
    const before = await listCorrections(ctx.db, ctx.companyId, invoice.id)
    const refusal = refusalOf(invoice, before, ctx.now)
    if (refusal !== undefined) throw refuse('conflict.invalid_transition', refusal)
    const { issuer } = await issuingOf(ctx, invoice.kind)
    const id = ctx.newId()
    const sequence = nextSequence(before)
    const event = {
      access_key: invoice.access_key ?? '',
      document_number: issuer.document_number,
      at: ctx.now,
      environment: environmentOf(ctx),
    }
    const xml = await sign(ctx, buildNfeCorrection({ ...event, sequence, text: body.text }), 'infEvento')
    await insertCorrection(ctx.db, ctx.companyId, { id, invoice_id: invoice.id, sequence, text: body.text, created_by: ctx.actor.user_id })
    await queue(ctx, 'CORRECTION', id, xml)
    ctx.touch(invoice.id)
    ctx.label(`Carta de correção ${sequence} da NF-e ${invoice.number} enviada`)
    return (await findCorrection(ctx.db, ctx.companyId, id)) as StoredCorrection
  },
}

function refusalOf(invoice: StoredInvoice, letters: readonly StoredCorrection[], now: number): string | undefined {
  if (invoice.source === 'CAPTURE') return 'Só quem emitiu a nota a corrige.'
  if (letters.some(letter => letter.status === 'PROCESSING')) return 'Espere a resposta da carta anterior.'
  const issued_at = invoice.issued_at === null ? undefined : Date.parse(invoice.issued_at)
  return correctionRefusal({ kind: invoice.kind, status: invoice.status, issued_at, letters: lastSequence(letters) }, now)
}

/** The event is registered already: its place is taken, whatever this letter became. */
const TAKEN = '573'
const lastSequence = (letters: readonly StoredCorrection[]): number =>
  letters
    .filter(letter => letter.status !== 'REJECTED' || letter.reason_code === TAKEN)
    .reduce((last, { sequence }) => Math.max(last, sequence), 0)
const nextSequence = (letters: readonly StoredCorrection[]): number => lastSequence(letters) + 1

export const invoiceVoidHandlers: Handlers<(typeof contract)['invoiceVoids']> = {
  list: ctx => listVoids(ctx.db, ctx.companyId),
  gaps: ctx => listGaps(ctx.db, ctx.companyId),

  async create(ctx, { body }) {
    const { issuer } = await issuingOf(ctx, body.kind)
    const { kind, first_number, last_number, justification } = body
    const serie = String(Number(body.serie_number))
    const series = { company_id: ctx.companyId, kind, serie }
    const refusal = voidRefusal(body, await lastNumber(ctx.db, ctx.companyId, kind, serie))
    if (refusal !== undefined) throw invalid('last_number', refusal)
    const held = await heldNumber(ctx.db, series, body)
    if (held !== undefined) throw invalid('first_number', `O número ${held} é de uma nota: só um número sem uso se inutiliza.`)
    if (await isTouched(ctx.db, series, body)) throw fail('conflict.already_exists', { motivo: 'Um número da faixa já foi inutilizado.' })
    const id = ctx.newId()
    const range = { kind, serie, first_number, last_number, justification, uf: issuer.address.city_code.slice(0, 2) }
    const unsigned = buildNumberVoid({ ...range, document_number: issuer.document_number, at: ctx.now, environment: environmentOf(ctx) })
    const xml = await sign(ctx, unsigned, 'infInut')
    await insertVoid(ctx.db, ctx.companyId, {
      id,
      kind,
      serie_number: serie,
      first_number,
      last_number,
      justification,
      created_by: ctx.actor.user_id,
    })
    await queue(ctx, 'VOID', id, xml)
    ctx.touch(id)
    ctx.label(
      first_number === last_number
        ? `Inutilização do número ${first_number} pedida`
        : `Inutilização de ${first_number} a ${last_number} pedida`,
    )
    return mustFindVoid(ctx, id)
  },

  async document(ctx, { params }) {
    const { kind, serie_number, first_number, document_xml } = await mustFindVoid(ctx, params.id)
    if (document_xml === null) throw fail('resource.not_found')
    const name = `inutilizacao-${kind === 'PRODUCT' ? 'nfe' : 'nfce'}-${serie_number}-${first_number}.xml`
    return new Reply('file', Buffer.from(document_xml), downloadHeaders(name, 'application/xml'))
  },
}

async function mustFindVoid(ctx: Context, id: string) {
  const found = await findVoid(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}

const sign = (ctx: Context, xml: string, element: string): Promise<string> =>
  withSigner(ctx.db, ctx.services.secret, ctx.companyId, ctx.now, signer => signXml(xml, element, signer, 'sha1'))

async function queue(ctx: Context, subject: FiscalSubject, id: string, xml: string): Promise<void> {
  await putFiscalOutbox(ctx.db, ctx.companyId, id, xml)
  await ctx.services.queue.start(ctx.db, 'invoice.register', ctx.companyId, ctx.actor.user_id, { subject, id })
  ctx.afterCommit(() => ctx.services.queue.wake('invoice.register'))
}
