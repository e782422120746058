// Receiving by Pix at a bank, against a strict server of ours: who is let in, tokens, charges, Pix received, refunds, notices, bad days.
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newTxid } from '#domain/payments/pix-ids.ts'
import { outbound } from '#server/adapters/outbound.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import { type PixBank, type PixChargeRequest, pixBank } from '#server/adapters/pix-api/bank.ts'
import { type PixAccess, PixDenied, PixRefused } from '#server/adapters/pix-api/client.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { type ServerIdentity, serverIdentity } from '#tests/kit/loopback-authority.ts'
import { type Fault, type PixServer, pixServer, strayPix } from '#tests/kit/pix-server.ts'

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const DAY_MS = 86_400_000

let identity: ServerIdentity
let server: PixServer
let company: Pick<PixAccess, 'private_key' | 'certificate'>
let now = Date.parse('2026-11-27T15:00:00.000Z')

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()
/** A holder of a certificate under a root of that name. */
function holder(root: string, to?: string) {
  const authority = makeCertificate({ name: root, authority: true }, undefined, root === 'Raiz do banco' ? 0 : 3)
  const held = makeCertificate({ name: 'Empresa', ...(to ? { to } : {}) }, authority, 2)
  return { root: authority.certificate, private_key: pem(held.key), certificate: held.certificate }
}

beforeAll(async () => {
  identity = serverIdentity()
  const { root, ...held } = holder('Raiz do banco')
  company = held
  server = await pixServer(identity, root, () => now)
})
beforeEach(() => {
  for (const of of [server.charges, server.pix, server.webhooks]) of.clear()
  for (const of of [server.calls, server.bodies, server.faults]) of.length = 0
  server.tokens = 0
  server.pageSize = 100
})
afterEach(() => {
  expect(server.refused).toEqual([])
  server.refused.length = 0
})
afterAll(() => server?.close())

const access = (with_: Partial<PixAccess> = {}): PixAccess => ({
  base_url: server.url,
  token_url: `${server.url}/oauth/token`,
  client_id: server.clientId,
  client_secret: server.clientSecret,
  ...company,
  ...with_,
})
const at = (with_: Partial<PixAccess> = {}, options: { inside?: boolean; timeoutMs?: number } = {}): PixBank =>
  pixBank(access(with_), {
    outbound: outbound({ inside: options.inside ?? true }),
    extraRoots: [identity.certificate],
    now: () => now,
    timeoutMs: options.timeoutMs ?? 5000,
  })
const immediate = (with_: Partial<PixChargeRequest> = {}): PixChargeRequest =>
  ({
    kind: 'cob',
    txid: newTxid(randomBytes(32)),
    amount_cents: 12_345,
    pix_key: KEY,
    description: null,
    lasts_seconds: 3600,
    ...with_,
  }) as PixChargeRequest
const fault = (path: string, answer: Fault['answer'], taken = false) => void server.faults.push({ path, answer, taken })
const hangsUp: Fault['answer'] = response => void response.socket?.destroy()
const moment = (ms = 0) => new Date(now + ms).toISOString()
const times = (start: string) => server.calls.filter(call => call.startsWith(start)).length

