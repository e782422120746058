// J2: what two hundred calls a second take, one write in five, over the ledgers of two hundred companies and a large one; and that whoever
// measures it counts the waiting of those who came while the server stood still. Two hours of half as many leave the heap as it was.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { handlers } from '#server/areas/index.ts'
import { withClient } from '#server/db/roles.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { billIds, seedBills, seedRegisters } from '#tests/bench/kit/seed.ts'
import { quantile } from '#tests/bench/kit/statistics.ts'
import { type ArrivalClock, arrive } from '#tests/kit/arrivals.mjs'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { inThread } from './kit/in-thread.ts'

const COMPANIES = times(2, 200)
const ENTRIES = times(200, 20_000)
const LARGE = times(500, 200_000)
const PER_SECOND = times(20, 200)
const SECONDS = times(2, 60)
const SOAK_ROUNDS = times(3, 120)

/** Time that only passes when somebody waits for it. */
function standingClock(): ArrivalClock & { pass(ms: number): void } {
  let now = 0
  return {
    now: () => now,
    async until(due) {
      // Whoever was answered says so first.
      await new Promise(setImmediate)
      now = Math.max(now, due)
    },
    pass(ms) {
      now += ms
    },
  }
}

test('J2: calls leave when they are due, whatever became of the earlier ones', async () => {
  const clock = standingClock()
  const left: number[] = []
  let answerAll = () => {}
  const answered = new Promise<void>(done => {
    answerAll = done
  })
  const send = (n: number) => {
    left.push(clock.now())
    if (n === 9) answerAll()
    return answered
  }
  const { taken } = await arrive({ perSecond: 10, count: 10, send, clock })
  expect(left).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  // Answered at 900 ms, all of them: each waited since it was due.
  expect([...taken].sort((a, b) => b - a)).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
})

test('J2: who came while the machine stood still is counted from when they came', async () => {
  const clock = standingClock()
  const send = async (n: number) => {
    // The third call holds up the thread that sends, for half a second.
    if (n === 2) clock.pass(500)
  }
  const { taken } = await arrive({ perSecond: 10, count: 8, send, clock })
  expect(taken).toEqual([0, 0, 500, 400, 300, 200, 100, 0])
})

test('J2: what fails is no quick answer', async () => {
  const send = async (n: number) => {
    if (n % 2 === 1) throw new Error(`${n}`)
  }
  const { taken, failed } = await arrive({ perSecond: 10, count: 4, send, clock: standingClock() })
  expect([taken.length, failed.map(String)]).toEqual([2, ['Error: 1', 'Error: 3']])
})

let server: TestServer
let app: FastifyInstance
let origin: string
const companies: TestCompany[] = []

beforeAll(async () => {
  server = await testServer()
  while (companies.length <= COMPANIES) companies.push(await server.aCompany())
  await withClient(server.adminConfig, async admin => {
    for (const [at, company] of companies.entries()) {
      await seedRegisters(admin, company)
      await seedBills(admin, company, at === 0 ? LARGE : ENTRIES)
    }
  })
  const services = { ...server.services, clock: { now: Date.now } }
  app = await buildHttp({ services, handlers, clientDir: undefined, version: 'test', ready: async () => true })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
}, 3_600_000)
afterAll(async () => {
  await app?.close()
  await server?.close()
})

interface Ask {
  path: string
  method?: string
  headers: Record<string, string>
  body?: string
}

const ids = billIds(200)
const today = dayInSaoPaulo(Date.now())
const MONTH = new URLSearchParams({ start_date: today, end_date: addDays(today, 30), date_type: 'due_date', limit: '200' })

/** The nth call: of ten, four lists, three records, a register, and two writes. */
async function askOf(n: number): Promise<Ask> {
  const { id: c, owner } = companies[n % companies.length] as TestCompany
  const token = await signAccess(server.services.secret, { user_id: owner.id, session_id: owner.session_id }, Date.now())
  const headers = { authorization: `Bearer ${token}` }
  const id = ids[(n * 7919) % ids.length] ?? ''
  const part = n % 10
  if (part < 4) return { path: `${pathOf(contract.bills.list, { c })}?${MONTH}`, headers: { ...headers, accept: COLUMNS_MEDIA_TYPE } }
  if (part < 7) return { path: pathOf(contract.bills.get, { c, id }), headers }
  if (part < 8) return { path: pathOf(contract.bankAccounts.list, { c }), headers }
  const body = JSON.stringify({ additional_information: `Medição ${n}` })
  return {
    path: pathOf(contract.bills.update, { c, id }),
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
  }
}

