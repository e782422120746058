// Doors of this machine only: nothing that a proxy passed on goes through, whatever it says of itself; metrics open by their token alone.
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Endpoint, paramNames, pathOf } from '#contract/kit/endpoint.ts'
import { handlers } from '#server/areas/index.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const TOKEN = 'um-segredo-de-metricas'
const build = (more: object) =>
  buildHttp({ services: server.services, handlers, clientDir: undefined, version: 'v', ready: async () => true, ...more })

const DOORS = ['/dev/outbox', '/dev/outbox.json', '/dev/certificate.pfx?cnpj=11222333000181', '/metrics']

const PASSED_ON = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-original-host', 'cf-connecting-ip', 'cdn-loop'],
  ...['client-ip', 'x-client-ip', 'x-real-ip', 'true-client-ip', 'fastly-client-ip', 'wl-proxy-client-ip', 'x-cluster-client-ip'],
  ...['x-proxyuser-ip', 'x-azure-clientip', 'x-azure-socketip', 'x-appengine-user-ip', 'x-remote-addr', 'remote-addr', 'x-remote-ip'],
]

describe('the doors of this machine', () => {
  const ask = async (url: string, more: object = {}) => (await server.app.inject({ url, ...more })).statusCode

  test.each(DOORS)('%s opens to who asks here', async url => {
    expect(await ask(url)).toBe(200)
  })

  test.each(DOORS)('%s is not there for anyone passed on, elsewhere, or by another name', async url => {
    for (const name of PASSED_ON)
      expect([name, await ask(url, { headers: { host: 'localhost', [name]: '127.0.0.1' } })]).toEqual([name, 404])
    expect(await ask(url, { remoteAddress: '203.0.113.7' })).toBe(404)
    expect(await ask(url, { headers: { host: 'razao.exemplo' } })).toBe(404)
  })

  test.each(DOORS)('%s opens to a page of ours and to an address typed by hand, never to another site', async url => {
    const site = (name: string) => ask(url, { headers: { host: 'localhost:3210', 'sec-fetch-site': name } })
    expect([await site('none'), await site('same-origin')]).toEqual([200, 200])
    expect([await site('cross-site'), await site('same-site')]).toEqual([404, 404])
    const from = (origin: string) => ask(url, { headers: { host: 'localhost:3210', origin } })
    expect(await from('http://localhost:3210')).toBe(200)
    for (const origin of ['http://evil.example', 'http://localhost:9999', 'https://localhost:3210', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, 404])
  })

  test('a proxy that adds no header is known by the version it asks in', async () => {
    const app = await build({})
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const said = async (url: string, version: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${url} HTTP/${version}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
      return Number((await text(socket)).slice(9, 12))
    }
    for (const url of DOORS) expect([url, await said(url, '1.1'), await said(url, '1.0')]).toEqual([url, 200, 404])
    await app.close()
  })

  test('a trusted proxy cannot say that its caller is this machine', async () => {
    const app = await build({ proxies: ['127.0.0.1'] })
    for (const url of DOORS) expect((await app.inject({ url, headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode).toBe(404)
    await app.close()
  })
})

test('with a token of their own metrics open by it from anywhere, and by nothing else', async () => {
  const app = await build({ metricsToken: TOKEN })
  const ask = async (more: object) => (await app.inject({ url: '/metrics', ...more })).statusCode
  expect(await ask({ remoteAddress: '203.0.113.7', headers: { authorization: `Bearer ${TOKEN}`, host: 'razao.exemplo' } })).toBe(200)
  expect(await ask({})).toBe(404)
  expect(await ask({ headers: { authorization: 'Bearer outro' } })).toBe(404)
  await app.close()
})

test('pages connect to their own addresses only', async () => {
  const policyOf = async (origins: string[]) => {
    const app = await build({ services: { ...server.services, origins } })
    const policy = String((await app.inject('/health')).headers['content-security-policy'])
    await app.close()
    return /connect-src ([^;]*)/.exec(policy)?.[1]
  }
  expect(await policyOf([])).toBe("'self'")
  expect(await policyOf(['https://a.exemplo'])).toBe("'self' wss://a.exemplo")
})

test('pages run no string and no markup, and nothing of others', async () => {
  const { headers } = await server.app.inject('/health')
  const policy = String(headers['content-security-policy'])
    .split(';')
    .map(each => each.trim())
  const owed = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  expect(policy).toEqual(expect.arrayContaining([...owed, "require-trusted-types-for 'script'", 'trusted-types default']))
  // WebAssembly of our own may be compiled: it makes no script of a text.
  expect(policy.filter(each => /unsafe|\*|https?:/.test(each.replace("'wasm-unsafe-eval'", '')))).toEqual([])
  expect(headers).toMatchObject({
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  figure({ promise: 'H5', what: 'política das páginas', ours: 'só código próprio, tipos confiáveis, 0 exceções', floor: '0 exceções' })
})

test('every answer carries what keeps it from running anything, whatever was asked', async () => {
  const calls = Object.values(contract).flatMap(rows => Object.values(rows) as Endpoint[])
  const asked = [
    ...calls.map(row => ({ method: row.method, url: pathOf(row, Object.fromEntries(paramNames(row).map(name => [name, 'x']))) })),
    ...['/', '/health', '/ready', '/version.json', '/v1/docs', '/v1/openapi.json', '/nada', '/assets/nada.js', '/v1/nada', ...DOORS].map(
      url => ({ method: 'GET' as const, url }),
    ),
  ]
  const bare: string[] = []
  for (const { method, url } of asked) {
    const { headers } = await server.app.inject({ method, url, remoteAddress: `203.0.113.${bare.length % 250}` })
    const owed = [
      String(headers['content-security-policy']).includes("default-src 'none'"),
      headers['x-content-type-options'] === 'nosniff',
      headers['cross-origin-opener-policy'] === 'same-origin',
      headers['referrer-policy'] === 'no-referrer',
      String(headers['strict-transport-security']).includes('max-age=31536000'),
      !url.startsWith('/v1/') || String(headers['cache-control']).includes('no-store'),
    ]
    if (owed.includes(false)) bare.push(`${method} ${url} ${owed}`)
  }
  expect(bare).toEqual([])
  figure({ promise: 'H5', what: 'cabeçalhos de segurança', ours: `em ${asked.length} de ${asked.length} respostas`, floor: '100%' })
})
