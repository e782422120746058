// What the local authority keeps, in transactions of its own: an authority shares none with who asks it.
import { sql } from 'kysely'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { inScopeOf } from '#server/db/scope.ts'

export interface LocalNote {
  company_id: string
  access_key: string
  kind: InvoiceKind
  code: string
  protocol: string
  number: number | null
  issued_key: string | null
  document_xml: string
  authorised_at: string
  cancelled_at: string | null
  cancel_protocol: string | null
}

/** By what it was sent under, or by the key a service note was given. */
export const findLocalNote = (db: Db, companyId: string, key: string): Promise<LocalNote | undefined> =>
  inScopeOf(db, companyId, tx =>
    first(
      tx,
      sql<LocalNote>`select * from local_authority_notes where company_id = ${companyId} and (access_key = ${key} or issued_key = ${key})`,
    ),
  )

export const insertLocalNote = (db: Db, note: LocalNote): Promise<void> =>
  inScopeOf(db, note.company_id, async tx => {
    await sql`
      insert into local_authority_notes (company_id, access_key, kind, code, protocol, number, issued_key, document_xml, authorised_at)
      values (${note.company_id}, ${note.access_key}, ${note.kind}, ${note.code}, ${note.protocol}, ${note.number}, ${note.issued_key},
        ${note.document_xml},
        ${note.authorised_at})`.execute(tx)
  })

export const markLocalCancelled = (db: Db, companyId: string, key: string, protocol: string, now: number): Promise<void> =>
  inScopeOf(db, companyId, async tx => {
    await sql`update local_authority_notes set cancelled_at = ${new Date(now)}, cancel_protocol = ${protocol}
      where company_id = ${companyId} and (access_key = ${key} or issued_key = ${key})`.execute(tx)
  })

/** The city counts the notes of each provider. */
export const nextNfseNumber = (db: Db, companyId: string): Promise<number> =>
  inScopeOf(db, companyId, async tx => {
    const row = await first(
      tx,
      sql<{ next: number }>`
        select coalesce(max(number), 0) + 1 as next from local_authority_notes where company_id = ${companyId} and kind = 'SERVICE'`,
    )
    return row?.next ?? 1
  })

interface LocalEvent {
  company_id: string
  access_key: string
  sequence: number
  protocol: string
  registered_at: string
  /** As its receiver is told of it; null on one registered before receivers were. */
  document_xml: string | null
}

export const findLocalEvent = (db: Db, companyId: string, key: string, sequence: number): Promise<LocalEvent | undefined> =>
  inScopeOf(db, companyId, tx =>
    first(
      tx,
      sql<LocalEvent>`
        select * from local_authority_events where company_id = ${companyId} and access_key = ${key} and sequence = ${sequence}`,
    ),
  )

export const putLocalEvent = (db: Db, event: LocalEvent): Promise<void> =>
  inScopeOf(db, event.company_id, async tx => {
    await sql`insert into local_authority_events (company_id, access_key, sequence, protocol, registered_at, document_xml)
      values (${event.company_id}, ${event.access_key}, ${event.sequence}, ${event.protocol}, ${event.registered_at}, ${event.document_xml})`.execute(
      tx,
    )
  })

interface LocalManifestation {
  /** The receiver's. */
  company_id: string
  access_key: string
  type: string
  sequence: number
  protocol: string
  registered_at: string
}

export const listLocalManifestations = (db: Db, companyId: string, key: string): Promise<LocalManifestation[]> =>
  inScopeOf(db, companyId, tx =>
    all(
      tx,
      sql<LocalManifestation>`
        select * from local_authority_manifestations where company_id = ${companyId} and access_key = ${key} order by registered_at`,
    ),
  )

export const putLocalManifestation = (db: Db, { company_id, access_key, ...event }: LocalManifestation): Promise<void> =>
  inScopeOf(db, company_id, async tx => {
    await sql`insert into local_authority_manifestations (company_id, access_key, type, sequence, protocol, registered_at)
      values (${company_id}, ${access_key}, ${event.type}, ${event.sequence}, ${event.protocol}, ${event.registered_at})`.execute(tx)
  })

export interface LocalRange {
  company_id: string
  kind: 'PRODUCT' | 'CONSUMER'
  serie: number
  first_number: number
  last_number: number
}
export interface LocalVoid extends LocalRange {
  protocol: string
  registered_at: string
}

/** A range voided before that touches this one. */
export const findLocalVoid = (db: Db, range: LocalRange): Promise<LocalVoid | undefined> =>
  inScopeOf(db, range.company_id, tx =>
    first(
      tx,
      sql<LocalVoid>`
        select * from local_authority_voids where company_id = ${range.company_id} and kind = ${range.kind} and serie = ${range.serie}
        and first_number <= ${range.last_number} and last_number >= ${range.first_number} order by first_number limit 1`,
    ),
  )

export const putLocalVoid = (db: Db, range: LocalVoid): Promise<void> =>
  inScopeOf(db, range.company_id, async tx => {
    await sql`insert into local_authority_voids (company_id, kind, serie, first_number, last_number, protocol, registered_at)
      values (${range.company_id}, ${range.kind}, ${range.serie}, ${range.first_number}, ${range.last_number}, ${range.protocol},
        ${range.registered_at})`.execute(tx)
  })

/** Whether a note was authorised under a number of the range: series and number stand in its key. */
export const localNumbersUsed = (db: Db, range: LocalRange): Promise<boolean> =>
  inScopeOf(db, range.company_id, async tx => {
    const row = await first(
      tx,
      sql`select 1 from local_authority_notes where company_id = ${range.company_id} and kind = ${range.kind}
        and substr(access_key, 23, 3)::int = ${range.serie}
          and substr(access_key, 26, 9)::bigint between ${range.first_number} and ${range.last_number} limit 1`,
    )
    return row !== undefined
  })
