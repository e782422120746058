// Pix over the real server: keys at the local directory, codes made and read, sending in reais, limits by the clock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { PixKey } from '#contract/pix.ts'
import { parseBrCode, staticCode } from '#domain/payments/br-code.ts'
import { isEndToEndId } from '#domain/payments/pix-ids.ts'
import { DEVICE, FIRST_DEPOSIT_CENTS, knowDevice, type MoneyBooks, moneyBooks, OTHER_HOLDER, OTHER_KEY } from '#tests/kit/money.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'

const { pix } = contract

let server: TestServer
let b: MoneyBooks
beforeAll(async () => {
  server = await testServer()
  b = await moneyBooks(server)
})
afterAll(() => server?.close())

/** Runs a call that wants a code sent to the key itself, and answers it. */
async function proven(of: MoneyBooks, call: () => Promise<TestAnswer>): Promise<PixKey> {
  const asked = await call()
  const { challenge_id } = asked.data as { challenge_id?: string }
  if (challenge_id === undefined) return asked.data as PixKey
  await server.as(of.owner).ok(contract.auth.verifyOtp, { params: { id: challenge_id ?? '' }, body: { otp: await server.lastCode() } })
  const again = await call()
  expect(again.status).toBe(201)
  return again.data as PixKey
}
const claimKey = (of: MoneyBooks, body: object) => proven(of, () => server.call(of.owner, pix.claimKey, of.at(body)))
const createKey = async (of: MoneyBooks, body: object) => {
  const key = await proven(of, () => server.call(of.owner, pix.createKey, of.at(body)))
  await server.pass(5000)
  return key
}

