// F1 to F3: no garbage makes the server fail, no text passes for a number it is not, and no extra field bites.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { Cents } from '#contract/kit/fields.ts'
import { Reais } from '#contract/pix.ts'
import { decimalOfCents } from '#domain/money.ts'
import { reaisOfCents } from '#domain/payments/reais.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books, image } from '#tests/kit/books.ts'
import { contentType, ENDS_SESSION, nastyValue, rawBody } from '#tests/kit/garbage.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { idsByTable } from './kit/victim.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const called = rows.filter(row => !ENDS_SESSION.includes(row.id))
const AT_ONCE = 8

test('F1: garbage is refused by name, never with a failure', { timeout: times(600_000, 14_400_000) }, async () => {
  const perRow = times(1, 10_000)
  const collect = (globalThis as { gc?: () => void }).gc
  let sent = 0
  const failures: string[] = []
  const used = () => {
    collect?.()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const throwAt = async (row: Endpoint, seed: number, numRuns: number) => {
    const input = callOf(row, b.company.id)
    const fields = Object.keys((input.body ?? {}) as object)
    const names = fc.constantFrom(...fields, 'amount_cents', 'due_date', 'ids', 'version', 'name', 'date')
    const shaped = fc.dictionary(names, nastyValue).map(some => JSON.stringify({ ...(input.body as object), ...some }) ?? '{}')
    const keys = fc.constantFrom(...Object.keys(row.spec.query?.shape ?? {}), 'limit', 'cursor', 'preview', 'companyId')
    const request = fc.record({
      payload: fc.oneof(
        shaped,
        nastyValue.map(value => JSON.stringify(value) ?? ''),
        rawBody,
      ),
      type: contentType,
      query: fc.dictionary(
        keys,
        nastyValue.map(value => String(value).slice(0, 600)),
        { maxKeys: 3 },
      ),
      version: fc.constantFrom(undefined, '"7"', 'W/"x"', '\u00e9'),
    })
    const cases = fc.sample(request, { seed, numRuns })
    for (let at = 0; at < cases.length; at += AT_ONCE) {
      server.clock.advance(10_000)
      const token = await signAccess(server.services.secret, { user_id: b.owner.id, session_id: b.owner.session_id }, server.clock.now())
      await Promise.all(
        cases.slice(at, at + AT_ONCE).map(async each => {
          const isGet = row.method === 'GET'
          const query = new URLSearchParams({ ...(input.query as Record<string, string> | undefined), ...each.query })
          const answer = await server.app.inject({
            method: row.method,
            url: `${pathOf(row, input.params)}?${query}`,
            headers: {
              authorization: `Bearer ${token}`,
              ...(isGet || each.type === '' ? {} : { 'content-type': each.type }),
              ...(each.version === undefined ? {} : { 'if-match': each.version }),
            },
            ...(isGet ? {} : { payload: each.payload }),
          })
          sent += 1
          const id = answer.statusCode >= 400 ? (answer.json() as { id: string }).id : undefined
          // Waiting too long for a row is the honest answer of a busy machine.
          const failed = answer.statusCode >= 500 && id !== 'server.busy'
          if (failed || (id !== undefined && !(id in ERRORS)))
            failures.push(`${row.id} ${JSON.stringify(each).slice(0, 300)}: ${answer.body.slice(0, 200)}`)
        }),
      )
    }
  }
  // A tenth first: what a row compiles and caches is there for good, and no more with the number of calls.
  for (const row of called) await throwAt(row, 11, Math.ceil(perRow / 10))
  const heap = used()
  for (const row of called) await throwAt(row, 12, perRow)
  const grown = used() - heap
  expect(failures).toEqual([])
  if (collect) expect(grown).toBeLessThan(50)
  expect((await server.app.inject('/health')).statusCode).toBe(200)
  figure({
    promise: 'F1',
    what: 'pedidos malformados',
    ours: `0 falhas em ${sent.toLocaleString('pt-BR')}, memória +${Math.max(0, grown).toFixed(0)} MB`,
    floor: '0; < 50 MB',
  })
})

test('F2: an amount is integer cents or refused', () => {
  const refused = ['', null, [], {}, true, '0x10', ' 12 ', '1e3', '1.5', 1.5, '12345678901234', 1e13, Number.NaN, '--1', '١٢']
  for (const value of refused) expect(Cents.safeParse(value).success, String(value)).toBe(false)
  const numRuns = times(2_000, 1_000_000)
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
      cents => Cents.parse(cents) === cents && Cents.parse(String(cents)) === cents,
    ),
    { numRuns },
  )
  fc.assert(
    fc.property(fc.string(), text => Cents.safeParse(text).success === /^-?\d{1,13}$/.test(text)),
    { numRuns },
  )
  // The one call in reais: every amount up to the proof's length, and random ones up to ten thousand million.
  const everyCent = times(20_000, 10_000_000)
  for (let cents = 1; cents <= everyCent; cents += 1) {
    const reais = reaisOfCents(cents)
    if (Reais.parse(reais) !== cents) expect(reais).toBe(`${cents} cents`)
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999_999 }),
      cents => Reais.parse(reaisOfCents(cents)) === cents && Reais.parse(decimalOfCents(cents)) === cents,
    ),
    { numRuns },
  )
  const wrong = [0.001, '0.001', 19.999, '1,50', '1e2', 1e-7, -1, '-1', '', ' 1', '0', 0, Number.POSITIVE_INFINITY, '1.', '.5']
  for (const reais of wrong) expect(Reais.safeParse(reais).success, String(reais)).toBe(false)
  figure({
    promise: 'F2',
    what: 'valores em centavos e em reais',
    ours: `${refused.length + wrong.length} recusas, ${(3 * numRuns + everyCent).toLocaleString('pt-BR')} leituras exatas`,
    floor: '0 erros',
  })
})

