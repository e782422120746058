// The SQL of sheets that wait for a person's word.
import { sql } from 'kysely'
import type { SheetKind, SheetReview, SheetRow } from '#contract/sheet-imports.ts'
import { type Db, first } from '#server/db/query.ts'

export interface StoredSheet extends SheetReview {
  storage_key: string
}

type PlannedRow = Omit<SheetRow, 'choice'>

/** Undoing the batch reverts the import, and redoing it brings it back: the status is read from the journal, not kept twice. */
export async function findSheet(db: Db, companyId: string, id: string): Promise<StoredSheet | undefined> {
  const found = await first(
    db,
    sql<StoredSheet & { rows: PlannedRow[]; left_out: number[] }>`
      select s.id, s.company_id, s.kind, s.file_name, s.storage_key, s.header, s.rows, s.left_out, s.committed_count, s.batch_id, s.created_at,
        case when s.status = 'COMMITTED' and b.undone_by_id is not null then 'REVERTED' else s.status end as status
      from sheet_imports s left join batches b on b.company_id = s.company_id and b.id = s.batch_id
      where s.company_id = ${companyId} and s.id = ${id}`,
  )
  if (!found) return undefined
  const { left_out, rows, ...rest } = found
  const out = new Set(left_out)
  const chosen = (row: PlannedRow) => row.decision === 'new' && !out.has(row.line)
  return { ...rest, rows: rows.map(row => ({ ...row, choice: chosen(row) ? 'ADD' : 'SKIP' })) }
}

export interface NewSheet {
  id: string
  kind: SheetKind
  file_name: string
  storage_key: string
  sha256: string
  header: readonly string[]
  rows: readonly PlannedRow[]
  created_by: string
}

export async function insertSheet(db: Db, companyId: string, sheet: NewSheet): Promise<void> {
  await sql`insert into sheet_imports (company_id, id, kind, file_name, storage_key, sha256, status, header, rows, created_by)
    values (${companyId}, ${sheet.id}, ${sheet.kind}, ${sheet.file_name}, ${sheet.storage_key}, ${sheet.sha256}, 'PREVIEW',
      ${JSON.stringify(sheet.header)}::jsonb, ${JSON.stringify(sheet.rows)}::jsonb, ${sheet.created_by})`.execute(db)
}

/** False when it is not open for decisions any more. */
export async function chooseLines(
  db: Db,
  companyId: string,
  id: string,
  lines: readonly number[],
  choice: 'ADD' | 'SKIP',
): Promise<boolean> {
  const without = sql`(select coalesce(array_agg(line), '{}') from unnest(left_out) line where line <> all (${[...lines]}::int[]))`
  const out = choice === 'ADD' ? without : sql`${without} || ${[...lines]}::int[]`
  const done = await sql`update sheet_imports set left_out = ${out}
    where company_id = ${companyId} and id = ${id} and status = 'PREVIEW'`.execute(db)
  return done.numAffectedRows === 1n
}

/** Moves it on; false when it is not where it should be. What is thrown away leaves nothing of its rows. */
export async function moveSheet(
  db: Db,
  companyId: string,
  id: string,
  from: 'PREVIEW' | 'COMMITTING',
  to: 'PREVIEW' | 'COMMITTING' | 'DISCARDED',
): Promise<boolean> {
  const rows = to === 'DISCARDED' ? sql`'[]'::jsonb` : sql`rows`
  const done = await sql`update sheet_imports set status = ${to}, rows = ${rows}
    where company_id = ${companyId} and id = ${id} and status = ${from}`.execute(db)
  return done.numAffectedRows === 1n
}

/** Its rows as they were when they went in. */
export async function keepTaken(
  db: Db,
  companyId: string,
  id: string,
  taken: { rows: readonly PlannedRow[]; count: number; batch_id: string | null },
): Promise<boolean> {
  const done = await sql`update sheet_imports set status = 'COMMITTED', rows = ${JSON.stringify(taken.rows)}::jsonb,
      committed_count = ${taken.count}, batch_id = ${taken.batch_id}
    where company_id = ${companyId} and id = ${id} and status = 'COMMITTING'`.execute(db)
  return done.numAffectedRows === 1n
}
