// G7: a real bank on its worst days. Whatever it answers, money moves once, ours is theirs to the cent, and what nobody knows is said so.
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Billing } from '#contract/billings.ts'
import { contract } from '#contract/index.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { DEVICE, knowDevice } from '#tests/kit/money.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { noticeOf, type StarkServer, starkServer } from '#tests/kit/stark-server.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { bankStatements, billings, boleto, paymentOrders, pix, starkAccounts } = contract
const long = { timeout: 3_600_000 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START_CENTS = 5_000_000
const PAYER = { name: 'Mercado Aurora', document_number: '52998224725' }
const KEY = 'pagar@aurora.com.br'
const HOLDER = {
  type: 'email',
  name: 'Aurora Ltda',
  taxId: '11.222.333/0001-81',
  ispb: '60701190',
  branchCode: '1',
  accountNumber: 'gAAcifra',
}

/** What a party does in the place of its answer. */
const BAD_DAYS: Record<string, (response: ServerResponse) => void> = {
  'breaks the line': response => void response.socket?.destroy(),
  'answers 500': response => void response.writeHead(500, { 'content-type': 'application/json' }).end('{"errors":[]}'),
  'answers with a page': response => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  'cuts its answer': response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"transfers":[{"id":"5'),
  'asks for silence': response => void response.writeHead(429, { 'retry-after': '30' }).end(),
}
const bad = fc.record({ how: fc.constantFrom(...Object.keys(BAD_DAYS)), where: fc.nat(), taken: fc.boolean() })
type Bad = typeof bad extends fc.Arbitrary<infer B> ? B : never

/** The calls that move money or tell of it. */
const PATHS = ['/v2/transfer', '/v2/boleto-payment', '/v2/invoice', '/v2/transaction', '/v2/balance', '/v2/dict-key', '/v2/payment-preview']

const done = { calls: new Set<string>(), faults: 0, moved: 0, unknown: 0 }

function spoil(days: readonly Bad[]): void {
  for (const { how, where, taken } of days) {
    const path = PATHS[where % PATHS.length] ?? ''
    stark.faults.push({ path, taken: taken && how !== 'asks for silence', answer: BAD_DAYS[how] as (response: ServerResponse) => void })
  }
  done.faults += days.length
}

let stark: StarkServer
let app: TestServer
beforeAll(async () => {
  stark = await starkServer(() => app.clock.now())
  app = await testServer({ starkUrl: stark.url, origins: ['https://razao.exemplo.com.br'] })
})
afterAll(async () => {
  await app?.close()
  await stark?.close()
})

const today = () => new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 10)

/** As if the person had just answered a code. */
const confirmed = (b: Books) =>
  app.sql('update sessions set stepped_up_at = $2 where id = $1', [b.owner.session_id, new Date(app.clock.now())])

/** A company of its own, with nothing under way of those before it. */
async function begin(): Promise<Books> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql('delete from stark_connections')
  await app.sql('update digital_accounts set deleted_at = now()')
  return books(app)
}

async function chargeIn(b: Books): Promise<Billing> {
  const receivable = await b.receivable({ amount_cents: 12_345 })
  const body = { transaction_amount: 12_345, due_date: today(), receivable_id: receivable.id, payer: PAYER }
  return app.as(b.owner).ok(billings.create, { params: b.c, body })
}

const starkAct = fc.record({
  kind: fc.constantFrom('pix', 'slip', 'charge', 'refund'),
  days: fc.array(bad, { maxLength: 4 }),
  /** Of one that the bank took. */
  fails: fc.boolean(),
  notices: fc.nat({ max: 2 }),
  minutes: fc.nat({ max: 40 }),
})
type StarkAct = typeof starkAct extends fc.Arbitrary<infer A> ? A : never

async function starkDay(acts: readonly StarkAct[]): Promise<void> {
  stark.reset()
  stark.balance = START_CENTS
  stark.keys.set(KEY, HOLDER)
  const b = await begin()
  await knowDevice(app, b.owner)
  const me = app.as(b.owner)
  const account = { environment: 'stark-sandbox', branch_number: '0001', account_number: '12345-6', project_id: stark.projectId }
  await me.ok(starkAccounts.connect, { params: b.c, body: account })
  stark.publicKey = (await me.ok(starkAccounts.get, { params: b.c }))?.public_key ?? null
  await app.pass(30 * MINUTE)
  const charges: string[] = []

  for (const [at, { kind, days, fails, notices, minutes }] of acts.entries()) {
    await confirmed(b)
    spoil(days)
    if (kind === 'pix') await me.call(pix.send, { params: b.c, body: { pix_key: KEY, amount: 10 + at } }, DEVICE)
    else if (kind === 'slip') {
      const amount = 20_000 + at
      const barcode = barcodeOf({ bank_code: '341', amount_cents: amount, due_date: '2026-03-20', free_field: '1090069704737307144464000' })
      stark.previews.set(barcode, { type: 'boleto-payment', payment: { ...SLIP, amount } })
      const body = { company_id: b.company.id, digitable_line: lineOfBarcode(barcode), amount_cents: amount }
      await me.call(boleto.pay, { body }, DEVICE)
    } else if (kind === 'charge') charges.push((await chargeIn(b)).id)
    else if (charges[0]) await me.call(billings.refund, { params: { id: charges[0] }, body: { amount_cents: 100 + at } })
    await app.pass(minutes * MINUTE)
    for (const entity of stark.entities) {
      const [tag = ''] = entity.tags
      if (entity.resource === 'invoice') {
        if (entity.status === 'created') stark.pay(tag)
      } else if (['created', 'creating'].includes(entity.status)) {
        if (fails) entity.status = 'failed'
        else stark.succeed(tag)
      }
      for (let told = 0; told < notices && stark.webhooks[0]; told++)
        await app.app.inject({ method: 'POST', url: new URL(stark.webhooks[0].url).pathname, ...noticeOf(stark, tag) })
    }
    await app.pass(minutes * MINUTE)
  }
  stark.faults.length = 0
  await app.pass(2 * HOUR)
  for (const { tags, resource, status } of stark.entities) if (resource === 'invoice' && status === 'created') stark.pay(tags[0] ?? '')
  await app.pass(2 * HOUR)
  await sameAsStark(b)
}

const SLIP = {
  status: 'active',
  fineAmount: 0,
  interestAmount: 0,
  discountAmount: 0,
  due: '2026-03-20',
  name: 'Energia SA',
  taxId: HOLDER.taxId,
}

async function sameAsStark(b: Books): Promise<void> {
  const me = app.as(b.owner)
  expect(stark.refused).toEqual([])
  for (const { method, path } of stark.bodies) done.calls.add(`${method} ${path.replace(/\/\d{10,}|(?<=dict-key)\/.+/, '/{id}')}`)
  const payments = (await me.ok(paymentOrders.list, { params: b.c })).flatMap(order => order.payments)
  for (const { id, status, notice } of payments) {
    const there = stark.entities.filter(({ tags }) => tags.includes(id))
    const paid = there.filter(each => each.status === 'success').length
    expect(paid, `paid twice: ${id}`).toBeLessThanOrEqual(1)
    // Nobody says that it went, nor that it did not: the bank never listed it, and it is not sent again.
    if (status === 'PROCESSING') expect([there.length, notice?.id]).toEqual([0, 'payment.outcome_unknown'])
    else expect(status).toBe(paid === 1 ? 'SETTLED' : 'REJECTED')
    if (status === 'PROCESSING') done.unknown += 1
    done.moved += paid
  }
  for (const { id, status } of await me.ok(billings.list, { params: b.c, query: {} })) {
    const there = stark.entities.filter(({ tags, status: s }) => tags.includes(id) && s === 'paid').length
    expect([id, status === 'PAID' || status === 'REFUNDED']).toEqual([id, there === 1])
    done.moved += there
  }
  const lines = await me.ok(bankStatements.digitalAccount, { params: b.c })
  expect(lines.reduce((sum, line) => sum + line.amount_cents, START_CENTS)).toBe(stark.balance)
}

/** Each kind once, on a good day: so that every call that moves money is made, whatever chance brings after it. */
const CALM: StarkAct[] = (['pix', 'slip', 'charge', 'refund'] as const).map(kind => ({
  kind,
  days: [],
  fails: false,
  notices: 1,
  minutes: 20,
}))

test('G7: a digital account at Stark Bank pays and is paid once, and its statement is ours to the cent', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(starkAct, { minLength: 2, maxLength: 6 }), starkDay), {
    ...seeded(times(3, 150)),
    examples: [[CALM]],
  })
  const writes = ['POST /v2/transfer', 'POST /v2/boleto-payment', 'POST /v2/invoice', 'PATCH /v2/invoice/{id}']
  expect([...done.calls]).toEqual(expect.arrayContaining(writes))
  const calls = `${done.calls.size} chamadas do Stark Bank`
  const ours = `${done.faults} falhas, ${done.moved} movimentos, 0 centavos perdidos, 0 pagos duas vezes, ${done.unknown} sem resposta e ditos assim`
  figure({ promise: 'G7', what: calls, ours, floor: 'nada perdido, nada pago duas vezes' })
})
