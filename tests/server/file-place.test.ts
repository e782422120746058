// The folder of the files is one for all processes: who has another is told so before it serves.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseForeignFolder } from '#server/adapters/file-place.ts'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'

let database: TestDatabase
let db: Db
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = openKysely({ ...database.jobConfig, max: 4 })
  folder = await scratchFolder('razao-place-')
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the first marks it, whoever shares it or brings a copy of it starts, and whoever has another is refused', async () => {
  const [first, copy, other] = ['files', 'copy', 'other'].map(name => join(folder, name)) as [string, string, string]
  await refuseForeignFolder(db, first)
  await refuseForeignFolder(db, first)
  await cp(first, copy, { recursive: true })
  await refuseForeignFolder(db, copy)
  await expect(refuseForeignFolder(db, other)).rejects.toThrow('em outra pasta')
  await expect(refuseForeignFolder(db, other)).rejects.toThrow('em outra pasta')
})
