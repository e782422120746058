// The journal as people see it: what was done, by whom, and undoing it whole.

import { type RawBuilder, sql } from 'kysely'
import type { Batch } from '#contract/batches.ts'
import type { contract } from '#contract/index.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { all, first } from '../../db/query.ts'
import { type Context, type Handlers, Reply } from '../../kernel/context.ts'
import { fail, invalid } from '../../kernel/fail.ts'
import { IMAGE_DAYS, restoreBatch } from '../../kernel/journal.ts'
import { isRight } from './rights.ts'

type StoredBatch = Batch & { tags: Tag[]; user_id: string | null }

const select = (ctx: Context, where: RawBuilder<unknown>, limit: number) => sql<StoredBatch>`
  select b.*, u.name as user_name, coalesce(b.user_id = ${ctx.actor.user_id}, false) as mine,
    b.undone_by_id is null and b.created_at > now() - make_interval(days => ${IMAGE_DAYS}) as undoable
  from batches b left join users u on u.id = b.user_id where b.company_id = ${ctx.companyId} and ${where} order by b.created_at desc, b.id desc limit ${limit}`

async function mustFind(ctx: Context, id: string): Promise<StoredBatch> {
  const batch = await first(ctx.db, select(ctx, sql`b.id = ${id}`, 1))
  if (!batch) throw fail('resource.not_found')
  return batch
}

export const batchHandlers: Handlers<(typeof contract)['batches']> = {
  async list(ctx, { query }) {
    const [at, id] = query.cursor?.split('|') ?? []
    if (query.cursor !== undefined && (!at || !id || Number.isNaN(Date.parse(at)))) throw invalid('cursor', 'Cursor inválido')
    const before = at && id ? sql`(b.created_at, b.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`
    const from = query.start_date ? sql`b.created_at >= ${query.start_date}::date` : sql`true`
    const to = query.end_date ? sql`b.created_at < ${query.end_date}::date + 1` : sql`true`
    const rows = await all(ctx.db, select(ctx, sql`${before} and ${from} and ${to}`, query.limit + 1))
    const page = rows.slice(0, query.limit)
    const last = page[page.length - 1]
    return rows.length > query.limit && last ? new Reply('value', page, { 'x-next-cursor': `${last.created_at}|${last.id}` }) : page
  },

  async rows(ctx, { params }) {
    await mustFind(ctx, params.id)
    const rows = await all(
      ctx.db,
      sql<{
        table: string
        id: string
        before: Record<string, unknown> | null
      }>`select distinct on (table_name, row_id) table_name as table, row_id as id, before from batch_rows
        where company_id = ${ctx.companyId} and batch_id = ${params.id} order by table_name, row_id, seq limit 2000`,
    )
    return Promise.all(rows.map(async row => ({ ...row, after: await currentImage(ctx, row.table, row.id) })))
  },

  async undo(ctx, { params }) {
    // The batch line is the lock: two people undoing the same batch wait, and the second finds it undone.
    await sql`select 1 from batches where company_id = ${ctx.companyId} and id = ${params.id} for update`.execute(ctx.db)
    const batch = await mustFind(ctx, params.id)
    if (batch.undone_by_id !== null) return { batch, tags: [] }
    if (!batch.undoable) throw fail('undo.expired')
    if (!isRight(ctx.rights, batch.command, batch.mine)) throw fail('permission.denied')
    await restoreBatch(ctx.db, ctx.companyId, params.id)
    await sql`update batches set undone_by_id = ${ctx.batchId} where company_id = ${ctx.companyId} and id = ${params.id}`.execute(ctx.db)
    const isRedo = batch.undo_of_id !== null
    if (isRedo)
      await sql`update batches set undone_by_id = null where company_id = ${ctx.companyId} and id = ${batch.undo_of_id}`.execute(ctx.db)
    ctx.label(`${isRedo ? 'Refeito' : 'Desfeito'}: ${batch.label.replace(/^(Desfeito|Refeito): /, '')}`)
    ctx.undoes(params.id)
    return { batch: await mustFind(ctx, params.id), tags: batch.tags.filter(tag => TAGS.includes(tag)) }
  },
}

async function currentImage(ctx: Context, table: string, id: string): Promise<Record<string, unknown> | null> {
  const row = await first(
    ctx.db,
    sql<{
      image: Record<string, unknown>
    }>`select to_jsonb(t) as image from ${sql.ref(table)} t where t.company_id = ${ctx.companyId} and t.id = ${id}`,
  )
  return row?.image ?? null
}
