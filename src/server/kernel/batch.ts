// A journaled batch outside a request: one transaction scoped to its company, its batch line last, the sockets told after the commit.
import type { Tag } from '#contract/kit/tags.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { keepLease } from '#server/jobs/lease.ts'
import { closeBatch } from './journal.ts'
import { hear, ring } from './news.ts'
import type { Services } from './services.ts'

export interface BatchOf<T> {
  company_id: string
  user_id: string | undefined
  /** The endpoint that the batch stands for: its rights decide who may undo it. */
  command: string
  /** The pt-BR line of the journal; a function when the work determines it. */
  label: string | ((result: T) => string)
  tags: readonly Tag[]
}

/** Runs `work` in one transaction of the workers' pool; `batch_id` is undefined when nothing journaled changed. Throws when the job lost its lease. */
export async function inBatch<T>(
  services: Services,
  batch: BatchOf<T>,
  work: (db: Db, batchId: string) => Promise<T>,
): Promise<{ result: T; batch_id: string | undefined }> {
  const id = newId(services.clock.now())
  const { db, ...done } = await services.jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    hear(db)
    await keepLease(db)
    await scope(db, { companies: [batch.company_id], batch: id, ...(batch.user_id === undefined ? {} : { user: batch.user_id }) })
    const result = await work(db, id)
    const wrote = await closeBatch(db, services.queue, {
      id,
      company_id: batch.company_id,
      user_id: batch.user_id,
      command: batch.command,
      label: typeof batch.label === 'string' ? batch.label : batch.label(result),
      tags: batch.tags,
      request_id: id,
    })
    return { db, result, batch_id: wrote ? id : undefined }
  })
  services.realtime.changed({ company_id: batch.company_id, user_id: undefined, tags: batch.tags, ids: [], batch_id: done.batch_id })
  ring(db, services.realtime)
  return done
}
