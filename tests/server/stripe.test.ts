// Cards by Stripe, against a strict server of ours: taken on its page, charged once whatever happens to the answer, and notices that only make us look.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { noCardAcquirer } from '#server/adapters/card-acquirer.ts'
import { stripeAcquirer } from '#server/adapters/stripe/acquirer.ts'
import { runMorning } from '#server/areas/reports/daily/morning.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'
import { DEVICE } from '#tests/kit/money.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type StripeServer, stripeServer } from '#tests/kit/stripe-server.ts'

const { subscriptions } = contract

let party: StripeServer
let app: TestServer
let company: TestCompany

beforeAll(async () => {
  party = await stripeServer()
  app = await testServer({
    origins: ['https://razao.exemplo.com.br'],
    cards: ({ db, clock }) => stripeAcquirer(party.settings, db, clock),
  })
})
beforeEach(async () => {
  company = await app.aCompany()
  party.intents.length = 0
  party.methods.length = 0
  party.disputes.length = 0
  party.becomes('succeeded')
})
afterEach(() => expect(party.refused).toEqual([]))
afterAll(async () => {
  await app?.close()
  await party?.close()
})

const me = () => app.as(company.owner)
const openPage = () => me().ok(subscriptions.cardPage, { body: { company_id: company.id, reference: 'ME_2' } })
const authorise = (card_token: string) => ({ body: { company_id: company.id, reference: 'ME_2', card_token } })
const current = async () => (await me().ok(subscriptions.list, { params: { c: company.id } }))[0]
/** Types a card and subscribes with it. */
async function subscribe(typed: Parameters<StripeServer['typeCard']>[0] = {}): Promise<void> {
  await openPage()
  const card = await me().ok(subscriptions.preApprove, authorise(party.typeCard(typed)))
  await me().ok(subscriptions.create, { body: { company_id: company.id, reference: 'ME_2', pre_approval_id: card.id } })
}
async function wait(seconds: number): Promise<void> {
  app.clock.advance(seconds * 1000)
  await app.drain()
}
const at = async () => ({ c: company.id, id: (await current())?.id ?? '' })
/** Types another card on the page of the acquirer, and puts it in. */
async function change(typed: Parameters<StripeServer['typeCard']>[0] = {}) {
  const params = await at()
  await me().ok(subscriptions.cardPage, { body: { company_id: company.id, subscription_id: params.id } })
  return me().ok(subscriptions.changeCard, { params, body: { card_token: party.typeCard(typed) } })
}
const kept = () => party.methods.filter(({ customer }) => customer !== null).map(({ card }) => card.last4)
const tokens = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from card_tokens where company_id = $1', [company.id]))[0]?.n
const sends = () => party.calls.filter(call => call === 'POST /v1/payment_intents').length

test('a card typed on the page of the acquirer pays the month, and the answer says who charged it', async () => {
  expect(await me().ok(subscriptions.acquirer, { params: { c: company.id } })).toEqual({ environment: 'stripe-test', hosted: true })
  expect((await openPage()).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_test_/)
  const early = await me().refused(subscriptions.preApprove, authorise('cs_test_1'))
  expect(early.message).toBe('A operadora não recebeu este cartão: informe-o de novo')
  await subscribe()
  await wait(5)
  expect(await current()).toMatchObject({ status: 'ACTIVE', environment: 'stripe-test', billings: [{ status: 'PAID' }] })
  expect(party.intents).toMatchObject([{ amount: 14_990, metadata: { company: company.id } }])
})

test('the card is known by brand, last digits and expiry; one that expires is told to the owner, unless its bank renewed it', async () => {
  app.clock.set('2026-05-20T15:00:00Z')
  const morning = async (day: string) => {
    app.clock.set(`${day}T09:01:00Z`)
    await runMorning(app.services)
    await app.drain()
  }
  const warned = async (user = company.owner) =>
    (await app.as(user).ok(contract.notifications.list)).filter(each => each.title === 'Cartão da assinatura perto de vencer')
  await subscribe({ brand: 'elo', last4: '0077', exp_month: 6, exp_year: 2026 })
  const admin = await app.aMember(company, 'ADMIN')
  expect((await current())?.card).toEqual({ brand: 'elo', last4: '0077', expires_on: '2026-06-30' })
  await morning('2026-05-30')
  expect(await warned()).toEqual([])
  party.fail(`GET /v1/payment_methods/${party.methods[0]?.id}`, { status: 500 })
  await morning('2026-05-31')
  await morning('2026-06-01')
  expect((await warned()).map(each => each.body)).toEqual([
    'Elo final 0077 vence em 30 dias, em 30/06/2026. Informe outro para a assinatura seguir paga.',
  ])
  expect(await warned(admin)).toEqual([])
  Object.assign(party.methods[0]!.card, { last4: '0093', exp_year: 2031 })
  await wait(25 * 3600)
  await wait(3700)
  expect((await current())?.card).toEqual({ brand: 'elo', last4: '0093', expires_on: '2031-06-30' })
  await morning('2026-06-24')
  expect(await warned()).toHaveLength(1)
  const asked = party.calls.length
  await wait(3 * 24 * 3600)
  // A card that does not expire soon is not asked for.
  expect(party.calls.slice(asked).filter(call => call.includes('payment_methods'))).toEqual([])
})

