// J3 and J5: more callers than can be served are told so at once, those let in are served soon, and a second later nothing is left of it; callers
// who drip starve nobody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { REFUSAL_MS } from '#server/kernel/admission.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type AtPort, atPort } from './kit/at-port.ts'
import { type Answer, type Crowd, crowdOf, p99, served } from './kit/crowd.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { inThread } from './kit/in-thread.ts'

const BUSY_MS = times(3_000, 60_000)
/** So many callers of one company are served without waiting, and so many keep the server as busy as it can be (`kernel/admission.ts`). */
const FEW = 6
const AT_CAPACITY = 24
const PEOPLE = 40
const PAUSE_MS = 20
/** So often the capacity is asked for. */
const TIMES_CAPACITY = 14
/** They are cut in turns of a second; at full length a thread has two thousand of them. */
const LATE_MS = times(2_500, 4_000)
/** A list of nothing. */
const SHORT = { list: 'bank_accounts' }

let server: TestServer
let company: TestCompany
let port: AtPort
let asks: Crowd['asks']

beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
  // A list as long as an ordinary company's: what is refused must cost little beside what is served.
  await server.sql`
    insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date)
    select ${company.id}, gen_random_uuid(), 'BILL', 'PENDING', n, '2026-03-20', '2026-03-20', '2026-03-20' from generate_series(1, 300) n`
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => server.aMember(company, 'READER')))
  port = await atPort(server, { pace: { headersMs: 1_500, bodyMs: 3_000, uploadMs: 6_000 } })
  asks = await Promise.all(people.map(port.authorised))
})
afterAll(async () => {
  await port?.close()
  await server?.close()
})

const crowd = (callers: number, forMs: number, { list = 'bills' } = {}): Promise<Answer[]> =>
  crowdOf({ url: `${port.origin}/v1/companies/${company.id}/${list}`, asks, callers, forMs, pauseMs: PAUSE_MS })

/** How long the slowest took of `/health` and `/ready`, asked while `work` goes on, each over a connection of its own. */
async function probed<T>(work: Promise<T>, forMs: number): Promise<[T, number]> {
  const [result, slowest] = await Promise.all([work, inThread<number>('./probes.mjs', { origin: port.origin, forMs })])
  return [result, slowest]
}

test('J3: overload is told at once, those let in are served soon, and it is over when it is over', { timeout: 600_000 }, async () => {
  await crowd(FEW, 1_000)
  const usual = p99(served(await crowd(FEW, 2_000)))
  const busy = served(await crowd(AT_CAPACITY, times(1_000, 5_000)))
  const capacity = busy.length / times(1, 5)
  // Each comes again when it was refused, which takes a while.
  const callers = isFull ? Math.ceil((TIMES_CAPACITY * capacity * (REFUSAL_MS + PAUSE_MS)) / 1_000) : 300
  const began = Date.now()
  const [answers, probe] = await probed(crowd(callers, BUSY_MS), BUSY_MS)
  const ended = Date.now()
  const admitted = served(answers)
  // In their first second they are a burst, which is served with patience.
  const standing = admitted.filter(({ at }) => at > began + 1_000)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.filter(({ status, later }) => ![429, 503].includes(status) || !later)).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  expect(admitted.length).toBeGreaterThan(0)
  const after = await crowd(FEW, 2_000)
  const settled = after.filter(({ at }) => at > ended + 1_000)
  expect(settled.filter(({ status }) => status !== 200)).toEqual([])
  // Within `npm test` the processors are not ours alone: what a few wait for meanwhile is the measure.
  const others = Math.max(usual, p99(settled))
  expect(probe).toBeLessThan(isFull ? 1_000 : Math.max(1_000, 20 * others))
  expect(p99(admitted)).toBeLessThan(isFull ? 1_000 : Math.max(4_000, 20 * others))
  const offered = answers.length / (BUSY_MS / 1000) / capacity
  if (isFull) {
    expect(offered, 'times the capacity').toBeGreaterThan(10)
    expect(p99(standing), 'admitted, beside the busiest that is no overload').toBeLessThan(Math.max(2 * p99(busy), 100))
  }
  figure({
    promise: 'J3',
    what: `${callers} pessoas ao mesmo tempo por ${BUSY_MS / 1000} s, ${offered.toFixed(0)} vezes a capacidade de ${capacity.toFixed(0)}/s`,
    ours: `${admitted.length} atendidas (p99 ${p99(standing).toFixed(0)} ms, ${p99(admitted).toFixed(0)} com o primeiro segundo; na capacidade ${p99(busy).toFixed(0)} ms, sem ninguém ${usual.toFixed(0)} ms), ${refused.length} recusadas com espera, saúde em ${probe.toFixed(0)} ms, 1 s depois p99 ${p99(settled).toFixed(0)} ms e 0 recusas`,
    floor: 'só 503/429 com espera, 10 vezes, p99 ≤ 2 × a da capacidade, saúde < 1 s, volta < 1 s',
  })
})

