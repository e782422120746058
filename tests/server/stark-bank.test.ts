// The connector to Stark Bank against a strict server of ours: signatures, payments sent once whatever happens to the answer, charges, statement.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { staticCode } from '#domain/payments/br-code.ts'
import { type PaymentRequest, type PaymentTarget, Unanswered } from '#server/adapters/payments.ts'
import { starkBanks } from '#server/adapters/stark/bank.ts'
import { NotTaken, StarkDenied } from '#server/adapters/stark/client.ts'
import { isSignedNotice, isSignedRequest, signRequest } from '#server/adapters/stark/signing.ts'
import { StatementUneven } from '#server/adapters/stark/statement.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { registered, type StarkFault, type StarkServer, starkServer } from '#tests/kit/stark-server.ts'

const MINUTE = 60_000
const KEY = 'pagar@aurora.com.br'
const BARCODE = '34191836900000012341090069704737307144464000'
const GUIDE = '85660000001234500641234567890123456789012345'

let party: StarkServer
let app: TestServer
let company: string
let account: string
let private_key: string

beforeAll(async () => {
  app = await testServer()
  party = await starkServer(() => app.clock.now())
})
beforeEach(async () => {
  party.reset()
  private_key = registered(party)
  const made = await app.aCompany()
  company = made.id
  account = randomUUID()
  await app.sql('insert into digital_accounts (company_id, id, status) values ($1, $2, $3)', [company, account, 'PENDING'])
  party.balance = 500_000
})
afterEach(() => expect(party.refused).toEqual([]))
afterAll(async () => {
  await app?.close()
  await party?.close()
})

const bank = (with_: { readTimeoutMs?: number; writeTimeoutMs?: number; private_key?: string } = {}) =>
  starkBanks({
    url: party.url,
    db: app.services.jobsDb,
    now: app.clock.now,
    ispbOf: routing => (routing === '341' ? '60701190' : undefined),
    bankNameOf: ispb => (ispb === '60701190' ? 'Itaú Unibanco S.A.' : undefined),
    ...with_,
  })(
    { environment: 'stark-sandbox', project_id: party.projectId, private_key: with_.private_key ?? private_key },
    { company_id: company, account_id: account, branch_number: '0001', account_number: '12345-6', since: '2026-03-11' },
  )

const request = (target: PaymentTarget, with_: Partial<PaymentRequest> = {}): PaymentRequest => {
  const id = with_.id ?? randomUUID()
  return {
    id,
    account_id: account,
    amount_cents: 1234,
    end_to_end_id: null,
    description: null,
    reference: `${company}.${id}`,
    ...with_,
    target,
  }
}
const toAccount: PaymentTarget = {
  kind: 'PIX_ACCOUNT',
  account: {
    routing_number: '341',
    branch_number: '1234',
    account_number: '56789-0',
    account_type: 'CHECKING',
    document_number: '11222333000181',
    name: 'Fornecedor',
  },
}
const slip: PaymentTarget = { kind: 'BOLETO', barcode: BARCODE }
const aSlip = (amount = 1234, status = 'active') =>
  party.previews.set(BARCODE, {
    type: 'boleto-payment',
    payment: {
      status,
      amount,
      fineAmount: 24,
      interestAmount: 10,
      discountAmount: 0,
      due: '2026-03-20',
      name: 'Energia SA',
      taxId: '11.222.333/0001-81',
    },
  })
const fault = (path: string, answer: StarkFault['answer'], taken = false, method = 'POST') =>
  void party.faults.push({ method, path, answer, taken })
const hangsUp: StarkFault['answer'] = response => void response.socket?.destroy()
const says =
  (status: number, body: string, headers: Record<string, string> = {}): StarkFault['answer'] =>
  response =>
    void response.writeHead(status, headers).end(body)
const posts = (resource: string) => party.calls.filter(call => call === `POST /v2/${resource}`).length
const last = (resource: string) => party.bodies.findLast(each => each.method === 'POST' && each.path === `/v2/${resource}`)?.body