test('another card takes its place and pays what the first could not; the first leaves the acquirer once, whatever is answered', async () => {
  party.becomes('requires_payment_method', 'card_declined', 'insufficient_funds')
  await subscribe()
  await wait(5)
  party.becomes('succeeded')
  party.fail(`POST /v1/payment_methods/${party.methods[0]?.id}/detach`, { status: 500 }, 'done, then reset')
  expect(await change({ brand: 'mastercard', last4: '4444' })).toMatchObject({ payment_method: 'CREDIT_CARD', card: { last4: '4444' } })
  await wait(5)
  expect(await current()).toMatchObject({ status: 'ACTIVE', card: { brand: 'mastercard', last4: '4444' } })
  expect(kept()).toEqual(['4242', '4444'])
  for (let times = 0; times < 3; times += 1) await wait(61)
  expect(kept()).toEqual(['4444'])
  expect(await tokens()).toBe(1)
  // What was typed for another subscription, or taken away since, is no card.
  const gone = await me().refused(subscriptions.changeCard, { params: await at(), body: { card_token: 'cs_test_1' } })
  expect(gone.status).toBe(422)
  const newest = [...party.sessions.keys()].at(-1)
  const before = await app.sql`select version from subscriptions where company_id = ${company.id}`
  await me().ok(subscriptions.changeCard, { params: await at(), body: { card_token: newest } }, { 'idempotency-key': randomUUID() })
  expect(await app.sql`select version from subscriptions where company_id = ${company.id}`).toEqual(before)
})

test('a charge under way keeps its card: the acquirer keeps it until that ended', async () => {
  party.becomes('processing')
  await subscribe()
  await change({ last4: '4444' })
  await wait(601)
  expect(kept()).toEqual(['4242', '4444'])
  party.intents[0]!.status = 'succeeded'
  await wait(61)
  expect(await current()).toMatchObject({ status: 'ACTIVE', card: { last4: '4444' } })
  await wait(601)
  expect(kept()).toEqual(['4444'])
  expect(party.intents).toHaveLength(1)
})

test('removed, it is paid by Pix and charged no more; given again, it is charged again; cancelled, no card stays', async () => {
  await subscribe()
  await wait(5)
  const params = await at()
  expect(await me().ok(subscriptions.removeCard, { params })).toMatchObject({ payment_method: 'PIX', card: null, status: 'ACTIVE' })
  await wait(61)
  expect([kept(), await tokens()]).toEqual([[], 0])
  expect((await me().refused(subscriptions.removeCard, { params })).message).toBe('Esta assinatura não tem cartão.')
  app.clock.advance(31 * 24 * 3_600_000)
  await wait(3700)
  expect(await current()).toMatchObject({ billings: [{ status: 'PENDING', payment_method: null }, { status: 'PAID' }] })
  expect(party.intents).toHaveLength(1)
  await change()
  await wait(5)
  expect(await current()).toMatchObject({ payment_method: 'CREDIT_CARD', billings: [{ status: 'PAID' }, { status: 'PAID' }] })
  await me().ok(subscriptions.cancel, { params })
  await wait(61)
  expect([kept(), await tokens()]).toEqual([[], 0])
  expect((await me().refused(subscriptions.changeCard, { params, body: { card_token: 'cs_test_0000' } })).message).toBe(
    'Esta assinatura foi cancelada.',
  )
  const admin = app.as(await app.aMember(company, 'ADMIN'))
  expect((await admin.refused(subscriptions.removeCard, { params })).id).toBe('permission.denied')
})

test('a card given for one month alone leaves when that was paid; a page is for one thing only', async () => {
  const made = await me().ok(subscriptions.create, { body: { company_id: company.id, reference: 'ME_2' } })
  const billing_id = made.billings[0]?.id
  await me().ok(subscriptions.cardPage, { body: { company_id: company.id, billing_id } })
  const body = { company_id: company.id, billing_id, payment_method: 'CREDIT_CARD', card_token: party.typeCard() }
  await me().ok(subscriptions.pay, { body }, DEVICE)
  await wait(5)
  await wait(5)
  expect(await current()).toMatchObject({ status: 'ACTIVE', payment_method: 'PIX' })
  expect([kept(), await tokens()]).toEqual([[], 0])
  const both = { company_id: company.id, billing_id, subscription_id: made.id }
  expect((await me().refused(subscriptions.cardPage, { body: both })).status).toBe(422)
})