describe('who is let in', () => {
  test('one token serves until a minute before its end, and is asked for once by calls that meet', async () => {
    const bank = at()
    await Promise.all([bank.webhook(KEY), bank.webhook(KEY), bank.webhook(KEY)])
    now += 539_000
    await bank.webhook(KEY)
    expect(server.tokens).toBe(1)
    now += 2000
    await bank.webhook(KEY)
    expect(server.tokens).toBe(2)
  })

  test('a token that ended early is renewed once; a bank that keeps saying no denies our credentials', async () => {
    const bank = at()
    await bank.webhook(KEY)
    server.revoke()
    const charge = await bank.putCharge(immediate())
    expect([charge.status, server.tokens]).toEqual(['OPEN', 2])
    for (let i = 0; i < 2; i += 1) fault('/cob', response => response.writeHead(401).end())
    await expect(bank.charge('cob', charge.txid)).rejects.toMatchObject({ name: 'PixDenied', why: 'credentials' })
    expect(server.tokens).toBe(3)
  })

  test('a wrong secret, as one of the other environment is, is told as such and forgotten with the refusal', async () => {
    const bank = at({ client_secret: 'de produção' })
    await expect(bank.webhook(KEY)).rejects.toMatchObject({ why: 'credentials' })
    await expect(bank.webhook(KEY)).rejects.toMatchObject({ why: 'credentials' })
    expect(server.calls).toEqual(['POST /oauth/token', 'POST /oauth/token'])
  })

  test('a product that was not contracted is told as such', async () => {
    fault('/webhook', response => response.writeHead(403).end('{}'))
    await expect(at().webhook(KEY)).rejects.toMatchObject({ why: 'scope' })
  })

  test.each([
    ['of another authority', () => holder('Outra raiz')],
    ['that has ended', () => holder('Raiz do banco', '2021-01-01T00:00:00Z')],
  ])('a certificate %s gets no word in, and nothing is known of what was asked', async (_, made) => {
    const { private_key, certificate } = made()
    const asked = at({ private_key, certificate }).webhook(KEY)
    await expect(asked).rejects.toBeInstanceOf(Unanswered)
    expect(server.calls).toEqual([])
  })

  test('without a certificate nobody is let in', async () => {
    const nobody = { private_key: '', certificate: '' }
    await expect(at(nobody).webhook(KEY)).rejects.toBeInstanceOf(Unanswered)
    expect(server.calls).toEqual([])
  })

  test('a bank whose own certificate is not believed is not spoken to', async () => {
    const bank = pixBank(access(), { outbound: outbound({ inside: true }), extraRoots: [], now: () => now })
    const said = await bank.webhook(KEY).catch((error: unknown) => error)
    expect(said).toBeInstanceOf(Unanswered)
    expect(said).not.toBeInstanceOf(PixDenied)
    expect(server.calls).toEqual([])
  })

  test('an address inside is not called, by name or by number, nor one without TLS', async () => {
    await expect(at({}, { inside: false }).webhook(KEY)).rejects.toThrow('rede interna')
    const port = new URL(server.url).port
    const numbered = { base_url: `https://127.0.0.1:${port}`, token_url: `https://127.0.0.1:${port}/oauth/token` }
    await expect(at(numbered, { inside: false }).webhook(KEY)).rejects.toBeInstanceOf(Unanswered)
    const plain = server.url.replace('https:', 'http:')
    await expect(at({ token_url: `${plain}/oauth/token` }).webhook(KEY)).rejects.toBeInstanceOf(Unanswered)
    expect(server.calls).toEqual([])
  })
})

describe('charges', () => {
  test('one for whoever has the code, and one with a due date for a person or a company', async () => {
    const bank = at()
    const cob = immediate({ description: 'Pedido 7' })
    expect(await bank.putCharge(cob)).toMatchObject({ txid: cob.txid, status: 'OPEN', amount_cents: 12_345, received: [] })
    for (const document_number of ['52998224725', '12ABC34501DE35']) {
      const due = { due_date: '2026-12-10', days_after: 30, payer: { name: 'Mercado Aurora', document_number } }
      const cobv = await bank.putCharge({ ...immediate(), kind: 'cobv', ...due } as PixChargeRequest)
      expect(cobv.emv_code).toContain(cobv.txid)
      expect(await bank.charge('cobv', cobv.txid)).toEqual(cobv)
    }
    expect(await bank.charge('cob', newTxid(randomBytes(32)))).toBeUndefined()
  })

  test('accepted without an answer, it is found by its own txid, and sent again it is the same charge', async () => {
    const bank = at()
    const cob = immediate()
    fault('/cob', hangsUp, true)
    await expect(bank.putCharge(cob)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank.charge('cob', cob.txid)).toMatchObject({ status: 'OPEN' })
    await bank.putCharge(cob)
    expect([server.charges.size, times('PUT')]).toEqual([1, 2])
  })

  test('paid, it says when and by which Pix; then it is neither revised nor removed, and the bank says why', async () => {
    const bank = at()
    const cob = immediate()
    await bank.putCharge(cob)
    const { endToEndId } = server.pay(cob.txid, moment())
    expect(await bank.charge('cob', cob.txid)).toMatchObject({
      status: 'PAID',
      received: [{ end_to_end_id: endToEndId, txid: cob.txid, amount_cents: 12_345, at: moment(), refunds: [] }],
    })
    await expect(bank.putCharge(cob)).rejects.toThrow(new PixRefused('A cobrança não está mais ativa.'))
    await expect(bank.removeCharge('cob', cob.txid)).rejects.toBeInstanceOf(PixRefused)
  })

  test('removed, it is so for whoever asks next', async () => {
    const bank = at()
    const cob = immediate()
    await bank.putCharge(cob)
    expect(await bank.removeCharge('cob', cob.txid)).toMatchObject({ status: 'REMOVED' })
    expect(await bank.charge('cob', cob.txid)).toMatchObject({ status: 'REMOVED' })
    expect(await bank.removeCharge('cob', newTxid(randomBytes(32)))).toBeUndefined()
  })

  test('a txid too long or too short is our mistake, found before it is sent: the published pattern lets it pass', async () => {
    for (const txid of ['curto', 'x'.repeat(60), '../pix/E1'.padEnd(30, 'a')]) {
      await expect(at().putCharge(immediate({ txid }))).rejects.toBeInstanceOf(RangeError)
    }
    expect(server.calls).toEqual([])
  })

  test('every amount of cents arrives as it left', async () => {
    const bank = at()
    for (const amount_cents of [1, 10, 99, 100, 12_345, 100_000_001, 999_999_999_999]) {
      expect((await bank.putCharge(immediate({ amount_cents }))).amount_cents).toBe(amount_cents)
    }
  })
})

