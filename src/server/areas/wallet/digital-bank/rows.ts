// The SQL of a company's account at Stark Bank: the sealed means of speaking with it, and what is under way there.
import { sql } from 'kysely'
import type { StarkAccount } from '#contract/stark-accounts.ts'
import type { Day } from '#domain/days.ts'
import type { StarkEnvironment } from '#domain/payments/digital-banks.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Envelope } from '#server/kernel/envelope.ts'

export interface StarkConnection extends StarkAccount, Envelope {
  digital_account_id: string
  branch_number: string
  account_number: string
  since: Day
  notices_at: string | null
}

/** Of the company's digital account as it is now. */
export const findConnection = (db: Db, companyId: string): Promise<StarkConnection | undefined> =>
  first(
    db,
    sql<StarkConnection>`select k.*, a.environment from stark_connections k
      join digital_accounts a on a.company_id = k.company_id and a.id = k.digital_account_id
      where k.company_id = ${companyId} and a.deleted_at is null and a.status <> 'REJECTED'`,
  )

export interface NewConnection extends Envelope {
  digital_account_id: string
  project_id: string | null
  public_key: string
  branch_number: string
  account_number: string
  since: Day
}

export async function insertConnection(db: Db, companyId: string, made: NewConnection): Promise<void> {
  await sql`insert into stark_connections (company_id, digital_account_id, project_id, public_key, branch_number, account_number, since,
      key_version, wrapped_key, sealed, status)
    values (${companyId}, ${made.digital_account_id}, ${made.project_id}, ${made.public_key}, ${made.branch_number},
      ${made.account_number}, ${made.since}, ${made.key_version}, ${made.wrapped_key}, ${made.sealed},
      ${made.project_id === null ? 'WAITING_PROJECT' : 'UNTRIED'})`.execute(db)
}

export async function setProjectId(db: Db, companyId: string, projectId: string): Promise<void> {
  await sql`update stark_connections set project_id = ${projectId}, status = 'UNTRIED', answered_at = null
    where company_id = ${companyId}`.execute(db)
}

export async function setStarkStatus(db: Db, companyId: string, status: StarkAccount['status'], at: Date): Promise<void> {
  await sql`update stark_connections set status = ${status}, answered_at = ${at}
    where company_id = ${companyId} and project_id is not null`.execute(db)
}

export async function setNoticesAt(db: Db, companyId: string, at: Date): Promise<void> {
  await sql`update stark_connections set notices_at = ${at} where company_id = ${companyId}`.execute(db)
}

/** Its key is of no more use. */
export async function deleteConnection(db: Db, companyId: string, accountId: string): Promise<void> {
  await sql`delete from stark_connections where company_id = ${companyId} and digital_account_id = ${accountId}`.execute(db)
  await sql`update digital_accounts set deleted_at = now()
    where company_id = ${companyId} and id = ${accountId} and deleted_at is null`.execute(db)
}

/** The same account, connected before: its books go on where they stopped. Gives the day from which they follow it. */
export const reviveAccount = (
  db: Db,
  companyId: string,
  of: { environment: StarkEnvironment; branch_number: string; account_number: string },
): Promise<{ id: string; since: Day } | undefined> =>
  first(
    db,
    sql<{ id: string; since: Day }>`update digital_accounts set deleted_at = null, status = 'PENDING'
      where company_id = ${companyId} and id = (select id from digital_accounts where company_id = ${companyId}
        and environment = ${of.environment} and branch_number = ${of.branch_number} and account_number = ${of.account_number}
        and deleted_at is not null and bank_account_id is not null order by created_at desc limit 1)
      returning id, (opened_at at time zone 'America/Sao_Paulo')::date as since`,
  )

/** Payments, orders kept for their day, charges and refunds that the bank may still answer for. */
export async function underWay(db: Db, companyId: string, today: Day): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select (
      (select count(*) from payments where company_id = ${companyId} and status in ('QUEUED', 'PROCESSING'))
      + (select count(*) from payment_orders where company_id = ${companyId} and status = 'APPROVED' and scheduled_since is not null)
      + (select count(*) from charges where company_id = ${companyId} and pix_agreement_id is null
        and ((status = 'PENDING' and expiration_date >= ${today}::date) or refund_requested > refunded_amount)))::int as count`,
  )
  return row?.count ?? 0
}
