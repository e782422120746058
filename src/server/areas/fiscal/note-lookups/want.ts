// A note that somebody wants by its key: written with its cause, asked for by the job.
import type { Db } from '#server/db/query.ts'
import type { Services } from '#server/kernel/services.ts'
import { insertLookup, type NewLookup } from './rows.ts'

/** False where the key waits already. */
export async function wantNote(queue: Services['queue'], db: Db, companyId: string, lookup: NewLookup, afterMs = 0): Promise<boolean> {
  const isNew = await insertLookup(db, companyId, lookup)
  await planLookups(queue, db, companyId, afterMs)
  return isNew
}

export const planLookups = (queue: Services['queue'], db: Db, company_id: string, waitMs: number): Promise<void> =>
  queue.later(db, 'notes.find', { company_id }, { key: company_id, afterSeconds: Math.ceil(Math.max(0, waitMs) / 1000) })
