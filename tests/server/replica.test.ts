// A database that is no standby, taken for one: it is told, and the primary answers instead.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { openReplica, positionOf } from '#server/kernel/replica.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

let database: TestDatabase
let db: Db & { destroy(): Promise<void> }
beforeAll(async () => {
  database = await createTestDatabase()
  db = openKysely(database.ownerConfig)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('what is no standby reads nothing, however far it has written, and says so', async () => {
  const replica = openReplica(db, () => 0)
  expect(await replica.read(await positionOf(db), async () => 'read')).toBeUndefined()
  expect(replica.counts).toEqual({ read: 0, behind: 1, away: 0 })
  expect(replica.isOpen()).toBe(true)
  expect(await replica.trouble()).toMatchObject({ id: 'replica_away', message: expect.stringMatching(/deixou de ser uma réplica/) })
})