describe('signatures', () => {
  const PUBLIC = [
    '-----BEGIN PUBLIC KEY-----',
    'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE9UulIgEACjxm2YFkWhbVJH+wPd3dyW3i',
    'WPhSJxuwZhJXuJIOlAkstKttLjGDu5aGVlLZy54l+vQOOgPC/Hwmlg==',
    '-----END PUBLIC KEY-----',
  ].join('\n')
  const BANK = [
    '-----BEGIN PUBLIC KEY-----',
    'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEQA+bOEY57yQGYdcF0q7Ia/JPc0Hr8Il0',
    '/pbETwvDSM+7yCkqTPDRsdptMMaoK9UEXILOaXq9Ot5azrgQEcTetg==',
    '-----END PUBLIC KEY-----',
  ].join('\n')
  const said = { access_id: 'project/5656565656565656', access_time: '1600000000' }
  const transfer =
    '{"transfers":[{"amount":100,"name":"Fornecedor","taxId":"11.222.333/0001-81","bankCode":"20018183","branchCode":"0001","accountNumber":"10000-0","externalId":"pay-1"}]}'

  test("requests signed by the bank's own library are read here as signed", () => {
    const ofPost = 'MEUCIFIxNrXtUjTQcc0GET5OFofGof4nV0XLPpypKr5DhFuBAiEA/mv3IKDQ36IFFz4dzCZ3ODWYAtSnG9amYcM60dgN6Tg='
    const ofGet = 'MEUCIQD3fkYFpkzR2uAdx1qNZGrCu82myrkilafInJ1+V/yuDgIgKMZkwHasi0XVmVrSFkovEVvkIqw8OezWziVBucqYOSE='
    expect(isSignedRequest(PUBLIC, { ...said, body: transfer }, ofPost)).toBe(true)
    expect(isSignedRequest(PUBLIC, { ...said, body: '' }, ofGet)).toBe(true)
    expect(isSignedRequest(PUBLIC, { ...said, body: `${transfer} ` }, ofPost)).toBe(false)
    expect(isSignedRequest(PUBLIC, { ...said, access_time: '1600000001', body: '' }, ofGet)).toBe(false)
  })

  test('ours fit the public half, and no other message', () => {
    const signing = { ...said, body: '{"a":1}' }
    const signature = signRequest(private_key, signing)
    expect(isSignedRequest(party.publicKey ?? '', signing, signature)).toBe(true)
    expect(isSignedRequest(party.publicKey ?? '', { ...signing, body: '{"a":2}' }, signature)).toBe(false)
  })

  test("a notice of the bank's is told from one with a changed character, and garbage is no signature", () => {
    const body =
      '{"event": {"log": {"transfer": {"status": "processing", "updated": "2020-04-03T13:20:33.485644+00:00", "fee": 160, "name": "Lawrence James", "accountNumber": "10000-0", "id": "5107489032896512", "tags": [], "taxId": "91.642.017/0001-06", "created": "2020-04-03T13:20:32.530367+00:00", "amount": 2, "transactionIds": ["6547649079541760"], "bankCode": "01", "branchCode": "0001"}, "errors": [], "type": "sending", "id": "5648419829841920", "created": "2020-04-03T13:20:33.164373+00:00"}, "subscription": "transfer", "id": "6234355449987072", "created": "2020-04-03T13:20:40.784479+00:00"}}'
    const good = 'MEYCIQCmFCAn2Z+6qEHmf8paI08Ee5ZJ9+KvLWSS3ddp8+RF3AIhALlK7ltfRvMCXhjS7cy8SPlcSlpQtjBxmhN6ClFC0Tv6'
    expect(isSignedNotice(BANK, body, good)).toBe(true)
    expect(isSignedNotice(BANK, body, good.replace(/6$/, '5'))).toBe(false)
    expect(isSignedNotice(BANK, `${body} `, good)).toBe(false)
    expect(isSignedNotice(BANK, body, 'x')).toBe(false)
    expect(isSignedNotice('no key', body, good)).toBe(false)
  })
})

