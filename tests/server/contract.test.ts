// What every row of the contract promises, generated from the contract: tokens, tenants, ids, fields, rights, and no failure on garbage.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { type Endpoint, isTextParam, paramNames, pathOf, tenantOf } from '#contract/kit/endpoint.ts'
import { lineOfBarcode, mod10 } from '#domain/payments/boleto.ts'
import { staticCode } from '#domain/payments/br-code.ts'
import { type Action, may, PRESET_RIGHTS, PRESETS, type Resource } from '#domain/permissions.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { contentType, ENDS_SESSION, nastyValue, rawBody } from '#tests/kit/garbage.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { type OpenApiDocument, resolve } from '#tests/kit/openapi-client.ts'
import { nfeKey } from '#tests/kit/received-notes.ts'
import { sampleOf, TEXT_PARAMS } from '#tests/kit/samples.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

let app: TestServer
let b: Books
let stranger: Books
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await testServer()
  const issuing = await issuingCompany(app)
  b = await books(app, issuing.company)
  stranger = await books(app)
  ids.bills = (await b.bill()).id
  ids.receivables = (await b.receivable()).id
  ids.categories = b.category
  ids.budgets = b.category
  ids.contacts = b.contact
  ids.bankAccounts = b.account
  ids.openFinance = b.account
  ids.reconciliation = await b.line(-500)
  const moved = await app.call(b.owner, contract.bills.move, { params: b.c, body: { ids: [ids.bills], status: 'APPROVED' } })
  ids.batches = moved.headers['x-batch-id'] ?? ''
  ids.products = issuing.product
  ids.services = issuing.service
  const note = { amount_cents: 1000, contact_id: issuing.customer }
  ids.serviceInvoices = (
    await app.as(b.owner).ok(contract.serviceInvoices.create, { params: b.c, body: { ...note, service_id: issuing.service } })
  ).id
  const goods = {
    company_id: b.company.id,
    invoice_products: [{ product_id: issuing.product, amount: 1 }],
    invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['CASH'] },
  }
  ids.productInvoices = (await app.as(b.owner).ok(contract.productInvoices.create, { body: { ...goods, contact_id: issuing.customer } })).id
  ids.invoiceCorrections = ids.productInvoices
  ids.customerInvoices = (await app.as(b.owner).ok(contract.customerInvoices.create, { body: goods })).id
  ids.rules = (await app.as(b.owner).ok(contract.rules.create, { params: b.c, body: { contains: 'pix' } })).id
  const hook = { params: b.c, body: { url: 'http://127.0.0.1:1/', events: ['charge.paid'] } }
  ids.webhooks = (await app.as(b.owner).ok(contract.webhooks.create, hook)).id
  const pix = {
    bank_account_id: b.account,
    environment: 'TEST',
    pix_key: 'a',
    base_url: 'https://localhost:1',
    token_url: 'https://localhost:1/t',
  }
  ids.pixAgreements = (await app.as(b.owner).ok(contract.pixAgreements.create, { params: b.c, body: pix })).id
  ids.entries = await b.close('2025-01-01', '2025-01-31')
  const money = await moneyBooks(app, b)
  const sent = await money.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 100 }] })
  ids.paymentOrders = sent.id
  ids.billings = (await app.as(b.owner).ok(contract.billings.create, money.at({ transaction_amount: 100, due_date: '2026-03-20' }))).id
  const card = { company_id: b.company.id, reference: 'ME_1', card_token: 'tok_aprovado_1' }
  ids.subscriptions = (await app.as(b.owner).ok(contract.subscriptions.preApprove, { body: card })).id
})
afterAll(() => app?.close())

const rows = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])

const TAX_SLIP = lineOfBarcode(`856${mod10('856'.padEnd(43, '0'))}${'0'.repeat(40)}`)
const STATIC_CODE = staticCode({ pix_key: OTHER_KEY, merchant_name: 'Loja', merchant_city: 'Recife' })