describe('keys', () => {
  test('are found for a holder whose CNPJ has letters, however it is written', async () => {
    const key = 'letras@empresa.com.br'
    await server.bank.seedKey({ key, type: 'EMAIL', holder: { ...OTHER_HOLDER, document_number: '12ABC34501DE35' } })
    for (const document_number of ['12.ABC.345/01DE-35', '12abc34501de35'])
      await server.as(b.owner).ok(pix.verifyKey, { params: { key }, query: { company_id: b.company.id, document_number } })
    const other = { company_id: b.company.id, document_number: '11222333000181' }
    expect((await server.as(b.owner).refused(pix.verifyKey, { params: { key }, query: other })).id).toBe('pix.key_not_found')
  })

  test('are registered with a code, found by others with the holder’s name, and deleted', async () => {
    const key = await createKey(b, { type: 'EMAIL', key: 'Caixa@Empresa.com.br' })
    expect(key).toMatchObject({ key: 'caixa@empresa.com.br', type: 'EMAIL', status: 'REGISTERING', environment: 'local' })
    const params = { ...b.c, key: 'caixa@empresa.com.br' }
    expect((await server.as(b.owner).ok(pix.key, { params })).status).toBe('ACTIVE')
    const other = await moneyBooks(server)
    const verified = await server
      .as(other.owner)
      .ok(pix.verifyKey, { params: { key: 'CAIXA@empresa.com.br' }, query: { company_id: other.company.id } })
    expect(verified).toMatchObject({
      name: expect.stringMatching(/^Empresa/),
      bank_name: 'Banco Razão (ambiente local)',
      type: 'EMAIL',
      environment: 'local',
    })
    expect(await server.as(b.owner).ok(contract.billings.lastPixKey, { params: b.c })).toEqual({ pix_key: 'caixa@empresa.com.br' })
    await server.as(b.owner).ok(pix.deleteKey, { params: b.c, query: { pix_key: 'caixa@empresa.com.br' } })
    await server.pass(5000)
    expect((await server.as(b.owner).refused(pix.key, { params })).status).toBe(404)
    const gone = await server
      .as(other.owner)
      .refused(pix.verifyKey, { params: { key: 'caixa@empresa.com.br' }, query: { company_id: other.company.id } })
    expect(gone).toMatchObject({ id: 'pix.key_not_found', status: 404 })
  })

  test('of a document are the company’s own; a random one is drawn; one twice is refused', async () => {
    const refused = (body: object) => server.as(b.owner).refused(pix.createKey, b.at(body))
    expect((await refused({ type: 'CNPJ', key: '11.222.333/0001-81' })).message).toBe('A chave de documento é só a da própria empresa')
    expect((await createKey(b, { type: 'CNPJ', key: b.company.document_number })).key).toBe(b.company.document_number)
    expect((await refused({ type: 'CNPJ', key: b.company.document_number })).id).toBe('conflict.already_exists')
    expect((await createKey(b, { type: 'RANDOM' })).key).toMatch(/^[0-9a-f-]{36}$/)
    expect((await refused({ type: 'PHONE_NUMBER', key: '123' })).message).toBe('Chave Pix inválida')
    expect((await createKey(b, { type: 'PHONE_NUMBER', key: '(11) 98765-4321' })).key).toBe('+5511987654321')
  })

  test('the code comes by mfa_code and is asked when none is fresh', async () => {
    const late = await moneyBooks(server)
    server.clock.advance(16 * 60_000)
    expect((await server.as(late.owner).refused(pix.createKey, late.at({ type: 'RANDOM' }))).id).toBe('auth.step_up_required')
    const challenge = await server.as(late.owner).ok(pix.askCode, late.at({ action: 'create_pix_key' }))
    await server.as(late.owner).ok(contract.auth.verifyOtp, { params: { id: challenge.id }, body: { otp: await server.lastCode() } })
    expect((await createKey(late, { type: 'RANDOM' })).status).toBe('REGISTERING')
    expect((await server.as(late.owner).refused(pix.askCode, late.at({ action: 'outra' }))).status).toBe(422)
    const reader = await server.aMember(late.company, 'FINANCE')
    expect((await server.as(reader).refused(pix.createKey, late.at({ type: 'RANDOM' }))).id).toBe('permission.denied')
  })

  test('of a phone or an e-mail want a code sent to it, which confirms nothing else', async () => {
    const own = await moneyBooks(server)
    const me = () => server.as(own.owner)
    const sentTo = async () =>
      (await server.sql<{ to: string }>('select recipient as "to" from outbox where code is not null order by at desc limit 1'))[0]?.to
    const verify = (id: string, otp: string) => me().call(contract.auth.verifyOtp, { params: { id }, body: { otp } })
    const phone = { type: 'PHONE_NUMBER', key: '(21) 98888-7777' }

    const challenge = await me().ok(pix.askCode, own.at({ action: 'create_pix_key', ...phone }))
    expect(challenge).toMatchObject({ channel: 'SMS', masked_destination: '(**) *****-**77' })
    expect(await sentTo()).toBe('+5521988887777')
    const refused = await me().refused(pix.createKey, own.at(phone))
    expect(refused).toMatchObject({ id: 'auth.step_up_required', message: 'Digite o código enviado para (**) *****-**77.' })
    // The code that is on its way is asked for, not another one.
    expect((await me().call(pix.createKey, own.at(phone))).data).toMatchObject({ challenge_id: challenge.id })
    expect((await verify(challenge.id, '000000')).status).not.toBe(200)
    expect((await me().refused(pix.createKey, own.at(phone))).id).toBe('auth.step_up_required')
    expect((await verify(challenge.id, await server.lastCode())).status).toBe(200)
    // It speaks for that phone alone, in this session alone, for a quarter of an hour.
    for (const other of [
      { ...phone, key: '(21) 98888-6666' },
      { type: 'EMAIL', key: 'outra@exemplo.com.br' },
    ])
      expect((await me().refused(pix.createKey, own.at(other))).id).toBe('auth.step_up_required')
    const colleague = await server.aMember(own.company, 'OWNER')
    expect((await server.as(colleague).refused(pix.createKey, own.at(phone))).id).toBe('auth.step_up_required')
    expect(await me().ok(pix.createKey, own.at(phone))).toMatchObject({ key: '+5521988887777', status: 'REGISTERING' })

    const mail = await me().ok(pix.askCode, own.at({ action: 'create_pix_key', type: 'EMAIL', key: 'Loja@Exemplo.com.br' }))
    expect(mail).toMatchObject({ channel: 'EMAIL', masked_destination: 'l***@e***' })
    expect(await sentTo()).toBe('loja@exemplo.com.br')
    server.clock.advance(4 * 60_000)
    expect((await verify(mail.id, await server.lastCode())).status).toBe(200)
    server.clock.advance(14 * 60_000)
    // The session's own confirmation is old by now: the code of a key did not renew it.
    const own_code = await me().call(pix.createKey, own.at({ type: 'EMAIL', key: 'loja@exemplo.com.br' }))
    expect(own_code.data).toMatchObject({ id: 'auth.step_up_required', message: 'Digite o código enviado ao seu celular.' })
    for (const body of [{ type: 'EMAIL' }, { type: 'PHONE_NUMBER', key: '123' }, { type: 'CPF', key: '52998224725' }])
      expect((await me().refused(pix.askCode, own.at({ action: 'create_pix_key', ...body }))).status).toBe(422)
  })

  test('held elsewhere are refused, and claimed over time', async () => {
    const fresh = await moneyBooks(server)
    const phone = '+5521987650001'
    await server.bank.seedKey({ key: phone, type: 'PHONE_NUMBER', holder: OTHER_HOLDER })
    await createKey(fresh, { type: 'PHONE_NUMBER', key: phone })
    const rejected = (await server.as(fresh.owner).ok(pix.keys, { params: fresh.c })).find(key => key.key === phone)
    expect(rejected?.status).toBe('REJECTED')
    const portability = await claimKey(fresh, { type: 'PHONE_NUMBER', key: phone })
    expect(portability).toMatchObject({ status: 'CLAIMING', claim: { kind: 'PORTABILITY', status: 'OPEN' } })
    await server.pass(60_000)
    expect((await server.as(fresh.owner).refused(pix.key, { params: { ...fresh.c, key: phone } })).status).toBe(404)
    await claimKey(fresh, { type: 'PHONE_NUMBER', key: phone, kind: 'OWNERSHIP' })
    await server.pass(20_000)
    expect((await server.as(fresh.owner).ok(pix.key, { params: { ...fresh.c, key: phone } })).claim?.status).toBe('WAITING_RESOLUTION')
    await server.pass(15_000)
    expect((await server.as(fresh.owner).ok(pix.key, { params: { ...fresh.c, key: phone } })).claim?.status).toBe('CONFIRMED')
    await server.pass(60_000)
    expect(await server.as(fresh.owner).ok(pix.key, { params: { ...fresh.c, key: phone } })).toMatchObject({
      status: 'ACTIVE',
      claim: { status: 'COMPLETED' },
    })
    expect((await server.as(fresh.owner).refused(pix.claimKey, fresh.at({ type: 'EMAIL', key: 'a@b.co', kind: 'OWNERSHIP' }))).status).toBe(
      422,
    )
  })

  test('cannot be harvested: five that are not there close the door for a while', async () => {
    const thief = await moneyBooks(server)
    const look = (key: string) => server.as(thief.owner).call(pix.verifyKey, { params: { key }, query: { company_id: thief.company.id } })
    for (let n = 0; n < 5; n += 1) expect((await look(`ninguem${n}@exemplo.com`)).status).toBe(404)
    expect((await look(OTHER_KEY)).status).toBe(429)
    server.clock.advance(51 * 60_000)
    expect((await look(OTHER_KEY)).status).toBe(200)
  })
})