describe('how the bank is spoken with', () => {
  const balance = () => bank().account(account)

  test('an account answers its balance to our key, and to no other', async () => {
    expect(await balance()).toMatchObject({ status: 'ACTIVE', balance_cents: 500_000, routing_number: '665', account_number: '12345-6' })
    const strange = registered(party)
    party.publicKey = null
    await expect(bank({ private_key: strange }).account(account)).rejects.toBeInstanceOf(StarkDenied)
  })

  test.each([
    ['a line that breaks', hangsUp],
    ['500 in JSON', says(500, '{"errors":[{"code":"internalServerError","message":"x"}]}')],
    ['502 in HTML', says(502, '<html>')],
    ['JSON cut short', says(200, '{"balances":[{"am')],
    ['another shape', says(200, '{"balance":1}')],
    ['an address elsewhere', says(302, '', { location: 'http://127.0.0.1:1/' })],
    ['400 without a word', says(400, '{"errors":[]}')],
    ['too much', says(200, ' '.repeat(5 * 1024 ** 2))],
  ])('%s says nothing', async (_, answer) => {
    fault('/v2/balance', answer, false, 'GET')
    await expect(balance()).rejects.toBeInstanceOf(Unanswered)
  })

  test('what takes too long is not waited for', async () => {
    fault('/v2/balance', () => {}, false, 'GET')
    await expect(bank({ readTimeoutMs: 50 }).account(account)).rejects.toBeInstanceOf(Unanswered)
  })

  test.each([401, 403])('%i is about our key', async status => {
    fault('/v2/balance', says(status, ''), false, 'GET')
    await expect(balance()).rejects.toMatchObject({ why: 'credentials' })
  })

  test('a bank that limits our calls is left alone for as long as it says, or a minute', async () => {
    const one = bank()
    fault('/v2/balance', says(429, '', { 'retry-after': '30' }), false, 'GET')
    await expect(one.account(account)).rejects.toBeInstanceOf(NotTaken)
    app.clock.advance(29_000)
    const before = party.calls.length
    await expect(one.account(account)).rejects.toBeInstanceOf(NotTaken)
    expect(party.calls.length).toBe(before)
    app.clock.advance(2000)
    expect(await one.account(account)).toMatchObject({ balance_cents: 500_000 })
    fault('/v2/balance', says(429, ''), false, 'GET')
    await expect(one.account(account)).rejects.toBeInstanceOf(NotTaken)
    app.clock.advance(59_000)
    await expect(one.account(account)).rejects.toBeInstanceOf(NotTaken)
    app.clock.advance(2000)
    expect(await one.account(account)).toMatchObject({ balance_cents: 500_000 })
  })
})

describe('whom it would pay', () => {
  test('a key names its holder, whose account stays unseen, and is asked after once in ten minutes', async () => {
    party.keys.set(KEY, DICT)
    const one = bank()
    const holder = await one.pixKey(KEY)
    expect(holder).toMatchObject({ name: 'Aurora Ltda', document_number: '11222333000181', type: 'EMAIL', bank_name: 'Itaú Unibanco S.A.' })
    expect(JSON.stringify(holder)).not.toContain(DICT.accountNumber)
    await one.pixKey(KEY)
    expect(party.calls.filter(call => call.includes('dict-key')).length).toBe(1)
    app.clock.advance(11 * MINUTE)
    await one.pixKey(KEY)
    expect(party.calls.filter(call => call.includes('dict-key')).length).toBe(2)
    expect(await one.pixKey('ninguem@aurora.com.br')).toBeUndefined()
  })

  test('a slip costs what its registry says, and one that is not active cannot be paid', async () => {
    aSlip()
    expect(await bank().slip(BARCODE)).toMatchObject({
      status: 'PENDING',
      total_cents: 1234,
      amount_cents: 1200,
      fine_cents: 24,
      interest_cents: 10,
      due_date: '2026-03-20',
      recipient: { name: 'Energia SA' },
    })
    aSlip(1234, 'inactive')
    expect(await bank().slip(BARCODE)).toMatchObject({ status: 'CANCELLED' })
    expect(await bank().slip(GUIDE)).toBeUndefined()
  })
})

