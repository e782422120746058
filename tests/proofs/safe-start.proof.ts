// J6: production refuses to start with what would leave a door open, each case in words, before anything is touched.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '#server/areas/index.ts'
import { readEnvironment } from '#server/env.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { productArgs } from '#tests/kit/programs.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const SECRET = 'Xq7vB2mK9pL4wT8zR1nC6dF3hJ5sG0aY'
const SAFE = {
  NODE_ENV: 'production',
  RAZAO_SECRET: SECRET,
  SMTP_URL: 'smtps://correio.exemplo',
  MAIL_FROM: 'avisos@exemplo.com.br',
  PUBLIC_URL: 'https://contas.exemplo.com.br',
  RAZAO_ORIGINS: 'https://outra.exemplo.com.br',
  TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
  RAZAO_BACKUP_KEY: 'wZ4tY7uI1oP9aS3dF6gH2jK8lQ5eR0cV',
  RAZAO_METRICS_TOKEN: 'mN3bV6cX9zL2kJ5hG8fD',
}

/** What differs from a safe start, and the sentence that says so. */
const UNSAFE: readonly (readonly [what: string, env: Record<string, string | undefined>, words: RegExp])[] = [
  ['no secret', { RAZAO_SECRET: undefined }, /RAZAO_SECRET/],
  ['an empty secret', { RAZAO_SECRET: '' }, /RAZAO_SECRET/],
  ['a short secret', { RAZAO_SECRET: SECRET.slice(1) }, /ao menos 32/],
  ['a letter repeated', { RAZAO_SECRET: 'a'.repeat(64) }, /RAZAO_SECRET é previsível/],
  ['a word repeated', { RAZAO_SECRET: 'segredo'.repeat(6) }, /RAZAO_SECRET é previsível/],
  ['codes into the local outbox', { SMTP_URL: undefined, MAIL_FROM: undefined }, /ninguém recebe o código/],
  ['codes by SMS in the clear', { SMS_URL: 'http://sms.exemplo', SMS_TOKEN: 'x' }, /SMS_URL/],
  ['the demo with its public password', { RAZAO_DEMO: 'on' }, /RAZAO_DEMO/],
  ['webhooks into the own network', { RAZAO_WEBHOOKS: 'inside' }, /RAZAO_WEBHOOKS/],
  ['banks of Pix in the own network', { RAZAO_PIX: 'inside' }, /RAZAO_PIX/],
  ['any certificate believed', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED/],
  ['an address in the clear', { PUBLIC_URL: 'http://contas.exemplo.com.br' }, /PUBLIC_URL/],
  ['another address in the clear', { RAZAO_ORIGINS: 'https://a.exemplo,http://b.exemplo' }, /RAZAO_ORIGINS/],
  ['everybody a proxy', { TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' }, /TRUST_PROXY/],
  ['everybody a proxy, of the newer addresses', { TRUST_PROXY: '::/0' }, /TRUST_PROXY/],
  ['a short key of copies', { RAZAO_BACKUP_KEY: 'copias' }, /RAZAO_BACKUP_KEY/],
  ['a guessed token of metrics', { RAZAO_METRICS_TOKEN: '1212121212121212' }, /RAZAO_METRICS_TOKEN/],
  ['one secret for everything', { RAZAO_BACKUP_KEY: SECRET }, /diferentes/],
  ['cards by a test key', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /chave de teste/],
  ['a bank in the clear', { STARK_URL: 'http://banco.exemplo' }, /STARK_URL/],
  ['production misspelt', { NODE_ENV: 'Production' }, /NODE_ENV/],
]

const sentenceOf = (env: NodeJS.ProcessEnv): string | undefined => {
  try {
    readEnvironment(env)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

/** As an operator starts it. */
async function started(dir: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, await productArgs('serve'), {
    env: { PATH: process.env.PATH, RAZAO_DIR: dir, PORT: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
  return new Promise(done => child.on('exit', code => done({ code, said })))
}

test('J6: an unsafe start in production is refused in words, and makes nothing', { timeout: 600_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'razao-inicio-'))
  expect(sentenceOf({ RAZAO_DIR: dir, ...SAFE })).toBeUndefined()
  for (const [what, env, words] of UNSAFE) expect(sentenceOf({ RAZAO_DIR: dir, ...SAFE, ...env }), what).toMatch(words)
  const tried = UNSAFE.slice(0, times(1, UNSAFE.length))
  for (const [what, env, words] of tried) {
    const { code, said } = await started(dir, { ...SAFE, ...env })
    expect([what, code]).toEqual([what, 1])
    expect(said.trim(), what).toMatch(words)
    expect(said, what).not.toMatch(/\n {4}at |Xq7vB2/)
  }
  expect(readdirSync(dir)).toEqual([])

  // The pages of the local environment are not there, whoever asks.
  const services = { ...server.services, local: false }
  const app = await buildHttp({ services, handlers, clientDir: undefined, version: 'v', ready: async () => true })
  const pages = ['/dev/outbox', '/dev/outbox.json', '/dev/certificate.pfx?cnpj=11222333000181', '/dev/bank/faults', '/dev/confirmation/end']
  for (const url of pages)
    for (const method of ['GET', 'POST'] as const)
      expect([url, (await app.inject({ method, url, headers: { host: 'localhost' } })).statusCode]).toEqual([url, 404])
  await app.close()
  figure({
    promise: 'J6',
    what: 'inícios inseguros em produção',
    ours: `${UNSAFE.length + 1} de ${UNSAFE.length + 1} recusados (${tried.length} por um processo de verdade), ${pages.length} páginas locais fechadas`,
    floor: '100 % de 15',
  })
})
