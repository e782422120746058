// Yields a long query's rows in slices: one snapshot for all of them, one time-out per fetch.
import { type RawBuilder, sql } from 'kysely'
import { all, type Db } from './query.ts'

/** Characters per fetch: what the process holds at a time. */
const LEAST = 1_000_000
const MOST = 4_000_000

/** Rows of `query` in its order, in slices: each row is a long text, a stretch of the answer. Only within a transaction. */
export async function* slicesOf<Row extends object>(db: Db, cursor: string, query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  const name = sql.ref(cursor)
  await sql`declare ${name} no scroll cursor for ${query}`.execute(db)
  for (let step = 16; ; ) {
    const rows = await all(db, sql<Row>`fetch forward ${sql.lit(step)} from ${name}`)
    yield rows
    if (rows.length < step) break
    const size = lengthOf(rows)
    if (size < LEAST) step *= 2
    else if (size > MOST) step = Math.max(1, step >> 1)
  }
  await sql`close ${name}`.execute(db)
}

function lengthOf(rows: readonly object[]): number {
  let total = 0
  for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') total += value.length
  return total
}