const DICT = {
  type: 'email',
  name: 'Aurora Ltda',
  taxId: '11.222.333/0001-81',
  ispb: '60701190',
  branchCode: '7061',
  accountNumber: 'gAAAAABcifrado',
  accountType: 'checking',
  status: 'registered',
}

describe('paying', () => {
  test('by bank data, as a Pix: once under our id, and settled when the bank says so', async () => {
    const one = request(toAccount, { description: 'Aluguel' })
    expect(await bank().pay(one)).toMatchObject({ status: 'ACCEPTED', payee: { name: 'Fornecedor', bank_name: 'Itaú Unibanco S.A.' } })
    expect(last('transfer')).toMatchObject({
      transfers: [
        { externalId: one.id, tags: [one.id], bankCode: '60701190', amount: 1234, description: 'Aluguel', accountType: 'checking' },
      ],
    })
    expect(await bank().pay(one)).toMatchObject({ status: 'ACCEPTED' })
    expect(posts('transfer')).toBe(1)
    const { transactionIds } = party.succeed(one.id)
    expect(await bank().payment(one.id)).toMatchObject({ status: 'SETTLED', transaction_code: transactionIds[0], refusal: null })
  })

  test('by key: its holder is asked for first, and nobody is paid for a key that is not there', async () => {
    expect(await bank().pay(request({ kind: 'PIX_KEY', pix_key: KEY }))).toMatchObject({ status: 'REJECTED', refusal: 'key_not_found' })
    expect(posts('transfer')).toBe(0)
    party.keys.set(KEY, DICT)
    expect(await bank().pay(request({ kind: 'PIX_KEY', pix_key: KEY }))).toMatchObject({
      status: 'ACCEPTED',
      payee: { name: 'Aurora Ltda' },
    })
    expect(last('transfer')).toMatchObject({ transfers: [{ bankCode: '60701190', branchCode: '7061', accountNumber: 'gAAAAABcifrado' }] })
  })

  test('a slip by its own resource, at the cost that was confirmed and no other', async () => {
    aSlip(9999)
    expect(await bank().pay(request(slip))).toMatchObject({ status: 'REJECTED', refusal: 'amount_mismatch' })
    aSlip(1234, 'inactive')
    expect(await bank().pay(request(slip))).toMatchObject({ status: 'REJECTED', refusal: 'already_paid' })
    aSlip()
    const one = request(slip, { description: 'Luz' })
    expect(await bank().pay(one)).toMatchObject({ status: 'ACCEPTED', payee: { name: 'Energia SA' } })
    expect(last('boleto-payment')).toEqual({
      payments: [{ barCode: BARCODE, description: 'Luz.......', tags: [one.id], taxId: '11.222.333/0001-81' }],
    })
  })

  test.each(['utility-payment', 'tax-payment'])('a guide goes as %s, which the bank says it is', async type => {
    expect(await bank().pay(request({ kind: 'BOLETO', barcode: GUIDE }))).toMatchObject({ refusal: 'slip_not_found' })
    party.previews.set(GUIDE, { type, payment: { amount: 1234, description: 'DAS' } })
    expect(await bank().pay(request({ kind: 'BOLETO', barcode: GUIDE }))).toMatchObject({ status: 'ACCEPTED', payee: null })
    expect(posts(type)).toBe(1)
  })

  test('a code: its amount is sent only where it has none, and another than its own is refused', async () => {
    const parts = { pix_key: KEY, merchant_name: 'Aurora', merchant_city: 'Sao Paulo' }
    const [open, fixed] = [staticCode(parts), staticCode({ ...parts, amount_cents: 1234 })]
    const pay = (emv_code: string, amount_cents = 1234) => bank().pay(request({ kind: 'PIX_QR', emv_code }, { amount_cents }))
    expect(await pay(open)).toMatchObject({ refusal: 'code_unreadable' })
    expect(await pay('0002')).toMatchObject({ refusal: 'code_unreadable' })
    const seen = (status: string, amount: number) => ({
      type: 'brcode-payment',
      payment: { status, amount, name: 'Aurora Ltda', taxId: '11.222.333/0001-81', bankCode: '60701190' },
    })
    party.previews.set(open, seen('active', 0))
    party.previews.set(fixed, seen('active', 1234))
    expect(await pay(open)).toMatchObject({ status: 'ACCEPTED', payee: { name: 'Aurora Ltda', bank_name: 'Itaú Unibanco S.A.' } })
    expect(last('brcode-payment')).toMatchObject({ payments: [{ brcode: open, amount: 1234, taxId: '11.222.333/0001-81' }] })
    expect(await pay(fixed)).toMatchObject({ status: 'ACCEPTED' })
    expect(JSON.stringify(last('brcode-payment'))).not.toContain('"amount"')
    expect(await pay(fixed, 999)).toMatchObject({ status: 'REJECTED', refusal: 'amount_mismatch' })
    expect(await bank().location('', fixed)).toMatchObject({ payable: true, amount_cents: 1234, recipient: { name: 'Aurora Ltda' } })
    party.previews.set(fixed, seen('paid', 1234))
    expect(await pay(fixed)).toMatchObject({ status: 'REJECTED', refusal: 'already_paid' })
    expect(await bank().location('', fixed)).toMatchObject({ payable: false })
    expect(posts('brcode-payment')).toBe(2)
  })

  test.each(['failed', 'canceled'])('%s is a refusal', async status => {
    const one = request(toAccount)
    await bank().pay(one)
    party.of(one.id).status = status
    expect(await bank().payment(one.id)).toMatchObject({ status: 'REJECTED', refusal: 'refused' })
  })

  test('a status nobody knows says nothing', async () => {
    const one = request(toAccount)
    await bank().pay(one)
    party.of(one.id).status = 'unknown'
    await expect(bank().payment(one.id)).rejects.toBeInstanceOf(Unanswered)
  })

  test('a transfer taken without an answer is found by our tag and never made twice', async () => {
    const one = request(toAccount)
    fault('/v2/transfer', hangsUp, true)
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank().payment(one.id)).toMatchObject({ status: 'ACCEPTED' })
    expect(party.entities.length).toBe(1)
  })

  test('one that is not in the list yet is sent again under its id: the refusal of a repeat is not believed', async () => {
    const one = request(toAccount)
    party.unlisted = true
    fault('/v2/transfer', hangsUp, true)
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank().payment(one.id)).toBeUndefined()
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    party.unlisted = false
    expect(await bank().payment(one.id)).toMatchObject({ status: 'ACCEPTED' })
    expect(party.entities.length).toBe(1)
  })

  test('a transfer lost before it was taken is sent again', async () => {
    const one = request(toAccount)
    fault('/v2/transfer', hangsUp)
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank().payment(one.id)).toBeUndefined()
    expect(await bank().pay(one)).toMatchObject({ status: 'ACCEPTED' })
    expect(party.entities.length).toBe(1)
  })

  test.each([true, false])('a slip without an answer (taken: %s) is looked for and never sent again', async taken => {
    aSlip()
    const one = request(slip)
    fault('/v2/boleto-payment', hangsUp, taken)
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    const before = posts('boleto-payment')
    if (taken) expect(await bank().pay(one)).toMatchObject({ status: 'ACCEPTED' })
    else {
      app.clock.advance(60 * MINUTE)
      await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    }
    expect(posts('boleto-payment')).toBe(before)
  })

  test('what the bank certainly did not take is sent later: a limit, a key it does not know', async () => {
    aSlip()
    const one = request(slip)
    fault('/v2/boleto-payment', says(429, ''))
    const the = bank()
    await expect(the.pay(one)).rejects.toBeInstanceOf(NotTaken)
    app.clock.advance(2 * MINUTE)
    const known = party.publicKey
    party.publicKey = null
    await expect(the.pay(one)).rejects.toBeInstanceOf(StarkDenied)
    party.publicKey = known
    expect(await the.payment(one.id)).toBeUndefined()
    expect(await the.pay(one)).toMatchObject({ status: 'ACCEPTED' })
    expect(party.entities.length).toBe(1)
  })

  test("the bank's own refusal is kept, and stays", async () => {
    aSlip()
    const one = request(slip)
    fault('/v2/boleto-payment', says(400, '{"errors":[{"code":"invalidBoleto","message":"Boleto fora do horário."}]}'))
    expect(await bank().pay(one)).toMatchObject({ status: 'REJECTED', refusal: 'refused' })
    expect(await bank().payment(one.id)).toMatchObject({ status: 'REJECTED' })
    expect(await bank().pay(one)).toMatchObject({ status: 'REJECTED' })
    expect(posts('boleto-payment')).toBe(1)
  })

  test('two workers at once send one slip', async () => {
    aSlip()
    const one = request(slip)
    const told = await Promise.allSettled([bank().pay(one), bank().pay(one)])
    expect(told.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(party.entities.length).toBe(1)
  })
})

