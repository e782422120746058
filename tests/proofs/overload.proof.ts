// J3 and J5: more callers than can be served are told so at once, those let in are served soon, and a second later nothing is left of it; callers
// who drip starve nobody.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type AtPort, atPort } from './kit/at-port.ts'
import { type Answer, type Crowd, crowdOf, p99, served } from './kit/crowd.ts'
import { figure, isFull, times } from './kit/figure.ts'

const CALLERS = times(300, 600)
const BUSY_MS = times(3_000, 60_000)
/** So many callers are served without waiting, and so many keep the server as busy as it can be: `kernel/admission.ts`, PLACES. */
const FEW = 8
const AT_CAPACITY = 24
const PEOPLE = 40

let server: TestServer
let company: TestCompany
let port: AtPort
let asks: Crowd['asks']

beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => server.aMember(company, 'READER')))
  port = await atPort(server, { pace: { headersMs: 1_500, bodyMs: 3_000, uploadMs: 6_000 } })
  asks = await Promise.all(people.map(port.authorised))
})
afterAll(async () => {
  await port?.close()
  await server?.close()
})

const crowd = (callers: number, forMs: number): Promise<Answer[]> =>
  crowdOf({ url: `${port.origin}/v1/companies/${company.id}/bills`, asks, callers, forMs })

/** How long the slowest took of `/health` and `/ready`, asked while `work` goes on. */
async function probed<T>(work: Promise<T>): Promise<[T, number]> {
  let slowest = 0
  let going = true
  const probes = (async () => {
    while (going) {
      for (const path of ['/health', '/ready']) {
        const started = performance.now()
        expect((await fetch(port.origin + path)).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - started)
      }
      await new Promise(next => setTimeout(next, 100))
    }
  })()
  const result = await work
  going = false
  await probes
  return [result, slowest]
}

test('J3: overload is told at once, those let in are served soon, and it is over when it is over', { timeout: 600_000 }, async () => {
  await crowd(FEW, 1_000)
  const usual = p99(served(await crowd(FEW, 2_000)))
  const busy = served(await crowd(AT_CAPACITY, times(1_000, 5_000)))
  const capacity = busy.length / times(1, 5)
  const [answers, probe] = await probed(crowd(CALLERS, BUSY_MS))
  const ended = Date.now()
  const admitted = served(answers)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.filter(({ status, later }) => ![429, 503].includes(status) || !later)).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  expect(admitted.length).toBeGreaterThan(0)
  const after = await crowd(FEW, 2_000)
  const settled = after.filter(({ at }) => at > ended + 1_000)
  expect(settled.filter(({ status }) => status !== 200)).toEqual([])
  // Within `npm test` the processors are not ours alone: what a few wait for meanwhile is the measure.
  const others = Math.max(usual, p99(settled))
  expect(probe).toBeLessThan(times(Math.max(1_000, 20 * others), 1_000))
  expect(p99(admitted)).toBeLessThan(times(Math.max(4_000, 20 * others), 1_000))
  const offered = answers.length / (BUSY_MS / 1000) / capacity
  if (isFull) {
    expect(offered, 'times the capacity').toBeGreaterThan(10)
    expect(p99(admitted), 'admitted, beside the busiest that is no overload').toBeLessThan(Math.max(2 * p99(busy), 100))
  }
  figure({
    promise: 'J3',
    what: `${CALLERS} pessoas ao mesmo tempo por ${BUSY_MS / 1000} s, ${offered.toFixed(0)} vezes a capacidade de ${capacity.toFixed(0)}/s`,
    ours: `${admitted.length} atendidas (p99 ${p99(admitted).toFixed(0)} ms; na capacidade ${p99(busy).toFixed(0)} ms, sem ninguém ${usual.toFixed(0)} ms), ${refused.length} recusadas com espera, saúde em ${probe.toFixed(0)} ms, 1 s depois p99 ${p99(settled).toFixed(0)} ms e 0 recusas`,
    floor: 'só 503/429 com espera, 10 vezes, p99 ≤ 2 × a da capacidade, saúde < 1 s, volta < 1 s',
  })
})

/** A connection that says a byte a fifth of a second; resolves to how long it was let. */
function dripping(begin: string): Promise<number> {
  return new Promise(done => {
    const started = performance.now()
    const socket: Socket = connect(Number(new URL(port.origin).port), '127.0.0.1', () => socket.write(begin))
    const drip = setInterval(() => socket.write('x'), 200)
    socket.on('error', () => {}).on('data', () => {})
    socket.once('close', () => {
      clearInterval(drip)
      done(performance.now() - started)
    })
  })
}

test('J5: callers who drip their headers or bodies are cut, and the others do not notice', { timeout: 120_000 }, async () => {
  const many = times(100, 1_000)
  const usual = p99(served(await crowd(FEW, 1_500)))
  const heads = Array.from({ length: many }, () => dripping('GET /health HTTP/1.1\r\nX-A: '))
  const body = `POST /v1/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`
  const bodies = Array.from({ length: many }, () => dripping(body))
  const meanwhile = await crowd(FEW, 2_000)
  const longest = async (each: Promise<number>[]) => Math.max(...(await Promise.all(each)))
  const [head, whole] = [await longest(heads), await longest(bodies)]
  expect(meanwhile.filter(({ status }) => status !== 200)).toEqual([])
  // The bounds of this proof are a tenth of the product's.
  expect(head).toBeLessThan(1_500 + 2_500)
  expect(whole).toBeLessThan(3_000 + 2_500)
  if (isFull) expect(p99(meanwhile)).toBeLessThan(Math.max(2 * usual, 100))
  figure({
    promise: 'J5',
    what: `${2 * many} conexões que pingam, com os prazos a um décimo`,
    ours: `cabeçalhos cortados em ${(head / 1000).toFixed(1)} s, corpos em ${(whole / 1000).toFixed(1)} s; os outros p99 ${p99(meanwhile).toFixed(0)} ms (antes ${usual.toFixed(0)} ms)`,
    floor: '1,5 s e 3 s, 0 recusas, p99 ≤ 2 × ou < 100 ms',
  })
})
