// The layouts a company keeps: what its office's program reads.
import type { HandoverLayout } from '#contract/handovers.ts'
import type { contract } from '#contract/index.ts'
import { layoutProblems } from '#domain/handover/layout.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { deleteLayout, findLayout, insertLayout, type LayoutRow, listLayouts, updateLayout } from './rows.ts'

export const handoverLayoutHandlers: Handlers<(typeof contract)['handoverLayouts']> = {
  list: ctx => listLayouts(ctx.db, ctx.companyId),

  async create(ctx, { body }) {
    const row: LayoutRow = { ...body, company_code: body.company_code ?? null, user_name: body.user_name ?? null }
    checkLayout(row)
    const id = ctx.newId()
    await insertLayout(ctx.db, ctx.companyId, id, row)
    ctx.touch(id)
    ctx.label(`Layout ${row.name} guardado`)
    return mustFind(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFind(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<LayoutRow>
    const after: LayoutRow = { ...before, ...given }
    checkLayout(after)
    if (!(await updateLayout(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Layout ${after.name} alterado`)
    return mustFind(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const { name } = await mustFind(ctx, params.id)
    await deleteLayout(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Layout ${name} excluído`)
    return { ok: true as const }
  },
}

function checkLayout(row: LayoutRow): void {
  const [wrong] = layoutProblems(row)
  if (wrong) throw invalid(wrong.section, wrong.message)
}

async function mustFind(ctx: Context, id: string): Promise<HandoverLayout> {
  const row = await findLayout(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return row
}
