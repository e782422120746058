// Attachments: files of bills and receivables, checked by their bytes, stored under generated names, served so that nothing runs.
import type { contract } from '#contract/index.ts'
import type { TitleKind } from '#domain/enums.ts'
import { may } from '#domain/permissions.ts'
import { fileOf } from '#server/adapters/files.ts'
import { holdAssociate } from '#server/areas/people/associates/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { deleteAttachment, findAttachment, findEntryOf, listAttachments, lockEntryOf, type StoredAttachment } from './rows.ts'
import { storeFile } from './storing.ts'

export const attachmentHandlers: Handlers<(typeof contract)['attachments']> = {
  async list(ctx, { query }) {
    const owner = ownerOf(query)
    if (owner && !(await findEntryOf(ctx.db, ctx.companyId, owner.kind, owner.id))) throw fail('resource.not_found')
    const found = await listAttachments(ctx.db, ctx.companyId, { entry_id: owner?.id, associate_id: query.associate_id })
    return found.filter(attachment => isVisible(ctx, attachment))
  },

  get: (ctx, { params }) => mustFind(ctx, params.id),

  async file(ctx, { params }) {
    const found = await mustFind(ctx, params.id)
    return new Reply('file', await fileOf(ctx.services.files, found), downloadHeaders(found.name, found.content_type))
  },

  async delete(ctx, { params }) {
    const found = await mustFind(ctx, params.id)
    if (found.service_invoice_id ?? found.product_invoice_id) {
      throw fail('conflict.not_editable', { motivo: 'Os documentos de uma nota fiscal são guardados por onze anos.' })
    }
    await deleteAttachment(ctx.db, ctx.companyId, params.id)
    touchOwner(ctx, found)
    ctx.label(`Anexo ${found.name} excluído`)
    return { ok: true as const }
  },

  async create(ctx, { form, file }) {
    const owner = ownerOf(form)
    const metadata = readMetadata(form.metadata)
    if (owner && !(await lockEntryOf(ctx.db, ctx.companyId, owner.kind, owner.id))) throw fail('resource.not_found')
    if (form.associate_id !== undefined) await checkAssociate(ctx, form.associate_id)
    const { id, name } = await storeFile(ctx, ctx.companyId, file, {
      entry_id: owner?.id ?? null,
      associate_id: form.associate_id ?? null,
      metadata,
      created_by: ctx.actor.user_id,
    })
    const created = await mustFind(ctx, id)
    touchOwner(ctx, created)
    ctx.label(`Anexo ${name} enviado`)
    return created
  },
}

function ownerOf(of: { bill_id?: string | undefined; receivable_id?: string | undefined }): { kind: TitleKind; id: string } | undefined {
  if (of.bill_id !== undefined && of.receivable_id !== undefined) throw invalid('receivable_id', 'Escolha uma conta só')
  if (of.bill_id !== undefined) return { kind: 'BILL', id: of.bill_id }
  return of.receivable_id === undefined ? undefined : { kind: 'RECEIVABLE', id: of.receivable_id }
}

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below, as for any other value that is no object.
  }
  throw invalid('metadata', 'Envie os metadados como um objeto JSON')
}

function touchOwner(ctx: Context, attachment: StoredAttachment): void {
  ctx.touch(attachment.id, ...(attachment.reference_id === null ? [] : [attachment.reference_id]))
}

/** Papers of an associate are as sensitive as the associate. */
const isVisible = (ctx: Context, attachment: StoredAttachment): boolean =>
  attachment.associate_id === null || may(ctx.rights, 'associates', 'v')

async function checkAssociate(ctx: Context, id: string): Promise<void> {
  ctx.need('associates', 'u')
  if (!(await holdAssociate(ctx.db, ctx.companyId, id))) throw fail('resource.not_found')
}

async function mustFind(ctx: Context, id: string): Promise<StoredAttachment> {
  const found = await findAttachment(ctx.db, ctx.companyId, id)
  if (!found || !isVisible(ctx, found)) throw fail('resource.not_found')
  return found
}
