// A sheet as a person drives it: send, look, decide, take in, or throw away.
import type { contract } from '#contract/index.ts'
import type { SheetKind } from '#contract/sheet-imports.ts'
import { cleanName } from '#server/areas/platform/attachments/content.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { deskOf } from '#server/sheets/sheet.ts'
import { KINDS } from './kinds.ts'
import { chooseLines, findSheet, insertSheet, moveSheet, type StoredSheet } from './rows.ts'

export const sheetImportHandlers: Handlers<(typeof contract)['sheetImports']> = {
  async upload(ctx, { form: { kind }, file }) {
    needRights(ctx, kind)
    const { header, rows } = await KINDS[kind].sheet.read(deskOf(ctx), file.records)
    const stored = await ctx.services.files.put(ctx.companyId, file.bytes)
    const id = ctx.newId()
    await insertSheet(ctx.db, ctx.companyId, {
      id,
      kind,
      file_name: cleanName(file.name),
      ...stored,
      header,
      rows,
      created_by: ctx.actor.user_id,
    })
    return shown(await mustFind(ctx, id))
  },

  get: async (ctx, { params }) => shown(await mustFind(ctx, params.id)),

  async decide(ctx, { params, body }) {
    await mustFind(ctx, params.id)
    if (!(await chooseLines(ctx.db, ctx.companyId, params.id, body.lines, body.choice))) throw fail('import.already_done')
    ctx.touch(params.id)
    return { ok: true as const }
  },

  async commit(ctx, { params }) {
    await mustFind(ctx, params.id)
    if (!(await moveSheet(ctx.db, ctx.companyId, params.id, 'PREVIEW', 'COMMITTING'))) throw fail('import.already_done')
    const { user_id } = ctx.actor
    const run = await ctx.services.queue.start(ctx.db, 'sheet.commit', ctx.companyId, user_id, {
      import_id: params.id,
      user_id,
      approves: deskOf(ctx).approves,
    })
    ctx.afterCommit(() => ctx.services.queue.wake('sheet.commit'))
    return { ...run, import_id: params.id }
  },

  async discard(ctx, { params }) {
    await mustFind(ctx, params.id)
    if (!(await moveSheet(ctx.db, ctx.companyId, params.id, 'PREVIEW', 'DISCARDED'))) throw fail('import.already_done')
    ctx.touch(params.id)
    return { ok: true as const }
  },
}

function needRights(ctx: Context, kind: SheetKind): void {
  for (const right of KINDS[kind].rights) ctx.need(right, 'c')
}

async function mustFind(ctx: Context, id: string): Promise<StoredSheet> {
  const found = await findSheet(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  needRights(ctx, found.kind)
  return found
}

const shown = ({ storage_key: _, ...sheet }: StoredSheet) => sheet
