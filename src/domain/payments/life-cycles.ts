// Which status may follow which, for payment orders, their payments, charges and subscriptions: one table each.
import type { ChargeStatus, DisputeStatus, PaymentOrderStatus, PaymentStatus, SubscriptionStatus } from '../enums.ts'

type Table<S extends string> = Readonly<Record<S, readonly S[]>>

/** An order waits for approval where the rule demands it, stays APPROVED until someone may send it, and ends as its payments ended. */
export const PAYMENT_ORDER_MOVES: Table<PaymentOrderStatus> = {
  WAITING_APPROVAL: ['APPROVED', 'REJECTED', 'CANCELLED'],
  APPROVED: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED'],
  COMPLETED: [],
  PARTIALLY_COMPLETED: ['COMPLETED'],
  FAILED: ['COMPLETED', 'PARTIALLY_COMPLETED'],
  REJECTED: [],
  CANCELLED: [],
}

/**
 * PROCESSING includes 'we do not know': only what the bank says of the payment's own id ends it. Only money that moved all the same ends
 * REJECTED.
 */
export const PAYMENT_MOVES: Table<PaymentStatus> = {
  CREATED: ['QUEUED', 'CANCELLED'],
  QUEUED: ['PROCESSING', 'REJECTED'],
  PROCESSING: ['SETTLED', 'REJECTED'],
  SETTLED: [],
  REJECTED: ['SETTLED'],
  CANCELLED: [],
}

/** An overdue charge can still be paid until it expires; only a payment can be refunded or charged back. */
export const CHARGE_MOVES: Table<ChargeStatus> = {
  PENDING: ['PROCESSING', 'PAID', 'OVERDUE', 'EXPIRED', 'CANCELLED'],
  PROCESSING: ['PAID', 'PENDING', 'OVERDUE'],
  OVERDUE: ['PROCESSING', 'PAID', 'EXPIRED', 'CANCELLED'],
  PAID: ['REFUNDED', 'CHARGEBACK'],
  EXPIRED: [],
  CANCELLED: [],
  REFUNDED: [],
  CHARGEBACK: [],
}

/** A dispute that was lost may still be won on appeal. */
export const DISPUTE_MOVES: Table<DisputeStatus> = {
  OPEN: ['LOST', 'WON'],
  LOST: ['WON'],
  WON: [],
}

/** CANCELLED is final. */
export const SUBSCRIPTION_MOVES: Table<SubscriptionStatus> = {
  PENDING: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['OVERDUE', 'PAUSED', 'CANCELLED'],
  OVERDUE: ['ACTIVE', 'PAUSED', 'CANCELLED'],
  PAUSED: ['ACTIVE', 'CANCELLED'],
  CANCELLED: [],
}

/** Whether the table lets one status follow another; staying is no move. */
export const mayFollow = <S extends string>(table: Table<S>, from: S, to: S): boolean => table[from].includes(to)

/** The status of an order with these payments; PROCESSING while one is under way. */
export function orderStatusOf(payments: readonly PaymentStatus[]): PaymentOrderStatus {
  if (payments.some(status => status === 'CREATED' || status === 'QUEUED' || status === 'PROCESSING')) return 'PROCESSING'
  const settled = payments.filter(status => status === 'SETTLED').length
  if (settled === payments.length) return 'COMPLETED'
  return settled === 0 ? 'FAILED' : 'PARTIALLY_COMPLETED'
}

/** A subscription overdue for longer is paused. */
export const SUBSCRIPTION_GRACE_DAYS = 10
