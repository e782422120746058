// Two words for running SQL: all rows, or the first. The SQL itself stands in each module's rows.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely'

export type Db = Kysely<unknown>

export async function all<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows
}

export async function first<T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

/** What `PREPARED` writes before a statement. */
export const PREPARED_MARK = '/* prepared */'

/**
 * Begins a statement that every request runs: each connection plans it once and keeps the plan. For look-ups by key alone, whose plan no
 * value changes.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
