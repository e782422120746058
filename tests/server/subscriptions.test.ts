// The product's own subscription over the real server: cards by token only, months billed as they begin, statuses over time.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { DEVICE, knowDevice, moneyBooks } from '#tests/kit/money.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { subscriptions } = contract
const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const body = (company: TestCompany, more: object) => ({ body: { company_id: company.id, ...more } })
const approve = (company: TestCompany, card_token = 'tok_aprovado_1') =>
  server.as(company.owner).ok(subscriptions.preApprove, body(company, { reference: 'ME_2', card_token }))
const subscribe = (company: TestCompany, more: object = {}) =>
  server.as(company.owner).ok(subscriptions.create, body(company, { reference: 'ME_2', ...more }))
const current = async (company: TestCompany) => (await server.as(company.owner).ok(subscriptions.list, { params: { c: company.id } }))[0]

test('by card: authorised by its token, paid at once, again next month, and shown in the profile', async () => {
  const company = await server.aCompany()
  const card = await approve(company)
  const plans = await server.as(company.owner).ok(subscriptions.plans, { params: { id: card.id } })
  expect(plans.map(plan => [plan.reference, plan.current])).toEqual([
    ['ME_1', false],
    ['ME_2', true],
    ['ME_3', false],
  ])
  const made = await subscribe(company, { pre_approval_id: card.id })
  expect(made).toMatchObject({
    status: 'PENDING',
    reference: 'ME_2',
    title: 'ME Completo',
    payment_method: 'CREDIT_CARD',
    billings: [{ status: 'PENDING', amount_cents: 14_990 }],
  })
  await server.pass(20_000)
  expect(await current(company)).toMatchObject({
    status: 'ACTIVE',
    last_payment_date: '2026-03-11',
    next_payment_date: '2026-04-11',
    billings: [{ status: 'PAID' }],
  })
  server.clock.advance(31 * DAY)
  await server.pass(3_700_000)
  expect(await current(company)).toMatchObject({
    status: 'ACTIVE',
    next_payment_date: '2026-05-11',
    billings: [{ status: 'PAID', competence_date: '2026-04-11' }, { status: 'PAID' }],
  })
  const profile = await server.as(company.owner).ok(contract.auth.profile)
  expect(profile.subscription).toMatchObject({ id: made.id, status: 'ACTIVE' })
  // The token stays with its authorisation only, and never in the journal.
  expect(await server.sql('select id from card_tokens where company_id = $1', [company.id])).toEqual([{ id: card.id }])
  const [leaked] = await server.sql<{
    n: number
  }>`select count(*)::int as n from batch_rows where company_id = ${company.id} and before::text like '%tok_aprovado%'`
  expect(leaked?.n).toBe(0)
})

test('what the page of the local acquirer tells of a card is shown with the subscription', async () => {
  const company = await server.aCompany()
  const card = await approve(company, 'tok_local_7c0e1d52_mastercard_0829_4444')
  await subscribe(company, { pre_approval_id: card.id })
  expect((await current(company))?.card).toEqual({ brand: 'mastercard', last4: '4444', expires_on: '2029-08-31' })
})

test('the card of a running subscription is changed and removed at the local acquirer as well', async () => {
  const company = await server.aCompany()
  const card = await approve(company, 'tok_recusado_mastercard_0829_4444')
  const { id } = await subscribe(company, { pre_approval_id: card.id })
  await server.pass(20_000)
  const params = { c: company.id, id }
  const changed = await server.as(company.owner).ok(subscriptions.changeCard, { params, body: { card_token: 'tok_local_visa_0930_1111' } })
  expect(changed).toMatchObject({ status: 'PENDING', card: { brand: 'visa', last4: '1111' } })
  await server.pass(20_000)
  expect(await current(company)).toMatchObject({ status: 'ACTIVE', billings: [{ status: 'PAID' }] })
  expect(await server.as(company.owner).ok(subscriptions.removeCard, { params })).toMatchObject({ payment_method: 'PIX', card: null })
  await server.pass(20_000)
  expect(await server.sql('select id from card_tokens where company_id = $1', [company.id])).toEqual([])
})

test('a refused card leaves it waiting; a Pix pays it; unpaid it grows overdue, is paused, and wakes when it pays', async () => {
  server.clock.set('2026-06-01T15:00:00Z')
  const company = await server.aCompany()
  const card = await approve(company, 'tok_recusado_9')
  await subscribe(company, { pre_approval_id: card.id })
  await server.pass(20_000)
  const waiting = await current(company)
  expect(waiting).toMatchObject({ status: 'PENDING', billings: [{ status: 'PENDING' }] })
  const pay = (billing_id: string, more: object = { payment_method: 'PIX' }) =>
    server.as(company.owner).ok(subscriptions.pay, body(company, { billing_id, ...more }), DEVICE)
  const first = waiting?.billings[0]?.id ?? ''
  const payment = await pay(first)
  expect(payment).toMatchObject({
    status: 'PROCESSING',
    amount_cents: 14_990,
    emv_code: expect.stringMatching(/^000201/),
    qr_code: expect.stringMatching(/^data:/),
  })
  // The code that was given stays the only one.
  expect((await pay(first)).emv_code).toBe(payment.emv_code)
  // One that expired is given no more.
  await server.sql`update subscription_billings set payment_id = null where id = ${first}`
  expect((await pay(first)).emv_code).not.toBe(payment.emv_code)
  await server.pass(90_000)
  expect((await current(company))?.status).toBe('ACTIVE')
  const again = await server
    .as(company.owner)
    .refused(subscriptions.pay, body(company, { billing_id: first, payment_method: 'PIX' }), DEVICE)
  expect(again.message).toBe('Esta cobrança já foi paga.')
  server.clock.set('2026-07-02T15:00:00Z')
  await server.pass(20_000)
  expect(await current(company)).toMatchObject({ status: 'ACTIVE', billings: [{ status: 'PENDING' }, { status: 'PAID' }] })
  server.clock.set('2026-07-08T15:00:00Z')
  await server.pass(20_000)
  expect(await current(company)).toMatchObject({ status: 'OVERDUE', billings: [{ status: 'OVERDUE' }, { status: 'PAID' }] })
  server.clock.set('2026-07-20T15:00:00Z')
  await server.pass(20_000)
  const paused = await current(company)
  expect(paused?.status).toBe('PAUSED')
  const news = (await server.as(company.owner).ok(contract.notifications.list)).filter(each => each.action?.endsWith('/subscriptions'))
  expect(news.map(each => each.title)).toEqual([
    'Assinatura pausada',
    'Assinatura em atraso',
    ...Array.from({ length: 2 }, () => 'Pagamento da assinatura recusado'),
  ])
  await pay(paused?.billings[0]?.id ?? '', { payment_method: 'CREDIT_CARD', card_token: 'tok_aprovado_2' })
  await server.pass(20_000)
  expect((await current(company))?.status).toBe('ACTIVE')
})

