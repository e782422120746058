// Own notifications: listed, read, and sent to the devices one registers.
import type { contract } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { keepPushToken, listNotifications, markRead } from './rows.ts'

export const notificationHandlers: Handlers<(typeof contract)['notifications']> = {
  list: (ctx, { query }) => listNotifications(ctx.db, ctx.actor.user_id, query.limit),

  async registerToken(ctx, { body }) {
    await keepPushToken(ctx.db, ctx.actor.user_id, body.token, body.platform ?? null)
    return { ok: true }
  },

  async read(ctx, { body }) {
    await markRead(ctx.db, ctx.actor.user_id, body.ids, ctx.now)
    ctx.touch(...(body.ids ?? []))
    return { ok: true }
  },
}
