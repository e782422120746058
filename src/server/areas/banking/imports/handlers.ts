// Imports as a person drives them: upload, look, decide, take in, or throw away.
import type { contract } from '#contract/index.ts'
import { refuseOversize, StatementFileError } from '#domain/statements/statement-file.ts'
import { fileOf } from '#server/adapters/files.ts'
import { cleanName } from '#server/areas/platform/attachments/content.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import type { JobName, StartedRun } from '#server/jobs/queue.ts'
import { type Context, type Handlers, Reply, type UploadedFile } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { mustBeActive } from '../bank-accounts/active.ts'
import { readMapping, readMappingText } from './csv-mapping.ts'
import {
  changeImport,
  chooseRows,
  columnarRows,
  deleteRows,
  findImport,
  insertImport,
  listImports,
  listRows,
  lockRows,
  type StoredImport,
} from './rows.ts'

export const importHandlers: Handlers<(typeof contract)['imports']> = {
  list: ctx => listImports(ctx.db, ctx.companyId),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async rows(ctx, { params }) {
    await mustFind(ctx, params.id)
    return ctx.columnar ? columnarRows(ctx.db, ctx.companyId, params.id) : listRows(ctx.db, ctx.companyId, params.id)
  },

  async decide(ctx, { params, body }) {
    const found = await mustFind(ctx, params.id)
    if (found.status !== 'PREVIEW') throw notPreview(found)
    const ids = [...new Set(body.ids)]
    const rows = await lockRows(ctx.db, ctx.companyId, params.id, ids)
    if (rows.length !== ids.length) throw fail('resource.not_found')
    const refused = body.choice === 'ADD' ? rows.filter(row => row.decision === 'refused') : []
    if (refused.length > 0) {
      const details = refused
        .slice(0, 1000)
        .map(row => ({ field: row.id, id: 'validation.failed' as const, message: row.reason ?? 'Linha recusada.' }))
      throw fail('bulk.rejected', { n: refused.length }, { details })
    }
    await chooseRows(ctx.db, ctx.companyId, params.id, ids, body.choice)
    ctx.touch(params.id)
    return mustFind(ctx, params.id)
  },

  async map(ctx, { params, body }) {
    const found = await mustFind(ctx, params.id)
    const mapping = body.mapping === undefined ? found.mapping : readMapping(body.mapping)
    if (body.bank_account_id !== undefined) await mustBeActive(ctx, body.bank_account_id)
    const change = { status: 'READING', error: null, mapping, bank_account_id: body.bank_account_id ?? found.bank_account_id }
    if (!(await changeImport(ctx.db, ctx.companyId, params.id, ['NEEDS_MAPPING', 'NEEDS_ACCOUNT', 'PREVIEW', 'FAILED'], change))) {
      throw notPreview(await mustFind(ctx, params.id))
    }
    ctx.touch(params.id)
    const run = await ctx.services.queue.start(ctx.db, 'import.read', ctx.companyId, ctx.actor.user_id, {
      import_id: params.id,
      commit: false,
    })
    return started(ctx, 'import.read', run, params.id)
  },

  async commit(ctx, { params }) {
    if (!(await changeImport(ctx.db, ctx.companyId, params.id, ['PREVIEW'], { status: 'COMMITTING' }))) {
      throw notPreview(await mustFind(ctx, params.id))
    }
    const run = await ctx.services.queue.start(ctx.db, 'import.commit', ctx.companyId, ctx.actor.user_id, {
      import_id: params.id,
      user_id: ctx.actor.user_id,
    })
    return started(ctx, 'import.commit', run, params.id)
  },

  async discard(ctx, { params }) {
    const open = ['READING', 'NEEDS_MAPPING', 'NEEDS_ACCOUNT', 'PREVIEW', 'FAILED'] as const
    if (!(await changeImport(ctx.db, ctx.companyId, params.id, open, { status: 'DISCARDED' }))) {
      await mustFind(ctx, params.id)
      throw fail('import.already_done')
    }
    await deleteRows(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    return { ok: true as const }
  },

  async file(ctx, { params }) {
    const found = await mustFind(ctx, params.id)
    const bytes = await fileOf(ctx.services.files, { ...found, name: found.file_name })
    return new Reply('file', bytes, downloadHeaders(found.file_name, 'application/octet-stream'))
  },
}

interface UploadFields {
  bank_account_id?: string | undefined
  mapping?: string | undefined
}

/** Keeps the file and starts reading it; `preview` stops before anything is taken in. */
export async function startImport(ctx: Context, file: UploadedFile, fields: UploadFields, preview: boolean) {
  try {
    refuseOversize(file.bytes)
  } catch (error) {
    if (error instanceof StatementFileError) throw fail('import.file_rejected', { motivo: error.reason })
    throw error
  }
  if (fields.bank_account_id !== undefined) await mustBeActive(ctx, fields.bank_account_id)
  const mapping = fields.mapping === undefined ? null : readMappingText(fields.mapping)
  const stored = await ctx.services.files.put(ctx.companyId, file.bytes)
  const id = ctx.newId()
  await insertImport(ctx.db, ctx.companyId, {
    id,
    bank_account_id: fields.bank_account_id ?? null,
    file_name: cleanName(file.name),
    ...stored,
    mapping,
    created_by: ctx.actor.user_id,
  })
  ctx.touch(id)
  const run = await ctx.services.queue.start(ctx.db, 'import.read', ctx.companyId, ctx.actor.user_id, { import_id: id, commit: !preview })
  return started(ctx, 'import.read', run, id)
}

function started(ctx: Context, job: JobName, run: StartedRun, importId: string) {
  ctx.afterCommit(() => ctx.services.queue.wake(job))
  return { ...run, import_id: importId }
}

async function mustFind(ctx: Context, id: string): Promise<StoredImport> {
  const found = await findImport(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}

function notPreview(found: StoredImport): Failure {
  switch (found.status) {
    case 'READING':
    case 'NEEDS_MAPPING':
    case 'NEEDS_ACCOUNT':
      return fail('import.not_ready', {}, { retry_after: 1 })
    case 'FAILED':
      return fail('import.file_rejected', { motivo: found.error ?? 'O arquivo não pôde ser lido.' })
    default:
      return fail('import.already_done')
  }
}
