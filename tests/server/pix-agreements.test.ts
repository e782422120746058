// A receivable charged by Pix at the company's own bank: agreement, credentials, the charge's whole life, and bad days in between.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Billing } from '#contract/billings.ts'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { type ServerIdentity, serverIdentity } from '#tests/kit/loopback-authority.ts'
import { type Fault, type PixServer, pixServer } from '#tests/kit/pix-server.ts'
import { TEST_NOW, TEST_TODAY, type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, billings, notifications, pixAgreements } = contract
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const HOUR = 3_600_000
const PAYER = { name: 'Mercado Aurora', document_number: '52998224725' }

let identity: ServerIdentity
let bank: PixServer
let app: TestServer
let b: Books
let agreement: string
let file: Blob

beforeAll(async () => {
  identity = serverIdentity()
  const root = makeCertificate({ name: 'Raiz do banco', authority: true }, undefined, 0)
  const held = makeCertificate({ name: 'Empresa' }, root, 2)
  file = new Blob([held.certificate, held.key.export({ type: 'pkcs8', format: 'pem' }).toString()])
  bank = await pixServer(identity, root.certificate, () => app.clock.now())
  app = await testServer({ pixRoots: [identity.certificate], origins: ['https://razao.exemplo.com.br'] })
})
beforeEach(async () => {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  for (const of of [bank.charges, bank.pix, bank.webhooks]) of.clear()
  bank.faults.length = 0
  await app.sql`delete from pix_credentials`
  b = await books(app)
  agreement = (await me().ok(pixAgreements.create, { params: b.c, body: fields() })).id
  await give()
  bank.calls.length = 0
})
afterEach(() => {
  expect(bank.refused).toEqual([])
  bank.refused.length = 0
})
afterAll(async () => {
  await app?.close()
  await bank?.close()
})

const me = () => app.as(b.owner)
const fields = (with_: object = {}) => ({
  bank_account_id: b.account,
  environment: 'TEST',
  pix_key: KEY,
  base_url: `${bank.url}/`,
  token_url: `${bank.url}/oauth/token`,
  ...with_,
})
const at = (body?: object) => ({ params: { ...b.c, id: agreement }, ...(body ? { body } : {}) })
async function give(with_: object = {}): Promise<void> {
  const form = { client_id: bank.clientId, client_secret: bank.clientSecret, ...with_, file }
  await me().ok(pixAgreements.credentials, { params: { ...b.c, id: agreement }, form })
  await app.drain()
}
const agreed = () => me().ok(pixAgreements.get, at())
async function charge(with_: object = {}): Promise<Billing> {
  const receivable = await b.receivable({ amount_cents: 12_345 })
  const body = { transaction_amount: 12_345, due_date: TEST_TODAY, receivable_id: receivable.id, pix_agreement_id: agreement, payer: PAYER }
  const made = await me().ok(billings.create, { params: b.c, body: { ...body, due_date: today(), ...with_ } })
  await app.drain()
  return of(made)
}
const today = () => new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 10)
const of = (one: Billing) => me().ok(billings.get, { params: { id: one.id } })
const theirs = () => [...bank.charges.values()].at(-1) as PixServer['charges'] extends Map<string, infer C> ? C : never
const moment = (ms = 0) => new Date(app.clock.now() + ms).toISOString()
const pay = (when = moment()) => bank.pay(theirs().txid, when)
async function look(ms = HOUR): Promise<void> {
  app.clock.advance(ms)
  await app.drain()
}
async function notify(body: object, path = new URL([...bank.webhooks.values()][0] ?? '').pathname): Promise<number> {
  const answer = await app.app.inject({ method: 'POST', url: `${path}/pix`, payload: body })
  await app.drain()
  return answer.statusCode
}
const fault = (path: string, answer: Fault['answer'], taken = false) => void bank.faults.push({ path, answer, taken })
const hangsUp: Fault['answer'] = response => void response.socket?.destroy()
const told = async () => (await me().ok(notifications.list)).filter(each => each.company_id === b.company.id).map(each => each.title)
const times = (start: string) => bank.calls.filter(call => call.startsWith(start)).length

