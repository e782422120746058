// Request limits per user or address, as token buckets in memory: they stop machines, not people (reliability.md §6).
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isMutating } from '#contract/kit/endpoint.ts'
import { fail } from './fail.ts'

interface Rule {
  /** Calls per minute, and as many at once. */
  per_minute: number
}

const RULES = {
  read: { per_minute: 3000 },
  write: { per_minute: 1200 },
  bulk: { per_minute: 120 },
  upload: { per_minute: 60 },
  export: { per_minute: 30 },
  /** Payments; a company's hour is counted where they are written. */
  money: { per_minute: 30 },
  lookup: { per_minute: 60 },
  /** Where codes go to the local outbox only, people and browser tests sign in all day. */
  sign_in: { per_minute: 20 },
  sign_in_local: { per_minute: 400 },
} as const satisfies Record<string, Rule>

interface Bucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 50_000

export class Limits {
  private readonly buckets = new Map<string, Bucket>()

  constructor(private readonly local: boolean) {}

  /** Takes one call from the caller's bucket, or refuses with the seconds to wait. */
  take(row: Endpoint, who: string, now: number): void {
    const kind = row.spec.rate === 'sign_in' && this.local ? 'sign_in_local' : (row.spec.rate ?? (isMutating(row) ? 'write' : 'read'))
    const capacity = RULES[kind].per_minute
    const key = `${kind} ${who}`
    const bucket = this.buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + (Math.max(0, now - bucket.at) * capacity) / 60_000)
    bucket.at = now
    if (bucket.tokens < 1) {
      const seconds = Math.ceil(((1 - bucket.tokens) * 60) / capacity)
      throw fail('rate.limited', { t: `${seconds} s` }, { retry_after: seconds })
    }
    bucket.tokens -= 1
    if (this.buckets.size >= MAX_BUCKETS) this.buckets.clear()
    this.buckets.set(key, bucket)
  }
}
