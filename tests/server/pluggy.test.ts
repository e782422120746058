// Open finance by Pluggy, against a strict server of ours that answers as theirs does: consents, states, lines by cursor, notices, faults.
import { PluggyClient } from 'pluggy-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Connection } from '#contract/open-finance.ts'
import { pluggy } from '#server/adapters/pluggy/aggregator.ts'
import { centsOf } from '#server/adapters/pluggy/reading.ts'
import { institutionName } from '#server/areas/banking/institutions/handlers.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type PluggyServer, type PluggyTransaction, pluggyServer, UPDATED } from '#tests/kit/pluggy-server.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'

const { openFinance, bankAccounts, bankStatements, notifications } = contract
const HOURS = 3_600_000

let bank: PluggyServer
let app: TestServer
let b: Books

beforeAll(async () => {
  bank = await pluggyServer()
  app = await testServer({
    origins: ['https://razao.exemplo.com.br'],
    openFinance: ({ db, clock }) => pluggy({ ...bank.settings, institutionName }, db, clock),
  })
})
beforeEach(async () => {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  b = await books(app)
  bank.items.clear()
  bank.transactions.length = 0
  bank.calls.length = 0
})
afterEach(() => {
  expect(bank.refused).toEqual([])
  bank.refused.length = 0
})
afterAll(async () => {
  await app?.close()
  await bank?.close()
})

const me = () => app.as(b.owner)
const connect = (body: object = { routing_number: '341' }) => me().ok(openFinance.token, { params: b.c, body })
const only = async (): Promise<Connection> => (await me().ok(openFinance.connections, { params: b.c }))[0] as Connection
const theirs = () => [...bank.items.values()][0]!
const becomes = (state: object) => Object.assign(theirs(), state)
/** Lets the bank work, a second at a time. */
async function wait(seconds = 3): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    app.clock.advance(1000)
    await app.drain()
  }
}
/** Lets time pass without a look, then lets what fell due work. */
async function later(ms: number): Promise<void> {
  app.clock.advance(ms)
  await wait()
}
const linked = async () => (await me().ok(bankAccounts.list, { params: b.c })).find(account => account.connection !== null)
const lines = async () => me().ok(bankStatements.entries, { params: { ...b.c, id: (await linked())?.id ?? '' } })
const times = (call: string) => bank.calls.filter(each => each === call).length
const told = async () => (await me().ok(notifications.list)).filter(each => each.company_id === b.company.id).map(each => each.body)

let count = 0
const moved = (fields: Partial<PluggyTransaction> = {}): PluggyTransaction => {
  count += 1
  const made: PluggyTransaction = {
    id: `t${count}`,
    accountId: 'conta-corrente',
    date: `2026-03-0${1 + (count % 9)}T15:00:00.000Z`,
    description: `Movimento ${count}`,
    type: 'CREDIT',
    amount: 10 + count / 100,
    status: 'POSTED',
    ...fields,
  }
  bank.transactions.push(made)
  return made
}

/** Connects, is authorised at the bank, and brings what is there. */
async function connected(): Promise<void> {
  await connect()
  becomes(UPDATED)
  await wait()
}

