// J4: statements that never end hold every connection; the time-out ends each, callers meanwhile are told to come again, and nothing acknowledged is lost.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { handlers } from '#server/areas/index.ts'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

/** The product's own at full length, as `connect.test.ts` reads it from the role. */
const TIME_OUT_MS = times(1_500, 10_000)
const RUNAWAYS = 20
const BACK_MS = 5_000
const pause = (ms: number) => new Promise(next => setTimeout(next, ms))

let server: TestServer
let b: Books
let db: Db
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  db = openKysely({ ...server.appConfig, statement_timeout: TIME_OUT_MS, max: RUNAWAYS })
})
afterAll(async () => {
  await db?.destroy()
  await server?.close()
})

/** What runs away: waiting, counting for ever, and waiting for a lock that nobody gives back. */
const NEVER_ENDING = [
  sql`select pg_sleep(600)`,
  sql`select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000) b`,
  sql`select pg_advisory_lock(42)`,
]

test('J4: twenty runaway statements end at the time-out, and the service is back', { timeout: 120_000 }, async () => {
  const services = { ...server.services, db, clock: { now: Date.now } }
  const app = await buildHttp({ services, handlers, clientDir: undefined, version: 'test', ready: async () => true })
  const { owner } = b
  const token = await signAccess(server.services.secret, { user_id: owner.id, session_id: owner.session_id }, Date.now())
  const url = `/v1/companies/${b.company.id}/bills`
  const write = (n: number) =>
    app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}` },
      payload: { amount_cents: n + 1, due_date: '2026-04-01', additional_information: `corrida ${n}` },
    })
  const kept: string[] = []
  const odd: unknown[] = []
  const hear = (answer: Awaited<ReturnType<typeof write>>) => {
    if (answer.statusCode === 201) kept.push((answer.json() as { id: string }).id)
    else if (answer.statusCode !== 503 || !answer.headers['retry-after']) odd.push(answer.json())
  }
  hear(await write(0))
  const ended: number[] = []
  const codes = new Set<string>()
  await db.connection().execute(async holder => {
    await sql`select pg_advisory_lock(42)`.execute(holder)
    const started = performance.now()
    const runaways = Array.from({ length: RUNAWAYS - 1 }, (_, n) =>
      (NEVER_ENDING[n % NEVER_ENDING.length] as (typeof NEVER_ENDING)[number]).execute(db).then(
        () => codes.add('ended by itself'),
        (error: { code?: string }) => {
          codes.add(error.code ?? String(error))
          ended.push(performance.now() - started)
        },
      ),
    )
    runaways.push(
      sql`select pg_sleep(600)`.execute(holder).then(
        () => codes.add('ended by itself'),
        (error: { code?: string }) => {
          codes.add(error.code ?? String(error))
          ended.push(performance.now() - started)
        },
      ),
    )
    await pause(100)
    const during = Array.from({ length: 10 }, (_, n) => write(n + 1).then(hear))
    expect((await app.inject('/health')).statusCode).toBe(200)
    await Promise.all([...runaways, ...during])
    await sql`select pg_advisory_unlock(42)`.execute(holder)
  })
  const freed = performance.now()
  let answer = await write(100)
  while (answer.statusCode !== 201 && performance.now() - freed < BACK_MS) {
    await pause(50)
    answer = await write(100)
  }
  const backMs = performance.now() - freed
  hear(answer)
  expect(odd).toEqual([])
  // Whoever only waits for a lock is ended by that time-out where it is the shorter one.
  const isLockFirst = Number(server.appConfig.lock_timeout) < TIME_OUT_MS
  expect([...codes].sort()).toEqual(isLockFirst ? ['55P03', '57014'] : ['57014'])
  expect(ended).toHaveLength(RUNAWAYS)
  // The machine is not this test's alone: what is measured is that the time-out ends them, not the processors.
  expect(Math.max(...ended)).toBeLessThan(TIME_OUT_MS + 5_000)
  expect(backMs).toBeLessThan(BACK_MS)
  const stored = await server.sql`select id from entries where company_id = ${b.company.id} and id = any (${kept})`
  expect(stored).toHaveLength(kept.length)
  const listed = await server
    .as(owner)
    .ok(contract.bills.list, { params: b.c, query: { start_date: '2026-04-01', end_date: '2026-04-01', limit: 50 } })
  expect(listed.map(({ id }) => id).sort()).toEqual([...kept].sort())
  await app.close()
  figure({
    promise: 'J4',
    what: `${RUNAWAYS} consultas que não acabam, em todas as conexões`,
    ours: `todas cortadas em até ${(Math.max(...ended) / 1_000).toFixed(1)} s (limite ${TIME_OUT_MS / 1_000} s), serviço de volta em ${backMs.toFixed(0)} ms, 0 de ${kept.length} gravações aceitas perdidas`,
    floor: '≤ 10 s, ≤ 5 s, 0',
  })
})
