// The journal as people see it: what was done, by whom, and undoing it whole.

import { type RawBuilder, sql } from 'kysely'
import type { Batch } from '#contract/batches.ts'
import type { contract } from '#contract/index.ts'
import { Id } from '#contract/kit/fields.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { may } from '#domain/permissions.ts'
import { confirmIfLooser } from '#server/areas/people/companies/approval.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { all, first } from '#server/db/query.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { restoreBatch, UNDO_DAYS } from '#server/kernel/journal.ts'
import { IRREVERSIBLE, isRight, maySee } from './rights.ts'
import { trailFile } from './trail-file.ts'

type StoredBatch = Batch & { tags: Tag[]; user_id: string | null; at: string }

const select = (ctx: Context, where: RawBuilder<unknown>, limit: number) => sql<StoredBatch>`
  select b.*, to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, u.name as user_name,
    k.name as key_name, coalesce(b.user_id = ${ctx.actor.user_id} and b.api_key_id is null, false) as mine,
    b.undone_by_id is null and b.command <> all (${[...IRREVERSIBLE]})
    and b.created_at > now() - make_interval(days => ${UNDO_DAYS}) as undoable, b.command = any (${[...IRREVERSIBLE]}) as irreversible
  from batches b left join users u on u.id = b.user_id left join api_keys k on k.id = b.api_key_id
  where b.company_id = ${ctx.companyId} and ${where}
  order by b.created_at desc, b.id desc limit ${limit}`

async function mustFind(ctx: Context, id: string): Promise<StoredBatch> {
  const batch = await first(ctx.db, select(ctx, sql`b.id = ${id}`, 1))
  if (!batch) throw fail('resource.not_found')
  return batch
}

export const batchHandlers: Handlers<(typeof contract)['batches']> = {
  async list(ctx, { query }) {
    const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)\|([0-9a-f-]{36})$/.exec(query.cursor ?? '') ?? []
    if (query.cursor !== undefined && (!Id.safeParse(id).success || Number.isNaN(Date.parse(at ?? ''))))
      throw invalid('cursor', 'Cursor inválido')
    const before = at && id ? sql`(b.created_at, b.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`
    const from = query.start_date ? sql`b.created_at >= ${query.start_date}::date` : sql`true`
    const to = query.end_date ? sql`b.created_at < ${query.end_date}::date + 1` : sql`true`
    const rows = await all(ctx.db, select(ctx, sql`${before} and ${from} and ${to}`, query.limit + 1))
    const page = rows.slice(0, query.limit)
    const last = page[page.length - 1]
    return rows.length > query.limit && last ? new Reply('value', page, { 'x-next-cursor': `${last.at}|${last.id}` }) : page
  },

  async rows(ctx, { params }) {
    await mustFind(ctx, params.id)
    const rows = (await journalRows(ctx, params.id)).filter(row => maySee(ctx.rights, row.table))
    const now = await currentImages(ctx, rows)
    return rows.map(({ table, id, created, earlier, later }) => {
      const image = now.get(id)
      return { table, id, before: created ? null : { ...image, ...earlier }, after: image ? { ...image, ...later } : null }
    })
  },

  trail: ctx => trailFile(ctx),

  async undo(ctx, { params }) {
    // The batch line is the lock: two people undoing the same batch wait, and the second finds it undone.
    const chain = await lockChain(ctx, params.id)
    const asked = await mustFind(ctx, params.id)
    if (asked.undone_by_id !== null) return { batch: asked, tags: [] }
    const newest = await mustFind(ctx, chain.newest)
    const root = await mustFind(ctx, chain.root)
    if (IRREVERSIBLE.includes(root.command)) throw refuse('undo.blocked', 'Esta ação não pode ser desfeita.')
    if (!newest.undoable) throw fail('undo.expired')
    // Redoing takes what the first doing took, whoever pressed undo meanwhile.
    if (!isRight(ctx.rights, root.command, newest.mine)) throw fail('permission.denied')
    const before = await findCompany(ctx.db, ctx.companyId)
    await restoreBatch(ctx.db, ctx.companyId, newest.id, root.id)
    const after = await findCompany(ctx.db, ctx.companyId)
    if (before && after) await confirmIfLooser(ctx, before, after)
    await markChain(ctx, newest.id)
    const isRedo = chain.length % 2 === 0
    ctx.label(`${isRedo ? 'Refeito' : 'Desfeito'}: ${root.label}`)
    ctx.undoes(newest.id)
    return { batch: await mustFind(ctx, params.id), tags: newest.tags.filter(tag => TAGS.includes(tag)) }
  },
}

