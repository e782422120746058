// One company's rows outside a request: a short transaction of the workers' pool, scoped to it. What is journaled goes through `inBatch`.
import type { Db } from '../db/query.ts'
import { scope } from './access.ts'
import { hear, ring } from './news.ts'
import type { Services } from './services.ts'

/** Without the sockets nobody can be told of anything in it. */
export async function inCompany<T>(
  { jobsDb, realtime }: Pick<Services, 'jobsDb'> & Partial<Pick<Services, 'realtime'>>,
  companyId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, result } = await jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    if (realtime) hear(db)
    await scope(db, { companies: [companyId] })
    return { db, result: await work(db) }
  })
  if (realtime) ring(db, realtime)
  return result
}
