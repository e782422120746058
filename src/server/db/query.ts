// Two words for running SQL: all rows, or the first. The SQL itself stands in each module's rows.ts.
import type { Kysely, RawBuilder } from 'kysely'

export type Db = Kysely<unknown>

export async function all<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows
}

export async function first<T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}