const asked = (count: number): Promise<Ask[]> => Promise.all(Array.from({ length: Math.max(count / 4, 40) }, (_, n) => askOf(n)))

const load = (asks: readonly Ask[], count: number, perSecond = PER_SECOND): Promise<{ taken: number[]; failed: string[] }> =>
  inThread('./arrivals-thread.mjs', { origin, asks, perSecond, count })

test('J2: two hundred calls a second are answered in time', { timeout: 3_600_000 }, async () => {
  const count = PER_SECOND * SECONDS
  const asks = await asked(count)
  await load(asks, Math.min(count, PER_SECOND * 2))
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const { taken, failed } = await load(asks, count)
  loop.disable()
  const [p50, p99, delay] = [quantile(taken, 0.5), quantile(taken, 0.99), loop.percentile(99) / 1e6]
  expect(failed).toEqual([])
  expect(taken).toHaveLength(count)
  figure({
    promise: 'J2',
    what: `${PER_SECOND} pedidos/s por ${SECONDS} s, 80/20, ${COMPANIES} empresas de ${ENTRIES} lançamentos e uma de ${LARGE}`,
    ours: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, laço p99 ${delay.toFixed(0)} ms, 0 erros`,
    floor: 'p50 < 15 ms, p99 < 150 ms, laço < 50 ms, 0 erros',
  })
  if (!isFull) return
  expect(p50).toBeLessThan(15)
  expect(p99).toBeLessThan(150)
  expect(delay).toBeLessThan(50)
})

/** What lives in this thread's heap, in MB, once what is dead was taken away. */
function heapMb(): number {
  globalThis.gc?.()
  return getHeapStatistics().used_heap_size / 2 ** 20
}

/** Theil and Sen: the median of the slopes between any two points; a single late collection does not bend it. */
const slopeOf = (points: readonly (readonly [at: number, value: number])[]): number =>
  quantile(
    points.flatMap(([at, value], n) => points.slice(n + 1).map(([later, grown]) => (grown - value) / (later - at))),
    0.5,
  )

test('J2: hours of calls leave the heap as it was', { timeout: 3 * 3_600_000 }, async () => {
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 99],
      [3, 7],
    ]),
  ).toBe(2)
  const perSecond = PER_SECOND / 2
  const count = perSecond * SECONDS
  const heaps: [hours: number, mb: number][] = []
  await load(await asked(count), Math.min(count, perSecond * 2), perSecond)
  const began = performance.now()
  const taken: number[] = []
  let failed = 0
  for (let round = 0; round < SOAK_ROUNDS; round++) {
    // Signed anew: a token ends after ten minutes.
    const answers = await load(await asked(count), count, perSecond)
    failed += answers.failed.length
    // What this harness heard is its own.
    server.changes.length = 0
    taken.push(quantile(answers.taken, 0.99))
    heaps.push([(performance.now() - began) / 3_600_000, heapMb()])
  }
  // What is kept on purpose has filled by then.
  const settled = heaps.slice(Math.floor(heaps.length / 3))
  const slope = slopeOf(settled)
  figure({
    promise: 'J2',
    what: `${perSecond} pedidos/s por ${((performance.now() - began) / 60_000).toFixed(0)} min`,
    ours: `memória viva ${settled[0]?.[1].toFixed(1)} → ${settled.at(-1)?.[1].toFixed(1)} MB, ${slope.toFixed(2)} MB/h, p99 de um minuto ${quantile(taken, 0.5).toFixed(0)} ms, ${failed} erros de ${count * SOAK_ROUNDS}`,
    floor: '< 1 MB/h em 2 h, 0 erros',
  })
  expect(failed).toBe(0)
  if (isFull) expect(slope).toBeLessThan(1)
})
