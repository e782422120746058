// The journal: a batch line per write, old images kept by trigger, and undo as one generic move back to those images.

import { sql } from 'kysely'
import type { Tag } from '#contract/kit/tags.ts'
import { all, type Db, first } from '../db/query.ts'
import { fail } from './fail.ts'

/** Row images are kept this long; the batch line stays for ever. */
export const IMAGE_DAYS = 90

export interface NewBatch {
  id: string
  company_id: string
  user_id: string | undefined
  command: string
  label: string
  tags: readonly Tag[]
  request_id: string
  undo_of_id?: string
}

/** Writes the batch line when the transaction journaled anything; false when it changed nothing. */
export async function closeBatch(db: Db, batch: NewBatch): Promise<boolean> {
  const row = await first(
    db,
    sql<{ rows_count: number }>`insert into batches (company_id, id, user_id, command, label, rows_count, tags, request_id, undo_of_id)
      select ${batch.company_id}, ${batch.id}, ${batch.user_id ?? null}, ${batch.command}, ${batch.label}, count(*), ${[...batch.tags]}, ${batch.request_id}, ${batch.undo_of_id ?? null}
      from batch_rows where company_id = ${batch.company_id} and batch_id = ${batch.id}
      having count(*) > 0 returning rows_count`,
  )
  return row !== undefined
}

/** Tables the undo must visit, referenced rows first when restoring: the order in which their foreign keys allow it. */
const RESTORE_ORDER = [
  'categories',
  'category_budgets',
  'contacts',
  'bank_accounts',
  'recurrences',
  'conciliations',
  'statements',
  'entries',
  'transfers',
  'statement_entries',
  'attachments',
  'duplicate_decisions',
  'date_ranges',
  'rules',
] as const

/** Columns an undo leaves to the trigger, or that belong to the row's identity. */
const KEPT = new Set(['company_id', 'id', 'version', 'changed', 'created_at', 'updated_at'])

const columnsOf = new Map<string, readonly string[]>()

async function restorableColumns(db: Db, table: string): Promise<readonly string[]> {
  let columns = columnsOf.get(table)
  if (!columns) {
    const rows = await all(
      db,
      sql<{
        column_name: string
      }>`select column_name from information_schema.columns where table_schema = current_schema() and table_name = ${table} order by ordinal_position`,
    )
    columns = rows.map(row => row.column_name).filter(name => !KEPT.has(name))
    columnsOf.set(table, columns)
  }
  return columns
}

/**
 * Takes every row of a batch back to its image before it, inside the caller's batch. A row created by the batch is soft-deleted.
 * Throws `undo.blocked` when any row changed since, with the rows in the way; nothing is changed then.
 */
export async function restoreBatch(db: Db, companyId: string, batchId: string): Promise<number> {
  // One image per row: a row written twice in a batch goes back to its first image, and must still stand at its last version.
  const tables = await all(
    db,
    sql<{ table_name: string }>`select distinct table_name from batch_rows where company_id = ${companyId} and batch_id = ${batchId}`,
  )
  const written = new Set(tables.map(row => row.table_name))
  let restored = 0
  for (const table of RESTORE_ORDER) {
    if (written.has(table)) restored += await restoreTable(db, table, companyId, batchId)
  }
  return restored
}

async function restoreTable(db: Db, table: string, companyId: string, batchId: string): Promise<number> {
  const columns = await restorableColumns(db, table)
  const name = sql.ref(table)
  const images = sql`(select distinct on (row_id) row_id, first_value(before) over w as before, last_value(version_after) over w as version_after
      from batch_rows where company_id = ${companyId} and batch_id = ${batchId} and table_name = ${table}
      window w as (partition by row_id order by seq rows between unbounded preceding and unbounded following)
      order by row_id)`
  const total = await first(db, sql<{ n: number }>`select count(*)::int as n from ${images} i`)
  const assignments = columns.map(column =>
    column === 'deleted_at'
      ? sql`deleted_at = case when i.before is null then now() else (i.image).deleted_at end`
      : sql`${sql.ref(column)} = case when i.before is null then t.${sql.ref(column)} else (i.image).${sql.ref(column)} end`,
  )
  const result = await sql`update ${name} t set ${sql.join(assignments)}
    from (select x.row_id, x.before, x.version_after, jsonb_populate_record(null::${name}, x.before) as image from ${images} x) i
    where t.company_id = ${companyId} and t.id = i.row_id and t.version = i.version_after`.execute(db)
  const moved = Number(result.numAffectedRows ?? 0n)
  if (moved !== (total?.n ?? 0)) throw fail('undo.blocked')
  return moved
}