test('a card given to another company is none', async () => {
  await openPage()
  const foreign = party.typeCard()
  company = await app.aCompany()
  expect(await me().refused(subscriptions.preApprove, authorise(foreign))).toMatchObject({ status: 422 })
})

test.each([
  ['card_declined', 'insufficient_funds', 'Cartão sem saldo ou limite.'],
  ['card_declined', 'a_code_of_tomorrow', 'O emissor recusou.'],
  ['authentication_required', undefined, 'O banco do cartão pede que você confirme a compra: informe o cartão de novo para confirmar.'],
])('refused by %s %s: the person is told why, and nothing is cancelled', async (code, decline, words) => {
  party.becomes('requires_payment_method', code, decline)
  await subscribe()
  await wait(5)
  expect(await current()).toMatchObject({ status: 'PENDING', billings: [{ status: 'PENDING' }] })
  const told = await me().ok(contract.notifications.list)
  expect(told[0]).toMatchObject({ title: 'Pagamento da assinatura recusado', body: words })
})

test.each([
  ['at once', undefined],
  ['though the line broke', 'reset' as const],
  ['though its answer was lost', 'done, then reset' as const],
  ['though somebody before it refused in other words', { status: 401, body: '{"errors":[]}' }],
])('one that waits for the person to confirm is taken back %s: nobody pays after it was told as refused', async (_, fault) => {
  party.becomes('requires_action')
  if (fault) party.fail('POST /v1/payment_intents/pi_1/cancel', fault)
  await subscribe()
  for (let times = 0; times < 3; times += 1) await wait(6)
  expect(party.intents).toMatchObject([{ status: 'canceled' }])
  const told = await me().ok(contract.notifications.list)
  expect(told[0]).toMatchObject({ title: 'Pagamento da assinatura recusado', body: expect.stringContaining('informe o cartão de novo') })
})

test.each([
  ['accepted, then no answer', 'done, then reset'],
  ['a broken line', 'reset'],
  ['500', { status: 500 }],
  ['a page of a proxy', { status: 502, body: '<html>' }],
  ['words cut off', { status: 200, body: '{"id":"pi_1"' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['another key', { status: 401 }],
  ['an unknown word', { status: 200, body: '{"id":"pi_x","amount":14990,"currency":"brl","status":"tomorrow","metadata":{}}' }],
] as const)('%s: charged once, and paid in the end', async (_, fault) => {
  party.fail('POST /v1/payment_intents', fault)
  await subscribe()
  expect(await current()).toMatchObject({ status: 'PENDING' })
  await wait(6)
  await wait(6)
  expect(await current()).toMatchObject({ status: 'ACTIVE' })
  expect(party.intents).toHaveLength(1)
})

test.each(['done, then silence', 'half, then silence'] as const)(
  '%s: nobody waits for longer than five seconds, and it is charged once',
  async fault => {
    const before = sends()
    party.fail('POST /v1/payment_intents', fault)
    const began = performance.now()
    await subscribe()
    expect(performance.now() - began).toBeGreaterThan(4000)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(await current()).toMatchObject({ status: 'PENDING', billings: [{ status: 'PENDING' }] })
    await wait(6)
    await wait(6)
    expect(await current()).toMatchObject({ status: 'ACTIVE' })
    expect([party.intents.length, sends() - before]).toEqual([1, 1])
  },
)

test('an answer lost for more than a day is looked for before anything is sent again', async () => {
  party.fail('POST /v1/payment_intents', 'done, then reset')
  party.fail('GET /v1/payment_intents', ...Array.from({ length: 3 }, () => ({ status: 500 })))
  const before = sends()
  await subscribe()
  await wait(6)
  party.forgetKeys()
  await wait(25 * 3600)
  for (let times = 0; times < 4; times += 1) await wait(60)
  expect(await current()).toMatchObject({ status: 'ACTIVE' })
  expect([party.intents.length, sends() - before]).toEqual([1, 1])
})

test('who limits our calls is left alone as long as they ask', async () => {
  party.fail('POST /v1/payment_intents', { status: 429, headers: { 'retry-after': '120' } })
  await subscribe()
  const before = party.calls.length
  for (let times = 0; times < 4; times += 1) await wait(6)
  expect(party.calls.length).toBe(before)
  await wait(120)
  await wait(6)
  expect(await current()).toMatchObject({ status: 'ACTIVE' })
})

const notify = (payload: string, at = app.clock.now()) =>
  app.app.inject({
    method: 'POST',
    url: '/v1/card_notices',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: party.settings.webhookSecret,
        timestamp: Math.floor(at / 1000),
      }),
    },
    payload,
  })

