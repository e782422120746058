// The SQL of the reading of notes: its switch, its counter, and the documents that came.
import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'

export interface StoredReading {
  id: string
  enabled: boolean
  /** Since when every summary is acknowledged; null is never. */
  acknowledges_since: string | null
  created_by: string
}

export const findReading = (db: Db, companyId: string): Promise<StoredReading | undefined> =>
  first(
    db,
    sql<StoredReading>`
    select id, enabled, acknowledges_since, created_by from note_readings where company_id = ${companyId} and deleted_at is null`,
  )

export type NewReading = Pick<StoredReading, 'id' | 'enabled' | 'created_by'> & { acknowledges: boolean }

/** Who switched it on answers for what it brings. */
export async function saveReading(db: Db, companyId: string, reading: NewReading): Promise<void> {
  await sql`insert into note_readings (company_id, id, enabled, acknowledges_since, created_by)
    values (${companyId}, ${reading.id}, ${reading.enabled}, case when ${reading.acknowledges} then now() end, ${reading.created_by})
    on conflict (company_id, id) do update set enabled = excluded.enabled, 
      acknowledges_since = case when ${reading.acknowledges} then coalesce(note_readings.acknowledges_since, now()) end,
      created_by = excluded.created_by`.execute(db)
  await sql`insert into note_counters (company_id) values (${companyId}) on conflict do nothing`.execute(db)
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

export const findCounter = (db: Db, companyId: string): Promise<Counter | undefined> =>
  first(db, sql<Counter>`select * from note_counters where company_id = ${companyId}`)

/** Held until the transaction ends: of two who would read, one waits. */
export const lockCounter = (db: Db, companyId: string): Promise<Counter | undefined> =>
  first(db, sql<Counter>`select * from note_counters where company_id = ${companyId} for update`)

/** The same, made where the company never read. */
export async function countedFrom(db: Db, companyId: string): Promise<Counter> {
  await sql`insert into note_counters (company_id) values (${companyId}) on conflict do nothing`.execute(db)
  return (await lockCounter(db, companyId)) as Counter
}

/** Undue use, whichever question it was: the reading waits as well. */
export async function blockCounter(db: Db, companyId: string, until: Date): Promise<void> {
  await sql`update note_counters set blocked_until = ${until}, next_at = greatest(next_at, ${until}) where company_id = ${companyId}`.execute(
    db,
  )
}

export async function leaseCounter(db: Db, companyId: string, until: Date): Promise<void> {
  await sql`update note_counters set leased_until = ${until} where company_id = ${companyId}`.execute(db)
}

export interface Answered {
  /** Never goes back: a smaller one is left alone. */
  last_nsu: string
  next_at: Date
  read_at: Date
  answer: string
}

export async function writeAnswer(db: Db, companyId: string, { last_nsu, next_at, read_at, answer }: Answered): Promise<void> {
  await sql`update note_counters set last_nsu = greatest(last_nsu, ${last_nsu}), next_at = ${next_at}, read_at = ${read_at},
      answer = ${answer}, leased_until = null
    where company_id = ${companyId}`.execute(db)
}

/** Why nothing was asked; a person who mended it may ask at once. */
export async function writeUnasked(db: Db, companyId: string, why: string): Promise<void> {
  await sql`update note_counters set next_at = null, answer = ${why}, leased_until = null where company_id = ${companyId}`.execute(db)
}

export interface ArrivedDocument {
  nsu: string
  schema: string
  sha256: string
  storage_key: string
  size_bytes: number
}

export async function insertDocument(
  db: Db,
  companyId: string,
  document: ArrivedDocument & { arrived_at: Date; flaw: string | null },
): Promise<void> {
  const { nsu, schema, sha256, storage_key, size_bytes, arrived_at, flaw } = document
  await sql`insert into distributed_documents (company_id, nsu, schema, sha256, storage_key, size_bytes, arrived_at, outcome, reason)
    values (${companyId}, ${nsu}, ${schema}, ${sha256}, ${storage_key}, ${size_bytes}, ${arrived_at},
      ${flaw === null ? 'WAITING' : 'REFUSED'}, ${flaw})
    on conflict do nothing`.execute(db)
}

export const listWaiting = (db: Db, companyId: string): Promise<ArrivedDocument[]> =>
  all(
    db,
    sql<ArrivedDocument>`select nsu, schema, sha256, storage_key, size_bytes from distributed_documents
      where company_id = ${companyId} and outcome = 'WAITING' order by nsu`,
  )

export interface DocumentOutcome {
  outcome: 'TAKEN' | 'KEPT' | 'REFUSED'
  reason: string | null
}

/** Once: false when it was taken before. */
export async function closeDocument(db: Db, companyId: string, nsu: string, { outcome, reason }: DocumentOutcome): Promise<boolean> {
  const closed = await sql`update distributed_documents set outcome = ${outcome}, reason = ${reason}
    where company_id = ${companyId} and nsu = ${nsu} and outcome = 'WAITING'`.execute(db)
  return closed.numAffectedRows === 1n
}

export interface OutcomeCounts {
  taken_count: number
  kept_count: number
  refused_count: number
}

export const countOutcomes = async (db: Db, companyId: string): Promise<OutcomeCounts> =>
  (await first(
    db,
    sql<OutcomeCounts>`select count(*) filter (where outcome = 'TAKEN')::int as taken_count,
        count(*) filter (where outcome = 'KEPT')::int as kept_count, count(*) filter (where outcome = 'REFUSED')::int as refused_count
      from distributed_documents where company_id = ${companyId}`,
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
export const listReaders = (db: Db): Promise<{ company_id: string }[]> =>
  all(db, sql<{ company_id: string }>`select company_id from note_readings where enabled and deleted_at is null`)
