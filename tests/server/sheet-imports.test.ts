// Sheets as a job over the real server: sent, looked at row by row with every error, decided, taken in once, undone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { SHEET_KINDS, type SheetKind } from '#contract/sheet-imports.ts'
import { SHEET_SAMPLES } from '#domain/sheet-samples.ts'
import { csvOf } from '#domain/sheets.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, bills, contacts, entries, jobs, products, sheetImports } = contract

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
})
afterAll(() => server.close())

const me = () => server.as(company.owner)
const csv = (...lines: string[]) => new File([lines.join('\n')], 'planilha.csv', { type: 'text/csv' })
const at = (id: string) => ({ params: { c: company.id, id } })
const send = (kind: SheetKind, file: File) => me().ok(sheetImports.upload, { params: { c: company.id }, form: { kind, file } })
const look = (id: string) => me().ok(sheetImports.get, at(id))
const choose = (id: string, lines: number[], choice: 'ADD' | 'SKIP') => me().ok(sheetImports.decide, { ...at(id), body: { lines, choice } })
const listed = () => me().ok(contacts.list, { query: { companyId: company.id } })

async function take(id: string) {
  const run = await me().ok(sheetImports.commit, at(id))
  return server.as(undefined).ok(jobs.get, { params: { id: run.id } }, { authorization: `Bearer ${run.publicAccessToken}` })
}

describe('a sheet of contacts', () => {
  const sheet = csv(
    'Nome;Tipo;Documento;E-mail;Telefone',
    'Padaria Um;Cliente;11.222.333/0001-81;;',
    ';Sócio;123;nada;9',
    'Padaria Dois;Fornecedor;;;',
    'Padaria Um de novo;Cliente;11222333000181;;',
    'Padaria Três;Ambos;;;',
  )

  test('is shown row by row, with every error of a row, and nothing is written before its commit', async () => {
    const review = await send('contacts', sheet)
    expect(review).toMatchObject({ status: 'PREVIEW', header: ['Nome', 'Tipo', 'Documento', 'E-mail', 'Telefone'], committed_count: 0 })
    expect(review.rows.map(row => [row.line, row.decision, row.choice])).toEqual([
      [2, 'new', 'ADD'],
      [3, 'refused', 'SKIP'],
      [4, 'new', 'ADD'],
      [5, 'refused', 'SKIP'],
      [6, 'new', 'ADD'],
    ])
    expect(review.rows[1]?.problems).toHaveLength(5)
    expect(review.rows[3]?.problems).toEqual(['Documento repetido: já está na linha 2.'])
    expect(await listed()).toEqual([])
    expect(await look(review.id)).toEqual(review)
  })

  test('goes in without its wrong rows and those left out, once, and comes out again by one undo', async () => {
    const { id } = await send('contacts', sheet)
    await choose(id, [4, 6], 'SKIP')
    await choose(id, [6], 'ADD')
    expect((await look(id)).rows.map(row => row.choice)).toEqual(['ADD', 'SKIP', 'SKIP', 'SKIP', 'ADD'])
    const { metadata } = await take(id)
    expect(metadata).toMatchObject({ status: 'success', message: '3 contatos importados de planilha' })
    expect((await listed()).map(one => [one.name, one.kind])).toEqual([
      ['Padaria Três', 'CUSTOMER'],
      ['Padaria Três', 'SUPPLIER'],
      ['Padaria Um', 'CUSTOMER'],
    ])
    const done = await look(id)
    expect(done).toMatchObject({ status: 'COMMITTED', committed_count: 3 })
    expect(done.rows.map(row => row.choice)).toEqual(['ADD', 'SKIP', 'SKIP', 'SKIP', 'ADD'])
    expect((await me().refused(sheetImports.commit, at(id))).id).toBe('import.already_done')
    expect((await me().refused(sheetImports.decide, { ...at(id), body: { lines: [4], choice: 'ADD' } })).id).toBe('import.already_done')
    // The same file once more: what is there already is told, and stays out.
    const again = await send('contacts', sheet)
    expect(again.rows.map(row => row.decision)).toEqual(['present', 'refused', 'new', 'present', 'present'])
    await me().ok(batches.undo, at(done.batch_id ?? ''))
    expect(await listed()).toEqual([])
    expect((await look(id)).status).toBe('REVERTED')
  })

  test('is judged anew when it goes in: what came meanwhile stays out', async () => {
    const { id } = await send('contacts', sheet)
    const other = await send('contacts', csv('Nome;Tipo', 'Padaria Dois;Fornecedor'))
    await take(other.id)
    await take(id)
    expect((await look(id)).rows.map(row => row.decision)).toEqual(['new', 'refused', 'present', 'refused', 'new'])
    for (const each of [id, other.id]) await me().ok(batches.undo, at((await look(each)).batch_id ?? ''))
  })

  test('thrown away keeps nothing of its rows', async () => {
    const { id } = await send('contacts', sheet)
    await me().ok(sheetImports.discard, at(id))
    expect(await look(id)).toMatchObject({ status: 'DISCARDED', rows: [] })
    expect((await me().refused(sheetImports.commit, at(id))).id).toBe('import.already_done')
  })

  test('without its columns is refused whole, and one of another company is nobody’s', async () => {
    const refused = await me().refused(sheetImports.upload, {
      params: { c: company.id },
      form: { kind: 'contacts', file: csv('A;B', '1;2') },
    })
    expect(refused).toMatchObject({ id: 'import.file_rejected', message: expect.stringContaining('Nome') })
    const { id } = await send('contacts', sheet)
    const other = await server.aCompany()
    const theirs = { params: { c: other.id, id } }
    for (const row of [sheetImports.get, sheetImports.commit, sheetImports.discard]) {
      expect((await server.as(other.owner).refused(row, theirs)).id).toBe('resource.not_found')
    }
  })
})