describe('the consent', () => {
  test('is asked of the regulated bank for the company, by documents only', async () => {
    await connect()
    expect(theirs()).toMatchObject({
      connector: { id: 602 },
      parameters: { cnpj: b.company.document_number, cpf: b.owner.document_number },
    })
    expect(await only()).toMatchObject({ provider: 'pluggy', routing_number: '341', institution_name: expect.stringMatching(/ita/i) })
  })

  test('may be given by another person, whose CPF is kept and never answered', async () => {
    await connect({ routing_number: '341', holder_document: '529.982.247-25' })
    expect(theirs().parameters.cpf).toBe('52998224725')
    expect(JSON.stringify(await only())).not.toContain('52998224725')
    const body = { routing_number: '341', holder_document: '529.982.247-24' }
    expect(await me().refused(openFinance.token, { params: b.c, body })).toMatchObject({ status: 422 })
  })

  test('is followed at the bank: the link stands there as long as it is asked for', async () => {
    await connect()
    becomes({
      status: 'WAITING_USER_ACTION',
      executionStatus: 'WAITING_USER_ACTION',
      userAction: { instructions: 'Autorize', type: 'authorize-access', attributes: { url: 'https://itau.exemplo/autorizar?x=1' } },
    })
    await wait()
    expect(await only()).toMatchObject({ asks: 'authorization', authorize_url: 'https://itau.exemplo/autorizar?x=1' })
    becomes(UPDATED)
    await wait()
    expect(await only()).toMatchObject({ asks: null, authorize_url: null, consent_expires_at: '2027-03-11' })
  })

  test('shows no link that is no page of the web', async () => {
    await connect()
    becomes({
      status: 'WAITING_USER_ACTION',
      executionStatus: 'WAITING_USER_ACTION',
      userAction: { attributes: { url: 'javascript:alert(1)' } },
    })
    await wait()
    expect(await only()).toMatchObject({ asks: 'authorization', authorize_url: null })
  })

  test('of a bank that wants a password is refused, and so is an unknown bank; both say what to do', async () => {
    await connect({ routing_number: '756' })
    expect(bank.items.size).toBe(0)
    expect((await told())[0]).toBe('Sicoob pede "Senha do Sisbr", e o Razão não guarda senhas de banco: importe o extrato por arquivo.')
    expect(await only()).toMatchObject({ status: 'LOGIN_ERROR', asks: 'credentials' })
    await connect({ routing_number: '237' })
    expect((await told())[0]).toBe('Bradesco não se conecta por open finance neste agregador: importe o extrato por arquivo.')
  })

  test('asks for a code by its words, and takes it', async () => {
    await connect()
    becomes({
      status: 'WAITING_USER_INPUT',
      executionStatus: 'WAITING_USER_INPUT',
      parameter: { name: 'token', label: 'Código do iToken', type: 'number' },
    })
    await wait()
    const { item_id, asks, asks_label } = await only()
    expect([asks, asks_label]).toEqual(['code', 'Código do iToken'])
    await connect({ item_id, code: '123456' })
    await wait()
    expect(await only()).toMatchObject({ status: 'UPDATED', asks: null, asks_label: null })
  })
})

describe('the lines', () => {
  test('come by cursor, each once, in the direction of the word, whatever comes in between the pages', async () => {
    moved({
      type: 'DEBIT',
      amount: -55.1,
      description: 'PIX ENVIADO',
      paymentData: { receiver: { name: 'Padaria Sol', documentNumber: { value: '11222333000181' } } },
    })
    moved({ type: 'DEBIT', amount: 0.29 })
    for (let at = 0; at < 6; at += 1) moved()
    moved({ status: 'PENDING' })
    bank.betweenPages(() => moved({ date: '2026-03-10T15:00:00.000Z' }))
    await connected()
    const brought = await lines()
    expect(brought.map(line => line.transaction_id).sort()).toEqual(
      bank.transactions
        .filter(each => each.status === 'POSTED' && each.date < '2026-03-10')
        .map(each => each.id)
        .sort(),
    )
    expect(brought.find(line => line.description.includes('Padaria Sol'))).toMatchObject({
      amount_cents: -5510,
      description: 'PIX ENVIADO Padaria Sol 11222333000181',
    })
    expect(await linked()).toMatchObject({ routing_number: '341', branch_number: '1234', account_number: '56789-0' })

    await me().ok(openFinance.sync, { params: { ...b.c, id: (await linked())?.id ?? '' } })
    becomes(UPDATED)
    await wait()
    // The one that came in between the pages is there now, and nothing is there twice.
    expect(await lines()).toHaveLength(9)
  })

  test('are read as an independent reader reads them', async () => {
    moved({ amount: 1.005 })
    await connected()
    process.env.PLUGGY_API_URL = bank.url
    const reader = new PluggyClient(bank.settings)
    const read = await reader.fetchAllTransactions('conta-corrente')
    expect(read.map(each => each.id).sort()).toEqual(bank.transactions.map(each => each.id).sort())
    expect((await reader.fetchItem(theirs().id)).clientUserId).toContain(b.company.id)
  })

  test('a planned sync asks the banks nothing; a person who wants them now does', async () => {
    await connected()
    await later(13 * HOURS)
    expect(times(`PATCH /items/${theirs().id}`)).toBe(0)
    moved({ date: '2026-03-11T18:00:00.000Z' })
    await later(12 * HOURS)
    expect(await lines()).toHaveLength(1)
    bank.fail(`PATCH /items/${theirs().id}`, { status: 400, body: '{"codeDescription":"CLIENT_IS_UPDATING_BEFORE_ALLOWED_FREQUENCY"}' })
    await me().ok(openFinance.sync, { params: { ...b.c, id: (await linked())?.id ?? '' } })
    await wait()
    expect((await told())[0]).toMatch(/consultado há pouco/)
    expect(await only()).toMatchObject({ status: 'UPDATED' })
  })

  test('cents are exact, written with any number of decimals', () => {
    expect([0.29, 1.1, 1234.56, -0.01, 1.005, 100, 1e7 + 0.07].map(centsOf)).toEqual([29, 110, 123_456, -1, 101, 10_000, 1_000_000_007])
    for (let cents = -20_000; cents <= 20_000; cents += 1) expect(centsOf(cents / 100)).toBe(cents)
  })
})