describe('codes', () => {
  test('a name, a city or a description longer than its place in the code is refused with the words to mend it, never cut', async () => {
    const seller = await moneyBooks(server)
    await createKey(seller, { type: 'EMAIL', key: 'fabrica@exemplo.com.br' })
    const named = { company_id: seller.company.id, pix_key: 'fabrica@exemplo.com.br', merchant_name: 'FABRICA', merchant_city: 'Itu' }
    await server.sql`update companies set trade_name = 'Padaria e Confeitaria Central Ltda' where id = ${seller.company.id}`
    const { merchant_name: _, ...unnamed } = named
    const refused = await server.as(seller.owner).refused(pix.makeCode, { body: unnamed })
    expect(refused.details).toEqual([
      {
        field: 'merchant_name',
        id: 'validation.failed',
        message: 'O nome no código Pix cabe em 25 letras e “Padaria e Confeitaria Central Ltda” tem 34: escreva de forma mais curta',
      },
    ])
    expect((await server.as(seller.owner).refused(pix.makeCode, { body: { ...named, merchant_name: 'x'.repeat(26) } })).id).toBe(
      'validation.failed',
    )
    const long = await server.as(seller.owner).refused(pix.makeCode, { body: { ...named, additional_information: 'x'.repeat(60) } })
    expect(long.details?.[0]).toMatchObject({ field: 'additional_information', message: 'Com esta chave a descrição cabe em 51 letras' })
    const made = await server.as(seller.owner).ok(pix.makeCode, { body: named })
    expect(parseBrCode(made.emv_code)).toMatchObject({ merchant_name: 'FABRICA', merchant_city: 'ITU' })
  })

  test('a static code of an own key is made with its picture, read back, and paid by another company', async () => {
    const seller = await moneyBooks(server)
    const buyer = await moneyBooks(server)
    await createKey(seller, { type: 'EMAIL', key: 'loja@exemplo.com.br' })
    const made = await server.as(seller.owner).ok(pix.makeCode, {
      body: {
        company_id: seller.company.id,
        pix_key: 'loja@exemplo.com.br',
        amount_cents: 1990,
        additional_information: 'Pedido 7',
        txid: 'PEDIDO7',
      },
    })
    expect(parseBrCode(made.emv_code)).toMatchObject({ pix_key: 'loja@exemplo.com.br', amount_cents: 1990, txid: 'PEDIDO7' })
    expect([made.qr_code.slice(0, 26), made.qr_code_png.slice(0, 22)]).toEqual(['data:image/svg+xml;base64,', 'data:image/png;base64,'])
    const read = await server.as(buyer.owner).ok(pix.readCode, { params: buyer.c, query: { emv: made.emv_code } })
    expect(read).toMatchObject({
      kind: 'STATIC',
      amount_cents: 1990,
      txid: 'PEDIDO7',
      additional_information: 'PEDIDO 7',
      payee: { bank_name: 'Banco Razão (ambiente local)' },
    })
    await buyer.pix({ amount: '19.90', pix_key: undefined, emv_code: made.emv_code })
    await server.pass(60_000)
    expect(await buyer.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 1990)
    expect(await seller.bankBalance()).toBe(FIRST_DEPOSIT_CENTS + 1990)
    const lines = await server.as(seller.owner).ok(contract.bankStatements.digitalAccount, { params: seller.c })
    expect(lines.map(line => line.amount_cents)).toEqual([FIRST_DEPOSIT_CENTS, 1990])
  })

  test('a code with another amount, a wrong checksum or a key that is nobody’s', async () => {
    const c = await moneyBooks(server)
    const emv = staticCode({ pix_key: OTHER_KEY, amount_cents: 500, merchant_name: 'X', merchant_city: 'Y' })
    const payment = await c.pix({ amount: 6, pix_key: undefined, emv_code: emv })
    await server.pass(10_000)
    expect((await c.orderOf(payment.payment_order_id)).payments[0]?.refusal?.message).toMatch('O valor de hoje é outro')
    const refused = await server.as(b.owner).refused(pix.readCode, { params: b.c, query: { emv: `${emv.slice(0, -1)}#` } })
    expect(refused).toMatchObject({ id: 'validation.failed', message: 'Código Pix inválido' })
    const nobody = staticCode({ pix_key: 'ninguem@exemplo.com', merchant_name: 'X', merchant_city: 'Y' })
    expect((await server.as(b.owner).refused(pix.readCode, { params: b.c, query: { emv: nobody } })).id).toBe('pix.key_not_found')
    const foreign = { company_id: b.company.id, pix_key: OTHER_KEY }
    expect((await server.as(b.owner).refused(pix.makeCode, { body: foreign })).id).toBe('pix.key_not_found')
  })
})

