// The SQL of what a reading compares a file with: accounts, remembered answers, stored lines, closed days.

import { sql } from 'kysely'
import type { ClosedRange } from '#domain/statements/identity.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { OwnAccount } from './match-account.ts'

export interface ActiveAccount extends OwnAccount {
  institution_name: string
}

export function activeAccounts(db: Db, companyId: string): Promise<ActiveAccount[]> {
  return all(
    db,
    sql<ActiveAccount>`select id, external_id, routing_number, branch_number, account_number, institution_name from bank_accounts
      where company_id = ${companyId} and deleted_at is null and status = 'ACTIVE' order by created_at, id`,
  )
}

/** The account a person once chose for files that write the account in this way. */
export async function rememberedAccount(db: Db, companyId: string, key: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ id: string }>`select a.id from imports i cross join lateral jsonb_array_elements(i.accounts) x
        join bank_accounts a on a.company_id = i.company_id and a.id = (x->>'bank_account_id')::uuid and a.status = 'ACTIVE'
        and a.deleted_at is null
        left join batches b on b.company_id = i.company_id and b.id = i.batch_id
      where i.company_id = ${companyId} and i.status = 'COMMITTED' and b.undone_by_id is null and x->>'key' = ${key}
      order by i.created_at desc limit 1`,
  )
  return row?.id
}

/** The mapping under which the account's newest CSV was taken in. */
export async function savedMapping(db: Db, companyId: string, accountId: string): Promise<unknown> {
  const row = await first(
    db,
    sql<{ mapping: unknown }>`select i.mapping from imports i left join batches b on b.company_id = i.company_id and b.id = i.batch_id
      where i.company_id = ${companyId} and i.bank_account_id = ${accountId} and i.status = 'COMMITTED' and i.format = 'CSV'
        and i.mapping is not null
        and b.undone_by_id is null order by i.created_at desc limit 1`,
  )
  return row?.mapping
}

/** Rows that could be the same movement lie this many days around the file's at most (planImport). */
const NEAR_DAYS = 10

/** JSON of StoredStatementRow: the account's lines on and around the given days, oldest first. */
export async function storedRows(db: Db, companyId: string, accountId: string, firstDay: string, lastDay: string): Promise<string> {
  const row = await first(
    db,
    sql<{ text: string }>`
      select coalesce(json_agg(json_build_object('id', l.id, 'day', l.date, 'amount_cents', l.amount_cents, 'memo', l.description, 'fitid',
        l.transaction_id)
        order by l.date, l.id), '[]'::json)::text as text
      from statement_entries l where l.company_id = ${companyId} and l.bank_account_id = ${accountId} and l.deleted_at is null
        and l.date between ${firstDay}::date - ${NEAR_DAYS}::int and ${lastDay}::date + ${NEAR_DAYS}::int`,
  )
  return row?.text ?? '[]'
}

export function closedDays(db: Db, companyId: string): Promise<ClosedRange[]> {
  return all(
    db,
    sql<ClosedRange>`
      select start_date, end_date from date_ranges where company_id = ${companyId} and status = 'CLOSED' and deleted_at is null
      order by start_date`,
  )
}

/**
 * What the bank held before a day, as its statements tell: the nearest balance it stated before that day and the lines since, else the
 * first one it stated later less the lines up to it. Ignored lines move no money. Null where it stated none.
 */
export async function balanceBefore(db: Db, companyId: string, accountId: string, day: string): Promise<number | null> {
  const row = await first(
    db,
    sql<{ cents: number }>`
      with stated as (
        select ledger_date as day, ledger_balance_cents as cents, created_at from statements
        where company_id = ${companyId} and bank_account_id = ${accountId} and deleted_at is null
          and ledger_date is not null and ledger_balance_cents is not null
      ), anchor as (
        select day, cents from stated order by day >= ${day}::date, abs(day - ${day}::date), created_at desc limit 1
      )
      select (a.cents + coalesce(sum(case when l.date > a.day then l.amount_cents else -l.amount_cents end), 0))::bigint as cents
      from anchor a left join statement_entries l on l.company_id = ${companyId} and l.bank_account_id = ${accountId}
        and l.deleted_at is null and l.status <> 'IGNORED'
        and ((l.date > a.day and l.date < ${day}::date) or (l.date >= ${day}::date and l.date <= a.day))
      group by a.cents`,
  )
  return row?.cents ?? null
}
