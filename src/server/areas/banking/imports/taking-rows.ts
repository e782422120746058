// The SQL of taking an import in: accounts locked, chosen rows moved into the statement, answers kept.

import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'
import { deltaStart } from '#server/kernel/columnar.ts'

/** Whether anything the plan was made of was written since: the lines of the accounts, or the closed periods. */
export async function isPlanStale(db: Db, companyId: string, accountIds: readonly string[], cursor: string | null): Promise<boolean> {
  const since = await deltaStart(db, cursor ?? undefined)
  if (since === undefined) return true
  const row = await first(
    db,
    sql<{ stale: boolean }>`
      select exists (select 1 from statement_entries l where l.company_id = ${companyId} and l.changed >= ${since}::bigint
          and l.bank_account_id = any (${[...accountIds]}::uuid[]))
        or exists (select 1 from date_ranges r where r.company_id = ${companyId} and r.changed >= ${since}::bigint) as stale`,
  )
  return row?.stale ?? true
}

/**
 * Makes this the only import that writes to the accounts, and keeps periods from closing meanwhile. In id order; entries may still be
 * written, since they only need the accounts to stay. Gives the statuses by id.
 */
export async function lockAccounts(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  await sql`select 1 from companies where id = ${companyId} for key share`.execute(db)
  const rows = await all(
    db,
    sql<{ id: string; status: string }>`select id, status from bank_accounts
      where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and deleted_at is null order by id for no key update`,
  )
  return new Map(rows.map(row => [row.id, row.status]))
}

/** What a person chose to add on days closed since (or on balance lines there) stays out, with its reason. */
export async function refuseClosedRows(db: Db, companyId: string, importId: string): Promise<void> {
  await sql`update import_rows t set decision = 'refused', choice = 'SKIP',
      reason = 'O período de ' || to_char(r.start_date, 'DD/MM/YYYY') || ' a ' || to_char(r.end_date, 'DD/MM/YYYY') || ' está fechado.'
    from date_ranges r where r.company_id = t.company_id and r.status = 'CLOSED' and r.deleted_at is null
      and t.date between r.start_date and r.end_date
      and t.company_id = ${companyId} and t.import_id = ${importId} and t.choice = 'ADD'`.execute(db)
}

export interface NewStatement {
  id: string
  bank_account_id: string
  start_date: string | null
  end_date: string | null
  ledger_balance_cents: number | null
  ledger_date: string | null
}

/** One statement per account that gets lines; the others make none. */
export async function insertStatements(
  db: Db,
  companyId: string,
  importId: string,
  source: string,
  rows: readonly NewStatement[],
): Promise<void> {
  await sql`
    insert into statements (company_id, id, bank_account_id, import_id, source, start_date, end_date, ledger_balance_cents, ledger_date)
    select ${companyId}, r.id, r.bank_account_id, ${importId}, ${source}, r.start_date, r.end_date, r.ledger_balance_cents, r.ledger_date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, bank_account_id uuid, start_date date, end_date date,
      ledger_balance_cents bigint, ledger_date date)
    where exists (select 1 from import_rows t
      where t.company_id = ${companyId} and t.import_id = ${importId} and t.choice = 'ADD'
      and t.bank_account_id = r.bank_account_id)`.execute(db)
}

/** Moves the chosen rows of a stretch of the file into the statement. A zero amount has nothing to conciliate and comes in ignored. */
export async function insertChosen(db: Db, companyId: string, importId: string, from: number, to: number): Promise<number> {
  const result = await sql`
      insert into statement_entries (company_id, id, bank_account_id, statement_id, date, time, description, amount_cents, kind, status,
      transaction_id, identity_key, memo_pattern, item_id, external_category_id, external_category)
    select t.company_id, t.id, t.bank_account_id, s.id, t.date, t.time, t.description, t.amount_cents,
      case when t.amount_cents < 0 then 'DEBIT' when t.amount_cents > 0 then 'CREDIT' else 'TRANSACTION' end,
      case when t.amount_cents = 0 then 'IGNORED' else 'PENDING' end, t.transaction_id, t.identity_key, t.memo_pattern,
      case when s.source = 'OPEN_FINANCE' then a.item_id end, t.external_category_id, t.external_category
    from import_rows t join statements s on s.company_id = t.company_id and s.import_id = t.import_id
        and s.bank_account_id = t.bank_account_id and s.deleted_at is null
    join bank_accounts a on a.company_id = t.company_id and a.id = t.bank_account_id
    where t.company_id = ${companyId} and t.import_id = ${importId} and t.choice = 'ADD' and t.ordinal >= ${from} and t.ordinal < ${to}
      order by t.ordinal`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** 'It is the same movement' said of a doubtful row: its line takes the file's id, so that the next file does not ask again. */
export async function adoptIds(db: Db, companyId: string, importId: string): Promise<number> {
  const result = await sql`update statement_entries l set transaction_id = t.transaction_id from import_rows t
    where t.company_id = ${companyId} and t.import_id = ${importId} and t.decision = 'doubtful' and t.choice = 'SKIP' and t.decided
      and t.transaction_id is not null and l.company_id = t.company_id and l.id = t.resembles_id and l.deleted_at is null
      and l.date = t.date and l.amount_cents = t.amount_cents and l.transaction_id is distinct from t.transaction_id`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
