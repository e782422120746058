// The SQL of invoices: one table for the three kinds, issued and captured.
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceParty } from '#contract/invoices.ts'
import type { InvoiceSource, InvoiceStatus, TitleKind } from '#domain/enums.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { Fate, NoteCheckState } from '#domain/fiscal/note-checks.ts'
import { all, type Db, first, type Row } from '#server/db/query.ts'
import type { ProductContent, ServiceContent } from '#server/fiscal/notes.ts'
import type { Evidence } from '#server/fiscal/received/types.ts'

type Kept =
  | 'company_id'
  | 'id'
  | 'version'
  | 'state'
  | 'changed'
  | 'kind'
  | 'source'
  | 'created_by'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
type Checked = 'check_state' | 'evidence' | 'fate' | 'replaced_by'

/** Of received notes only. */
interface CheckColumns {
  check_state: NoteCheckState | null
  evidence: Omit<Evidence, 'state'> | null
  fate: Fate | null
  replaced_by: string | null
}

interface InvoiceColumns extends Omit<Row<'invoices'>, Kept | Checked | 'party' | 'content'> {
  party: InvoiceParty
  content: ProductContent | ServiceContent
}

export interface StoredInvoice extends InvoiceColumns, CheckColumns {
  id: string
  company_id: string
  version: number
  kind: InvoiceKind
  source: InvoiceSource
  created_by: string | null
  created_at: string
  updated_at: string
  company_name: string
  company_document: string
  entries: { id: string; kind: TitleKind }[]
  decision: 'ACCEPTED' | 'REJECTED' | null
  decision_reason: string | null
}

const select = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`coalesce(i.issued_at, i.sent_at, i.created_at) desc, i.id desc`,
) =>
  sql<StoredInvoice>`select i.*, c.name as company_name, c.document_number as company_document, d.decision, d.reason as decision_reason,
      coalesce((select json_agg(json_build_object('id', e.id, 'kind', e.kind) order by e.due_date, e.id)
        from invoice_entries l join entries e on e.company_id = l.company_id and e.id = l.entry_id and e.deleted_at is null
        where l.company_id = i.company_id and l.invoice_id = i.id and l.deleted_at is null), '[]'::json) as entries
    from invoices i join companies c on c.id = i.company_id
    left join fiscal_decisions d on d.company_id = i.company_id and d.invoice_id = i.id and d.deleted_at is null
    where i.deleted_at is null and ${where} order by ${order}`

export interface InvoiceFilter {
  kinds: readonly InvoiceKind[]
  source?: InvoiceSource | undefined
  status?: InvoiceStatus | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  /** 'PENDING': received and not decided on. */
  decision?: 'PENDING' | 'ACCEPTED' | 'REJECTED' | undefined
}

/** A list holds this many; a longer period must be narrowed. */
const LIST_CAP = 10_000

const dayOf = sql`(coalesce(i.issued_at, i.sent_at, i.created_at) at time zone 'America/Sao_Paulo')::date`

export function listInvoices(db: Db, companies: readonly string[], filter: InvoiceFilter): Promise<StoredInvoice[]> {
  const parts: RawBuilder<unknown>[] = [
    sql`i.company_id = any (${[...companies]}::uuid[])`,
    sql`i.kind = any (${[...filter.kinds]}::text[])`,
  ]
  if (filter.source) parts.push(sql`i.source = ${filter.source}`)
  if (filter.status) parts.push(sql`i.status = ${filter.status}`)
  if (filter.start_date) parts.push(sql`${dayOf} >= ${filter.start_date}::date`)
  if (filter.end_date) parts.push(sql`${dayOf} <= ${filter.end_date}::date`)
  if (filter.decision) parts.push(filter.decision === 'PENDING' ? sql`d.decision is null` : sql`d.decision = ${filter.decision}`)
  const order = sql`
    ${filter.decision === undefined ? sql`` : sql`d.decision is not null,`} coalesce(i.issued_at, i.sent_at, i.created_at) desc, i.id desc
    limit ${LIST_CAP}`
  return all(db, select(sql.join(parts, sql` and `), order))
}

/** The newest service note that stands: to this contact if there is one, else to anybody. */
export function lastServiceNote(db: Db, companyId: string, contactId: string | undefined): Promise<StoredInvoice | undefined> {
  const toContact = contactId === undefined ? sql`` : sql`i.contact_id is not distinct from ${contactId}::uuid desc,`
  const where = sql`i.company_id = ${companyId} and i.kind = 'SERVICE' and i.source = 'LOCAL' and i.status in ('PROCESSING', 'ISSUED')`
  return first(db, select(where, sql`${toContact} coalesce(i.issued_at, i.sent_at, i.created_at) desc, i.id desc limit 1`))
}

