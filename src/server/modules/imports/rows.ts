// The SQL of imports: the file's own record, its rows, and the move of the chosen ones into the statement.

import { type RawBuilder, sql } from 'kysely'
import { type Import, importRowColumns } from '#contract/bank-statements.ts'
import type { ClosedRange } from '#domain/statements/identity.ts'
import { columnarReply, deltaStart } from '../../db/columnar.ts'
import { all, type Db, first } from '../../db/query.ts'
import type { Reply } from '../../kernel/context.ts'
import type { OwnAccount } from './match-account.ts'
import type { AskedMapping } from './statement-reader.ts'

/** One bank account's share of a file: which of the file's accounts went there, and what the bank stated of it. */
export interface ImportAccount {
  indexes: number[]
  bank_account_id: string | null
  /** How the file writes the account, to know it again. */
  key: string | null
  /** Why its rows are refused, when nobody knows it. */
  reason: string | null
  start_date: string | null
  end_date: string | null
  first_day: string | null
  last_day: string | null
  ledger_balance_cents: number | null
  ledger_date: string | null
}

export interface StoredImport extends Import {
  storage_key: string
  mapping: AskedMapping | null
  accounts: ImportAccount[]
  planned_cursor: string | null
  created_by: string | null
}

/** Undoing the batch reverts the import, and redoing it brings it back: the status is read from the journal, not kept twice. */
const select = (companyId: string, where: RawBuilder<unknown>, sniff: RawBuilder<unknown> = sql`i.sniff`) => sql<StoredImport>`
  select i.*, ${sniff} as sniff, u.name as created_by_name,
    case when i.status = 'COMMITTED' and b.undone_by_id is not null then 'REVERTED' else i.status end as status
  from imports i left join users u on u.id = i.created_by left join batches b on b.company_id = i.company_id and b.id = i.batch_id
  where i.company_id = ${companyId} and i.deleted_at is null and ${where}`

const LIST_CAP = 1000

export function listImports(db: Db, companyId: string): Promise<StoredImport[]> {
  return all(db, sql<StoredImport>`${select(companyId, sql`true`, sql`null::jsonb`)} order by i.created_at desc, i.id desc limit ${LIST_CAP}`)
}

export function findImport(db: Db, companyId: string, id: string): Promise<StoredImport | undefined> {
  return first(db, select(companyId, sql`i.id = ${id}`))
}

export interface NewImport {
  id: string
  bank_account_id: string | null
  file_name: string
  storage_key: string
  sha256: string
  mapping: AskedMapping | null
  created_by: string
}

const json = (value: unknown) => (value === null || value === undefined ? sql`null::jsonb` : sql`${JSON.stringify(value)}::jsonb`)

export async function insertImport(db: Db, companyId: string, file: NewImport): Promise<void> {
  await sql`insert into imports (company_id, id, bank_account_id, file_name, storage_key, sha256, status, mapping, created_by)
    values (${companyId}, ${file.id}, ${file.bank_account_id}, ${file.file_name}, ${file.storage_key}, ${file.sha256}, 'READING', ${json(file.mapping)}, ${file.created_by})`.execute(
    db,
  )
}

const COLUMNS = {
  bank_account_id: 'uuid',
  format: 'text',
  status: 'text',
  error: 'text',
  mapping: 'jsonb',
  sniff: 'jsonb',
  start_date: 'date',
  end_date: 'date',
  ledger_balance_cents: 'bigint',
  ledger_date: 'date',
  error_rows: 'jsonb',
  new_count: 'int',
  present_count: 'int',
  doubtful_count: 'int',
  refused_count: 'int',
  ignorable_count: 'int',
  committed_count: 'int',
  accounts: 'jsonb',
  planned_cursor: 'text',
  batch_id: 'uuid',
} as const
export type ImportChange = { [K in keyof typeof COLUMNS]?: unknown }

/** Moves an import on, from one of the statuses it may be in; false when it is in none of them any more. */
export async function changeImport(
  db: Db,
  companyId: string,
  id: string,
  from: readonly Import['status'][],
  change: ImportChange,
): Promise<boolean> {
  const names = Object.keys(change) as (keyof typeof COLUMNS)[]
  const record = sql`jsonb_to_record(${JSON.stringify(change)}::jsonb) as r(${sql.join(names.map(name => sql`${sql.ref(name)} ${sql.raw(COLUMNS[name])}`))})`
  const result = await sql`update imports i set version = i.version + 1, updated_at = now(), changed = pg_current_xact_id()::text::bigint,
      ${sql.join(names.map(name => sql`${sql.ref(name)} = r.${sql.ref(name)}`))}
    from ${record} where i.company_id = ${companyId} and i.id = ${id} and i.status = any (${[...from]}) and i.deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteRows(db: Db, companyId: string, importId: string): Promise<void> {
  await sql`delete from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(db)
}

