// A client written from nothing but /v1/openapi.json uses the whole product, in one story; and the document leaves nothing out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { type Endpoint, isMutating } from '#contract/kit/endpoint.ts'
import { RECORDS } from '#contract/records.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { OTHER_HOLDER, OTHER_KEY } from '#tests/kit/money.ts'
import { ofxText } from '#tests/kit/ofx-files.ts'
import { type Input, OpenApiClient, type OpenApiDocument, resolve, schemaCheck, type Transport } from '#tests/kit/openapi-client.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const MINUTE_MS = 60_000

/** Each call takes a second of the test's clock. */
const overTheWire: Transport = async request => {
  server.clock.advance(1000)
  const { pathname, search } = new URL(request.url)
  const payload = Buffer.from(await request.arrayBuffer())
  const answer = await server.app.inject({
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 ? { payload } : {}),
  })
  await server.drain()
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
}

interface Tokens {
  accessToken: string
  refreshToken: string
}
interface Run {
  id: string
  publicAccessToken: string
  import_id: string
}
interface Status {
  id: string
  status: string
}

describe('a client that has read only the document', () => {
  let api: OpenApiClient
  let tokens: Tokens
  let c: string
  let account: string
  let receivedBy: string

  const inCompany = (more: Input['with'] = {}) => ({ c, ...more })
  const enter = (given: Tokens) => {
    tokens = given
    api.credentials.session = given.accessToken
  }
  const answerCode = async (id: string) =>
    enter(await api.call<Tokens>('POST /v1/verify-otp/{id}', { with: { id }, body: { otp: await server.lastCode() } }))
  /** Does what needs a fresh code, giving the code when it is asked. */
  const confirmed = async <T>(at: string, input: Input): Promise<T> => {
    const refusal = await api.refused(at, input)
    expect(refusal).toMatchObject({ status: 403, id: 'auth.step_up_required', challenge_id: expect.any(String) })
    await answerCode(refusal.challenge_id ?? '')
    return api.call<T>(at, input)
  }
  const refresh = async () => enter(await api.call<Tokens>('POST /v1/refresh-token', { body: { token: tokens.refreshToken } }))
  const wait = async (ms: number) => {
    await server.pass(ms)
    await refresh()
  }
  const done = async (run: Run) => {
    const { metadata } = await api
      .as({ job_token: run.publicAccessToken })
      .call<{ metadata: { status: string } }>('GET /v1/jobs/{id}', { with: { id: run.id } })
    expect(metadata).toMatchObject({ status: 'success', progress: 100 })
  }
  const accountNow = () =>
    api.call<{ current_balance: number; balance: number }>('GET /v1/companies/{c}/bank_accounts/{id}', { with: inCompany({ id: account }) })

  test('registers, sets document and password, signs in and renews', async () => {
    api = await OpenApiClient.read(overTheWire, { 'X-Device-Id': 'erp-da-loja' })
    const person = { name: 'Ana Lima', phone_number: '+5511987650001', email: 'ana@loja.com.br', kind: 'SOLO_USER' }
    const asked = await api.call('POST /v1/register', { body: person })
    const wrong = await api.refused('POST /v1/verify-otp/{id}', { with: { id: asked.id }, body: { otp: '000000' } })
    expect(wrong).toMatchObject({ status: 422, id: 'auth.otp_invalid' })
    await answerCode(asked.id)
    const document_number = cpfNumber(70_001)
    await api.call('PATCH /v1/profile', { body: { document_number, birth_date: '1990-05-17' } })
    await api.call('PATCH /v1/password', { body: { password: 'uma-senha-bem-longa' } })
    const again = await api.call('POST /v1/authenticate', { body: { document_number, password: 'uma-senha-bem-longa' } })
    await answerCode(again.id)
    const before = tokens
    await refresh()
    expect(tokens.refreshToken).not.toBe(before.refreshToken)
    expect(await api.call('GET /v1/profile')).toMatchObject({ document_number, name: 'Ana Lima', kind: 'SOLO_USER' })
  })

  test('creates a company with its categories and a bank account', async () => {
    const company = { document_number: cnpjNumber(70_001), name: 'Loja da Ana Ltda', municipal_registration: '12345' }
    c = (await api.call('POST /v1/companies', { body: company })).id
    expect(await api.refused('POST /v1/companies', { body: company })).toMatchObject({ status: 409, id: 'conflict.already_exists' })
    const chart = await api.call<{ kind: string }[]>('POST /v1/companies/{c}/categories/initial_setup', { with: inCompany() })
    expect(chart.length).toBeGreaterThan(0)
    const body = { routing_number: '341', kind: 'CHECKING', initial_balance_amount_cents: 100_000, date_initial_balance: '2026-01-31' }
    account = (await api.call('POST /v1/companies/{c}/bank_accounts', { with: inCompany(), body })).id
  })

  test('imports a statement, conciliates what is suggested, and the balance ties', async () => {
    const title = { bank_account_id: account, due_date: '2026-02-10', date: '2026-02-10', competence_date: '2026-02-01' }
    const key = { 'Idempotency-Key': 'aluguel-de-fevereiro' }
    const rent = { ...title, amount_cents: 35_000, additional_information: 'Aluguel' }
    const bill = await api.call('POST /v1/companies/{c}/bills', { with: inCompany(key), body: rent })
    expect((await api.call('POST /v1/companies/{c}/bills', { with: inCompany(key), body: rent })).id).toBe(bill.id)
    const sale = await api.call('POST /v1/companies/{c}/receivables', {
      with: inCompany(),
      body: { ...title, amount_cents: 80_000, additional_information: 'Venda balcão' },
    })
    const rows = [
      { day: '2026-02-10', amount_cents: -35_000, memo: 'PAGTO ALUGUEL', fitid: 'A1' },
      { day: '2026-02-10', amount_cents: 80_000, memo: 'VENDA BALCAO', fitid: 'A2' },
    ]
    const ofx = ofxText({ rows, ledger_balance_cents: 145_000, ledger_day: '2026-02-28' })
    const file = new File([ofx], 'extrato.ofx')
    const upload = await api.call<Run>('POST /v1/companies/{c}/bank_statements/upload', {
      with: inCompany({ preview: true }),
      body: { file, bank_account_id: account },
    })
    await done(upload)
    const at = inCompany({ id: upload.import_id })
    expect(await api.call('GET /v1/companies/{c}/imports/{id}', { with: at })).toMatchObject({ status: 'PREVIEW', new_count: 2 })
    await done(await api.call<Run>('POST /v1/companies/{c}/imports/{id}/commit', { with: at }))
    expect(await api.call('GET /v1/companies/{c}/imports/{id}', { with: at })).toMatchObject({ status: 'COMMITTED', committed_count: 2 })

    const suggestions = await api.call<{ line_id: string; candidates: { title_ids: string[]; kind: string }[] }[]>(
      'GET /v1/companies/{c}/suggestions',
      { with: inCompany() },
    )
    expect(suggestions).toHaveLength(2)
    const groups = suggestions.map(({ line_id, candidates: [best] }) => ({
      bank_statement_entry_ids: [line_id],
      [best?.kind === 'BILL' ? 'bill_ids' : 'receivable_ids']: best?.title_ids,
    }))
    await api.call('POST /v1/companies/{c}/conciliations', { with: inCompany(), body: { groups } })
    const paid = await api.call<Status>('GET /v1/companies/{c}/bills/{id}', { with: inCompany({ id: bill.id }) })
    const received = await api.call<Status>('GET /v1/companies/{c}/receivables/{id}', { with: inCompany({ id: sale.id }) })
    expect([paid.status, received.status]).toEqual(['PAID', 'RECEIVED'])
    expect(await accountNow()).toMatchObject({ current_balance: 145_000, balance: 145_000 })
  })

  test('closes the month and is refused a write in it', async () => {
    await api.call('PATCH /v1/companies/{c}/entries/date_range/close', {
      with: inCompany(),
      body: { start_date: '2026-02-01', end_date: '2026-02-28' },
    })
    const body = { amount_cents: 100, due_date: '2026-02-15', date: '2026-02-15', competence_date: '2026-02-15', status: 'PAID' }
    const refusal = await api.refused('POST /v1/companies/{c}/bills', { with: inCompany(), body: { ...body, bank_account_id: account } })
    expect(refusal).toMatchObject({ status: 409, id: 'period.closed' })
  })

  test('sends its certificate with a code, issues a service invoice and cancels it', async () => {
    await wait(16 * MINUTE_MS)
    const pfx = pfxOf(server, { document_number: cnpjNumber(70_001) } as TestCompany)
    const certificate = await confirmed('POST /v1/companies/{c}/certificate', { with: inCompany(), body: pfxForm(pfx) })
    expect(certificate).toMatchObject({ document_number: cnpjNumber(70_001), status: 'VALID' })
    const body = { kinds: ['SERVICE'], address: ISSUER_ADDRESS }
    await api.call('POST /v1/companies/{c}/activate_invoice_issuance', { with: inCompany(), body })
    const customer = await api.call('POST /v1/contacts', {
      body: { company_id: c, kind: 'CUSTOMER', name: 'Mercado Central Ltda', document_number: cnpjNumber(70_002), address: ISSUER_ADDRESS },
    })
    const service = await api.call('POST /v1/companies/{c}/services', {
      with: inCompany(),
      body: { name: 'Consultoria', description: 'Consultoria em informática', municipal_service_code: '1.06', iss_rate: 290 },
    })
    const { id } = await api.call('POST /v1/companies/{c}/service_nfe', {
      with: inCompany(),
      body: { amount_cents: 50_000, contact_id: customer.id, service_id: service.id },
    })
    await wait(MINUTE_MS)
    expect(await api.call('GET /v1/service_invoices/{id}', { with: { id } })).toMatchObject({
      status: 'ISSUED',
      number: expect.any(Number),
    })
    await api.call('DELETE /v1/service_invoices/{id}/cancel', { with: { id, reason: 'Serviço não prestado ao cliente' } })
    await wait(MINUTE_MS)
    expect(await api.call('GET /v1/service_invoices/{id}', { with: { id } })).toMatchObject({ status: 'CANCELLED' })
  })

  test('opens its digital account, charges, and sees the charge paid and its receivable settled', async () => {
    await api.call('POST /v1/digital_accounts', { body: { company_id: c } })
    await wait(MINUTE_MS)
    const open = await api.call<{ status: string; bank_account_id: string }>('GET /v1/companies/{c}/digital_account', { with: inCompany() })
    expect(open.status).toBe('ACTIVE')
    receivedBy = open.bank_account_id
    const receivable = await api.call('POST /v1/companies/{c}/receivables', {
      with: inCompany(),
      body: { amount_cents: 10_000, due_date: '2026-03-20' },
    })
    const charge = await api.call<Status>('POST /v1/companies/{c}/billings', {
      with: inCompany(),
      body: { transaction_amount: 10_000, due_date: '2026-03-20', receivable_id: receivable.id },
    })
    expect(charge.status).toBe('PENDING')
    await wait(2 * MINUTE_MS)
    expect(await api.call('GET /v1/billings/{id}', { with: { id: charge.id } })).toMatchObject({ status: 'PAID' })
    const settled = await api.call('GET /v1/companies/{c}/receivables/{id}', { with: inCompany({ id: receivable.id }) })
    expect(settled).toMatchObject({ status: 'RECEIVED', bank_account_id: receivedBy })
  })

  test('pays a boleto and a Pix, each once its person confirmed', async () => {
    await server.bank.seedKey({ key: OTHER_KEY, type: 'EMAIL', holder: OTHER_HOLDER })
    const slip = { amount_cents: 5000, due_date: '2026-03-20' }
    const barcode = barcodeOf({ bank_code: '341', free_field: '7'.repeat(25), ...slip })
    const party = { recipient: OTHER_HOLDER, payer: null, reference_number: 'NF 1' }
    await server.bank.registerSlip({ barcode, ...slip, fine_basis_points: 0, monthly_interest_basis_points: 0, ...party })
    await wait(16 * MINUTE_MS)
    const digitable_line = lineOfBarcode(barcode)
    const read = await api.call('GET /v1/boleto/boleto_id', { with: { digitable_line } })
    expect(read).toMatchObject({ amount_cents: 5000, recipient_name: OTHER_HOLDER.name })
    const held = () => api.call<{ balance_cents: number }>('GET /v1/companies/{c}/digital_account/current_balance', { with: inCompany() })
    const { balance_cents } = await held()
    type Payment = { id: string; payment_order_id: string }
    const boleto = await confirmed<Payment>('POST /v1/boleto/pay', { body: { company_id: c, digitable_line } })
    const holder = await api.call('GET /v1/pix_keys/{key}/verify', { with: { key: OTHER_KEY, company_id: c } })
    expect(holder).toMatchObject({ name: OTHER_HOLDER.name })
    await wait(16 * MINUTE_MS)
    const pix = await confirmed<Payment>('POST /v1/companies/{c}/pix', {
      with: inCompany(),
      body: { amount: 12.34, pix_key: OTHER_KEY },
    })
    await wait(MINUTE_MS)
    for (const payment of [boleto, pix]) {
      const order = await api.call('GET /v1/companies/{c}/payment_orders/{id}', { with: inCompany({ id: payment.payment_order_id }) })
      expect(order).toMatchObject({ payments: [{ status: 'SETTLED' }] })
    }
    expect((await held()).balance_cents).toBe(balance_cents - 5000 - 1234)
    const receipt = await api.call<{ payments: { transaction_code: string }[] }>('GET /v1/companies/{c}/payment_orders/{id}', {
      with: inCompany({ id: pix.payment_order_id }),
    })
    const transaction_code = receipt.payments[0]?.transaction_code ?? ''
    const pdf = await api.call<Uint8Array>('GET /v1/digital_accounts/receipt', { with: { transaction_code } })
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  })

  test('reads the income statement', async () => {
    const february = await api.call<{ sections: { id: string; amount_cents: number }[] }>(
      'GET /v1/companies/{c}/categories_income_statement',
      { with: inCompany({ date: '2026-02-01' }) },
    )
    expect(february).toMatchObject({ start_date: '2026-02-01', end_date: '2026-02-28', basis: 'competence' })
    expect(february.sections.at(-1)?.amount_cents).toBe(45_000)
  })

  test('makes a key that reads, and reaches nothing of the person', async () => {
    await wait(16 * MINUTE_MS)
    const { key } = await confirmed<{ key: string }>('POST /v1/api_keys', { body: { name: 'ERP', company_id: c } })
    const erp = api.as({ api_key: key })
    const bills = await erp.taken<{ id: string }[]>('GET /v1/companies/{c}/bills', { with: inCompany({ limit: 1, transfers: false }) })
    expect(bills.data).toHaveLength(1)
    const cursor = bills.headers.get('x-next-cursor') ?? ''
    const next = await erp.call<{ id: string }[]>('GET /v1/companies/{c}/bills', {
      with: inCompany({ limit: 1, transfers: false, cursor }),
    })
    expect(next[0]?.id).not.toBe(bills.data[0]?.id)
    const columns = await erp.call<{ count: number }>('GET /v1/companies/{c}/bills', {
      with: inCompany(),
      accept: 'application/vnd.razao.columns+json',
    })
    expect(columns.count).toBeGreaterThan(1)
    await expect(erp.call('GET /v1/profile')).rejects.toThrow('wants one of')
    const strayed = api.as({ session: key })
    expect(await strayed.refused('GET /v1/profile')).toMatchObject({ status: 403, id: 'permission.denied' })
  })

  test('undoes what it wrote by the batch the answer named, and overwrites nothing it has not read', async () => {
    const made = await api.taken('POST /v1/companies/{c}/bills', { with: inCompany(), body: { amount_cents: 900, due_date: '2026-03-30' } })
    const batch = made.headers.get('x-batch-id') ?? ''
    const undo = (id: string) =>
      api.taken<{ batch: { undone_by_id: string } }>('POST /v1/companies/{c}/batches/{id}/undo', { with: inCompany({ id }) })
    const undone = await undo(batch)
    expect(undone.data.batch.undone_by_id).toBe(undone.headers.get('x-batch-id'))
    const bill = { with: inCompany({ id: made.data.id }) }
    expect(await api.refused('GET /v1/companies/{c}/bills/{id}', bill)).toMatchObject({ status: 404, id: 'resource.not_found' })
    await undo(undone.data.batch.undone_by_id)
    expect(await api.call('GET /v1/companies/{c}/bills/{id}', bill)).toMatchObject({ id: made.data.id, amount_cents: 900 })
    const stale = { with: inCompany({ id: made.data.id, 'If-Match': '"999"' }), body: { amount_cents: 901 } }
    expect(await api.refused('PATCH /v1/companies/{c}/bills/{id}', stale)).toMatchObject({ status: 412, id: 'conflict.stale_version' })
  })
})

