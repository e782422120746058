// The public services that are read, each played by a small server here: what it says, that it does not know, and every way to be away.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { viaCep } from '#server/adapters/postal-codes.ts'
import { restRegistry } from '#server/adapters/rest-registry.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { companies, legalEntities, locations, naturalEntities } = contract
const DAY_MS = 24 * 3_600_000

let service: Server
let asked: string[] = []
let answer: (response: ServerResponse) => void
let app: TestServer
let user: TestUser

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const broken: [string, (response: ServerResponse) => void][] = [
  ['fails', json({}, 500)],
  ['answers another shape', json({ hello: 'world' })],
  ['answers no JSON', response => void response.end('<html>')],
  ['sends elsewhere', response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['never stops answering', response => void response.end('x'.repeat(300 * 1024))],
  ['hangs up', response => void response.destroy()],
]

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(response)
  }).listen(0, '127.0.0.1')
  await new Promise(listening => service.once('listening', listening))
  app = await testServer()
  user = await app.aUser()
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api`
  app.services.postalCodes = viaCep(base)
  app.services.registry = restRegistry(base, app.services.jobsDb, app.clock.now)
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await app?.close()
  service?.close()
})

describe('the address of a postal code', () => {
  const SQUARE = {
    cep: '01001-000',
    logradouro: 'Praça da Sé',
    complemento: 'lado ímpar',
    bairro: 'Sé',
    localidade: 'São Paulo',
    uf: 'SP',
    ibge: '3550308',
  }
  const ask = (postalCode: string) => app.as(user).call(locations.address, { params: { postalCode } })

  test('is told whole', async () => {
    answer = json(SQUARE)
    expect((await ask('01001-000')).data).toEqual({
      postal_code: '01001-000',
      street: 'Praça da Sé',
      neighborhood: 'Sé',
      city: 'São Paulo',
      city_code: '3550308',
      state: 'SP',
      country: 'Brasil',
      source: 'provider',
    })
    expect(asked).toEqual(['/api/01001000/json/'])
  })

  test('of a whole city has no street', async () => {
    answer = json({ ...SQUARE, cep: '13300-000', logradouro: '', bairro: '', localidade: 'Itu' })
    expect((await ask('13300000')).data).not.toHaveProperty('street')
  })

  test.each([true, 'true'])('that does not exist (erro %j) is not found', async erro => {
    answer = json({ erro })
    expect(await ask('99999999')).toMatchObject({ status: 404, data: { id: 'resource.not_found' } })
  })

  test.each(broken)('is not available when the service %s', async (_, how) => {
    answer = how
    expect(await ask('01001000')).toMatchObject({ status: 503, data: { id: 'provider.unavailable' } })
  })

  test('is not asked for with a wrong one', async () => {
    expect((await ask('0100100')).status).toBe(422)
    expect(asked).toEqual([])
  })
})

describe('the registry', () => {
  const BAKERY = {
    razao_social: 'PADARIA DA PRAÇA LTDA',
    nome_fantasia: 'PADARIA DA PRACA',
    situacao_cadastral: 2,
    codigo_porte: 1,
    natureza_juridica: 'Sociedade Empresária Limitada',
    codigo_natureza_juridica: 2062,
    identificador_matriz_filial: 1,
    capital_social: 15000.5,
    data_inicio_atividade: '2019-04-02',
    cnae_fiscal: 1091102,
    cnae_fiscal_descricao: 'Padaria e confeitaria',
    opcao_pelo_mei: false,
    data_opcao_pelo_mei: null,
    data_exclusao_do_mei: null,
    data_opcao_pelo_simples: '2019-04-02',
    data_exclusao_do_simples: null,
    email: 'OI@PADARIA.EXEMPLO.COM.BR',
    ddd_telefone_1: '1133334444',
    descricao_tipo_de_logradouro: 'RUA',
    logradouro: 'DAS FLORES',
    numero: '10',
    complemento: '',
    bairro: 'CENTRO',
    cep: '01001000',
    municipio: 'SAO PAULO',
    codigo_municipio_ibge: 3550308,
    uf: 'SP',
    qsa: [],
  }
  const ask = (doc: string) => app.as(user).call(legalEntities.registrationData, { params: { doc } })

  test('tells a company, and what was told a day ago is not asked again', async () => {
    answer = json(BAKERY)
    const doc = cnpjNumber(90_001)
    const told = {
      id: doc,
      document_number: doc,
      name: 'PADARIA DA PRAÇA LTDA',
      trade_name: 'PADARIA DA PRACA',
      email: 'oi@padaria.exemplo.com.br',
      phone_number: '+551133334444',
      address: {
        postal_code: '01001-000',
        street: 'RUA DAS FLORES',
        number: '10',
        neighborhood: 'CENTRO',
        city: 'SAO PAULO',
        city_code: '3550308',
        state: 'SP',
      },
      verified: true,
      situation: 'ATIVA',
      size: 'ME',
      legal_nature: '2062 Sociedade Empresária Limitada',
      branch_matriz: 'MATRIZ',
      social_capital_amount_cents: 1_500_050,
      opening_date: '2019-04-02',
      main_cnae: 'Padaria e confeitaria',
      main_cnae_code: '1091102',
      mei_option_date: null,
      simples_option_date: '2019-04-02',
      source: 'provider',
    }
    expect((await ask(doc)).data).toMatchObject(told)
    expect((await ask(doc)).data).toMatchObject(told)
    expect(asked).toEqual([`/api/${doc}`])
    app.clock.advance(DAY_MS + 1)
    answer = json({}, 500)
    expect((await ask(doc)).data).toMatchObject({ name: told.name })
    expect(asked).toHaveLength(2)
  })

  test('fills a company that is founded after it was told', async () => {
    answer = json({ ...BAKERY, opcao_pelo_mei: true, data_opcao_pelo_mei: '2020-01-01' })
    const doc = cnpjNumber(90_002)
    const unknown = await app.as(user).refused(companies.create, { body: { document_number: doc } })
    expect(unknown.details).toMatchObject([{ field: 'name', message: 'Informe a razão social' }])
    expect(asked).toEqual([])
    await ask(doc)
    const made = await app.as(user).ok(companies.create, { body: { document_number: doc, email: 'dona@exemplo.com.br' } })
    expect(made).toMatchObject({
      name: 'PADARIA DA PRAÇA LTDA',
      trade_name: 'PADARIA DA PRACA',
      email: 'dona@exemplo.com.br',
      phone_number: '+551133334444',
      tax_regime: 'MEI',
      legal_entity: { id: doc, verified: true, situation: 'ATIVA', size: 'MEI', main_cnae_code: '1091102' },
      company_activations: [
        { type: 'SIMPLES_NACIONAL', opted_in: '2019-04-02', exclusion_in: null },
        { type: 'MEI', opted_in: '2020-01-01', exclusion_in: null },
      ],
    })
  })

  test('does not know a number, nor any person', async () => {
    answer = json({ message: 'CNPJ não encontrado' }, 404)
    expect(await ask(cnpjNumber(90_003))).toMatchObject({ status: 404, data: { id: 'registry.not_found' } })
    const person = await app.as(user).refused(naturalEntities.registrationData, { params: { doc: cpfNumber(9001) } })
    expect(person.id).toBe('registry.not_found')
  })

  test.each(broken)('is not available when the service %s', async (_, how) => {
    answer = how
    expect(await ask(cnpjNumber(90_004))).toMatchObject({ status: 503, data: { id: 'provider.unavailable' } })
  })
})

test('an address of a service is over TLS, or of this machine', () => {
  const read = (source: NodeJS.ProcessEnv) => readEnvironment({ RAZAO_DIR: '/tmp', RAZAO_SECRET: 's'.repeat(32), ...source })
  expect(read({})).toMatchObject({ cepUrl: undefined, cnpjUrl: undefined })
  expect(read({ CEP_URL: 'https://viacep.com.br/ws' }).cepUrl).toBe('https://viacep.com.br/ws')
  expect(() => read({ CNPJ_URL: 'http://registro.exemplo/cnpj' })).toThrow(BadEnvironment)
})
