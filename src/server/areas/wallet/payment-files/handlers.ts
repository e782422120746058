// Files of payments: bills put in and taken out while it is open, written by whoever may pay, sent by a person, answered by the bank.
import type { contract } from '#contract/index.ts'
import type { PaymentFile } from '#contract/payment-files.ts'
import { ofBank } from '#domain/collection/agreement.ts'
import { formatCents } from '#domain/money.ts'
import { payeeKeyOf } from '#domain/payment-files/plan.ts'
import { isLive, PAYMENT_FILE_STATUS_LABELS } from '#domain/payment-files/states.ts'
import { counted } from '#domain/text.ts'
import { mustLock } from '#server/areas/ledger/entries/writing.ts'
import { fail, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { mustLockAgreement } from '../payment-agreements/handlers.ts'
import { confirmPerson, queueUp, refuseOnHold, refuseRepeated } from '../payments/guard.ts'
import { returnBills } from '../payments/send-order.ts'
import { fileReply } from '../remittances/bank-file.ts'
import { addBills } from './adding.ts'
import { applyChanges } from './applying.ts'
import { contentOf, findFile, listFiles, markSent, paymentsOf, removePayments, type StoredFilePayment } from './rows.ts'
import { writeFile } from './writing.ts'

const pagamentos = (count: number): string => counted(count, ['pagamento', 'pagamentos'])

export const paymentFileHandlers: Handlers<(typeof contract)['paymentFiles']> = {
  list: ctx => listFiles(ctx.db, ctx.companyId),
  payments: async (ctx, { params }) => (await paymentsOf(ctx.db, ctx.companyId, params.id)).map(shown),
  add: (ctx, { body }) => addBills(ctx, body),

  async remove(ctx, { params, body }) {
    const file = await mustLockFile(ctx, params.id)
    refuseUnless(file, ['OPEN'], 'mudada')
    const asked = new Set(body.payment_ids)
    const taken = (await paymentsOf(ctx.db, ctx.companyId, file.id)).filter(one => asked.has(one.id))
    if (taken.length < asked.size) throw fail('resource.not_found')
    const ids = taken.map(one => one.id)
    await removePayments(ctx.db, ctx.companyId, file.id, ids)
    const live = taken.filter(one => isLive(one.status)).map(one => one.bill_id)
    await returnBills(ctx.db, ctx.companyId, live)
    ctx.touch(file.id, ...live)
    ctx.label(`${counted(ids.length, ['conta tirada', 'contas tiradas'])} da remessa de pagamentos`)
    return { updated: ids.length, ids }
  },

  async generate(ctx, { params, body }) {
    await queueUp(ctx.db, ctx.companyId)
    const file = await mustLockFile(ctx, params.id)
    refuseUnless(file, ['OPEN'], 'gerada de novo')
    const payments = (await paymentsOf(ctx.db, ctx.companyId, file.id)).filter(one => one.status === 'WAITING')
    if (payments.length === 0) throw refuse('conflict.invalid_transition', 'Não há nada a pagar nesta remessa.')
    await refuseMoved(ctx, payments)
    await refuseOnHold(ctx, ctx.actor.user_id)
    const leaving = payments.map(one => ({ amount_cents: one.amount_cents, payee_key: payeeKeyOf(one) }))
    if (!body.confirm_duplicate) await refuseRepeated(ctx, leaving)
    await confirmPerson(ctx, leaving)
    const { sequence, bank_code } = await writeFile(ctx, file, payments)
    ctx.touch(file.id)
    const total = payments.reduce((sum, one) => sum + one.amount_cents, 0)
    ctx.label(`Remessa de pagamentos ${sequence} ${ofBank(bank_code)}: ${pagamentos(payments.length)}, ${formatCents(total)}`)
    return mustFind(ctx, file.id)
  },

  file: async (ctx, { params }) => fileReply(await contentOf(ctx.db, ctx.companyId, params.id)),

  async send(ctx, { params }) {
    const file = await mustLockFile(ctx, params.id)
    refuseUnless(file, ['GENERATED'], 'marcada como enviada')
    await markSent(ctx.db, ctx.companyId, file.id, new Date(ctx.now).toISOString(), ctx.actor.user_id)
    ctx.touch(file.id)
    ctx.label(`Remessa de pagamentos ${file.sequence} marcada como enviada`)
    return mustFind(ctx, file.id)
  },

  async refuse(ctx, { params }) {
    const file = await mustLockFile(ctx, params.id)
    refuseUnless(file, ['SENT'], 'recusada pelo banco')
    const agreement = await mustLockAgreement(ctx, file.agreement_id)
    const live = (await paymentsOf(ctx.db, ctx.companyId, file.id)).filter(one => isLive(one.status))
    const refused = { status: 'REFUSED', reason: 'o banco recusou o arquivo', paid_cents: null, paid_on: null } as const
    await applyChanges(
      ctx,
      agreement,
      live.map(payment => ({ payment, change: { id: payment.id, ...refused } })),
    )
    ctx.touch(file.id)
    ctx.label(`Remessa de pagamentos ${file.sequence} recusada pelo banco: ${pagamentos(live.length)} de volta`)
    return mustFind(ctx, file.id)
  },

  async answer(ctx, { params, body }) {
    const file = await mustLockFile(ctx, params.id)
    const agreement = await mustLockAgreement(ctx, file.agreement_id)
    const payment = (await paymentsOf(ctx.db, ctx.companyId, file.id)).find(one => one.id === body.payment_id)
    if (!payment) throw fail('resource.not_found')
    refuseUnless(file, ['GENERATED', 'SENT'], 'decidida')
    if (!isLive(payment.status)) throw refuse('conflict.invalid_transition', 'O banco já disse o que foi feito deste pagamento.')
    const isPaid = body.answer === 'PAID'
    const change = {
      id: payment.id,
      status: body.answer,
      reason: isPaid ? null : (payment.reason ?? 'não saiu da conta'),
      paid_cents: isPaid ? (payment.paid_cents ?? payment.amount_cents) : null,
      paid_on: isPaid ? (payment.paid_on ?? (payment.pay_on > ctx.today ? ctx.today : payment.pay_on)) : null,
    }
    await applyChanges(ctx, agreement, [{ payment, change }])
    ctx.touch(file.id)
    ctx.label(`Pagamento a ${payment.payee_name} ${isPaid ? 'dado por feito' : 'dado por não feito'}`)
    const after = (await paymentsOf(ctx.db, ctx.companyId, file.id)).find(one => one.id === payment.id)
    return shown(after ?? payment)
  },
}

const shown = ({
  payee_document: _,
  target: _target,
  is_test: _test,
  told_to: _told,
  settled_bill: _settled,
  ...payment
}: StoredFilePayment) => payment

/** A bill that was settled or changed while its file was open is not paid again, and a day that has passed is not written. */
async function refuseMoved(ctx: Context, payments: readonly StoredFilePayment[]): Promise<void> {
  const rows = await mustLock(
    ctx,
    payments.map(one => one.bill_id),
    'BILL',
  )
  const held = new Set(rows.filter(row => row.status === 'WAITING_PAYMENT').map(row => row.id))
  const moved = payments.find(one => !held.has(one.bill_id))
  if (moved) throw refuse('conflict.invalid_transition', `A conta de ${moved.payee_name} já foi paga de outro modo: tire-a da remessa.`)
  const late = payments.find(one => one.pay_on < ctx.today)
  if (late)
    throw refuse('conflict.invalid_transition', `O dia de pagar a ${late.payee_name} passou: tire a conta da remessa e escolha outro.`)
}

function refuseUnless(file: PaymentFile, from: readonly PaymentFile['status'][], done: string): void {
  if (from.includes(file.status)) return
  throw refuse(
    'conflict.invalid_transition',
    `A remessa está ${PAYMENT_FILE_STATUS_LABELS[file.status].toLowerCase()}: não pode ser ${done}.`,
  )
}

async function mustFind(ctx: Context, id: string): Promise<PaymentFile> {
  const file = await findFile(ctx.db, ctx.companyId, id)
  if (!file) throw fail('resource.not_found')
  return file
}

/** By its agreement, where whoever adds, writes or reads a return waits as well. */
async function mustLockFile(ctx: Context, id: string): Promise<PaymentFile> {
  const file = await mustFind(ctx, id)
  await mustLockAgreement(ctx, file.agreement_id)
  return mustFind(ctx, id)
}
