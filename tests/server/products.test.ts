// Products over the real server: their codes, their classifications, sheets of both kinds, and what others may not do.
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { products } = contract

let app: TestServer
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())

const NOTEBOOK = { code: 'NB-1', name: 'Notebook Ágil 14', price_cents: 350_000, ncm: '8471.30.12' }
const at = (company: TestCompany, id?: string): { params: Record<string, string> } => ({ params: { c: company.id, ...(id ? { id } : {}) } })
const create = (company: TestCompany, body: object = {}) =>
  app.as(company.owner).ok(products.create, { ...at(company), body: { ...NOTEBOOK, ...body } })
const refused = (company: TestCompany, body: object) =>
  app.as(company.owner).refused(products.create, { ...at(company), body: { ...NOTEBOOK, ...body } })
const list = (company: TestCompany, query: Record<string, unknown> = {}) =>
  app.as(company.owner).ok(products.list, { ...at(company), query })

describe('a product', () => {
  test('is stored in one form, with what is left out filled in', async () => {
    const company = await app.aCompany()
    expect(await create(company, { cest: '', gtin: '7891000315507' })).toMatchObject({
      ncm: '84713012',
      unit: 'UN',
      cfop: '5102',
      origin: 'NATIONAL',
      cest: null,
      gtin: '7891000315507',
      version: 1,
    })
  })

  test('is refused by field: no such NCM, a CFOP of entries, a negative price, a code taken', async () => {
    const company = await app.aCompany()
    await create(company)
    const cases: [object, string][] = [
      [{ code: 'B', ncm: '12345678' }, 'ncm'],
      [{ code: 'B', ncm: '847' }, 'ncm'],
      [{ code: 'B', cfop: '1102' }, 'cfop'],
      [{ code: 'B', price_cents: -1 }, 'price_cents'],
      [{ code: 'B', gtin: '123' }, 'gtin'],
      [{ code: 'B', name: '' }, 'name'],
    ]
    expect((await refused(company, { code: 'B', cest: '12' })).details?.[0]?.message).toBe('O CEST tem 7 dígitos')
    for (const [body, field] of cases) expect((await refused(company, body)).details?.[0]?.field, JSON.stringify(body)).toBe(field)
    expect(await refused(company, {})).toMatchObject({ id: 'conflict.already_exists', message: 'Já existe um produto com este código.' })
  })

  test('is changed field by field, refused when stale, deleted, and brought back by undo', async () => {
    const company = await app.aCompany()
    const user = app.as(company.owner)
    const made = await create(company, { cfop: '5101', unit: 'CX', origin: 'FOREIGN_DOMESTIC_MARKET' })
    const changed = await user.ok(products.update, { ...at(company, made.id), body: { price_cents: 1 } })
    expect(changed).toMatchObject({ price_cents: 1, cfop: '5101', unit: 'CX', origin: 'FOREIGN_DOMESTIC_MARKET', version: 2 })
    expect((await user.refused(products.update, { ...at(company, made.id), body: { name: 'X', version: 1 } })).id).toBe(
      'conflict.stale_version',
    )
    const gone = await app.call(company.owner, products.delete, at(company, made.id))
    expect(await list(company)).toEqual([])
    await user.ok(contract.batches.undo, at(company, gone.headers['x-batch-id']))
    expect(await user.ok(products.get, at(company, made.id))).toMatchObject({ price_cents: 1 })
  })

  test('is found by name without accents, by code and by NCM', async () => {
    const company = await app.aCompany()
    await create(company)
    await create(company, { code: 'CAFE', name: 'Café torrado', ncm: '09012100' })
    const names = async (search: string) => (await list(company, { search })).map(each => each.code)
    expect(await names('agil')).toEqual(['NB-1'])
    expect(await names('0901.21')).toEqual(['CAFE'])
    expect(await names('nb-1')).toEqual(['NB-1'])
  })

  test('belongs to its company, and a reader may only look', async () => {
    const company = await app.aCompany()
    const other = await app.aCompany()
    const { id } = await create(company)
    expect((await app.as(other.owner).refused(products.get, at(other, id))).status).toBe(404)
    expect((await app.as(other.owner).refused(products.delete, at(company, id))).status).toBe(404)
    const reader = await app.aMember(company, 'READER')
    expect((await app.as(reader).ok(products.list, at(company))).length).toBe(1)
    expect((await app.as(reader).refused(products.delete, at(company, id))).id).toBe('permission.denied')
  })
})

