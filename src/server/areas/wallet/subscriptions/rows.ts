// The SQL of what a subscription writes: its approval and its billings.
import { sql } from 'kysely'
import type { DisputeStatus, SubscriptionReference, SubscriptionStatus } from '#domain/enums.ts'
import type { CardEnvironment, CardFacts } from '#domain/payments/cards.ts'
import type { StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { dropCard, keepCardToken } from './card-rows.ts'

export interface PreApprovalRow {
  id: string
  company_id: string
  reference: SubscriptionReference
  environment: CardEnvironment
  created_at: string
}

export const findPreApproval = (db: Db, companies: readonly string[], id: string): Promise<PreApprovalRow | undefined> =>
  first(
    db,
    sql<PreApprovalRow>`
      select id, company_id, reference, environment, created_at from pre_approvals
      where company_id = any (${[...companies]}::uuid[]) and id = ${id} and deleted_at is null`,
  )

export async function insertPreApproval(
  db: Db,
  companyId: string,
  row: { id: string; reference: string; token: string; facts: CardFacts | null; environment: CardEnvironment; created_by: string },
): Promise<void> {
  await sql`
    insert into pre_approvals (company_id, id, reference, environment, brand, last4, expires_on, created_by)
    values (${companyId}, ${row.id}, ${row.reference}, ${row.environment}, ${row.facts?.brand ?? null}, ${row.facts?.last4 ?? null},
      ${row.facts?.expires_on ?? null}, ${row.created_by})`.execute(db)
  await keepCardToken(db, companyId, row.id, row.token)
}

export type NewSubscription = Pick<
  StoredSubscription,
  'id' | 'reference' | 'title' | 'amount_cents' | 'payment_method' | 'pre_approval_id' | 'next_payment_date'
> & { created_by: string }

export async function insertSubscription(db: Db, companyId: string, row: NewSubscription): Promise<void> {
  await sql`
    insert into subscriptions (company_id, id, reference, title, status, amount_cents, payment_method, pre_approval_id, next_payment_date,
      created_by)
    values (${companyId}, ${row.id}, ${row.reference}, ${row.title}, 'PENDING', ${row.amount_cents}, ${row.payment_method},
      ${row.pre_approval_id}, ${row.next_payment_date}, ${row.created_by})`.execute(db)
}

export type LockedSubscription = Pick<StoredSubscription, 'reference' | 'status' | 'pre_approval_id'>

export const lockSubscription = (db: Db, companyId: string, id: string): Promise<LockedSubscription | undefined> =>
  first(
    db,
    sql<LockedSubscription>`
      select reference, status, pre_approval_id from subscriptions
      where company_id = ${companyId} and id = ${id} and deleted_at is null for update`,
  )

/** Null: paid by Pix from now on. */
export async function setCard(db: Db, companyId: string, id: string, preApprovalId: string | null): Promise<void> {
  await sql`
    update subscriptions set pre_approval_id = ${preApprovalId}, payment_method = ${preApprovalId === null ? 'PIX' : 'CREDIT_CARD'}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Months that were refused are charged again, but for those lost in a dispute. */
export async function retryRefused(db: Db, companyId: string, id: string): Promise<void> {
  await sql`
    update subscription_billings set refusal = null
    where company_id = ${companyId} and subscription_id = ${id} and not paid and payment_id is null and refusal is not null
      and dispute_status is distinct from 'LOST'`.execute(db)
}

export async function setStatus(db: Db, companyId: string, id: string, from: SubscriptionStatus, to: SubscriptionStatus): Promise<boolean> {
  const result =
    await sql`update subscriptions set status = ${to} where company_id = ${companyId} and id = ${id} and status = ${from}`.execute(db)
  return result.numAffectedRows === 1n
}

export async function setNextPayment(db: Db, companyId: string, id: string, day: string): Promise<void> {
  await sql`update subscriptions set next_payment_date = ${day} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface StoredBilling {
  id: string
  company_id: string
  subscription_id: string
  paid: boolean
  competence_date: string
  due_date: string
  amount_cents: number
  payment_method: 'CREDIT_CARD' | 'PIX' | null
  payment_id: string | null
  emv_code: string | null
  refusal: string | null
  /** The card payment that is contested, by our own id, and its dispute at the acquirer. */
  disputed_payment_id: string | null
  dispute_id: string | null
  dispute_status: DisputeStatus | null
  /** A word of the acquirer's for it that we do not know. */
  dispute_unknown: string | null
  /** Since when the month is owed again. */
  lost_on: string | null
}

/** One billing per month, however often the month is looked at. */
export async function insertBilling(
  db: Db,
  companyId: string,
  row: Pick<StoredBilling, 'id' | 'subscription_id' | 'competence_date' | 'due_date' | 'amount_cents'>,
): Promise<void> {
  await sql`insert into subscription_billings (company_id, id, subscription_id, competence_date, due_date, amount_cents)
    values (${companyId}, ${row.id}, ${row.subscription_id}, ${row.competence_date}, ${row.due_date}, ${row.amount_cents})
    on conflict do nothing`.execute(db)
}

export const unpaidBillings = (db: Db, companyId: string, subscriptionId: string): Promise<StoredBilling[]> =>
  all(
    db,
    sql<StoredBilling>`
      select * from subscription_billings where company_id = ${companyId} and subscription_id = ${subscriptionId} and not paid
      order by competence_date`,
  )

export const findBilling = (db: Db, companyId: string, id: string): Promise<StoredBilling | undefined> =>
  first(db, sql<StoredBilling>`select * from subscription_billings where company_id = ${companyId} and id = ${id}`)

export const lockBilling = (db: Db, companyId: string, id: string): Promise<StoredBilling | undefined> =>
  first(db, sql<StoredBilling>`select * from subscription_billings where company_id = ${companyId} and id = ${id} for update`)

export async function startPayment(
  db: Db,
  companyId: string,
  id: string,
  payment: { payment_id: string; payment_method: 'CREDIT_CARD' | 'PIX'; emv_code: string | null; card_token: string | undefined },
): Promise<void> {
  await sql`
    update subscription_billings
    set payment_id = ${payment.payment_id}, payment_method = ${payment.payment_method}, emv_code = ${payment.emv_code}, refusal = null
    where company_id = ${companyId} and id = ${id} and not paid`.execute(db)
  if (payment.card_token !== undefined) await keepCardToken(db, companyId, payment.payment_id, payment.card_token)
}

export async function endPayment(
  db: Db,
  companyId: string,
  billing: StoredBilling,
  outcome: { paid_at: Date } | { refusal: string },
): Promise<{ card_leaves: boolean }> {
  const set = 'paid_at' in outcome ? sql`paid = true, paid_at = ${outcome.paid_at}` : sql`payment_id = null, refusal = ${outcome.refusal}`
  await sql`
    update subscription_billings set ${set}
    where company_id = ${companyId} and id = ${billing.id} and payment_id = ${billing.payment_id} and not paid`.execute(db)
  return { card_leaves: billing.payment_id !== null && (await dropCard(db, companyId, billing.payment_id)) }
}