/** Bodies that the schemas alone do not tell. */
const BODIES: Record<string, () => Record<string, unknown>> = {
  'auth.authenticate': () => ({ document_number: cpfNumber(90_001), password: 'senha-qualquer' }),
  'auth.register': () => ({ name: 'Ana', phone_number: '+5511987654321', email: 'ana@exemplo.com.br', kind: 'SOLO_USER' }),
  'auth.firstAccess': () => ({ document_number: cpfNumber(90_002) }),
  'companies.create': () => ({ document_number: cnpjNumber(90_003), name: 'Nova Ltda' }),
  'certificateAppointments.create': () => ({ scheduled_at: '2026-03-12T12:00:00Z', document_number: cnpjNumber(90_004) }),
  'users.create': () => ({ document_number: cpfNumber(90_004), name: 'Ana', role_id: b.company.roles.READER }),
  'users.invite': () => ({ document_number: cpfNumber(90_005), role_id: b.company.roles.READER }),
  'roles.create': () => ({ name: 'Cobrança', rights: { bills: 'v' } }),
  'associates.create': () => ({ document_number: cpfNumber(90_004) }),
  'transfers.create': () => ({ date: '2026-03-01', amount_cents: 1, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }),
  'boleto.pay': () => ({ digitable_line: TAX_SLIP, amount_cents: 1 }),
  'paymentOrders.create': () => ({ payments: [{ pix_key: OTHER_KEY, amount_cents: 1 }] }),
  'paymentAgreements.create': () => ({ branch: '7307', account: '14446', account_digit: '4' }),
  'pix.send': () => ({ amount: 1, pix_key: OTHER_KEY }),
  'invoiceCorrections.create': () => ({ text: 'O CFOP correto é 5102' }),
  'invoiceVoids.create': () => ({ kind: 'PRODUCT', serie_number: '1', first_number: 1, last_number: 1, justification: 'Falha na emissão' }),
  'invoiceSettings.setContingency': () => ({ active: true, reason: 'SEFAZ fora do ar desde cedo' }),
  'noteLookups.create': () => ({ access_key: nfeKey() }),
  'noteManifestations.create': () => ({ kind: 'CONFIRMED' }),
  'noteReading.update': () => ({ enabled: true }),
  'noteReading.read': () => ({}),
  'webhooks.create': () => ({ url: 'http://127.0.0.1:1/', events: ['charge.paid'] }),
  'pixAgreements.create': () => ({
    bank_account_id: b.account,
    environment: 'TEST',
    pix_key: 'a',
    base_url: 'https://localhost:1',
    token_url: 'https://localhost:1/t',
  }),
  'starkAccounts.connect': () => ({ environment: 'stark', branch_number: '1', account_number: '123-4' }),
  'starkAccounts.setProject': () => ({ project_id: '5656565656565656' }),
  'webhooks.update': () => ({ enabled: true }),
  'pix.createKey': () => ({ type: 'RANDOM' }),
  'pix.claimKey': () => ({ type: 'EMAIL', key: 'a@exemplo.com' }),
  'pix.makeCode': () => ({ pix_key: OTHER_KEY }),
  'billings.create': () => ({ transaction_amount: 100, due_date: '2026-03-20' }),
  'transfers.createMany': () => ({
    transfers: [{ date: '2026-03-01', amount_cents: 1, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }],
  }),
}

/** Queries without which a row cannot be asked. */
const QUERIES: Record<string, Record<string, string>> = {
  'balanceLadder.suspects': { date: '2026-03-02' },
  ...Object.fromEntries(
    ['bills', 'receivables'].flatMap(name => ['updateSeries', 'deleteSeries'].map(call => [`${name}.${call}`, { scope: 'ALL' }])),
  ),
  'boleto.read': { digitable_line: TAX_SLIP },
  'boleto.searchable': { digitable_line: TAX_SLIP },
  'pix.deleteKey': { pix_key: 'a@exemplo.com' },
  'pix.readCode': { emv: STATIC_CODE },
  'entries.alike': { amount_cents: '100', due_date: '2026-03-02' },
  'paymentOrders.plan': { bill_ids: randomUUID() },
  'exports.statement': { bank_account_id: randomUUID() },
  'handovers.preview': { start_date: '2026-03-01', end_date: '2026-03-31', layout: 'GENERIC' },
  'pix.verifyKey': {},
  'digitalAccounts.fromDocument': { document_number: cpfNumber(90_004) },
  'digitalAccounts.receipt': { transaction_code: 'X' },
  'apiKeys.delete': { id: randomUUID() },
}

