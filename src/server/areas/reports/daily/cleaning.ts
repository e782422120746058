// What nobody needs any more, and how long it was promised to be kept.
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { daysLater } from '#domain/days.ts'
import { purgeCounts } from '#server/areas/people/auth/attempts.ts'
import type { Db } from '#server/db/query.ts'

/** Idempotent answers of money calls are replayed for longer (SPEC.md, Limits). */
const MONEY_ROWS = Object.values(contract).flatMap(rows => Object.values(rows).flatMap(row => (row.spec.rate === 'money' ? [row.id] : [])))

/**
 * Days things are kept; records of access for six months, as the law of the internet asks (Marco Civil, art. 15); who read personal data for
 * five years, as long as an incident has to be accounted for (ANPD, Resolução 15/2024, art. 10).
 */
const KEPT_DAYS = {
  idempotency: 1,
  money: 90,
  challenges: 7,
  sessions: 183,
  outbox: 30,
  notifications: 365,
  runs: 30,
  deliveries: 30,
  reads: 1_827,
} as const

/** What belongs to no company. */
export async function cleanAll(db: Db, now: number): Promise<void> {
  const before = (kind: keyof typeof KEPT_DAYS) => daysLater(now, -KEPT_DAYS[kind])
  await sql`delete from idempotency where created_at < ${before('money')}
    or (created_at < ${before('idempotency')} and endpoint <> all (${MONEY_ROWS}))`.execute(db)
  await sql`delete from otp_challenges where created_at < ${before('challenges')}`.execute(db)
  await sql`delete from sessions where least(expires_at, revoked_at) < ${before('sessions')}`.execute(db)
  await sql`delete from outbox where at < ${before('outbox')} and status <> 'WAITING'`.execute(db)
  await sql`delete from notifications where created_at < ${before('notifications')}`.execute(db)
  await purgeCounts(db, now)
}

/** What belongs to one; the transaction must be scoped to it. Old images of the journal go, its lines stay. */
export async function cleanCompany(db: Db, companyId: string, now: number): Promise<void> {
  await sql`delete from runs where company_id = ${companyId} and updated_at < ${daysLater(now, -KEPT_DAYS.runs)}`.execute(db)
  await sql`delete from personal_reads where company_id = ${companyId} and hour < ${daysLater(now, -KEPT_DAYS.reads)}`.execute(db)
  await sql`delete from webhook_deliveries
    where company_id = ${companyId} and created_at < ${daysLater(now, -KEPT_DAYS.deliveries)}`.execute(db)
  await sql`select razao_prune_images(${companyId})`.execute(db)
}
