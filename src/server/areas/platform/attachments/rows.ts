// The SQL of attachments.

import { type RawBuilder, sql } from 'kysely'
import type { Attachment } from '#contract/attachments.ts'
import type { TitleKind } from '#domain/enums.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface StoredAttachment extends Attachment {
  storage_key: string
}

/** Kinds a browser shows by itself. */
const PREVIEWED = sql`('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif')`

const address = sql`'/v1/companies/' || f.company_id || '/attachments/' || f.id || '/file'`

const select = (where: RawBuilder<unknown>) => sql<StoredAttachment>`
  select f.*, coalesce(f.entry_id, f.associate_id, f.invoice_id) as reference_id, case when e.kind = 'BILL' then e.id end as bill_id,
    case when e.kind = 'RECEIVABLE' then e.id end as receivable_id,
    (select t.id from taxes t where t.company_id = f.company_id and t.bill_id = f.entry_id and t.deleted_at is null order by t.created_at
    limit 1) as tax_id,
    case when i.kind = 'SERVICE' then i.id end as service_invoice_id, case when i.kind <> 'SERVICE' then i.id end as product_invoice_id,
    ${address} as bucket_url, case when f.content_type in ${PREVIEWED} then ${address} end as preview_url
  from attachments f left join entries e on e.company_id = f.company_id and e.id = f.entry_id
  left join invoices i on i.company_id = f.company_id and i.id = f.invoice_id
  where f.deleted_at is null and ${where} order by f.created_at, f.id`

/** All of a company, or those of one entry, associate or invoice. */
export function listAttachments(
  db: Db,
  companyId: string,
  of: { entry_id?: string | undefined; associate_id?: string | undefined; invoice_id?: string | undefined } = {},
): Promise<StoredAttachment[]> {
  const owners = (['entry_id', 'associate_id', 'invoice_id'] as const).filter(owner => of[owner] !== undefined)
  const mine = owners.map(owner => sql` and f.${sql.ref(owner)} = ${of[owner]}`)
  return all(db, select(sql`f.company_id = ${companyId}${sql.join(mine, sql``)}`))
}

/** Those of the live entries, named `e` in `where`, that satisfy it. */
export function attachmentsOfEntries(db: Db, companyId: string, where: RawBuilder<unknown>): Promise<StoredAttachment[]> {
  return all(db, select(sql`f.company_id = ${companyId} and e.id is not null and e.deleted_at is null and ${where}`))
}

export function findAttachment(db: Db, companyId: string, id: string): Promise<StoredAttachment | undefined> {
  return first(db, select(sql`f.company_id = ${companyId} and f.id = ${id}`))
}

export interface NewAttachment {
  id: string
  entry_id: string | null
  associate_id?: string | null
  invoice_id?: string | null
  question_id?: string | null
  name: string
  content_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  metadata: Record<string, unknown> | null
  created_by: string | null
}

export async function insertAttachment(db: Db, companyId: string, file: NewAttachment): Promise<void> {
  await sql`
    insert into attachments (company_id, id, entry_id, associate_id, invoice_id, question_id, name, content_type, size_bytes, sha256,
      storage_key, metadata, created_by)
    values (${companyId}, ${file.id}, ${file.entry_id}, ${file.associate_id ?? null}, ${file.invoice_id ?? null},
      ${file.question_id ?? null}, ${file.name}, ${file.content_type}, ${file.size_bytes}, ${file.sha256}, ${file.storage_key},
      ${file.metadata === null ? null : JSON.stringify(file.metadata)}::jsonb, ${file.created_by})`.execute(db)
}

export async function deleteAttachment(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update attachments set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** Locks a live entry of the kind, so that two uploads cannot both be its twentieth. */
export function lockEntryOf(db: Db, companyId: string, kind: TitleKind, id: string): Promise<{ id: string } | undefined> {
  return first(
    db,
    sql<{ id: string }>`
      select id from entries where company_id = ${companyId} and id = ${id} and kind = ${kind} and deleted_at is null for no key update`,
  )
}

/** Whether a live entry of the kind exists. */
export function findEntryOf(db: Db, companyId: string, kind: TitleKind, id: string): Promise<{ id: string } | undefined> {
  return first(
    db,
    sql<{ id: string }>`select id from entries where company_id = ${companyId} and id = ${id} and kind = ${kind} and deleted_at is null`,
  )
}

/** Files of one entry, and bytes of the whole company. */
export async function attachmentUse(db: Db, companyId: string, entryId: string | null): Promise<{ files: number; bytes: number }> {
  const row = await first(
    db,
    sql<{ files: number; bytes: number }>`
      select count(*) filter (where entry_id = ${entryId})::int as files, coalesce(sum(size_bytes), 0)::bigint as bytes
      from attachments where company_id = ${companyId} and deleted_at is null`,
  )
  return row ?? { files: 0, bytes: 0 }
}
