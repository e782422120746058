// What travels a network is compressed, in the way its caller reads best; what stays on this machine is not.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { handlers } from '#server/areas/index.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { clientFolder } from '#tests/kit/client-folder.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const SCRIPT = 'export const numbers = [1, 2, 3]\n'.repeat(100)

let server: TestServer
let b: Books
let app: FastifyInstance
let clientDir: string
let authorization: string

beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  for (let n = 0; n < 60; n += 1) await b.bill({ additional_information: `Energia elétrica da loja, parcela ${n}` })
  clientDir = clientFolder('<!doctype html>')
  writeFileSync(join(clientDir, 'assets', 'first-1a2b.js'), SCRIPT)
  writeFileSync(join(clientDir, 'assets', 'first-1a2b.js.br'), brotliCompressSync(SCRIPT))
  app = await buildHttp({ services: server.services, handlers, clientDir, version: 'v', ready: async () => true })
  const { id: user_id, session_id } = b.owner
  authorization = `Bearer ${await signAccess(server.services.secret, { user_id, session_id }, server.clock.now())}`
})
afterAll(async () => {
  await app?.close()
  await server?.close()
  rmSync(clientDir, { recursive: true, force: true })
})

const billsUrl = () => pathOf(contract.bills.list, b.c)

/** Asks for the bills by rows or columns, as somebody elsewhere unless `headers` says otherwise. */
const ask = (headers: Record<string, string>, accept = 'application/json') =>
  app.inject({ url: billsUrl(), headers: { host: 'razao.exemplo', authorization, accept, ...headers } })

/** What an answer says; the cursor of columns moves with every write of the database, whoever made it. */
const saidIn = (body: string) => ({ ...JSON.parse(body), cursor: undefined })

test.each(['application/json', COLUMNS_MEDIA_TYPE])('a list as %s is compressed for who is elsewhere, and says the same', async accept => {
  const plain = await ask({}, accept)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await ask({ 'accept-encoding': 'gzip, br' }, accept)
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) })
  expect(saidIn(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(saidIn(plain.body))
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  const gzip = await ask({ 'accept-encoding': 'gzip' }, accept)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(saidIn(gunzipSync(gzip.rawPayload).toString())).toEqual(saidIn(plain.body))
})

test('within this machine nothing is compressed, unless a proxy passed the call on', async () => {
  const here = { host: 'localhost', 'accept-encoding': 'br' }
  expect((await ask(here)).headers['content-encoding']).toBeUndefined()
  expect((await ask({ ...here, 'x-forwarded-for': '203.0.113.7' })).headers['content-encoding']).toBe('br')
})

test('a body that came compressed is refused, not unpacked', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: billsUrl(),
    headers: { host: 'razao.exemplo', authorization, 'content-type': 'application/json', 'content-encoding': 'br' },
    payload: brotliCompressSync('{"amount_cents":100}'),
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})

test('assets are served as they were compressed at the build, for ever', async () => {
  const url = '/assets/first-1a2b.js'
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(compressed.headers['content-type']).toMatch(/javascript/)
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT)
  const plain = await app.inject(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(SCRIPT)
})
