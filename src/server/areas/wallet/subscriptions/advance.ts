// A subscription over time: a billing a month, charged to its card, overdue, paused after the grace days, active again when it pays.
import { addDays, addMonths, dayInSaoPaulo } from '#domain/days.ts'
import { lastOverdueDay } from '#domain/due.ts'
import type { SubscriptionStatus } from '#domain/enums.ts'
import { SUBSCRIPTION_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { mayFollow, SUBSCRIPTION_GRACE_DAYS, SUBSCRIPTION_MOVES } from '#domain/payments/life-cycles.ts'
import { planOf } from '#domain/payments/plans.ts'
import { type CardRequest, CardState } from '#server/adapters/card-acquirer.ts'
import { ask, ChargeState, Unanswered } from '#server/adapters/payments.ts'
import { findSubscription, type StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { lookAtCard } from './card-look.ts'
import {
  cardTokenOf,
  endPayment,
  findBilling,
  insertBilling,
  letCardGo,
  lockBilling,
  lockSubscription,
  type StoredBilling,
  setNextPayment,
  setStatus,
  startPayment,
  unpaidBillings,
} from './rows.ts'

/** Seconds between two looks at a payment: few for five minutes, then more, for a Pix may take days. */
const patience = (attempt: number) => (attempt < 60 ? 5 : 60)
const LOOK_LATER = 3600
/** A billing is due so many days after its month begins. */
export const DUE_DAYS = 5
/** A subscription nobody ever paid is given up. */
const GIVEN_UP_DAYS = 30

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

const todayOf = (services: Services) => dayInSaoPaulo(services.clock.now())

const read = (services: Services, companyId: string, id: string) =>
  inCompany(services, companyId, db => findSubscription(db, companyId, todayOf(services), id))

const unpaidOf = (services: Services, { company_id, id }: StoredSubscription) =>
  inCompany(services, company_id, db => unpaidBillings(db, company_id, id))

const batchOf = (subscription: StoredSubscription, label: string) => ({
  company_id: subscription.company_id,
  user_id: subscription.created_by ?? undefined,
  command: 'subscriptions.create',
  label,
  tags: ['subscriptions', 'profile', 'batches'] as const,
})

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

interface Outcome {
  ended: boolean
  refusal?: string | null
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
      if (card_leaves) await planRelease(services, db, billing.company_id, billing.payment_id)
      if (refusal) await tell(db, subscription, 'Pagamento da assinatura recusado', refusal)
    })
    return true
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return false
  }
}

async function cardOutcome(services: Services, billing: StoredBilling): Promise<Outcome> {
  const { company_id, id: billing_id, amount_cents } = billing
  const id = billing.payment_id ?? ''
  const card_token = (await inCompany(services, company_id, db => cardTokenOf(db, company_id, id))) ?? ''
  const request: CardRequest = { company_id, id, billing_id, card_token, amount_cents }
  const { cards } = services
  const state = (await ask(CardState, cards.charged(request))) ?? (await ask(CardState, cards.charge(request)))
  return {
    ended: state !== undefined && state.status !== 'PROCESSING',
    refusal: state?.status === 'REJECTED' ? (state.refusal ?? 'Cartão recusado.') : null,
  }
}

async function pixOutcome(services: Services, billing: StoredBilling): Promise<Outcome> {
  const { payments } = services
  const id = billing.payment_id ?? ''
  const state =
    (await ask(ChargeState, payments.charge(id))) ??
    (await ask(
      ChargeState,
      payments.collect({
        id,
        txid: txidOf(id),
        amount_cents: billing.amount_cents,
        due_date: billing.due_date,
        expiration_date: addDays(billing.due_date, GIVEN_UP_DAYS),
      }),
    ))
  if (state?.status === 'PAID') return { ended: true }
  const expired = state !== undefined && todayOf(services) > addDays(billing.due_date, GIVEN_UP_DAYS)
  return { ended: expired, refusal: expired ? 'O código Pix venceu.' : null }
}

/** The txid of a billing's Pix: its payment's id without dashes, 32 characters. */
export const txidOf = (paymentId: string): string => paymentId.replaceAll('-', '')

function statusNow(subscription: StoredSubscription, unpaid: readonly StoredBilling[], today: string): SubscriptionStatus {
  const oldest = unpaid[0]?.due_date
  if (subscription.status === 'PENDING') {
    if (oldest === undefined) return 'ACTIVE'
    return addDays(oldest, GIVEN_UP_DAYS) < today ? 'CANCELLED' : 'PENDING'
  }
  if (oldest === undefined || oldest > lastOverdueDay(today)) return 'ACTIVE'
  return subscription.status === 'PAUSED' || addDays(oldest, SUBSCRIPTION_GRACE_DAYS) < today ? 'PAUSED' : 'OVERDUE'
}

/** The first of its billing days that is still to come. */
function nextMonth({ next_payment_date, reference }: StoredSubscription, today: string): string {
  const { months } = planOf(reference)
  let count = 0
  while (addMonths(next_payment_date, count * months) <= today) count += 1
  return addMonths(next_payment_date, count * months)
}

/** Moves the subscription to what its billings say today. */
async function refresh(services: Services, subscription: StoredSubscription): Promise<void> {
  const today = todayOf(services)
  const to = statusNow(subscription, await unpaidOf(services, subscription), today)
  if (!mayFollow(SUBSCRIPTION_MOVES, subscription.status, to)) return
  const label = `Assinatura ${SUBSCRIPTION_STATUS_LABELS[to].toLowerCase()}`
  await inBatch(services, batchOf(subscription, label), async db => {
    const moved = await setStatus(db, subscription.company_id, subscription.id, subscription.status, to)
    // The months it was paused are not billed.
    if (moved && subscription.status === 'PAUSED')
      await setNextPayment(db, subscription.company_id, subscription.id, nextMonth(subscription, today))
    if (
      moved &&
      to === 'CANCELLED' &&
      subscription.pre_approval_id &&
      (await letCardGo(db, subscription.company_id, subscription.pre_approval_id))
    )
      await planRelease(services, db, subscription.company_id, subscription.pre_approval_id)
    if (moved && to !== 'ACTIVE') await tell(db, subscription, label, `${subscription.title}: veja as cobranças em aberto.`)
  })
}

async function planRelease({ queue }: Services, db: Db, company_id: string, id: string | null): Promise<void> {
  if (id !== null) await queue.plan(db, { company_id, subject: 'card', id, attempt: 0 }, 0)
}

/** To whoever subscribed. */
async function tell(db: Db, { company_id, created_by }: StoredSubscription, title: string, body: string): Promise<void> {
  if (created_by === null) return
  await notify(db, { user_ids: [created_by], company_id, type: 'TRANSACTION', title, body, action: `/company/${company_id}/subscriptions` })
}
