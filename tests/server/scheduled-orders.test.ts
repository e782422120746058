// Orders kept for a day to come: sent that morning under the same guards as by hand, given back with the reason where one of them fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, addYears, type Day, dayInSaoPaulo, formatDay, weekday } from '#domain/days.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import { DEVICE, FIRST_DEPOSIT_CENTS, knowDevice, type MoneyBooks, moneyBooks, OTHER_HOLDER, OTHER_KEY } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { paymentOrders, bills } = contract
const HOUR = 3_600_000

let server: TestServer
let today: Day
/** The day that the orders wait for: the next Friday but tomorrow's. */
let friday: Day
beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => {
  today = dayInSaoPaulo(server.clock.now())
  friday = [2, 3, 4, 5, 6, 7, 8].map(count => addDays(today, count)).find(day => weekday(day) === 5) as Day
})
afterAll(() => server?.close())

const byKey = { payment_details: { pix_key: OTHER_KEY }, payment_method: 'PIX' }
const params = (b: MoneyBooks, id: string) => ({ params: { ...b.c, id } })

/** A bill and the order that waits for Friday to pay it. */
async function kept(cents = 5_000) {
  const b = await moneyBooks(server)
  const bill = await b.bill({ ...byKey, amount_cents: cents })
  return { b, bill, order: await b.order({ bill_ids: [bill.id], pay_on: friday }) }
}

/** Until seven on Friday, São Paulo, and what comes of it within a minute. */
async function untilFriday() {
  server.clock.advance(Date.parse(`${friday}T07:00:00-03:00`) - server.clock.now())
  await server.pass(60_000)
}

const news = async (b: MoneyBooks) => (await server.as(b.owner).ok(contract.notifications.list)).map(({ title, body }) => [title, body])