const namesCompany = (row: Endpoint) => ('company_id' in (row.spec.query?.shape ?? {}) ? 'company_id' : 'companyId')

function inputOf(row: Endpoint, company = b): CallInput {
  const params = Object.fromEntries(
    paramNames(row).map(name => [
      name,
      name === 'c' ? company.company.id : (TEXT_PARAMS[name] ?? ids[row.id.split('.')[0] ?? ''] ?? randomUUID()),
    ]),
  )
  const body = row.spec.body ? { ...(sampleOf(row.spec.body) as object), ...BODIES[row.id]?.() } : undefined
  const tenant = tenantOf(row)
  return {
    params,
    ...(tenant === 'query' || QUERIES[row.id]
      ? { query: { ...QUERIES[row.id], ...(tenant === 'query' ? { [namesCompany(row)]: company.company.id } : {}) } }
      : {}),
    ...(body === undefined ? {} : { body: tenant === 'body' ? { ...body, company_id: company.company.id } : body }),
    ...(row.spec.form ? { form: { ...(sampleOf(row.spec.form) as object), file: new Blob(['Vencimento;Valor\n']) } } : {}),
  }
}

const idOf = (data: unknown) => (data as { id?: string } | undefined)?.id
const label = (row: Endpoint) => [row.id, row] as const

describe('without a token', () => {
  test.each(rows.filter(row => !row.spec.public).map(label))('%s answers 401', async (_, row) => {
    const answer = await app.call(undefined, row, inputOf(row))
    expect([answer.status, idOf(answer.data)]).toEqual([401, 'auth.token_expired'])
    const forged = await app.call(undefined, row, inputOf(row), { authorization: 'Bearer abc.def.ghi' })
    expect(forged.status).toBe(401)
  })
})

describe('a stranger', () => {
  test.each(rows.filter(row => tenantOf(row) !== 'none').map(label))('finds nothing behind %s', async (_, row) => {
    app.clock.advance(2000)
    const answer = await app.call(stranger.owner, row, inputOf(row))
    expect([answer.status, idOf(answer.data)], JSON.stringify(answer.data)).toEqual([404, 'resource.not_found'])
    const missing = await app.call(stranger.owner, row, {
      ...inputOf(row),
      params: { ...inputOf(row).params, ...(paramNames(row).includes('c') ? { c: randomUUID() } : {}) },
    })
    expect({ ...(missing.data as object), request_id: '' }).toEqual({ ...(answer.data as object), request_id: '' })
  })

  test('finds nothing through an id of another company in a body either', async () => {
    const [bill] = await b.stored('entries', [ids.bills ?? ''])
    const calls: [Endpoint, unknown][] = [
      [contract.bills.move, { ids: [ids.bills], status: 'PAID' }],
      [contract.bills.updateMany, { ids: [ids.bills], amount_cents: 1 }],
      [contract.entries.delete, { entries: [ids.bills] }],
      [contract.entries.copy, { entries: [ids.bills] }],
      [contract.bills.conciliate, { bill_ids: [ids.bills], bank_statement_entry_ids: [ids.reconciliation] }],
      [contract.reconciliation.ignore, { ids: [ids.reconciliation] }],
      [contract.reconciliation.createEntries, { items: [{ id: ids.reconciliation }] }],
      [contract.reconciliation.combinations, { bank_statement_entry_ids: [ids.reconciliation] }],
    ]
    for (const [row, body] of calls) expect((await app.call(stranger.owner, row, { params: stranger.c, body })).status, row.id).toBe(404)
    for (const field of ['bank_account_id', 'category_id', 'contact_id'] as const) {
      const theirs = { bank_account_id: b.account, category_id: b.category, contact_id: b.contact }[field]
      const refused = await app.call(stranger.owner, contract.bills.create, {
        params: stranger.c,
        body: { amount_cents: 1, due_date: '2026-03-20', [field]: theirs },
      })
      expect([refused.status, (refused.data as { details: { field: string }[] }).details[0]?.field]).toEqual([422, field])
    }
    expect((await b.stored('entries', [ids.bills ?? '']))[0]).toEqual(bill)
  })
})

