// A company that brings its own account at Stark Bank: connected by a key of ours, paying, charged and read through it, over the real server.
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { makeKeyPair } from '#server/adapters/stark/signing.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { DEVICE, knowDevice } from '#tests/kit/money.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { noticeOf, type StarkServer, starkServer } from '#tests/kit/stark-server.ts'

const { bankAccounts, bankStatements, billings, boleto, digitalAccounts, notifications, paymentOrders, pix, starkAccounts } = contract
const MINUTE = 60_000
const BARCODE = barcodeOf({ bank_code: '341', amount_cents: 26_000, due_date: '2026-03-20', free_field: '1090069704737307144464000' })
const LINE = lineOfBarcode(BARCODE)
const PAYER = { name: 'Mercado Aurora', document_number: '52998224725' }
const KEY = 'pagar@aurora.com.br'

let party: StarkServer
let app: TestServer
let b: Books

beforeAll(async () => {
  party = await starkServer(() => app.clock.now())
  app = await testServer({ starkUrl: party.url, origins: ['https://razao.exemplo.com.br'] })
})
beforeEach(async () => {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  party.reset()
  await app.sql`delete from stark_connections`
  await app.sql`update digital_accounts set deleted_at = now()`
  party.balance = 500_000
  b = await books(app)
  await knowDevice(app, b.owner)
})
afterEach(() => expect(party.refused).toEqual([]))
afterAll(async () => {
  await app?.close()
  await party?.close()
})

const me = () => app.as(b.owner)
const account = () => me().ok(digitalAccounts.get, { params: b.c })
const stark = () => me().ok(starkAccounts.get, { params: b.c })
const FIELDS = { environment: 'stark-sandbox', branch_number: '0001', account_number: '12345-6' }
const connect = (with_: object = {}) => me().ok(starkAccounts.connect, { params: b.c, body: { ...FIELDS, ...with_ } })
async function connected(): Promise<void> {
  await connect({ project_id: party.projectId })
  party.publicKey = (await stark())?.public_key ?? null
  await look()
  expect(await account()).toMatchObject({ status: 'ACTIVE' })
}
async function look(): Promise<void> {
  await me().ok(starkAccounts.test, { params: b.c })
  await app.drain()
}
const lines = () => me().ok(bankStatements.digitalAccount, { params: b.c })
const sendKey = async () => {
  party.keys.set(KEY, {
    type: 'email',
    name: 'Aurora Ltda',
    taxId: '11.222.333/0001-81',
    ispb: '60701190',
    branchCode: '1',
    accountNumber: 'gAAcifra',
  })
  return me().ok(pix.send, { params: b.c, body: { pix_key: KEY, amount: 12.34 } }, DEVICE)
}
const orders = () => me().ok(paymentOrders.list, { params: b.c })
const payment = async () => (await orders())[0]?.payments[0]

