// What we send to Stark Bank and what our strict server answers, against the wire contract and the calls of the bank's own library, where they
// stand beside the repository.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Ajv2019, type AnySchema } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { staticCode } from '#domain/payments/br-code.ts'
import type { PaymentTarget } from '#server/adapters/payments.ts'
import { starkBanks } from '#server/adapters/stark/bank.ts'
import { STARK_CALLS, templateOf as templateIn } from '#tests/kit/party-calls.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { registered, type StarkServer, starkServer } from '#tests/kit/stark-server.ts'

const beside = (name: string) => new URL(`../../../shared/providers/${name}`, import.meta.url)
const WIRE = beside('stark-bank.wire.openapi.yaml')
const absent = !existsSync(WIRE)
if (absent) console.warn('skipped: the wire contract of Stark Bank is not beside this repository')

const NAME = 'stark'
const BARCODE = '34191836900000012341090069704737307144464000'
const GUIDE = '85660000001234500641234567890123456789012345'
const TAX = '85880000001234500641234567890123456789012345'
/** Without an amount of its own. */
const CODE = staticCode({ pix_key: 'a@b.co', merchant_name: 'Aurora', merchant_city: 'Sao Paulo' })

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: object
}

function contractOf(file: URL) {
  const document = parse(readFileSync(file, 'utf8'))
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ $id: NAME, ...document } as AnySchema)
  const wrongBy = (place: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `${NAME}#${place}` })
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
  const templateOf = (path: string) => templateIn(Object.keys(document.paths), path)
  return { document, wrongBy, templateOf }
}

const placeOf = (template: string, method: string) => `/paths/${encodeURI(template.replaceAll('/', '~1'))}/${method.toLowerCase()}`
const JSON_BODY = 'content/application~1json/schema'

