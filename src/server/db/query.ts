// Two words for running SQL: all rows, or the first. The SQL itself is in each module's rows.ts.
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

type Table = keyof Database

/** A row of a table, whole or some columns of it: what the row type of a statement is made of. */
export type Row<T extends Table, Column extends keyof Selectable<Database[T]> = keyof Selectable<Database[T]>> = Pick<
  Selectable<Database[T]>,
  Column
>

/** What an insert into a table names: what the database fills in may be left out. */
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
