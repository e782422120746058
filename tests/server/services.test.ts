// Services over the real server, and the national list they are chosen from.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { services } = contract

let app: TestServer
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())

const at = (company: TestCompany, id?: string): { params: Record<string, string> } => ({ params: { c: company.id, ...(id ? { id } : {}) } })
const create = (company: TestCompany, body: object = {}) =>
  app
    .as(company.owner)
    .ok(services.create, { ...at(company), body: { name: 'Consultoria mensal', municipal_service_code: '1.06', ...body } })

test('a service carries its item of the national list and suggests its tax', async () => {
  const company = await app.aCompany()
  expect(await create(company)).toMatchObject({
    amount_cents: 0,
    iss_rate: 500,
    iss_withheld: false,
    municipal_service: {
      code: '010601',
      description: 'Assessoria e consultoria em informática',
      suggested_rate: 5,
      template: 'NFSE_NACIONAL',
      version: '1.01',
    },
  })
  expect((await create(company, { municipal_service_code: '010702' })).municipal_service.code).toBe('010702')
  const wrong = await app
    .as(company.owner)
    .refused(services.create, { ...at(company), body: { name: 'X', municipal_service_code: '3.01' } })
  expect(wrong.details?.[0]).toMatchObject({ field: 'municipal_service_code', message: 'Serviço não encontrado na lista da LC 116' })
  const rate = await app
    .as(company.owner)
    .refused(services.create, { ...at(company), body: { name: 'X', municipal_service_code: '1.01', iss_rate: 501 } })
  expect(rate.details?.[0]?.field).toBe('iss_rate')
})

test('the list is searched by item, national code and words', async () => {
  const company = await app.aCompany()
  const find = async (search: string) =>
    (await app.as(company.owner).ok(services.municipal, { query: { companyId: company.id, search } })).map(each => each.code)
  expect(await find('contabilidade')).toEqual(['171901'])
  expect(await find('17.19')).toEqual(['171901'])
  expect(await find('1.07')).toContain('010701')
  expect((await find('')).length).toBeGreaterThan(190)
})

test('a service is changed, refused when stale, deleted and brought back', async () => {
  const company = await app.aCompany()
  const user = app.as(company.owner)
  const made = await create(company, { iss_withheld: true, amount_cents: 15_000 })
  const changed = await user.ok(services.update, { ...at(company, made.id), body: { ...made, name: 'Consultoria' } })
  expect(changed).toMatchObject({ name: 'Consultoria', iss_withheld: true, amount_cents: 15_000, municipal_service: { code: '010601' } })
  expect((await user.refused(services.update, { ...at(company, made.id), body: { name: 'Y', version: 1 } })).id).toBe(
    'conflict.stale_version',
  )
  const gone = await app.call(company.owner, services.delete, at(company, made.id))
  expect(await user.ok(services.list, at(company))).toEqual([])
  await user.ok(contract.batches.undo, at(company, gone.headers['x-batch-id']))
  expect((await user.ok(services.list, { ...at(company), query: { search: 'consult' } })).map(each => each.id)).toEqual([made.id])
})

test('it belongs to its company, and an operator may not delete it', async () => {
  const company = await app.aCompany()
  const { id } = await create(company)
  expect((await app.as((await app.aCompany()).owner).refused(services.get, at(company, id))).status).toBe(404)
  const operator = await app.aMember(company, 'OPERATOR')
  await app.as(operator).ok(services.update, { ...at(company, id), body: { amount_cents: 1 } })
  expect((await app.as(operator).refused(services.delete, at(company, id))).id).toBe('permission.denied')
})
