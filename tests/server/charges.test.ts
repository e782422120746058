// Charges over the real server: a code or a slip at once, paid over time, the receivable settled, the fee apart, money given back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { DEVICE, FIRST_DEPOSIT_CENTS, type MoneyBooks, moneyBooks } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { billings } = contract

let server: TestServer
let b: MoneyBooks
beforeAll(async () => {
  server = await testServer()
  b = await moneyBooks(server)
})
afterAll(() => server?.close())

const PAYER = { document_number: '529.982.247-25', name: 'Ana Lima', email: 'ana@exemplo.com' }
const create = (body: object, of: MoneyBooks = b) =>
  server.as(of.owner).ok(billings.create, of.at({ transaction_amount: 10_000, due_date: '2026-03-20', ...body }))
const get = (id: string, of: MoneyBooks = b) => server.as(of.owner).ok(billings.get, { params: { id } })
/** A charge of so many reais and 99 cents waits until somebody pays it. */
const UNPAID = 10_099

describe('a charge', () => {
  test('by Pix carries its code at once and settles its receivable when it is paid, the fee as a bill of its own', async () => {
    const receivable = await b.receivable({ amount_cents: 10_000 })
    const charge = await create({ receivable_id: receivable.id })
    expect(charge).toMatchObject({
      status: 'PENDING',
      fee_amount: 99,
      assume_fee: true,
      expiration_date: '2026-04-19',
      kind: 'BILLING',
      environment: 'local',
    })
    expect(parseBrCode(charge.emv_code ?? '')).toMatchObject({ kind: 'DYNAMIC', url: expect.stringMatching(/^pix\.razao\.local/) })
    expect(charge.qr_code).toMatch(/^data:image\/svg/)
    await server.pass(90_000)
    expect(await get(charge.id)).toMatchObject({ status: 'PAID', billing_id: charge.id, paid_at: expect.any(String), needs_refund: false })
    const news = (await server.as(b.owner).ok(contract.notifications.list)).filter(each => each.metadata?.billing_id === charge.id)
    expect(news).toMatchObject([
      { type: 'TRANSACTION', title: 'Cobrança de R$ 100,00 paga', action: `/company/${b.company.id}/receivables/${receivable.id}` },
    ])
    const settled = await b.receivableOf(receivable.id)
    expect(settled).toMatchObject({ status: 'RECEIVED', amount_cents: 10_000, bank_account_id: b.bankAccount })
    expect(settled.bank_statement_entries).toMatchObject([{ amount_cents: 10_000, status: 'CONCILIATED' }])
    const fees = (await b.stored('entries')).filter(entry => entry.additional_information === 'Tarifa de cobrança')
    expect(fees).toMatchObject([{ kind: 'BILL', amount_cents: 99, status: 'PAID', bank_account_id: b.bankAccount }])
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS + 10_000 - 99)
    expect(
      (
        await server
          .as(b.owner)
          .refused(billings.create, b.at({ transaction_amount: 1, due_date: '2026-03-20', receivable_id: receivable.id }))
      ).id,
    ).toBe('conflict.already_exists')
  })

  test('whose payer bears the fee settles the receivable for its own amount', async () => {
    const c = await moneyBooks(server)
    const receivable = await c.receivable({ amount_cents: 20_000 })
    const charge = await create(
      { receivable_id: receivable.id, transaction_amount: 20_000, assume_fee: false, payment_method: 'BOLETO', payer: PAYER },
      c,
    )
    const slip = await server.as(c.owner).ok(contract.boleto.read, { query: { digitable_line: charge.digitable_line ?? '' } })
    expect(slip).toMatchObject({ amount_cents: 20_249, payer_name: 'Ana Lima', payer_document_number: '***.982.247-**', status: 'PENDING' })
    await server.pass(90_000)
    expect((await c.receivableOf(receivable.id)).status).toBe('RECEIVED')
    const settled = (await c.stored('entries')).filter(entry => entry.status === 'RECEIVED').map(entry => entry.amount_cents)
    expect(settled.sort()).toEqual([20_000, 249])
    expect(await c.bankBalance()).toBe(FIRST_DEPOSIT_CENTS + 20_000)
  })

  test('of a receivable that was split meanwhile leaves its line to a person, and no fee that nobody owes', async () => {
    const c = await moneyBooks(server)
    const { id } = await c.receivable({ amount_cents: 20_000 })
    await create({ receivable_id: id, transaction_amount: 20_000, assume_fee: false, payment_method: 'BOLETO', payer: PAYER }, c)
    const children = [{ amount_cents: 12_000 }, { amount_cents: 8_000 }]
    await server.as(c.owner).ok(contract.receivables.split, { params: { c: c.company.id, id }, body: { children } })
    await server.pass(90_000)
    const open = (await c.stored('entries')).filter(entry => entry.status === 'PENDING' && !entry.has_children)
    expect(open.map(entry => Number(entry.amount_cents)).sort((one, other) => one - other)).toEqual([8_000, 12_000])
  })

  test('is paid by another company that reads its code', async () => {
    const buyer = await moneyBooks(server)
    const charge = await create({ transaction_amount: UNPAID })
    await server.pass(120_000)
    expect((await get(charge.id)).status).toBe('PENDING')
    const read = await server.as(buyer.owner).ok(contract.pix.readCode, { params: buyer.c, query: { emv: charge.emv_code } })
    expect(read).toMatchObject({ kind: 'DYNAMIC', amount_cents: UNPAID, due_date: '2026-03-20' })
    await buyer.pix({ amount: UNPAID / 100, pix_key: undefined, emv_code: charge.emv_code })
    await server.pass(60_000)
    expect((await get(charge.id)).status).toBe('PAID')
    expect(await buyer.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - UNPAID)
    expect((await server.as(buyer.owner).refused(contract.pix.readCode, { params: buyer.c, query: { emv: charge.emv_code } })).id).toBe(
      'pix.key_not_found',
    )
  })

  test('grows overdue and expires by the calendar, and is cancelled with its slip', async () => {
    const c = await moneyBooks(server)
    const short = await create({ transaction_amount: UNPAID, due_date: '2026-03-12', expiration_date: '2026-03-16' }, c)
    const gone = await create({ transaction_amount: UNPAID, payment_method: 'BOLETO', payer: PAYER }, c)
    await server.pass(10_000)
    expect((await server.as(c.owner).ok(billings.cancel, { params: { id: gone.id } })).status).toBe('CANCELLED')
    await server.pass(10_000)
    expect((await server.as(c.owner).refused(contract.boleto.read, { query: { digitable_line: gone.digitable_line } })).id).toBe(
      'boleto.not_found',
    )
    expect((await server.as(c.owner).refused(billings.cancel, { params: { id: gone.id } })).id).toBe('conflict.invalid_transition')
    const start = server.clock.now()
    server.clock.set('2026-03-13T15:00:00Z')
    expect((await get(short.id, c)).status).toBe('OVERDUE')
    server.clock.set('2026-03-17T15:00:00Z')
    expect((await get(short.id, c)).status).toBe('EXPIRED')
    expect((await server.as(c.owner).refused(billings.cancel, { params: { id: short.id } })).message).toBe(
      'De Expirada não é possível ir para Cancelada.',
    )
    expect(
      (await server.as(c.owner).ok(billings.list, { query: { companyId: c.company.id, status: 'EXPIRED' } })).map(each => each.id),
    ).toEqual([short.id])
    server.clock.set(start)
  })

  test('paid as it was cancelled keeps the money apart: it settles nothing and is given back', async () => {
    const [c, buyer] = [await moneyBooks(server), await moneyBooks(server)]
    const receivable = await c.receivable({ amount_cents: UNPAID })
    const charge = await create({ transaction_amount: UNPAID, receivable_id: receivable.id }, c)
    await server.pass(5_000)
    // The bank took the payment, and the company cancels before it hears of it.
    await server.bank.fail('movements', 'reset', 30)
    await buyer.pix({ amount: UNPAID / 100, pix_key: undefined, emv_code: charge.emv_code })
    await server.pass(5_000)
    expect((await server.as(c.owner).ok(billings.cancel, { params: { id: charge.id } })).status).toBe('CANCELLED')
    await server.pass(600_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'CANCELLED', paid_at: expect.any(String), needs_refund: true })
    expect((await c.receivableOf(receivable.id)).status).toBe('PENDING')
    await server.as(c.owner).ok(billings.refund, { params: { id: charge.id }, body: {} }, DEVICE)
    await server.pass(60_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'CANCELLED', refunded_amount: UNPAID, needs_refund: false })
    expect((await server.as(c.owner).refused(billings.refund, { params: { id: charge.id }, body: {} }, DEVICE)).id).toBe(
      'conflict.invalid_transition',
    )
  })

  test('given back is an outflow of the books; what the account cannot cover is refused and may be asked again', async () => {
    const c = await moneyBooks(server)
    const receivable = await c.receivable({ amount_cents: 5000 })
    const charge = await create({ transaction_amount: 5000, receivable_id: receivable.id }, c)
    await server.pass(90_000)
    await c.pix({ amount: (FIRST_DEPOSIT_CENTS + 5000 - 99 - 4000) / 100 })
    await server.pass(30_000)
    const refund = (amount_cents: number) =>
      server.as(c.owner).ok(billings.refund, { params: { id: charge.id }, body: { amount_cents } }, DEVICE)
    await refund(4001)
    await server.pass(30_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'PAID', refunded_amount: 0 })
    const told = await server.as(c.owner).ok(contract.notifications.list)
    expect(told.map(each => each.title)).toContain('Devolução de R$ 40,01 recusada pelo banco')
    await refund(4000)
    await server.pass(60_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'PAID', refunded_amount: 4000 })
    expect((await c.receivableOf(receivable.id)).status).toBe('RECEIVED')
    const back = (await c.stored('entries')).filter(entry => entry.additional_information === 'Devolução de cobrança')
    expect(back).toMatchObject([{ kind: 'BILL', amount_cents: 4000, status: 'PAID', bank_account_id: c.bankAccount }])
  })

  test('is given back in parts, never more than was paid nor after ninety days', async () => {
    const c = await moneyBooks(server)
    const charge = await create({ transaction_amount: 5000 }, c)
    await server.pass(90_000)
    const refund = (body: object) => server.as(c.owner).ok(billings.refund, { params: { id: charge.id }, body }, DEVICE)
    const refused = (body: object) => server.as(c.owner).refused(billings.refund, { params: { id: charge.id }, body }, DEVICE)
    await refund({ amount_cents: 2000 })
    expect((await refused({ amount_cents: 3001 })).message).toBe('Ainda se pode devolver R$ 30,00')
    await server.pass(30_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'PAID', refunded_amount: 2000 })
    const start = server.clock.now()
    server.clock.advance(91 * 86_400_000)
    expect((await refused({})).id).toBe('auth.step_up_required')
    server.clock.set(start)
    await refund({})
    await server.pass(30_000)
    expect(await get(charge.id, c)).toMatchObject({ status: 'REFUNDED', refunded_amount: 5000 })
    expect(await c.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 99)
    expect((await refused({})).id).toBe('conflict.invalid_transition')
    const lines = await server.as(c.owner).ok(contract.bankStatements.digitalAccount, { params: c.c })
    expect(lines.map(line => line.amount_cents)).toEqual(expect.arrayContaining([5000, -99, -2000, -3000]))
  })
})