describe('faults', () => {
  test('an item made whose answer is lost is not made twice: the notice tells which it is', async () => {
    bank.fail('POST /items', 'done, then reset')
    await connect()
    expect([bank.items.size, times('POST /items')]).toEqual([1, 1])
    expect(await only()).toMatchObject({ status: 'OUTDATED' })
    await later(61_000)
    expect(bank.items.size).toBe(1)
    const token = noticeToken()
    moved()
    becomes(UPDATED)
    await notify(token, { event: 'item/created', eventId: 'e1', itemId: theirs().id })
    await wait()
    expect(await only()).toMatchObject({ status: 'UPDATED' })
    expect(await lines()).toHaveLength(1)
  })

  test.each([
    ['500', { status: 500 }],
    ['words cut off', { status: 200, body: '{"id":"x"' }],
    [
      'a state of tomorrow',
      { status: 200, body: '{"id":"x","connector":{"id":1,"name":"x"},"status":"PAUSED","executionStatus":"SUCCESS"}' },
    ],
    ['a broken line', 'reset'],
    ['a page of a proxy', { status: 502, body: '<html>' }],
  ] as const)('%s is no answer: it is asked again, and nothing is lost', async (_, fault) => {
    await connect()
    moved()
    becomes(UPDATED)
    bank.fail(`GET /items/${theirs().id}`, fault)
    await wait(1)
    expect(await only()).toMatchObject({ status: 'OUTDATED', execution_status: 'CONNECTION_ERROR' })
    await later(61_000)
    expect(await only()).toMatchObject({ status: 'UPDATED' })
    expect(await lines()).toHaveLength(1)
  })

  test('who limits our calls is left alone as long as they ask', async () => {
    await connected()
    bank.fail(`GET /items/${theirs().id}`, { status: 429, headers: { 'retry-after': '600' } })
    await later(12 * HOURS)
    const before = bank.calls.length
    await later(300_000)
    expect(bank.calls.length).toBe(before)
    await later(HOURS)
    expect(await only()).toMatchObject({ status: 'UPDATED' })
  })

  test.each([
    ['asks for a code', { status: 'WAITING_USER_INPUT', executionStatus: 'WAITING_USER_INPUT' }, 0],
    ['waits for the person', { status: 'WAITING_USER_ACTION', executionStatus: 'USER_AUTHORIZATION_PENDING' }, 601],
    ['is not done', { status: 'UPDATING', executionStatus: 'ACCOUNTS_IN_PROGRESS' }, 601],
    ['has a bad day', { status: 'OUTDATED', executionStatus: 'SITE_NOT_AVAILABLE' }, 0],
  ])('a bank that %s, answered where nobody tells us, is looked at on, and the person told once', async (_, state, seconds) => {
    await connected()
    becomes(state)
    await later(13 * HOURS)
    await wait(seconds)
    for (let cycle = 0; cycle < 4; cycle += 1) await later(13 * HOURS)
    expect((await told()).length).toBeLessThan(2)
    expect(await only()).not.toMatchObject({ status: 'UPDATED' })
    becomes(UPDATED)
    moved()
    await later(13 * HOURS)
    expect(await only()).toMatchObject({ status: 'UPDATED' })
    expect(await lines()).toHaveLength(1)
  })

  test('a key that ended is made anew, once', async () => {
    await connected()
    bank.endKeys()
    await later(13 * HOURS)
    expect(await only()).toMatchObject({ status: 'UPDATED' })
  })

  test('a consent ended at the bank ends here, said once, and what came stays', async () => {
    moved()
    await connected()
    const call = `GET /items/${theirs().id}`
    bank.items.clear()
    await later(13 * HOURS)
    expect(await only()).toMatchObject({ status: 'OUTDATED', revoked_at: expect.any(String), next_sync_at: null })
    expect(await told()).toContainEqual(expect.stringMatching(/encerrou o acesso/))
    expect(await lines()).toHaveLength(1)
    const asked = times(call)
    await later(24 * HOURS)
    expect(times(call)).toBe(asked)
  })

  test('who disconnects here ends it there', async () => {
    await connected()
    await me().ok(openFinance.disconnect, { params: { ...b.c, id: (await linked())?.id ?? '' } })
    expect(bank.items.size).toBe(0)
  })
})