describe('the document', () => {
  let document: OpenApiDocument
  beforeAll(async () => {
    document = (await server.app.inject('/v1/openapi.json')).json()
  })
  const rows = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])
  const operationOf = (row: Endpoint) => {
    const operation = document.paths[row.path]?.[row.method.toLowerCase()]
    if (!operation) throw new Error(`the document has no ${row.at}`)
    return operation
  }
  const names = (schema: { shape?: object } | undefined) => Object.keys(schema?.shape ?? {})

  test('has every row and nothing else', () => {
    const told = Object.values(document.paths).flatMap(path => Object.values(path).map(({ operationId }) => operationId))
    expect(told.sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  test.each(rows.map(row => [row.id, row] as const))('tells parameters, body, answer and refusals of %s', (_, row) => {
    const { spec } = row
    const operation = operationOf(row)
    const parameters = operation.parameters.map(each => resolve(document, each))
    expect(parameters.filter(each => each.in === 'path').map(each => `{${each.name}}`)).toEqual(row.path.match(/\{\w+\}/g) ?? [])
    expect(parameters.filter(each => each.in === 'query').map(each => each.name)).toEqual(names(spec.query))
    for (const each of parameters.filter(each => each.in !== 'header')) expect(each.schema, each.name).not.toEqual({})
    expect(parameters.some(each => each.name === 'Idempotency-Key')).toBe(isMutating(row) && !spec.public)
    expect((operation.security ?? document.security).length > 0).toBe(!spec.public || spec.opensWith !== undefined)
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
      spec.form ? ['multipart/form-data'] : spec.body ? ['application/json'] : [],
    )
    if (spec.form)
      expect(resolve(document, operation.requestBody?.content['multipart/form-data']?.schema ?? {})).toMatchObject({
        required: expect.arrayContaining(['file']),
      })
    const answer = resolve(
      document,
      operation.responses[spec.creates ? 201 : 200] as { $ref?: string; content: object; 'x-razao-columns'?: { accept: string } },
    )
    expect(Object.keys(answer.content)).toEqual([spec.file ? '*/*' : 'application/json'])
    expect(answer['x-razao-columns']?.accept).toBe(spec.columns && COLUMNS_MEDIA_TYPE)
    for (const id of spec.fails ?? []) {
      const refusal = operation.responses[ERRORS[id].status] ?? operation.responses.default
      expect(refusal && resolve(document, refusal)['x-razao-errors'], id).toContain(id)
    }
  })

  test('leaves no reference open, and every schema can be checked with', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref]) => $ref as string)
    expect(refs.length).toBeGreaterThan(rows.length)
    for (const $ref of new Set(refs)) expect(resolve(document, { $ref }), $ref).toBeTypeOf('object')
    for (const name of Object.keys(document.components.schemas ?? {}))
      expect(() => schemaCheck(document, { $ref: `#/components/schemas/${name}` }), name).not.toThrow()
  })

  test('has each record once, by its name, and is small enough to read', () => {
    const answerOf = (row: Endpoint) =>
      operationOf(row).responses[row.spec.creates ? 201 : 200] as { content: Record<string, { schema: object }> }
    const schemaOf = (row: Endpoint) => answerOf(row).content['application/json']?.schema
    const bill = { $ref: '#/components/schemas/Bill' }
    expect([schemaOf(contract.bills.get), schemaOf(contract.bills.create)]).toEqual([bill, bill])
    expect(schemaOf(contract.bills.list)).toMatchObject({ type: 'array', items: bill })
    const names = Object.keys(document.components.schemas ?? {})
    expect(names).toEqual(expect.arrayContaining(Object.keys(RECORDS)))
    expect(names.filter(name => /[^A-Za-z]/.test(name))).toEqual([])
    expect(JSON.stringify(document).length / rows.length).toBeLessThan(1_800)
  })

  test('says what is a boolean, a day and a page, and what a write gives back', () => {
    const list = operationOf(contract.bills.list)
    const schemaOf = (name: string) => list.parameters.map(each => resolve(document, each)).find(each => each.name === name)?.schema
    expect(schemaOf('transfers')).toMatchObject({ type: 'boolean' })
    expect(schemaOf('start_date')).toMatchObject({ type: 'string', format: 'date' })
    expect(list.responses[200]?.headers).toHaveProperty('X-Next-Cursor')
    expect(operationOf(contract.bills.create).responses[201]?.headers).toHaveProperty('X-Batch-Id')
    const create = resolve(document, operationOf(contract.bills.create).requestBody?.content['application/json']?.schema ?? {})
    expect(Object.keys((create as { properties?: object }).properties ?? {})).toEqual(
      expect.arrayContaining(['amount_cents', 'due_date', 'payment_details']),
    )
    expect(
      schemaCheck(document, { $ref: '#/components/schemas/Error' }).safeParse({ id: 'nada', message: '', request_id: '' }).success,
    ).toBe(false)
  })

  test('is a page too', async () => {
    const page = await server.app.inject('/v1/docs')
    expect([page.statusCode, page.body.includes('/v1/companies/{c}/bills')]).toEqual([200, true])
  })
})
