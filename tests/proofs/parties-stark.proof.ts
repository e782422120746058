// G7: Stark Bank on its worst days. Whatever it answers, money moves once, ours is theirs to the cent, and what nobody knows is said so.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { staticCode } from '#domain/payments/br-code.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { DEVICE, knowDevice } from '#tests/kit/money.ts'
import { STARK_CALLS } from '#tests/kit/party-calls.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { noticeOf, type StarkServer, starkServer } from '#tests/kit/stark-server.ts'
import { badDays, Campaign, HOUR, MINUTE, spoilt, wordOf } from './kit/bad-days.ts'
import { confirmed, sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { bankStatements, billings, boleto, paymentOrders, pix, starkAccounts } = contract
const long = { timeout: 3_600_000 }
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
const SLIP = { status: 'active', fineAmount: 0, interestAmount: 0, discountAmount: 0, due: '2026-03-20', ...HOLDER }
/** Of a utility and of a tax: the third digit says that the amount stands in it, checked by modulo ten. */
const GUIDES = { guide: '836', tax: '856' } as const
const REASON = 'Conta de destino bloqueada.'
/** Its clock is that many minutes off. */
const SKEW = 10

/** The calls that move money or tell of it. */
const PATHS = [
  'transfer',
  'brcode-payment',
  'boleto-payment',
  'utility-payment',
  'tax-payment',
  'invoice',
  'transaction',
  'balance',
  'dict-key',
  'payment-preview',
  'webhook',
]

const campaign = new Campaign('Stark Bank', STARK_CALLS)
let stark: StarkServer
let app: TestServer
let skewMs = 0
beforeAll(async () => {
  stark = await starkServer(() => app.clock.now() + skewMs)
  app = await testServer({ starkUrl: stark.url, origins: ['https://razao.exemplo.com.br'] })
})
afterAll(async () => {
  await app?.close()
  await stark?.close()
})

const KINDS = ['pix', 'code', 'slip', 'guide', 'tax', 'charge', 'cancel', 'refund', 'deposit'] as const
const starkAct = fc.record({
  kind: fc.constantFrom(...KINDS),
  days: badDays(4),
  /** Of one that the bank took. */
  fails: fc.boolean(),
  /** Of each payment, and whether those of the newest come first. */
  notices: fc.nat({ max: 2 }),
  disordered: fc.boolean(),
  isSkewed: fc.boolean(),
  minutes: fc.nat({ max: 40 }),
})
type StarkAct = typeof starkAct extends fc.Arbitrary<infer A> ? A : never

let previous: Books | undefined
/** A company of its own. The one before it may have a payment of which nobody will ever know: it is not asked about any more. */
async function begin(): Promise<Books> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  if (previous) app.forget(previous.company.id)
  await app.sql('delete from stark_connections')
  await app.sql('update digital_accounts set deleted_at = now()')
  stark.reset()
  stark.balance = START_CENTS
  stark.keys.set(KEY, HOLDER)
  const b = await books(app)
  previous = b
  await knowDevice(app, b.owner)
  const account = { environment: 'stark-sandbox', branch_number: '0001', account_number: '12345-6', project_id: stark.projectId }
  await app.as(b.owner).ok(starkAccounts.connect, { params: b.c, body: account })
  stark.publicKey = (await app.as(b.owner).ok(starkAccounts.get, { params: b.c }))?.public_key ?? null
  await app.pass(5 * MINUTE)
  return b
}

const today = () => new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 10)
const checked = (head: string, rest: string): string => `${head}${mod10(head + rest)}${rest}`
function mod10(digits: string): number {
  const products = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
  return (10 - (sum(products.map(each => Math.floor(each / 10) + (each % 10))) % 10)) % 10
}