describe('the connection', () => {
  test('waits for its project, then for the bank to know the key, and is the digital account once the bank answers', async () => {
    expect(await stark()).toBeNull()
    expect(await connect()).toMatchObject({ status: 'PENDING', environment: 'stark-sandbox' })
    const seen = await stark()
    expect(seen).toMatchObject({
      status: 'WAITING_PROJECT',
      project_id: null,
      public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
    })
    expect(JSON.stringify(seen)).not.toContain('PRIVATE')
    expect(await me().refused(starkAccounts.test, { params: b.c })).toMatchObject({ id: 'conflict.invalid_transition' })
    expect(party.calls).toEqual([])

    await me().ok(starkAccounts.setProject, { params: b.c, body: { project_id: party.projectId } })
    expect(await stark()).toMatchObject({ status: 'DENIED', project_id: party.projectId })
    expect((await account())?.status).toBe('PENDING')

    party.publicKey = seen?.public_key ?? null
    await look()
    expect(await stark()).toMatchObject({ status: 'WORKING' })
    expect(await account()).toMatchObject({
      status: 'ACTIVE',
      routing_number: '665',
      bank_name: 'Stark Bank',
      branch_number: '0001',
      account_number: '12345-6',
    })
    expect(await me().ok(digitalAccounts.balance, { params: b.c })).toEqual({ balance_cents: 500_000, environment: 'stark-sandbox' })
    const made = (await me().ok(bankAccounts.list, { params: b.c })).find(each => each.institution_name === 'Stark Bank')
    expect(made).toMatchObject({ initial_balance_amount_cents: 500_000 })
  })

  test('takes its address of notices away from the bank when it ends; a bank that is away is told to the person', async () => {
    await connected()
    expect(party.webhooks).toHaveLength(1)
    await me().ok(starkAccounts.disconnect, { params: b.c })
    expect(party.webhooks).toEqual([])
    const left = async () => (await me().ok(notifications.list)).filter(({ title }) => title === 'O endereço de avisos ficou no Stark Bank')
    expect(await left()).toEqual([])

    await connected()
    party.faults.push({ path: '/v2/webhook', taken: false, answer: response => response.socket?.destroy() })
    await me().ok(starkAccounts.disconnect, { params: b.c })
    expect([party.webhooks.length, (await left()).length, await stark()]).toEqual([1, 1, null])
  })

  test('by itself, when the bank knows the key later', async () => {
    await connect({ project_id: party.projectId })
    expect(await stark()).toMatchObject({ status: 'DENIED' })
    party.publicKey = (await stark())?.public_key ?? null
    await app.pass(5 * MINUTE)
    expect(await stark()).toMatchObject({ status: 'WORKING' })
  })

  test('the private half is sealed, and told when it does not open any more', async () => {
    await connected()
    const stored = JSON.stringify(await app.sql`select encode(sealed, 'escape') as text from stark_connections`)
    expect(stored).not.toContain('PRIVATE')
    await app.sql`update stark_connections set sealed = wrapped_key where company_id = ${b.company.id}`
    await look()
    expect(await stark()).toMatchObject({ status: 'UNREADABLE' })
    expect(await me().refused(digitalAccounts.balance, { params: b.c })).toMatchObject({ id: 'provider.unavailable' })
  })

  test('a bank that is silent, or whose rows do not add up, is told', async () => {
    await connected()
    party.faults.push({ path: '/v2/transaction', taken: false, answer: response => void response.socket?.destroy() })
    await look()
    expect(await stark()).toMatchObject({ status: 'SILENT' })
    party.post({ amount: 10 })
    party.balance += 1
    party.post({ amount: 10 })
    await look()
    expect(await stark()).toMatchObject({ status: 'UNEVEN' })
    expect(await lines()).toEqual([])
  })

  test('there is one account a company, and what is typed is checked', async () => {
    await connected()
    expect(await me().refused(starkAccounts.connect, { params: b.c, body: FIELDS })).toMatchObject({ id: 'conflict.already_exists' })
    expect(await me().refused(digitalAccounts.open, { body: { company_id: b.company.id } })).toMatchObject({
      id: 'conflict.already_exists',
    })
    const bad = await me().refused(starkAccounts.setProject, { params: b.c, body: { project_id: 'project/1' } })
    expect(bad).toMatchObject({ id: 'validation.failed' })
    const none = await books(app)
    expect(await app.as(none.owner).refused(starkAccounts.test, { params: none.c })).toMatchObject({ id: 'resource.not_found' })
  })

  test('where no bank opens accounts, a person is told to connect one', async () => {
    const { payments } = app.services
    Object.assign(app.services, { payments: { ...payments, can: { ...payments.can, open_account: false } } })
    try {
      const refused = await me().refused(digitalAccounts.open, { body: { company_id: b.company.id } })
      expect(refused).toMatchObject({ id: 'provider.unavailable', message: expect.stringContaining('Stark Bank') })
    } finally {
      Object.assign(app.services, { payments })
    }
  })

  test('is ended with its key, not while money is under way; the same account goes on where it stopped', async () => {
    await connected()
    party.post({ amount: 700 })
    await look()
    await sendKey()
    expect(await me().refused(starkAccounts.disconnect, { params: b.c })).toMatchObject({
      id: 'conflict.not_editable',
      message: 'Há 1 pagamento ou cobrança em andamento no banco: espere terminar ou cancele antes.',
    })
    party.succeed((await payment())?.id ?? '')
    await app.pass(4 * MINUTE)
    await me().ok(starkAccounts.disconnect, { params: b.c })
    expect(await account()).toBeNull()
    expect(await app.sql`select 1 from stark_connections where company_id = ${b.company.id}`).toEqual([])
    const calls = party.calls.length
    await app.pass(4 * MINUTE)
    expect(party.calls.length).toBe(calls)
    party.post({ amount: 300 })
    await connected()
    await look()
    expect((await lines()).map(line => line.amount_cents).sort((x, y) => x - y)).toEqual([-1234, 300, 700])
    expect((await me().ok(bankAccounts.list, { params: b.c })).filter(each => each.institution_name === 'Stark Bank')).toHaveLength(1)
  })
})

