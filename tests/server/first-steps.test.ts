// The guide of the first days over the real server: done is what the books say, put off is what the person said.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { FIRST_STEPS, guideTutorial } from '#domain/first-steps.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { firstSteps, tutorials, reconciliation, bills } = contract

let app: TestServer
let b: Books

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.advance(60_000)
  b = await books(app)
})
afterAll(() => app?.close())

const seen = (user: TestUser = b.owner) => app.as(user).ok(firstSteps.get, { params: b.c })
const done = async () => (await seen()).steps.filter(one => one.done).map(({ step }) => step)

async function end(type: string, completed = true, user: TestUser = b.owner): Promise<void> {
  const me = app.as(user)
  const { id } = await me.ok(tutorials.create, { body: { type } })
  await me.ok(tutorials.update, { params: { id }, body: { completed } })
}

test('steps are done as the books come to hold what they ask for, and undone with it', async () => {
  expect((await seen()).steps.map(({ step }) => step)).toEqual([...FIRST_STEPS])
  // Two accounts without a line are no statement.
  expect(await done()).toEqual(['company'])
  const line = await b.line(-10_000)
  expect(await done()).toEqual(['company', 'bank'])
  const bill = await b.bill()
  expect(await done()).toEqual(['company', 'bank', 'bills'])
  await app.as(b.owner).ok(reconciliation.conciliate, {
    params: b.c,
    body: { groups: [{ bank_statement_entry_ids: [line], bill_ids: [bill.id] }] },
  })
  expect(await done()).toEqual(['company', 'bank', 'bills', 'conciliation'])
  await app.aMember(b.company, 'ACCOUNTANT')
  expect(await done()).toEqual([...FIRST_STEPS])
  expect(await seen()).toMatchObject({ accounts_count: 2, lines_count: 1, pending_lines_count: 0, bills_count: 1 })
})

test('a bill that is deleted leaves its step to be done', async () => {
  const { id } = await b.bill()
  expect(await done()).toEqual(['company', 'bills'])
  await app.as(b.owner).ok(bills.delete, { params: { ...b.c, id } })
  expect(await done()).toEqual(['company'])
})

test('a connected bank is a bank before its first line', async () => {
  await app.sql`insert into open_finance_connections (company_id, id, item_id, provider, routing_number, institution_name, status, execution_status)
    values (${b.company.id}, gen_random_uuid(), gen_random_uuid()::text, 'local', '341', 'Itaú', 'UPDATED', 'SUCCESS')`
  expect(await done()).toEqual(['company', 'bank'])
  await app.sql`update open_finance_connections set revoked_at = now() where company_id = ${b.company.id}`
  expect(await done()).toEqual(['company'])
})

test('what is put off is of one person and one company, and comes back', async () => {
  const other = await books(app, await app.aCompany(b.owner))
  const colleague = await app.aMember(b.company, 'ADMIN')
  await end(guideTutorial(b.company.id, 'bills'))
  await end(guideTutorial(b.company.id))
  const skipped = async (user?: TestUser) => (await seen(user)).steps.filter(one => one.skipped).map(({ step }) => step)
  expect([await skipped(), (await seen()).hidden]).toEqual([['bills'], true])
  expect([await skipped(colleague), (await seen(colleague)).hidden]).toEqual([[], false])
  expect(await app.as(other.owner).ok(firstSteps.get, { params: other.c })).toMatchObject({ hidden: false })
  await end(guideTutorial(b.company.id, 'bills'), false)
  await end(guideTutorial(b.company.id), false)
  expect([await skipped(), (await seen()).hidden]).toEqual([[], false])
})

test('lines and bills of another company are none of it', async () => {
  const other = await books(app)
  await other.line(-500)
  await other.bill()
  expect(await done()).toEqual(['company'])
})
