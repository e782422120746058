// The registry of entities and the tutorials over the real server: known facts as they are, unknown numbers not found, tours one's own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type LegalFacts, registerLocally } from '#server/adapters/registry.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { legalEntities, naturalEntities, tutorials } = contract

const facts: LegalFacts = {
  document_number: '12ABC34501DE35',
  trade_name: 'Padaria Teste',
  name: 'Padaria de Teste Ltda',
  email: null,
  address: { city: 'Campinas', state: 'SP' },
  phone_number: null,
  verified: true,
  situation: 'ATIVA',
  size: 'ME',
  legal_nature: '2062 Sociedade Empresária Limitada',
  branch_matriz: 'MATRIZ',
  social_capital_amount_cents: 1_000_000,
  opening_date: '2020-01-15',
  main_cnae: 'Padaria e confeitaria',
  main_cnae_code: '4721102',
  mei_option_date: null,
  mei_exclusion_date: null,
  simples_option_date: '2020-01-15',
  simples_exclusion_date: null,
  score: 730,
}

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await testServer()
  user = await server.aUser()
  const person = { document_number: cpfNumber(800), name: 'Ana Souza', situation: 'REGULAR' } as const
  const unscored = { ...facts, document_number: cnpjNumber(800), name: 'Sem Nota Ltda', score: null }
  await registerLocally(
    server.services.db,
    [facts, unscored, person],
    [{ cpf: cpfNumber(800), cnpj: facts.document_number, qualification: 'Sócio' }],
  )
})
afterAll(() => server.close())

describe('the registry', () => {
  test('tells what it knows of a CNPJ, masked or with letters', async () => {
    for (const doc of ['12ABC34501DE35', '12.abc.345/01de-35']) {
      const { score: _, ...rest } = facts
      expect(await server.as(user).ok(legalEntities.registrationData, { params: { doc } })).toEqual({
        id: '12ABC34501DE35',
        ...rest,
        source: 'local',
      })
    }
    expect(await server.as(user).ok(legalEntities.score, { params: { doc: '12ABC34501DE35' } })).toMatchObject({ score: 730 })
  })

  test('invents nothing', async () => {
    const me = server.as(user)
    expect(await me.refused(legalEntities.registrationData, { params: { doc: cnpjNumber(801) } })).toMatchObject({
      id: 'registry.not_found',
      status: 404,
    })
    expect((await me.refused(legalEntities.score, { params: { doc: cnpjNumber(800) } })).id).toBe('registry.not_found')
    expect((await me.refused(legalEntities.registrationData, { params: { doc: '11222333000182' } })).message).toBe('CNPJ é inválido')
    expect((await me.refused(naturalEntities.registrationData, { params: { doc: cpfNumber(801) } })).id).toBe('registry.not_found')
    expect((await me.refused(naturalEntities.legalEntities, { params: { doc: '11111111111' } })).message).toBe('CPF é inválido')
  })

  test('tells a person and their companies', async () => {
    const params = { doc: cpfNumber(800) }
    expect(await server.as(user).ok(naturalEntities.registrationData, { params })).toEqual({
      document_number: cpfNumber(800),
      name: 'Ana Souza',
      situation: 'REGULAR',
      source: 'local',
    })
    expect(await server.as(user).ok(naturalEntities.legalEntities, { params })).toEqual([
      {
        document_number: '12ABC34501DE35',
        name: 'Padaria de Teste Ltda',
        trade_name: 'Padaria Teste',
        situation: 'ATIVA',
        qualification: 'Sócio',
        source: 'local',
      },
    ])
  })
})

describe('tutorials', () => {
  test('begin once, end, reopen, and are nobody else’s', async () => {
    const [mine, theirs] = [await server.aUser(), await server.aUser()]
    const me = server.as(mine)
    const begun = await me.ok(tutorials.create, { body: { type: 'conciliation' } })
    expect(begun).toMatchObject({ user_id: mine.id, type: 'conciliation', completed_at: null })
    expect((await me.ok(tutorials.create, { body: { type: 'conciliation' } })).id).toBe(begun.id)
    expect((await me.ok(tutorials.update, { params: { id: begun.id }, body: {} })).completed_at).not.toBeNull()
    expect((await me.ok(tutorials.update, { params: { id: begun.id }, body: { completed: false } })).completed_at).toBeNull()
    expect(await me.ok(tutorials.list, { query: { userId: mine.id } })).toHaveLength(1)
    expect((await server.as(theirs).refused(tutorials.list, { query: { userId: mine.id } })).status).toBe(404)
    expect((await server.as(theirs).refused(tutorials.update, { params: { id: begun.id }, body: {} })).status).toBe(404)
    expect(await server.as(theirs).ok(tutorials.list)).toEqual([])
  })
})