test('a charge is a PDF for who may see it, by Pix or with the bars of its boleto', async () => {
  for (const payment_method of ['PIX', 'BOLETO']) {
    const { id } = await create({ payment_method, payer: PAYER, transaction_amount: UNPAID })
    const file = await server.as(b.owner).call(billings.pdf, { params: { id } })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const stranger = await server.aCompany()
    expect((await server.as(stranger.owner).refused(billings.pdf, { params: { id } })).status).toBe(404)
  }
})

test('bad input, a foreign receivable, another company and another role', async () => {
  const refused = (body: object) =>
    server.as(b.owner).refused(billings.create, b.at({ transaction_amount: 100, due_date: '2026-03-20', ...body }))
  expect((await refused({ due_date: '2026-03-10' })).details?.[0]?.field).toBe('due_date')
  expect((await refused({ expiration_date: '2026-03-19' })).details?.[0]?.field).toBe('expiration_date')
  expect((await refused({ payment_method: 'BOLETO' })).details?.[0]?.field).toBe('payer')
  expect((await refused({ transaction_amount: 0 })).status).toBe(422)
  const other = await moneyBooks(server)
  const theirs = await other.receivable()
  expect((await refused({ receivable_id: theirs.id })).message).toBe('Conta a receber não encontrada')
  const large = await b.receivable({ amount_cents: 101 })
  expect((await refused({ receivable_id: large.id })).details?.[0]?.field).toBe('transaction_amount')
  const charge = await create({ transaction_amount: UNPAID })
  for (const row of [billings.get, billings.cancel])
    expect((await server.as(other.owner).refused(row, { params: { id: charge.id } })).status).toBe(404)
  expect((await server.as(other.owner).ok(billings.list, {})).map(each => each.id)).not.toContain(charge.id)
  expect((await server.as(other.owner).refused(billings.list, { query: { companyId: b.company.id } })).status).toBe(404)
  const operator = await server.aMember(b.company, 'OPERATOR')
  expect((await server.as(operator).refused(billings.refund, { params: { id: charge.id }, body: {} })).id).toBe('permission.denied')
})