describe('an id that is none', () => {
  const cases = rows.flatMap(row =>
    paramNames(row)
      .filter(name => !isTextParam(name))
      .map(name => [row.id, name, row] as const),
  )
  test.each(cases)('%s {%s} answers 404', async (_, name, row) => {
    app.clock.advance(2000)
    for (const bad of ['nao-e-um-id', '00000000-0000-0000-0000-00000000000g', '1']) {
      const answer = await app.call(b.owner, row, { ...inputOf(row), params: { ...inputOf(row).params, [name]: bad } })
      expect([answer.status, idOf(answer.data)]).toEqual([404, 'resource.not_found'])
    }
  })
})

describe('a field the body does not have', () => {
  // Preferences are a record of whatever the client keeps, a notice whatever its aggregator, bank or acquirer says.
  const OPEN_BODIES = ['preferences.set', 'openFinance.notice', 'pixAgreements.notice', 'subscriptions.notice', 'starkAccounts.notice']
  test.each(rows.filter(row => row.spec.body && !OPEN_BODIES.includes(row.id)).map(label))('is refused by %s', async (_, row) => {
    app.clock.advance(2000)
    const input = inputOf(row)
    const answer = await app.call(row.spec.public ? undefined : b.owner, row, {
      ...input,
      body: { ...(input.body as object), campo_que_nao_existe: 1 },
    })
    expect([answer.status, idOf(answer.data)], JSON.stringify(answer.data)).toEqual([422, 'validation.failed'])
  })
})

describe('a role', () => {
  const people = new Map<string, TestUser>()
  beforeAll(async () => {
    for (const preset of PRESETS) people.set(preset, await app.aMember(b.company, preset))
  })
  test.each(rows.filter(row => row.spec.needs && tenantOf(row) === 'path').map(label))(
    'is refused by %s where the matrix says so',
    async (_, row) => {
      const [resource, action] = (row.spec.needs ?? '').split(':') as [Resource, Action]
      app.clock.advance(10_000)
      for (const preset of PRESETS.filter(each => !may(PRESET_RIGHTS[each], resource, action))) {
        const answer = await app.call(people.get(preset), row, inputOf(row))
        expect([preset, answer.status, idOf(answer.data)]).toEqual([preset, 403, 'permission.denied'])
      }
    },
  )
})

