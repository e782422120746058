// Boletos over the real server: read with the registry's word, paid through an order, refused when the value moved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { barcodeOf, lineOfBarcode, mod10 } from '#domain/payments/boleto.ts'
import { DEVICE, FIRST_DEPOSIT_CENTS, type MoneyBooks, moneyBooks, OTHER_HOLDER } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { boleto } = contract

let server: TestServer
let b: MoneyBooks
beforeAll(async () => {
  server = await testServer()
  b = await moneyBooks(server)
})
afterAll(() => server?.close())

const read = (digitable_line: string) => server.as(b.owner).ok(boleto.read, { query: { digitable_line } })
const searchable = (digitable_line: string) => server.as(b.owner).ok(boleto.searchable, { query: { digitable_line } })
const pay = (body: object) => server.as(b.owner).ok(boleto.pay, { body: { company_id: b.company.id, ...body } }, DEVICE)
const refusedPay = (body: object) => server.as(b.owner).refused(boleto.pay, { body: { company_id: b.company.id, ...body } }, DEVICE)

/** A tax slip: 48 digits, mod 10, R$ 66,78. */
const taxLine = () => {
  const rest = `${'6678'.padStart(11, '0')}${'0012'.padEnd(29, '3')}`
  return lineOfBarcode(`856${mod10(`856${rest}`)}${rest}`)
}

describe('reading', () => {
  test('a registered slip says value, payee and what lateness adds', async () => {
    const slip = await b.slip(10_000, '2026-03-01')
    const found = await read(slip.line)
    expect(found).toMatchObject({
      amount_cents: 10_233,
      fine_cents: 200,
      interest_cents: 33,
      due_date: '2026-03-01',
      status: 'PENDING',
      barcode: slip.barcode,
      recipient_name: OTHER_HOLDER.name,
      recipient_type: 'LEGAL',
      environment: 'local',
    })
    expect((await read(slip.barcode)).id).toBe(found.id)
    expect(await searchable(slip.line)).toEqual({ searchable: true, status: 'PENDING', environment: 'local' })
  })

  test('one in no registry is typed: what it prints counts', async () => {
    const barcode = barcodeOf({ bank_code: '237', amount_cents: 4321, due_date: '2026-04-01', free_field: '1'.repeat(25) })
    expect(await read(lineOfBarcode(barcode))).toMatchObject({
      status: 'MANUAL',
      amount_cents: 4321,
      due_date: '2026-04-01',
      recipient_name: null,
    })
    expect((await searchable(lineOfBarcode(barcode))).status).toBe('NOT_FOUND')
    expect(await read(taxLine())).toMatchObject({ status: 'MANUAL', amount_cents: 6678, due_date: null })
    expect(await searchable(taxLine())).toMatchObject({ searchable: false, status: 'MANUAL' })
  })

  test('a wrong digit is refused, and nobody reads without signing in', async () => {
    const line = taxLine()
    const refused = await server
      .as(b.owner)
      .refused(boleto.read, { query: { digitable_line: `${line.slice(0, 11)}${(Number(line[11]) + 1) % 10}${line.slice(12)}` } })
    expect(refused).toMatchObject({ id: 'validation.failed', details: [{ field: 'digitable_line', message: 'Linha digitável inválida' }] })
    expect((await server.call(undefined, boleto.read, { query: { digitable_line: line } })).status).toBe(401)
  })
})

