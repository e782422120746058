// Card payments that their holders contest, against a strict Stripe of ours: a notice makes us look, and the month is owed while it is lost.
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { stripeAcquirer } from '#server/adapters/stripe/acquirer.ts'
import { resumeMoney } from '#server/areas/wallet/under-way/resume.ts'
import { DEVICE } from '#tests/kit/money.ts'
import { type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { type StripeDispute, type StripeServer, stripeServer } from '#tests/kit/stripe-server.ts'

const { subscriptions } = contract
const DAY_SECONDS = 86_400

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
  // What the test before left to be looked at is nothing any more.
  party.disputes.length = 0
  await wait(DAY_SECONDS)
  company = await app.aCompany()
  await subscribe()
})
afterEach(() => expect(party.refused).toEqual([]))
afterAll(async () => {
  await app?.close()
  await party?.close()
})

const me = () => app.as(company.owner)
const current = async () => (await me().ok(subscriptions.list, { params: { c: company.id } }))[0]
const dispute = async () => (await current())?.billings.at(-1)?.dispute
const intent = () => party.intents.at(-1)?.id ?? ''
const told = async (user: TestUser = company.owner) =>
  (await app.as(user).ok(contract.notifications.list)).filter(({ title }) => /ontesta/.test(title)).map(({ title }) => title)
const looks = () => party.calls.filter(call => call === 'GET /v1/disputes').length

async function wait(seconds: number): Promise<void> {
  app.clock.advance(seconds * 1000)
  await app.drain()
}

async function subscribe(): Promise<void> {
  await me().ok(subscriptions.cardPage, { body: { company_id: company.id, reference: 'ME_2' } })
  const body = { company_id: company.id, reference: 'ME_2', card_token: party.typeCard() }
  const { id } = await me().ok(subscriptions.preApprove, { body })
  await me().ok(subscriptions.create, { body: { company_id: company.id, reference: 'ME_2', pre_approval_id: id } })
  await wait(5)
}

