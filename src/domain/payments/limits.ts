// How much may leave: a company's limits by day and night, the caution for unknown devices, and raises that wait a day.

import { sinceMidnightInSaoPaulo } from '../days.ts'
import type { TaxRegime } from '../enums.ts'

/** Night is 20h to 6h in São Paulo. */
export type LimitPeriod = 'DAY' | 'NIGHT'

const HOUR_MS = 3_600_000
const RAISE_WAITS_MS = 24 * HOUR_MS

/** Whoever moves their codes to a new phone sends no money for a day. */
export const NEW_PHONE_HOLD_MS = 24 * HOUR_MS

/** Banco Central's caution for devices unknown to the bank: per payment, and per day. */
export const UNKNOWN_DEVICE_EACH_CENTS = 20_000
export const UNKNOWN_DEVICE_DAY_CENTS = 100_000

const localHour = (instantMs: number) => Math.floor(sinceMidnightInSaoPaulo(instantMs) / HOUR_MS)

export function periodAt(instantMs: number): LimitPeriod {
  const hour = localHour(instantMs)
  return hour >= 20 || hour < 6 ? 'NIGHT' : 'DAY'
}

/** When the current period began; payments since then count against its limit. */
export function periodStart(instantMs: number): number {
  const sinceMidnight = sinceMidnightInSaoPaulo(instantMs)
  const midnight = instantMs - sinceMidnight
  const hour = Math.floor(sinceMidnight / HOUR_MS)
  if (hour < 6) return midnight - 4 * HOUR_MS
  return midnight + (hour < 20 ? 6 : 20) * HOUR_MS
}

/** A company's limit until it chooses one: for a MEI R$ 1.000 at night, as for natural persons; null is unlimited. */
export const defaultLimit = (period: LimitPeriod, regime: TaxRegime): number | null =>
  period === 'NIGHT' && regime === 'MEI' ? 100_000 : null

export interface Limit {
  current_cents: number | null
  /** A raise that takes effect later; a cut never waits. */
  next_cents: number | null
  next_from: number | null
}

/** The limit in force at an instant. */
export const limitAt = (limit: Limit, now: number): number | null =>
  limit.next_from !== null && now >= limit.next_from ? limit.next_cents : limit.current_cents

const isRaise = (from: number | null, to: number | null) => from !== null && (to === null || to > from)

/** Cuts apply at once; a raise waits 24 hours, and until then the present limit stands. */
export function changeLimit(limit: Limit, to: number | null, now: number): Limit {
  const current_cents = limitAt(limit, now)
  if (!isRaise(current_cents, to)) return { current_cents: to, next_cents: null, next_from: null }
  return { current_cents, next_cents: to, next_from: now + RAISE_WAITS_MS }
}

export interface Spending {
  limit_cents: number | null
  /** Sent in the current period. */
  spent_cents: number
  known_device: boolean
  /** Sent from unknown devices since midnight. */
  spent_unknown_today_cents: number
}

/** What may still be sent; null is unlimited. */
export interface Room {
  /** By all payments sent together. */
  total_cents: number | null
  each_cents: number | null
}

export function roomNow(spending: Spending): Room {
  const left = spending.limit_cents === null ? null : Math.max(0, spending.limit_cents - spending.spent_cents)
  if (spending.known_device) return { total_cents: left, each_cents: left }
  const cautious = Math.max(0, UNKNOWN_DEVICE_DAY_CENTS - spending.spent_unknown_today_cents)
  const total_cents = left === null ? cautious : Math.min(left, cautious)
  return { total_cents, each_cents: Math.min(total_cents, UNKNOWN_DEVICE_EACH_CENTS) }
}

/** The limit that these payments, sent together, exceed; undefined when they respect all. */
export function exceededBy({ total_cents, each_cents }: Room, amounts: readonly number[]): number | undefined {
  if (each_cents !== null && amounts.some(amount => amount > each_cents)) return each_cents
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return total_cents !== null && sum > total_cents ? total_cents : undefined
}
