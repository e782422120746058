// One company's rows outside a request: a short transaction of the workers' pool, scoped to it. What is journaled goes through `inBatch`.
import type { Db } from '../db/query.ts'
import { scope } from './access.ts'
import type { Services } from './services.ts'

export function inCompany<T>(services: Pick<Services, 'jobsDb'>, companyId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return services.jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    await scope(db, { companies: [companyId] })
    return work(db)
  })
}
