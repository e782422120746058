// The SQL of correction letters and voided ranges, of answers to them and to manifestations, of what waits to be sent, and of the numbers nobody took.
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceCorrection, InvoiceVoid } from '#contract/fiscal-events.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { type NumberSpan, SPENT_CODES } from '#domain/fiscal/numbers.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { SeriesOf } from '../invoices/voided-numbers.ts'

export type StoredCorrection = InvoiceCorrection & { created_by: string | null }
export type StoredVoid = InvoiceVoid & { created_by: string | null; document_xml: string | null }

const corrections = (where: RawBuilder<unknown>) =>
  sql<StoredCorrection>`select * from invoice_corrections where deleted_at is null and ${where} order by sequence, created_at, id`
const voids = (where: RawBuilder<unknown>) =>
  sql<StoredVoid>`
    select v.*, v.serie as serie_number from invoice_voids v where v.deleted_at is null and ${where} order by v.created_at desc, v.id desc`

export const listCorrections = (db: Db, companyId: string, invoiceId: string): Promise<StoredCorrection[]> =>
  all(db, corrections(sql`company_id = ${companyId} and invoice_id = ${invoiceId}`))
export const findCorrection = (db: Db, companyId: string, id: string): Promise<StoredCorrection | undefined> =>
  first(db, corrections(sql`company_id = ${companyId} and id = ${id}`))
export const listVoids = (db: Db, companyId: string): Promise<StoredVoid[]> => all(db, voids(sql`v.company_id = ${companyId}`))
export const findVoid = (db: Db, companyId: string, id: string): Promise<StoredVoid | undefined> =>
  first(db, voids(sql`v.company_id = ${companyId} and v.id = ${id}`))

export type NewCorrection = Pick<StoredCorrection, 'id' | 'invoice_id' | 'sequence' | 'text' | 'created_by'>

export async function insertCorrection(db: Db, companyId: string, row: NewCorrection): Promise<void> {
  await sql`insert into invoice_corrections (company_id, id, invoice_id, sequence, text, status, created_by)
    values (${companyId}, ${row.id}, ${row.invoice_id}, ${row.sequence}, ${row.text}, 'PROCESSING', ${row.created_by})`.execute(db)
}

export type NewVoid = Pick<StoredVoid, 'id' | 'kind' | 'serie_number' | 'first_number' | 'last_number' | 'justification' | 'created_by'>

export async function insertVoid(db: Db, companyId: string, row: NewVoid): Promise<void> {
  await sql`insert into invoice_voids (company_id, id, kind, serie, first_number, last_number, justification, status, created_by)
    values (${companyId}, ${row.id}, ${row.kind}, ${row.serie_number}, ${row.first_number}, ${row.last_number}, ${row.justification},
      'PROCESSING', ${row.created_by})`.execute(db)
}

export type FiscalSubject = 'CORRECTION' | 'VOID' | 'MANIFESTATION'
const TABLES: Record<FiscalSubject, string> = {
  CORRECTION: 'invoice_corrections',
  VOID: 'invoice_voids',
  MANIFESTATION: 'note_manifestations',
}

export type Registration =
  | { status: 'REGISTERED'; protocol: string | null; registered_at: string; document_xml: string }
  | { status: 'REJECTED'; reason: string; reason_code: string }

/** Once: false when the answer stood already. */
export async function writeRegistration(
  db: Db,
  companyId: string,
  subject: FiscalSubject,
  id: string,
  answer: Registration,
): Promise<boolean> {
  const sets = Object.entries(answer).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const row = await first(
    db,
    sql`
      update ${sql.ref(TABLES[subject])} set ${sql.join(sets)} where company_id = ${companyId} and id = ${id} and status = 'PROCESSING'
      returning id`,
  )
  await sql`delete from fiscal_outbox where company_id = ${companyId} and id = ${id}`.execute(db)
  return row !== undefined
}

export async function putFiscalOutbox(db: Db, companyId: string, id: string, xml: string): Promise<void> {
  await sql`insert into fiscal_outbox (company_id, id, xml) values (${companyId}, ${id}, ${xml})`.execute(db)
}

export const findFiscalOutbox = (db: Db, companyId: string, id: string): Promise<{ xml: string; tries: number } | undefined> =>
  first(db, sql<{ xml: string; tries: number }>`select xml, tries from fiscal_outbox where company_id = ${companyId} and id = ${id}`)

/** `silence` is what was heard in the place of an answer. */
export async function countFiscalTry(db: Db, companyId: string, id: string, silence: string): Promise<void> {
  await sql`update fiscal_outbox set tries = tries + 1, silence = ${silence} where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** A note that holds its number for good, or may yet: sent, authorised, cancelled, denied. */
const HOLDS = sql`i.source = 'LOCAL' and i.deleted_at is null and i.number is not null
  and (i.status <> 'REJECTED' or i.reason_code = any (${[...SPENT_CODES]}::text[]))`

/** The first number of the span that a note holds. */
export const heldNumber = async (db: Db, { company_id, kind, serie }: SeriesOf, span: NumberSpan): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ number: number }>`
        select i.number from invoices i where i.company_id = ${company_id} and i.kind = ${kind} and i.serie = ${serie} and ${HOLDS}
        and i.number between ${span.first_number} and ${span.last_number} order by i.number limit 1`,
    )
  )?.number

/** The last number given in a series. */
export const lastNumber = async (db: Db, companyId: string, kind: InvoiceKind, serie: string): Promise<number> =>
  (
    await first(
      db,
      sql<{ last: number }>`
        select invoice_number as last from invoice_series where company_id = ${companyId} and kind = ${kind} and serie_number = ${serie}`,
    )
  )?.last ?? 0

const MOST_GAPS = 1000

export interface Gap extends NumberSpan {
  kind: 'PRODUCT' | 'CONSUMER'
  serie_number: string
}

/** Between the first number this system gave in a series and the last: what came before it was another system's. */
export const listGaps = (db: Db, companyId: string): Promise<Gap[]> =>
  all(
    db,
    sql<Gap>`with held as (
        select i.kind, i.serie, i.number as first_number, i.number as last_number from invoices i
        where i.company_id = ${companyId} and i.kind <> 'SERVICE' and ${HOLDS}
        union all select kind, serie, first_number, last_number from invoice_voids
        where company_id = ${companyId} and deleted_at is null and status <> 'REJECTED'
        union all select kind, serie_number, invoice_number + 1, invoice_number + 1 from invoice_series
        where company_id = ${companyId} and kind <> 'SERVICE'
      ), given as (
        select kind, serie, min(number) - 1 as before from invoices
        where company_id = ${companyId} and kind <> 'SERVICE' and source = 'LOCAL' and number is not null and deleted_at is null
        group by kind, serie
      ), walked as (
        select h.kind, h.serie, h.first_number, coalesce(max(h.last_number) over (partition by h.kind, h.serie order by h.first_number
          rows between unbounded preceding and 1 preceding), g.before) as upto
        from held h join given g on g.kind = h.kind and g.serie = h.serie
      )
      select kind, serie as serie_number, upto + 1 as first_number, first_number - 1 as last_number from walked
      where first_number > upto + 1 order by kind, serie, first_number limit ${MOST_GAPS}`,
  )