test('all errors of an entry are told, a closed period among them', async () => {
  await me().ok(entries.closeDateRange, { params: { c: company.id }, body: { start_date: '2026-01-01', end_date: '2026-01-31' } })
  const { rows } = await send(
    'bills',
    csv('Vencimento;Valor;Categoria;Competência', '05/01/2026;1,00;;', '99/99;abc;Nenhuma;nunca', '05/04/2026;10,00;;'),
  )
  expect(rows.map(row => row.problems)).toEqual([
    ['O período de 01/01/2026 a 31/01/2026 está fechado.'],
    ['Vencimento inválido: 99/99', 'Valor inválido: abc', 'Competência inválida: nunca', 'Categoria não encontrada: Nenhuma'],
    [],
  ])
})

test.each(SHEET_KINDS)('the sample of %s goes in as it is', async kind => {
  const { header, rows } = SHEET_SAMPLES[kind]
  const review = await send(kind, new File([csvOf(header, rows)], 'exemplo.csv', { type: 'text/csv' }))
  expect(review.rows.flatMap(row => row.problems)).toEqual([])
  const { metadata } = await take(review.id)
  expect(metadata.status).toBe('success')
  await me().ok(batches.undo, at((await look(review.id)).batch_id ?? ''))
})

test('who may not create the records may neither send nor see such a sheet', async () => {
  const { id } = await send('products', csv('Código;Nome;Preço;NCM', 'A;B;1,00;19059090'))
  const reader = await server.aMember(company, 'READER')
  const form = { kind: 'products' as const, file: csv('Código;Nome;Preço;NCM', 'A;B;1,00;19059090') }
  expect((await server.as(reader).refused(sheetImports.upload, { params: { c: company.id }, form })).id).toBe('permission.denied')
  expect((await server.as(reader).refused(sheetImports.get, at(id))).id).toBe('permission.denied')
  expect(await me().ok(products.list, { params: { c: company.id }, query: {} })).toEqual([])
  expect(await me().ok(bills.list, { params: { c: company.id }, query: {} })).toEqual([])
})
