// What only asks leaves nothing in the history. That a job which asks again and again tells each thing once: boleto.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from '#tests/proofs/kit/calls.ts'
import { furnish } from '#tests/proofs/kit/furnished.ts'
import { idsByTable } from '#tests/proofs/kit/victim.ts'

const READ_BY_ID = ['entries', 'invoices', 'contacts', 'imports', 'charges', 'payment_orders']

let server: TestServer
let b: MoneyBooks
beforeAll(async () => {
  server = await testServer()
  b = await furnish(server, 'Consulta')
}, 120_000)
afterAll(() => server?.close())

const batches = () => server.sql<{ id: string; command: string }>('select id, command from batches order by id')
const auditLines = async () => (await server.sql('select 1 from audit_lines')).length

test('no read writes a batch or an audit line, of whatever record', { timeout: 120_000 }, async () => {
  const [before, lines] = [await batches(), await auditLines()]
  const ids = [...(await idsByTable(server, b.company.id))].flatMap(([table, of]) => (READ_BY_ID.includes(table) ? of.slice(0, 1) : []))
  let answered = 0
  for (const row of rows.filter(({ method, spec }) => method === 'GET' && !spec.public)) {
    for (const id of row.path.includes('{id}') ? ids : [undefined]) {
      server.clock.advance(1_000)
      const input = callOf(row, b.company.id)
      const params = { ...input.params, ...(id === undefined ? {} : { id }) }
      if ((await server.call(b.owner, row, { ...input, params })).status < 300) answered += 1
    }
  }
  expect(answered).toBeGreaterThan(80)
  expect(await batches()).toEqual(before)
  expect(await auditLines()).toBe(lines)
})