interface Chain {
  root: string
  newest: string
  /** 1 for a batch nobody undid, 2 for one undone, 3 for one redone... */
  length: number
}

/** A batch, its undoing, the undoing of that and so on are one chain: the rows stand as its newest left them. All its lines are locked. */
async function lockChain(ctx: Context, id: string): Promise<Chain> {
  const chain = sql`with recursive up as (
      select b.id, b.undo_of_id, 0 as depth from batches b where b.company_id = ${ctx.companyId} and b.id = ${id}
      union all select b.id, b.undo_of_id, u.depth - 1 from up u join batches b on b.company_id = ${ctx.companyId} and b.id = u.undo_of_id),
    down as (
      select b.id, 0 as depth from batches b where b.company_id = ${ctx.companyId} and b.id = ${id}
      union all select b.id, d.depth + 1 from down d join batches b on b.company_id = ${ctx.companyId} and b.undo_of_id = d.id)`
  const read = () => all(ctx.db, sql<{ id: string }>`${chain} select id, depth from up union select id, depth from down order by depth`)
  const before = await read()
  const root = before[0]?.id
  if (root === undefined) throw fail('resource.not_found')
  await sql`select 1 from batches where company_id = ${ctx.companyId} and id = ${root} for update`.execute(ctx.db)
  const ids = (await read()).map(row => row.id)
  return { root, newest: ids[ids.length - 1] ?? root, length: ids.length }
}

/** Undoing the newest of a chain turns the others about: what it had undone stands again, what that had undone does not. */
async function markChain(ctx: Context, newest: string): Promise<void> {
  await sql`with recursive up as (
      select b.id, b.undo_of_id, 0 as depth from batches b where b.company_id = ${ctx.companyId} and b.id = ${newest}
      union all select b.id, b.undo_of_id, u.depth + 1 from up u join batches b on b.company_id = ${ctx.companyId} and b.id = u.undo_of_id)
    update batches t set undone_by_id = case when up.depth % 2 = 0 then ${ctx.batchId}::uuid end
    from up where t.company_id = ${ctx.companyId} and t.id = up.id`.execute(ctx.db)
}

interface JournalRow {
  table: string
  id: string
  created: boolean
  /** What takes the row as it stands to how it was before the batch, and to how the batch left it: the images since, oldest value last. */
  earlier: Record<string, unknown> | null
  later: Record<string, unknown> | null
}

function journalRows(ctx: Context, batchId: string): Promise<JournalRow[]> {
  return all(
    ctx.db,
    sql<JournalRow>`select m.table_name as table, m.row_id as id, m.created, razao_image(r.before order by r.seq desc) as earlier,
        razao_image(r.before order by r.seq desc) filter (where r.seq > m.last_seq) as later
      from (select table_name, row_id, min(seq) as first_seq, max(seq) as last_seq, bool_or(before is null) as created from batch_rows
        where company_id = ${ctx.companyId} and batch_id = ${batchId} and (table_name <> 'memberships' or ${may(ctx.rights, 'users', 'v')})
        group by table_name, row_id order by table_name, row_id limit 2000) m
      join batch_rows r on r.company_id = ${ctx.companyId} and r.row_id = m.row_id and r.table_name = m.table_name and r.seq >= m.first_seq
      group by m.table_name, m.row_id, m.created, m.last_seq order by m.table_name, m.row_id`,
  )
}

/** Rows as they stand, a query per table. */
async function currentImages(ctx: Context, rows: readonly { table: string; id: string }[]): Promise<Map<string, Record<string, unknown>>> {
  const images = new Map<string, Record<string, unknown>>()
  for (const table of new Set(rows.map(row => row.table))) {
    const ids = rows.filter(row => row.table === table).map(row => row.id)
    const found = await all(
      ctx.db,
      sql<{ id: string; image: Record<string, unknown> }>`
        select t.id, to_jsonb(t) as image from ${sql.ref(table)} t where t.company_id = ${ctx.companyId} and t.id = any (${ids}::uuid[])`,
    )
    for (const row of found) images.set(row.id, row.image)
  }
  return images
}
