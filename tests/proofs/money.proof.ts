// G1 to G4: whatever the bank does each payment leaves once and ends true, identities hold, limits are kept to the second.
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, diffDays } from '#domain/days.ts'
import { endToEndId, isEndToEndId, isTxid, newTxid, REFUND_DAYS, refundableCents } from '#domain/payments/pix-ids.ts'
import { FAULT_MODES, type FaultMode } from '#server/adapters/local-bank/ground.ts'
import { DEVICE, type MoneyBooks, moneyBooks, OTHER_HOLDER, OTHER_KEY } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

const { pix, paymentOrders, digitalAccounts } = contract
const long = { timeout: 3_600_000 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PAYER = { name: 'Cliente', document_number: '52998224725', bank_name: 'Banco do Brasil S.A.' }

let server: TestServer
beforeAll(async () => {
  // The bank hangs for longer than anybody waits: here it is the caller's clock that gives up.
  server = await testServer({ bank: { hangMs: 250, deadlineMs: 200 } })
})
afterAll(() => server?.close())

/** As if the person had just answered a code. */
const confirmed = (b: MoneyBooks) =>
  server.sql('update sessions set stepped_up_at = $2 where id = $1', [b.owner.session_id, new Date(server.clock.now())])

interface Told {
  id: string
  status: string
  at_bank: string | null
  moved: number
  lines: number
}

/** Each payment as we tell it, as the bank keeps it, and the money that moved for it there and here. */
const toldOf = (ids: readonly string[]) =>
  server.sql<Told>(
    `select p.id, p.status, b.status as at_bank, (select count(*)::int from local_bank_movements m where m.reference = p.id::text) as moved,
        (select count(*)::int from digital_movements d where d.company_id = p.company_id and d.reference = p.id) as lines
      from payments p left join local_bank_payments b on b.id = p.id where p.id = any ($1::uuid[])`,
    [ids],
  )

test('G1: under each of its faults the bank pays each payment once, and each ends as the bank’s books say', long, async () => {
  const count = times(1, 200)
  const b = await moneyBooks(server)
  let total = 0
  for (const mode of FAULT_MODES) {
    const told = await paidUnder(b, mode, count)
    total += told.length
    const wrong = told.filter(({ status, at_bank, moved, lines }) => {
      const paid = status === 'SETTLED' && at_bank === 'SETTLED' && moved === 1 && lines === 1
      const refused = status === 'REJECTED' && at_bank === 'REJECTED' && moved === 0 && lines === 0
      return !paid && !refused
    })
    expect(wrong, mode).toEqual([])
    expect(told.filter(each => each.status === 'SETTLED').length, mode).toBe(count)
  }
  figure({
    promise: 'G1',
    what: `pagamentos sob ${FAULT_MODES.length} falhas do banco`,
    ours: `0 em dobro, 0 perdidos, ${total} de ${total} em estado final verdadeiro`,
    floor: '0, 0, 100%',
  })
})

/** So many payments to one who exists, and one in ten more to a key that its holder gives up meanwhile, with the bank failing at each of them and at the looks after. */
async function paidUnder(b: MoneyBooks, mode: FaultMode, count: number): Promise<Told[]> {
  const before = await b.bankBalance()
  const ids: string[] = []
  for (let sent = 0; sent < count; sent += 50) {
    const some = Math.min(50, count - sent)
    await server.bank.fail('pay', mode, some)
    await server.bank.fail('payment', mode, some)
    await confirmed(b)
    const good = Array.from({ length: some }, (_, n) => ({ pix_key: OTHER_KEY, amount_cents: 100 + n }))
    const gone = `fornecedor-${randomUUID().slice(0, 8)}@exemplo.com.br`
    await server.bank.seedKey({ key: gone, type: 'EMAIL', holder: OTHER_HOLDER })
    const bad = Array.from({ length: Math.ceil(some / 10) }, (_, n) => ({ pix_key: gone, amount_cents: 100 + n }))
    const order = await b.order({ payments: [...good, ...bad], confirm_duplicate: true })
    await server.sql`delete from local_bank_keys where key = ${gone}`
    ids.push(...order.payments.map(payment => payment.id))
    await server.pass(30_000)
    server.clock.advance(15 * MINUTE)
  }
  for (let waited = 0; waited < 5 * HOUR && (await toldOf(ids)).some(each => each.status === 'PROCESSING'); waited += HOUR) {
    server.clock.advance(HOUR)
    await server.pass(30_000)
  }
  await server.pass(30_000)
  server.clock.advance(HOUR)
  const told = await toldOf(ids)
  const [spent] = await server.sql<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::bigint as cents from payments where id = any ($1::uuid[]) and status = 'SETTLED'`,
    [ids],
  )
  expect(before - (await b.bankBalance()), mode).toBe(spent?.cents)
  return told
}

test('G2: an unknown outcome is told as such, is asked about under its own id, and a second click replays', long, async () => {
  const b = await moneyBooks(server)
  const rounds = times(1, 200)
  const key = () => ({ ...DEVICE, 'idempotency-key': randomUUID() })
  for (let round = 0; round < rounds; round += 1) {
    await confirmed(b)
    await server.bank.fail('pay', 'timeout_after')
    await server.bank.fail('payment', 'silence', 2)
    const [input, headers] = [b.at({ amount: 1, pix_key: OTHER_KEY, confirm_duplicate: true }), key()]
    const click = () => server.call(b.owner, pix.send, input, headers)
    const first = await click()
    const { id, payment_order_id } = first.data as { id: string; payment_order_id: string }
    await server.pass(1500)
    expect((await b.orderOf(payment_order_id)).payments).toMatchObject([
      { status: 'PROCESSING', notice: { id: 'payment.outcome_unknown' } },
    ])
    const again = await click()
    expect([again.status, again.data]).toEqual([first.status, first.data])
    const other = await server.as(b.owner).refused(pix.send, b.at({ amount: 1, pix_key: OTHER_KEY }), DEVICE)
    expect(other.id).toBe('payment.possible_duplicate')
    await server.pass(2 * MINUTE)
    expect(await toldOf([id])).toEqual([{ id, status: 'SETTLED', at_bank: 'SETTLED', moved: 1, lines: 1 }])
    server.clock.advance(HOUR)
  }
  const sent = await server.sql('select id from local_bank_payments where account_id = $1', [b.account_id])
  expect(sent).toHaveLength(rounds)
  figure({
    promise: 'G2',
    what: 'resultado desconhecido',
    ours: `${rounds} conciliados pelo mesmo id, 0 ordens novas, segundo clique repete a resposta`,
    floor: '0 ordens às cegas',
  })
})

test('G3: identities have their form and are never given twice; refunds keep to the original and to ninety days', long, async () => {
  const cases = times(500, 100_000)
  const ids = new Set<string>()
  const txids = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 4e12 }), (number, instant) => {
      const ispb = String(number).padStart(8, '0')
      const id = endToEndId(ispb, instant, randomBytes(11))
      const minute = new Date(instant).toISOString().slice(0, 16).replace(/\D/g, '')
      expect(id).toMatch(new RegExp(`^E${ispb}${minute}[A-Za-z0-9]{11}$`))
      expect([id.length, isEndToEndId(id)]).toEqual([32, true])
      const txid = newTxid(randomBytes(32))
      expect(txid).toMatch(/^[A-Za-z0-9]{26,35}$/)
      expect(isTxid(txid)).toBe(true)
      // All of one bank and one minute: what is left to tell them apart is drawn.
      ids.add(endToEndId('99999008', 0, randomBytes(11)))
      txids.add(txid)
    }),
    { numRuns: cases },
  )
  expect([ids.size, txids.size]).toEqual([cases, cases])
  const refund = fc.record({ asked: fc.integer({ min: 1, max: 2_000 }), after: fc.integer({ min: 0, max: 20 }) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.array(refund, { maxLength: 12 }), (amount_cents, program) => {
      const paid_on = '2026-03-11'
      let [refunded_cents, today] = [0, paid_on]
      for (const { asked, after } of program) {
        today = addDays(today, after)
        const left = refundableCents({ amount_cents, refunded_cents, paid_on }, today)
        if (asked > left) continue
        refunded_cents += asked
        expect(diffDays(paid_on, today)).toBeLessThanOrEqual(REFUND_DAYS)
      }
      expect(refunded_cents).toBeLessThanOrEqual(amount_cents)
      expect(refundableCents({ amount_cents, refunded_cents, paid_on }, addDays(paid_on, REFUND_DAYS + 1))).toBe(0)
    }),
    { numRuns: cases },
  )
  const programs = await refundsAtTheBank(times(2, 40))
  figure({
    promise: 'G3',
    what: 'identidades Pix e devoluções',
    ours: `${cases} casos sem repetição nem excesso, ${programs} devolvidas no banco ao centavo`,
    floor: '0 em 100.000',
  })
})

/** Charges given back in parts asked one after the other and at once: the bank never gives back another sum than was asked. */
async function refundsAtTheBank(charges: number): Promise<number> {
  const b = await moneyBooks(server)
  for (let n = 0; n < charges; n += 1) {
    const me = server.as(b.owner)
    const charge = await me.ok(
      contract.billings.create,
      b.at({ transaction_amount: 5_000, due_date: addDays(new Date(server.clock.now()).toISOString().slice(0, 10), 5) }),
    )
    await server.pass(2 * MINUTE)
    await confirmed(b)
    const ask = (amount_cents: number) =>
      server.call(b.owner, contract.billings.refund, { params: { id: charge.id }, body: { amount_cents } }, DEVICE)
    const answers = await Promise.all([ask(2_000), ask(1_999), ask(1_001 + (n % 3)), ask(4_000)])
    await server.pass(2 * MINUTE)
    const asked = (at: number) => [2_000, 1_999, 1_001 + (n % 3), 4_000][at] ?? 0
    const taken = answers.reduce((sum, answer, at) => sum + (answer.status < 300 ? asked(at) : 0), 0)
    const [given] = await server.sql<{ cents: number }>(
      `select coalesce(-sum(amount_cents), 0)::bigint as cents from local_bank_movements where reference = $1 and type = 'REFUND_OUT'`,
      [charge.id],
    )
    expect(given?.cents).toBe(taken)
    expect(taken).toBeLessThanOrEqual(5_000)
    expect((await me.ok(contract.billings.get, { params: { id: charge.id } })).refunded_amount).toBe(taken)
    server.clock.advance(HOUR)
  }
  return charges
}

/** What is sent at an instant of São Paulo, and the limit it is told when it is refused. */
interface Sending {
  at: string
  /** Reais of each payment; more than one is an order. */
  pay: readonly number[]
  by?: 'slip'
  device?: 'unknown'
  refused?: string
}

const NIGHT_OF_A_MEI: readonly Sending[] = [
  { at: '2026-03-18T19:59:59.999', pay: [1500] },
  { at: '2026-03-18T20:00:00.000', pay: [1000.01], refused: 'R$ 1.000,00' },
  { at: '2026-03-18T20:00:00.001', pay: [600], by: 'slip' },
  { at: '2026-03-18T20:00:01.000', pay: [400.01], refused: 'R$ 400,00' },
  { at: '2026-03-18T20:00:02.000', pay: [200, 200.01], refused: 'R$ 400,00' },
  { at: '2026-03-18T20:00:03.000', pay: [199.99, 200] },
  { at: '2026-03-18T20:00:04.000', pay: [0.02], by: 'slip', refused: 'R$ 0,01' },
  { at: '2026-03-18T23:59:59.999', pay: [0.02], refused: 'R$ 0,01' },
  { at: '2026-03-19T00:00:00.000', pay: [0.02], refused: 'R$ 0,01' },
  { at: '2026-03-19T05:59:59.999', pay: [0.02], refused: 'R$ 0,01' },
  { at: '2026-03-19T06:00:00.000', pay: [1000.01] },
  { at: '2026-03-19T20:00:00.000', pay: [1000] },
]

const UNKNOWN_DEVICE: readonly Sending[] = [
  { at: '2026-03-23T12:00:00.000', pay: [200.01], device: 'unknown', refused: 'R$ 200,00' },
  { at: '2026-03-23T12:00:01.000', pay: [200.01], by: 'slip', device: 'unknown', refused: 'R$ 200,00' },
  { at: '2026-03-23T12:00:02.000', pay: [200, 199.99, 199.98], device: 'unknown' },
  { at: '2026-03-23T12:00:03.000', pay: [200], by: 'slip', device: 'unknown' },
  { at: '2026-03-23T12:00:04.000', pay: [150, 50.04], device: 'unknown', refused: 'R$ 200,03' },
  { at: '2026-03-23T12:00:05.000', pay: [200], device: 'unknown' },
  { at: '2026-03-23T23:59:59.999', pay: [0.04], device: 'unknown', refused: 'R$ 0,03' },
  { at: '2026-03-23T23:59:59.999', pay: [900] },
  { at: '2026-03-24T00:00:00.000', pay: [200], device: 'unknown' },
]

async function table(b: MoneyBooks, rows: readonly Sending[]): Promise<number> {
  await server.bank.deposit(b.account_id, 100_000_000, PAYER)
  await server.sql('update companies set step_up_limit_cents = 1000000000 where id = $1', [b.company.id])
  for (const { at, pay, by, device, refused } of rows) {
    server.clock.set(Date.parse(`${at}-03:00`))
    await confirmed(b)
    const payments = await Promise.all(
      pay.map(async reais => {
        const amount_cents = Math.round(reais * 100)
        return by === 'slip' ? { digitable_line: (await b.slip(amount_cents, '2026-04-10')).line } : { pix_key: OTHER_KEY, amount_cents }
      }),
    )
    const headers = device === 'unknown' ? { 'x-device-id': 'aparelho-novo' } : DEVICE
    const answer = await server.call(b.owner, paymentOrders.create, b.at({ payments, confirm_duplicate: true }), headers)
    const told = answer.status < 300 ? undefined : answer.data
    expect(told, at).toEqual(
      refused && expect.objectContaining({ id: 'payment.limit_exceeded', message: `Limite disponível agora: ${refused}.` }),
    )
  }
  return rows.length
}

test('G4: the limits of day, night and unknown devices hold to the second; a raise and a new phone wait a day', long, async () => {
  const mei = await moneyBooks(server, await server.aCompany(undefined, { tax_regime: 'MEI' }))
  let decided = await table(mei, NIGHT_OF_A_MEI)
  const company = await moneyBooks(server)
  decided += await table(company, [{ at: '2026-03-20T23:00:00.000', pay: [4999] }, ...UNKNOWN_DEVICE])

  const now = Date.parse('2026-03-25T12:00:00.000-03:00')
  const limit = async (amount_cents: number | null, at: number) => {
    server.clock.set(at)
    await confirmed(company)
    return server.as(company.owner).ok(digitalAccounts.setLimit, company.at({ period: 'DAY', amount_cents }), DEVICE)
  }
  const available = async (at: number) => {
    server.clock.set(at)
    return (await server.as(company.owner).ok(digitalAccounts.limits, { params: company.c }, DEVICE)).available_now_cents
  }
  expect((await limit(100_000, now)).available_now_cents).toBe(100_000)
  await limit(200_000, now)
  expect(await available(now + 24 * HOUR - 1)).toBe(100_000)
  expect(await available(now + 24 * HOUR)).toBe(200_000)
  await limit(300_000, now + 25 * HOUR)
  expect((await limit(50_000, now + 26 * HOUR)).available_now_cents).toBe(50_000)
  expect(await available(now + 49 * HOUR)).toBe(50_000)

  const moved = now + 50 * HOUR
  server.clock.set(moved)
  await confirmed(company)
  await server.as(company.owner).ok(contract.auth.updateProfile, { body: { phone_number: '+5511912345678' } }, DEVICE)
  const pay = (at: number) => {
    server.clock.set(at)
    return confirmed(company).then(() => server.call(company.owner, pix.send, company.at({ amount: 1, pix_key: OTHER_KEY }), DEVICE))
  }
  expect((await pay(moved + 1)).data).toMatchObject({ id: 'payment.on_hold', retry_after: 86_400 })
  expect((await pay(moved + 24 * HOUR - 1)).data).toMatchObject({ id: 'payment.on_hold', retry_after: 1 })
  expect((await pay(moved + 24 * HOUR)).status).toBe(201)
  figure({
    promise: 'G4',
    what: 'limites pelo relógio',
    ours: `${decided + 9} decisões certas ao segundo, em São Paulo`,
    floor: '100%',
  })
})