const ROW_RECORD = sql.raw(`r(id uuid, ordinal int, bank_account_id uuid, date date, time text, amount_cents bigint, description text, transaction_id text,
  identity_key text, memo_pattern text, decision text, choice text, reason text, resembles_id uuid)`)

/** `slice` is a JSON array the reading thread wrote. */
export async function insertRows(db: Db, companyId: string, importId: string, slice: string): Promise<void> {
  await sql`insert into import_rows (company_id, import_id, id, ordinal, bank_account_id, date, time, amount_cents, description, transaction_id,
      identity_key, memo_pattern, decision, choice, reason, resembles_id)
    select ${companyId}, ${importId}, r.id, r.ordinal, r.bank_account_id, r.date, r.time, r.amount_cents, r.description, r.transaction_id,
      r.identity_key, r.memo_pattern, r.decision, r.choice, r.reason, r.resembles_id
    from json_to_recordset(${slice}::json) as ${ROW_RECORD}`.execute(db)
}

/** Takes over the decisions of a newer comparison: a row decided otherwise now starts over, one decided alike keeps the person's choice. */
export async function redecideRows(db: Db, companyId: string, importId: string, slice: string): Promise<void> {
  await sql`update import_rows t set decision = r.decision, reason = r.reason, resembles_id = r.resembles_id,
      choice = case when t.decision = r.decision then t.choice else r.choice end, decided = t.decided and t.decision = r.decision
    from json_to_recordset(${slice}::json) as ${ROW_RECORD}
    where t.company_id = ${companyId} and t.import_id = ${importId} and t.ordinal = r.ordinal
      and (t.decision, t.reason, t.resembles_id) is distinct from (r.decision, r.reason, r.resembles_id)`.execute(db)
}

const rowsOf = (companyId: string, importId: string) => sql<Record<string, unknown> & { id: string }>`
  select r.id, r.date, r.time, r.description, r.amount_cents, r.decision, r.choice, r.reason,
    case when s.id is not null then to_char(s.date, 'DD/MM/YYYY') || ' · ' || s.description end as resembles
  from import_rows r left join statement_entries s on s.company_id = r.company_id and s.id = r.resembles_id
  where r.company_id = ${companyId} and r.import_id = ${importId} order by r.ordinal`

export function listRows(db: Db, companyId: string, importId: string): Promise<(Record<string, unknown> & { id: string })[]> {
  return all(db, rowsOf(companyId, importId))
}

export function columnarRows(db: Db, companyId: string, importId: string): Promise<Reply> {
  return columnarReply(db, importRowColumns, rowsOf(companyId, importId), true)
}

export interface DecidedRow {
  id: string
  decision: string
  reason: string | null
}

export function lockRows(db: Db, companyId: string, importId: string, ids: readonly string[]): Promise<DecidedRow[]> {
  return all(
    db,
    sql<DecidedRow>`select id, decision, reason from import_rows
      where company_id = ${companyId} and import_id = ${importId} and id = any (${[...ids]}::uuid[]) order by id for update`,
  )
}

export async function chooseRows(db: Db, companyId: string, importId: string, ids: readonly string[], choice: 'ADD' | 'SKIP'): Promise<void> {
  await sql`update import_rows set choice = ${choice}, decided = true
    where company_id = ${companyId} and import_id = ${importId} and id = any (${[...ids]}::uuid[])`.execute(db)
}

export interface ActiveAccount extends OwnAccount {
  institution_name: string
}

export function activeAccounts(db: Db, companyId: string): Promise<ActiveAccount[]> {
  return all(
    db,
    sql<ActiveAccount>`select id, routing_number, branch_number, account_number, institution_name from bank_accounts
      where company_id = ${companyId} and deleted_at is null and status = 'ACTIVE' order by created_at, id`,
  )
}

/** ACTIVE or ARCHIVED, or undefined when the company has no such account. */
export async function accountStatus(db: Db, companyId: string, id: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ status: string }>`select status from bank_accounts where company_id = ${companyId} and id = ${id} and deleted_at is null`,
  )
  return row?.status
}

