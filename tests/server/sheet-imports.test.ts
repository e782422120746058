// Sheets as a job over the real server: sent, looked at row by row with every error, decided, taken in once, undone.
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { SHEET_KINDS, type SheetKind } from '#contract/sheet-imports.ts'
import { SHEET_SAMPLES } from '#domain/sheet-samples.ts'
import { csvOf } from '#domain/sheets.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, bills, contacts, entries, jobs, products, receivables, sheetImports } = contract

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

describe('another file in the place of a sheet', () => {
  const INSTEAD = 'Envie uma planilha XLSX, ou um arquivo CSV separado por ponto e vírgula, vírgula ou tabulação.'
  const FILES: readonly (readonly [name: string, content: BlobPart, says: string])[] = [
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), `O arquivo é uma imagem. ${INSTEAD}`],
    ['a PDF', '%PDF-1.7\n', `O arquivo é um PDF. ${INSTEAD}`],
    ['an OFX', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX></OFX>', `O arquivo é um extrato OFX, e não uma planilha. ${INSTEAD}`],
    [
      'an OFX in XML',
      '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX></OFX>',
      `O arquivo é um extrato OFX, e não uma planilha. ${INSTEAD}`,
    ],
    [
      'a note in XML',
      '<?xml version="1.0"?><nfeProc></nfeProc>',
      'O arquivo é um XML, e não uma planilha. Notas fiscais entram em Notas recebidas.',
    ],
    ['a page', '<!doctype html><html><td>a;b</td></html>', `O arquivo é uma página da internet, e não uma planilha. ${INSTEAD}`],
    ['bytes', Uint8Array.of(1, 0, 2, 0, 59, 10), `O arquivo não é um texto: não parece uma planilha. ${INSTEAD}`],
    ['an empty ZIP', Uint8Array.of(0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)), `O arquivo é um ZIP vazio. ${INSTEAD}`],
    ['a gzip', Uint8Array.of(0x1f, 0x8b, 8, 0), 'O arquivo está compactado. Descompacte-o e envie o arquivo de dentro.'],
    [
      'an old workbook',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0),
      'A planilha é antiga (XLS) ou está protegida por senha: salve-a como XLSX, sem senha.',
    ],
    ['blanks', ' \r\n\n', 'O arquivo está vazio.'],
    ['plain words', 'só um texto', INSTEAD],
    [
      'a field of 5 MB',
      `Nome;Tipo\nUm;Cliente\n"${'x'.repeat(5_000_000)}";Cliente\n`,
      'A linha 3 tem um campo grande demais: o limite é de 64 mil caracteres.',
    ],
  ]

  test.each(FILES)('%s is called what it is', async (_, content, says) => {
    for (const kind of ['contacts', 'bills'] as const) {
      const form = { kind, file: new File([content], 'planilha.csv', { type: 'text/csv' }) }
      const refused = await me().refused(sheetImports.upload, { params: { c: company.id }, form })
      expect(refused).toMatchObject({ id: 'import.file_rejected', message: says })
    }
  })
})

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

test('entries are judged as their form judges them: the value, the lengths, and the side that a word or a sign says', async () => {
  const long = [`05/04/2026;10,00;${'a'.repeat(2001)};`, `05/04/2026;10,00;;${'7'.repeat(61)}`]
  for (const kind of ['bills', 'receivables'] as const) {
    const { rows } = await send(kind, csv('Vencimento;Valor;Descrição;Documento', '01/01/2027;-5;;', '05/04/2026;0;;', ...long))
    expect(rows.map(row => [row.line, row.decision, row.problems])).toEqual([
      [2, 'refused', ['Valor: deve ser maior que zero']],
      [3, 'refused', ['Valor: deve ser maior que zero']],
      [4, 'refused', ['Descrição: até 2000 caracteres']],
      [5, 'refused', ['Documento: até 60 caracteres']],
    ])
  }
  const both = ['Saída;-1,00', 'Saída;1,00', ';-2,00', 'Conta a receber;3,00', 'Entrada;-3,00', 'Outra;4,00']
  const { id, rows } = await send('entries', csv('Vencimento;Tipo;Valor', ...both.map(row => `05/04/2026;${row}`)))
  expect(rows.map(row => row.problems)).toEqual([[], [], [], [], ['Valor: deve ser maior que zero'], ['Tipo não aceito: Outra']])
  await take(id)
  const amounts = async (call: typeof bills.list | typeof receivables.list) =>
    (await me().ok(call, { params: { c: company.id }, query: {} })).map(one => one.amount_cents).sort()
  expect([await amounts(bills.list), await amounts(receivables.list)]).toEqual([[100, 100, 200], [300]])
  await me().ok(batches.undo, at((await look(id)).batch_id ?? ''))
})

test('a spreadsheet’s number of three decimals is no amount of thousands, and a loan’s last year may be far ahead', async () => {
  const cells = [
    ['Vencimento', 'Valor'],
    ['15/12/55', 12.345],
    ['05/04/2026', 12.34],
    ['05/04/2026', 12_345],
  ]
  const workbook = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(cells))
  const { rows } = await send('bills', new File([XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' })], 'planilha.xlsx'))
  expect(rows.map(row => row.problems)).toEqual([['Valor inválido: 12,3450'], [], []])
  const typed = await send('bills', csv('Vencimento;Valor', '15/12/55;10,00'))
  await take(typed.id)
  const due = (await me().ok(bills.list, { params: { c: company.id }, query: {} })).map(bill => bill.due_date)
  expect(due).toContain('2055-12-15')
  await me().ok(batches.undo, at((await look(typed.id)).batch_id ?? ''))
})

test('a contact whose texts are longer than its form takes is refused, not cut', async () => {
  const { rows } = await send(
    'contacts',
    csv('Nome;Tipo;Apelido;E-mail', `Padaria;Cliente;${'a'.repeat(201)};`, 'Padaria;Cliente;;a!b@exemplo.com.br'),
  )
  expect(rows.map(row => row.problems)).toEqual([['O apelido passa de 200 caracteres'], ['E-mail inválido: a!b@exemplo.com.br']])
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
