// Charges: made with their code or slip at once, registered at the bank by a job, listed, cancelled and refunded.
import { randomBytes } from 'node:crypto'
import type { Billing } from '#contract/billings.ts'
import type { DigitalAccount } from '#contract/digital-account.ts'
import type { contract } from '#contract/index.ts'
import type { PixAgreement } from '#contract/pix-agreements.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { CHARGE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { codeParty, dynamicCode } from '#domain/payments/br-code.ts'
import { CHARGE_FEES, payerTotal } from '#domain/payments/charges.ts'
import { BANK_CAPABILITIES } from '#domain/payments/digital-banks.ts'
import { CHARGE_MOVES, mayFollow } from '#domain/payments/life-cycles.ts'
import { newTxid, refundableCents } from '#domain/payments/pix-ids.ts'
import type { Action, Resource } from '#domain/permissions.ts'
import { findAccountOf, mustHaveAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import { findTax } from '#server/areas/fiscal/taxes/rows.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { merchantOf } from '#server/areas/people/companies/rows.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { qrSvg } from '#server/base/qr.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { refuseOnHold } from '../payments/guard.ts'
import { planStep } from '../payments/plan-step.ts'
import { lockPixAgreement } from '../pix-agreements/rows.ts'
import { chargePdf } from './print.ts'
import {
  chargeable,
  findCharge,
  insertCharge,
  listCharges,
  lockCharge,
  newestKey,
  requestRefund,
  type StoredCharge,
  setCancelled,
} from './rows.ts'

const PAYABLE_DAYS = 30

const CHARGED_AT = { local: 'local', 'stark-sandbox': 'test', stark: 'production' } as const

const view = async (charge: StoredCharge): Promise<Billing> => ({
  ...charge,
  qr_code: charge.emv_code === null ? null : await qrSvg(charge.emv_code),
})

export const billingHandlers: Handlers<(typeof contract)['billings']> = {
  async list(ctx, { query }) {
    const visible = ctx.companies.filter(
      id => ctx.mayIn(id, 'receivables', 'v') && (query.companyId === undefined || id === query.companyId),
    )
    if (query.companyId !== undefined && visible.length === 0) throw fail('resource.not_found')
    return Promise.all((await listCharges(ctx.db, visible, ctx.today, query)).map(view))
  },

  get: async (ctx, { params }) => view(await enter(ctx, params.id, 'receivables', 'v')),

  async pdf(ctx, { params }) {
    const charge = await enter(ctx, params.id, 'receivables', 'v')
    return new Reply('file', await chargePdf(charge), downloadHeaders('cobranca.pdf', 'application/pdf'))
  },

  async create(ctx, { body }) {
    const agreement = body.pix_agreement_id === undefined ? undefined : await mustReceive(ctx, body.pix_agreement_id, body.payment_method)
    const account = agreement ? undefined : await mustHaveAccount(ctx.db, ctx.companyId)
    if (body.due_date < ctx.today) throw invalid('due_date', 'O vencimento não pode estar no passado')
    const expiration_date = body.expiration_date ?? addDays(body.due_date, PAYABLE_DAYS)
    if (expiration_date < body.due_date) throw invalid('expiration_date', 'A validade não pode ser antes do vencimento')
    if (body.payment_method === 'BOLETO' && !body.payer) throw invalid('payer', 'Um boleto precisa do pagador')
    if (account) refuseBeyond(account, body)
    if (body.receivable_id !== undefined) await refuseUnchargeable(ctx, body.receivable_id, body)
    if (body.tax_id !== undefined && !(await findTax(ctx.db, ctx.companyId, body.tax_id))) throw invalid('tax_id', 'Imposto não encontrado')
    const { city, ...recipient } = await merchantOf(ctx.db, ctx.companyId)
    // What the company's own bank takes is between the two of them.
    const fee_amount = account?.environment !== 'local' ? 0 : CHARGE_FEES[body.payment_method]
    const total = payerTotal({ transaction_amount: body.transaction_amount, fee_amount, assume_fee: body.assume_fee })
    const txid = newTxid(randomBytes(32))
    const barcode = body.payment_method === 'BOLETO' ? slipOf(ctx, total, body.due_date) : null
    const id = ctx.newId()
    await insertCharge(ctx.db, ctx.companyId, {
      id,
      kind: body.kind,
      payment_method: body.payment_method,
      transaction_amount: body.transaction_amount,
      fee_amount,
      assume_fee: body.assume_fee,
      due_date: body.due_date,
      expiration_date,
      txid,
      emv_code:
        !account || !BANK_CAPABILITIES[account.environment].own_txid
          ? null
          : dynamicCode({ url: ctx.services.payments.locationOf(txid), ...codeParty(recipient.name, city) }),
      barcode,
      digitable_line: barcode && lineOfBarcode(barcode),
      recipient,
      payer: body.payer ? { ...body.payer, email: body.payer.email ?? null } : null,
      additional_information: body.additional_information ?? null,
      tax_id: body.tax_id ?? null,
      receivable_id: body.receivable_id ?? null,
      pix_agreement_id: agreement?.id ?? null,
      environment: agreement ? (agreement.environment === 'TEST' ? 'test' : 'production') : CHARGED_AT[account?.environment ?? 'local'],
      created_by: ctx.actor.user_id,
    })
    await planStep(ctx, 'charge', id)
    ctx.touch(id)
    ctx.label(`Cobrança de ${formatCents(body.transaction_amount)} criada`)
    return view(await mustFind(ctx, id))
  },

  async cancel(ctx, { params }) {
    const found = await enter(ctx, params.id, 'receivables', 'u')
    const charge = await mustLock(ctx, found.id)
    refuseMove(charge, 'CANCELLED')
    await setCancelled(ctx.db, ctx.companyId, charge.id)
    await planStep(ctx, 'charge', charge.id)
    ctx.touch(charge.id)
    ctx.label(`Cobrança de ${formatCents(charge.transaction_amount)} cancelada`)
    return view(await mustFind(ctx, charge.id))
  },

  async refund(ctx, { params, body }) {
    const found = await enter(ctx, params.id, 'payments', 'x')
    await refuseOnHold(ctx, ctx.actor.user_id)
    await requireStepUp(ctx)
    const charge = await mustLock(ctx, found.id)
    if (!charge.needs_refund) refuseMove(charge, 'REFUNDED')
    await refuseElsewhere(ctx, charge)
    const paid = {
      amount_cents: payerTotal(charge),
      refunded_cents: charge.refund_requested,
      paid_on: dayInSaoPaulo(Date.parse(charge.paid_at ?? '')),
    }
    const left = refundableCents(paid, ctx.today)
    const amount = body.amount_cents ?? left
    if (amount === 0 || amount > left) throw invalid('amount_cents', `Ainda se pode devolver ${formatCents(left)}`)
    await requestRefund(ctx.db, ctx.companyId, charge.id, amount)
    await planStep(ctx, 'charge', charge.id)
    ctx.touch(charge.id)
    ctx.label(`Devolução de ${formatCents(amount)} pedida`)
    return view(await mustFind(ctx, charge.id))
  },

  lastPixKey: async ctx => ({ pix_key: (await newestKey(ctx.db, ctx.companyId))?.key ?? null }),
}

async function mustReceive(ctx: Context, id: string, method: 'PIX' | 'BOLETO'): Promise<PixAgreement> {
  const agreement = await lockPixAgreement(ctx.db, ctx.companyId, id, 'share')
  if (!agreement) throw invalid('pix_agreement_id', 'Banco não encontrado')
  if (method !== 'PIX') throw invalid('payment_method', 'Neste banco a cobrança é por Pix')
  if (agreement.client_id === null) throw invalid('pix_agreement_id', 'Guarde antes as credenciais que o banco deu')
  return agreement
}

interface Asked {
  transaction_amount: number
  payment_method: 'PIX' | 'BOLETO'
}

/** A slip of a bank may stand beside a Pix charge, and not beside another slip. */
async function refuseUnchargeable(ctx: Context, receivableId: string, { transaction_amount, payment_method }: Asked): Promise<void> {
  const receivable = await chargeable(ctx.db, ctx.companyId, ctx.today, receivableId, payment_method)
  if (!receivable) throw invalid('receivable_id', 'Conta a receber não encontrada')
  if (receivable.charged) throw fail('conflict.already_exists', { motivo: 'Esta conta já tem uma cobrança ou um boleto.' })
  if (receivable.status !== 'PENDING' || receivable.has_children) throw invalid('receivable_id', 'Só uma conta em aberto pode ser cobrada')
  // Paid, the charge settles the whole of it.
  if (transaction_amount < receivable.amount_cents)
    throw invalid('transaction_amount', 'Uma cobrança não recebe uma conta em parte: divida a conta antes')
}

/** Our number in the free field is drawn: 25 digits that no other slip of this bank has. */
function slipOf(ctx: Context, amount_cents: number, due_date: string): string {
  const free_field = Array.from(randomBytes(25), byte => byte % 10).join('')
  return barcodeOf({ bank_code: ctx.services.payments.routing_number, amount_cents, due_date, free_field })
}

async function enter(ctx: Context, id: string, resource: Resource, action: Action): Promise<StoredCharge> {
  const charge = await findCharge(ctx.db, ctx.companies, ctx.today, id)
  if (!charge) throw fail('resource.not_found')
  await ctx.enter(charge.company_id, resource, action)
  return charge
}

async function mustFind(ctx: Context, id: string): Promise<StoredCharge> {
  const charge = await findCharge(ctx.db, [ctx.companyId], ctx.today, id)
  if (!charge) throw fail('resource.not_found')
  return charge
}

async function mustLock(ctx: Context, id: string): Promise<StoredCharge> {
  const charge = await lockCharge(ctx.db, ctx.companyId, ctx.today, id)
  if (!charge) throw fail('resource.not_found')
  return charge
}

/** What the bank of the account does not do is said before it is asked. */
function refuseBeyond({ environment }: DigitalAccount, { payment_method, payer }: { payment_method: string; payer?: unknown }): void {
  const can = BANK_CAPABILITIES[environment]
  if (payment_method === 'BOLETO' && !can.slip_with_pix) throw invalid('payment_method', 'A conta Stark Bank recebe aqui só por Pix')
  if (!payer && !can.open_charge) throw invalid('payer', 'A conta Stark Bank cobra só de quem se diz o nome e o documento')
}

/** Only the account that was paid gives back. */
async function refuseElsewhere(ctx: Context, { pix_agreement_id, environment }: StoredCharge): Promise<void> {
  if (pix_agreement_id !== null) return
  const account = await findAccountOf(ctx.db, ctx.companyId)
  if (CHARGED_AT[account?.environment ?? 'local'] !== environment)
    throw refuse('conflict.invalid_transition', 'A conta em que este dinheiro entrou não está conectada.')
}

function refuseMove(charge: StoredCharge, to: 'CANCELLED' | 'REFUNDED'): void {
  if (mayFollow(CHARGE_MOVES, charge.status, to)) return
  throw refuse(
    'conflict.invalid_transition',
    `De ${CHARGE_STATUS_LABELS[charge.status]} não é possível ir para ${CHARGE_STATUS_LABELS[to]}.`,
  )
}