describe('notices', () => {
  test('make us look, once for many, and only at their own address', async () => {
    await connected()
    const token = noticeToken()
    moved()
    const event = {
      event: 'transactions/created',
      eventId: 'e1',
      itemId: theirs().id,
      createdTransactionsLink: 'https://estranho.exemplo/',
    }
    await notify(token, event)
    await notify(token, event)
    await wait()
    expect(await lines()).toHaveLength(1)
    expect(
      await app.as(undefined).refused(openFinance.notice, { params: { token: `${token.slice(0, -3)}abc` }, body: event }),
    ).toMatchObject({ status: 403 })
  })

  test('that cannot be looked at are told to come again, and so is who names an item', async () => {
    bank.fail('POST /items', { status: 500 })
    await connect()
    const itemId = crypto.randomUUID()
    const away = { status: 503, id: 'provider.unavailable' }
    bank.fail(`GET /items/${itemId}`, { status: 500 }, 'reset')
    const body = { event: 'item/created', eventId: 'e', itemId }
    expect(await app.as(undefined).refused(openFinance.notice, { params: { token: noticeToken() }, body })).toMatchObject(away)
    expect(await me().refused(openFinance.token, { params: b.c, body: { item_id: itemId } })).toMatchObject(away)
  })

  test('adopt no item of another company', async () => {
    bank.fail('POST /items', { status: 500 })
    await connect()
    const foreign = crypto.randomUUID()
    bank.items.set(foreign, {
      id: foreign,
      connector: { id: 602, name: 'Itaú Empresas' } as never,
      clientUserId: `${crypto.randomUUID()}/x`,
      parameters: {},
      parameter: null,
      consentExpiresAt: null,
      status: 'UPDATED',
      executionStatus: 'SUCCESS',
      userAction: null,
    })
    await notify(noticeToken(), { event: 'item/created', eventId: 'e', itemId: foreign })
    expect(await app.sql`select 1 from pluggy_items where provider_item_id = ${foreign}`).toEqual([])
    expect(await me().refused(openFinance.token, { params: b.c, body: { item_id: foreign } })).toMatchObject({ status: 422 })
  })
})

const notify = (token: string, body: object) => app.as(undefined).ok(openFinance.notice, { params: { token }, body })

/** The token of the address that was given to them last. */
const noticeToken = () =>
  /^https:\/\/razao\.exemplo\.com\.br\/v1\/open_finance\/notices\/(.+)$/.exec(bank.addresses.at(-1) ?? '')?.[1] ?? ''
