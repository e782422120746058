// F1 to F3: no garbage makes the server fail, no text passes for a number it is not, and no extra field bites.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { Cents } from '#contract/kit/fields.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books, image } from '#tests/kit/books.ts'
import { contentType, ENDS_SESSION, nastyValue, rawBody } from '#tests/kit/garbage.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const called = rows.filter(row => !ENDS_SESSION.includes(row.id))
const AT_ONCE = 8

test('F1: garbage is refused by name, never with a failure', { timeout: 3_600_000 }, async () => {
  const perRow = Math.ceil(times(10_000 / called.length, 10_000))
  const collect = (globalThis as { gc?: () => void }).gc
  let sent = 0
  const failures: string[] = []
  collect?.()
  const heap = process.memoryUsage().heapUsed
  for (const row of called) {
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
    const cases = fc.sample(request, { seed: 11, numRuns: perRow })
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
  collect?.()
  const grown = (process.memoryUsage().heapUsed - heap) / 2 ** 20
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
  const numRuns = times(10_000, 1_000_000)
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
  figure({
    promise: 'F2',
    what: 'valores em centavos',
    ours: `${refused.length} recusas, ${(2 * numRuns).toLocaleString('pt-BR')} leituras exatas`,
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

test('F3: a field that is not the client’s to write changes nothing', async () => {
  const me = server.as(b.owner)
  const contact = { company_id: b.company.id, kind: 'SUPPLIER', name: 'Papelaria' }
  const made = await me.ok(contract.contacts.create, { body: contact })
  const bill = await b.bill()
  const associate = await me.ok(contract.associates.create, { params: b.c, body: { name: 'Ana', document_number: '52998224725' } })
  const writable = [
    ['entries', bill.id, contract.bills.update, { params: { ...b.c, id: bill.id } }, []],
    ['contacts', made.id, contract.contacts.update, { params: { id: made.id } }, ['kind']],
    ['associates', associate.id, contract.associates.update, { params: { ...b.c, id: associate.id } }, []],
  ] as const
  let tried = 0
  for (const [table, id, row, call, allowed] of writable) {
    for (const [name, value] of Object.entries(PRIVILEGED).filter(([each]) => !(allowed as readonly string[]).includes(each))) {
      const [before] = await b.stored(table, [id])
      const answer = await me.call(row, { ...call, body: { [name]: value } })
      const [after] = await b.stored(table, [id])
      expect([200, 422], `${row.id} ${name}`).toContain(answer.status)
      expect(image(after), `${row.id} ${name}`).toEqual(image(before))
      tried += 1
    }
  }
  figure({ promise: 'F3', what: 'campos privilegiados no corpo', ours: `0 mudanças em ${tried} tentativas`, floor: '0' })
})
