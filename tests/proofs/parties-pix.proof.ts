// G7: a bank's API Pix on its worst days. What was paid there is paid here once, what was given back there is given back here, and no more.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { PIX_CALLS } from '#tests/kit/party-calls.ts'
import { type BankPix, type PixServer, pixServer } from '#tests/kit/pix-server.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { badDays, Campaign, HOUR, MINUTE, spoilt, wordOf } from './kit/bad-days.ts'
import { confirmed, sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { billings, pixAgreements } = contract
const long = { timeout: 3_600_000 }
const CHARGE_CENTS = 12_345
const PAYER = { name: 'Mercado Aurora', document_number: '52998224725' }
const PATHS = ['/oauth/token', '/cob', '/cobv', '/pix', '/webhook']

const campaign = new Campaign('API Pix', PIX_CALLS)
let bank: PixServer
let app: TestServer
let file: Blob
beforeAll(async () => {
  const identity = serverIdentity()
  const root = makeCertificate({ name: 'Raiz do banco', authority: true }, undefined, 0)
  const held = makeCertificate({ name: 'Empresa' }, root, 2)
  file = new Blob([held.certificate, held.key.export({ type: 'pkcs8', format: 'pem' }).toString()])
  bank = await pixServer(identity, root.certificate, () => app.clock.now())
  app = await testServer({ pixRoots: [identity.certificate], origins: ['https://razao.exemplo.com.br'] })
})
afterAll(async () => {
  await app?.close()
  await bank?.close()
})

const pixAct = fc.record({
  days: badDays(4),
  /** With a payer it has a due date. */
  hasPayer: fc.boolean(),
  cancels: fc.boolean(),
  pays: fc.boolean(),
  /** Whether every token of ours ends meanwhile. */
  ends: fc.boolean(),
  notices: fc.nat({ max: 3 }),
  refunds: fc.array(fc.constantFrom('DEVOLVIDO', 'NAO_REALIZADO', 'EM_PROCESSAMENTO'), { maxLength: 2 }),
  contested: fc.boolean(),
  minutes: fc.nat({ max: 90 }),
})
type PixAct = typeof pixAct extends fc.Arbitrary<infer A> ? A : never

const today = () => new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 10)

/** A company of its own, with nothing under way of those before it. */
async function begin(): Promise<{ b: Books; agreement: string }> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql('delete from pix_credentials')
  for (const of of [bank.charges, bank.pix, bank.webhooks]) of.clear()
  bank.bodies.length = 0
  const b = await books(app)
  const me = app.as(b.owner)
  const urls = { base_url: `${bank.url}/`, token_url: `${bank.url}/oauth/token` }
  const fields = { bank_account_id: b.account, environment: 'TEST', pix_key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', ...urls }
  const { id } = await me.ok(pixAgreements.create, { params: b.c, body: fields })
  const form = { client_id: bank.clientId, client_secret: bank.clientSecret, file }
  await me.ok(pixAgreements.credentials, { params: { ...b.c, id }, form })
  await app.pass(MINUTE)
  return { b, agreement: id }
}

/** Of one payment or of many, repeated and the newest first. */
async function tell(came: readonly BankPix[], times: number): Promise<void> {
  const [address] = bank.webhooks.values()
  if (!address) return
  const pix = came.map(({ endToEndId, txid, valor, horario }) => ({ endToEndId, txid, valor, horario })).reverse()
  for (let at = 0; at < times; at += 1) {
    if (at > 0) campaign.met('aviso repetido')
    if (pix.length > 1) campaign.met('aviso fora de ordem')
    await app.app.inject({ method: 'POST', url: `${new URL(address).pathname}/pix`, payload: { pix } })
  }
}

async function pixDay(acts: readonly PixAct[]): Promise<void> {
  const { b, agreement } = await begin()
  const me = app.as(b.owner)
  for (const [at, act] of acts.entries()) {
    await confirmed(app, b.owner)
    for (const day of act.days) {
      const answer: PixServer['faults'][number]['answer'] = response => {
        campaign.met(wordOf(day))
        spoilt(day, response)
      }
      bank.faults.push({ path: PATHS[day.where % PATHS.length] ?? '', taken: day.taken, answer })
    }
    if (act.ends) {
      bank.revoke()
      campaign.met('token encerrado')
    }
    const receivable = await b.receivable({ amount_cents: CHARGE_CENTS })
    const terms = { transaction_amount: CHARGE_CENTS, due_date: today(), receivable_id: receivable.id, pix_agreement_id: agreement }
    const body = { ...terms, ...(act.hasPayer ? { payer: PAYER } : {}) }
    const charge = await me.ok(billings.create, { params: b.c, body })
    await app.pass(act.minutes * MINUTE)
    const open = [...bank.charges.values()].find(({ status }) => status === 'ATIVA')
    if (act.pays && open) bank.pay(open.txid, new Date(app.clock.now()).toISOString())
    if (act.cancels) await me.call(billings.cancel, { params: { id: charge.id } })
    await tell([...bank.pix.values()], act.notices)
    await app.pass(act.minutes * MINUTE)
    await confirmed(app, b.owner)
    for (const [n, ends] of act.refunds.entries()) {
      await me.call(billings.refund, { params: { id: charge.id }, body: { amount_cents: 100 + 10 * at + n } })
      await app.pass(act.minutes * MINUTE)
      for (const back of [...bank.pix.values()].flatMap(({ devolucoes }) => devolucoes))
        if (back.status === 'EM_PROCESSAMENTO')
          Object.assign(back, { status: ends, ...(ends === 'NAO_REALIZADO' ? { motivo: 'Não' } : {}) })
    }
    const [first] = bank.pix.values()
    if (act.contested && first && first.devolucoes.length === 0)
      first.devolucoes.push({
        id: 'm1',
        rtrId: `D${'0'.repeat(31)}`,
        valor: first.valor,
        natureza: 'MED_FRAUDE',
        horario: {},
        status: 'DEVOLVIDO',
      })
  }
  await calm()
  await sameAsBank(b)
  await confirmed(app, b.owner)
  await leave(b, agreement)
}

