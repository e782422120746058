// The SQL of the notes asked for by key: what waits, how often was asked, and what came of it.
import { sql } from 'kysely'
import type { NoteLookup } from '#contract/note-lookups.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface Lookup {
  id: string
  access_key: string
  tries: number
  for_person: boolean
  created_by: string
}

const SHOWN = 50

/** Those a person asked for: waiting, or of the last day. */
export const listLookups = (db: Db, companyId: string, now: number): Promise<NoteLookup[]> =>
  all(
    db,
    sql<NoteLookup>`select id, access_key, outcome as status, answer, created_at from note_lookups
      where company_id = ${companyId} and for_person and (outcome = 'WAITING' or created_at > ${new Date(now - 86_400_000)})
      order by created_at desc, id desc limit ${SHOWN}`,
  )

export const findLookup = (db: Db, companyId: string, id: string): Promise<NoteLookup | undefined> =>
  first(
    db,
    sql<NoteLookup>`select id, access_key, outcome as status, answer, created_at from note_lookups
      where company_id = ${companyId} and id = ${id}`,
  )

export type NewLookup = Omit<Lookup, 'tries'> & { created_at: Date }

/** False where the key waits already. */
export async function insertLookup(db: Db, companyId: string, lookup: NewLookup): Promise<boolean> {
  const { id, access_key, for_person, created_by, created_at } = lookup
  const written = await sql`insert into note_lookups (company_id, id, access_key, for_person, created_by, created_at)
    values (${companyId}, ${id}, ${access_key}, ${for_person}, ${created_by}, ${created_at})
    on conflict (company_id, access_key) where outcome = 'WAITING' do nothing`.execute(db)
  return written.numAffectedRows === 1n
}

/** The oldest that may be asked now. */
export const nextLookup = (db: Db, companyId: string, now: number): Promise<Lookup | undefined> =>
  first(
    db,
    sql<Lookup>`select l.id, l.access_key, l.for_person, l.created_by,
        (select count(*)::int from note_lookup_asks a where a.company_id = l.company_id and a.lookup_id = l.id) as tries
      from note_lookups l
      where company_id = ${companyId} and outcome = 'WAITING' and coalesce(next_at, created_at) <= ${new Date(now)}
      order by created_at, id limit 1`,
  )

/** When the next of those that wait may be asked. */
export const nextLookupAt = async (db: Db, companyId: string): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ at: string | null }>`
        select min(coalesce(next_at, created_at)) as at from note_lookups where company_id = ${companyId} and outcome = 'WAITING'`,
    )
  )?.at ?? undefined

/** Each question asked since, from the first. */
export const asksSince = async (db: Db, companyId: string, since: Date): Promise<string[]> =>
  (await all(db, sql<{ at: string }>`select at from note_lookup_asks where company_id = ${companyId} and at > ${since} order by at`)).map(
    ({ at }) => at,
  )

/** It counts before the answer is there; nobody else asks until then. */
export async function countAsk(db: Db, companyId: string, id: string, now: Date, until: Date): Promise<void> {
  await sql`insert into note_lookup_asks (company_id, lookup_id, at) values (${companyId}, ${id}, ${now})`.execute(db)
  await sql`update note_lookups set next_at = ${until} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function postponeLookup(db: Db, companyId: string, id: string, next_at: Date, answer: string): Promise<void> {
  await sql`update note_lookups set next_at = ${next_at}, answer = ${answer} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function closeLookup(db: Db, companyId: string, id: string, outcome: 'FOUND' | 'REFUSED', answer: string): Promise<void> {
  await sql`update note_lookups set outcome = ${outcome}, answer = ${answer} where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Companies where some wait, for a process that starts. */
export const listAsking = (db: Db): Promise<{ company_id: string }[]> =>
  all(db, sql<{ company_id: string }>`select distinct company_id from note_lookups where outcome = 'WAITING'`)
