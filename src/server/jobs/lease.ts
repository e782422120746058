// A worker's lease on the job it runs. A worker whose lease ran out, so that another has the job, writes nothing more.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'

export interface Lease {
  queue: string
  job_id: string
  /** Grows each time the job is handed out. */
  fence: number
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const held = new AsyncLocalStorage<Lease>()

export const underLease = <T>(lease: Lease, work: () => Promise<T>): Promise<T> => held.run(lease, work)

/** Within a job: throws `LeaseLost` unless the job is still this worker's, and keeps it so until the transaction ends. */
export async function keepLease(db: Db): Promise<void> {
  const lease = held.getStore()
  if (!lease) return
  const own = await first(
    db,
    sql<{ id: string }>`select id from pgboss.job
      where name = ${lease.queue} and id = ${lease.job_id} and state = 'active' and retry_count = ${lease.fence} for share`,
  )
  if (!own) throw new LeaseLost(`${lease.queue} ${lease.job_id} is another worker's now`)
}