describe('Pix received', () => {
  test('a period is read to its last page, and one that stands on two pages is one', async () => {
    const bank = at()
    server.pageSize = 2
    for (let i = 0; i < 5; i += 1) strayPix(server, moment(i * 1000), 100 + i)
    const [first] = [...server.pix.values()]
    strayPix(server, moment(-3 * DAY_MS), 999)
    const period = [moment(-2 * DAY_MS), moment(DAY_MS)] as const
    const found = await bank.received(...period)
    expect(found.map(each => each.amount_cents)).toEqual([100, 101, 102, 103, 104])
    expect(times('GET /pix')).toBe(3)
    fault('/pix', response =>
      response.end(JSON.stringify({ parametros: { paginacao: { quantidadeDePaginas: 2 } }, cobs: [], pix: [first, first] })),
    )
    expect((await bank.received(...period)).filter(each => each.end_to_end_id === first?.endToEndId)).toHaveLength(1)
  })

  test('one comes with the refund that the payer’s bank took; an id that is none of the central bank’s is not asked for', async () => {
    const pix = strayPix(server, moment(), 5000)
    pix.devolucoes.push({ id: 'med1', rtrId: 'D'.repeat(32), valor: '50.00', natureza: 'MED_FRAUDE', horario: {}, status: 'DEVOLVIDO' })
    const came = await at().received(moment(-60_000), moment(60_000))
    expect(came.find(each => each.end_to_end_id === pix.endToEndId)).toMatchObject({
      amount_cents: 5000,
      refunds: [{ amount_cents: 5000, status: 'DONE', contested: true, reason: null }],
    })
    await expect(at().refund('E1/../../cob', 'x')).rejects.toBeInstanceOf(RangeError)
  })
})

describe('refunds', () => {
  test('part of it is asked once, asked for until it ended, and refused in the bank’s words', async () => {
    const bank = at()
    const { endToEndId: end_to_end_id, devolucoes } = strayPix(server, moment(), 5000)
    const asked = { end_to_end_id, id: 'r1', amount_cents: 2000 }
    expect(await bank.putRefund(asked)).toEqual({ id: 'r1', amount_cents: 2000, status: 'PROCESSING', reason: null, contested: false })
    await expect(bank.putRefund(asked)).rejects.toThrow('Já existe')
    expect(await bank.refund(end_to_end_id, 'r1')).toMatchObject({ status: 'PROCESSING' })
    Object.assign(devolucoes[0] ?? {}, { status: 'DEVOLVIDO' })
    expect(await bank.refund(end_to_end_id, 'r1')).toMatchObject({ status: 'DONE' })
    await expect(bank.putRefund({ ...asked, id: 'r2', amount_cents: 3001 })).rejects.toBeInstanceOf(PixRefused)
    await bank.putRefund({ ...asked, id: 'r3', amount_cents: 3000 })
    Object.assign(devolucoes[1] ?? {}, { status: 'NAO_REALIZADO', motivo: 'Conta encerrada.' })
    expect(await bank.refund(end_to_end_id, 'r3')).toMatchObject({ status: 'REFUSED', reason: 'Conta encerrada.' })
    expect(await bank.refund(end_to_end_id, 'r4')).toBeUndefined()
  })
})

