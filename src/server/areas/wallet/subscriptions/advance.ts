// A subscription over time: a billing a month, charged to its card, overdue, paused after the grace days, active again when it pays.
import { addDays, addMonths } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { planOf } from '#domain/payments/plans.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import type { StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { newId } from '#server/base/ids.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { lookAtCard } from './card-look.ts'
import { planRelease } from './card-release.ts'
import { cardTokenOf } from './card-rows.ts'
import { cardOutcome, pixOutcome } from './outcome.ts'
import {
  endPayment,
  findBilling,
  insertBilling,
  lockBilling,
  lockSubscription,
  type StoredBilling,
  setNextPayment,
  startPayment,
} from './rows.ts'
import { batchOf, read, refresh, todayOf, unpaidOf } from './status.ts'
import { tell } from './telling.ts'

/** Seconds between two looks at a payment: few for five minutes, while a person waits, then ever more, for it may take days. */
const patience = (attempt: number) => (attempt < 60 ? 5 : later(attempt - 60))
const later = doubling(60, 900)
const LOOK_LATER = 3600
/** A billing is due so many days after its month begins. */
export const DUE_DAYS = 5

/** The hourly look: months billed, authorised cards charged, the status of today. */
export async function advanceSubscription(services: Services, step: MoneyStep): Promise<number | undefined> {
  const found = await read(services, step.company_id, step.id)
  if (!found || found.status === 'CANCELLED') return undefined
  await billMonth(services, found)
  for (const billing of await unpaidOf(services, found)) await chargeCard(services, found, billing)
  await lookAtCard(services, found)
  await refresh(services, found)
  return LOOK_LATER
}

/** Asks after one billing's payment until it ended. */
export async function advanceBilling(services: Services, step: MoneyStep): Promise<number | undefined> {
  const billing = await inCompany(services, step.company_id, db => findBilling(db, step.company_id, step.id))
  if (!billing || billing.paid || billing.payment_id === null) return undefined
  const subscription = await read(services, step.company_id, billing.subscription_id)
  if (!subscription) return undefined
  if (!(await follow(services, subscription, billing))) return patience(step.attempt)
  await refresh(services, subscription)
  return undefined
}

/** The billing of every month that began, one by one. */
async function billMonth(services: Services, subscription: StoredSubscription): Promise<void> {
  const today = todayOf(services)
  const bills = subscription.status === 'ACTIVE' || subscription.status === 'OVERDUE'
  for (let month = subscription.next_payment_date; bills && month <= today; ) {
    const next = addMonths(month, planOf(subscription.reference).months)
    await inBatch(services, batchOf(subscription, `Cobrança da assinatura ${subscription.title}`), async db => {
      await insertBilling(db, subscription.company_id, {
        id: newId(services.clock.now()),
        subscription_id: subscription.id,
        competence_date: month,
        due_date: addDays(month, DUE_DAYS),
        amount_cents: subscription.amount_cents,
      })
      await setNextPayment(db, subscription.company_id, subscription.id, next)
    })
    month = next
  }
}

/** The intent to charge the authorised card, once; a refused card waits for a person. */
async function chargeCard(services: Services, subscription: StoredSubscription, billing: StoredBilling): Promise<void> {
  const { pre_approval_id } = subscription
  if (pre_approval_id === null || billing.payment_id !== null || billing.refusal !== null) return
  await inBatch(services, batchOf(subscription, `Cartão cobrado em ${formatCents(billing.amount_cents)}`), async db => {
    // The card may have been changed or removed, and the month begun to be paid, since they were read.
    const held = await lockSubscription(db, billing.company_id, subscription.id)
    const open = await lockBilling(db, billing.company_id, billing.id)
    const isOwed = open && !open.paid && open.payment_id === null && open.refusal === null
    if (!isOwed || held?.pre_approval_id !== pre_approval_id || held.status === 'CANCELLED') return
    const payment_id = newId(services.clock.now())
    const card_token = await cardTokenOf(db, billing.company_id, pre_approval_id)
    await startPayment(db, billing.company_id, billing.id, { payment_id, payment_method: 'CREDIT_CARD', card_token, emv_code: null })
    await services.queue.plan(db, { company_id: billing.company_id, subject: 'subscription_billing', id: billing.id, attempt: 0 }, 0)
  })
}

/** True when the payment ended, one way or the other. */
async function follow(services: Services, subscription: StoredSubscription, billing: StoredBilling): Promise<boolean> {
  try {
    const { ended, refusal } = await (billing.payment_method === 'PIX' ? pixOutcome(services, billing) : cardOutcome(services, billing))
    if (!ended) return false
    const label = refusal ? `Pagamento da assinatura recusado: ${refusal}` : `Assinatura paga: ${formatCents(billing.amount_cents)}`
    await inBatch(services, batchOf(subscription, label), async db => {
      const outcome = refusal ? { refusal } : { paid_at: new Date(services.clock.now()) }
      const { card_leaves } = await endPayment(db, billing.company_id, billing, outcome)
      if (card_leaves && billing.payment_id) await planRelease(services, db, billing.company_id, billing.payment_id)
      if (refusal) await tell(db, subscription, 'Pagamento da assinatura recusado', refusal)
    })
    return true
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return false
  }
}
