// Against harvesting: look-ups of documents and Pix keys cost little for a hit and much for a miss, across all processes.
import { sql } from 'kysely'
import { daysLater } from '#domain/days.ts'
import { failFor } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Context } from './context.ts'
import { type SharedRule, takeShared } from './shared-buckets.ts'

interface Rule extends SharedRule {
  /** The price of a miss; a hit costs 1. */
  miss: number
}

/** Banco Central's rule for its directory of keys, and a wider one for registration data, which every new contact asks for. */
export const LOOK_UPS = {
  verify: { burst: 100, per_minute: 2, miss: 20 },
  /** The same directory asked by a company that pays: Banco Central's rule for legal persons. */
  payees: { burst: 1000, per_minute: 20, miss: 20 },
  registry: { burst: 300, per_minute: 30, miss: 2 },
} as const satisfies Record<string, Rule>

/** Whose bucket is charged. */
export type Asking = Pick<Context, 'services' | 'now'> & { actor: Pick<Context['actor'], 'user_id'> }

/**
 * Finds something and charges the person's bucket. It charges a miss in advance, on a separate connection, so that neither a refusal nor
 * parallel questions avoid the price. Throws `rate.limited` when the bucket is empty.
 */
export async function lookedUp<T>(ctx: Asking, kind: keyof typeof LOOK_UPS, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const [found] = await allLookedUp(ctx, kind, 1, async () => [await find()])
  return found
}

/** The same for so many at once: the answers stand in the order of the questions. */
export async function allLookedUp<T>(
  ctx: Asking,
  kind: keyof typeof LOOK_UPS,
  count: number,
  find: () => Promise<readonly (T | undefined)[]>,
): Promise<readonly (T | undefined)[]> {
  if (count === 0) return find()
  const rule = LOOK_UPS[kind]
  const key = `${kind}:${ctx.actor.user_id}`
  const wait = await takeShared(ctx.services.jobsDb, key, rule, rule.miss * count, ctx.now)
  if (wait !== undefined) throw failFor(wait * 1000)
  const answers = await find()
  const hits = answers.filter(answer => answer !== undefined).length
  if (hits > 0) await giveBack(ctx.services.jobsDb, key, rule, hits)
  return answers
}

async function giveBack(db: Db, key: string, { burst, miss }: Rule, hits: number): Promise<void> {
  await sql`update look_up_buckets set tokens = least(${burst}::float8, tokens + ${(miss - 1) * hits}::float8) where key = ${key}`.execute(
    db,
  )
}

/** A bucket untouched for a day is full again, the same as no bucket. */
export async function purgeLookUps(db: Db, now: number): Promise<void> {
  await sql`delete from look_up_buckets where at < ${daysLater(now, -1)}`.execute(db)
}
