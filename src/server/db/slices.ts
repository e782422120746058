// Yields a long query's rows in slices: one snapshot for all of them, one time-out per fetch.
import { setImmediate as turn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { all, type Db } from './query.ts'

/** Characters a fetch shall bring, which the process holds while PostgreSQL makes the next. */
const FETCHED = 2_500_000
/** Slices may be much longer than those before them. */
const MOST_GROWTH = 8

/**
 * Rows of `query` in its order, in slices: each row is a long text, a stretch of the answer. Only within a transaction. The next slice is
 * fetched while one is used, so whoever has more to ask of the database for a slice does so in `read`.
 */
export async function* slicesOf<Row extends object, Slice = Row[]>(
  db: Db,
  cursor: string,
  query: RawBuilder<unknown>,
  read: (rows: Row[]) => Slice | Promise<Slice> = rows => rows as Slice,
): AsyncGenerator<Slice> {
  const name = sql.ref(cursor)
  await sql`declare ${name} no scroll cursor for ${query}`.execute(db)
  const fetched = (step: number) => {
    const rows = all(db, sql<Row>`fetch forward ${sql.lit(step)} from ${name}`)
    rows.catch(() => {})
    return rows
  }
  let step = 1
  let coming = fetched(step)
  try {
    for (;;) {
      const rows = await coming
      if (rows.length === 0) break
      const slice = await read(rows)
      const isLast = rows.length < step
      step = Math.max(1, Math.round(step * Math.min(MOST_GROWTH, FETCHED / lengthOf(rows))))
      if (!isLast) coming = fetched(step)
      // Until then the question has not left.
      await turn()
      yield slice
      if (isLast) break
    }
  } finally {
    await coming.catch(() => {})
  }
  await sql`close ${name}`.execute(db)
}

function lengthOf(rows: readonly object[]): number {
  let total = 0
  for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') total += value.length
  return total
}
