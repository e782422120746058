// At the start of the process: whatever of money was under way is looked at again, whether or not its next step survived.
import { sql } from 'kysely'
import { all, type Db } from '../../db/query.ts'
import type { MoneyStep } from '../../jobs/queue.ts'
import { scope } from '../../kernel/access.ts'
import type { Services } from '../../kernel/services.ts'

export async function resumeMoney(services: Services): Promise<void> {
  await services.jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    const companies = await all(db, sql<{ id: string }>`select id from companies`)
    await scope(db, { companies: companies.map(company => company.id) })
    const steps = await all(
      db,
      sql<Pick<MoneyStep, 'company_id' | 'subject' | 'id'>>`
        select company_id, 'payment' as subject, id from payments where status in ('QUEUED', 'PROCESSING')
        union all select company_id, 'digital_account', id from digital_accounts where status in ('PENDING', 'ACTIVE') and deleted_at is null
        union all select company_id, 'pix_key', id from pix_keys where status in ('REGISTERING', 'CLAIMING', 'DELETING')
        union all select company_id, 'charge', id from charges where (status = 'PENDING' and billing_id is null) or refund_requested > refunded_amount
        union all select company_id, 'subscription', id from subscriptions where status <> 'CANCELLED'
        union all select company_id, 'subscription_billing', id from subscription_billings where payment_id is not null and not paid`,
    )
    for (const step of steps) await services.queue.plan(db, { ...step, attempt: 0 }, 1)
  })
}
