// A receivable with a Pix charge and a slip of a bank beside it: what pays it withdraws the other, and paid twice it is told, never booked twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { AGREEMENT_240, returnOfPaid } from '#tests/kit/collection.ts'
import { type MoneyBooks, moneyBooks } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { agreements, bankSlips, billings, contacts, notifications, remittances, slipReturns } = contract

let server: TestServer
let b: MoneyBooks
let customer: string
let agreement: string
const me = () => server.as(b.owner)
/** The local bank pays a charge by itself unless its amount ends in 99 cents. */
const UNPAID = 10_099
const PAID = 10_000

beforeAll(async () => {
  server = await testServer()
  b = await moneyBooks(server)
  const address = { postal_code: '01310-100', street: 'Avenida Paulista', number: '1', city: 'São Paulo', state: 'SP' }
  const body = { company_id: b.company.id, kind: 'CUSTOMER', name: 'Padaria Central', document_number: '529.982.247-25', address }
  customer = (await me().ok(contacts.create, { body })).id
  agreement = (await me().ok(agreements.create, b.at({ bank_account_id: b.account, ...AGREEMENT_240 }))).id
})
afterAll(() => server?.close())

const sale = (amount_cents: number) => b.receivable({ amount_cents, contact_id: customer })
const slip = (id: string) => me().ok(bankSlips.create, b.at({ agreement_id: agreement, receivable_ids: [id] }))
const slipOf = async (id: string) => (await me().ok(bankSlips.list, { params: b.c, query: { receivable_id: id } }))[0]
const charge = (receivable_id: string, transaction_amount: number, more: object = {}) =>
  me().ok(billings.create, b.at({ transaction_amount, due_date: '2026-03-20', receivable_id, ...more }))
const statusOf = async (id: string) => (await me().ok(billings.get, { params: { id } })).status
const told = async () => (await me().ok(notifications.list)).map(each => `${each.title}. ${each.body}`)

function paidBySlip(number: string, amount: number): Promise<unknown> {
  return me().ok(slipReturns.read, { params: b.c, form: { file: new File([returnOfPaid(number, amount)], 'cobranca.ret') } })
}

describe('a slip beside a charge', () => {
  test('is made, and paid it withdraws the charge; the books have the money once', async () => {
    const one = await sale(UNPAID)
    const asked = await charge(one.id, UNPAID)
    await slip(one.id)
    await me().ok(remittances.generate, b.at({ agreement_id: agreement }))
    await paidBySlip((await slipOf(one.id))?.number ?? '', UNPAID)
    expect((await b.receivableOf(one.id)).status).toBe('RECEIVED')
    await server.pass(60_000)
    expect(await statusOf(asked.id)).toBe('CANCELLED')
  })

  test('is written off by the next file once the charge is paid', async () => {
    const one = await sale(PAID)
    await slip(one.id)
    const asked = await charge(one.id, PAID)
    expect((await slipOf(one.id))?.asked).toEqual(['REGISTER'])
    await server.pass(90_000)
    expect([await statusOf(asked.id), (await b.receivableOf(one.id)).status]).toEqual(['PAID', 'RECEIVED'])
    expect((await slipOf(one.id))?.asked).toContain('WRITE_OFF')
    // Paid all the same, it settles nothing a second time, and whoever charged is told.
    await paidBySlip((await slipOf(one.id))?.number ?? '', PAID)
    const settled = await b.receivableOf(one.id)
    expect(settled.bank_statement_entries).toHaveLength(1)
    expect(await told()).toContainEqual(expect.stringMatching(/^Paga duas vezes: R\$ 100,00\. A cobrança e o boleto foram pagos/))
  })

  test('is no second slip: a charge by slip is refused, as is a charge of what a slip has paid', async () => {
    const one = await sale(UNPAID)
    await slip(one.id)
    const body = { transaction_amount: UNPAID, due_date: '2026-03-20', receivable_id: one.id }
    const payer = { document_number: '529.982.247-25', name: 'Ana Lima' }
    expect((await me().refused(billings.create, b.at({ ...body, payment_method: 'BOLETO', payer }))).id).toBe('conflict.already_exists')
    await paidBySlip((await slipOf(one.id))?.number ?? '', UNPAID)
    expect((await me().refused(billings.create, b.at(body))).id).toBe('conflict.already_exists')
  })
})
