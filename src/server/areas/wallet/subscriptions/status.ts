// The state of a subscription: read, and moved to what its billings say today.
import { addDays, addMonths, dayInSaoPaulo } from '#domain/days.ts'
import { lastOverdueDay } from '#domain/due.ts'
import type { SubscriptionStatus } from '#domain/enums.ts'
import { SUBSCRIPTION_STATUS_LABELS } from '#domain/labels.ts'
import { mayFollow, SUBSCRIPTION_GRACE_DAYS, SUBSCRIPTION_MOVES } from '#domain/payments/life-cycles.ts'
import { planOf } from '#domain/payments/plans.ts'
import { findSubscription, type StoredSubscription } from '#server/areas/people/plan/rows.ts'
import type { Db } from '#server/db/query.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { planRelease } from './card-release.ts'
import { letCardGo } from './card-rows.ts'
import { GIVEN_UP_DAYS } from './outcome.ts'
import { lockSubscription, type StoredBilling, setNextPayment, setStatus, unpaidBillings } from './rows.ts'
import { tell } from './telling.ts'

export const todayOf = (services: Services) => dayInSaoPaulo(services.clock.now())

export const read = (services: Services, companyId: string, id: string) =>
  inCompany(services, companyId, db => findSubscription(db, companyId, todayOf(services), id))

export const unpaidOf = (services: Services, { company_id, id }: StoredSubscription) =>
  inCompany(services, company_id, db => unpaidBillings(db, company_id, id))

export const batchOf = (subscription: StoredSubscription, label: string) => ({
  company_id: subscription.company_id,
  user_id: subscription.created_by ?? undefined,
  command: 'subscriptions.create',
  label,
  tags: ['subscriptions', 'profile', 'batches'] as const,
})

/** The days of grace of a month lost in a dispute begin anew. */
const owedSince = ({ lost_on, due_date }: StoredBilling): string => lost_on ?? due_date

function statusNow(subscription: StoredSubscription, unpaid: readonly StoredBilling[], today: string): SubscriptionStatus {
  const oldest = unpaid[0]?.due_date
  const since = unpaid.map(owedSince).sort()[0]
  if (subscription.status === 'PENDING') {
    if (oldest === undefined) return 'ACTIVE'
    return addDays(oldest, GIVEN_UP_DAYS) < today ? 'CANCELLED' : 'PENDING'
  }
  if (oldest === undefined || since === undefined || oldest > lastOverdueDay(today)) return 'ACTIVE'
  return subscription.status === 'PAUSED' || addDays(since, SUBSCRIPTION_GRACE_DAYS) < today ? 'PAUSED' : 'OVERDUE'
}

/** The first of its billing days that is still to come. */
function nextMonth({ next_payment_date, reference }: StoredSubscription, today: string): string {
  const { months } = planOf(reference)
  let count = 0
  while (addMonths(next_payment_date, count * months) <= today) count += 1
  return addMonths(next_payment_date, count * months)
}

/** Moves the subscription to what its billings say today. */
export async function refresh(services: Services, subscription: StoredSubscription): Promise<void> {
  const today = todayOf(services)
  const to = statusNow(subscription, await unpaidOf(services, subscription), today)
  if (!mayFollow(SUBSCRIPTION_MOVES, subscription.status, to)) return
  const label = `Assinatura ${SUBSCRIPTION_STATUS_LABELS[to].toLowerCase()}`
  await inBatch(services, batchOf(subscription, label), async db => {
    const moved = await setStatus(db, subscription.company_id, subscription.id, subscription.status, to)
    // The months it was paused are not billed.
    if (moved && subscription.status === 'PAUSED')
      await setNextPayment(db, subscription.company_id, subscription.id, nextMonth(subscription, today))
    if (moved && to === 'CANCELLED') await letSubscribedCardGo(services, db, subscription)
    if (moved && to !== 'ACTIVE') await tell(db, subscription, label, `${subscription.title}: veja as cobranças em aberto.`)
  })
}

/** The card that pays it now leaves the acquirer. */
async function letSubscribedCardGo(services: Services, db: Db, { company_id, id }: StoredSubscription): Promise<void> {
  const pre_approval_id = (await lockSubscription(db, company_id, id))?.pre_approval_id
  if (pre_approval_id && (await letCardGo(db, company_id, pre_approval_id))) await planRelease(services, db, company_id, pre_approval_id)
}