describe('money through it', () => {
  test('a Pix by key: its holder is shown, it is sent once, and its row settles it', async () => {
    await connected()
    await sendKey()
    const [order] = await orders()
    expect(order).toMatchObject({
      environment: 'stark-sandbox',
      payments: [{ status: 'PROCESSING', end_to_end_id: null, payee: { name: 'Aurora Ltda' } }],
    })
    expect(party.entities).toHaveLength(1)
    party.succeed(order?.payments[0]?.id ?? '')
    await app.pass(10 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'SETTLED', payee: { name: 'Aurora Ltda', document_number: '11.222.333/0001-81' } })
    expect((await lines()).map(line => line.amount_cents)).toEqual([-1234])
    const code = (await payment())?.transaction_code ?? ''
    const receipt = await me().call(digitalAccounts.receipt, { query: { transaction_code: code } })
    expect(receipt.status).toBe(200)
  })

  test('a bill is paid by its slip, and the row of the statement settles the bill', async () => {
    await connected()
    const bill = await b.bill({ amount_cents: 26_000, payment_details: { boleto: { digitable_line: LINE } } })
    slip(26_000)
    expect(await me().ok(boleto.read, { query: { digitable_line: LINE, company_id: b.company.id } })).toMatchObject({
      amount_cents: 26_000,
      recipient_name: 'Energia SA',
      environment: 'stark-sandbox',
    })
    expect(await me().ok(boleto.read, { query: { digitable_line: LINE } })).toMatchObject({ environment: 'local' })
    await me().ok(contract.bills.move, { params: b.c, body: { ids: [bill.id], status: 'APPROVED' } })
    await me().ok(paymentOrders.create, { params: b.c, body: { bill_ids: [bill.id] } }, DEVICE)
    expect(party.entities).toMatchObject([{ resource: 'boleto-payment' }])
    party.succeed(party.entities[0]?.tags[0] ?? '')
    await app.pass(10 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'SETTLED', kind: 'BOLETO', payee: { name: 'Energia SA' } })
    expect((await b.billOf(bill.id)).status).toBe('PAID')
  })

  test('a slip whose answer was lost stays without an outcome, is found when the bank lists it, and is paid once', async () => {
    await connected()
    slip(26_000)
    party.unlisted = true
    party.faults.push({ method: 'POST', path: '/v2/boleto-payment', taken: true, answer: response => void response.socket?.destroy() })
    await me().ok(boleto.pay, { body: { company_id: b.company.id, digitable_line: LINE, amount_cents: 26_000 } }, DEVICE)
    await app.pass(30 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'PROCESSING', notice: { id: 'payment.outcome_unknown' } })
    party.unlisted = false
    party.succeed(party.entities[0]?.tags[0] ?? '')
    await app.pass(60 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'SETTLED', notice: null })
    expect(party.entities).toHaveLength(1)
  })

  test('a refusal of the bank gives the bill back', async () => {
    await connected()
    await sendKey()
    Object.assign(party.of((await payment())?.id ?? ''), { status: 'failed' })
    await app.pass(10 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'REJECTED', refusal: { id: 'provider.rejected' } })
  })

  const charge = async (with_: object = {}) => {
    const receivable = await b.receivable({ amount_cents: 12_345 })
    const day = new Date(app.clock.now()).toISOString().slice(0, 10)
    const body = { transaction_amount: 12_345, due_date: day, receivable_id: receivable.id, payer: PAYER, ...with_ }
    return { receivable, body }
  }
  const of = (id: string) => me().ok(billings.get, { params: { id } })

  test('a receivable is charged with the code of the bank, paid, settled, and given back in part', async () => {
    await connected()
    const { receivable, body } = await charge()
    const made = await me().ok(billings.create, { params: b.c, body })
    expect(made).toMatchObject({ fee_amount: 0, environment: 'test' })
    expect(await of(made.id)).toMatchObject({ status: 'PENDING', emv_code: expect.stringContaining('invoice') })
    party.pay(made.id)
    await app.pass(5 * MINUTE)
    expect(await of(made.id)).toMatchObject({ status: 'PAID' })
    expect((await b.receivableOf(receivable.id)).status).toBe('RECEIVED')
    await me().ok(billings.refund, { params: { id: made.id }, body: { amount_cents: 345 } })
    await app.pass(5 * MINUTE)
    expect(await of(made.id)).toMatchObject({ refunded_amount: 345 })
    expect((await lines()).map(line => line.amount_cents).sort((x, y) => x - y)).toEqual([-345, 12_345])
  })

  test('a notice of the bank makes us look at once; one that the bank did not sign, or for another account, does nothing', async () => {
    await connected()
    const made = await me().ok(billings.create, { params: b.c, body: (await charge()).body })
    expect(party.webhooks).toMatchObject([{ subscriptions: expect.arrayContaining(['invoice', 'transfer']) }])
    const path = new URL(party.webhooks[0]?.url ?? '').pathname
    expect(path).toMatch(/^\/v1\/stark_notices\//)
    const send = async (url: string, { payload, headers }: ReturnType<typeof noticeOf>) => {
      const answer = await app.app.inject({ method: 'POST', url, payload, headers })
      await app.drain()
      return answer.statusCode
    }
    party.pay(made.id)
    const notice = noticeOf(party, made.id)
    const own = party.keys_of_bank
    expect(await send(path, { ...notice, headers: { 'content-type': 'application/json' } })).toBe(403)
    expect(await send(`${path.slice(0, -4)}AAAA`, notice)).toBe(403)
    expect(await send(path, { ...notice, payload: `${notice.payload} ` })).toBe(403)
    const asked = () => party.calls.filter(call => call.endsWith('/public-key')).length
    expect(asked()).toBe(1)
    expect(await send(path, { ...notice, payload: `${notice.payload}  ` })).toBe(403)
    expect(asked()).toBe(1)
    expect(await of(made.id)).toMatchObject({ status: 'PENDING' })
    expect(await send(path, notice)).toBe(200)
    expect(await of(made.id)).toMatchObject({ status: 'PAID' })
    expect(await send(path, notice)).toBe(200)
    expect(asked()).toBe(1)
    // The bank changes its key: it is asked for anew, once a minute.
    party.keys_of_bank = makeKeyPair()
    app.clock.advance(2 * MINUTE)
    expect(await send(path, noticeOf(party, made.id))).toBe(200)
    party.keys_of_bank = own
    await app.pass(4 * MINUTE)
    expect(party.webhooks).toHaveLength(1)
  })

  test('what a disconnected account received is not given back, and a charge that is over keeps nobody connected', async () => {
    await connected()
    const [paid, over] = [await me().ok(billings.create, { params: b.c, body: (await charge()).body }), await charge()]
    await me().ok(billings.create, { params: b.c, body: over.body })
    party.pay(paid.id)
    await look()
    expect(await of(paid.id)).toMatchObject({ status: 'PAID' })
    expect((await me().refused(starkAccounts.disconnect, { params: b.c })).id).toBe('conflict.not_editable')
    await app.sql`update charges set expiration_date = '2026-01-31' where company_id = ${b.company.id} and status = 'PENDING'`
    await me().ok(starkAccounts.disconnect, { params: b.c })
    expect(await me().refused(billings.refund, { params: { id: paid.id }, body: {} })).toMatchObject({
      id: 'conflict.invalid_transition',
      message: 'A conta em que este dinheiro entrou não está conectada.',
    })
  })

  test('is cancelled at the bank; one that the bank will not make says why', async () => {
    await connected()
    const { body } = await charge()
    const made = await me().ok(billings.create, { params: b.c, body })
    await me().ok(billings.cancel, { params: { id: made.id } })
    expect(party.of(made.id).status).toBe('canceled')
    party.faults.push({
      method: 'POST',
      path: '/v2/invoice',
      taken: false,
      answer: response => void response.writeHead(400).end('{"errors":[{"code":"invalidTaxId","message":"CPF inválido."}]}'),
    })
    const refused = await me().ok(billings.create, { params: b.c, body: (await charge()).body })
    expect(await of(refused.id)).toMatchObject({ status: 'CANCELLED', bank_reason: 'CPF inválido.' })
    expect((await me().ok(notifications.list)).map(each => each.title)).toContain('Cobrança de R$ 123,45 recusada pelo banco')
  })

  test('what the bank does not do is said before it is asked', async () => {
    await connected()
    const slipCharge = await me().refused(billings.create, { params: b.c, body: (await charge({ payment_method: 'BOLETO' })).body })
    expect(slipCharge.message).toContain('só por Pix')
    const open = await me().refused(billings.create, { params: b.c, body: (await charge({ payer: undefined })).body })
    expect(open.message).toContain('nome e o documento')
    expect(await me().refused(pix.createKey, { params: b.c, body: { type: 'RANDOM' } })).toMatchObject({
      id: 'conflict.invalid_transition',
      message: 'As chaves Pix desta conta são cadastradas no site do Stark Bank.',
    })
    expect(party.entities).toEqual([])
  })
})