describe('charges', () => {
  const charge = (with_ = {}) => ({
    id: randomUUID(),
    account_id: account,
    txid: '',
    amount_cents: 9900,
    fee_cents: 0,
    due_date: '2026-03-20',
    expiration_date: '2026-03-30',
    barcode: null,
    payer: { name: 'Mercado Aurora', document_number: '52998224725' },
    additional_information: 'Aula',
    ...with_,
  })

  test('an invoice asks for no fine and no interest, and its code is the bank’s', async () => {
    const one = charge()
    expect(await bank().registerCharge(one)).toMatchObject({ status: 'OPEN', emv_code: expect.stringContaining('invoice') })
    expect(last('invoice')).toMatchObject({ invoices: [{ fine: 0, interest: 0, expiration: 864_000, due: '2026-03-20', tags: [one.id] }] })
    party.pay(one.id)
    expect(await bank().charge(one.id)).toMatchObject({ status: 'PAID', paid_cents: 9900, refunded_cents: 0, paid_with: 'PIX' })
  })

  test('one taken without an answer is found; one that is in no list for ten minutes is made again', async () => {
    const found = charge()
    fault('/v2/invoice', hangsUp, true)
    await expect(bank().registerCharge(found)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank().registerCharge(found)).toMatchObject({ status: 'OPEN' })
    const lost = charge()
    fault('/v2/invoice', hangsUp)
    await expect(bank().registerCharge(lost)).rejects.toBeInstanceOf(Unanswered)
    await expect(bank().registerCharge(lost)).rejects.toBeInstanceOf(Unanswered)
    expect(posts('invoice')).toBe(2)
    app.clock.advance(11 * MINUTE)
    expect(await bank().registerCharge(lost)).toMatchObject({ status: 'OPEN' })
    expect(party.entities.length).toBe(2)
  })

  test('is cancelled; one that was paid meanwhile stays paid', async () => {
    const [gone, paid] = [charge(), charge()]
    await bank().registerCharge(gone)
    await bank().registerCharge(paid)
    expect(await bank().cancelCharge(gone.id)).toMatchObject({ status: 'CANCELLED' })
    party.pay(paid.id)
    expect(await bank().cancelCharge(paid.id)).toMatchObject({ status: 'PAID' })
  })

  test('gives back in part and whole by saying what remains, and says what the bank will not', async () => {
    const one = charge()
    await bank().registerCharge(one)
    party.pay(one.id)
    const back = (amount_cents: number) => bank().refundCharge({ id: randomUUID(), charge_id: one.id, amount_cents })
    expect(await back(900)).toMatchObject({ status: 'PAID', paid_cents: 9900, refunded_cents: 900 })
    party.balance = 100
    expect(await back(9000)).toMatchObject({ status: 'PAID', refunded_cents: 900 })
    party.balance = 100_000
    expect(await back(9000)).toMatchObject({ status: 'REFUNDED', refunded_cents: 9900 })
  })

  test('one that the bank will not make says why', async () => {
    fault('/v2/invoice', says(400, '{"errors":[{"code":"invalidTaxId","message":"CPF inválido."}]}'))
    const one = charge()
    expect(await bank().registerCharge(one)).toMatchObject({ status: 'CANCELLED', reason: 'CPF inválido.' })
    expect(await bank().charge(one.id)).toMatchObject({ status: 'CANCELLED', reason: 'CPF inválido.' })
  })
})