describe('garbage', () => {
  let document: OpenApiDocument
  beforeAll(async () => {
    document = (await app.app.inject('/v1/openapi.json')).json()
  })
  /** What the document tells of a status of the row. */
  const refusals = (row: Endpoint, status: number): readonly string[] => {
    const responses = document.paths[row.path]?.[row.method.toLowerCase()]?.responses
    const told = responses?.[status] ?? responses?.default
    return (told && resolve(document, told)['x-razao-errors']) ?? []
  }
  test.each(rows.filter(row => !ENDS_SESSION.includes(row.id)).map(label))('never fails %s', async (_, row) => {
    app.clock.advance(10_000)
    const token = await signAccess(app.services.secret, { user_id: b.owner.id, session_id: b.owner.session_id }, app.clock.now())
    const input = inputOf(row)
    const fields = Object.keys((input.body ?? {}) as object)
    const shaped = fc
      .dictionary(fc.constantFrom(...fields, 'amount_cents', 'due_date', 'ids', 'version', 'name', 'date'), nastyValue)
      .map(some => JSON.stringify({ ...(input.body as object), ...some }) ?? '{}')
    const request = fc.record({
      payload: fc.oneof(
        shaped,
        nastyValue.map(value => JSON.stringify(value) ?? ''),
        rawBody,
      ),
      type: contentType,
      query: fc.dictionary(
        fc.constantFrom(
          'start_date',
          'end_date',
          'limit',
          'cursor',
          'since',
          'status',
          'order_by',
          'bank_account_ids',
          'preview',
          'companyId',
          'search',
          'category_id',
          'date_type',
        ),
        nastyValue.map(String),
        { maxKeys: 3 },
      ),
      columnar: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(request, async each => {
        const query = new URLSearchParams(Object.entries(each.query).map(([name, value]) => [name, value.slice(0, 600)]))
        if (tenantOf(row) === 'query' && !query.has(namesCompany(row))) query.set(namesCompany(row), b.company.id)
        const isGet = row.method === 'GET'
        const answer = await app.app.inject({
          method: row.method,
          url: `${pathOf(row, input.params)}?${query}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(isGet || each.type === '' ? {} : { 'content-type': each.type }),
            ...(each.columnar ? { accept: 'application/vnd.razao.columns+json' } : {}),
          },
          ...(isGet ? {} : { payload: each.payload }),
        })
        expect(answer.statusCode, `${row.id} ${JSON.stringify(each).slice(0, 400)} ${answer.body.slice(0, 300)}`).toBeLessThan(500)
        if (answer.statusCode < 400) return
        const { id } = answer.json() as { id: string }
        expect(Object.keys(ERRORS)).toContain(id)
        expect(refusals(row, answer.statusCode), `${row.id} ${answer.statusCode}`).toContain(id)
      }),
      { numRuns: 4, seed: 11 },
    )
  })

  test('in the path and in headers is refused as well', async () => {
    for (const path of [
      '/v1/emails/%00/valid',
      '/v1/phones/%ff/valid',
      '/v1/ibge/%00/cities',
      `/v1/companies/${'9'.repeat(300)}/bills`,
      '/v1/companies/%2e%2e/bills',
      '/v1/nada',
    ]) {
      const answer = await app.app.inject({ method: 'GET', url: path })
      expect(answer.statusCode, path).toBeLessThan(500)
      expect(answer.body, path).not.toContain('true')
    }
    const long = await app.call(
      b.owner,
      contract.bills.create,
      { params: b.c, body: { amount_cents: 1, due_date: '2026-03-01' } },
      { 'idempotency-key': 'k\u00e9'.repeat(300) },
    )
    expect(long.status).toBeLessThan(500)
  })
})

describe('the document', () => {
  test('names each call once', () => {
    expect(new Set(rows.map(row => `${row.method} ${row.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(rows.length)
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
  })
})

/** Calls owed by src/SPEC.md, by area: a path that leaves the contract fails here. */
const SPECIFIED = `
GET /v1/profile
PATCH /v1/profile
PATCH /v1/password
GET /v1/phones/{}/valid
GET /v1/emails/{}/valid
POST /v1/authenticate
POST /v1/verify-otp/{}
POST /v1/send-otp/{}
POST /v1/register
POST /v1/refresh-token
GET /v1/organizations/users
GET /v1/companies/{}/permissions
GET /v1/resources
GET /v1/companies/{}/valid
POST /v1/companies
GET /v1/invitations
PATCH /v1/invitations/{}/accept
PATCH /v1/invitations/{}/reject
GET /v1/organizations/companies
GET /v1/companies/{}/profile
POST /v1/companies/{}/invitations
PATCH /v1/companies/{}
GET /v1/companies/{}/roles
POST /v1/companies/{}/roles
GET /v1/companies/{}/users
POST /v1/companies/{}/users
PATCH /v1/companies/{}/users/{}/inactive
PATCH /v1/companies/{}/users/{}/active
PATCH /v1/companies/{}/users/{}/role/{}
POST /v1/companies/{}/categories/initial_setup
POST /v1/companies/{}/categories
GET /v1/companies/{}/categories
GET /v1/companies/{}/categories/{}
PATCH /v1/companies/{}/categories/{}
PATCH /v1/companies/{}/categories/{}/inactive
PATCH /v1/companies/{}/categories/{}/active
GET /v1/companies/{}/categories/balance
PATCH /v1/companies/{}/categories_budget/{}
GET /v1/companies/{}/categories_budget
GET /v1/companies/{}/categories_budget/download
GET /v1/companies/{}/categories_income_statement
GET /v1/companies/{}/categories_income_statement/analytics
GET /v1/institutions
POST /v1/companies/{}/bank_accounts
GET /v1/companies/{}/bank_accounts
GET /v1/companies/{}/bank_accounts/{}
PATCH /v1/companies/{}/bank_accounts/{}
PATCH /v1/companies/{}/bank_accounts/{}/archive
GET /v1/companies/{}/bank_accounts/balance
POST /v1/companies/{}/bank_accounts/open_banking/token
GET /v1/companies/{}/bank_accounts/{}/connection
${['bills', 'receivables']
  .map(
    name => `POST /v1/companies/{}/${name}
POST /v1/companies/{}/recurring_${name}
POST /v1/companies/{}/${name}/{}
GET /v1/companies/{}/${name}/{}/conciliation
POST /v1/companies/{}/${name}/conciliation
POST /v1/companies/{}/${name}/conciliation/undo
PATCH /v1/companies/{}/${name}/{}
PATCH /v1/companies/{}/${name}
PATCH /v1/companies/{}/${name}/move
PATCH /v1/companies/{}/${name}/{}/split
GET /v1/companies/{}/${name}
GET /v1/companies/{}/${name}/{}
DELETE /v1/companies/{}/${name}/{}`,
  )
  .join('\n')}
POST /v1/checkout/payments
POST /v1/checkout/pre-approvals
GET /v1/checkout/pre-approvals/{}/plans
GET /v1/billings
GET /v1/billings/{}
POST /v1/subscriptions
GET /v1/companies/{}/billings/last_pix_key
POST /v1/companies/{}/billings
GET /v1/boleto/boleto_id
GET /v1/boleto/searchable
POST /v1/boleto/pay
GET /v1/payment_orders/{}
GET /v1/companies/{}/payment_orders
POST /v1/companies/{}/payment_orders
GET /v1/organizations/payment_orders
POST /v1/organizations/payment_orders/{}/split
GET /v1/pix_keys/{}/verify
GET /v1/companies/{}/pix_key
GET /v1/companies/{}/pix_key/{}
GET /v1/companies/{}/pix/qr_code
DELETE /v1/companies/{}/pix_key
POST /v1/companies/{}/pix_key
POST /v1/companies/{}/pix/mfa_code
POST /v1/companies/{}/pix_key/claim
POST /v1/companies/{}/pix
POST /v1/pix/qr_code
GET /v1/companies/{}/digital_account
GET /v1/companies/{}/digital_account/from_document_number
GET /v1/companies/{}/digital_account/current_balance
POST /v1/digital_accounts
GET /v1/digital_accounts/receipt
GET /v1/api_keys
POST /v1/api_keys
DELETE /v1/api_keys
GET /v1/companies/{}/attachments
GET /v1/companies/{}/attachments/{}
DELETE /v1/companies/{}/attachments/{}
POST /v1/companies/{}/attachments
GET /v1/companies/{}/entries
GET /v1/companies/{}/entries/duplicate
GET /v1/companies/{}/entries/kind
GET /v1/companies/{}/entries/date_range
GET /v1/companies/{}/entries/attachments
PATCH /v1/companies/{}/entries/delete
PATCH /v1/companies/{}/entries/delete/undo
POST /v1/companies/{}/entries/copy
PATCH /v1/companies/{}/entries/date_range/{}/open
PATCH /v1/companies/{}/entries/date_range/close
POST /v1/companies/{}/entries/upload
PATCH /v1/companies/{}/accept_duplicate_suggestion
PATCH /v1/companies/{}/ignore_duplicate_suggestion
GET /v1/companies/{}/bank_statements/digital_account
GET /v1/companies/{}/bank_statements
GET /v1/companies/{}/bank_statements/{}/entries
POST /v1/companies/{}/bank_statements/upload
POST /v1/companies/{}/bank_statements
GET /v1/companies/{}/transfers/equal
POST /v1/companies/{}/transfers
POST /v1/companies/{}/transfers/batch
GET /v1/notifications
POST /v1/notifications/register_token
POST /v1/contacts/
PATCH /v1/contacts/{}
GET /v1/contacts/{}
DELETE /v1/contacts/{}
GET /v1/contacts
POST /v1/contacts/{}/import
GET /v1/ibge/states
GET /v1/ibge/{}/cities
GET /v1/ibge/{}/address
GET /v1/jobs/{}
GET /v1/taxes/{}
GET /v1/taxes/{}/detail/{}
POST /v1/taxes/{}/issue/{}
POST /v1/taxes/{}
GET /v1/companies/{}/annual-billing-statements
POST /v1/companies/{}/annual-billing-statements
${['associates', 'dependents']
  .flatMap(name => [
    `GET /v1/companies/{}/${name}`,
    `POST /v1/companies/{}/${name}`,
    ...['GET', 'PATCH', 'DELETE'].map(method => `${method} /v1/companies/{}/${name}/{}`),
  ])
  .join('\n')}
GET /v1/legal_entities/{}/registration_data
GET /v1/legal_entities/{}/score
GET /v1/natural_entities/{}/registration_data
GET /v1/natural_entities/{}/legal_entities
POST /v1/tutorials
PATCH /v1/tutorials/{}
GET /v1/tutorials
GET /v1/companies/{}/certificate
POST /v1/companies/{}/certificate
DELETE /v1/companies/{}/certificate
GET /v1/certificate_appointments/{}
GET /v1/certificate_appointments/company/{}
GET /v1/certificate_appointments/commercial_units
GET /v1/certificate_appointments/pas
GET /v1/certificate_appointments/products/{}
GET /v1/certificate_appointments/validate-product/{}/{}/{}
GET /v1/certificate_appointments/schedule_time/{}
GET /v1/certificate_appointments/schedule_time_fallback/{}
GET /v1/certificate_appointments/flow/{}
POST /v1/certificate_appointments
GET /v1/product_classifications
GET /v1/companies/{}/products
POST /v1/companies/{}/products
GET /v1/companies/{}/products/{}
PATCH /v1/companies/{}/products/{}
DELETE /v1/companies/{}/products/{}
POST /v1/companies/{}/products/upload
GET /v1/municipal_services
GET /v1/companies/{}/services
POST /v1/companies/{}/services
GET /v1/companies/{}/services/{}
PATCH /v1/companies/{}/services/{}
DELETE /v1/companies/{}/services/{}
GET /v1/service_invoices/{}/municipal_status
POST /v1/companies/{}/service_nfe
GET /v1/companies/{}/service_nfe
POST /v1/product_invoices
POST /v1/customer_invoices
GET /v1/product_invoices
GET /v1/customer_invoices
GET /v1/service_invoices/{}
GET /v1/service_invoices/{}/attachments
GET /v1/product_invoices/{}
GET /v1/product_invoices/{}/attachments
GET /v1/companies/{}/invoice_issuance
POST /v1/companies/{}/activate_invoice_issuance
POST /v1/companies/{}/activate_capture
DELETE /v1/customer_invoices/{}/cancel
DELETE /v1/service_invoices/{}/cancel
DELETE /v1/product_invoices/{}/{}/cancel
GET /v1/organizations/product_nfe
GET /v1/organizations/product_nfe/{}
PATCH /v1/organizations/fiscal_documents/{}/accept
PATCH /v1/organizations/fiscal_documents/{}/reject`
  .trim()
  .split('\n')

test.each(SPECIFIED)('%s is a row of the contract', call => {
  const known = rows.flatMap(row => [row.path, ...(row.spec.aliases ?? [])].map(path => `${row.method} ${path.replace(/\{\w+\}/g, '{}')}`))
  expect(known).toContain(call.replace(/\/$/, ''))
})

test('a call answers at its aliases too', async () => {
  const token = await signAccess(app.services.secret, { user_id: b.owner.id, session_id: b.owner.session_id }, app.clock.now())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const path of rows.flatMap(row => row.spec.aliases ?? [])) {
    const url = path.replace('{c}', b.company.id).replace('{nfId}', b.company.id)
    expect((await app.app.inject({ method: 'POST', url, headers, payload: '{}' })).json()).toMatchObject({ id: 'resource.not_found' })
    expect((await app.app.inject({ method: 'POST', url, headers, payload: '[]' })).json()).toMatchObject({ id: 'validation.failed' })
  }
})

test('a path answers with and without its last slash', async () => {
  const token = await signAccess(app.services.secret, { user_id: b.owner.id, session_id: b.owner.session_id }, app.clock.now())
  for (const url of [`/v1/companies/${b.company.id}/bills`, `/v1/companies/${b.company.id}/bills/`])
    expect((await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200)
})