describe('an order for another day', () => {
  test('waits with its bill, and is paid that morning by itself', async () => {
    const { b, bill, order } = await kept()
    expect(order).toMatchObject({ status: 'APPROVED', pay_on: friday, sent_at: null, payments: [{ status: 'CREATED' }] })
    expect(order.scheduled_since).not.toBeNull()
    expect((await b.billOf(bill.id)).status).toBe('WAITING_PAYMENT')
    const again = await server.as(b.owner).refused(paymentOrders.create, b.at({ bill_ids: [bill.id], confirm_duplicate: true }), DEVICE)
    expect(again.message).toBe('Esta conta já foi enviada para pagamento.')
    server.clock.advance(24 * HOUR)
    await server.pass(1000)
    const of = async (bill_id: string) => server.as(b.owner).ok(paymentOrders.list, { params: b.c, query: { bill_id } })
    expect((await of(bill.id)).map(each => each.id)).toEqual([order.id])
    expect(await of(order.id)).toEqual([])
    expect((await b.orderOf(order.id)).status).toBe('APPROVED')
    await untilFriday()
    expect(await b.orderOf(order.id)).toMatchObject({ status: 'COMPLETED', pay_on: friday, reason: null })
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PAID', date: friday })
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 5_000)
  })

  test('today is no wait; a day that has gone or is too far away is refused', async () => {
    const b = await moneyBooks(server)
    const payments = [{ pix_key: OTHER_KEY, amount_cents: 100 }]
    expect(await b.order({ payments, pay_on: today })).toMatchObject({ status: 'PROCESSING', pay_on: null })
    const refused = async (pay_on: string) =>
      (await server.as(b.owner).refused(paymentOrders.create, b.at({ payments, pay_on, confirm_duplicate: true }), DEVICE)).details
    expect(await refused(addDays(today, -1))).toMatchObject([{ field: 'pay_on', message: 'Escolha hoje ou um dia que ainda vem' }])
    expect(await refused(addDays(addYears(today, 1), 1))).toMatchObject([
      { field: 'pay_on', message: `Escolha um dia até ${formatDay(addYears(today, 1))}` },
    ])
  })

  test('a slip waits until it is due and no longer; its plan says on which day it is paid', async () => {
    const b = await moneyBooks(server)
    const slip = await b.slip(7_000, friday)
    const bill = await b.bill({ amount_cents: 7_000, payment_details: { boleto: { digitable_line: slip.line } } })
    const plan = async (pay_on: string) =>
      (await server.as(b.owner).ok(paymentOrders.plan, { params: b.c, query: { bill_ids: bill.id, pay_on } }))[0]
    expect(await plan(friday)).toMatchObject({ payment_date: friday, refusal: null })
    const late = `O boleto vence em ${formatDay(friday)}: pague hoje, ou escolha um dia até lá`
    const saturday = addDays(friday, 1)
    // A Saturday: it would be paid on the Monday.
    expect(await plan(saturday)).toMatchObject({ payment_date: addDays(friday, 3), refusal: late })
    const refused = await server.as(b.owner).refused(paymentOrders.create, b.at({ bill_ids: [bill.id], pay_on: saturday }), DEVICE)
    expect(refused.details).toMatchObject([{ field: bill.id, message: late }])
    const order = await b.order({ bill_ids: [bill.id], pay_on: friday })
    await untilFriday()
    await server.pass(60_000)
    expect((await b.orderOf(order.id)).status).toBe('COMPLETED')
  })

  test('cancelled before its day, it gives its bill back and nothing leaves', async () => {
    const { b, bill, order } = await kept()
    expect((await server.as(b.owner).ok(paymentOrders.cancel, params(b, order.id))).status).toBe('CANCELLED')
    expect((await b.billOf(bill.id)).status).toBe('APPROVED')
    await untilFriday()
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS)
  })

  test('sent by hand before its day, it leaves at once and once', async () => {
    const { b, bill, order } = await kept()
    expect(await server.as(b.owner).ok(paymentOrders.send, params(b, order.id), DEVICE)).toMatchObject({
      status: 'PROCESSING',
      pay_on: null,
    })
    await untilFriday()
    expect((await b.billOf(bill.id)).status).toBe('PAID')
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 5_000)
  })

  test('approved by another, it waits for its day from then on; approved after its day, it leaves at once', async () => {
    const b = await moneyBooks(server)
    const finance = await server.aMember(b.company, 'FINANCE')
    await knowDevice(server, finance)
    const asked = (cents: number) => b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: cents }], pay_on: friday }, finance)
    const [one, two] = [await asked(900), await asked(901)]
    expect(one).toMatchObject({ status: 'WAITING_APPROVAL', pay_on: friday, scheduled_since: null })
    const approve = (id: string) => server.as(b.owner).ok(paymentOrders.approve, params(b, id), DEVICE)
    expect(await approve(one.id)).toMatchObject({ status: 'APPROVED', scheduled_since: expect.any(String) })
    await untilFriday()
    expect((await b.orderOf(one.id)).status).toBe('COMPLETED')
    expect((await b.orderOf(two.id)).status).toBe('WAITING_APPROVAL')
    expect((await approve(two.id)).status).toBe('PROCESSING')
  })

  test('split in two, each leaves on the day', async () => {
    const manager = await server.aUser('ORGANIZATION_MANAGER')
    const company = await server.aCompany(await server.aUser(), { organization_id: manager.organization_id })
    const b = await moneyBooks(server, company)
    const order = await b.order({ payments: [1, 2].map(amount_cents => ({ pix_key: OTHER_KEY, amount_cents })), pay_on: friday })
    const ids = [order.payments[0]?.id]
    await server.as(manager).ok(paymentOrders.split, { params: { id: order.id }, body: { payment_ids: ids } })
    await untilFriday()
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 3)
  })
})

