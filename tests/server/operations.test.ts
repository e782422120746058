// What runs the product reads of it: alive, ready, which version, how busy; and what it refuses to start with.
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { handlers } from '#server/areas/index.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { standing, type Trouble } from '#server/kernel/standing.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

test('alive while it stops or its database is away, ready only when it may be asked', async () => {
  let ready = true
  const app = await buildHttp({ services: server.services, handlers, clientDir: undefined, version: 'v7', ready: async () => ready })
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject(url)
    return [statusCode, JSON.parse(body)]
  }
  expect(await ask('/health')).toEqual([200, { status: 'ok' }])
  expect(await ask('/ready')).toEqual([200, { status: 'ready' }])
  ready = false
  expect(await ask('/health')).toEqual([200, { status: 'ok' }])
  expect(await ask('/ready')).toEqual([503, { status: 'stopping' }])
  expect(await ask('/version.json')).toEqual([200, { version: 'v7' }])
  await app.close()
})

test('what is wrong beside the process is told, and only what makes it useless takes it out of the balance', async () => {
  const trouble = (id: Trouble['id'], closes: boolean): Trouble => ({ id, message: 'Algo está errado.', closes })
  const asked = async (troubles: Trouble[]) => {
    const app = await buildHttp({
      services: server.services,
      handlers,
      clientDir: undefined,
      version: 'v',
      ready: async () => true,
      standing: async () => ({ troubles, apartMs: 1500 }),
    })
    const { statusCode, body } = await app.inject('/ready')
    const metrics = (await app.inject('/metrics')).body
    await app.close()
    expect(metrics).toContain(`razao_troubles ${troubles.length}`)
    expect(metrics).toContain('razao_clock_apart_seconds 1.5')
    return [statusCode, JSON.parse(body)]
  }
  const told = (id: string) => [{ id, message: 'Algo está errado.' }]
  expect(await asked([])).toEqual([200, { status: 'ready' }])
  expect(await asked([trouble('clock_apart', false)])).toEqual([200, { status: 'ready', troubles: told('clock_apart') }])
  expect(await asked([trouble('database_away', true)])).toEqual([503, { status: 'unfit', troubles: told('database_away') }])
})

test('the clock, the room and the schema are judged by what is found', async () => {
  const db = server.services.jobsDb
  const found = async (now: () => number, filesFolder?: string) =>
    (await standing({ db, clock: { now }, filesFolder })).troubles.map(({ id }) => id)
  expect(await found(Date.now)).toEqual([])
  expect(await found(() => Date.now() - 60_000)).toEqual(['clock_apart'])
  expect(await found(Date.now, server.folder)).toEqual([])
  expect(await found(Date.now, '/proc')).toEqual(['files_full'])
  await server.sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-11-25')`
  expect(await found(Date.now)).toEqual(['schema_newer'])
  await server.sql`delete from kysely_migration where name = '9999-later'`
})

test('limits per address count the caller behind a proxy that is trusted, and nobody’s word else', async () => {
  const asked = async (proxies: string[]) => {
    const app = await buildHttp({
      services: server.services,
      handlers,
      clientDir: undefined,
      version: 'v',
      ready: async () => true,
      proxies,
    })
    const ask = (from: string) =>
      app.inject({ url: '/v1/emails/a@b.co/valid', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': from } })
    for (let n = 1; n <= 10; n += 1) await ask('200.1.1.1')
    const status = (await ask('200.1.1.2')).statusCode
    await app.close()
    return status
  }
  expect(await asked(['10.0.0.0/8'])).toBe(200)
  expect(await asked([])).toBe(429)
})

test('metrics count requests by route template, status and time, and show jobs, connections and the event loop', async () => {
  await server
    .as(b.owner)
    .ok(contract.naturalEntities.registrationData, { params: { doc: '52998224725' } })
    .catch(() => {})
  await server.as(b.owner).ok(contract.bills.list, { params: b.c })
  const { body, headers } = await server.app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = body.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^(# HELP \w+ .+|# TYPE \w+ (gauge|histogram)|\w+(\{[^{}]*\})? (-?[\d.e+-]+|NaN))$/)
  const value = (name: string) =>
    Number(
      lines
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  const labels = 'method="GET",route="/v1/companies/:c/bills",status="200"'
  expect(value(`razao_request_seconds_count{${labels}}`)).toBe(1)
  expect(value(`razao_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(1)
  expect(value(`razao_request_seconds_sum{${labels}}`)).toBeGreaterThan(0)
  expect(value('razao_database_connections{pool="requests",state="idle"}')).toBeGreaterThan(0)
  expect(value('razao_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(body).toContain('# TYPE razao_jobs gauge')
  expect(body).not.toContain('52998224725')
  expect(body).not.toContain(b.company.id)
})

test('production starts with a secret of its own only, and a local secret is its owner’s alone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'razao-env-'))
  const read = (env: Record<string, string>) => readEnvironment({ RAZAO_DIR: dir, ...env })
  expect(() => read({ NODE_ENV: 'production' })).toThrow(BadEnvironment)
  expect(() => read({ NODE_ENV: 'production', RAZAO_SECRET: 'a'.repeat(31) })).toThrow(BadEnvironment)
  expect(() => read({ NODE_ENV: 'production', RAZAO_SECRET: '' })).toThrow(BadEnvironment)
  expect(() => read({ NODE_ENV: 'production', RAZAO_SECRET: 'a'.repeat(32) })).toThrow(/previsível/)
  const channel = { SMTP_URL: 'smtps://correio.exemplo', MAIL_FROM: 'avisos@exemplo.com.br' }
  const real = read({ NODE_ENV: 'production', RAZAO_SECRET: 'Xq7vB2mK9pL4wT8zR1nC6dF3hJ5sG0aY', ...channel })
  expect([real.production, real.demo]).toEqual([true, false])
  expect(() => read({ PORT: '70000' })).toThrow(BadEnvironment)
  expect(() => read({ PUBLIC_URL: 'razao' })).toThrow(BadEnvironment)
  expect(() => read({ RAZAO_ORIGINS: 'https://a.exemplo, b' })).toThrow(/RAZAO_ORIGINS/)
  expect(read({ PUBLIC_URL: 'https://a.exemplo/x', RAZAO_ORIGINS: 'https://b.exemplo' }).origins).toEqual([
    'https://a.exemplo',
    'https://b.exemplo',
  ])
  expect(read({}).demo).toBe(true)
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600)
  expect(read({}).secret).toEqual(read({}).secret)
})
