// Token buckets in the database, one for all processes: what protects secrets and money counts wherever it is asked, and after a restart.
import { sql } from 'kysely'
import { CLOCKS_APART_MS } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'

export interface SharedRule {
  burst: number
  per_minute: number
}

/** Takes `price` from the bucket while anything is in it; gives the seconds to wait when it is empty. */
export async function takeShared(
  db: Db,
  key: string,
  { burst, per_minute }: SharedRule,
  price: number,
  now: number,
): Promise<number | undefined> {
  const at = sql`${new Date(now)}::timestamptz`
  // Emptied by a clock that was ahead and is not any more, it would stay empty until that hour comes.
  const isAhead = sql`b.at > ${new Date(now + CLOCKS_APART_MS)}`
  const filled = sql`case when ${isAhead} then ${burst}::float8 else
    least(${burst}::float8, b.tokens + greatest(0, extract(epoch from ${at} - b.at)) * ${per_minute}::float8 / 60) end`
  const taken = await first(
    db,
    sql<{ key: string }>`insert into look_up_buckets as b (key, tokens, at) values (${key}, ${burst - price}, ${at})
      on conflict (key) do update set tokens = ${filled} - ${price}::float8, at = case when ${isAhead} then ${at} else greatest(b.at, ${at}) end where ${filled} >= 1 returning key`,
  )
  if (taken) return undefined
  const left = await first(db, sql<{ tokens: number }>`select ${filled} as tokens from look_up_buckets b where key = ${key}`)
  return Math.max(1, Math.ceil(((1 - (left?.tokens ?? 0)) * 60) / per_minute))
}
