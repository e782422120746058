// The SQL of what a company may issue: its settings, its series, and the portal's sealed password.
import { sql } from 'kysely'
import type { InvoiceSeries } from '#contract/fiscal-documents.ts'
import type { Address } from '#contract/kit/fields.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Envelope } from '#server/kernel/envelope.ts'

export interface InvoiceSettings {
  id: string
  address: Address | null
  authentication_method: 'CERTIFICATE' | 'PORTAL'
  portal_login: string | null
  service_active: boolean
  product_active: boolean
  consumer_active: boolean
  capture_active: boolean
  /** While the state's authority is out. */
  contingency_since: string | null
  contingency_reason: string | null
}

/** Locked, the row makes a company's issuing one at a time: numbers and the month's limit are counted under it. */
export function findSettings(db: Db, companyId: string, { lock = false } = {}): Promise<InvoiceSettings | undefined> {
  return first(
    db,
    sql<InvoiceSettings>`
      select * from invoice_settings where company_id = ${companyId} and deleted_at is null ${lock ? sql`for update` : sql``}`,
  )
}

export const newSettings = (id: string): InvoiceSettings => ({
  id,
  address: null,
  authentication_method: 'CERTIFICATE',
  portal_login: null,
  service_active: false,
  product_active: false,
  consumer_active: false,
  capture_active: false,
  contingency_since: null,
  contingency_reason: null,
})

export async function saveSettings(db: Db, companyId: string, settings: InvoiceSettings): Promise<void> {
  await sql`
    insert into invoice_settings (company_id, id, address, authentication_method, portal_login, service_active, product_active,
      consumer_active, capture_active)
    values (${companyId}, ${settings.id}, ${settings.address === null ? null : JSON.stringify(settings.address)}::jsonb,
      ${settings.authentication_method}, ${settings.portal_login},
      ${settings.service_active}, ${settings.product_active}, ${settings.consumer_active}, ${settings.capture_active})
    on conflict (company_id, id) do update
    set address = excluded.address, authentication_method = excluded.authentication_method, portal_login = excluded.portal_login,
      service_active = excluded.service_active, product_active = excluded.product_active, consumer_active = excluded.consumer_active,
      capture_active = excluded.capture_active`.execute(db)
}

export async function saveContingency(db: Db, companyId: string, contingency: { since: string; reason: string } | null): Promise<void> {
  await sql`
    update invoice_settings set contingency_since = ${contingency?.since ?? null}, contingency_reason = ${contingency?.reason ?? null}
    where company_id = ${companyId} and deleted_at is null`.execute(db)
}

export async function savePortalSecret(db: Db, companyId: string, envelope: Envelope): Promise<void> {
  await sql`insert into invoice_portal_secrets (company_id, key_version, wrapped_key, sealed)
    values (${companyId}, ${envelope.key_version}, ${envelope.wrapped_key}, ${envelope.sealed})
    on conflict (company_id) do update
    set key_version = excluded.key_version, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed`.execute(db)
}

export async function hasPortalSecret(db: Db, companyId: string): Promise<boolean> {
  return (await first(db, sql`select 1 from invoice_portal_secrets where company_id = ${companyId}`)) !== undefined
}

/** The series that new notes take, one per kind. */
export function listSeries(db: Db, companyId: string): Promise<InvoiceSeries[]> {
  return all(
    db,
    sql<InvoiceSeries>`
      select kind, serie_number, invoice_number from invoice_series where company_id = ${companyId} and active order by kind`,
  )
}

/** The series becomes the kind's; a counter goes forward only, for a number once given is spent. False when it would go back. */
export async function chooseSeries(db: Db, companyId: string, series: InvoiceSeries): Promise<boolean> {
  await sql`
    update invoice_series set active = false
    where company_id = ${companyId} and kind = ${series.kind} and serie_number <> ${series.serie_number}`.execute(db)
  const row = await first(
    db,
    sql<{ kept: boolean }>`insert into invoice_series (company_id, kind, serie_number, invoice_number)
      values (${companyId}, ${series.kind}, ${series.serie_number}, ${series.invoice_number})
      on conflict (company_id, kind, serie_number) do update
        set active = true, invoice_number = greatest(invoice_series.invoice_number, excluded.invoice_number)
      returning invoice_number = ${series.invoice_number} as kept`,
  )
  return row?.kept ?? false
}

export interface TakenNumber {
  serie: string
  number: number
}

/** The next number of the kind's series. Inside the caller's transaction: rolled back with it, and taken by no other. */
export async function takeNumber(db: Db, companyId: string, kind: InvoiceKind): Promise<TakenNumber> {
  await sql`insert into invoice_series (company_id, kind, serie_number) values (${companyId}, ${kind}, '1')
    on conflict (company_id, kind) where active do nothing`.execute(db)
  const row = await first(
    db,
    sql<TakenNumber>`update invoice_series set invoice_number = invoice_number + 1
      where company_id = ${companyId} and kind = ${kind} and active returning serie_number as serie, invoice_number as number`,
  )
  if (!row) throw new Error(`company ${companyId} has no active series of ${kind}`)
  return row
}

/** Notes issued or on their way since the first day of a month. */
export async function countIssued(db: Db, companyId: string, since: string): Promise<number> {
  const row = await first(
    db,
    sql<{ issued: number }>`select count(*)::int as issued from invoices
      where company_id = ${companyId} and source = 'LOCAL' and deleted_at is null and status <> 'REJECTED'
        and sent_at >= (${since}::date::timestamp at time zone 'America/Sao_Paulo')`,
  )
  return row?.issued ?? 0
}
