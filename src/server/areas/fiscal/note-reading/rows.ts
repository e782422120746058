// The SQL of the reading of notes: its switch, its counter, and the documents that came.
import { type RawBuilder, sql } from 'kysely'
import type { NoteSource } from '#domain/fiscal/note-sources.ts'
import { all, type Db, first } from '#server/db/query.ts'

type OfSource = Record<NoteSource, RawBuilder<unknown>>

/** Each list has tables of its own, in one shape. */
const READINGS: OfSource = { NFE: sql.table('note_readings'), NFSE: sql.table('service_readings') }
const COUNTERS: OfSource = { NFE: sql.table('note_counters'), NFSE: sql.table('service_counters') }
const DOCUMENTS: OfSource = { NFE: sql.table('distributed_documents'), NFSE: sql.table('distributed_services') }

/** Who reads, and of which list. */
export interface Reader {
  company_id: string
  source: NoteSource
}

export interface StoredReading {
  id: string
  enabled: boolean
  /** Since when every summary is acknowledged; null is never. */
  acknowledges_since: string | null
  created_by: string
}

export const findReading = (db: Db, { company_id, source }: Reader): Promise<StoredReading | undefined> =>
  first(
    db,
    sql<StoredReading>`
    select id, enabled, acknowledges_since, created_by from ${READINGS[source]}
      where company_id = ${company_id} and deleted_at is null`,
  )

export type NewReading = Pick<StoredReading, 'id' | 'enabled' | 'created_by'> & { acknowledges: boolean }

/** Who switched it on answers for what it brings. */
export async function saveReading(db: Db, { company_id, source }: Reader, reading: NewReading): Promise<void> {
  await sql`insert into ${READINGS[source]} as r (company_id, id, enabled, acknowledges_since, created_by)
    values (${company_id}, ${reading.id}, ${reading.enabled}, case when ${reading.acknowledges} then now() end, ${reading.created_by})
    on conflict (company_id, id) do update set enabled = excluded.enabled, 
      acknowledges_since = case when ${reading.acknowledges} then coalesce(r.acknowledges_since, now()) end,
      created_by = excluded.created_by`.execute(db)
  await makeCounter(db, { company_id, source })
}

async function makeCounter(db: Db, { company_id, source }: Reader): Promise<void> {
  await sql`insert into ${COUNTERS[source]} (company_id) values (${company_id}) on conflict do nothing`.execute(db)
}

export interface Counter {
  last_nsu: string
  next_at: string | null
  read_at: string | null
  answer: string | null
  leased_until: string | null
  /** Until when the authority wants no question, of any kind. */
  blocked_until: string | null
}

export const findCounter = (db: Db, { company_id, source }: Reader): Promise<Counter | undefined> =>
  first(db, sql<Counter>`select * from ${COUNTERS[source]} where company_id = ${company_id}`)

/** Held until the transaction ends: of two who would read, one waits. */
export const lockCounter = (db: Db, { company_id, source }: Reader): Promise<Counter | undefined> =>
  first(db, sql<Counter>`select * from ${COUNTERS[source]} where company_id = ${company_id} for update`)

/** The same, made where the company never read. */
export async function countedFrom(db: Db, reader: Reader): Promise<Counter> {
  await makeCounter(db, reader)
  return (await lockCounter(db, reader)) as Counter
}

/** Undue use, whichever question it was: the reading waits as well. */
export async function blockCounter(db: Db, { company_id, source }: Reader, until: Date): Promise<void> {
  await sql`update ${COUNTERS[source]} set blocked_until = ${until}, next_at = greatest(next_at, ${until})
    where company_id = ${company_id}`.execute(db)
}

export async function leaseCounter(db: Db, { company_id, source }: Reader, until: Date): Promise<void> {
  await sql`update ${COUNTERS[source]} set leased_until = ${until} where company_id = ${company_id}`.execute(db)
}

export interface Answered {
  /** Never goes back: a smaller one is left alone. */
  last_nsu: string
  next_at: Date
  read_at: Date
  answer: string
}

export async function writeAnswer(db: Db, { company_id, source }: Reader, { last_nsu, next_at, read_at, answer }: Answered): Promise<void> {
  await sql`update ${COUNTERS[source]} set last_nsu = greatest(last_nsu, ${last_nsu}), next_at = ${next_at}, read_at = ${read_at},
      answer = ${answer}, leased_until = null
    where company_id = ${company_id}`.execute(db)
}

/** Why nothing was asked; a person who mended it may ask at once. */
export async function writeUnasked(db: Db, { company_id, source }: Reader, why: string): Promise<void> {
  await sql`update ${COUNTERS[source]} set next_at = null, answer = ${why}, leased_until = null
    where company_id = ${company_id}`.execute(db)
}