/** What the person asks for; refused at once it leaves nothing. */
async function ask(b: Books, kind: StarkAct['kind'], at: number, charges: string[]): Promise<void> {
  const me = app.as(b.owner)
  const params = b.c
  const [first] = charges
  const pay = (barcode: string, amount_cents: number) =>
    me.call(boleto.pay, { body: { company_id: b.company.id, digitable_line: lineOfBarcode(barcode), amount_cents } }, DEVICE)
  switch (kind) {
    case 'pix':
      await me.call(pix.send, { params, body: { pix_key: KEY, amount: 10 + at } }, DEVICE)
      return
    case 'code': {
      const emv_code = staticCode({ pix_key: KEY, merchant_name: 'Aurora', merchant_city: 'Sao Paulo' })
      stark.previews.set(emv_code, { type: 'brcode-payment', payment: { ...SLIP, amount: 0, bankCode: '60701190' } })
      await me.call(pix.send, { params, body: { emv_code, amount: 20 + at } }, DEVICE)
      return
    }
    case 'slip': {
      const amount_cents = 20_000 + at
      const barcode = barcodeOf({ bank_code: '341', amount_cents, due_date: '2026-03-20', free_field: '1090069704737307144464000' })
      stark.previews.set(barcode, { type: 'boleto-payment', payment: { ...SLIP, amount: amount_cents } })
      await pay(barcode, amount_cents)
      return
    }
    case 'guide':
    case 'tax': {
      const amount = 30_000 + at
      const barcode = checked(GUIDES[kind], `${String(amount).padStart(11, '0')}00641234567890123456789012345`)
      stark.previews.set(barcode, { type: kind === 'tax' ? 'tax-payment' : 'utility-payment', payment: { amount, name: 'Prefeitura' } })
      await pay(barcode, amount)
      return
    }
    case 'charge': {
      const receivable = await b.receivable({ amount_cents: 12_345 })
      const body = { transaction_amount: 12_345, due_date: today(), receivable_id: receivable.id, payer: PAYER }
      charges.push((await me.ok(billings.create, { params, body })).id)
      return
    }
    case 'cancel':
      if (charges.length > 1) await me.call(billings.cancel, { params: { id: charges.at(-1) ?? '' } })
      return
    case 'refund':
      if (first) await me.call(billings.refund, { params: { id: first }, body: { amount_cents: 100 + at } })
      return
    case 'deposit': {
      const id = String(7000 + at)
      stark.deposits.set(id, { type: 'pix', amount: 700 + at, name: 'Cliente', taxId: '529.982.247-25', bankCode: '60701190' })
      stark.post({ amount: 700 + at, source: `deposit/${id}` })
    }
  }
}

async function starkDay(acts: readonly StarkAct[]): Promise<void> {
  const b = await begin()
  const charges: string[] = []
  for (const [at, { kind, days, fails, notices, disordered, isSkewed, minutes }] of acts.entries()) {
    await confirmed(app, b.owner)
    for (const day of days) {
      const answer: StarkServer['faults'][number]['answer'] = response => {
        campaign.met(wordOf(day))
        spoilt(day, response)
      }
      stark.faults.push({ path: `/v2/${PATHS[day.where % PATHS.length]}`, taken: day.taken, answer })
    }
    if (isSkewed) {
      skewMs = SKEW * MINUTE
      campaign.met('relógio fora')
    }
    await ask(b, kind, at, charges)
    await app.pass(Math.min(minutes, 5) * MINUTE)
    skewMs = 0
    await app.pass(minutes * MINUTE)
    await live(fails, notices, disordered)
    await app.pass(minutes * MINUTE)
  }
  stark.faults.length = 0
  // The longest wait of ours is an hour.
  await app.pass(70 * MINUTE)
  for (const { tags, resource, status } of stark.entities) if (resource === 'invoice' && status === 'created') stark.pay(tags[0] ?? '')
  await app.pass(20 * MINUTE)
  // A day later the bank is asked for what it told in vain.
  app.clock.advance(25 * HOUR)
  await app.pass(5 * MINUTE)
  expect(stark.events).toEqual([])
  await sameAsStark(b)
  await leave(b)
}

/** Its address leaves the bank with the account, where nothing is under way. */
async function leave(b: Books): Promise<void> {
  await confirmed(app, b.owner)
  if ((await app.as(b.owner).call(starkAccounts.disconnect, { params: b.c })).status !== 200) return
  expect(stark.webhooks).toEqual([])
  for (const { method, path } of stark.bodies) campaign.called(`${method} ${path}`)
}