test('the address of notices is set, read back and taken away, for a key with letters of its own', async () => {
  const bank = at()
  const key = 'caixa+pix@empresa.com.br'
  expect(await bank.webhook(key)).toBeUndefined()
  await bank.setWebhook(key, 'https://razao.exemplo.com.br/v1/avisos/abc')
  expect(await bank.webhook(key)).toBe('https://razao.exemplo.com.br/v1/avisos/abc')
  expect([...server.webhooks.keys()]).toEqual([key])
  await bank.removeWebhook(key)
  expect(await bank.webhook(key)).toBeUndefined()
})

describe('bad days say nothing', () => {
  const json =
    (text: string): Fault['answer'] =>
    response =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  test.each<[string, Fault['answer']]>([
    ['a broken line', hangsUp],
    ['silence', () => {}],
    ['500', response => void response.writeHead(500).end('{"title":"erro"}')],
    ['502 with a page', response => void response.writeHead(502).end('<html>Bad gateway</html>')],
    ['a cut answer', json('{"txid":"abc')],
    [
      'an answer that ends before its length',
      response => {
        response.writeHead(200, { 'content-length': '500' }).write('{"txid":')
        response.socket?.end()
      },
    ],
    [
      'a word not in the contract',
      json(JSON.stringify({ txid: 'a'.repeat(32), status: 'EM_ANALISE', valor: { original: '1.00' }, chave: KEY })),
    ],
    ['an amount with one decimal', json(JSON.stringify({ txid: 'a'.repeat(32), status: 'ATIVA', valor: { original: '1.0' }, chave: KEY }))],
    ['too much', response => void response.writeHead(200).end(Buffer.alloc(5 * 1024 ** 2, ' '))],
    ['a way to elsewhere', response => void response.writeHead(302, { location: 'https://example.com/' }).end()],
  ])('%s', async (_, answer) => {
    const bank = at({}, { timeoutMs: 1500 })
    const cob = immediate()
    await bank.putCharge(cob)
    fault('/cob', answer)
    const said = await bank.charge('cob', cob.txid).catch((error: unknown) => error)
    expect(said).toBeInstanceOf(Unanswered)
    expect(said).not.toBeInstanceOf(PixDenied)
    expect(times('GET /cob')).toBe(1)
  })

  test('a bank that limits us is left alone until the time it says', async () => {
    const bank = at()
    fault('/webhook', response => response.writeHead(429, { 'retry-after': '120' }).end())
    await expect(bank.webhook(KEY)).rejects.toThrow('limits')
    now += 119_000
    await expect(bank.webhook(KEY)).rejects.toThrow('silence')
    expect(times('GET /webhook')).toBe(1)
    now += 2000
    expect(await bank.webhook(KEY)).toBeUndefined()
  })

  test('a token address that answers nonsense is asked again by the next call', async () => {
    const bank = at()
    fault('/oauth', json('{"access_token":""}'))
    await expect(bank.webhook(KEY)).rejects.toBeInstanceOf(Unanswered)
    expect(await bank.webhook(KEY)).toBeUndefined()
  })
})

test('a server that asks for our secret without knowing who it is gets none: its certificate is of another host', async () => {
  const heard: string[] = []
  const listener: RequestListener = request => void heard.push(request.url ?? '')
  const impostor = createServer({ key: identity.key, cert: identity.certificate }, listener)
  await new Promise<void>(done => impostor.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(impostor.address() as AddressInfo).port}`
  await expect(at({ base_url: url, token_url: url }).webhook(KEY)).rejects.toBeInstanceOf(Unanswered)
  expect(heard).toEqual([])
  await new Promise(done => impostor.close(done))
})