export interface ArrivedDocument {
  nsu: string
  schema: string
  /** Of the note that it is about, where the list says so. */
  access_key: string | null
  sha256: string
  storage_key: string
  size_bytes: number
}

export async function insertDocument(
  db: Db,
  { company_id, source }: Reader,
  document: ArrivedDocument & { arrived_at: Date; flaw: string | null },
): Promise<void> {
  const { nsu, schema, access_key, sha256, storage_key, size_bytes, arrived_at, flaw } = document
  await sql`insert into ${DOCUMENTS[source]}
      (company_id, nsu, schema, access_key, sha256, storage_key, size_bytes, arrived_at, outcome, reason)
    values (${company_id}, ${nsu}, ${schema}, ${access_key}, ${sha256}, ${storage_key}, ${size_bytes}, ${arrived_at},
      ${flaw === null ? 'WAITING' : 'REFUSED'}, ${flaw})
    on conflict do nothing`.execute(db)
}

export const listWaiting = (db: Db, { company_id, source }: Reader): Promise<ArrivedDocument[]> =>
  all(
    db,
    sql<ArrivedDocument>`select nsu, schema, access_key, sha256, storage_key, size_bytes from ${DOCUMENTS[source]}
      where company_id = ${company_id} and outcome = 'WAITING' order by nsu`,
  )

export interface DocumentOutcome {
  outcome: 'TAKEN' | 'KEPT' | 'REFUSED'
  reason: string | null
}

/** Once: false when it was taken before. */
export async function closeDocument(
  db: Db,
  { company_id, source }: Reader,
  nsu: string,
  { outcome, reason }: DocumentOutcome,
): Promise<boolean> {
  const closed = await sql`update ${DOCUMENTS[source]} set outcome = ${outcome}, reason = ${reason}
    where company_id = ${company_id} and nsu = ${nsu} and outcome = 'WAITING'`.execute(db)
  return closed.numAffectedRows === 1n
}

export interface OutcomeCounts {
  taken_count: number
  kept_count: number
  refused_count: number
}

export const countOutcomes = async (db: Db, { company_id, source }: Reader): Promise<OutcomeCounts> =>
  (await first(
    db,
    sql<OutcomeCounts>`select count(*) filter (where outcome = 'TAKEN')::int as taken_count,
        count(*) filter (where outcome = 'KEPT')::int as kept_count, count(*) filter (where outcome = 'REFUSED')::int as refused_count
      from ${DOCUMENTS[source]} where company_id = ${company_id}`,
  )) ?? { taken_count: 0, kept_count: 0, refused_count: 0 }

export interface LookedUp {
  outcome: 'FOUND' | 'REFUSED' | 'WAITING'
  answer: string | null
  /** Why its document was not taken. */
  reason: string | null
}

/** What a look-up ended in, and what was made of the document that it brought; undefined while it waits. */
export const reasonOf = (db: Db, companyId: string, lookupId: string, nsu: string): Promise<LookedUp | undefined> =>
  first(
    db,
    sql<LookedUp>`select l.outcome, l.answer, d.reason from note_lookups l
      left join distributed_documents d on d.company_id = l.company_id and d.nsu = ${nsu}
      where l.company_id = ${companyId} and l.id = ${lookupId} and l.outcome <> 'WAITING'`,
  )

const MOST_ACKNOWLEDGED = 200

/** Summaries that came since the switch was turned on, and of which nothing was said: neither to the authority nor here. */
export const listUnacknowledged = async (db: Db, companyId: string): Promise<string[]> =>
  (
    await all(
      db,
      sql<{ id: string }>`select i.id from invoices i
        join note_readings r on r.company_id = i.company_id and r.deleted_at is null and r.enabled and i.created_at >= r.acknowledges_since
        where i.company_id = ${companyId} and i.source = 'CAPTURE' and i.kind = 'PRODUCT' and i.status = 'ISSUED' and i.deleted_at is null
          and i.evidence -> 'doubts' @> '["summary_only"]'
          and not exists (select from note_manifestations m where m.company_id = i.company_id and m.invoice_id = i.id and m.deleted_at is null)
          and not exists (select from fiscal_decisions d where d.company_id = i.company_id and d.invoice_id = i.id and d.deleted_at is null
            and d.decision = 'REJECTED')
        order by i.created_at, i.id limit ${MOST_ACKNOWLEDGED}`,
    )
  ).map(({ id }) => id)

/** Companies that read, for a process that starts. */
export const listReaders = (db: Db): Promise<Reader[]> =>
  all(
    db,
    sql<Reader>`select company_id, 'NFE' as source from note_readings where enabled and deleted_at is null
      union all select company_id, 'NFSE' from service_readings where enabled and deleted_at is null`,
  )
