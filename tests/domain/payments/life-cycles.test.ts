// The tables of payment orders, payments, charges and subscriptions: every pair decided, ends are ends, and what an order becomes.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHARGE_STATUSES, PAYMENT_ORDER_STATUSES, PAYMENT_STATUSES, SUBSCRIPTION_REFERENCES, SUBSCRIPTION_STATUSES } from '#domain/enums.ts'
import {
  CHARGE_MOVES,
  mayFollow,
  orderStatusOf,
  PAYMENT_MOVES,
  PAYMENT_ORDER_MOVES,
  SUBSCRIPTION_MOVES,
} from '#domain/payments/life-cycles.ts'
import { planOf, plansBeside } from '#domain/payments/plans.ts'

const TABLES = [
  [PAYMENT_ORDER_STATUSES, PAYMENT_ORDER_MOVES],
  [PAYMENT_STATUSES, PAYMENT_MOVES],
  [CHARGE_STATUSES, CHARGE_MOVES],
  [SUBSCRIPTION_STATUSES, SUBSCRIPTION_MOVES],
] as const

it('decide every pair, and nothing follows itself', () => {
  for (const [statuses, table] of TABLES as readonly (readonly [readonly string[], Record<string, readonly string[]>])[]) {
    expect(Object.keys(table).sort()).toEqual([...statuses].sort())
    for (const from of statuses) {
      expect(mayFollow(table, from, from)).toBe(false)
      for (const to of table[from] ?? []) expect(statuses).toContain(to)
    }
  }
})

it('money that moved never goes back by a status', () => {
  expect(PAYMENT_STATUSES.filter(status => mayFollow(PAYMENT_MOVES, 'SETTLED', status))).toEqual([])
  expect(CHARGE_STATUSES.filter(status => mayFollow(CHARGE_MOVES, 'PAID', status))).toEqual(['REFUNDED', 'CHARGEBACK'])
  expect(SUBSCRIPTION_STATUSES.filter(status => mayFollow(SUBSCRIPTION_MOVES, 'CANCELLED', status))).toEqual([])
  expect(mayFollow(PAYMENT_MOVES, 'PROCESSING', 'CANCELLED')).toBe(false)
})

it('an order stands as its payments do', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES), { minLength: 1, maxLength: 8 }), payments => {
      const status = orderStatusOf(payments)
      const open = payments.some(each => ['CREATED', 'QUEUED', 'PROCESSING'].includes(each))
      expect(status === 'PROCESSING').toBe(open)
      if (!open) expect(status === 'COMPLETED').toBe(payments.every(each => each === 'SETTLED'))
      if (status === 'FAILED') expect(payments).not.toContain('SETTLED')
    }),
  )
})

it('every plan has a price and stands beside those of its audience', () => {
  for (const reference of SUBSCRIPTION_REFERENCES) {
    expect(planOf(reference).amount_cents).toBeGreaterThan(0)
    expect(plansBeside(reference).map(plan => plan.reference)).toContain(reference)
    expect(plansBeside(reference)).toHaveLength(3)
  }
})