test('nobody ever paid: given up after a month; cancelled it is final, and one may subscribe again', async () => {
  server.clock.set('2026-08-03T15:00:00Z')
  const company = await server.aCompany()
  await subscribe(company)
  const twice = await server.as(company.owner).refused(subscriptions.create, body(company, { reference: 'ME_1' }))
  expect(twice).toMatchObject({ id: 'conflict.already_exists', message: 'A empresa já tem uma assinatura.' })
  server.clock.advance(40 * DAY)
  await server.pass(20_000)
  expect((await current(company))?.status).toBe('CANCELLED')
  const second = await subscribe(company, { reference: 'MEI_1' })
  const params = { c: company.id, id: second.id }
  expect((await server.as(company.owner).ok(subscriptions.cancel, { params })).status).toBe('CANCELLED')
  expect((await server.as(company.owner).refused(subscriptions.cancel, { params })).id).toBe('conflict.invalid_transition')
  const billing_id = second.billings[0]?.id ?? ''
  const late = await server.as(company.owner).refused(subscriptions.pay, body(company, { billing_id, payment_method: 'PIX' }), DEVICE)
  expect(late.message).toBe('Esta assinatura foi cancelada.')
})

test('the months it was paused are not billed when it wakes', async () => {
  server.clock.set('2026-09-01T15:00:00Z')
  const company = await server.aCompany()
  const card = await approve(company)
  await subscribe(company, { pre_approval_id: card.id })
  await server.pass(20_000)
  await server.sql`update card_tokens set token = 'tok_recusado_1' where id = ${card.id}`
  for (const day of ['2026-10-02', '2026-10-20', '2026-11-20', '2027-01-20']) {
    server.clock.set(`${day}T15:00:00Z`)
    await server.pass(20_000)
  }
  const paused = await current(company)
  expect([paused?.status, paused?.billings.map(billing => billing.competence_date)]).toEqual(['PAUSED', ['2026-10-01', '2026-09-01']])
  const payment = { billing_id: paused?.billings[0]?.id, payment_method: 'CREDIT_CARD', card_token: 'tok_aprovado_7' }
  await server.as(company.owner).ok(subscriptions.pay, body(company, payment), DEVICE)
  await server.pass(20_000)
  expect(await current(company)).toMatchObject({
    status: 'ACTIVE',
    next_payment_date: '2027-02-01',
    billings: [{ status: 'PAID' }, { status: 'PAID' }],
  })
})

test('an acquirer that does not answer charges once', async () => {
  server.clock.set('2026-10-05T15:00:00Z')
  const company = await server.aCompany()
  await server.bank.fail('chargeCard', 'timeout_after')
  await server.bank.fail('chargeCard', 'reset', 2)
  const card = await approve(company, 'tok_aprovado_3')
  await subscribe(company, { pre_approval_id: card.id })
  await server.pass(60_000)
  expect((await current(company))?.status).toBe('ACTIVE')
  const before = await server.sql<{
    n: number
  }>`select count(*)::int as n from local_bank_cards where amount_cents = 14990 and status = 'PAID'`
  await server.pass(60_000)
  expect(await server.sql`select count(*)::int as n from local_bank_cards where amount_cents = 14990 and status = 'PAID'`).toEqual(before)
})

test('a card number, a foreign card, another company and another role are refused', async () => {
  const company = await server.aCompany()
  const owner = server.as(company.owner)
  const number = await owner.refused(subscriptions.preApprove, body(company, { reference: 'ME_1', card_token: '4111 1111 1111 1111' }))
  expect(number.message).toBe('Envie o token do cartão, nunca o número')
  expect((await owner.refused(subscriptions.create, body(company, { reference: 'ME_9' }))).message).toBe('Escolha o plano')
  const other = await moneyBooks(server)
  await knowDevice(server, other.owner)
  const card = await approve(other.company)
  expect((await owner.refused(subscriptions.create, body(company, { reference: 'ME_2', pre_approval_id: card.id }))).message).toBe(
    'Autorização de cartão não encontrada',
  )
  expect((await owner.refused(subscriptions.plans, { params: { id: card.id } })).status).toBe(404)
  expect((await owner.refused(subscriptions.pay, body(company, { billing_id: randomUUID(), payment_method: 'PIX' }))).status).toBe(404)
  const admin = server.as(await server.aMember(company, 'ADMIN'))
  expect((await admin.refused(subscriptions.create, body(company, { reference: 'ME_1' }))).id).toBe('permission.denied')
  expect(await admin.ok(subscriptions.list, { params: { c: company.id } })).toEqual([])
})
