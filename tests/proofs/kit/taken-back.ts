// Writes past the product, seen by a check and then taken back.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/query.ts'

class TakenBack extends Error {}

/** What `check` finds after `planting`, written as `owner` with no trigger awake; nothing of it stays. A planting that changes no row fails. */
export async function afterPlanting<T>(
  owner: Db,
  companyId: string,
  planting: RawBuilder<unknown>,
  check: (db: Db) => Promise<T>,
): Promise<T> {
  let found: { what: T } | undefined
  const role = (name: 'replica' | 'origin') => sql`select set_config('session_replication_role', ${name}, true)`
  await owner
    .transaction()
    .execute(async tx => {
      await sql`select set_config('razao.companies', ${companyId}, true)`.execute(tx)
      await role('replica').execute(tx)
      const { numAffectedRows } = await planting.execute(tx)
      if (numAffectedRows === 0n) throw new Error('nothing to plant in')
      await role('origin').execute(tx)
      found = { what: await check(tx) }
      throw new TakenBack()
    })
    .catch(error => {
      if (!(error instanceof TakenBack)) throw error
    })
  if (!found) throw new Error('nothing was checked')
  return found.what
}