describe('classifications', () => {
  test('CFOP of sale by number or word; an NCM is known or not', async () => {
    const user = app.as(await app.aUser())
    const find = (query: Record<string, unknown>) => user.ok(products.classifications, { query })
    const [sale] = await find({ kind: 'CFOP', search: '5102' })
    expect(sale).toMatchObject({ code: '5102', kind: 'CFOP' })
    expect((await find({ kind: 'CFOP' })).every(row => /^[567]/.test(row.code))).toBe(true)
    expect((await find({ kind: 'NCM', search: 'café' })).map(row => row.code)).toEqual(['09'])
    expect(await find({ kind: 'NCM', search: '0901.21.00' })).toEqual([
      { code: '09012100', description: 'Café, chá, mate e especiarias', kind: 'NCM' },
    ])
    const bread = (await find({ kind: 'NCM', search: '1905' })).map(row => row.code)
    expect(bread).toEqual(expect.arrayContaining(['19052090', '19059090']))
    expect(bread.every(code => /^1905\d{4}$/.test(code))).toBe(true)
    expect(await find({ search: '12345678' })).toEqual([])
  })
})

const csv = (text: string) => new File([text], 'produtos.csv', { type: 'text/csv' })
const xlsx = (rows: unknown[][]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Produtos')
  return new File([new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))], 'produtos.xlsx')
}
const HEADER = ['Código', 'Nome', 'Preço', 'NCM', 'Unidade', 'Origem']

describe('a sheet', () => {
  test.each([
    ['CSV', csv(`${HEADER.join(';')}\nA1;Café 500 g;"19,90";0901.21.00;PCT;\n\nA2;Notebook;3.500,00;84713012;;2\n`)],
    ['XLSX', xlsx([HEADER, ['A1', 'Café 500 g', '19,90', '0901.21.00', 'PCT', ''], [], ['A2', 'Notebook', '3.500,00', '84713012', '', 2]])],
  ])('%s brings every row', async (_, file) => {
    const company = await app.aCompany()
    const answer = await app.as(company.owner).ok(products.upload, { ...at(company), form: { file } })
    expect(answer).toMatchObject({ imported: 2, errors: [] })
    expect(await list(company)).toMatchObject([
      { code: 'A1', price_cents: 1990, ncm: '09012100', unit: 'PCT', origin: 'NATIONAL' },
      { code: 'A2', price_cents: 350_000, unit: 'UN', origin: 'FOREIGN_DOMESTIC_MARKET' },
    ])
  })

  test('has a rate as its cell shows it, be it written as a percentage or as a number', async () => {
    const company = await app.aCompany()
    const row = (code: string, rate: object | number) => [code, 'Café', 1, '0901.21.00', rate]
    const file = xlsx([
      ['Código', 'Nome', 'Preço', 'NCM', 'ICMS'],
      row('A1', { v: 0.18, t: 'n', z: '0%' }),
      row('A2', { v: 0.075, t: 'n', z: '0.00%' }),
      row('A3', 18),
      row('A4', { v: 18, t: 'n', z: '0"%"' }),
    ])
    await app.as(company.owner).ok(products.upload, { ...at(company), form: { file } })
    expect((await list(company)).map(product => product.icms_rate)).toEqual([1800, 750, 1800, 1800])
  })

  test('with wrong rows brings none, and names each by its line', async () => {
    const company = await app.aCompany()
    await create(company)
    const file = csv(
      `${HEADER.join(';')}\nA1;Café;19,90;09012100;;\nA1;Outro;1;09012100;;\nNB-1;Tomado;1;84713012;;\nA4;;1;84713012;;\nA5;X;dez;84713012;;\nA6;X;1;11111111;;\nA7;X;1;84713012;;9\n`,
    )
    const answer = await app.as(company.owner).refused(products.upload, { ...at(company), form: { file } })
    expect(answer.id).toBe('import.row_errors')
    expect(answer.details?.map(detail => `${detail.field}: ${detail.message}`)).toEqual([
      'linha 3: Código repetido: já está na linha 2.',
      'linha 4: Já existe um produto com este código.',
      'linha 5: Informe o nome',
      'linha 6: Preço inválido: dez',
      'linha 7: NCM não encontrado na tabela: 11111111',
      'linha 8: Origem não aceita: 9 (use 0 a 8)',
    ])
    expect((await list(company)).length).toBe(1)
  })

  test('that is none, lacks a column or is empty says so', async () => {
    const company = await app.aCompany()
    const why = async (file: File) => (await app.as(company.owner).refused(products.upload, { ...at(company), form: { file } })).message
    expect(await why(csv('só um texto'))).toMatch(/^Envie uma planilha XLSX, ou um arquivo CSV/)
    expect(await why(csv('Nome;Preço\nA;1\n'))).toBe('A primeira linha precisa ter as colunas Código, Nome, Preço e NCM.')
    expect(await why(csv(`${HEADER.join(';')}\n`))).toBe('O arquivo não traz nenhum produto.')
    expect(await why(new File(['PK\u0003\u0004 quebrado'], 'x.xlsx'))).toBe('A planilha está incompleta.')
  })
})