describe.skipIf(absent)('the wire contract', () => {
  let app: TestServer
  let party: StarkServer

  beforeAll(async () => {
    app = await testServer()
    party = await starkServer(() => app.clock.now())
    const company = await app.aCompany()
    const account = randomUUID()
    await app.sql("insert into digital_accounts (company_id, id, status) values ($1, $2, 'PENDING')", [company.id, account])
    const access = { environment: 'stark-sandbox', project_id: party.projectId, private_key: registered(party) } as const
    const bank = starkBanks({
      url: party.url,
      db: app.services.jobsDb,
      now: app.clock.now,
      ispbOf: () => undefined,
      bankNameOf: () => undefined,
    })(access, { company_id: company.id, account_id: account, branch_number: '1', account_number: '1', since: '2026-03-10' })
    const guide = { amount: 1234, name: 'Prefeitura', description: 'DAS' }
    const to = { name: 'Energia SA', taxId: '11.222.333/0001-81' }
    const dues = { status: 'active', amount: 1234, fineAmount: 0, interestAmount: 0, discountAmount: 0, due: '2026-03-20' }
    party.previews.set(BARCODE, { type: 'boleto-payment', payment: { ...dues, ...to } })
    party.previews.set(GUIDE, { type: 'utility-payment', payment: guide })
    party.previews.set(TAX, { type: 'tax-payment', payment: guide })
    party.previews.set(CODE, { type: 'brcode-payment', payment: { status: 'active', amount: 0, bankCode: '60701190', ...to } })
    party.keys.set('a@b.co', {
      type: 'email',
      ...to,
      ispb: '60701190',
      branchCode: '1',
      accountNumber: 'x',
      accountType: 'checking',
      status: 'registered',
    })
    party.deposits.set('77', { type: 'pix', amount: 5, status: 'created', name: 'Cliente', taxId: '529.982.247-25', bankCode: '60701190' })
    const toBank = { routing_number: '341', branch_number: '1', account_number: '2', document_number: '11222333000181', name: 'Fornecedor' }
    const targets: PaymentTarget[] = [
      { kind: 'PIX_ACCOUNT', account: { ...toBank, account_type: 'SAVING' } },
      { kind: 'PIX_KEY', pix_key: 'a@b.co' },
      { kind: 'PIX_QR', emv_code: CODE },
      ...[BARCODE, GUIDE, TAX].map(barcode => ({ kind: 'BOLETO', barcode }) as const),
    ]
    for (const target of targets) {
      const id = randomUUID()
      const said = await bank.pay({
        id,
        account_id: account,
        amount_cents: 1234,
        end_to_end_id: null,
        description: 'Luz',
        reference: '',
        target,
      })
      expect(said).toMatchObject({ status: 'ACCEPTED' })
      await bank.payment(id)
      party.of(id).status = 'failed'
      party.reasons.set(party.of(id).id, ['Conta bloqueada.'])
      expect(await bank.payment(id)).toMatchObject({ status: 'REJECTED', reason: 'Conta bloqueada.' })
    }
    for (const [at, resource] of ['transfer', 'brcode-payment', 'boleto-payment', 'utility-payment', 'tax-payment', 'invoice'].entries()) {
      const id = randomUUID()
      await app.sql(
        'insert into stark_requests (company_id, id, digital_account_id, resource, amount_cents, sent_at) values ($1, $2, $3, $4, 1, now())',
        [company.id, id, account, resource],
      )
      await (at === 5 ? bank.charge(id) : bank.payment(id)).catch(() => undefined)
    }
    const payer = { name: 'Maria Souza', document_number: '52998224725' }
    const days = { due_date: '2026-03-20', expiration_date: '2026-03-30', barcode: null, additional_information: 'Aula' }
    const charge = { account_id: account, txid: '', amount_cents: 9900, fee_cents: 0, payer, ...days }
    const [gone, paid] = [randomUUID(), randomUUID()]
    for (const id of [gone, paid]) await bank.registerCharge({ ...charge, id })
    await bank.cancelCharge(gone)
    party.pay(paid)
    await bank.charge(paid)
    await bank.refundCharge({ id: randomUUID(), charge_id: paid, amount_cents: 100 })
    party.post({ amount: 5, source: 'deposit/77' })
    await bank.openAccount({ id: account, document_number: '', name: '' })
    await bank.movements(account, 0)
    await bank.isNotice('{}', 'x')
    await bank.keepNotices('https://razao.exemplo.com.br/v1/stark_notices/x')
    party.events.push({ id: '5', tag: paid })
    const [event] = await bank.undelivered('2026-03-10')
    expect(event).toEqual({ id: '5', subscription: 'invoice', tags: [paid] })
    await bank.delivered('5')
    await bank.leaveNotices('https://razao.exemplo.com.br/v1/stark_notices/x')
    expect([party.events, party.webhooks]).toEqual([[], []])
  })
  afterAll(async () => {
    await app?.close()
    await party?.close()
  })

  test('every call of ours is one of it, with its query, its body and no field of our own', () => {
    const { document, wrongBy, templateOf } = contractOf(WIRE)
    const flaws = party.bodies.flatMap(({ method, path, query, body }) => {
      const call = `${method} ${path}`
      const template = templateOf(path) ?? ''
      const operation: Operation | undefined = document.paths[template]?.[method.toLowerCase()]
      if (!operation) return [`${call}: unknown`]
      const known = (operation.parameters ?? []).filter(each => each.in === 'query').map(each => each.name)
      const strange = Object.keys(query).filter(name => !known.includes(name))
      if ((operation.requestBody === undefined) !== (body === undefined)) return [`${call}: body`]
      const flaw = body && wrongBy(`${placeOf(template, method)}/requestBody/${JSON_BODY}`, body)
      return [...strange.map(name => `${call}: ${name}`), ...(flaw ? [`${call}: ${flaw}`] : [])]
    })
    expect(party.refused).toEqual([])
    expect(flaws).toEqual([])
    expect(new Set(party.bodies.map(({ method, path }) => templateIn(STARK_CALLS, `${method} ${path}`)))).toEqual(new Set(STARK_CALLS))
  })

  test('every answer of our strict server is one that the bank may give', () => {
    const { wrongBy, templateOf } = contractOf(WIRE)
    const flaws = party.bodies.flatMap(({ method, path, answer }) => {
      const flaw = wrongBy(`${placeOf(templateOf(path) ?? '', method)}/responses/200/${JSON_BODY}`, answer)
      return flaw ? [`${method} ${path}: ${flaw}`] : []
    })
    expect(flaws).toEqual([])
  })

  test("every write of ours is one that the bank's own library was seen to make, with fields that it has", () => {
    const recorded: { method: string; path: string; body?: object }[] = JSON.parse(readFileSync(beside('stark-bank.wire.json'), 'utf8'))
      .requests.list
    const shape = ({ method, path, body }: { method: string; path: string; body?: unknown }) =>
      `${method} ${path.split('?')[0]?.replace(/\/\d+/, '/1')} ${Object.keys(body ?? {})}`
    const known = new Set(recorded.map(shape))
    const strange = party.bodies.filter(({ method }) => method !== 'GET').filter(each => !known.has(shape(each)))
    // It has this one too, and was not recorded making it.
    expect(strange.map(shape)).toEqual(['DELETE /v2/webhook/1 '])
  })

  test.each([
    ['transfers in a list', '/v2/transfer'],
    ['a slip by its bar code alone', '/v2/boleto-payment'],
    ['an invoice in a list', '/v2/invoice'],
  ])('the published document still refuses %s', (_, template) => {
    const { wrongBy } = contractOf(beside('stark-bank.openapi.yaml'))
    const sent = party.bodies.find(({ method, path }) => method === 'POST' && path === template)?.body
    expect(sent).toBeDefined()
    expect(wrongBy(`${placeOf(template, 'post')}/requestBody/${JSON_BODY}`, sent)).toBeTypeOf('string')
  })
})