function slip(amount: number): void {
  party.previews.set(BARCODE, {
    type: 'boleto-payment',
    payment: {
      status: 'active',
      amount,
      fineAmount: 0,
      interestAmount: 0,
      discountAmount: 0,
      due: '2026-03-20',
      name: 'Energia SA',
      taxId: '11.222.333/0001-81',
    },
  })
}

describe('what the bank says beside a payment', () => {
  test.each([
    [['Conta de destino bloqueada.'], 'O banco recusou o pagamento. Motivo: Conta de destino bloqueada.'],
    [[{ code: 'x', message: 'Fora do horário.' }, 7], 'O banco recusou o pagamento. Motivo: Fora do horário.'],
    [[], 'O banco recusou o pagamento.'],
  ])('of one that failed for %j is shown in its words', async (errors, words) => {
    await connected()
    await sendKey()
    const entity = party.of((await payment())?.id ?? '')
    entity.status = 'failed'
    party.reasons.set(entity.id, errors)
    await app.pass(5 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'REJECTED', refusal: { message: words } })
    const told = (await me().ok(notifications.list)).find(({ title }) => title.endsWith('recusado'))
    expect(told?.body).toBe(words)
  })

  test('that it failed is known though its log is silent', async () => {
    await connected()
    await sendKey()
    party.of((await payment())?.id ?? '').status = 'failed'
    const silent = { path: '/v2/transfer/log', taken: false, answer: (response: ServerResponse) => void response.socket?.destroy() }
    party.faults.push({ ...silent }, { ...silent })
    await app.pass(5 * MINUTE)
    expect(await payment()).toMatchObject({ status: 'REJECTED', refusal: { message: 'O banco recusou o pagamento.' } })
  })

  test('in vain is looked at within a day, and the bank is told that it came', async () => {
    await connected()
    await sendKey()
    const { id = '' } = (await payment()) ?? {}
    await app.pass(3 * 60 * MINUTE)
    party.events.push({ id: '77', tag: id })
    await app.pass(60 * MINUTE)
    expect(party.events).toHaveLength(1)
    party.succeed(id)
    app.clock.advance(24 * 60 * MINUTE)
    await app.pass(3 * MINUTE)
    expect(party.events).toEqual([])
    expect(await payment()).toMatchObject({ status: 'SETTLED' })
  })
})