/** How long the most patient of each way to be slow was let, in milliseconds. */
async function slowCallers(to: AtPort, many: number): Promise<{ silent: number; head: number; body: number; file: number }> {
  const { authorization } = (await to.authorised(company.owner)).headers
  const post = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 100000\r\n\r\n`
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.ofx"\r\n\r\nOFX'
  const upload = pathOf(contract.bankStatements.upload, { c: company.id })
  const ways = [
    { begin: '', drips: false },
    { begin: 'GET /health HTTP/1.1\r\nX-A: ', drips: true },
    { begin: `${post('/v1/authenticate', 'Content-Type: application/json\r\n')}{`, drips: true },
    {
      begin: `${post(upload, `Authorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\n`)}${part}`,
      drips: true,
    },
  ]
  const port = Number(new URL(to.origin).port)
  const [silent = 0, head = 0, body = 0, file = 0] = await inThread<number[]>('./slow-callers.mjs', { port, ways, many })
  return { silent, head, body, file }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

test('J5: callers who are silent, or drip headers, bodies and files, are cut, and the others do not notice', {
  timeout: 120_000,
}, async () => {
  const many = times(50, 500)
  const usual = p99(served(await crowd(FEW, 1_500, SHORT)))
  const [{ silent, head, body, file }, meanwhile] = await Promise.all([slowCallers(port, many), crowd(FEW, 2_000, SHORT)])
  expect(meanwhile.filter(({ status }) => status !== 200)).toEqual([])
  // The bounds of this proof are a tenth of the product's, and a twentieth for files.
  expect(silent).toBeLessThan(1_500 + LATE_MS)
  expect(head).toBeLessThan(1_500 + LATE_MS)
  expect(body).toBeLessThan(3_000 + LATE_MS)
  expect(file).toBeLessThan(6_000 + LATE_MS)
  if (isFull) expect(p99(meanwhile)).toBeLessThan(Math.max(2 * usual, 100))
  figure({
    promise: 'J5',
    what: `${4 * many} conexões mudas ou que pingam, com os prazos encurtados`,
    ours: `mudas cortadas em ${seconds(silent)}, cabeçalhos em ${seconds(head)}, corpos em ${seconds(body)}, arquivos em ${seconds(file)}; os outros p99 ${p99(meanwhile).toFixed(0)} ms (antes ${usual.toFixed(0)} ms)`,
    floor: '1,5 s, 1,5 s, 3 s e 6 s, 0 recusas, p99 ≤ 2 × ou < 100 ms',
  })
})

test.runIf(isFull)('J5: the product itself cuts them after 15, 30 and 120 s', { timeout: 240_000 }, async () => {
  const own = await atPort(server)
  try {
    const { silent, head, body, file } = await slowCallers(own, 50)
    for (const [ms, most] of [
      [silent, 15],
      [head, 15],
      [body, 30],
      [file, 120],
    ] as const)
      expect(ms).toBeLessThan((most + 10) * 1_000)
    figure({
      promise: 'J5',
      what: '200 conexões mudas ou que pingam, com os prazos do produto',
      ours: `mudas cortadas em ${seconds(silent)}, cabeçalhos em ${seconds(head)}, corpos em ${seconds(body)}, arquivos em ${seconds(file)}`,
      floor: '15 s, 15 s, 30 s e 120 s',
    })
  } finally {
    await own.close()
  }
})