test('notices make us look, in any order and number; forged, altered and old ones do nothing', async () => {
  party.becomes('processing')
  await subscribe()
  const intent = party.intents[0]!
  const notice = (type: string) => JSON.stringify({ type, data: { object: { id: intent.id, metadata: intent.metadata } } }, null, 2)
  // It says paid, and is not.
  expect((await notify(notice('payment_intent.succeeded'))).statusCode).toBe(200)
  await app.drain()
  expect(await current()).toMatchObject({ status: 'PENDING' })
  expect((await notify(notice('payment_intent.succeeded'), app.clock.now() - 301_000)).statusCode).toBe(403)
  intent.status = 'succeeded'
  for (const type of ['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.succeeded']) await notify(notice(type))
  await app.drain()
  expect(await current()).toMatchObject({ status: 'ACTIVE' })
  const forged = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }
  const answer = await app.app.inject({ method: 'POST', url: '/v1/card_notices', headers: forged, payload: notice('x') })
  expect(answer.statusCode).toBe(403)
  expect((await notify('{"type":"customer.created","data":{"object":{}}}')).statusCode).toBe(200)
  expect(party.intents).toHaveLength(1)
})

test('the published signature is believed for five minutes', async () => {
  const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}'
  const signature = 't=1700000000,v1=49122e15f196ea64a7f8abfd04213c37bd803078e7f225f231a9bea61f894860'
  const read = (seconds: number, text = body) =>
    stripeAcquirer({ ...party.settings, webhookSecret: 'whsec_test' }, app.services.jobsDb, {
      now: () => (1_700_000_000 + seconds) * 1000,
    }).readNotice(text, signature)
  expect(await Promise.all([read(0), read(300), read(301), read(0, `${body} `)])).toEqual([null, null, undefined, undefined])
})

describe('what the environment says of Stripe', () => {
  const RAZAO_SECRET = '0123456789abcdef0123456789abcdef'
  const read = (more: NodeJS.ProcessEnv) => readEnvironment({ RAZAO_DIR: '/tmp', RAZAO_SECRET, ...more })
  const PRODUCTION = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtps://correio.exemplo.com.br',
    MAIL_FROM: 'razao@exemplo.com.br',
  }
  const TEST = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const LIVE = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

  test.each([
    ['a test key in production', { ...PRODUCTION, ...TEST }, /STRIPE_SECRET_KEY é uma chave de teste/],
    ['a live key outside of it', LIVE, /STRIPE_SECRET_KEY é uma chave de produção/],
    ['no secret of notices', { STRIPE_SECRET_KEY: 'sk_test_1' }, /defina STRIPE_SECRET_KEY e STRIPE_WEBHOOK_SECRET/],
    ['no key', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /defina STRIPE_SECRET_KEY e STRIPE_WEBHOOK_SECRET/],
    ['a public key', { ...TEST, STRIPE_SECRET_KEY: 'pk_test_1' }, /é a chave secreta da Stripe/],
    ['another secret', { ...TEST, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }, /começa com whsec_/],
    ['an address without TLS', { ...TEST, STRIPE_URL: 'http://stripe.exemplo.com.br' }, /STRIPE_URL precisa ser um endereço https/],
  ])('%s stops the product at its start', (_, env, words) => {
    expect(() => read(env)).toThrow(BadEnvironment)
    expect(() => read(env)).toThrow(words)
  })

  test('the right keys connect it, in the environment they are of; none connect nobody', () => {
    expect([read({}).stripe, read(TEST).stripe?.url]).toEqual([undefined, 'https://api.stripe.com'])
    const environmentOf = (env: NodeJS.ProcessEnv) => {
      const { stripe } = read(env)
      return stripe && stripeAcquirer(stripe, app.services.jobsDb, app.clock).environment
    }
    expect([environmentOf(TEST), environmentOf({ ...PRODUCTION, ...LIVE })]).toEqual(['stripe-test', 'stripe'])
  })
})

test('without an acquirer only Pix pays, and the refusal says so', async () => {
  const none = await testServer({ cards: () => noCardAcquirer })
  try {
    const alone = await none.aCompany()
    const owner = none.as(alone.owner)
    expect(await owner.ok(subscriptions.acquirer, { params: { c: alone.id } })).toMatchObject({ environment: null })
    const body = { company_id: alone.id, reference: 'ME_2', card_token: `cs_${randomUUID()}` }
    const refusal = await owner.refused(subscriptions.preApprove, { body })
    expect(refusal.message).toBe('Nenhuma operadora de cartões está conectada: pague por Pix.')
    expect(await owner.ok(subscriptions.create, { body: { company_id: alone.id, reference: 'ME_2' } })).toMatchObject({
      payment_method: 'PIX',
    })
  } finally {
    await none.close()
  }
})
