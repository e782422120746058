// The SQL of what the company said of received notes, and of what waits for an answer.
import { type RawBuilder, sql } from 'kysely'
import type { NoteManifestation } from '#contract/received-notes.ts'
import type { Manifestation } from '#domain/fiscal/manifestations.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type StoredManifestation = NoteManifestation & {
  company_id: string
  invoice_id: string
  sequence: number
  created_by: string | null
}

const select = (where: RawBuilder<unknown>) =>
  sql<StoredManifestation>`select m.company_id, m.id, m.invoice_id, m.kind, m.sequence, m.justification, m.status, m.protocol,
      m.registered_at, m.reason, m.reason_code, m.created_by, m.created_by is null as elsewhere, m.created_at, o.silence
    from note_manifestations m left join fiscal_outbox o on o.company_id = m.company_id and o.id = m.id
    where m.deleted_at is null and ${where} order by m.created_at, m.id`

export const findManifestation = (db: Db, companyId: string, id: string): Promise<StoredManifestation | undefined> =>
  first(db, select(sql`m.company_id = ${companyId} and m.id = ${id}`))

/** Of notes of any company in scope. */
export const listManifestations = (db: Db, invoiceIds: readonly string[]): Promise<StoredManifestation[]> =>
  all(db, select(sql`m.invoice_id = any (${[...invoiceIds]}::uuid[])`))

export interface NewManifestation {
  id: string
  invoice_id: string
  kind: Manifestation
  sequence: number
  justification: string | null
  created_by: string
}

export async function insertManifestation(db: Db, companyId: string, row: NewManifestation): Promise<void> {
  await sql`insert into note_manifestations (company_id, id, invoice_id, kind, sequence, justification, status, created_by)
    values (${companyId}, ${row.id}, ${row.invoice_id}, ${row.kind}, ${row.sequence}, ${row.justification}, 'PROCESSING',
      ${row.created_by})`.execute(db)
}

type Told = Omit<NewManifestation, 'created_by'> & { at: string; protocol: string | null }

/** By another system, and registered: it stands where it was said. */
export async function insertTold(db: Db, companyId: string, row: Told): Promise<void> {
  await sql`insert into note_manifestations
      (company_id, id, invoice_id, kind, sequence, justification, status, protocol, registered_at, created_at)
    values (${companyId}, ${row.id}, ${row.invoice_id}, ${row.kind}, ${row.sequence}, ${row.justification}, 'REGISTERED', ${row.protocol},
      ${row.at}, ${row.at})`.execute(db)
}
