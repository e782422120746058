// Two functions that run SQL: one returns all rows, one the first. The SQL itself is in each module's rows.ts.
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

type Table = keyof Database

/** A row of a table, or some of its columns: row types of statements are built from it. */
export type Row<T extends Table, Column extends keyof Selectable<Database[T]> = keyof Selectable<Database[T]>> = Pick<
  Selectable<Database[T]>,
  Column
>

/** The columns of an insert; those that the database fills in are optional. */
export type NewRow<T extends Table> = Insertable<Database[T]>

export async function all<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows
}

export async function first<T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

/** The mark that `PREPARED` writes before a statement. */
export const PREPARED_MARK = '/* prepared */'

/**
 * Begins a statement that every request runs: each connection plans it once and keeps the plan. Only for look-ups by key, whose plan does
 * not depend on any value.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
