// A list of thousands of records over a connection of its own: what leaves, and when.
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { PAGE_ROWS } from '#contract/kit/fields.ts'
import { poolOf } from '#server/db/kysely.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const ROWS = 10_000
/** Of the answer's parts; nothing else that is held at once is as large. */
const PART_BYTES = 200_000
const { bills } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  await server.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id, category_id,
      contact_id, additional_information)
    select ${b.company.id}, gen_random_uuid(), 'BILL', 'PENDING', i, d.day, d.day, d.day, case when i % 3 > 0 then ${b.account}::uuid end,
      case when i % 5 > 0 then ${b.category}::uuid end, ${b.contact}, case when i % 7 = 0 then 'Luz, "água" \\ ' || i end
    from generate_series(1, ${ROWS}::int) i cross join lateral (select '2026-01-01'::date + i % 300 as day) d`
  await server.sql('analyze entries')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => server?.close())

/** The head of the answer, whose body waits to be read. */
async function ask(user: TestUser = b.owner): Promise<IncomingMessage> {
  const token = await signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, server.clock.now())
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${pathOf(bills.list, b.c)}?order_by=due_date`
  return new Promise((done, failed) => get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, done).on('error', failed))
}

async function read(answer: IncomingMessage): Promise<{ id: string }[]> {
  let text = ''
  for await (const some of answer.setEncoding('utf8')) text += some
  return JSON.parse(text)
}

/** Runs for each part that is laid from here on. */
function whenLaid(work: () => void): void {
  const allocate = Buffer.allocUnsafe
  vi.spyOn(Buffer, 'allocUnsafe').mockImplementation(size => {
    if (size > PART_BYTES) work()
    return allocate(size)
  })
}

test('is whole and in order, and says what its pages say', async () => {
  const whole = await read(await ask())
  const ids = await server.sql`select id from entries where company_id = ${b.company.id} order by due_date, id`
  expect(ids).toHaveLength(ROWS)
  expect(whole.map(({ id }) => ({ id }))).toEqual(ids)
  const page = async (query: object) =>
    (await server.call(b.owner, bills.list, { params: b.c, query: { order_by: 'due_date', limit: PAGE_ROWS, ...query } })).data
  expect(whole.slice(0, PAGE_ROWS)).toEqual(await page({}))
  const last = (await page({ start_date: '2026-10-23' })) as unknown[]
  expect(last.length).toBeGreaterThan(100)
  expect(whole.slice(-last.length)).toEqual(last)
})

test('nothing of it leaves before it is written who reads it', async () => {
  const reader = await server.aMember(b.company, 'READER')
  await server.sql('begin')
  await server.sql('lock table personal_reads in share mode')
  let told = false
  const answer = ask(reader).finally(() => {
    told = true
  })
  const waits = () => server.sql`select 1 from pg_locks where relation = 'personal_reads'::regclass and not granted`
  while ((await waits()).length === 0) await pause(10)
  expect(told).toBe(false)
  await server.sql('commit')
  expect(await read(await answer)).toHaveLength(ROWS)
  expect(await server.sql`select endpoint from personal_reads where user_id = ${reader.id}`).toEqual([{ endpoint: bills.list.id }])
})

test('whoever reads it slowly holds no connection of the database, and the rest is laid as it is read', async () => {
  const answer = await ask()
  const pool = poolOf(server.services.db)
  expect(pool?.idleCount).toBe(pool?.totalCount)
  let laid = 0
  whenLaid(() => laid++)
  expect(await read(answer)).toHaveLength(ROWS)
  expect(laid).toBeGreaterThan(0)
})

test('one that breaks half-way is cut, so that nobody takes it for the whole list', async () => {
  const answer = await ask()
  whenLaid(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  await expect(read(answer)).rejects.toThrow('aborted')
})