/** What a client must never decide. */
const PRIVILEGED: Record<string, unknown> = {
  id: randomUUID(),
  company_id: randomUUID(),
  created_at: '2000-01-01T00:00:00Z',
  updated_at: '2000-01-01T00:00:00Z',
  deleted_at: '2000-01-01T00:00:00Z',
  applied_at: '2000-01-01T00:00:00Z',
  editable: false,
  transaction_id: 'E1',
  conciliation_id: randomUUID(),
  created_by: randomUUID(),
  approved_by: randomUUID(),
  state: 99,
  changed: 1,
  role: 'OWNER',
  kind: 'BILL',
  is_admin: true,
  duplicated_from_id: randomUUID(),
  transfer_id: randomUUID(),
  attachments_count: 9,
  paid_without_approval: true,
}

/** Every entity a client may read and change: its table, its rows, and the names above that are its own to write. */
const WRITABLE: readonly { table: string; get: Endpoint; update: Endpoint; own?: readonly string[] }[] = [
  { table: 'entries', get: contract.bills.get, update: contract.bills.update },
  { table: 'entries', get: contract.receivables.get, update: contract.receivables.update },
  { table: 'contacts', get: contract.contacts.get, update: contract.contacts.update, own: ['kind'] },
  { table: 'categories', get: contract.categories.get, update: contract.categories.update, own: ['kind'] },
  { table: 'bank_accounts', get: contract.bankAccounts.get, update: contract.bankAccounts.update, own: ['kind'] },
  { table: 'products', get: contract.products.get, update: contract.products.update },
  { table: 'services', get: contract.services.get, update: contract.services.update },
  { table: 'associates', get: contract.associates.get, update: contract.associates.update },
  { table: 'dependents', get: contract.dependents.get, update: contract.dependents.update },
]

test('F3: a field that is not the client’s to write changes nothing', { timeout: 300_000 }, async () => {
  const full = await furnish(server, 'Papelaria')
  const me = server.as(full.owner)
  const ids = await idsByTable(server, full.company.id)
  let tried = 0
  for (const { table, get, update, own = [] } of WRITABLE) {
    let found: { params: Record<string, string>; record: object } | undefined
    for (const id of ids.get(table) ?? []) {
      const params = { ...full.c, id }
      const answer = await me.call(get, { params })
      if (answer.status === 200) found ??= { params, record: answer.data as object }
    }
    if (!found) throw new Error(`${get.id} finds none of ${table}`)
    const { params, record } = found
    const stored = async () => image((await full.stored(table, [params.id ?? '']))[0])
    const before = await stored()
    await me.ok(update, { params, body: record })
    expect(await stored(), `${update.id} with the record it read`).toEqual(before)
    for (const [name, value] of Object.entries(PRIVILEGED).filter(([each]) => !own.includes(each))) {
      const answer = await me.call(update, { params, body: { [name]: value } })
      // Of the entity and only read: passed over. Of no entity: refused.
      expect([200, 422], `${update.id} ${name}`).toContain(answer.status)
      if (!(name in record)) expect(answer.status, `${update.id} ${name}`).toBe(422)
      expect(await stored(), `${update.id} ${name}`).toEqual(before)
      tried += 1
    }
  }
  figure({
    promise: 'F3',
    what: 'campos privilegiados no corpo',
    ours: `0 mudanças em ${tried} tentativas, ${WRITABLE.length} registros devolvidos como vieram`,
    floor: '0',
  })
})