/** Stripe's notice of a dispute, which carries nothing of ours. */
async function notice(type: string, payment_intent: string | null = intent()) {
  const payload = JSON.stringify({
    type,
    data: { object: { id: 'du_1', object: 'dispute', payment_intent, status: 'lost', metadata: {} } },
  })
  const timestamp = Math.floor(app.clock.now() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: party.settings.webhookSecret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { statusCode } = await app.app.inject({ method: 'POST', url: '/v1/card_notices', headers, payload })
  await app.drain()
  return statusCode
}

/** It stands so at Stripe, which sends its notice. */
async function stands(status: string, of: Partial<StripeDispute> = {}, type = 'charge.dispute.updated'): Promise<void> {
  const known = party.disputes.find(each => each.id === (of.id ?? 'du_1'))
  if (known) known.status = status
  else party.disputes.push({ id: 'du_1', object: 'dispute', payment_intent: intent(), status, metadata: {}, ...of })
  await notice(type)
}

test('contested, the month stays paid and its owner is told; lost, it is owed again; won on appeal, it is paid again', async () => {
  const admin = await app.aMember(company, 'ADMIN')
  await stands('needs_response', {}, 'charge.dispute.created')
  expect(await current()).toMatchObject({ status: 'ACTIVE', billings: [{ status: 'PAID', dispute: { status: 'OPEN', unknown: null } }] })
  expect([await told(), await told(admin)]).toEqual([['Pagamento da assinatura contestado'], []])
  await wait(40 * DAY_SECONDS)
  const sent = party.intents.length
  await stands('lost', { payment_intent: party.disputes[0]?.payment_intent ?? '' })
  await notice('charge.dispute.closed', party.disputes[0]?.payment_intent)
  expect((await current())?.billings.at(-1)).toMatchObject({ status: 'OVERDUE', dispute: { status: 'LOST' } })
  expect((await current())?.status).toBe('OVERDUE')
  // No card is charged for it by itself, nor by a notice of its old payment.
  await wait(2 * 3600)
  expect(party.intents.length).toBe(sent)
  await wait(11 * DAY_SECONDS)
  expect((await current())?.status).toBe('PAUSED')
  party.disputes[0]!.status = 'appeal_under_review'
  await notice('charge.dispute.updated', party.disputes[0]?.payment_intent)
  expect(await dispute()).toMatchObject({ status: 'LOST' })
  party.disputes[0]!.status = 'won'
  await notice('charge.dispute.updated', party.disputes[0]?.payment_intent)
  expect((await current())?.billings.at(-1)).toMatchObject({ status: 'PAID', dispute: { status: 'WON' } })
  expect((await current())?.status).toBe('ACTIVE')
  // States only go forward.
  party.disputes[0]!.status = 'needs_response'
  await notice('charge.dispute.updated', party.disputes[0]?.payment_intent)
  expect(await dispute()).toMatchObject({ status: 'WON' })
  expect(await told()).toEqual(['Contestação do pagamento ganha', 'Contestação do pagamento perdida', 'Pagamento da assinatura contestado'])
})

test('a notice is not believed, whatever it says; of a payment that is not ours it is nothing', async () => {
  expect(await notice('charge.dispute.created')).toBe(200)
  expect(await dispute()).toBeNull()
  const before = looks()
  expect(await notice('charge.dispute.created', 'pi_de_outro')).toBe(200)
  expect(await notice('charge.dispute.created', null)).toBe(200)
  expect(looks()).toBe(before)
  expect((await current())?.status).toBe('ACTIVE')
})

test('a state that nobody knows is shown as it came and changes nothing, until one comes that is known', async () => {
  await stands('prevented')
  expect(await current()).toMatchObject({
    status: 'ACTIVE',
    billings: [{ status: 'PAID', dispute: { status: null, unknown: 'prevented' } }],
  })
  await notice('charge.dispute.updated')
  expect(await told()).toEqual(['Contestação do pagamento: a operadora diz “prevented”'])
  await stands('under_review')
  expect(await dispute()).toEqual({ status: 'OPEN', unknown: null })
  await stands('tomorrow')
  expect(await dispute()).toEqual({ status: 'OPEN', unknown: 'tomorrow' })
  await stands('needs_response')
  expect(await dispute()).toEqual({ status: 'OPEN', unknown: null })
  await stands('warning_closed')
  expect(await dispute()).toEqual({ status: 'WON', unknown: null })
})

test.each([
  ['no answer', 'reset'],
  ['500', { status: 500 }],
  ['words cut off', { status: 200, body: '{"object":"list","data":[{"id":"du_1"' }],
  ['the dispute of another', { status: 200, body: '{"object":"list","data":[{"id":"du_9","payment_intent":"pi_x","status":"lost"}]}' }],
] as const)('%s: nothing is known, and it is asked again', async (_, fault) => {
  party.fail('GET /v1/disputes', fault, fault)
  await stands('lost')
  expect(await dispute()).toBeNull()
  await wait(61)
  expect(await dispute()).toBeNull()
  await wait(61)
  expect(await dispute()).toMatchObject({ status: 'LOST' })
})

test('an open one is asked after every day, also when its step was lost, so that a notice may be', async () => {
  await stands('needs_response')
  await wait(61)
  party.disputes[0]!.status = 'lost'
  await wait(DAY_SECONDS + 1)
  expect(await dispute()).toMatchObject({ status: 'LOST' })
  const before = looks()
  await wait(3 * DAY_SECONDS)
  expect(looks()).toBe(before)
  party.disputes[0]!.status = 'under_review'
  await app.sql`update subscription_billings set dispute_status = 'OPEN' where company_id = ${company.id}`
  await resumeMoney(app.services)
  await wait(2)
  expect(looks()).toBe(before + 1)
})

test('a lost month is paid by another card or by Pix; a win that comes later waits for what is under way, and is told as paid twice', async () => {
  await stands('lost')
  const lost = party.disputes[0]?.payment_intent ?? ''
  const billing_id = (await current())?.billings[0]?.id
  // Another card for the months to come pays none that its holder contested.
  const params = { c: company.id, id: (await current())?.id ?? '' }
  const sent = party.intents.length
  await me().ok(subscriptions.cardPage, { body: { company_id: company.id, subscription_id: params.id } })
  await me().ok(subscriptions.changeCard, { params, body: { card_token: party.typeCard() } })
  await wait(3700)
  expect(party.intents.length).toBe(sent)
  await wait(90 * DAY_SECONDS)
  const pay = { body: { company_id: company.id, billing_id, payment_method: 'PIX' } }
  expect((await me().ok(subscriptions.pay, pay, DEVICE)).emv_code).toMatch(/^000201/)
  party.disputes[0]!.status = 'won'
  await notice('charge.dispute.updated', lost)
  expect((await current())?.billings.at(-1)).toMatchObject({ status: 'OVERDUE', dispute: { status: 'LOST' } })
  // The local bank pays a code in half a minute.
  await app.pass(120_000)
  expect((await current())?.billings.at(-1)).toMatchObject({ status: 'PAID', payment_method: 'PIX', dispute: { status: 'WON' } })
  const [news] = await me().ok(contract.notifications.list)
  expect(news?.body).toContain('peça a devolução')
})
