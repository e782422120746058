// A newer version's migration adds columns under a running process: what it had prepared is planned anew, and no call fails.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { isStalePlan, openKysely } from '#server/db/kysely.ts'
import { all, first, PREPARED } from '#server/db/query.ts'
import { books } from '#tests/kit/books.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'
import { testServer } from '#tests/kit/server.ts'

test('a prepared statement whose answer changed is refused once, and prepared anew on every connection', async () => {
  const database = await createTestDatabase()
  const [db, owner] = [openKysely({ ...database.ownerConfig, max: 3 }), openKysely({ ...database.ownerConfig, max: 1 })]
  await sql`create table grown (id int); insert into grown values (1)`.execute(owner)
  const ask = () => first(db, sql<object>`${PREPARED} select * from grown`)
  const onAll = () => Promise.allSettled([ask(), ask(), ask()])
  expect((await onAll()).map(each => each.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  await sql`alter table grown add column later text default 'x'`.execute(owner)
  const refused = await ask().then(
    () => undefined,
    error => error,
  )
  expect(isStalePlan(refused)).toBe(true)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array.from({ length: 3 }, () => ({ id: 1, later: 'x' })))
  await expect(all(db, sql`${PREPARED} select * from nowhere`)).rejects.toSatisfy(error => !isStalePlan(error))
  await Promise.all([db.destroy(), owner.destroy()])
  await database.drop()
})

test('calls are answered as before when the tables they read gained columns', async () => {
  const server = await testServer()
  const b = await books(server)
  const { id } = await b.bill()
  const ask = () => server.as(b.owner).call(contract.bills.get, { params: { ...b.c, id } })
  const rounds = async () => (await Promise.all(Array.from({ length: 12 }, ask))).map(({ status }) => status)
  const fine = Array.from({ length: 12 }, () => 200)
  expect(await rounds()).toEqual(fine)
  for (const table of ['entries', 'sessions', 'users', 'companies', 'memberships', 'roles', 'date_ranges'])
    await server.sql(`alter table ${table} add column later_on text not null default 'x'`)
  expect(await rounds()).toEqual(fine)
  expect((await b.bill()).id).toBeDefined()
  await server.close()
})
