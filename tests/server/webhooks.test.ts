// Webhooks over the real server and receivers that fail when told: signed, tried again under the same id, replayed, turned off when deaf.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Webhook as WebhookRow } from '#contract/webhooks.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { isPublicAddress, NoAnswer, outbound } from '#server/adapters/outbound.ts'
import { resumeWebhooks } from '#server/areas/platform/webhooks/tell.ts'
import { readEnvironment } from '#server/env.ts'
import { openOutside } from '#server/outside.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { webhooks, bills } = contract
const DAY = 24 * 3_600_000

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

const listen = (on: Server) => new Promise<void>(done => on.listen(0, '127.0.0.1', done))

let server: TestServer
let receiver: Server
let received: Received[] = []
/** What the receiver answers. */
let answer = 200
let retryAfter: string | undefined
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`

beforeAll(async () => {
  server = await testServer()
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const asked = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      response.writeHead(answer, answer === 302 ? { location: '/outro' } : asked).end('resposta do sistema')
    })
  })
  await listen(receiver)
})
beforeEach(() => {
  received = []
  answer = 200
  retryAfter = undefined
})
afterAll(async () => {
  receiver?.close()
  await server?.close()
})

interface Listening extends Books {
  hook: WebhookRow & { secret: string }
  deliveries(): Promise<{ id: string; event: string; status: string; tries: { answered: number | null; detail: string }[] }[]>
  params: { params: Record<string, string> }
}

async function listening(events: WebhookEvent[], at = url()): Promise<Listening> {
  const b = await books(server)
  const hook = await server.as(b.owner).ok(webhooks.create, { params: b.c, body: { url: at, events, description: 'Loja' } })
  const params = { params: { ...b.c, id: hook.id } }
  return { ...b, hook, params, deliveries: () => server.as(b.owner).ok(webhooks.deliveries, params) }
}

/** What the receiver heard, checked with the published library. */
const heard = (secret: string) =>
  received.map(({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>)) as {
    type: string
    data: { ids: string[]; company_id: string; batch_id: string }
  }[]

/** The library refuses what is five minutes old: the server's clock is the test's. */
let realNow: () => number
beforeEach(() => {
  realNow = Date.now
  Date.now = () => server.clock.now()
})
afterEach(() => {
  Date.now = realNow
})

describe('what is told', () => {
  test('a write tells what happened to which records, signed, and nothing of what is in them', async () => {
    const b = await listening(['bill.created', 'bill.paid', 'contact.created'])
    const bill = await b.bill({ amount_cents: 1234, additional_information: 'Aluguel secreto' })
    server.clock.advance(1000)
    await server.as(b.owner).ok(bills.move, { params: b.c, body: { ids: [bill.id], status: 'PAID' } })
    expect(heard(b.hook.secret)).toEqual([
      {
        type: 'bill.created',
        timestamp: expect.any(String),
        data: { company_id: b.company.id, batch_id: expect.any(String), ids: [bill.id] },
      },
      {
        type: 'bill.paid',
        timestamp: expect.any(String),
        data: { company_id: b.company.id, batch_id: expect.any(String), ids: [bill.id] },
      },
    ])
    expect(JSON.stringify(received)).not.toContain('secreto')
    expect((await b.deliveries()).map(each => [each.event, each.status])).toEqual([
      ['bill.paid', 'DELIVERED'],
      ['bill.created', 'DELIVERED'],
    ])
    const [row] = await server.as(b.owner).ok(webhooks.list, { params: b.c })
    expect(row).toMatchObject({ delivered_count: 2, failed_count: 0, waiting_count: 0, enabled: true })
    expect(row).not.toHaveProperty('secret')
  })

  test('an event nobody chose, and another company, are silent', async () => {
    const b = await listening(['bill.paid'])
    await b.bill({})
    const other = await books(server)
    await other.bill({})
    expect(received).toEqual([])
    expect(await b.deliveries()).toEqual([])
  })

  test('one batch of many records is one message, with their ids', async () => {
    const b = await listening(['bill.paid', 'bill.deleted'])
    const ids = [(await b.bill({})).id, (await b.bill({})).id].sort()
    const body = { ids, status: 'PAID' }
    await server.as(b.owner).ok(bills.move, { params: b.c, body })
    expect(heard(b.hook.secret).map(each => [each.type, each.data.ids])).toEqual([['bill.paid', ids]])
  })
})

describe('an address that does not take it', () => {
  test('is tried again under the same id until it does, every try on record', async () => {
    const b = await listening(['bill.created'])
    answer = 500
    await b.bill({})
    answer = 302
    await server.pass(6_000)
    answer = 200
    await server.pass(5 * 60_000)
    const [delivery] = await b.deliveries()
    expect(delivery?.status).toBe('DELIVERED')
    expect(delivery?.tries.map(each => each.answered)).toEqual([200, 302, 500])
    expect(delivery?.tries[2]?.detail).toBe('resposta do sistema')
    expect(new Set(received.map(each => each.headers['webhook-id']))).toEqual(new Set([delivery?.id]))
  })

  test('is left alone for as long as it asks', async () => {
    const b = await listening(['bill.created'])
    answer = 429
    retryAfter = '3600'
    await b.bill({})
    answer = 200
    await server.pass(3_590_000)
    expect(received).toHaveLength(1)
    await server.pass(20_000)
    expect((await b.deliveries()).map(each => each.status)).toEqual(['DELIVERED'])
  })

  test('is turned off after three days of nothing, its people are told, and it can be turned on and replayed', async () => {
    const b = await listening(['bill.created'])
    answer = 503
    await b.bill({})
    for (let at = 0; at < 10; at++) {
      server.clock.advance(DAY)
      await server.pass(1000)
    }
    expect(received).toHaveLength(10)
    const [off] = await server.as(b.owner).ok(webhooks.list, { params: b.c })
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'Nenhum aviso foi aceito por três dias: resposta 503.', failed_count: 1 })
    const news = await server.as(b.owner).ok(contract.notifications.list)
    expect(news.map(each => each.title)).toContain('Um webhook foi desligado')
    // Off, it hears nothing and sends nothing.
    await b.bill({})
    expect((await server.as(b.owner).refused(webhooks.test, b.params)).message).toBe(
      'Este webhook está desligado: ligue-o antes de enviar.',
    )
    expect((await server.as(b.owner).refused(webhooks.replay, { ...b.params, body: {} })).id).toBe('conflict.invalid_transition')
    const on = await server.as(b.owner).ok(webhooks.update, { ...b.params, body: { enabled: true } })
    expect(on).toMatchObject({ enabled: true, disabled_reason: null })
    answer = 204
    expect(await server.as(b.owner).ok(webhooks.replay, { ...b.params, body: {} })).toEqual({ count: 1 })
    expect((await b.deliveries()).map(each => each.status)).toEqual(['DELIVERED'])
  })

  test('is sent late when its job was lost', async () => {
    const b = await listening(['bill.created'])
    answer = 500
    await b.bill({})
    await server.sql`delete from webhook_tries where company_id = ${b.company.id}`
    await server.sql`update webhook_deliveries set tries = 8 where company_id = ${b.company.id}`
    answer = 200
    server.clock.advance(6000)
    await resumeWebhooks(server.services)
    await server.drain()
    expect((await b.deliveries()).map(each => each.status)).toEqual(['DELIVERED'])
  })

  test('left in the hands of a process that died, is taken up once its time is over', async () => {
    const b = await listening(['bill.created'])
    answer = 500
    await b.bill({})
    const lease = new Date(server.clock.now() + 25_000)
    await server.sql('update webhook_deliveries set leased_until = $1 where company_id = $2', [lease, b.company.id])
    answer = 200
    await server.pass(6_000)
    expect(received).toHaveLength(1)
    await server.pass(25_000)
    expect((await b.deliveries()).map(each => each.status)).toEqual(['DELIVERED'])
  })

  test('that says it is gone is turned off at once', async () => {
    const b = await listening(['bill.created'])
    answer = 410
    await b.bill({})
    const [off] = await server.as(b.owner).ok(webhooks.list, { params: b.c })
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'O endereço respondeu que não existe mais (410).' })
  })

  test('that is not there says so in words', async () => {
    const b = await listening(['bill.created'], 'http://127.0.0.1:1/')
    await b.bill({})
    const [delivery] = await b.deliveries()
    expect(delivery).toMatchObject({ status: 'WAITING', tries: [{ answered: null, detail: 'A conexão foi recusada' }] })
  })
})

describe('the address and its secret', () => {
  test('a new secret signs beside the old one for a day, and alone after it', async () => {
    const b = await listening(['bill.created'])
    server.clock.advance(1000)
    const { secret } = await server.as(b.owner).ok(webhooks.rotate, b.params)
    await server.as(b.owner).ok(webhooks.test, b.params)
    expect(heard(secret)).toMatchObject([{ type: 'webhook.test' }])
    expect(heard(b.hook.secret)).toHaveLength(1)
    received = []
    server.clock.advance(DAY + 1000)
    await server.as(b.owner).ok(webhooks.test, b.params)
    expect(heard(secret)).toHaveLength(1)
    expect(() => heard(b.hook.secret)).toThrow()
    const [row] = await server.sql`select sealed from webhook_secrets limit 1`
    expect(Buffer.from(row?.sealed as Uint8Array).toString()).not.toContain('whsec_')
  })

  test('under another key of the server nothing is sent unsigned, and the log says what to do', async () => {
    const b = await listening(['bill.created'])
    await server.sql`update webhook_secrets set sealed = sealed || 'x'::bytea`
    await b.bill({})
    const [delivery] = await b.deliveries()
    expect(received).toEqual([])
    expect(delivery).toMatchObject({ status: 'WAITING', tries: [{ answered: null, detail: expect.stringContaining('gere outro') }] })
  })

  test('is created, changed and deleted by who may, and undone as any record', async () => {
    const b = await listening(['bill.created'])
    const reader = await server.aMember(b.company, 'READER')
    expect((await server.as(reader).refused(webhooks.update, { ...b.params, body: { enabled: false } })).id).toBe('permission.denied')
    const stale = { ...b.params, body: { enabled: false, version: 99 } }
    expect((await server.as(b.owner).refused(webhooks.update, stale)).id).toBe('conflict.stale_version')
    await server.as(b.owner).ok(webhooks.delete, b.params)
    await b.bill({})
    expect(received).toEqual([])
    const [batch] = (await server.as(b.owner).ok(contract.batches.list, { params: b.c })).filter(each => /excluído$/.test(each.label))
    await server.as(b.owner).ok(contract.batches.undo, { params: { ...b.c, id: batch?.id ?? '' } })
    await b.bill({})
    expect(received).toHaveLength(1)
    expect((await server.as(b.owner).refused(webhooks.deliveries, { params: { ...b.c, id: b.company.id } })).id).toBe('resource.not_found')
  })

  test.each([
    ['ftp://exemplo.com.br', 'Informe um endereço que começa por https://'],
    ['http://usuario:senha@exemplo.com.br', 'O endereço não leva usuário nem senha: a assinatura já diz quem avisa'],
  ])('%s is refused', async (address, message) => {
    const b = await books(server)
    const refused = await server.as(b.owner).refused(webhooks.create, { params: b.c, body: { url: address, events: ['bill.paid'] } })
    expect(refused.details).toMatchObject([{ field: 'url', message }])
  })

  test('ten are enough for a company', async () => {
    const b = await books(server)
    const make = () => ({ params: b.c, body: { url: url(), events: ['bill.paid'] } })
    for (let at = 0; at < 10; at++) await server.as(b.owner).ok(webhooks.create, make())
    expect((await server.as(b.owner).refused(webhooks.create, make())).details).toMatchObject([{ field: 'url' }])
  })
})

describe('calls to addresses that people typed', () => {
  const INSIDE = 'Este endereço leva a uma rede interna'
  test('only the public internet is public', () => {
    for (const address of ['8.8.8.8', '2001:4860:4860::8888']) expect(isPublicAddress(address), address).toBe(true)
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '::1',
      '::',
    ]
    for (const address of [...inside, 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'nada'])
      expect(isPublicAddress(address), address).toBe(false)
  })

  test('an address of the inside is refused by its text, however it is written', () => {
    const { refusalOf } = outbound()
    for (const text of ['https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/', 'https://2130706433/', 'https://[::ffff:10.0.0.1]/'])
      expect(refusalOf(text), text).toBe(INSIDE)
    expect(refusalOf('http://exemplo.com.br/')).toBe('O endereço precisa começar por https://')
    expect(refusalOf('https://exemplo.com.br/')).toBeUndefined()
  })

  test('a name is judged by what it leads to at the connection, and a mixed answer is refused whole', async () => {
    const leadsTo = (...addresses: string[]) =>
      outbound({
        lookup: ((_: string, __: object, done: (error: null, found: object[]) => void) =>
          done(
            null,
            addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
          )) as never,
      })
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']])
      await expect(leadsTo(...addresses).post('https://exemplo.com.br/', {}, '')).rejects.toThrow(INSIDE)
    await expect(outbound().post('https://127.0.0.1/', {}, '')).rejects.toBeInstanceOf(NoAnswer)
  })

  test('RAZAO_WEBHOOKS=inside opens the inside to webhooks and to nothing else, RAZAO_PIX=inside to banks of Pix', async () => {
    const { jobsDb: db, clock, queue } = server.services
    const env = readEnvironment({
      RAZAO_DIR: server.folder,
      RAZAO_SECRET: 'uma frase longa que ninguém adivinha',
      RAZAO_WEBHOOKS: 'inside',
    })
    const open = (more: object) => openOutside({ env: { ...env, ...more }, db, clock, queue, say: () => {} })
    const { outbound: calls, pixApi } = await open({})
    expect(calls.webhooks.refusalOf('http://127.0.0.1/')).toBeUndefined()
    expect(calls.pix.refusalOf('https://127.0.0.1/')).toBe(INSIDE)
    expect((await open({ pixInside: true })).outbound.pix.refusalOf('https://127.0.0.1/')).toBeUndefined()
    const url = 'https://127.0.0.1:1'
    const access = { base_url: url, token_url: url, client_id: 'a', client_secret: 'b', private_key: '', certificate: '' }
    await expect(pixApi(access).webhook('chave')).rejects.toThrow('none to call')
  })

  test('one that never answers is let go', async () => {
    const silent = createServer(() => {})
    await listen(silent)
    try {
      const { port } = silent.address() as AddressInfo
      await expect(outbound({ inside: true, timeoutMs: 50 }).post(`http://127.0.0.1:${port}/`, {}, '')).rejects.toThrow(
        'Sem resposta a tempo',
      )
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })
})

test('signatures are those of the published vector', () => {
  const signature = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').sign(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  )
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
