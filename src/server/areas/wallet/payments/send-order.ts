// An order on its way out, at once or on its day: payments queued under their own ids, bills waiting, a step planned for each. The bank
// hears of it after the commit.
import { randomBytes } from 'node:crypto'
import type { BillStatus } from '#domain/enums.ts'
import { leavesAt, scheduledDay } from '#domain/payments/pay-day.ts'
import { endToEndId } from '#domain/payments/pix-ids.ts'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'
import { canMove } from '#domain/transitions.ts'
import { mustHaveAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import { changeEntries, lockEntries, type StoredEntry } from '#server/areas/ledger/entries/rows.ts'
import { asBlocked, mustLock, rejection } from '#server/areas/ledger/entries/writing.ts'
import { refuse } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { refuseBeyondLimits, refuseBeyondLimitsThen, refuseOnHold } from './guard.ts'
import { planStep } from './plan-step.ts'
import { queuePayments, type StoredOrder, setOrder } from './rows.ts'

/** What sending needs of a call; a worker has no more. */
export type SendingContext = Pick<Context, 'db' | 'companyId' | 'services' | 'now' | 'today' | 'touch' | 'afterCommit'>

/** Who answers for the sending, and whether the bank knows their device. */
export interface Sender {
  user_id: string
  known_device: boolean
}

/** Whether the order waits for its day: nobody needs to send it. */
export const isScheduled = (order: StoredOrder): boolean => scheduledDay(order) !== undefined

/** Sends an approved order, or keeps it for its day when that is to come, unless it shall leave at once. */
export async function sendOrder(ctx: SendingContext, order: StoredOrder, by: Sender, { atOnce = false } = {}): Promise<void> {
  await refuseOnHold(ctx, by.user_id)
  if (!atOnce && order.pay_on !== null && order.pay_on > ctx.today) return schedule(ctx, order, order.pay_on, by)
  await refuseBeyondLimits(ctx, order.payments, by.known_device)
  const account = await mustHaveAccount(ctx.db, ctx.companyId)
  // A bank of the company's own makes the id of a Pix itself.
  const ispb = account.environment === 'local' ? ctx.services.payments.ispb : undefined
  const slipsLeave = slipPaymentDay(ctx.now)
  const queued = order.payments.map(({ id, kind }) => ({
    id,
    end_to_end_id: kind === 'BOLETO' || ispb === undefined ? null : endToEndId(ispb, ctx.now, randomBytes(11)),
    scheduled_for: kind === 'BOLETO' && slipsLeave > ctx.today ? slipsLeave : null,
  }))
  await queuePayments(ctx.db, ctx.companyId, queued, { now: ctx.now, unknown_device: !by.known_device })
  if (isScheduled(order)) await refuseMovedBills(ctx, order)
  else await sendBills(ctx, order, by)
  await setOrder(ctx.db, ctx.companyId, order.id, { status: 'PROCESSING', sent_at: new Date(ctx.now) })
  await planStep(ctx, 'payment', ...queued.map(payment => payment.id))
  ctx.touch(order.id)
}

/** Its bills wait with it, and a worker sends it in the morning of that day. */
async function schedule(ctx: SendingContext, order: StoredOrder, day: string, by: Sender): Promise<void> {
  await refuseBeyondLimitsThen(ctx, order.payments, by.known_device, leavesAt(day))
  await sendBills(ctx, order, by)
  await setOrder(ctx.db, ctx.companyId, order.id, {
    scheduled_since: new Date(ctx.now),
    send_requested_by: order.send_requested_by ?? by.user_id,
    unknown_device: !by.known_device,
  })
  await planDay(ctx, order.id, day)
  ctx.touch(order.id)
}

/** The look at the order in the morning of its day. */
export const planDay = ({ db, companyId, services, now }: SendingContext, id: string, day: string): Promise<void> =>
  services.queue.plan(db, { company_id: companyId, subject: 'payment_order', id, attempt: 0 }, Math.ceil((leavesAt(day) - now) / 1000))

const billsOf = ({ payments }: StoredOrder): string[] => payments.map(payment => payment.bill_id).filter(id => id !== null)

async function sendBills(ctx: SendingContext, order: StoredOrder, by: Sender): Promise<void> {
  const rows = await lockedBills(ctx, order)
  const blocked = rows.flatMap(row => {
    const refusal = canMove('BILL', row.status as BillStatus, 'WAITING_PAYMENT', { actor_may_approve: true, is_parent: row.has_children })
    return refusal ? [asBlocked(row, refusal)] : []
  })
  if (blocked.length > 0) throw rejection(blocked, rows.length)
  const approver = order.approved_by ?? by.user_id
  await changeEntries(
    ctx.db,
    ctx.companyId,
    ['status', 'approved_by'],
    rows.map(row => ({ id: row.id, status: 'WAITING_PAYMENT', approved_by: row.approved_by ?? approver })),
  )
  ctx.touch(...rows.map(row => row.id))
}

/** A bill that was settled or changed while its order waited is not paid again. */
async function refuseMovedBills(ctx: SendingContext, order: StoredOrder): Promise<void> {
  const moved = (await lockedBills(ctx, order)).find(row => row.status !== 'WAITING_PAYMENT')
  if (!moved) return
  const name = moved.additional_information ?? 'uma das contas'
  throw refuse('conflict.invalid_transition', `A situação mudou enquanto a ordem esperava o dia: ${name}.`)
}

const lockedBills = async (ctx: SendingContext, order: StoredOrder): Promise<StoredEntry[]> => {
  const ids = billsOf(order)
  return ids.length === 0 ? [] : mustLock(ctx, ids, 'BILL')
}

/** Bills that are not paid after all are approved as before, to be sent again by a person. */
export async function returnBills(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const waiting = (await lockEntries(db, companyId, ids, 'BILL')).filter(bill => bill.status === 'WAITING_PAYMENT')
  await changeEntries(
    db,
    companyId,
    ['status'],
    waiting.map(({ id }) => ({ id, status: 'APPROVED' })),
  )
}

/** The same for all of an order that waited for its day. */
export async function unschedule(db: Db, companyId: string, order: StoredOrder): Promise<void> {
  if (isScheduled(order)) await returnBills(db, companyId, billsOf(order))
}
