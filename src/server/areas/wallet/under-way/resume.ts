// Looks at all money under way when the process starts and every quarter of an hour, even if its step was parked or lost.
import { sql } from 'kysely'
import { all, type Db } from '#server/db/query.ts'
import { scopeToAll } from '#server/db/scope.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'

const EVERY_MS = 15 * 60_000

/** Looks now and from time to time; gives the way to stop it. */
export async function keepMoneyMoving(services: Services, report: (error: Error) => void): Promise<() => void> {
  await resumeMoney(services)
  const timer = setInterval(() => void resumeMoney(services).catch(report), EVERY_MS)
  return () => clearInterval(timer)
}

export async function resumeMoney(services: Services): Promise<void> {
  await services.jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    await scopeToAll(db)
    const steps = await all(
      db,
      sql<Pick<MoneyStep, 'company_id' | 'subject' | 'id'>>`
        select u.company_id, u.subject, u.id from (
        select company_id, 'payment' as subject, id from payments where status in ('QUEUED', 'PROCESSING')
        union all select company_id, 'payment_order', id from payment_orders where status = 'APPROVED' and scheduled_since is not null
        union all select company_id, 'digital_account', id from digital_accounts
          where status in ('PENDING', 'ACTIVE') and deleted_at is null
        union all select company_id, 'pix_key', id from pix_keys where status in ('REGISTERING', 'CLAIMING', 'DELETING')
        union all select company_id, 'charge', id from charges
          where (status = 'PENDING' and billing_id is null) or refund_requested > refunded_amount
        union all select company_id, 'pix_agreement', pix_agreement_id from pix_credentials
        union all select company_id, 'card', id from card_tokens where leaving
        union all select company_id, 'card_dispute', disputed_payment_id from subscription_billings
          where disputed_payment_id is not null and (dispute_status = 'OPEN' or dispute_unknown is not null)
        union all select company_id, 'subscription', id from subscriptions where status <> 'CANCELLED'
        union all select company_id, 'subscription_billing', id from subscription_billings where payment_id is not null and not paid) u
        where not exists (select 1 from pgboss.job j
          where j.name = 'money.advance' and j.singleton_key = u.subject || ':' || u.id and j.state < 'active')`,
    )
    for (const step of steps) await services.queue.plan(db, { ...step, attempt: 0 }, 1)
  })
}
