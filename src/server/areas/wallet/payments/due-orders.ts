// An order kept for its day: sent that morning for whoever confirmed it, once the bank, the limits and their rights still say the same; else
// it goes back to be sent by a person, who is told why.
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { leavesAt } from '#domain/payments/pay-day.ts'
import { may } from '#domain/permissions.ts'
import { findUser } from '#server/areas/people/auth/rows.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { Failure, refuse } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { readMemberships } from '#server/kernel/access.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { queueUp } from './guard.ts'
import { refuseChangedPayees } from './orders.ts'
import { type BankWords, wordsOfBank } from './recipients.ts'
import { findOrder, lockOrder, type StoredOrder, setOrder } from './rows.ts'
import { isScheduled, type SendingContext, sendOrder, unschedule } from './send-order.ts'

const TAGS = ['payment_orders', 'bills', 'entries', 'suggestions', 'batches'] as const

/** While the bank is silent or asks for patience, until the day ends. */
const AGAIN_S = 300

/** Sends the order when its day has come; gives the seconds until the next look, or undefined when there is none. */
export async function advanceOrder(services: Services, { company_id, id }: MoneyStep): Promise<number | undefined> {
  const order = await inCompany(services, company_id, db => findOrder(db, [company_id], id))
  if (!order || !isScheduled(order) || order.pay_on === null || order.send_requested_by === null) return undefined
  const now = services.clock.now()
  const wait = leavesAt(order.pay_on) - now
  if (wait > 0) return Math.ceil(wait / 1000)
  const sender = order.send_requested_by
  try {
    const words = await wordsOfBank({ services, companyId: company_id, actor: { user_id: sender }, now }, order.payments)
    await sendForPerson(services, order, sender, words)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const mayPass = error.id === 'provider.unavailable' || error.id === 'rate.limited'
    if (mayPass && dayInSaoPaulo(now) === order.pay_on) return AGAIN_S
    await giveBack(services, order, error.message)
  }
  return undefined
}

async function sendForPerson(services: Services, { company_id, id }: StoredOrder, user_id: string, words: BankWords): Promise<void> {
  const now = services.clock.now()
  const batch = { company_id, user_id, command: 'paymentOrders.send', tags: TAGS, label: 'Ordem de pagamento enviada no seu dia' }
  await inBatch(services, batch, async db => {
    await queueUp(db, company_id)
    const order = await lockOrder(db, company_id, id)
    if (!order || !isScheduled(order)) return
    await refuseWithoutRight(db, company_id, user_id)
    refuseChangedPayees(order, words)
    refuseOtherCost(order, words)
    await sendOrder(contextOf(services, db, company_id, now), order, { user_id, known_device: !order.unknown_device })
  })
  services.queue.wake('money.advance')
}

const contextOf = (services: Services, db: Db, companyId: string, now: number): SendingContext => ({
  db,
  companyId,
  services,
  now,
  today: dayInSaoPaulo(now),
  touch() {},
  afterCommit() {},
})

/** Whoever confirmed the order may have left since, or may pay no more. */
async function refuseWithoutRight(db: Db, companyId: string, userId: string): Promise<void> {
  const person = await findUser(db, userId)
  const [member] = person ? await readMemberships(db, { ...person, user_id: userId }, companyId) : []
  if (!member || !may(member.rights, 'payments', 'x'))
    throw refuse('permission.denied', `${person?.name ?? 'Quem confirmou a ordem'} não pode mais pagar por esta empresa.`)
}

/** A slip is paid only at the cost that a person confirmed. */
function refuseOtherCost(order: StoredOrder, words: BankWords): void {
  for (const { payee_key, amount_cents } of order.payments) {
    const slip = words.get(payee_key)?.slip
    if (slip && slip.total_cents !== amount_cents)
      throw refuse(
        'conflict.invalid_transition',
        `O boleto custa ${formatCents(slip.total_cents)} hoje, e não ${formatCents(amount_cents)}: faça outra ordem.`,
      )
  }
}

/** Nothing left: the order is approved as before, its bills too, and its people hear why. */
async function giveBack(services: Services, { company_id, id }: StoredOrder, reason: string): Promise<void> {
  const batch = {
    company_id,
    user_id: undefined,
    command: 'paymentOrders.send',
    tags: TAGS,
    label: 'Ordem de pagamento não enviada no seu dia',
  }
  await inBatch(services, batch, async db => {
    const order = await lockOrder(db, company_id, id)
    if (!order || !isScheduled(order) || order.pay_on === null) return
    await unschedule(db, company_id, order)
    await setOrder(db, company_id, id, { scheduled_since: null, pay_on: null, send_requested_by: null, reason })
    await notify(db, {
      user_ids: [...new Set([order.created_by, order.send_requested_by ?? order.created_by])],
      company_id,
      type: 'TRANSACTION',
      title: `Ordem de ${formatCents(order.total_cents)} não foi paga em ${formatDay(order.pay_on)}`,
      body: reason,
      metadata: { payment_order_id: id },
      action: `/company/${company_id}/payment-orders`,
    })
  })
}
