// K4: sixty secrets of ten kinds go through every call of the contract, well and badly, in path, query, body, file and headers; none is ever logged,
// nor sent with a trace.
import { randomUUID } from 'node:crypto'
import { context, propagation, trace } from '@opentelemetry/api'
import { type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paramNames, tenantOf } from '#contract/kit/endpoint.ts'
import { traceTo } from '#server/telemetry.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { ENDS_SESSION } from '#tests/kit/garbage.ts'
import { type KeptLog, loggedServer } from '#tests/kit/logged-server.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import type { CallInput, TestServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { textFieldsOf } from './kit/fillings.ts'
import { furnish } from './kit/furnished.ts'

/** Six of each kind; what is found of one in the log is found by its text. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  cpf: n => cpfNumber(77_000 + n),
  phone: n => `+551198765${String(4000 + n)}`,
  email: n => `canario${n}@exemplo.com.br`,
  password: n => `senha-canario-${n}x2026`,
  code: n => `9182${70 + n}`,
  token: n => `rzk_canario${n}${'a1b2c3d4'.repeat(4)}`,
  pix_key: n => `7b6f2c1e-canario-${n}`,
  barcode: n => `8589000046052460179160560759305086583148300${String(1000 + n)}`,
  pfx_password: n => `pfx-canario-${n}`,
  name: n => `Canário Da Silva ${n}º`,
}
const CANARIES = Object.entries(KINDS).flatMap(([kind, of]) => Array.from({ length: 6 }, (_, n) => ({ kind, text: of(n) })))

/** As it is, as an address carries it, without its country, and in base 64. */
const FORMS = [
  ...new Set(
    CANARIES.flatMap(({ text }) => [text, encodeURIComponent(text), text.replace(/^\+55/, ''), Buffer.from(text).toString('base64')]),
  ),
]
/** Where six digits stand by chance: in an id, and in a fraction. */
const BY_CHANCE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+\.\d+/g

/** The secret that a line tells, in one of its forms. */
function secretIn(line: string): string | undefined {
  const bare = line.replace(BY_CHANCE, ' ')
  return FORMS.find(form => (/^\d{6}$/.test(form) ? bare : line).includes(form))
}

let server: TestServer
let b: MoneyBooks
let log: KeptLog
/** What a collector of traces would be sent, a line each. */
let spans: string[] = []
let traceNoMore = async () => {}
const toldOf = ({ name, attributes, events, status, kind }: ReadableSpan): string =>
  JSON.stringify({ name, kind, attributes, events, status })

beforeAll(async () => {
  traceNoMore = await traceTo(
    new SimpleSpanProcessor({
      export(sent, done) {
        spans.push(...sent.map(toldOf))
        done({ code: 0 })
      },
      shutdown: async () => {},
    }),
  )
  const logged = await loggedServer()
  server = logged.server
  log = logged.log
  b = await furnish(server, 'Padaria')
  log.text = ''
  spans = []
}, 120_000)
afterAll(async () => {
  await server?.close()
  await traceNoMore()
  for (const api of [trace, context, propagation]) api.disable()
})

/** A canary in everything that takes a text; `badly`: also in what takes none. */
function laden(row: (typeof rows)[number], turn: number, badly: boolean, refused: ReadonlySet<string> = new Set()): CallInput {
  const canary = (place: number) => CANARIES[(turn + place) % CANARIES.length]?.text ?? ''
  const call = callOf(row, b.company.id)
  const texts = textFieldsOf(row).flatMap(({ name }) => (refused.has(name) ? [] : [name]))
  const params = Object.fromEntries(
    Object.entries(call.params ?? {}).map(([name, value], at) => [name, name === 'c' || !badly ? value : canary(at)]),
  )
  const query = {
    ...call.query,
    ...(badly ? { search: canary(1), [canary(2)]: canary(3) } : {}),
    ...(tenantOf(row) === 'query' ? { companyId: b.company.id } : {}),
  }
  const body = row.spec.body && {
    ...(call.body as object),
    ...Object.fromEntries(texts.map((name, at) => [name, canary(at + 4)])),
    ...(badly ? { [canary(5)]: { [canary(6)]: canary(7) } } : {}),
    ...(tenantOf(row) === 'body' ? { company_id: b.company.id } : {}),
  }
  const form = row.spec.form && {
    file: new File([`Nome;Documento\n${canary(8)};${canary(9)}\n`], `${canary(10)}.csv`),
    password: canary(11),
  }
  return { params, query, ...(body ? { body } : {}), ...(form ? { form } : {}) }
}

test('K4: sixty secrets through every call, and none in the log or a trace', { timeout: isFull ? 7_200_000 : 600_000 }, async () => {
  const rounds = times(1, CANARIES.length)
  // In `npm test` every eighth.
  const called = rows.filter((row, at) => !ENDS_SESSION.includes(row.id) && (isFull || at % 8 === 0))
  const statuses = new Map<number, number>()
  /** The routes with an address of their own are told by their pattern. */
  const told = new Set<string | undefined>()
  let sent = 0
  let logged = 0
  let traced = 0
  let statements = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, row] of called.entries()) {
      server.clock.advance(500)
      const turn = at + round
      const canary = CANARIES[turn % CANARIES.length]?.text ?? ''
      const headers = {
        'x-device-id': encodeURIComponent(canary),
        'user-agent': encodeURIComponent(canary),
        'idempotency-key': randomUUID(),
      }
      const send = async (badly: boolean, refused?: ReadonlySet<string>) => {
        const answer = await server.call(row.spec.public ? undefined : b.owner, row, laden(row, turn, badly, refused), headers)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        sent += 1
        return answer
      }
      if (turn % 2 === 0) await send(true)
      const { status, data } = await send(false)
      // A field that takes no such text is sent as it should be; the others keep theirs.
      const { details = [] } = (data ?? {}) as { details?: { field: string }[] }
      if (status === 422 && details.length > 0) await send(false, new Set(details.map(({ field }) => field.split('.')[0] ?? '')))
    }
    // What a round left is read and let go: all of them together are gigabytes.
    const lines = log.text.trim().split('\n')
    expect([...lines, ...spans].filter(line => secretIn(line) !== undefined).slice(0, 2)).toEqual([])
    for (const line of lines) told.add((JSON.parse(line) as { route?: string }).route)
    logged += lines.length
    traced += spans.length
    statements += spans.filter(span => /"db\.(statement|query\.text)"/.test(span)).length
    log.text = ''
    spans = []
  }
  for (const { text } of CANARIES) expect(secretIn(`{"x":"${text}"}`)).toBe(text)
  expect(logged).toBeGreaterThanOrEqual(sent)
  expect(statements, 'statements that were traced').toBeGreaterThan(sent)
  expect(CANARIES.length).toBeGreaterThanOrEqual(60)
  const met = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(met, JSON.stringify([...statuses])).toBeGreaterThan(called.length / 10)
  expect([...statuses.keys()].filter(status => status >= 500 && status !== 503)).toEqual([])
  expect(rows.filter(row => paramNames(row).length > 0 && told.has(row.path.replace(/\{(\w+)\}/g, ':$1'))).length).toBeGreaterThan(
    called.length / 5,
  )
  figure({
    promise: 'K4',
    what: `${CANARIES.length} segredos de ${Object.keys(KINDS).length} tipos por ${sent.toLocaleString('pt-BR')} pedidos a ${called.length} chamadas (${met} bem, ${sent - met} mal)`,
    ours: `0 em ${logged.toLocaleString('pt-BR')} linhas do registro e ${traced.toLocaleString('pt-BR')} trechos de rastros`,
    floor: '60 por todas, 0',
  })
})
