// A charge at the bank: registered under its own id, cancelled or refunded there when it was here; payment comes as a movement.
import { formatCents } from '#domain/money.ts'
import { ask, ChargeState, Unanswered } from '../../adapters/payments.ts'
import type { MoneyStep } from '../../jobs/queue.ts'
import { inBatch } from '../../kernel/batch.ts'
import { inCompany } from '../../kernel/in-company.ts'
import type { Services } from '../../kernel/services.ts'
import { findAccountOf } from '../digital-account/rows.ts'
import { chargeOfMovement, type StoredCharge, setRefunded, setRegistered } from './rows.ts'

const ASK_AGAIN = 5
const TAGS = ['billings', 'receivables', 'entries', 'batches'] as const

/** What a payer pays: with the fee on top unless the company assumes it. */
export const payerTotal = (charge: Pick<StoredCharge, 'transaction_amount' | 'fee_amount' | 'assume_fee'>): number =>
  charge.transaction_amount + (charge.assume_fee ? 0 : charge.fee_amount)

export async function advanceCharge(services: Services, step: MoneyStep): Promise<number | undefined> {
  const { company_id, id } = step
  const [charge, account] = await inCompany(services, company_id, async db => [
    await chargeOfMovement(db, company_id, id),
    await findAccountOf(db, company_id),
  ])
  if (!charge || !account) return undefined
  try {
    if (charge.billing_id === null && charge.status === 'PENDING') return await register(services, charge, account.id)
    if (charge.status === 'CANCELLED') await ask(ChargeState, services.payments.cancelCharge(id))
    if (charge.refund_requested > charge.refunded_amount) await refund(services, charge)
    await services.jobsDb
      .transaction()
      .execute(tx => services.queue.plan(tx, { company_id, subject: 'digital_account', id: account.id, attempt: 0, once: true }, 0))
    return undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return ASK_AGAIN
  }
}

const batchOf = (charge: StoredCharge, label: string) => ({
  company_id: charge.company_id,
  user_id: charge.created_by ?? undefined,
  command: 'billings.create',
  label,
  tags: TAGS,
})

async function register(services: Services, charge: StoredCharge, accountId: string): Promise<number | undefined> {
  const state = await ask(
    ChargeState,
    services.payments.registerCharge({
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
  )
  if (!state) return ASK_AGAIN
  await inBatch(services, batchOf(charge, `Cobrança de ${formatCents(charge.transaction_amount)} registrada no banco`), db =>
    setRegistered(db, charge.company_id, charge.id, state.id),
  )
  return undefined
}

/** The refund's id follows from what was refunded before it: asked again, it is the same refund. */
async function refund(services: Services, charge: StoredCharge): Promise<void> {
  const amount_cents = charge.refund_requested - charge.refunded_amount
  const id = `${charge.id.slice(0, 24)}${charge.refunded_amount.toString(16).padStart(12, '0')}`
  const state = await ask(ChargeState, services.payments.refundCharge({ id, charge_id: charge.id, amount_cents }))
  if (!state || state.refunded_cents < charge.refund_requested) return
  await inBatch(services, batchOf(charge, `Devolução de ${formatCents(amount_cents)} feita`), db =>
    setRefunded(db, charge.company_id, charge.id, state.refunded_cents, state.refunded_cents >= state.paid_cents),
  )
}
