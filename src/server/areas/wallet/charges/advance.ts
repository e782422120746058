// A charge at the bank: registered under its own id, cancelled or refunded there when it was here; payment comes as a movement.
import { formatCents } from '#domain/money.ts'
import { payerTotal } from '#domain/payments/charges.ts'
import { ask, ChargeState, type Payments, Unanswered } from '#server/adapters/payments.ts'
import { findAccountOf } from '#server/areas/banking/bank-accounts/digital.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { bankOf } from '../digital-bank/bank.ts'
import { type StoredCharge, setRefunded, setRegistered, setRemoved, withdrawRefund } from './rows.ts'
import { tellCreator } from './telling.ts'

const patience = doubling(5, 900)
const TAGS = ['billings', 'receivables', 'entries', 'batches'] as const

export async function advanceCharge(services: Services, charge: StoredCharge, { attempt }: MoneyStep): Promise<number | undefined> {
  const { company_id, id } = charge
  const account = await inCompany(services, company_id, db => findAccountOf(db, company_id))
  if (!account) return undefined
  try {
    const bank = await bankOf(services, company_id)
    if (charge.billing_id === null && charge.status === 'PENDING') return await register(services, bank, charge, account.id)
    if (charge.status === 'CANCELLED') await ask(ChargeState, bank.cancelCharge(id), bank.deadlineMs)
    const refunding = charge.refund_requested > charge.refunded_amount && (await refund(services, bank, charge))
    await services.jobsDb
      .transaction()
      .execute(tx => services.queue.plan(tx, { company_id, subject: 'digital_account', id: account.id, attempt: 0, once: true }, 0))
    return refunding ? 0 : undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return patience(attempt)
  }
}

const batchOf = (charge: StoredCharge, label: string) => ({
  company_id: charge.company_id,
  user_id: charge.created_by ?? undefined,
  command: 'billings.create',
  label,
  tags: TAGS,
})

async function register(services: Services, bank: Payments, charge: StoredCharge, accountId: string): Promise<number | undefined> {
  const state = await ask(
    ChargeState,
    bank.registerCharge({
      id: charge.id,
      account_id: accountId,
      txid: charge.txid,
      amount_cents: payerTotal(charge),
      fee_cents: charge.fee_amount,
      due_date: charge.due_date,
      expiration_date: charge.expiration_date,
      barcode: charge.barcode,
      payer: charge.payer && { name: charge.payer.name, document_number: charge.payer.document_number ?? '' },
      additional_information: charge.additional_information,
    }),
    bank.deadlineMs,
  )
  if (!state) throw new Unanswered('the bank does not know the charge')
  const what = `Cobrança de ${formatCents(charge.transaction_amount)}`
  if (state.status === 'CANCELLED') {
    const reason = state.reason ?? 'O banco não registrou a cobrança.'
    await inBatch(services, batchOf(charge, `${what} recusada pelo banco`), async db => {
      if (await setRemoved(db, charge.company_id, charge.id, reason)) await tellCreator(db, charge, `${what} recusada pelo banco`, reason)
    })
    return undefined
  }
  await inBatch(services, batchOf(charge, `${what} registrada no banco`), db =>
    setRegistered(db, charge.company_id, charge.id, state.id, state.emv_code ?? null),
  )
  return undefined
}

/**
 * Asks for what is still to be given back. Its id follows from what the bank gave back before, so that asked again it is the same
 * refund. True when there may be more to ask.
 */
async function refund(services: Services, bank: Payments, charge: StoredCharge): Promise<boolean> {
  const { company_id, id, refund_requested } = charge
  const before = await ask(ChargeState, bank.charge(id))
  if (!before) throw new Unanswered('the bank does not know the charge')
  const amount_cents = refund_requested - before.refunded_cents
  const refundId = `${id.slice(0, 24)}${before.refunded_cents.toString(16).padStart(12, '0')}`
  const state =
    amount_cents > 0 ? await ask(ChargeState, bank.refundCharge({ id: refundId, charge_id: id, amount_cents }), bank.deadlineMs) : before
  if (!state) throw new Unanswered('the bank does not know the charge')
  if (amount_cents > 0 && state.refunded_cents === before.refunded_cents) {
    await giveUp(services, charge, amount_cents)
    return false
  }
  await inBatch(services, batchOf(charge, `Devolução de ${formatCents(state.refunded_cents - charge.refunded_amount)} feita`), db =>
    setRefunded(db, company_id, id, state.refunded_cents, state.refunded_cents >= state.paid_cents),
  )
  return state.refunded_cents < refund_requested
}

async function giveUp(services: Services, charge: StoredCharge, amountCents: number): Promise<void> {
  const label = `Devolução de ${formatCents(amountCents)} recusada pelo banco`
  await inBatch(services, batchOf(charge, label), async db => {
    const withdrawn = await withdrawRefund(db, charge.company_id, charge.id, charge.refund_requested)
    if (withdrawn) await tellCreator(db, charge, label, 'Confira o saldo da conta digital e peça de novo.')
  })
}
