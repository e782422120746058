// K4: whatever goes through the rows, well or badly, the log says route, status and ids of our own, and never what people sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type KeptLog, loggedServer } from '#tests/kit/logged-server.ts'
import type { CallInput, TestServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

/** Shapes of what must never be read in a log. */
const CANARIES = {
  cpf: '52998224725',
  other_cpf: cpfNumber(77_777),
  phone: '+5511987650000',
  email: 'canario@exemplo.com.br',
  password: 'senha-canario-2026',
  otp: '918273',
  pix_key: '7b6f2c1e-canario',
  boleto: '34190000090000000000000000011874516620000037550',
  name: 'Canário Da Silva',
  search: 'buscacanario',
}

let server: TestServer
let b: Books
let log: KeptLog
beforeAll(async () => {
  const logged = await loggedServer()
  server = logged.server
  log = logged.log
  b = await books(server)
})
afterAll(() => server.close())

test('no canary reaches the log, by path, query, header, body, file or failure', async () => {
  const { cpf, phone, email, password, otp, pix_key, boleto, name, search } = CANARIES
  const file = new File([`Nome;Documento;Tipo\n${name};${CANARIES.other_cpf};Cliente\nRuim ${name};1;Cliente`], `${name}.csv`)
  const calls: [Endpoint, CallInput][] = [
    [contract.auth.authenticate, { body: { document_number: cpf, password } }],
    [contract.auth.register, { body: { name, phone_number: phone, email, kind: 'SOLO_USER' } }],
    [contract.auth.verifyOtp, { params: { id: b.company.id }, body: { otp } }],
    [contract.auth.validPhone, { params: { phone } }],
    [contract.auth.validEmail, { params: { email } }],
    [contract.auth.refreshToken, { body: { token: pix_key } }],
    [contract.naturalEntities.registrationData, { params: { doc: cpf } }],
    [contract.naturalEntities.legalEntities, { params: { doc: CANARIES.other_cpf } }],
    [contract.contacts.list, { query: { companyId: b.company.id, search } }],
    [
      contract.contacts.create,
      {
        body: {
          company_id: b.company.id,
          kind: 'CUSTOMER',
          name,
          document_number: cpf,
          email,
          phone_number: phone,
          pix_keys: [{ key: pix_key, type: 'RANDOM' }],
        },
      },
    ],
    [contract.contacts.create, { body: { company_id: b.company.id, kind: 'CUSTOMER', name, document_number: cpf } }],
    [contract.contacts.import, { params: b.c, form: { file } }],
    [contract.associates.create, { params: b.c, body: { name, document_number: cpf } }],
    [
      contract.bills.create,
      {
        params: b.c,
        body: {
          amount_cents: 1,
          due_date: '2026-03-20',
          additional_information: name,
          payment_details: { boleto: { digitable_line: boleto }, pix_key },
        },
      },
    ],
    [contract.bills.create, { params: b.c, body: { amount_cents: name, [email]: 1 } }],
    [contract.entries.upload, { params: b.c, form: { file } }],
  ]
  for (const [row, input] of calls) {
    server.clock.advance(2_000)
    await server.call(row.spec.public ? undefined : b.owner, row, input, {
      'x-device-id': pix_key,
      'user-agent': name,
      'idempotency-key': email,
    })
  }
  const lines = log.text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  expect(lines.length).toBeGreaterThanOrEqual(calls.length)
  for (const [kind, canary] of Object.entries(CANARIES)) expect(log.text.includes(canary), kind).toBe(false)
  const allowed = ['level', 'time', 'request_id', 'route', 'method', 'status', 'ms', 'user_id', 'company_id', 'error_id']
  for (const line of lines) expect(Object.keys(line).filter(key => !allowed.includes(key))).toEqual([])
  expect(lines.map(line => line.route)).toContain('/v1/natural_entities/:doc/registration_data')
  const refused = lines.findLast(line => line.route === '/v1/companies/:c/bills')
  expect(refused).toMatchObject({ status: 422, error_id: 'validation.failed' })
  const made = lines.find(line => line.route === '/v1/companies/:c/bills' && line.status === 201)
  expect(made).toMatchObject({ user_id: b.owner.id, company_id: b.company.id })
  figure({
    promise: 'K4',
    what: `${Object.keys(CANARIES).length} segredos por ${calls.length} chamadas`,
    ours: '0 no registro, que só tem os campos permitidos',
    floor: '0',
  })
})

test('a failure is told by its kind and place, without the message that may quote what was sent', async () => {
  log.text = ''
  const { registry } = server.services
  const broken = Object.assign(new Error(`no row for ${CANARIES.cpf} of ${CANARIES.email}`), { code: 'XX000' })
  server.services.registry = { ...registry, natural: () => Promise.reject(broken) }
  try {
    const refused = await server.as(b.owner).refused(contract.naturalEntities.registrationData, { params: { doc: CANARIES.cpf } })
    expect(refused).toMatchObject({ status: 500, id: 'server.failed' })
  } finally {
    server.services.registry = registry
  }
  const line = log.text.split('\n').find(each => each.includes('request failed')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({
    error: 'Error XX000',
    user_id: b.owner.id,
    stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
  })
  for (const [kind, canary] of Object.entries(CANARIES)) expect(log.text.includes(canary), kind).toBe(false)
})

test('no canary of money, keys and certificates reaches it either', async () => {
  log.text = ''
  const secrets = {
    pix: 'canario-pix@exemplo.com.br',
    pfx: 'pfx-canario-2026',
    line: CANARIES.boleto,
    card: 'tok_canario',
    bearer: 'rzk_canario',
  }
  const company_id = b.company.id
  const pfx = new File(['nada'], 'canario.pfx')
  const calls: [Endpoint, CallInput, Record<string, string>?][] = [
    [contract.pix.verifyKey, { params: { key: secrets.pix }, query: { company_id } }],
    [contract.pix.key, { params: { ...b.c, key: secrets.pix } }],
    [contract.pix.createKey, { params: b.c, body: { type: 'EMAIL', key: secrets.pix } }],
    [contract.pix.deleteKey, { params: b.c, query: { pix_key: secrets.pix } }],
    [contract.pix.send, { params: b.c, body: { amount: 1, pix_key: secrets.pix } }],
    [contract.boleto.read, { query: { digitable_line: secrets.line } }],
    [contract.boleto.pay, { body: { company_id, digitable_line: secrets.line } }],
    [contract.paymentOrders.create, { params: b.c, body: { payments: [{ pix_key: secrets.pix, amount_cents: 1 }] } }],
    [contract.certificates.create, { params: b.c, form: { password: secrets.pfx, file: pfx } }],
    [contract.subscriptions.preApprove, { body: { company_id, reference: 'ME_1', card_token: secrets.card } }],
    [contract.auth.changePassword, { body: { password: CANARIES.password } }],
    [contract.auth.updateProfile, { body: { phone_number: CANARIES.phone, email: CANARIES.email } }],
    [contract.bills.list, { params: b.c }, { authorization: `Bearer ${secrets.bearer}` }],
    [
      contract.users.invite,
      { params: b.c, body: { document_number: CANARIES.cpf, email: CANARIES.email, role_id: b.company.roles.READER } },
    ],
  ]
  for (const [row, input, headers] of calls) await server.call(b.owner, row, input, headers)
  expect(log.text.trim().split('\n').length).toBeGreaterThanOrEqual(calls.length)
  for (const [kind, canary] of Object.entries({ ...secrets, ...CANARIES })) expect(log.text.includes(canary), kind).toBe(false)
})
