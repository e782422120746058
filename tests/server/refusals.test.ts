// Refusals of the kernel that no single call is about: what cannot be read, what cannot be kept, who does not answer, what fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { FileStoreError } from '#server/adapters/files.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())
beforeEach(() => server.clock.advance(60_000))

async function post(payload: string, type: string): Promise<{ status: number; id: string; message: string }> {
  const token = await signAccess(server.services.secret, { user_id: b.owner.id, session_id: b.owner.session_id }, server.clock.now())
  const url = `/v1/companies/${b.company.id}/bills`
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
  return { status: answer.statusCode, ...answer.json() }
}

test.each(['{', 'nada', '{"amount_cents":1}}', '{"__proto__":{"a":1}}'])('a body that is no JSON is malformed: %s', async body => {
  expect(await post(body, 'application/json')).toMatchObject({ status: 400, id: 'request.malformed', message: 'Não entendemos o envio.' })
})

test.each(['application/xml', 'text/html', 'image/png'])('a body of %s is of no accepted form', async type => {
  expect(await post('<a/>', type)).toMatchObject({ status: 415, id: 'request.unsupported_type', message: 'Formato não aceito.' })
})

test('a form where JSON is asked, and JSON where a form is, are of no accepted form', async () => {
  const refused = await server.as(b.owner).refused(contract.attachments.create, { params: b.c, body: {} })
  expect(refused).toMatchObject({ status: 415, id: 'request.unsupported_type' })
})

test('a file that cannot be kept says that nothing was', async () => {
  const { files } = server.services
  const bill = await b.bill()
  server.services.files = { ...files, put: () => Promise.reject(new FileStoreError('disk full')) }
  try {
    const file = new File(['nota'], 'nota.txt', { type: 'text/plain' })
    const refused = await server.as(b.owner).refused(contract.attachments.create, { params: b.c, form: { bill_id: bill.id, file } })
    expect(refused).toMatchObject({
      status: 503,
      id: 'storage.unavailable',
      message: 'Não foi possível salvar. Nada foi alterado.',
      retry_after: 5,
    })
  } finally {
    server.services.files = files
  }
  expect(await server.as(b.owner).ok(contract.attachments.list, { params: b.c, query: { bill_id: bill.id } })).toEqual([])
})

test('a party outside that does not answer is told apart from one that refuses', async () => {
  const money = await moneyBooks(server, await books(server))
  server.services.payments = { ...server.services.payments, pixKey: () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1')) }
  try {
    const refused = await server
      .as(money.owner)
      .refused(contract.pix.verifyKey, { params: { key: OTHER_KEY }, query: { company_id: money.company.id } })
    expect(refused).toMatchObject({ status: 503, id: 'provider.unavailable', retry_after: 5 })
    expect(refused.message).toBe('Tente mais tarde.')
  } finally {
    server.services.payments = server.bank
  }
})

test('our own fault says so in the words of the spec, without what failed', async () => {
  const { registry } = server.services
  server.services.registry = { ...registry, natural: () => Promise.reject(new TypeError('x is undefined')) }
  try {
    const refused = await server.as(b.owner).refused(contract.naturalEntities.registrationData, { params: { doc: '52998224725' } })
    expect(refused).toMatchObject({ status: 500, id: 'server.failed' })
    expect(refused.message).toBe(
      'Parece que tivemos um problema em nossos servidores. Estamos trabalhando para resolver isso o mais rápido possível.',
    )
  } finally {
    server.services.registry = registry
  }
})
