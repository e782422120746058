// Guided tours: each person's own, and nobody else's business.
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Tutorial } from '#contract/registry.ts'
import { fail } from '#server/base/fail.ts'
import { all, first } from '#server/db/query.ts'
import type { Handlers } from '#server/kernel/context.ts'

export const tutorialHandlers: Handlers<(typeof contract)['tutorials']> = {
  async create(ctx, { body }) {
    const row = await first(
      ctx.db,
      sql<Tutorial>`insert into tutorials (id, user_id, type) values (${ctx.newId()}, ${ctx.actor.user_id}, ${body.type})
        on conflict (user_id, type) do update set type = excluded.type returning *`,
    )
    return row as Tutorial
  },

  async update(ctx, { params, body }) {
    const row = await first(
      ctx.db,
      sql<Tutorial>`update tutorials set updated_at = ${new Date(ctx.now)},
          completed_at = ${body.completed ? sql`coalesce(completed_at, ${new Date(ctx.now)})` : sql`null`}
        where id = ${params.id} and user_id = ${ctx.actor.user_id} returning *`,
    )
    if (!row) throw fail('resource.not_found')
    return row
  },

  async list(ctx, { query }) {
    if (query.userId !== undefined && query.userId !== ctx.actor.user_id) throw fail('resource.not_found')
    return all(ctx.db, sql<Tutorial>`select * from tutorials where user_id = ${ctx.actor.user_id} order by created_at, id`)
  },
}
