// The transaction settings that row-level security and the journal read.
import { sql } from 'kysely'
import { all, type Db } from './query.ts'

/** Scopes the transaction: what row-level security lets it see, and the batch its writes belong to. */
export async function scope(db: Db, to: { companies?: readonly string[]; user?: string; batch?: string }): Promise<void> {
  await sql`select ${sql.join([
    ...(to.companies === undefined ? [] : [sql`set_config('razao.companies', ${to.companies.join(',')}, true)`]),
    ...(to.user === undefined ? [] : [sql`set_config('razao.user', ${to.user}, true)`]),
    ...(to.batch === undefined ? [] : [sql`set_config('razao.batch', ${to.batch}, true)`]),
  ])}`.execute(db)
}

/** A transaction of its own over one company's rows, for whoever writes no journal and notifies nobody. */
export const inScopeOf = <T>(db: Db, companyId: string, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async tx => {
    await scope(tx, { companies: [companyId] })
    return work(tx)
  })

/** Scopes the transaction to every company: for a look of the process itself, at no person's call. */
export async function scopeToAll(db: Db): Promise<void> {
  const companies = await all(db, sql<{ id: string }>`select id from companies`)
  await scope(db, { companies: companies.map(company => company.id) })
}