export async function countServiceNotes(db: Db, companyId: string, contactId: string, since: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from invoices i
      where i.company_id = ${companyId} and i.contact_id = ${contactId} and i.kind = 'SERVICE' and i.source = 'LOCAL'
        and i.status = 'ISSUED' and i.deleted_at is null and ${dayOf} >= ${since}::date`,
  )
  return row?.count ?? 0
}

export function findInvoice(db: Db, companies: readonly string[], id: string): Promise<StoredInvoice | undefined> {
  return first(db, select(sql`i.company_id = any (${[...companies]}::uuid[]) and i.id = ${id}`))
}

/** Waits for whoever is writing the note, so that its status is read once and for all. */
export async function lockInvoice(db: Db, companyId: string, id: string): Promise<StoredInvoice | undefined> {
  await sql`select 1 from invoices where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findInvoice(db, [companyId], id)
}

export type NewInvoice = InvoiceColumns &
  Partial<CheckColumns> & { id: string; kind: InvoiceKind; source: InvoiceSource; created_by: string | null }

export async function insertInvoice(db: Db, companyId: string, invoice: NewInvoice): Promise<void> {
  await sql`
    insert into invoices (company_id, id, kind, source, status, amount_cents, serie, number, access_key, reference_id, issued_at,
      cancelled_at, reason, reason_code,
      protocol, sent_at, contact_id, party, content, created_by,
      check_state, evidence, fate, replaced_by)
    values (${companyId}, ${invoice.id}, ${invoice.kind}, ${invoice.source}, ${invoice.status}, ${invoice.amount_cents}, ${invoice.serie},
      ${invoice.number},
      ${invoice.access_key}, ${invoice.reference_id}, ${invoice.issued_at}, ${invoice.cancelled_at}, ${invoice.reason},
      ${invoice.reason_code}, ${invoice.protocol},
      ${invoice.sent_at}, ${invoice.contact_id}, ${JSON.stringify(invoice.party)}::jsonb, ${JSON.stringify(invoice.content)}::jsonb,
      ${invoice.created_by}, ${invoice.check_state ?? null},
      ${invoice.evidence ? JSON.stringify(invoice.evidence) : null}::jsonb, ${invoice.fate ?? null},
      ${invoice.replaced_by ?? null})`.execute(db)
}

export async function updateInvoice(db: Db, companyId: string, id: string, change: Partial<InvoiceColumns & CheckColumns>): Promise<void> {
  const sets = Object.entries(change).map(([name, value]) => {
    const isJson = name === 'party' || name === 'content' || name === 'evidence'
    return sql`${sql.ref(name)} = ${isJson ? sql`${JSON.stringify(value)}::jsonb` : value}`
  })
  await sql`update invoices set ${sql.join(sets)} where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

export type OutboxPurpose = 'NOTE' | 'CANCEL'

export interface OutboxRow {
  key: string
  xml: string
  tries: number
}

/** The signed XML of what is to be sent: written with its cause, read by the job. */
export async function putOutbox(
  db: Db,
  companyId: string,
  invoiceId: string,
  purpose: OutboxPurpose,
  key: string,
  xml: string,
): Promise<void> {
  await sql`
    insert into invoice_outbox (company_id, invoice_id, purpose, key, xml) values (${companyId}, ${invoiceId}, ${purpose}, ${key}, ${xml})
    on conflict (company_id, invoice_id, purpose) do update set key = excluded.key, xml = excluded.xml, tries = 0`.execute(db)
}

export function findOutbox(db: Db, companyId: string, invoiceId: string, purpose: OutboxPurpose): Promise<OutboxRow | undefined> {
  return first(
    db,
    sql<OutboxRow>`
      select key, xml, tries from invoice_outbox where company_id = ${companyId} and invoice_id = ${invoiceId} and purpose = ${purpose}`,
  )
}

export async function countTry(db: Db, companyId: string, invoiceId: string, purpose: OutboxPurpose): Promise<void> {
  await sql`
    update invoice_outbox set tries = tries + 1
    where company_id = ${companyId} and invoice_id = ${invoiceId} and purpose = ${purpose}`.execute(db)
}

export async function clearOutbox(db: Db, companyId: string, invoiceId: string, purpose: OutboxPurpose): Promise<void> {
  await sql`delete from invoice_outbox where company_id = ${companyId} and invoice_id = ${invoiceId} and purpose = ${purpose}`.execute(db)
}

/** Whether the company issued the note of a key here. */
export async function issuedByKey(db: Db, companyId: string, accessKey: string): Promise<boolean> {
  const row = await first(
    db,
    sql`select 1 from invoices where company_id = ${companyId} and access_key = ${accessKey} and source = 'LOCAL' and deleted_at is null`,
  )
  return row !== undefined
}

/** The received note of a key, which is live once. */
export async function capturedByKey(db: Db, companyId: string, accessKey: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ id: string }>`
      select id from invoices where company_id = ${companyId} and access_key = ${accessKey} and source = 'CAPTURE' and deleted_at is null
      for update`,
  )
  return row?.id
}
