// A connection cut between two queries of a transaction fails that transaction and nothing else.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openKysely } from '#server/db/kysely.ts'
import { all } from '#server/db/query.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'

test('the pool goes on, and whoever watches it is told', async () => {
  const database = await createTestDatabase()
  const lost: Error[] = []
  const db = openKysely({ ...database.appConfig, max: 1 }, error => lost.push(error))
  const admin = new pg.Client(database.adminConfig)
  await admin.connect()
  const broken = db.transaction().execute(async tx => {
    const [row] = await all(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await admin.query('select pg_terminate_backend($1)', [row?.pid])
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow()
  expect(lost.length).toBeGreaterThan(0)
  expect(await all(db, sql<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }])
  await admin.end()
  await db.destroy()
  await database.drop()
})