describe('the statement', () => {
  const codes = async (after = 0) => ((await bank().movements(account, after)) as { seq: number; code: string }[]).map(each => each.code)

  test('has a growing number for each row, whatever the pages, and an insertion between two of them loses and doubles nothing', async () => {
    const posted = Array.from({ length: 7 }, (_, at) => {
      app.clock.advance(1000)
      return party.post({ amount: 100 + at }).id
    })
    party.pageSize = 3
    let inserted = ''
    party.beforePage = from => {
      if (from === 3 && inserted === '') inserted = party.post({ amount: 5 }).id
    }
    expect(await codes()).toEqual(posted)
    app.clock.advance(1000)
    expect(await codes(7)).toEqual([inserted])
    expect(await codes()).toEqual([...posted, inserted])
  })

  test('starts with what there was before its first row', async () => {
    expect(await bank().openAccount({ id: account, document_number: '', name: '' })).toEqual({ initial_balance_cents: 500_000 })
    party.post({ amount: -200 })
    party.post({ amount: 300 })
    expect(await bank().openAccount({ id: account, document_number: '', name: '' })).toEqual({ initial_balance_cents: 500_000 })
  })

  test('says what each row is of, and of which of ours', async () => {
    aSlip()
    const [paid, slipPaid] = [request(toAccount), request(slip)]
    await bank().pay(paid)
    await bank().pay(slipPaid)
    party.succeed(paid.id)
    party.succeed(slipPaid.id)
    party.post({ amount: 50, source: `transfer/${party.of(paid.id).id}` })
    party.deposits.set('77', { type: 'pix', name: 'Cliente', taxId: '529.982.247-25', bankCode: '60701190' })
    party.post({ amount: 70, source: 'deposit/77' })
    party.post({ amount: -9, source: 'saas/1' })
    expect(await bank().movements(account, 0)).toMatchObject([
      { type: 'PIX_OUT', reference: paid.id, amount_cents: -1234 },
      { type: 'BOLETO_OUT', reference: slipPaid.id },
      { type: 'REFUND_IN', reference: paid.id },
      { type: 'PIX_IN', reference: null, counterparty: { name: 'Cliente', document_number: '52998224725' } },
      { type: 'FEE', reference: null },
    ])
  })

  test('finds the payment whose answer was lost, so that its row is not without an owner', async () => {
    const one = request(toAccount)
    fault('/v2/transfer', hangsUp, true)
    await expect(bank().pay(one)).rejects.toBeInstanceOf(Unanswered)
    party.succeed(one.id)
    expect(await bank().movements(account, 0)).toMatchObject([{ reference: one.id }])
  })

  test('a fee that left with its row is a row of its own; a balance that does not follow stops the reading', async () => {
    party.post({ amount: 100 })
    const row = party.post({ amount: -500 })
    Object.assign(row, { fee: 50, balance: row.balance - 50 })
    party.balance -= 50
    party.post({ amount: 10 })
    expect(await bank().movements(account, 0)).toMatchObject([
      { amount_cents: 100 },
      { amount_cents: -500 },
      { type: 'FEE', amount_cents: -50 },
      { amount_cents: 10 },
    ])
    party.balance += 1
    party.post({ amount: 10 })
    await expect(bank().movements(account, 0)).rejects.toBeInstanceOf(StatementUneven)
  })

  test('two readers at once keep each row once', async () => {
    party.post({ amount: 100 })
    await Promise.all([codes(), codes(), codes()])
    expect((await codes()).length).toBe(1)
  })
})
