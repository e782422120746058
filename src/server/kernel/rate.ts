// Request limits per user or address, as token buckets: they stop machines, not people (SPEC.md, Limits). All count in memory; those that
// protect secrets and money count in the database too, for all processes.
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isMutating } from '#contract/kit/endpoint.ts'
import { failFor } from '#server/base/fail.ts'
import { isFromAhead } from '#server/base/ids.ts'
import { hashSecret } from '#server/base/secrets.ts'
import type { Db } from '#server/db/query.ts'
import { takeShared } from './shared-buckets.ts'

export interface Rule {
  /** Calls at once. */
  burst: number
  /** Calls regained per minute. */
  per_minute: number
}

const steadily = (per_minute: number): Rule => ({ burst: per_minute, per_minute })

export const RULES = {
  read: steadily(3000),
  write: steadily(1200),
  bulk: steadily(120),
  upload: { burst: 600, per_minute: 600 / 60 },
  export: { burst: 240, per_minute: 240 / 60 },
  /** Payments; a company's hourly limit is counted where they are written. */
  money: steadily(30),
  /** Questions to a table or a bank that cannot be harvested; those that can are also counted in `kernel/look-ups.ts`. */
  lookup: steadily(60),
  /** Look-ups without a session, per address. */
  anonymous: steadily(10),
  sign_in: steadily(20),
  /** Where codes only go to the local outbox, people and browser tests sign in all day. */
  sign_in_local: steadily(400),
} as const satisfies Record<string, Rule>

export type RateClass = keyof typeof RULES

/** A second process, or a restart, must not give a guesser or a thief another share of these. */
const SHARED: ReadonlySet<RateClass> = new Set<RateClass>(['sign_in', 'money', 'anonymous'])

interface Bucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 50_000

/** Token buckets by key. */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>()

  /** Takes one from the bucket; returns the seconds to wait when it is empty. */
  take(key: string, { burst, per_minute }: Rule, now: number): number | undefined {
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now }
    // What a clock that was ahead took is given back: nobody knows how long ago that was.
    const regained = isFromAhead(bucket.at, now) ? burst : (Math.max(0, now - bucket.at) * per_minute) / 60_000
    const tokens = Math.min(burst, bucket.tokens + regained)
    const empty = tokens < 1
    // A refusal only updates the time, so that a caller who keeps asking still regains its share.
    if (this.buckets.size >= MAX_BUCKETS) this.buckets.clear()
    this.buckets.set(key, { tokens: empty ? tokens : tokens - 1, at: now })
    return empty ? Math.ceil(((1 - tokens) * 60) / per_minute) : undefined
  }
}

/** The rate class of a row. */
export function rateOf(row: Endpoint, local: boolean): RateClass {
  const { rate } = row.spec
  if (rate === 'sign_in' && local) return 'sign_in_local'
  return rate ?? (isMutating(row) ? 'write' : 'read')
}

export class Limits {
  private readonly buckets = new Buckets()

  constructor(private readonly local: boolean) {}

  /** Takes one call from the caller's bucket, or refuses with the seconds to wait. */
  take(row: Endpoint, who: string, now: number): void {
    const rate = rateOf(row, this.local)
    const wait = this.buckets.take(`${rate} ${who}`, RULES[rate], now)
    if (wait !== undefined) throw failFor(wait * 1000)
  }

  /** The same over all processes, where it matters; memory has already turned a flood away. */
  async takeShared(db: Db, row: Endpoint, who: string, now: number): Promise<void> {
    const rate = rateOf(row, this.local)
    if (!SHARED.has(rate)) return
    // Who asks may be an address: it is kept as its hash.
    const wait = await takeShared(db, `${rate}:${hashSecret(who).toString('base64url')}`, RULES[rate], 1, now)
    if (wait !== undefined) throw failFor(wait * 1000)
  }
}
