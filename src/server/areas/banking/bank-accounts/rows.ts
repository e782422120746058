// The SQL of bank accounts: records with what the books and the bank say they hold, and balances at a day.

import { type RawBuilder, sql } from 'kysely'
import type { BankAccount } from '#contract/bank-accounts.ts'
import { all, type Db, first } from '#server/db/query.ts'

/** Signed settled movements of each account up to a day, from its initial day on (domain/balances.ts, for all accounts at once). */
const movements = (companyId: string, day: RawBuilder<unknown>) => sql`
  select a.id as bank_account_id, coalesce(sum(case when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end), 0)::bigint as cents
  from bank_accounts a
  left join entries e on e.company_id = a.company_id and e.bank_account_id = a.id and e.deleted_at is null and not e.has_children
    and e.status in ('PAID', 'RECEIVED') and e.date <= ${day} and (a.date_initial_balance is null or e.date >= a.date_initial_balance)
  where a.company_id = ${companyId} and a.deleted_at is null group by a.id`

/** The newest balance a bank stated of each account, in the statements still standing. */
const stated = (companyId: string) => sql`
  select distinct on (s.bank_account_id) s.bank_account_id, s.ledger_balance_cents, s.ledger_date from statements s
  where s.company_id = ${companyId} and s.deleted_at is null and s.ledger_balance_cents is not null
  order by s.bank_account_id, s.ledger_date desc nulls last, s.created_at desc, s.id desc`

const pending = (companyId: string) => sql`
  select bank_account_id, count(*)::int as total from statement_entries
  where company_id = ${companyId} and deleted_at is null and status = 'PENDING' group by bank_account_id`

const select = (companyId: string, today: string, where: RawBuilder<unknown>) => sql<BankAccount>`
  select a.*, a.initial_balance_amount_cents + m.cents as current_balance,
    coalesce(s.ledger_balance_cents, a.balance_cents) as balance,
    case when s.ledger_balance_cents is null then a.balance_date else s.ledger_date end as balance_date,
    case when a.connection_id is not null then json_build_object('id', a.connection_id, 'item_id', coalesce(a.item_id,
    '')) end as connection,
    coalesce(p.total, 0) as pending_entries_count
  from bank_accounts a
  join (${movements(companyId, sql`${today}::date`)}) m on m.bank_account_id = a.id
  left join (${stated(companyId)}) s on s.bank_account_id = a.id
  left join (${pending(companyId)}) p on p.bank_account_id = a.id
  where a.company_id = ${companyId} and a.deleted_at is null and ${where}
  order by a.status, a.institution_name, a.account_number, a.id`

export function listAccounts(db: Db, companyId: string, today: string): Promise<BankAccount[]> {
  return all(db, select(companyId, today, sql`true`))
}

export function findAccount(db: Db, companyId: string, today: string, id: string): Promise<BankAccount | undefined> {
  return first(db, select(companyId, today, sql`a.id = ${id}`))
}

export interface AccountBalance {
  bank_account_id: string
  balance_cents: number
}

export function balancesAt(db: Db, companyId: string, day: string, ids: readonly string[] | undefined): Promise<AccountBalance[]> {
  return all(
    db,
    sql<AccountBalance>`select a.id as bank_account_id, a.initial_balance_amount_cents + m.cents as balance_cents
      from bank_accounts a join (${movements(companyId, sql`${day}::date`)}) m on m.bank_account_id = a.id
      where a.company_id = ${companyId} and ${ids?.length ? sql`a.id = any (${[...ids]}::uuid[])` : sql`true`} order by a.id`,
  )
}

/** What every account holds at the end of a day, as one JSON value. */
export const balancesAsJson = (companyId: string, day: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('bank_account_id', a.id, 'balance_cents', a.initial_balance_amount_cents + m.cents)
    order by a.id), '[]')
  from bank_accounts a join (${movements(companyId, day)}) m on m.bank_account_id = a.id where a.company_id = ${companyId})`

/** What a person writes of an account. */
export interface AccountFields {
  routing_number: string
  kind: string
  institution_name: string
  branch_number: string | null
  account_number: string | null
  initial_balance_amount_cents: number
  date_initial_balance: string | null
}

export async function insertAccount(db: Db, companyId: string, id: string, account: AccountFields): Promise<void> {
  await sql`
    insert into bank_accounts (company_id, id, kind, routing_number, institution_name, branch_number, account_number,
      initial_balance_amount_cents, date_initial_balance)
    values (${companyId}, ${id}, ${account.kind}, ${account.routing_number}, ${account.institution_name}, ${account.branch_number},
      ${account.account_number},
      ${account.initial_balance_amount_cents}, ${account.date_initial_balance})`.execute(db)
}

/** False when another write came first. */
export async function updateAccount(db: Db, companyId: string, id: string, version: number, account: AccountFields): Promise<boolean> {
  const result = await sql`
      update bank_accounts
      set kind = ${account.kind}, routing_number = ${account.routing_number}, institution_name = ${account.institution_name},
      branch_number = ${account.branch_number}, account_number = ${account.account_number},
      initial_balance_amount_cents = ${account.initial_balance_amount_cents}, date_initial_balance = ${account.date_initial_balance}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function archiveAccount(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update bank_accounts set status = 'ARCHIVED' where company_id = ${companyId} and id = ${id} and status = 'ACTIVE'`.execute(db)
}

/** The newest closed range that ends on the day or after it (any, when the day is null): balances there are fixed. */
export function closedFrom(db: Db, companyId: string, day: string | null): Promise<{ end_date: string } | undefined> {
  return first(
    db,
    sql<{ end_date: string }>`select end_date from date_ranges where company_id = ${companyId} and status = 'CLOSED' and deleted_at is null
      and (${day}::date is null or end_date >= ${day}::date) order by end_date desc limit 1`,
  )
}

export interface AccountName {
  id: string
  status: string
  institution_name: string
  account_number: string | null
}

/** Those of the ids that are accounts of the company, archived ones too. */
export function accountNames(db: Db, companyId: string, ids: readonly string[]): Promise<AccountName[]> {
  return all(
    db,
    sql<AccountName>`select id, status, institution_name, account_number from bank_accounts
      where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and deleted_at is null`,
  )
}
