// Every limit (src/SPEC.md, Limits) at its last accepted and first refused value: sizes, lists, rates, look-ups, codes, sessions.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { columnarReply } from '#server/kernel/columnar.ts'
import { Buckets, Limits, type RateClass, RULES, rateOf } from '#server/kernel/rate.ts'
import { ACCESS_TOKEN_SECONDS, signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { DEVICE, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { TEST_NOW, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { atPort } from '#tests/proofs/kit/at-port.ts'

const KILOBYTE = 1024
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PASSWORD = 'cavalo correto bateria'

/** With the limits of production. */
let server: TestServer
let b: Books
let days = 0
beforeAll(async () => {
  server = await testServer({ local: false })
  b = await books(server)
})
afterAll(() => server?.close())
// Each test stands on days of its own.
beforeEach(() => server.clock.set(TEST_NOW + 2 * days++ * DAY))

const bearer = async (user: TestUser) => ({
  authorization: `Bearer ${await signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, server.clock.now())}`,
})
const idOf = (answer: { body: string }) => (JSON.parse(answer.body) as { id: string }).id

test('the calls of a minute that ask for a secret or for money are one share over two processes', async () => {
  const row = Object.values(contract)
    .flatMap(rows => Object.values(rows) as Endpoint[])
    .find(each => each.spec.rate === 'sign_in')
  if (!row) throw new Error('no row of sign-in')
  const processes = [new Limits(false), new Limits(false)]
  const asked = (n: number, now: number) => processes[n % 2]?.takeShared(server.services.db, row, '200.1.1.1', now)
  const now = server.clock.now()
  for (let n = 0; n < RULES.sign_in.burst; n += 1) await asked(n, now)
  await expect(asked(0, now)).rejects.toMatchObject({ id: 'rate.limited' })
  await expect(asked(1, now)).rejects.toMatchObject({ id: 'rate.limited' })
  await asked(1, now + 3000)
  const stored = await server.sql<{ key: string }>`select key from look_up_buckets where key like 'sign_in:%'`
  expect(stored.filter(({ key }) => key.includes('200.1.1.1'))).toEqual([])
})

describe('a request', () => {
  /** A body of exactly so many bytes that the row would take but for its length. */
  const padded = (fields: string, bytes: number) => `{${fields}${' '.repeat(bytes - fields.length - 2)}}`
  const post = async (method: 'POST' | 'PATCH', path: string, payload: string) =>
    server.app.inject({
      method,
      url: `/v1/companies/${b.company.id}/${path}`,
      headers: { ...(await bearer(b.owner)), 'content-type': 'application/json' },
      payload,
    })

  test('has a body of 256 KB, of one record', async () => {
    const fields = '"amount_cents":1,"due_date":"2026-03-20"'
    for (const bytes of [256 * KILOBYTE - 1, 256 * KILOBYTE])
      expect((await post('POST', 'bills', padded(fields, bytes))).statusCode).toBe(201)
    const refused = await post('POST', 'bills', padded(fields, 256 * KILOBYTE + 1))
    expect([refused.statusCode, idOf(refused)]).toEqual([413, 'request.too_large'])
    expect(refused.body).toContain('256 KB')
  })

  test('has a body of 2 MB, of many records', async () => {
    const bill = await b.bill()
    const fields = `"ids":["${bill.id}"],"status":"APPROVED"`
    for (const bytes of [2048 * KILOBYTE - 1, 2048 * KILOBYTE])
      expect((await post('PATCH', 'bills/move', padded(fields, bytes))).statusCode).toBe(200)
    const refused = await post('PATCH', 'bills/move', padded(fields, 2048 * KILOBYTE + 1))
    expect([refused.statusCode, idOf(refused)]).toEqual([413, 'request.too_large'])
    expect(refused.body).toContain('2 MB')
  })

  test('has an address of 8 KB', async () => {
    const headers = await bearer(b.owner)
    const start = `/v1/companies/${b.company.id}/bills?x=`
    const ask = (bytes: number) => server.app.inject({ url: start.padEnd(bytes, 'a'), headers })
    for (const bytes of [8 * KILOBYTE - 1, 8 * KILOBYTE]) expect((await ask(bytes)).statusCode).toBe(422)
    const refused = await ask(8 * KILOBYTE + 1)
    expect([refused.statusCode, idOf(refused)]).toEqual([413, 'request.too_large'])
  })

  test('has headers of 16 KB, and far beyond them is told so too', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    /** Sends header names and values of so many bytes in all, and gives what came back. */
    const ask = (bytes: number) =>
      new Promise<string>((done, failed) => {
        const fixed = 'HostaConnectionclosex-pad'.length
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx-pad: ${'a'.repeat(bytes - fixed)}\r\n\r\n`),
        )
        let said = ''
        socket.on('data', chunk => {
          said += String(chunk)
        })
        socket.on('error', failed).on('close', () => done(said))
      })
    for (const bytes of [16 * KILOBYTE - 1, 16 * KILOBYTE]) expect(await ask(bytes)).toMatch(/^HTTP\/1\.1 200/)
    for (const bytes of [16 * KILOBYTE + 1, 40 * KILOBYTE]) {
      const said = await ask(bytes)
      expect(said).toMatch(/^HTTP\/1\.1 413/)
      expect(said).toContain('"id":"request.too_large"')
    }
  })

  test.each([
    ['headers', 'GET /health HTTP/1.1\r\nX-A: '],
    ['a body', 'POST /v1/authenticate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'],
    ['a body nobody asked for', 'POST /v1/nada HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'],
  ])('has %s in time, and is told so when it is cut', async (_, begin) => {
    const port = await atPort(server, { pace: { headersMs: 300, bodyMs: 600, uploadMs: 900 } })
    try {
      const socket = connect(Number(new URL(port.origin).port), '127.0.0.1')
      socket.write(begin)
      const said = await text(socket)
      expect(said).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(JSON.parse(said.slice(said.indexOf('{')))).toMatchObject({
        id: 'request.timeout',
        message: 'O envio demorou demais e foi interrompido. Tente de novo.',
      })
    } finally {
      await port.close()
    }
  })

  test('has a body twenty levels deep', async () => {
    const deep = (levels: number) => `{"theme":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const ask = async (levels: number) =>
      server.app.inject({
        method: 'PATCH',
        url: '/v1/preferences',
        headers: { ...(await bearer(b.owner)), 'content-type': 'application/json' },
        payload: deep(levels),
      })
    expect([(await ask(19)).statusCode, (await ask(20)).statusCode]).toEqual([200, 200])
    for (const levels of [21, 100_000]) {
      const refused = await ask(levels)
      expect([refused.statusCode, idOf(refused)]).toEqual([400, 'request.malformed'])
    }
  })
})

describe('a list asked whole', () => {
  test('has 100,000 records', async () => {
    const user = await server.aUser()
    const fill = (from: number, to: number) =>
      server.sql`insert into tutorials (id, user_id, type) select gen_random_uuid(), ${user.id}, n from generate_series(${from}::int, ${to}::int) n`
    await fill(1, 99_999)
    expect(await server.as(user).ok(contract.tutorials.list)).toHaveLength(99_999)
    await fill(100_000, 100_000)
    expect(await server.as(user).ok(contract.tutorials.list)).toHaveLength(100_000)
    await fill(100_001, 100_001)
    expect(await server.as(user).refused(contract.tutorials.list)).toMatchObject({ id: 'validation.failed', status: 422 })
  })

  test('has 100,000 bills at most', async () => {
    const own = await books(server)
    await server.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date)
      select ${own.company.id}, gen_random_uuid(), 'BILL', 'PENDING', 1, '2026-03-20', '2026-03-20', '2026-03-20' from generate_series(1, 100001)`
    await server.sql`analyze entries`
    expect(await server.as(own.owner).refused(contract.bills.list, { params: own.c })).toMatchObject({
      id: 'validation.failed',
      details: [{ field: 'start_date' }],
    })
  })

  test.each([contract.bills.list, contract.receivables.list, contract.entries.list] as Endpoint[])('in pages of $id has 200', async row => {
    const own = await books(server)
    const kind = row.id.startsWith('receivables') ? 'RECEIVABLE' : 'BILL'
    await server.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date)
      select ${own.company.id}, gen_random_uuid(), ${kind}, 'PENDING', 1, '2026-03-20', '2026-03-20', '2026-03-20' from generate_series(1, 450)`
    const ask = (query: Record<string, unknown>) => server.as(own.owner).call(row, { params: own.c, query })
    expect((await ask({ limit: 199 })).data).toHaveLength(199)
    const page = await ask({ limit: 200 })
    expect(page.data).toHaveLength(200)
    expect((await ask({ cursor: page.headers['x-next-cursor'] })).data).toHaveLength(200)
    expect((await ask({ limit: 201 })).data).toMatchObject({ id: 'validation.failed', details: [{ field: 'limit' }] })
    expect((await ask({})).data).toHaveLength(450)
  })

  test('has 1,000,000 rows in columns', async () => {
    const ask = (count: number) =>
      server.inCompany([], db => columnarReply(db, { n: 'count' }, sql`select n from generate_series(1, ${count}::int) n`, true))
    for (const count of [999_999, 1_000_000]) expect(String((await ask(count)).body)).toContain(`"count" : ${count},`)
    await expect(ask(1_000_001)).rejects.toMatchObject({ id: 'validation.failed' })
  })
})

describe('the rate', () => {
  const expected: Record<RateClass, [burst: number, per_hour: number]> = {
    read: [3000, 180_000],
    write: [1200, 72_000],
    bulk: [120, 7200],
    money: [30, 1800],
    upload: [600, 600],
    export: [240, 240],
    lookup: [60, 3600],
    anonymous: [10, 600],
    sign_in: [20, 1200],
    sign_in_local: [400, 24_000],
  }
  test.each(Object.entries(expected) as [RateClass, [number, number]][])('of %s is %j', (rate, [burst, perHour]) => {
    const buckets = new Buckets()
    const take = (now: number) => buckets.take('me', RULES[rate], now)
    for (let n = 1; n <= burst; n += 1) expect(take(0)).toBeUndefined()
    const wait = take(0) ?? 0
    expect(wait).toBe(Math.ceil(3600 / perHour))
    expect(buckets.take('another', RULES[rate], 0)).toBeUndefined()
    expect(take(HOUR / perHour - 1)).toBeDefined()
    expect(take(HOUR / perHour + 1)).toBeUndefined()
    expect(take(HOUR / perHour + 1)).toBeDefined()
  })

  test.each([
    [contract.bills.list, 'read'],
    [contract.bills.create, 'write'],
    [contract.bills.move, 'bulk'],
    [contract.pix.send, 'money'],
    [contract.boleto.pay, 'money'],
    [contract.bankStatements.upload, 'upload'],
    [contract.exports.bills, 'export'],
    [contract.auth.validPhone, 'anonymous'],
    [contract.auth.authenticate, 'sign_in'],
  ] as [Endpoint, RateClass][])('of $id is that of its class', (row, rate) => {
    expect(rateOf(row, false)).toBe(rate)
  })

  test('is counted for each person, and its refusal says when to come back', () => {
    const limits = new Limits(false)
    for (let n = 1; n <= 30; n += 1) limits.take(contract.pix.send, 'ana', 0)
    limits.take(contract.pix.send, 'bia', 0)
    expect(() => limits.take(contract.pix.send, 'ana', 0)).toThrow('Tente em 2 s.')
  })

  test('of payments is 300 an hour in a company', async () => {
    const own = await moneyBooks(server, await books(server))
    const pay = (amount_cents: number) => own.at({ payments: [{ pix_key: OTHER_KEY, amount_cents }] })
    const order = await own.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 1 }] })
    await server.sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'end_to_end_id', null, 'amount_cents', 10 + n, 'status', 'REJECTED', 'sent_at', p.sent_at))).*
      from payments p, generate_series(1, 298) n where p.payment_order_id = ${order.id}`
    expect((await server.as(own.owner).call(contract.paymentOrders.create, pay(1000), DEVICE)).status).toBe(201)
    server.clock.advance(MINUTE)
    const refused = await server.as(own.owner).refused(contract.paymentOrders.create, pay(2000), DEVICE)
    expect(refused).toMatchObject({ id: 'rate.limited', retry_after: 3600 })
  })
})

describe('look-ups', () => {
  test('of documents cost 1 for a hit and 20 for a miss, of 100, and 2 come back a minute', async () => {
    const hit = { params: { doc: cnpjNumber(1) } }
    const miss = { params: { doc: '11111111111111' } }
    const ask = (user: TestUser, input: typeof hit) => server.as(user).call(contract.companies.valid, input)
    const patient = await server.aUser()
    for (let n = 1; n <= 100; n += 1) expect((await ask(patient, hit)).status, String(n)).toBe(200)
    expect(await server.as(patient).refused(contract.companies.valid, hit)).toMatchObject({ id: 'rate.limited', retry_after: 30 })
    server.clock.advance(29_000)
    expect((await ask(patient, hit)).status).toBe(429)
    server.clock.advance(1000)
    expect([(await ask(patient, hit)).status, (await ask(patient, hit)).status]).toEqual([200, 429])

    const thief = await server.aUser()
    for (let n = 1; n <= 5; n += 1) expect((await ask(thief, miss)).status, String(n)).toBe(200)
    expect((await ask(thief, hit)).status).toBe(429)
    // A guess at the last drop costs a whole miss: ten minutes.
    server.clock.advance(30_000)
    expect((await ask(thief, miss)).status).toBe(200)
    server.clock.advance(9 * MINUTE + 29_000)
    expect((await ask(thief, hit)).status).toBe(429)
    server.clock.advance(31_000)
    expect((await ask(thief, hit)).status).toBe(200)
  })

  test('asked all at once find no more than one after the other', async () => {
    const thief = await server.aUser()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => server.as(thief).call(contract.companies.valid, { params: { doc: '11111111111111' } })),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
  })

  test('of registration data cost 1 and 2, of 300, and 30 come back a minute', async () => {
    const known = cnpjNumber(700_001)
    const facts = { ...(await server.services.registry.legal(known)) }
    const user = await server.aUser()
    const ask = (doc: string) => server.as(user).call(contract.legalEntities.registrationData, { params: { doc } })
    expect(facts).toEqual({})
    for (let n = 1; n <= 150; n += 1) expect((await ask(known)).status, String(n)).toBe(404)
    expect(await server.as(user).refused(contract.naturalEntities.registrationData, { params: { doc: cpfNumber(5) } })).toMatchObject({
      id: 'rate.limited',
      retry_after: 2,
    })
    server.clock.advance(2000)
    expect((await ask(known)).status).toBe(404)
    expect((await ask(known)).status).toBe(429)
  })

  test('without a session are ten a minute for an address', async () => {
    const ask = (remoteAddress: string) => server.app.inject({ url: '/v1/emails/ana@exemplo.com.br/valid', remoteAddress })
    for (let n = 1; n <= 10; n += 1) expect((await ask('10.0.0.1')).statusCode).toBe(200)
    const refused = await ask('10.0.0.1')
    expect([refused.statusCode, idOf(refused), refused.headers['retry-after']]).toEqual([429, 'rate.limited', '6'])
    expect((await ask('10.0.0.2')).statusCode).toBe(200)
  })
})

describe('codes', () => {
  const passwordHash = hashPassword(PASSWORD)
  const windowOf = (ms: number) => Math.floor(server.clock.now() / ms)
  const counts = (key: string, failures: number) =>
    server.sql`insert into sign_in_failures (key, failures) values (${key}, ${failures}) on conflict (key) do update set failures = ${failures}`
  const signIn = async (user: TestUser) =>
    (await server.call(undefined, contract.auth.authenticate, { body: { document_number: user.document_number, password: PASSWORD } }))
      .status
  const countedAs = async (pattern: string) =>
    (await server.sql<{ key: string; failures: number }>`select key, failures from sign_in_failures where key like ${pattern}`)[0]

  test('go out ten a day to a phone, thirty an hour to an address, and a fixed number a day to all, with an alarm', async () => {
    const person = async () => server.aUser('SOLO_USER', { password_hash: await passwordHash })
    const ana = await person()
    expect(await signIn(ana)).toBe(200)
    const phone = await countedAs('send:to:%')
    expect(phone?.failures).toBe(1)
    for (const [sent, status] of [
      [9, 200],
      [10, 429],
    ] as const) {
      await counts(phone?.key ?? '', sent)
      server.clock.advance(2 * MINUTE)
      expect([sent, await signIn(ana)]).toEqual([sent, status])
    }
    for (const [sent, status] of [
      [29, 200],
      [30, 429],
    ] as const) {
      await counts(`send:ip:127.0.0.1:${windowOf(HOUR)}`, sent)
      expect([sent, await signIn(await person())]).toEqual([sent, status])
    }
  })

  test('go to Brazilian phones only', async () => {
    for (const [phone_number, status] of [
      ['+5511977771234', 200],
      ['+12025550123', 422],
    ] as const) {
      const body = { phone_number, email: 'ana@exemplo.com.br', kind: 'SOLO_USER' }
      expect([phone_number, (await server.call(undefined, contract.auth.register, { body })).status]).toEqual([phone_number, status])
    }
  })
})

test('five registrations an hour leave an address, not one more', async () => {
  const register = (n: number) =>
    server.call(undefined, contract.auth.register, {
      body: { phone_number: `+55119666${10_000 + n}`, email: `r${n}@exemplo.com.br`, kind: 'SOLO_USER' },
    })
  for (let n = 1; n <= 5; n += 1) expect((await register(n)).status).toBe(200)
  expect((await register(6)).data).toMatchObject({ id: 'rate.limited' })
  server.clock.advance(HOUR)
  expect((await register(7)).status).toBe(200)
})

describe('a session', () => {
  test('has an access token of ten minutes, to the second', async () => {
    const user = await server.aUser()
    const headers = await bearer(user)
    const ask = async () => (await server.app.inject({ url: '/v1/tutorials', headers })).statusCode
    server.clock.advance((ACCESS_TOKEN_SECONDS - 1) * 1000)
    expect(await ask()).toBe(200)
    server.clock.advance(1000)
    expect(await ask()).toBe(401)
  })

  test('renews thirty times a minute, not once more', async () => {
    const user = await server.aUser('SOLO_USER', { password_hash: await hashPassword(PASSWORD) })
    const challenge = await server
      .as(undefined)
      .ok(contract.auth.authenticate, { body: { document_number: user.document_number, password: PASSWORD } })
    let { refreshToken } = await server
      .as(undefined)
      .ok(contract.auth.verifyOtp, { params: { id: challenge.id }, body: { otp: await server.lastCode() } })
    for (let n = 1; n <= 30; n += 1)
      ({ refreshToken } = await server.as(undefined).ok(contract.auth.refreshToken, { body: { token: refreshToken } }))
    expect(await server.as(undefined).refused(contract.auth.refreshToken, { body: { token: refreshToken } })).toMatchObject({
      id: 'rate.limited',
      retry_after: 60,
    })
    server.clock.advance(MINUTE)
    await server.as(undefined).ok(contract.auth.refreshToken, { body: { token: refreshToken } })
  })
})

test('a company keeps 20 GB of files, to the byte', async () => {
  const own = await books(server)
  const bill = await own.bill()
  const text = 'nota'
  const keep = (size: number) =>
    server.sql`insert into attachments (company_id, id, name, content_type, size_bytes, sha256, storage_key) values (${own.company.id}, ${randomUUID()}, 'a', 'text/plain', ${size}, '', '')`
  const upload = () =>
    server.as(own.owner).call(contract.attachments.create, {
      params: own.c,
      form: { bill_id: bill.id, file: new File([text], 'nota.txt', { type: 'text/plain' }) },
    })
  await keep(20 * KILOBYTE ** 3 - text.length)
  expect((await upload()).status).toBe(201)
  expect((await upload()).data).toMatchObject({ id: 'attachment.rejected' })
})