describe('what changed until the day', () => {
  const goesBack = async ({ b, bill, order }: Awaited<ReturnType<typeof kept>>, reason: string | RegExp) => {
    await untilFriday()
    const back = await b.orderOf(order.id)
    expect(back).toMatchObject({ status: 'APPROVED', pay_on: null, scheduled_since: null, payments: [{ status: 'CREATED' }] })
    expect(back.reason).toMatch(reason)
    expect((await b.billOf(bill.id)).status).toBe('APPROVED')
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS)
    expect(await news(b)).toContainEqual([`Ordem de R$ 50,00 não foi paga em ${formatDay(friday)}`, back.reason])
  }

  test('another holder of the key: nothing leaves, and a person sends it once it is right', async () => {
    const { b, bill, order } = await kept()
    const holds = (holder: typeof OTHER_HOLDER) =>
      server.sql('update local_bank_keys set holder = $1::jsonb where key = $2', [JSON.stringify(holder), OTHER_KEY])
    await holds({ ...OTHER_HOLDER, name: 'Outra', document_number: '45997418000153' })
    await goesBack({ b, bill, order }, /O banco agora diz que quem recebe é Outra/)
    await holds(OTHER_HOLDER)
    // Somebody new, days after the last code.
    const { challenge_id = '' } = await server.as(b.owner).refused(paymentOrders.send, params(b, order.id), DEVICE)
    const otp = await server.lastCode()
    await server.as(b.owner).ok(contract.auth.verifyOtp, { params: { id: challenge_id }, body: { otp } }, DEVICE)
    const sent = await server.as(b.owner).ok(paymentOrders.send, params(b, order.id), DEVICE)
    expect(sent).toMatchObject({ status: 'PROCESSING', reason: null })
    await server.pass(60_000)
    expect((await b.billOf(bill.id)).status).toBe('PAID')
  })

  test('whoever confirmed it may pay no more', async () => {
    const b = await moneyBooks(server)
    const partner = await server.aMember(b.company, 'OWNER')
    await knowDevice(server, partner)
    const bill = await b.bill({ ...byKey, amount_cents: 5_000 })
    const order = await b.order({ bill_ids: [bill.id], pay_on: friday }, partner)
    await server.sql`update memberships set status = 'INACTIVE' where company_id = ${b.company.id} and user_id = ${partner.id}`
    await untilFriday()
    expect((await b.orderOf(order.id)).reason).toMatch(/não pode mais pagar por esta empresa\.$/)
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS)
  })

  test('the limit was lowered', async () => {
    const made = await kept()
    await server.sql`insert into payment_limits (company_id, id, period, current_cents) values (${made.b.company.id}, gen_random_uuid(), 'DAY', 4999)`
    await goesBack(made, /49,99/)
  })

  test('the slip costs another amount', async () => {
    const b = await moneyBooks(server)
    const slip = await b.slip(5_000, friday)
    const bill = await b.bill({ amount_cents: 5_000, payment_details: { boleto: { digitable_line: slip.line } } })
    const order = await b.order({ bill_ids: [bill.id], pay_on: friday })
    await server.sql`update payments set amount_cents = 4000 where id = ${order.payments[0]?.id}`
    await untilFriday()
    expect((await b.orderOf(order.id)).reason).toBe('O boleto custa R$ 50,00 hoje, e não R$ 40,00: faça outra ordem.')
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS)
  })

  test('its bill was settled meanwhile', async () => {
    const { b, bill, order } = await kept()
    await server.sql`update entries set status = 'PAID' where id = ${bill.id}`
    await untilFriday()
    expect((await b.orderOf(order.id)).reason).toMatch(/^A situação mudou enquanto a ordem esperava o dia/)
    expect((await b.billOf(bill.id)).status).toBe('PAID')
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS)
  })

  test('a bank that is silent in the morning is asked again that day', async () => {
    const { b, order } = await kept()
    const silent = vi.spyOn(server.bank, 'pixKey').mockRejectedValue(new Unanswered('pixKey'))
    await untilFriday()
    expect((await b.orderOf(order.id)).status).toBe('APPROVED')
    silent.mockRestore()
    server.clock.advance(300_000)
    await server.pass(60_000)
    expect((await b.orderOf(order.id)).status).toBe('COMPLETED')
  })
})

test('a bill that waits for its day cannot be moved by hand', async () => {
  const { b, bill } = await kept()
  const refused = await server.as(b.owner).refused(bills.move, b.at({ ids: [bill.id], status: 'APPROVED' }))
  expect(refused.message).toBe('Há um envio em andamento no banco: aguarde a resposta.')
})
