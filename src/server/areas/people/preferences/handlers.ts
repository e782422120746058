// Own preferences: views, shortcuts, theme; small by limit, since they travel whole.
import type { contract } from '#contract/index.ts'
import { fail } from '#server/base/fail.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { mergePreferences, type Preferences, readPreferences } from './rows.ts'

const MAX_BYTES = 64 * 1024

export const preferenceHandlers: Handlers<(typeof contract)['preferences']> = {
  get: ctx => readPreferences(ctx.db, ctx.actor.user_id),

  async set(ctx, { body }) {
    const removed = Object.keys(body).filter(name => body[name] === null)
    const kept: Preferences = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    const merged = await mergePreferences(ctx.db, ctx.actor.user_id, kept, removed)
    if (!merged) throw fail('resource.not_found')
    if (merged.bytes > MAX_BYTES) throw fail('request.too_large', { n: '64 KB' })
    return merged.preferences
  },
}
