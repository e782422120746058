// A parameter that a call does not have is refused with its name, and nothing is written: not by a preview that is none, nor by a misspelt filter.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Endpoint, isMutating, pathOf, type Resources } from '#contract/kit/endpoint.ts'
import { newId } from '#server/base/ids.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const rows: Endpoint[] = Object.values(contract as Resources).flatMap(each => Object.values(each))

async function ask(row: Endpoint, query: string, body?: object) {
  const { id: user_id, session_id } = b.owner
  const token = await signAccess(server.services.secret, { user_id, session_id }, server.clock.now())
  const params = Object.fromEntries(
    [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, name === 'c' ? b.company.id : newId()]),
  )
  const { statusCode, body: answer } = await server.app.inject({
    method: row.method,
    url: `${pathOf(row, params)}?${query}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: statusCode, text: answer }
}

const history = () => server.sql<{ n: number }>`select count(*)::int as n from batches`

test('every call refuses a parameter that nobody has', async () => {
  const before = await history()
  const wrong: string[] = []
  for (const row of rows) {
    server.clock.advance(60_000)
    const { status, text } = await ask(row, 'parametro_de_ninguem=1')
    if (status !== 422 || !text.includes('parametro_de_ninguem')) wrong.push(`${row.id} ${status} ${text.slice(0, 120)}`)
  }
  expect(wrong).toEqual([])
  expect(await history()).toEqual(before)
})

test('every write without a preview refuses to be previewed', async () => {
  const before = await history()
  const unpreviewed = rows.filter(row => isMutating(row) && !row.spec.previews && !('preview' in (row.spec.query?.shape ?? {})))
  expect(unpreviewed.length).toBeGreaterThan(100)
  for (const row of unpreviewed) {
    server.clock.advance(60_000)
    expect(await ask(row, 'preview=true'), row.id).toMatchObject({ status: 422, text: expect.stringContaining('preview') })
  }
  expect(await history()).toEqual(before)
})

test('a bill whose removal is asked to be previewed is still there', async () => {
  const bill = await b.bill({ amount_cents: 100 })
  const url = `${pathOf(contract.bills.delete, { c: b.company.id, id: bill.id })}?preview=true`
  const { id: user_id, session_id } = b.owner
  const token = await signAccess(server.services.secret, { user_id, session_id }, server.clock.now())
  const answer = await server.app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${token}` } })
  expect([answer.statusCode, answer.json().details[0].message]).toEqual([422, 'Campo desconhecido: preview'])
  expect(await server.as(b.owner).ok(contract.bills.get, { params: { c: b.company.id, id: bill.id } })).toMatchObject({ id: bill.id })
})
