// The SQL of what companies and people subscribed, as their plan says what they may. A billing is OVERDUE by its due date, never stored so.
import { type RawBuilder, sql } from 'kysely'
import type { Subscription } from '#contract/subscriptions.ts'
import { lastOverdueDay } from '#domain/due.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface StoredSubscription extends Subscription {
  pre_approval_id: string | null
  created_by: string | null
}

const select = (today: string, where: RawBuilder<unknown>) => sql<StoredSubscription>`
  select s.*, coalesce(n.billings, '[]') as billings, n.last_payment_date, coalesce(p.environment, 'local') as environment,
    case when p.last4 is not null then json_build_object('brand', p.brand, 'last4', p.last4, 'expires_on', p.expires_on) end as card
  from subscriptions s
  left join pre_approvals p on p.company_id = s.company_id and p.id = s.pre_approval_id
  left join lateral (select max((b.paid_at at time zone 'America/Sao_Paulo')::date) filter (where b.paid) as last_payment_date,
      json_agg(json_build_object('id', b.id, 'status',
      case when b.paid then 'PAID' when b.due_date <= ${lastOverdueDay(today)}::date then 'OVERDUE' else 'PENDING' end,
        'competence_date', b.competence_date, 'due_date', b.due_date, 'amount_cents', b.amount_cents, 'payment_method', b.payment_method, 'dispute', case when b.dispute_id is not null
        then json_build_object('status', b.dispute_status, 'unknown', b.dispute_unknown) end)
        order by b.competence_date desc) as billings
    from subscription_billings b where b.company_id = s.company_id and b.subscription_id = s.id) n on true
  where s.deleted_at is null and ${where} order by s.created_at desc, s.id desc`

export const listSubscriptions = (db: Db, companyId: string, today: string): Promise<StoredSubscription[]> =>
  all(db, select(today, sql`s.company_id = ${companyId}`))

export const findSubscription = (db: Db, companyId: string, today: string, id: string): Promise<StoredSubscription | undefined> =>
  first(db, select(today, sql`s.company_id = ${companyId} and s.id = ${id}`))

/** What a person subscribed, in the companies in scope; the one that still runs first. */
export const subscriptionOf = (
  db: Db,
  userId: string,
  companies: readonly string[],
  today: string,
): Promise<StoredSubscription | undefined> =>
  first(
    db,
    sql<StoredSubscription>`
      select x.* from (${select(today, sql`s.company_id = any (${[...companies]}::uuid[]) and s.created_by = ${userId}`)}) x
      order by (x.status = 'CANCELLED'), x.created_at desc limit 1`,
  )
