// G7: an acquirer on its worst days. Each month of a subscription is charged once, what was paid there is paid here, and no card stays behind.
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { stripeAcquirer } from '#server/adapters/stripe/acquirer.ts'
import { STRIPE_CALLS } from '#tests/kit/party-calls.ts'
import { TEST_NOW, type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type StripeServer, stripeServer } from '#tests/kit/stripe-server.ts'
import { type BadDay, badDays, Campaign, faultsOf, HOUR, MINUTE, wordOfFault } from './kit/bad-days.ts'
import { confirmed, sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { subscriptions } = contract
const long = { timeout: 3_600_000 }
const MONTH = 31 * 24 * HOUR

const campaign = new Campaign('Stripe', STRIPE_CALLS)
let party: StripeServer
let app: TestServer
beforeAll(async () => {
  party = await stripeServer()
  app = await testServer({
    origins: ['https://razao.exemplo.com.br'],
    cards: ({ db, clock }) => stripeAcquirer(party.settings, db, clock),
  })
})
afterAll(async () => {
  await app?.close()
  await party?.close()
})

const OUTCOMES = ['succeeded', 'processing', 'requires_action', 'requires_payment_method'] as const
const stripeAct = fc.record({
  kind: fc.constantFrom('month', 'change', 'remove', 'contest'),
  days: badDays(5),
  becomes: fc.constantFrom(...OUTCOMES),
  /** Of one that was still under way. */
  ends: fc.constantFrom('succeeded', 'canceled'),
  notices: fc.nat({ max: 3 }),
  minutes: fc.nat({ max: 240 }),
})
type StripeAct = typeof stripeAct extends fc.Arbitrary<infer A> ? A : never

/** The calls that the next days may make, the newest charge and card among them. */
function spoil(days: readonly BadDay[]): void {
  const next = `pi_${party.intents.length + 1}`
  const card = party.methods.at(-1)?.id ?? ''
  const calls = [
    'POST /v1/payment_intents',
    'GET /v1/payment_intents',
    ...[party.intents.at(-1)?.id ?? next, next].flatMap(id => [`GET /v1/payment_intents/${id}`, `POST /v1/payment_intents/${id}/cancel`]),
    `GET /v1/payment_methods/${card}`,
    `POST /v1/payment_methods/${card}/detach`,
    'GET /v1/disputes',
  ]
  for (const [call, its] of faultsOf(days, calls)) party.fail(call, ...its)
}

async function notify(payload: object): Promise<void> {
  const text = JSON.stringify(payload)
  const timestamp = Math.floor(app.clock.now() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: text, secret: party.settings.webhookSecret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  await app.app.inject({ method: 'POST', url: '/v1/card_notices', headers, payload: text })
}

/** Of every charge, the newest first, each so many times. */
async function tell(count: number): Promise<void> {
  const told = party.intents.flatMap(({ id, metadata }) => Array.from({ length: count }, () => ({ id, metadata }))).reverse()
  for (const [at, object] of told.entries()) {
    if (at > 0) campaign.met('aviso repetido ou fora de ordem')
    await notify({ type: 'payment_intent.succeeded', data: { object } })
  }
}

async function begin(): Promise<TestCompany> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql(`update subscriptions set status = 'CANCELLED'`)
  await app.sql('delete from card_tokens')
  await app.sql(
    'update subscription_billings set payment_id = null, disputed_payment_id = null where not paid or disputed_payment_id is not null',
  )
  for (const list of [party.intents, party.methods, party.disputes, party.met]) list.length = 0
  party.calls.length = 0
  party.forgetKeys()
  party.becomes('succeeded')
  return app.aCompany()
}

async function stripeDay(acts: readonly StripeAct[]): Promise<void> {
  const company = await begin()
  const me = app.as(company.owner)
  const current = async () => (await me.ok(subscriptions.list, { params: { c: company.id } }))[0]
  const at = async () => ({ params: { c: company.id, id: (await current())?.id ?? '' } })
  await me.ok(subscriptions.cardPage, { body: { company_id: company.id, reference: 'ME_2' } })
  const body = { company_id: company.id, reference: 'ME_2' }
  const card = await me.ok(subscriptions.preApprove, { body: { ...body, card_token: party.typeCard() } })
  await me.ok(subscriptions.create, { body: { ...body, pre_approval_id: card.id } })

  const change = async () => {
    await me.ok(subscriptions.cardPage, { body: { company_id: company.id, subscription_id: (await current())?.id } })
    await me.ok(subscriptions.changeCard, { ...(await at()), body: { card_token: party.typeCard({ last4: '4444' }) } })
  }
  for (const { kind, days, becomes, ends, notices, minutes } of acts) {
    await confirmed(app, company.owner)
    const error = becomes === 'requires_payment_method' ? (['card_declined', 'insufficient_funds'] as const) : []
    party.becomes(becomes, ...error)
    spoil(days)
    if (kind === 'change') await change()
    else if (kind === 'remove') await me.call(subscriptions.removeCard, await at())
    else if (kind === 'contest') await contest()
    // As after a month without the process: what fell due in it falls due once.
    if (kind === 'month') app.clock.advance(MONTH)
    await app.pass(minutes * MINUTE)
    for (const intent of party.intents) if (intent.status === 'processing') intent.status = ends
    await tell(notices)
    await app.pass(minutes * MINUTE)
  }
  await calm()
  await confirmed(app, company.owner)
  await change()
  await app.pass(3 * HOUR)
  await me.ok(subscriptions.cancel, await at())
  await app.pass(3 * HOUR)
  await sameAsStripe(company)
}

/** The holder contests the newest payment, and the bank gives it back to us. */
async function contest(): Promise<void> {
  const paid = party.intents.findLast(({ status }) => status === 'succeeded')
  if (!paid || party.disputes.some(each => each.payment_intent === paid.id)) return
  party.disputes.push({ id: `du_${party.disputes.length}`, object: 'dispute', payment_intent: paid.id, status: 'won', metadata: {} })
  await notify({ type: 'charge.dispute.closed', data: { object: { id: 'du', payment_intent: paid.id, metadata: {} } } })
}

async function calm(): Promise<void> {
  party.calm()
  party.becomes('succeeded')
  for (const intent of party.intents) if (intent.status === 'processing') intent.status = 'succeeded'
  await app.pass(3 * HOUR)
}

async function sameAsStripe(company: TestCompany): Promise<void> {
  expect(party.refused).toEqual([])
  for (const call of party.calls) campaign.called(call)
  for (const fault of party.met) campaign.met(wordOfFault(fault))
  const billings = await app.sql<{ id: string; paid: boolean; amount_cents: number; payment_method: string }>(
    'select id, paid, amount_cents::int, payment_method from subscription_billings where company_id = $1',
    [company.id],
  )
  for (const { id, paid, amount_cents } of billings) {
    const there = party.intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.billing === id)
    campaign.twice += Math.max(0, there.length - 1)
    campaign.lostCents += Math.abs((paid ? amount_cents : 0) - sum(there.map(each => each.amount)))
    campaign.moved += there.length
  }
  // Nobody's card stays there, and nothing is left that could still be paid.
  expect(party.methods.filter(({ customer }) => customer !== null)).toEqual([])
  expect(party.intents.filter(({ status }) => status === 'processing' || status === 'requires_action')).toEqual([])
  expect(party.intents.filter(({ metadata }) => !billings.some(({ id }) => id === metadata.billing))).toEqual([])
  campaign.hold()
}

/** A month under way, one refused and one whose answer is lost: each call once, whatever chance brings after it. */
const GOOD = { days: [], becomes: 'succeeded', ends: 'succeeded', notices: 1, minutes: 20 } satisfies Omit<StripeAct, 'kind'>
const LOST: BadDay[] = [0, 1].map(where => ({ kind: 'sem resposta', where, taken: true }))
const CALM: StripeAct[] = [
  { ...GOOD, kind: 'month', days: LOST },
  { ...GOOD, kind: 'month', becomes: 'processing' },
  { ...GOOD, kind: 'change', becomes: 'requires_action' },
  { ...GOOD, kind: 'month', becomes: 'requires_action' },
  { ...GOOD, kind: 'contest' },
]

test('G7: a subscription by card at Stripe is charged once a month, and paid here when it is paid there', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(stripeAct, { minLength: 1, maxLength: 5 }), stripeDay), {
    ...seeded(times(3, 150)),
    examples: [[CALM]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(3)
  figure({ promise: 'G7', ...campaign.told() })
})