/** What is under way at the bank ends, and the longest wait of ours passes. */
async function calm(): Promise<void> {
  bank.faults.length = 0
  for (const { devolucoes } of bank.pix.values())
    for (const back of devolucoes) if (back.status === 'EM_PROCESSAMENTO') back.status = 'DEVOLVIDO'
  await app.pass(3 * HOUR)
  for (const { devolucoes } of bank.pix.values())
    for (const back of devolucoes) if (back.status === 'EM_PROCESSAMENTO') back.status = 'DEVOLVIDO'
  await app.pass(3 * HOUR)
}

const cents = (valor: string): number => Math.round(Number(valor) * 100)

async function sameAsBank(b: Books): Promise<void> {
  const me = app.as(b.owner)
  expect(bank.refused).toEqual([])
  for (const { call } of bank.bodies) campaign.called(call)
  const ours = await app.sql<{ id: string; txid: string }>('select id, txid from charges where company_id = $1', [b.company.id])
  expect([...bank.pix.values(), ...bank.charges.values()].filter(({ txid }) => !ours.some(each => each.txid === txid))).toEqual([])
  for (const { id, txid } of ours) {
    const one = await me.ok(billings.get, { params: { id } })
    const there = [...bank.pix.values()].filter(each => each.txid === txid)
    const backs = there.flatMap(({ devolucoes }) => devolucoes)
    const given = backs.filter(({ status, natureza }) => status === 'DEVOLVIDO' && natureza === 'ORIGINAL')
    expect([id, one.paid_at !== null]).toEqual([id, there.length === 1])
    expect([id, backs.some(each => each.natureza === 'MED_FRAUDE') && one.status === 'PAID']).toEqual([id, false])
    campaign.lostCents += Math.abs(one.refunded_amount - sum(given.map(({ valor }) => cents(valor))))
    campaign.twice += given.length - new Set(given.map(each => each.valor)).size
    campaign.moved += there.length + given.length
    // What was paid in time stands in the books once, at the bank's amount; what was not stands as it was.
    const title = await b.receivableOf(one.receivable_id ?? '')
    const isOurs = there.length === 1 && !one.needs_refund && !(one.status === 'CANCELLED')
    expect([id, title.status === 'RECEIVED', title.amount_cents]).toEqual([
      id,
      isOurs || (title.status === 'RECEIVED' && there.length === 1),
      CHARGE_CENTS,
    ])
  }
  const received = await b.balance()
  const kept = await app.sql<{ n: number }>(
    `select count(*)::int as n from charges where company_id = $1 and paid_at is not null and not needs_refund and status <> 'CANCELLED'`,
    [b.company.id],
  )
  campaign.lostCents += Math.abs(received - (kept[0]?.n ?? 0) * CHARGE_CENTS)
  campaign.hold()
}

/** Its address leaves the bank with the agreement. */
async function leave(b: Books, agreement: string): Promise<void> {
  const me = app.as(b.owner)
  for (const { id } of await me.ok(billings.list, { params: b.c, query: {} })) await me.call(billings.cancel, { params: { id } })
  await app.pass(HOUR)
  await me.ok(pixAgreements.delete, { params: { ...b.c, id: agreement } })
  await app.pass(2 * HOUR)
  expect(bank.webhooks.size).toBe(0)
  for (const { call } of bank.bodies) campaign.called(call)
}

const GOOD = { days: [], cancels: false, pays: true, ends: false, notices: 1, contested: false, minutes: 20 }
/** Each call once, whatever chance brings after it. */
const CALM: PixAct[] = [
  { ...GOOD, hasPayer: true, refunds: ['DEVOLVIDO', 'NAO_REALIZADO'] },
  { ...GOOD, hasPayer: false, refunds: ['EM_PROCESSAMENTO'] },
  ...[true, false].map(hasPayer => ({ ...GOOD, hasPayer, pays: false, cancels: true, refunds: [] })),
]

test('G7: charges by Pix at a bank of the company’s own are paid and given back once', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(pixAct, { minLength: 1, maxLength: 4 }), pixDay), {
    ...seeded(times(3, 150)),
    examples: [[CALM]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(CALM.length)
  figure({ promise: 'G7', ...campaign.told() })
})