describe('paying', () => {
  test('a slip is paid once, in the statement with its receipt, and the registry knows', async () => {
    const slip = await b.slip(5000)
    const payment = await pay({ digitable_line: slip.line })
    expect(payment).toMatchObject({ kind: 'BOLETO', status: 'QUEUED', amount_cents: 5000, end_to_end_id: null, digitable_line: slip.line })
    await server.pass(60_000)
    const [order] = await server.as(b.owner).ok(contract.paymentOrders.list, { params: b.c })
    const code = order?.payments[0]?.transaction_code ?? ''
    expect(order).toMatchObject({ status: 'COMPLETED' })
    expect((await read(slip.line)).status).toBe('PAID')
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 5000)
    const receipt = await server
      .as(b.owner)
      .call(contract.digitalAccounts.receipt, { query: { transaction_code: code, type: 'BOLETO_OUT' } })
    expect([receipt.status, receipt.headers['content-type'], String(receipt.data).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    server.clock.advance(61_000)
    await pay({ digitable_line: slip.line })
    await server.pass(60_000)
    const [again] = await server.as(b.owner).ok(contract.paymentOrders.list, { params: b.c })
    expect(again?.payments[0]?.refusal?.message).toBe('Esta cobrança já foi paga ou venceu.')
  })

  test('the printed value of a late slip is not paid: the registry is the authority', async () => {
    const slip = await b.slip(7000, '2026-02-27')
    const payment = await pay({ digitable_line: slip.line })
    await server.pass(60_000)
    const order = await b.orderOf(payment.payment_order_id)
    expect(order.payments[0]).toMatchObject({
      status: 'REJECTED',
      refusal: { message: 'O valor de hoje é outro: leia de novo o boleto ou o QR Code.' },
    })
    const { amount_cents } = await read(slip.line)
    await pay({ digitable_line: slip.line, amount_cents })
    await server.pass(60_000)
    expect((await read(slip.line)).status).toBe('PAID')
  })

  test('a tax slip of 48 digits is paid by what it prints', async () => {
    const payment = await pay({ digitable_line: taxLine() })
    await server.pass(60_000)
    expect((await b.orderOf(payment.payment_order_id)).payments[0]).toMatchObject({ status: 'SETTLED', amount_cents: 6678 })
  })

  test('after the banks’ hours it leaves on the next business day, and costs what it costs then', async () => {
    const start = server.clock.now()
    const c = await moneyBooks(server)
    const slip = await c.slip(10_000, '2026-03-13')
    const at = (instant: string) => server.clock.set(`${instant}-03:00`)
    const look = () => server.as(c.owner).ok(boleto.read, { query: { digitable_line: slip.line } })
    at('2026-03-13T19:59:59')
    expect(await look()).toMatchObject({ payment_date: '2026-03-13', amount_cents: 10_000 })
    at('2026-03-13T20:00:00')
    const late = await look()
    expect(late).toMatchObject({ payment_date: '2026-03-16', amount_cents: 10_210, fine_cents: 200, interest_cents: 10 })
    await server.sql('update sessions set stepped_up_at = $2 where id = $1', [c.owner.session_id, new Date(server.clock.now())])
    const payment = await server
      .as(c.owner)
      .ok(boleto.pay, { body: { company_id: c.company.id, digitable_line: slip.line, amount_cents: 10_210 } }, DEVICE)
    expect(payment.scheduled_for).toBe('2026-03-16')
    at('2026-03-16T05:59:00')
    await server.pass(1_000)
    expect((await c.orderOf(payment.payment_order_id)).payments[0]?.status).toBe('PROCESSING')
    at('2026-03-16T07:30:00')
    await server.pass(60_000)
    expect((await c.orderOf(payment.payment_order_id)).payments[0]).toMatchObject({ status: 'SETTLED', scheduled_for: '2026-03-16' })
    server.clock.set(start)
  })

  test('one withdrawn from the registry is not found, and an open amount must be said', async () => {
    const slip = await b.slip(1500)
    await server.sql("update local_bank_slips set status = 'CANCELLED' where barcode = $1", [slip.barcode])
    expect((await server.as(b.owner).refused(boleto.read, { query: { digitable_line: slip.line } })).id).toBe('boleto.not_found')
    const open = lineOfBarcode(barcodeOf({ bank_code: '104', amount_cents: 0, due_date: '2026-04-01', free_field: '2'.repeat(25) }))
    expect((await refusedPay({ digitable_line: open })).details?.[0]?.field).toBe('amount_cents')
    expect((await pay({ digitable_line: open, amount_cents: 10 })).amount_cents).toBe(10)
  })

  test('without a digital account, without the right, or for another company nothing is sent', async () => {
    const plain = await server.aCompany()
    const line = (await b.slip(100)).line
    const refused = await server.as(plain.owner).refused(boleto.pay, { body: { company_id: plain.id, digitable_line: line } }, DEVICE)
    expect(refused).toMatchObject({ id: 'digital_account.not_open', status: 409 })
    expect((await server.as(plain.owner).refused(boleto.pay, { body: { company_id: b.company.id, digitable_line: line } })).status).toBe(
      404,
    )
    const reader = await server.aMember(b.company, 'READER')
    expect((await server.as(reader).refused(boleto.pay, { body: { company_id: b.company.id, digitable_line: line } })).id).toBe(
      'permission.denied',
    )
  })
})

test('a slip in no registry is asked about as often as it takes, and history tells each thing once', async () => {
  const line = lineOfBarcode(barcodeOf({ bank_code: '237', amount_cents: 4322, due_date: '2026-04-01', free_field: '3'.repeat(25) }))
  await server.bank.fail('payment', 'out_of_order', 12)
  await pay({ digitable_line: line })
  await server.pass(3_600_000)
  const all = await server.as(b.owner).ok(contract.batches.list, { params: b.c, query: { limit: 100 } })
  const told = all.map(({ label }) => label).filter(label => label.includes('43,22'))
  expect(told.length).toBeGreaterThan(1)
  expect(told.filter((label, at) => told.indexOf(label) !== at)).toEqual([])
})
