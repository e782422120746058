// The SQL of the titles a note was booked as, tied when they are written or by a conciliation that names notes.
import { sql } from 'kysely'
import type { InvoiceRef } from '#contract/entry.ts'
import type { InvoiceStatus } from '#domain/enums.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

/** Ties every note to every title that is not tied to it yet. */
export async function linkInvoices(
  db: Db,
  companyId: string,
  invoiceIds: readonly string[],
  entryIds: readonly string[],
  conciliationId: string | null = null,
): Promise<void> {
  await sql`insert into invoice_entries (company_id, id, invoice_id, entry_id, conciliation_id)
    select ${companyId}, gen_random_uuid(), i.id, e.id, ${conciliationId}::uuid
    from unnest(${[...invoiceIds]}::uuid[]) as i(id) cross join unnest(${[...entryIds]}::uuid[]) as e(id)
    where not exists (select 1 from invoice_entries l
      where l.company_id = ${companyId} and l.invoice_id = i.id and l.entry_id = e.id and l.deleted_at is null)`.execute(db)
}

/** The notes a conciliation names: they must exist here, and not be cancelled. */
export async function checkLinkable(ctx: Context, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const found = await all(
    ctx.db,
    sql<{ status: InvoiceStatus }>`select status from invoices
      where company_id = ${ctx.companyId} and id = any (${[...invoiceIds]}::uuid[]) and deleted_at is null`,
  )
  if (found.length < new Set(invoiceIds).size) throw fail('resource.not_found')
  if (found.some(invoice => invoice.status === 'CANCELLED')) throw invalid('invoice_ids', 'Uma nota cancelada não se concilia')
}

/** Unties the titles from the notes that the call names. */
export async function unlinkInvoices(db: Db, companyId: string, invoiceIds: readonly string[], entryIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await sql`update invoice_entries set deleted_at = now() where company_id = ${companyId} and deleted_at is null
    and invoice_id = any (${[...invoiceIds]}::uuid[]) and entry_id = any (${[...entryIds]}::uuid[])`.execute(db)
}

/** Cents of a note that live titles already book. */
export async function bookedCents(db: Db, companyId: string, invoiceId: string): Promise<number> {
  const rows = await all(
    db,
    sql<{ cents: number }>`select coalesce(sum(e.amount_cents), 0)::bigint as cents
      from invoice_entries l join entries e on e.company_id = l.company_id and e.id = l.entry_id and e.deleted_at is null
      where l.company_id = ${companyId} and l.invoice_id = ${invoiceId} and l.deleted_at is null`,
  )
  return rows[0]?.cents ?? 0
}

export interface LinkedInvoices {
  service_invoices: InvoiceRef[]
  product_invoices: InvoiceRef[]
}

export async function invoicesOfEntry(db: Db, companyId: string, entryId: string): Promise<LinkedInvoices> {
  const rows = await all(
    db,
    sql<InvoiceRef>`select i.id, i.kind, i.source, i.status, i.number, i.amount_cents from invoice_entries l
      join invoices i on i.company_id = l.company_id and i.id = l.invoice_id and i.deleted_at is null
      where l.company_id = ${companyId} and l.entry_id = ${entryId} and l.deleted_at is null order by i.id`,
  )
  const of = (isService: boolean) => rows.filter(row => (row.kind === 'SERVICE') === isService)
  return { service_invoices: of(true), product_invoices: of(false) }
}
