// The SQL of imports: the file's own record and its rows.

import { type RawBuilder, sql } from 'kysely'
import { type Import, type ImportTotals, importRowColumns } from '#contract/bank-statements.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { columnarReply } from '#server/kernel/columnar.ts'
import type { Reply } from '#server/kernel/context.ts'
import type { AskedMapping } from '#server/parsers/statement-reader.ts'

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
  /** What its rows move up to the day of the stated balance; null where several pieces of a file meet in one account. */
  moved_cents: number | null
  totals: ImportTotals
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
  select i.*, ${sniff} as sniff, coalesce(i.sniff->'warnings', '[]') as warnings, u.name as created_by_name,
    case when i.status = 'COMMITTED' and b.undone_by_id is not null then 'REVERTED' else i.status end as status
  from imports i left join users u on u.id = i.created_by left join batches b on b.company_id = i.company_id and b.id = i.batch_id
  where i.company_id = ${companyId} and i.deleted_at is null and ${where}`

const LIST_CAP = 1000

export function listImports(db: Db, companyId: string): Promise<StoredImport[]> {
  return all(
    db,
    sql<StoredImport>`${select(companyId, sql`true`, sql`null::jsonb`)} order by i.created_at desc, i.id desc limit ${LIST_CAP}`,
  )
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
  created_by: string | null
  /** Known before the reading only when nobody uploaded it. */
  format?: 'OPEN_FINANCE'
}

const json = (value: unknown) => (value === null || value === undefined ? sql`null::jsonb` : sql`${JSON.stringify(value)}::jsonb`)

export async function insertImport(db: Db, companyId: string, file: NewImport): Promise<void> {
  await sql`insert into imports (company_id, id, bank_account_id, file_name, storage_key, sha256, format, status, mapping, created_by)
    values (${companyId}, ${file.id}, ${file.bank_account_id}, ${file.file_name}, ${file.storage_key}, ${file.sha256},
      ${file.format ?? null}, 'READING', ${json(file.mapping)}, ${file.created_by})`.execute(db)
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
  const record = sql`
    jsonb_to_record(${JSON.stringify(change)}::jsonb) as r(${sql.join(names.map(name => sql`${sql.ref(name)} ${sql.raw(COLUMNS[name])}`))})`
  const result = await sql`update imports i set version = i.version + 1, updated_at = now(), changed = pg_current_xact_id()::text::bigint,
      ${sql.join(names.map(name => sql`${sql.ref(name)} = r.${sql.ref(name)}`))}
    from ${record} where i.company_id = ${companyId} and i.id = ${id} and i.status = any (${[...from]}) and i.deleted_at is null`.execute(
    db,
  )
  return result.numAffectedRows === 1n
}

export async function deleteRows(db: Db, companyId: string, importId: string): Promise<void> {
  await sql`delete from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(db)
}

const ROW_RECORD =
  sql.raw(`r(id uuid, ordinal int, bank_account_id uuid, date date, time text, amount_cents bigint, description text, transaction_id text,
  identity_key text, memo_pattern text, external_category_id text, external_category text, decision text, choice text, reason text, resembles_id uuid)`)

/** `slice` is a JSON array the reading thread wrote. */
export async function insertRows(db: Db, companyId: string, importId: string, slice: string): Promise<void> {
  await sql`
    insert into import_rows (company_id, import_id, id, ordinal, bank_account_id, date, time, amount_cents, description, transaction_id,
      identity_key, memo_pattern, external_category_id, external_category, decision, choice, reason, resembles_id)
    select ${companyId}, ${importId}, r.id, r.ordinal, r.bank_account_id, r.date, r.time, r.amount_cents, r.description, r.transaction_id,
      r.identity_key, r.memo_pattern, r.external_category_id, r.external_category, r.decision, r.choice, r.reason, r.resembles_id
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
  select r.id, r.date, r.time, r.description, r.amount_cents, r.decision, r.choice, r.decided, r.reason,
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

/** RESET gives rows back the choice they came with: nobody has decided them. */
export async function chooseRows(
  db: Db,
  companyId: string,
  importId: string,
  ids: readonly string[],
  choice: 'ADD' | 'SKIP' | 'RESET',
): Promise<void> {
  const chosen = choice === 'RESET' ? sql`case when decision = 'new' then 'ADD' else 'SKIP' end` : sql`${choice}`
  await sql`update import_rows set choice = ${chosen}, decided = ${choice !== 'RESET'}
    where company_id = ${companyId} and import_id = ${importId} and id = any (${[...ids]}::uuid[])`.execute(db)
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