describe('sending', () => {
  test('takes reais, keeps cents, and names the transaction for ever', async () => {
    const c = await moneyBooks(server)
    const payment = await c.pix({ amount: 19.99 })
    expect(payment).toMatchObject({ amount_cents: 1999, kind: 'PIX_KEY', pix_key: OTHER_KEY })
    expect(isEndToEndId(payment.end_to_end_id ?? '')).toBe(true)
    for (const amount of [1.001, '0.001', 0, -1, '1e3', '', null]) {
      const refused = await server.as(c.owner).refused(pix.send, c.at({ amount, pix_key: OTHER_KEY }), DEVICE)
      expect([amount, refused.status]).toEqual([amount, 422])
    }
  })

  test('goes by bank data, and to a key that is nobody’s does not go', async () => {
    const c = await moneyBooks(server)
    const bank_account = {
      routing_number: '341',
      branch_number: '1234',
      account_number: '56789-0',
      account_type: 'SAVING',
      document_number: '529.982.247-25',
      name: 'Ana Lima',
    }
    const byAccount = await c.pix({ amount: 5, pix_key: undefined, bank_account })
    const byNobody = await server.as(c.owner).refused(pix.send, c.at({ amount: 5, pix_key: 'ninguem@exemplo.com.br' }), DEVICE)
    expect(byNobody.id).toBe('pix.key_not_found')
    await server.pass(30_000)
    expect((await c.orderOf(byAccount.payment_order_id)).payments[0]).toMatchObject({
      status: 'SETTLED',
      payee: { name: 'Ana Lima', document_number: '***.982.247-**' },
    })
  })

  test('keeps to the night limit of a MEI from 20h, to the cent and the second', async () => {
    const company = await server.aCompany(undefined, { tax_regime: 'MEI' })
    const mei = await moneyBooks(server, company)
    await mei.pix({ amount: 1 })
    await server.pass(20_000)
    await server.sql('update companies set step_up_limit_cents = 100000000 where id = $1', [company.id])
    server.clock.set('2026-03-12T22:59:59.000Z')
    expect((await mei.pix({ amount: 1500 })).status).toBe('QUEUED')
    server.clock.set('2026-03-12T23:00:00.000Z')
    const tooMuch = () => server.as(mei.owner).refused(pix.send, mei.at({ amount: 1000.01, pix_key: OTHER_KEY }), DEVICE)
    expect(await tooMuch()).toMatchObject({ id: 'payment.limit_exceeded', message: 'Limite disponível agora: R$ 1.000,00.' })
    expect((await mei.pix({ amount: 999.99 })).status).toBe('QUEUED')
    expect((await server.as(mei.owner).refused(pix.send, mei.at({ amount: 0.02, pix_key: OTHER_KEY }), DEVICE)).message).toBe(
      'Limite disponível agora: R$ 0,01.',
    )
    server.clock.set('2026-03-13T09:00:00.000Z')
    expect((await mei.pix({ amount: 1000.01 })).status).toBe('QUEUED')
  })

  test('an unknown device sends little; a limit is cut at once and raised after a day', async () => {
    server.clock.set('2026-03-16T15:00:00.000Z')
    const c = await moneyBooks(server)
    await c.pix({ amount: 1 })
    await server.pass(20_000)
    const from = (device: string, amount: number) =>
      server.as(c.owner).call(pix.send, c.at({ amount, pix_key: OTHER_KEY, confirm_duplicate: true }), { 'x-device-id': device })
    expect((await from('outro', 200.01)).data).toMatchObject({
      id: 'payment.limit_exceeded',
      message: 'Limite disponível agora: R$ 200,00.',
    })
    for (let n = 0; n < 5; n += 1) expect((await from('outro', 200)).status).toBe(201)
    expect((await from('outro', 0.01)).data).toMatchObject({ message: 'Limite disponível agora: R$ 0,00.' })
    const limits = contract.digitalAccounts
    const cut = await server.as(c.owner).ok(limits.setLimit, c.at({ period: 'DAY', amount_cents: 120_000 }), DEVICE)
    expect(cut.available_now_cents).toBe(120_000 - 100_100)
    const raised = await server.as(c.owner).ok(limits.setLimit, c.at({ period: 'DAY', amount_cents: 500_000 }), DEVICE)
    expect(raised.periods[0]).toMatchObject({ current_cents: 120_000, next_cents: 500_000, next_from: '2026-03-17T15:00:30.000Z' })
    expect((await server.as(c.owner).refused(pix.send, c.at({ amount: 900, pix_key: OTHER_KEY }), DEVICE)).id).toBe(
      'payment.limit_exceeded',
    )
    server.clock.advance(24 * 3_600_000)
    expect((await server.as(c.owner).ok(limits.limits, { params: c.c }, DEVICE)).periods[0]).toMatchObject({
      current_cents: 500_000,
      next_from: null,
    })
    const admin = await server.aMember(c.company, 'ADMIN')
    await knowDevice(server, admin)
    expect((await server.as(admin).refused(limits.setLimit, c.at({ period: 'DAY', amount_cents: 1 }))).id).toBe('permission.denied')
    expect((await server.as(c.owner).refused(limits.setLimit, c.at({ period: 'DAY', amount_cents: null }))).id).toBe(
      'auth.step_up_required',
    )
  })
})
