// Slips registered by file: made of receivables with their number and barcode, changed and written off by what the next file asks.
import type { Agreement, BankSlip } from '#contract/collection.ts'
import type { contract } from '#contract/index.ts'
import { COLLECTION_BANKS } from '#domain/collection/agreement.ts'
import { slipNumbers } from '#domain/collection/our-number.ts'
import { orderProblem } from '#domain/collection/slip-states.ts'
import { isValidPostalCode } from '#domain/contact-points.ts'
import { documentError } from '#domain/documents.ts'
import { counted } from '#domain/text.ts'
import { asBlocked, type Blocked, missingOf, rejection } from '#server/areas/ledger/entries/writing.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { lockAgreement } from '../agreements/rows.ts'
import { codesOf, type SlipCodes } from './codes.ts'
import { bankSlipPdf } from './print.ts'
import {
  type Chargeable,
  chargeable,
  insertOrders,
  insertSlips,
  listSlips,
  lockSlips,
  type NewSlip,
  nextSequence,
  slipsById,
} from './rows.ts'

export const bankSlipHandlers: Handlers<(typeof contract)['bankSlips']> = {
  list: (ctx, { query }) => listSlips(ctx.db, ctx.companyId, query.receivable_id),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    const ids = [...new Set(body.receivable_ids)]
    const agreement = await lockAgreement(ctx.db, ctx.companyId, body.agreement_id)
    if (!agreement) throw invalid('agreement_id', 'Escolha o convênio')
    const found = await chargeable(ctx.db, ctx.companyId, ids)
    const blocked: Blocked[] = [
      ...missingOf(ids, found),
      ...found.flatMap(title => {
        const reason = slipProblem(title, ctx.today)
        return reason ? [asBlocked(title, { id: 'validation.failed', reason })] : []
      }),
    ]
    if (blocked.length > 0) throw rejection(blocked, ids.length)
    const first = await nextSequence(ctx.db, ctx.companyId, agreement.id)
    const order = new Map(ids.map((id, at) => [id, at]))
    const titles = [...found].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    const slips = titles.map((title, at) => newSlip(ctx, agreement, title, first + at))
    await insertSlips(ctx.db, ctx.companyId, slips)
    await insertOrders(
      ctx.db,
      ctx.companyId,
      slips.map(slip => ({ id: ctx.newId(), slip_id: slip.id, kind: 'REGISTER' as const, due_date: null, rebate_cents: null })),
    )
    ctx.touch(...slips.map(slip => slip.id))
    ctx.label(`${counted(slips.length, ['boleto feito', 'boletos feitos'])} · ${agreement.name}`)
    return { updated: slips.length, ids: slips.map(slip => slip.id) }
  },

  async order(ctx, { body }) {
    const ids = [...new Set(body.ids)]
    const slips = await lockSlips(ctx.db, ctx.companyId, ids)
    const blocked = [
      ...missingOf(ids, slips),
      ...slips.flatMap(slip => {
        const reason = orderProblem(slip, body.kind, body)
        return reason ? [asBlocked(slip, { id: 'validation.failed', reason })] : []
      }),
    ]
    if (blocked.length > 0) throw rejection(blocked, ids.length)
    await insertOrders(
      ctx.db,
      ctx.companyId,
      slips.map(slip => ({
        id: ctx.newId(),
        slip_id: slip.id,
        kind: body.kind,
        due_date: body.kind === 'DUE_DATE' ? (body.due_date ?? null) : null,
        rebate_cents: body.kind === 'REBATE' ? (body.rebate_cents ?? null) : null,
      })),
    )
    ctx.touch(...ids)
    ctx.label(`${ORDERED[body.kind]} de ${counted(ids.length, ['boleto', 'boletos'])} para a próxima remessa`)
    return { updated: ids.length, ids }
  },

  async pdf(ctx, { params }) {
    const slip = await mustFind(ctx, params.id)
    if (slip.barcode === '') throw refuse('conflict.invalid_transition', 'O banco ainda não deu o nosso número: leia o retorno dele antes.')
    return new Reply('file', await bankSlipPdf(ctx, slip), downloadHeaders(`boleto-${slip.document}.pdf`, 'application/pdf'))
  },
}

const ORDERED = {
  DUE_DATE: 'Novo vencimento',
  REBATE: 'Abatimento',
  PROTEST: 'Protesto',
  STOP_PROTEST: 'Sustação do protesto',
  WRITE_OFF: 'Baixa',
} as const

/** Why a receivable cannot become a slip, in pt-BR. */
function slipProblem({ status, has_children, charged, contact, due_date }: Chargeable, today: string): string | undefined {
  if (charged) return 'já tem um boleto em aberto'
  if (status !== 'PENDING' || has_children) return 'só uma conta em aberto vira boleto'
  if (due_date < today) return 'o vencimento já passou: mude-o antes'
  if (!contact) return 'falta o cliente'
  const { document_number: document, address } = contact
  if (!document || documentError(document)) return `falta o CPF ou CNPJ de ${contact.name}`
  if (/[A-Z]/.test(document)) return `o CNPJ de ${contact.name} tem letras, e a remessa deste banco só leva algarismos`
  const missing = [
    !address?.street && 'a rua',
    !address?.city && 'a cidade',
    !address?.state && 'o estado',
    !(address?.postal_code && isValidPostalCode(address.postal_code)) && 'o CEP',
  ].filter(Boolean)
  return missing.length > 0 ? `faltam no endereço de ${contact.name}: ${missing.join(', ')}` : undefined
}

/** Its number and bars; none of them where they come with the bank's return. */
function numbersOf(ctx: Context, agreement: Agreement, title: Chargeable, sequence: number): SlipCodes {
  if (COLLECTION_BANKS[agreement.bank_code]?.numbersByBank) return { number: '', digit: '', barcode: '', digitable_line: '' }
  const numbers = slipNumbers(agreement, sequence, ctx.today.slice(2, 4))
  if (!numbers) throw invalid('agreement_id', `O nosso número ${sequence} não cabe neste convênio`)
  return codesOf(agreement.bank_code, title, numbers)
}

function newSlip(ctx: Context, agreement: Agreement, title: Chargeable, sequence: number): NewSlip {
  const { contact } = title
  const address = contact?.address ?? {}
  return {
    id: ctx.newId(),
    agreement_id: agreement.id,
    receivable_id: title.id,
    sequence,
    ...numbersOf(ctx, agreement, title, sequence),
    document: String(sequence % 1e10),
    amount_cents: title.amount_cents,
    due_date: title.due_date,
    issue_date: ctx.today,
    interest_rate: agreement.interest_rate,
    fine_rate: agreement.fine_rate,
    protest_days: agreement.protest_days,
    write_off_days: agreement.write_off_days,
    payer: {
      name: contact?.name ?? '',
      document_number: contact?.document_number ?? '',
      address: [address.street, address.number, address.additional_information].filter(Boolean).join(' '),
      district: address.neighborhood ?? address.district ?? '',
      postal_code: (address.postal_code ?? '').replace(/\D/g, ''),
      city: address.city ?? '',
      state: (address.state ?? '').toUpperCase(),
    },
    created_by: ctx.actor.user_id,
  }
}

async function mustFind(ctx: Context, id: string): Promise<BankSlip> {
  const [slip] = await slipsById(ctx.db, ctx.companyId, [id])
  if (!slip) throw fail('resource.not_found')
  return slip
}
