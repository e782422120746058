// C5 and D6: a company far beyond its limit, and a storm of sign-ins, are told to wait; whoever works meanwhile is served as before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type AtPort, atPort } from './kit/at-port.ts'
import { type Answer, type Crowd, crowdOf, p99, served } from './kit/crowd.ts'
import { figure, isFull, times } from './kit/figure.ts'

const NOISE_MS = times(4_000, 60_000)
const USUAL_MS = times(2_000, 10_000)
/** People at work in the company that makes no noise. */
const AT_WORK = 4
/** Beside the other proofs of `npm test` the processors are not ours alone. */
const PATIENCE_MS = 4_000

let server: TestServer
let quiet: TestCompany
let loud: TestCompany
let port: AtPort

beforeAll(async () => {
  server = await testServer({ local: false, transports: { EMAIL: { deliver: async () => {} } } })
  quiet = await server.aCompany()
  loud = await server.aCompany()
  port = await atPort(server, { proxies: ['127.0.0.1'] })
})
afterAll(async () => {
  await port?.close()
  await server?.close()
})

const people = (company: TestCompany, count: number) =>
  Promise.all(Array.from({ length: count }, async () => port.authorised(await server.aMember(company, 'READER'))))

const billsOf = (company: TestCompany) => `${port.origin}/v1/companies/${company.id}/bills`

/** How those at work are served alone, and beside the noise. */
async function beside(noise: () => Promise<Answer[]>): Promise<{ usual: number; during: Answer[]; noise: Answer[] }> {
  const atWork: Omit<Crowd, 'forMs'> = { url: billsOf(quiet), asks: await people(quiet, AT_WORK * 4), callers: AT_WORK }
  await crowdOf({ ...atWork, forMs: 500 })
  const usual = p99(served(await crowdOf({ ...atWork, forMs: USUAL_MS })))
  const [made, during] = await Promise.all([noise(), crowdOf({ ...atWork, forMs: NOISE_MS })])
  return { usual, during, noise: made }
}

const refusedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200)

test('C5: a company at many times its limit slows nobody else', { timeout: 600_000 }, async () => {
  const callers = await people(loud, 8)
  const found = await beside(() => crowdOf({ url: billsOf(loud), asks: callers, callers: 160, forMs: NOISE_MS }))
  expect(refusedOf(found.during), 'those of the other company were refused').toEqual([])
  expect(refusedOf(found.noise).filter(({ status, later }) => ![429, 503].includes(status) || !later)).toEqual([])
  const slow = p99(found.during)
  expect(slow).toBeLessThan(isFull ? Math.max(2 * found.usual, 100) : PATIENCE_MS)
  const rate = (found.noise.length / NOISE_MS) * 1_000
  figure({
    promise: 'C5',
    what: `empresa com ${rate.toFixed(0)} pedidos/s por ${NOISE_MS / 1_000} s (${refusedOf(found.noise).length} recusados)`,
    ours: `as outras: p99 ${slow.toFixed(0)} ms (antes ${found.usual.toFixed(0)} ms), 0 recusas em ${found.during.length}`,
    floor: 'p99 < 2× ou < 100 ms, 0 recusas',
  })
})

test('D6: a storm of sign-ins starves nobody at work', { timeout: 600_000 }, async () => {
  const asks = Array.from({ length: 2_000 }, (_, n) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n % 200}.0.1` },
    body: JSON.stringify({ document_number: cpfNumber(500_000 + n), password: 'senha-errada-2026' }),
  }))
  const found = await beside(() => crowdOf({ url: `${port.origin}/v1/authenticate`, asks, callers: 60, forMs: NOISE_MS }))
  expect(refusedOf(found.during), 'those at work were refused').toEqual([])
  const odd = found.noise.filter(({ status, later }) => status !== 401 && !([429, 503].includes(status) && later))
  expect(odd).toEqual([])
  const slow = p99(found.during)
  expect(slow).toBeLessThan(isFull ? 250 : PATIENCE_MS)
  figure({
    promise: 'D6',
    what: `${((found.noise.length / NOISE_MS) * 1_000).toFixed(0)} entradas/s por ${NOISE_MS / 1_000} s`,
    ours: `quem trabalha: p99 ${slow.toFixed(0)} ms (antes ${found.usual.toFixed(0)} ms), 0 recusas; ${found.noise.filter(({ status }) => status === 401).length} conferidas, o resto mandado voltar depois`,
    floor: '200/s, p99 < 250 ms, só 429 ou 503 com espera',
  })
})