/** What is under way at the bank ends, and notices tell of it. */
async function live(fails: boolean, notices: number, disordered: boolean): Promise<void> {
  for (const entity of stark.entities) {
    const [tag = ''] = entity.tags
    if (notices === 0) stark.events.push({ id: `${entity.id}${stark.events.length}`, tag })
    if (entity.resource === 'invoice' && entity.status === 'created') stark.pay(tag)
    else if (['created', 'creating'].includes(entity.status) && entity.resource !== 'invoice') {
      if (fails) {
        entity.status = 'failed'
        stark.reasons.set(entity.id, [REASON])
      } else stark.succeed(tag)
    }
  }
  const [webhook] = stark.webhooks
  const told = stark.entities.flatMap(({ tags }) => Array.from({ length: notices }, () => tags[0] ?? ''))
  if (!webhook) return
  for (const [at, tag] of (disordered ? told.reverse() : told).entries()) {
    if (at > 0) campaign.met(disordered ? 'aviso fora de ordem' : 'aviso repetido')
    await app.app.inject({ method: 'POST', url: new URL(webhook.url).pathname, ...noticeOf(stark, tag) })
  }
}

async function sameAsStark(b: Books): Promise<void> {
  const me = app.as(b.owner)
  expect(stark.refused).toEqual([])
  for (const { method, path } of stark.bodies) campaign.called(`${method} ${path}`)
  const payments = (await me.ok(paymentOrders.list, { params: b.c })).flatMap(order => order.payments)
  const paidAt = (id: string, status: string) => stark.entities.filter(each => each.tags.includes(id) && each.status === status).length
  for (const { id, status, notice, refusal } of payments) {
    const there = stark.entities.find(({ tags, status: s }) => tags.includes(id) && s === 'failed')
    const paid = paidAt(id, 'success')
    campaign.twice += Math.max(0, paid - 1)
    // Nobody says that it went, nor that it did not: the bank never listed it, and it is not sent again.
    if (status === 'PROCESSING')
      expect([stark.entities.some(each => each.tags.includes(id)), notice?.id]).toEqual([false, 'payment.outcome_unknown'])
    else expect([id, status]).toEqual([id, paid > 0 ? 'SETTLED' : 'REJECTED'])
    if (status === 'PROCESSING') campaign.unknown += 1
    if (there && status === 'REJECTED') expect(refusal?.message).toContain(REASON)
    campaign.moved += paid
  }
  for (const { id, status } of await me.ok(billings.list, { params: b.c, query: {} })) {
    const there = paidAt(id, 'paid')
    campaign.twice += Math.max(0, there - 1)
    expect([id, status === 'PAID' || status === 'REFUNDED']).toEqual([id, there > 0])
    campaign.moved += there
  }
  expect(stark.entities.filter(({ tags, resource }) => resource !== 'invoice' && !payments.some(({ id }) => tags.includes(id)))).toEqual([])
  const lines = await me.ok(bankStatements.digitalAccount, { params: b.c })
  campaign.lostCents += Math.abs(START_CENTS + sum(lines.map(line => line.amount_cents)) - stark.balance)
  campaign.hold()
}

/** Each kind once, on good days and on lost answers: so that every call that moves money is made, whatever chance brings after it. */
const GOOD = { days: [], fails: false, notices: 1, disordered: false, isSkewed: false, minutes: 20 }
const CALM: StarkAct[] = [...KINDS, 'charge' as const, 'cancel' as const].map(kind => ({ ...GOOD, kind }))
const FAILED: StarkAct[] = (['pix', 'code', 'slip', 'guide', 'tax'] as const).map(kind => ({ ...GOOD, kind, fails: true, notices: 0 }))
const LOST: StarkAct[] = (['pix', 'code', 'slip', 'guide', 'tax', 'charge'] as const).map((kind, at) => ({
  ...GOOD,
  kind,
  isSkewed: kind === 'charge',
  days: [{ kind: 'sem resposta', where: at, taken: true }],
}))

test('G7: a digital account at Stark Bank pays and is paid once, and its statement is ours to the cent', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(starkAct, { minLength: 2, maxLength: 6 }), starkDay), {
    ...seeded(times(4, 150)),
    examples: [[CALM], [LOST], [FAILED]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(CALM.length)
  figure({ promise: 'G7', ...campaign.told() })
})