/** The account a person once chose for files that write the account in this way. */
export async function rememberedAccount(db: Db, companyId: string, key: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ id: string }>`select a.id from imports i cross join lateral jsonb_array_elements(i.accounts) x
        join bank_accounts a on a.company_id = i.company_id and a.id = (x->>'bank_account_id')::uuid and a.status = 'ACTIVE' and a.deleted_at is null
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
      where i.company_id = ${companyId} and i.bank_account_id = ${accountId} and i.status = 'COMMITTED' and i.format = 'CSV' and i.mapping is not null
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
    sql<{
      text: string
    }>`select coalesce(json_agg(json_build_object('id', l.id, 'day', l.date, 'amount_cents', l.amount_cents, 'memo', l.description, 'fitid', l.transaction_id)
        order by l.date, l.id), '[]'::json)::text as text
      from statement_entries l where l.company_id = ${companyId} and l.bank_account_id = ${accountId} and l.deleted_at is null
        and l.date between ${firstDay}::date - ${NEAR_DAYS}::int and ${lastDay}::date + ${NEAR_DAYS}::int`,
  )
  return row?.text ?? '[]'
}

export function closedDays(db: Db, companyId: string): Promise<ClosedRange[]> {
  return all(
    db,
    sql<ClosedRange>`select start_date, end_date from date_ranges where company_id = ${companyId} and status = 'CLOSED' and deleted_at is null order by start_date`,
  )
}

/** Where the next comparison may tell what was written since: as the cursors of the lists. */
export async function planCursor(db: Db): Promise<string> {
  const row = await first(
    db,
    sql<{
      cursor: string
    }>`select extract(epoch from pg_postmaster_start_time())::bigint || '.' || pg_snapshot_xmin(pg_current_snapshot())::text as cursor`,
  )
  return row?.cursor ?? ''
}

/** Whether anything the plan was made of was written since: the lines of the accounts, or the closed periods. */
export async function isPlanStale(db: Db, companyId: string, accountIds: readonly string[], cursor: string | null): Promise<boolean> {
  const since = await deltaStart(db, cursor ?? undefined)
  if (since === undefined) return true
  const row = await first(
    db,
    sql<{ stale: boolean }>`select exists (select 1 from statement_entries l where l.company_id = ${companyId} and l.changed >= ${since}::bigint
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
    from date_ranges r where r.company_id = t.company_id and r.status = 'CLOSED' and r.deleted_at is null and t.date between r.start_date and r.end_date
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
  await sql`insert into statements (company_id, id, bank_account_id, import_id, source, start_date, end_date, ledger_balance_cents, ledger_date)
    select ${companyId}, r.id, r.bank_account_id, ${importId}, ${source}, r.start_date, r.end_date, r.ledger_balance_cents, r.ledger_date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, bank_account_id uuid, start_date date, end_date date, ledger_balance_cents bigint, ledger_date date)
    where exists (select 1 from import_rows t where t.company_id = ${companyId} and t.import_id = ${importId} and t.choice = 'ADD' and t.bank_account_id = r.bank_account_id)`.execute(
    db,
  )
}

/** Moves the chosen rows of a stretch of the file into the statement. A zero amount has nothing to conciliate and comes in ignored. */
export async function insertChosen(db: Db, companyId: string, importId: string, from: number, to: number): Promise<number> {
  const result =
    await sql`insert into statement_entries (company_id, id, bank_account_id, statement_id, date, time, description, amount_cents, kind, status,
      transaction_id, identity_key, memo_pattern)
    select t.company_id, t.id, t.bank_account_id, s.id, t.date, t.time, t.description, t.amount_cents,
      case when t.amount_cents < 0 then 'DEBIT' when t.amount_cents > 0 then 'CREDIT' else 'TRANSACTION' end,
      case when t.amount_cents = 0 then 'IGNORED' else 'PENDING' end, t.transaction_id, t.identity_key, t.memo_pattern
    from import_rows t join statements s on s.company_id = t.company_id and s.import_id = t.import_id and s.bank_account_id = t.bank_account_id and s.deleted_at is null
    where t.company_id = ${companyId} and t.import_id = ${importId} and t.choice = 'ADD' and t.ordinal >= ${from} and t.ordinal < ${to} order by t.ordinal`.execute(
      db,
    )
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

export interface RowCounts {
  rows: number
  new: number
  present: number
  doubtful: number
  refused: number
  ignored: number
  /** Doubtful rows that nobody decided. */
  undecided: number
}

export async function countRows(db: Db, companyId: string, importId: string): Promise<RowCounts> {
  const row = await first(
    db,
    sql<RowCounts>`select coalesce(max(ordinal) + 1, 0)::int as rows, count(*) filter (where decision = 'new')::int as new,
        count(*) filter (where decision = 'present')::int as present, count(*) filter (where decision = 'doubtful')::int as doubtful,
        count(*) filter (where decision = 'refused')::int as refused, count(*) filter (where decision = 'ignored')::int as ignored,
        count(*) filter (where decision = 'doubtful' and not decided)::int as undecided
      from import_rows where company_id = ${companyId} and import_id = ${importId}`,
  )
  return row ?? { rows: 0, new: 0, present: 0, doubtful: 0, refused: 0, ignored: 0, undecided: 0 }
}
