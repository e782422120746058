// One company's rows outside a request: a short scoped transaction of the workers' pool. Journaled writes go through `inBatch`.
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { hear, ring } from './news.ts'
import type { Services } from './services.ts'

/** Without the sockets it cannot notify anyone. */
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
