// What stands between an order and the bank: repetition, step-up, limits by the clock, and a company's hour.
import { sql } from 'kysely'
import type { TaxRegime } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import {
  defaultLimit,
  exceededBy,
  type Limit,
  limitAt,
  NEW_PHONE_HOLD_MS,
  periodAt,
  periodStart,
  type Room,
  roomNow,
} from '#domain/payments/limits.ts'
import { deviceHashOf } from '#server/areas/people/auth/challenges.ts'
import { findUser, isKnownDevice } from '#server/areas/people/auth/rows.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { fail, failFor } from '#server/base/fail.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

const REPEATED_WITHIN_MS = 60_000
const HOUR_MS = 3_600_000
const PAYMENTS_AN_HOUR = 300

export interface Leaving {
  amount_cents: number
  payee_key: string
}

/** Whoever pays for this company waits here for whoever pays for it already: limits and repetition are judged one after the other. */
export async function queueUp(db: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments:${companyId}`}, 0))`.execute(db)
}

/** `ms` since the like of it. */
export const repeated = (ms: number) => fail('payment.possible_duplicate', { t: inWords(Math.max(1, Math.round(ms / 1000))) })

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} dias`
}

/** Refuses with `payment.possible_duplicate` what equals another payment of the call or of the last minute. */
export async function refuseRepeated(ctx: Context, payments: readonly Leaving[]): Promise<void> {
  const keys = payments.map(payment => `${payment.payee_key} ${payment.amount_cents}`)
  if (new Set(keys).size !== keys.length) throw repeated(0)
  const last = await first(
    ctx.db,
    sql<{ requested_at: string }>`select p.requested_at from payments p
      join jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as r(payee_key text, amount_cents bigint) on r.payee_key = p.payee_key
        and r.amount_cents = p.amount_cents
      where p.company_id = ${ctx.companyId} and p.status not in ('REJECTED', 'CANCELLED')
        and p.requested_at > ${new Date(ctx.now - REPEATED_WITHIN_MS)}
      order by p.requested_at desc limit 1`,
  )
  if (last) throw repeated(ctx.now - Date.parse(last.requested_at))
}

interface CompanyFacts {
  step_up_limit_cents: number
  tax_regime: TaxRegime
}

export async function paymentFacts(db: Db, companyId: string): Promise<CompanyFacts> {
  const row = await first(db, sql<CompanyFacts>`select step_up_limit_cents, tax_regime from companies where id = ${companyId}`)
  if (!row) throw new Error('a company in scope has no row')
  return row
}

/** A fresh code for what is large, together or alone, or goes to somebody never paid before. Once for the whole set. */
export async function confirmPerson(ctx: Context, payments: readonly Leaving[]): Promise<void> {
  const { step_up_limit_cents } = await paymentFacts(ctx.db, ctx.companyId)
  const total = payments.reduce((sum, payment) => sum + payment.amount_cents, 0)
  const keys = new Set(payments.map(payment => payment.payee_key))
  const known = await paidBefore(ctx, keys)
  if (total > step_up_limit_cents || known.size < keys.size) await requireStepUp(ctx)
}

/** Those of the payees whom this company has paid. */
export async function paidBefore(ctx: Pick<Context, 'db' | 'companyId'>, payeeKeys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rows = await all(
    ctx.db,
    sql<{ payee_key: string }>`
      select distinct payee_key from payments
      where company_id = ${ctx.companyId} and status = 'SETTLED' and payee_key = any (${[...payeeKeys]})
      union select 'pix:' || target from file_payments
      where company_id = ${ctx.companyId} and kind = 'PIX' and status = 'PAID' and 'pix:' || target = any (${[...payeeKeys]})
        and deleted_at is null`,
  )
  return new Set(rows.map(row => row.payee_key))
}

interface LimitRow {
  period: 'DAY' | 'NIGHT'
  current_cents: number | null
  next_cents: number | null
  next_from: string | null
}

export async function limitsOf(db: Db, companyId: string, regime: TaxRegime): Promise<Record<'DAY' | 'NIGHT', Limit>> {
  const rows = await all(
    db,
    sql<LimitRow>`select period, current_cents, next_cents, next_from from payment_limits where company_id = ${companyId}`,
  )
  const of = (period: 'DAY' | 'NIGHT'): Limit => {
    const row = rows.find(each => each.period === period)
    if (!row) return { current_cents: defaultLimit(period, regime), next_cents: null, next_from: null }
    return { ...row, next_from: row.next_from === null ? null : Date.parse(row.next_from) }
  }
  return { DAY: of('DAY'), NIGHT: of('NIGHT') }
}

/** An API key is a credential of its own and never an unknown device. */
export const isDeviceKnown = async (ctx: Context): Promise<boolean> =>
  ctx.actor.api_key !== undefined || isKnownDevice(ctx.db, ctx.actor.user_id, deviceHashOf(ctx.caller))

/** Refuses with `payment.on_hold` whoever moved the phone of their codes less than a day ago. */
export async function refuseOnHold(ctx: Pick<Context, 'db' | 'now'>, userId: string): Promise<void> {
  const moved = (await findUser(ctx.db, userId))?.codes_moved_at
  const left = moved ? Date.parse(moved) + NEW_PHONE_HOLD_MS - ctx.now : 0
  if (left > 0) throw failFor(left, 'payment.on_hold')
}

type InAccount = Pick<Context, 'db' | 'companyId' | 'now' | 'today'>

/** What may still leave the digital account now, by Pix or by slip. */
export async function roomOf(ctx: InAccount, knownDevice: boolean): Promise<Room> {
  const { tax_regime } = await paymentFacts(ctx.db, ctx.companyId)
  const limits = await limitsOf(ctx.db, ctx.companyId, tax_regime)
  const spent = await first(
    ctx.db,
    sql<{ period: number; unknown: number }>`
      select coalesce(sum(amount_cents) filter (where sent_at >= ${new Date(periodStart(ctx.now))}), 0)::bigint as period,
        coalesce(sum(amount_cents) filter (where unknown_device
        and sent_at >= ${ctx.today}::date::timestamp at time zone 'America/Sao_Paulo'), 0)::bigint as unknown
      from payments where company_id = ${ctx.companyId} and status in ('QUEUED', 'PROCESSING', 'SETTLED')
        and sent_at >= ${new Date(ctx.now - 24 * HOUR_MS)}`,
  )
  return roomNow({
    limit_cents: limitAt(limits[periodAt(ctx.now)], ctx.now),
    spent_cents: spent?.period ?? 0,
    known_device: knownDevice,
    spent_unknown_today_cents: spent?.unknown ?? 0,
  })
}

/** Refuses with `payment.limit_exceeded` what passes the limits, and with `rate.limited` a company that pays like a machine. */
export async function refuseBeyondLimits(ctx: InAccount, payments: readonly Leaving[], knownDevice: boolean): Promise<void> {
  refuseBeyond(await roomOf(ctx, knownDevice), payments)
  const hour = await first(
    ctx.db,
    sql<{ sent: number }>`
      select count(*)::int as sent from payments where company_id = ${ctx.companyId} and sent_at > ${new Date(ctx.now - HOUR_MS)}`,
  )
  if ((hour?.sent ?? 0) + payments.length > PAYMENTS_AN_HOUR && (hour?.sent ?? 0) > 0) throw failFor(HOUR_MS)
}

/** Refuses with `payment.limit_exceeded` what passes the limits of an instant to come, whatever else leaves until then. */
export async function refuseBeyondLimitsThen(
  ctx: InAccount,
  payments: readonly Leaving[],
  known_device: boolean,
  then: number,
): Promise<void> {
  const { tax_regime } = await paymentFacts(ctx.db, ctx.companyId)
  const limits = await limitsOf(ctx.db, ctx.companyId, tax_regime)
  const limit_cents = limitAt(limits[periodAt(then)], then)
  refuseBeyond(roomNow({ limit_cents, spent_cents: 0, known_device, spent_unknown_today_cents: 0 }), payments)
}

function refuseBeyond(room: Room, payments: readonly Leaving[]): void {
  const exceeded = exceededBy(
    room,
    payments.map(payment => payment.amount_cents),
  )
  if (exceeded !== undefined) throw fail('payment.limit_exceeded', { v: formatCents(exceeded) })
}
