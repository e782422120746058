// B5: a key acts once: sent again, ten times at once, after an answer that was lost, after a crash before there was one. Another body under it is refused.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, isMutating } from '#contract/kit/endpoint.ts'
import { ENDS_SESSION } from '#tests/kit/garbage.ts'
import { DEVICE, type MoneyBooks } from '#tests/kit/money.ts'
import { type CallInput, type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { type CompanyWatch, touched, watchCompanies } from './kit/company-state.ts'
import { crashing } from './kit/crash.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { RandomWrites } from './kit/random-writes.ts'

let server: TestServer
let watch: CompanyWatch
let b: MoneyBooks
beforeAll(async () => {
  server = await testServer()
  watch = await watchCompanies(server)
  b = await furnish(server, 'Mobiliada')
}, 300_000)
afterAll(() => server?.close())

const long = { timeout: 3_600_000 }
/** Shortened, one of every four. */
const sampled = (_: unknown, at: number) => isFull || at % 4 === 0
const idOf = (answer: TestAnswer) => (answer.data as { id?: string }).id
const ok = (answer: TestAnswer) => answer.status < 300
/** What must be equal to the byte. */
const said = (answer: TestAnswer) => `${answer.status} ${answer.headers['x-batch-id']} ${JSON.stringify(answer.data)}`

const send = (row: Endpoint, input: CallInput, key: string) => {
  server.clock.advance(1_000)
  return server.call(b.owner, row, input, { ...DEVICE, 'idempotency-key': key })
}

/** Those of calls: what a job writes in its name has no request. */
async function batchesOf(row: Endpoint): Promise<number> {
  const [found] = await server.sql<{
    n: number
  }>`select count(*)::int as n from batches where company_id = ${b.company.id} and command = ${row.id} and request_id <> id::text`
  return found?.n ?? 0
}

/** Dies when its transaction commits, then is sent ten times at once and once more. Tells whether it had an effect. */
async function actsOnce(row: Endpoint, input: CallInput, other: CallInput | undefined): Promise<boolean> {
  const key = randomUUID()
  const before = await watch.state(b.company.id)
  const batches = await batchesOf(row)
  const died = await crashing(server, b.company.id, { table: 'batches', on: 'insert', at: 'commit' }, () => send(row, input, key))
  if (died > 0) {
    expect(touched(before, await watch.state(b.company.id)), `${row.id} left rows behind`).toEqual([])
    expect(await batchesOf(row), `${row.id} left a batch behind`).toBe(batches)
  }
  const answers = [...(await Promise.all(Array.from({ length: 10 }, () => send(row, input, key)))), await send(row, input, key)]
  const done = answers.filter(ok)
  if (done.length === 0) return false
  expect(new Set(done.map(said)).size, row.id).toBe(1)
  for (const answer of answers.filter(each => !ok(each))) expect(idOf(answer), row.id).toBe('idempotency.in_progress')
  const effects = (await batchesOf(row)) - batches
  expect(effects, row.id).toBeLessThanOrEqual(1)
  if (other) expect([row.id, idOf(await send(row, other, key))]).toEqual([row.id, 'idempotency.key_reused'])
  return effects === 1
}

test('B5: a key acts once, whatever it writes and however it is sent', long, async () => {
  const start = await watch.state(b.company.id)
  const writes = new RandomWrites(server, b, name => start.has(name))
  const rounds = times(1, 20)
  const effective = new Set<string>()
  let keys = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const make of Object.values(writes.all).filter(sampled)) {
      const wanted = await make({ pick: round, more: round })
      if (!wanted) continue
      const [row, input] = wanted
      const differs = await make({ pick: round, more: round + 1 })
      const other = differs && JSON.stringify(differs[1]) !== JSON.stringify(input) ? differs[1] : undefined
      keys += 1
      if (await actsOnce(row, input, other)) effective.add(row.id)
    }
  }
  // Whatever else writes, as its schema alone tells it.
  const left = rows.filter(row => isMutating(row) && !row.spec.public && !effective.has(row.id) && !ENDS_SESSION.includes(row.id))
  for (const row of left.filter(sampled)) {
    keys += 1
    if (await actsOnce(row, callOf(row, b.company.id), undefined)) effective.add(row.id)
  }
  expect(effective.size).toBeGreaterThan(isFull ? 55 : 10)
  figure({
    promise: 'B5',
    what: 'a mesma chave 10× ao mesmo tempo, de novo, e após morrer no meio',
    ours: `1 efeito por chave, resposta igual, em ${keys} chaves; ${effective.size} linhas do contrato com efeito`,
    floor: '1',
  })
})
