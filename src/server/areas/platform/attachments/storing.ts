// Keeping one file that was sent: checked by its bytes, within the limits, under a generated name.

import { fail } from '#server/base/fail.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'
import { cleanName, contentTypeOf } from './content.ts'
import { attachmentUse, insertAttachment, type NewAttachment } from './rows.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_FILES = 20
const MAX_COMPANY_BYTES = 20 * 1024 ** 3

type Owner = Partial<Pick<NewAttachment, 'entry_id' | 'associate_id' | 'question_id' | 'metadata' | 'created_by'>>

/** Its id and the name it goes by. Throws `request.too_large` or `attachment.rejected`. */
export async function storeFile(ctx: Context, companyId: string, file: UploadedFile, owner: Owner): Promise<{ id: string; name: string }> {
  if (file.bytes.length > MAX_BYTES) throw fail('request.too_large', { n: '10 MB' })
  const name = cleanName(file.name)
  const type = contentTypeOf(name, file.bytes)
  if ('reason' in type) throw fail('attachment.rejected', { motivo: type.reason })
  const { entry_id = null, metadata = null, created_by = null } = owner
  const use = await attachmentUse(ctx.db, companyId, entry_id)
  if (entry_id !== null && use.files >= MAX_FILES) throw fail('attachment.rejected', { motivo: 'Cada lançamento guarda até 20 anexos.' })
  if (use.bytes + file.bytes.length > MAX_COMPANY_BYTES)
    throw fail('attachment.rejected', { motivo: 'A empresa chegou ao limite de 20 GB de anexos.' })
  const stored = await ctx.services.files.put(companyId, file.bytes)
  const id = ctx.newId()
  const { content_type } = type
  await insertAttachment(ctx.db, companyId, {
    ...owner,
    id,
    entry_id,
    name,
    content_type,
    size_bytes: file.bytes.length,
    ...stored,
    metadata,
    created_by,
  })
  return { id, name }
}