test('an agreement is not deleted while a charge of it is made', async () => {
  const receivable = await b.receivable()
  const charge = { pix_agreement_id: agreement, receivable_id: receivable.id, transaction_amount: 10_000, due_date: TEST_TODAY }
  const answers = await Promise.all([
    me().call(billings.create, { params: b.c, body: { payment_method: 'PIX', payer: PAYER, ...charge } }),
    me().call(pixAgreements.delete, at()),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
})

describe('the agreement', () => {
  test('is asked at once when a person wants to know', async () => {
    await me().ok(pixAgreements.test, at())
    await app.drain()
    expect(bank.calls.length).toBeGreaterThan(0)
    expect(await agreed()).toMatchObject({ status: 'WORKING' })
    const { id } = await me().ok(pixAgreements.create, { params: b.c, body: fields() })
    expect(await me().refused(pixAgreements.test, { params: { ...b.c, id } })).toMatchObject({ id: 'conflict.invalid_transition' })
  })

  test('works once its credentials were given, and tells the bank where to send notices; no secret comes back', async () => {
    const { secret, ...seen } = { secret: bank.clientSecret, ...(await agreed()) }
    expect(seen).toMatchObject({ status: 'WORKING', client_id: 'razao', base_url: bank.url, name: 'Banco do Brasil' })
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(bank.webhooks.get(KEY)).toMatch(/^https:\/\/razao\.exemplo\.com\.br\/v1\/pix_notices\/[\w-]{86,}$/)
    const stored = JSON.stringify(await app.sql`select encode(sealed, 'escape') as text from pix_credentials`)
    expect(stored).not.toContain(secret)
  })

  test('a wrong secret, as of the other environment, is told in the state; the right one mends it', async () => {
    await give({ client_secret: 'de produção' })
    expect((await agreed()).status).toBe('DENIED')
    await give()
    expect((await agreed()).status).toBe('WORKING')
  })

  test('at other addresses the secrets are not shown: they wait for their own', async () => {
    const { version } = await agreed()
    const elsewhere = await me().ok(pixAgreements.update, at({ version, token_url: 'https://localhost:1/token' }))
    expect(elsewhere).toMatchObject({ status: 'WAITING_CREDENTIALS', client_id: null })
    await look()
    expect(bank.calls).toEqual([])
    const refused = await me().refused(billings.create, {
      params: b.c,
      body: { transaction_amount: 100, due_date: today(), pix_agreement_id: agreement },
    })
    expect(refused.message).toContain('credenciais')
  })

  test('a file without its key is refused, and a stranger sees nothing', async () => {
    const form = { client_id: 'x', client_secret: 'y', file: new Blob(['-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----']) }
    expect((await me().refused(pixAgreements.credentials, { params: { ...b.c, id: agreement }, form })).id).toBe('certificate.unreadable')
    const other = await books(app)
    expect((await app.as(other.owner).refused(pixAgreements.get, { params: { ...other.c, id: agreement } })).status).toBe(404)
  })

  test('the address of notices that the bank lost is set again within the hour; open charges keep the agreement', async () => {
    bank.webhooks.clear()
    await charge()
    await look()
    expect(bank.webhooks.size).toBe(1)
    expect((await me().refused(pixAgreements.delete, at())).id).toBe('conflict.not_editable')
  })

  test('deleted, it takes its address away from the bank, even if the bank was away; undone, it gives it again', async () => {
    fault('/webhook', hangsUp)
    await me().ok(pixAgreements.delete, at())
    await app.drain()
    expect(bank.webhooks.size).toBe(1)
    await look()
    expect(bank.webhooks.size).toBe(0)
    bank.calls.length = 0
    await look()
    expect(bank.calls).toEqual([])
    const [batch] = (await me().ok(batches.list, { params: b.c })).filter(each => each.label.endsWith('excluído'))
    await me().ok(batches.undo, { params: { ...b.c, id: batch?.id ?? '' } })
    await look()
    expect(bank.webhooks.size).toBe(1)
    expect((await agreed()).status).toBe('WORKING')
  })

  test('deleted, its bank gone for good: asked for thirty days, then told once and asked no more; undone, it is looked at again', async () => {
    for (let looks = 0; looks < 9; looks += 1) fault('/webhook', hangsUp)
    await me().ok(pixAgreements.delete, at())
    await app.drain()
    await app.sql`update pix_agreements set deleted_at = ${moment()} where id = ${agreement}`
    const news = async () => (await me().ok(notifications.list)).filter(({ title }) => title.startsWith('O banco do Pix excluído'))
    await look(30 * 24 * HOUR - HOUR)
    expect(await news()).toEqual([])
    expect(times('PUT /webhook') + times('GET /webhook')).toBeGreaterThan(1)
    await look(2 * HOUR)
    expect((await news()).map(({ body }) => body)).toEqual([expect.stringContaining(KEY)])
    bank.calls.length = 0
    for (let times = 0; times < 3; times += 1) await look(24 * HOUR)
    expect([bank.calls, (await news()).length]).toEqual([[], 1])
    // As an undo leaves it: the day of the deletion was set by this test, so that the undo itself is refused.
    await app.sql`update pix_agreements set deleted_at = null where id = ${agreement}`
    bank.faults.length = 0
    await look()
    expect((await agreed()).status).toBe('WORKING')
  })

  test('sealed under another key of the server, it says that the credentials are to be given again', async () => {
    const made = await charge()
    await app.sql`update pix_credentials set sealed = sealed || 'x'::bytea`
    await me().ok(pixAgreements.test, at())
    await app.drain()
    expect((await agreed()).status).toBe('UNREADABLE')
    await me().ok(billings.cancel, { params: { id: made.id } })
    await app.drain()
    await give()
    await look()
    expect((await agreed()).status).toBe('WORKING')
    expect(theirs().status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  })
})

describe('a charge', () => {
  test('is registered under its own txid with the bank’s code, costs nothing here, and needs no digital account', async () => {
    const made = await charge()
    expect(made).toMatchObject({ fee_amount: 0, environment: 'test', status: 'PENDING', billing_id: theirs().txid })
    expect(made.emv_code).toContain(theirs().txid)
    expect(theirs()).toMatchObject({ kind: 'cobv', asked: { devedor: { cpf: PAYER.document_number }, valor: { original: '123.45' } } })
    await charge({ payer: undefined })
    expect(theirs().kind).toBe('cob')
  })

  test('paid, a notice settles the receivable into the account of the agreement; again and forged it changes nothing', async () => {
    const made = await charge()
    const pix = pay()
    await notify({ pix: [{ endToEndId: pix.endToEndId, txid: pix.txid, valor: '123.45', horario: pix.horario }] })
    const paid = await of(made)
    expect(paid).toMatchObject({ status: 'PAID', end_to_end_id: pix.endToEndId, needs_refund: false })
    const title = await b.receivableOf(made.receivable_id ?? '')
    expect(title).toMatchObject({ status: 'RECEIVED', bank_account_id: b.account, date: today() })
    const calls = bank.calls.length
    expect(await notify({ pix: [{ txid: pix.txid }, { txid: 'desconhecido' }, {}] })).toBe(200)
    expect(await of(made)).toEqual(paid)
    expect(bank.calls.length).toBeLessThanOrEqual(calls + 1)
    expect(await notify({ pix: [] }, '/v1/pix_notices/forjado')).toBe(403)
    expect((await told()).filter(title => title.endsWith('paga'))).toHaveLength(1)
  })

  test('a notice of a payment that was not made is not believed', async () => {
    const made = await charge()
    await notify({ pix: [{ txid: theirs().txid, valor: '123.45', endToEndId: 'E60746948202603111500aaaaaaaaaaa', horario: moment() }] })
    expect((await of(made)).status).toBe('PENDING')
  })

  test('what no notice told is found within the hour', async () => {
    const made = await charge()
    pay(moment(60_000))
    await look()
    expect((await of(made)).status).toBe('PAID')
  })

  test('undone by a person, the receipt stays undone and the charge stays paid', async () => {
    const made = await charge()
    const { txid } = pay()
    await notify({ pix: [{ txid }] })
    const [batch] = (await app.sql<{ id: string }>`select id from batches where company_id = ${b.company.id}
      and command = 'receivables.move' order by created_at desc limit 1`) as [{ id: string }]
    await me().ok(batches.undo, { params: { ...b.c, id: batch.id } })
    await notify({ pix: [{ txid }] })
    await look()
    expect((await b.receivableOf(made.receivable_id ?? '')).status).not.toBe('RECEIVED')
    expect((await of(made)).status).toBe('PAID')
  })

  test('in a closed period the receivable waits for a person, and the charge is paid', async () => {
    const made = await charge()
    const range = await b.close(today(), today())
    const { txid } = pay()
    await notify({ pix: [{ txid }] })
    expect((await of(made)).status).toBe('PAID')
    expect((await b.receivableOf(made.receivable_id ?? '')).status).not.toBe('RECEIVED')
    expect(range).toBeTruthy()
  })

  test.each<[string, Fault['answer'], boolean]>([
    ['taken, then no answer', hangsUp, true],
    ['not taken, no answer', hangsUp, false],
    ['500', response => void response.writeHead(500).end('erro'), false],
    ['502 with a page, though taken', response => void response.writeHead(502).end('<html>'), true],
    ['half an answer, though taken', response => void response.writeHead(201).end('{"txid":'), true],
    ['429', response => void response.writeHead(429, { 'retry-after': '30' }).end(), false],
  ])('%s: afterwards there is one charge at the bank, and it is ours', async (_, answer, taken) => {
    fault('/cobv', response => response.writeHead(404).end('{}'))
    fault('/cobv', answer, taken)
    const made = await charge()
    expect(made).toMatchObject({ status: 'PENDING', billing_id: null })
    for (let i = 0; i < 8; i += 1) await look(20_000)
    expect(await of(made)).toMatchObject({ status: 'PENDING', billing_id: theirs().txid })
    expect(bank.charges.size).toBe(1)
    expect(times('PUT /cobv')).toBe(taken ? 1 : 2)
  })

  test('that the bank will not register says why, and the receivable may be charged again', async () => {
    fault('/cobv', response => response.writeHead(404).end('{}'))
    fault('/cobv', response => response.writeHead(400).end(JSON.stringify({ title: 'x', violacoes: [{ razao: 'Chave não é sua.' }] })))
    const made = await charge()
    expect(made).toMatchObject({ status: 'CANCELLED', bank_reason: 'Chave não é sua.' })
    expect(await told()).toContain('Cobrança de R$ 123,45 recusada pelo banco')
  })

  test('cancelled here is removed there, even if the bank was away; paid all the same, it asks to be given back', async () => {
    const made = await charge()
    fault('/cobv', hangsUp)
    await me().ok(billings.cancel, { params: { id: made.id } })
    await look(20_000)
    expect(theirs().status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    const other = await charge()
    const { txid } = pay()
    await me().ok(billings.cancel, { params: { id: other.id } })
    await app.drain()
    expect(await of(other)).toMatchObject({ status: 'CANCELLED', needs_refund: true })
    expect((await b.receivableOf(other.receivable_id ?? '')).status).not.toBe('RECEIVED')
    expect(txid).toBe(theirs().txid)
  })

  test('that the bank will not remove is looked at again until it says what it became', async () => {
    const made = await charge()
    const refusal = { path: `/cobv/${theirs().txid}`, method: 'PATCH', taken: false }
    bank.faults.push({ ...refusal, answer: response => response.writeHead(400).end(JSON.stringify({ title: 'Em pagamento' })) })
    await me().ok(billings.cancel, { params: { id: made.id } })
    await app.drain()
    expect(theirs().status).toBe('ATIVA')
    await look()
    expect(theirs().status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  })
})

describe('giving back', () => {
  const paid = async () => {
    const made = await charge()
    const pix = pay()
    await notify({ pix: [{ txid: pix.txid }] })
    return { made, pix }
  }
  const ask = async (made: Billing, amount_cents?: number) => {
    await me().ok(billings.refund, { params: { id: made.id }, body: amount_cents === undefined ? {} : { amount_cents } })
    await app.drain()
  }

  test('part, then the rest: each is one refund at the bank, and counts when the bank says so', async () => {
    const { made, pix } = await paid()
    fault(`/pix/${pix.endToEndId}`, response => response.writeHead(404).end('{}'))
    fault(`/pix/${pix.endToEndId}`, hangsUp, true)
    await ask(made, 2000)
    await look(20_000)
    expect(pix.devolucoes).toMatchObject([{ valor: '20.00', status: 'EM_PROCESSAMENTO' }])
    expect((await of(made)).refunded_amount).toBe(0)
    Object.assign(pix.devolucoes[0] ?? {}, { status: 'DEVOLVIDO' })
    await look(130_000)
    expect(await of(made)).toMatchObject({ status: 'PAID', refunded_amount: 2000 })
    await ask(made)
    Object.assign(pix.devolucoes[1] ?? {}, { status: 'DEVOLVIDO' })
    await look(70_000)
    expect(await of(made)).toMatchObject({ status: 'REFUNDED', refunded_amount: 12_345 })
    expect(pix.devolucoes).toHaveLength(2)
  })

  test('under way for long, it is asked after ever less often, a day later a person is told once, and it counts when it ends', async () => {
    const { made, pix } = await paid()
    await ask(made, 500)
    const path = `GET /pix/${pix.endToEndId}/devolucao`
    const asked = async (ms: number) => {
      const before = times(path)
      await app.pass(ms)
      return times(path) - before
    }
    // After one minute, two, four, eight, sixteen and half an hour; then every hour.
    expect([await asked(63 * 60_000 + 1000), await asked(4 * HOUR)]).toEqual([6, 4])
    const slow = async () => (await told()).filter(title => title.endsWith('sem resposta do banco há um dia'))
    expect(await slow()).toEqual([])
    await app.pass(20 * HOUR)
    expect(await slow()).toHaveLength(1)
    Object.assign(pix.devolucoes[0] ?? {}, { status: 'DEVOLVIDO' })
    await app.pass(30 * HOUR)
    expect([await slow(), (await of(made)).refunded_amount, pix.devolucoes.length]).toEqual([[expect.any(String)], 500, 1])
  })

  test('a notice of a refund that is waited for is read at once', async () => {
    const { made, pix } = await paid()
    await ask(made, 500)
    await app.pass(3 * HOUR)
    Object.assign(pix.devolucoes[0] ?? {}, { status: 'DEVOLVIDO' })
    await notify({ pix: [{ txid: pix.txid }] })
    expect((await of(made)).refunded_amount).toBe(500)
  })

  test('refused, it says why and may be asked again, under another id', async () => {
    const { made, pix } = await paid()
    await ask(made, 500)
    Object.assign(pix.devolucoes[0] ?? {}, { status: 'NAO_REALIZADO', motivo: 'Conta encerrada.' })
    await look(70_000)
    expect(await of(made)).toMatchObject({ status: 'PAID', refunded_amount: 0, bank_reason: 'Conta encerrada.' })
    await ask(made, 500)
    expect(new Set(pix.devolucoes.map(each => each.id)).size).toBe(2)
    Object.assign(pix.devolucoes[1] ?? {}, { status: 'DEVOLVIDO' })
    await look(70_000)
    expect(await of(made)).toMatchObject({ refunded_amount: 500, bank_reason: null })
  })

  test('through an agreement that was deleted meanwhile reaches the payer all the same', async () => {
    const { made, pix } = await paid()
    await me().ok(pixAgreements.delete, at())
    await app.drain()
    await ask(made)
    Object.assign(pix.devolucoes[0] ?? {}, { status: 'DEVOLVIDO' })
    await look(70_000)
    expect(await of(made)).toMatchObject({ status: 'REFUNDED', refunded_amount: 12_345 })
  })

  test('taken back by the payer’s bank, a person is told once and the books stay', async () => {
    const { made, pix } = await paid()
    pix.devolucoes.push({ id: 'm1', rtrId: 'D'.repeat(32), valor: '123.45', natureza: 'MED_FRAUDE', horario: {}, status: 'DEVOLVIDO' })
    await look()
    await look()
    expect((await of(made)).status).toBe('CHARGEBACK')
    expect((await told()).filter(title => title.includes('contestação'))).toHaveLength(1)
    expect((await b.receivableOf(made.receivable_id ?? '')).status).toBe('RECEIVED')
  })
})
