// A look at a company's rows outside a request: one short transaction of the workers' pool, scoped to it, that writes nothing.
import type { Db } from '../../db/query.ts'
import { scope } from '../../kernel/access.ts'
import type { Services } from '../../kernel/services.ts'

export function inScope<T>(services: Services, companyId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return services.jobsDb.transaction().execute(async tx => {
    const db: Db = tx
    await scope(db, { companies: [companyId] })
    return work(db)
  })
}
