// Sheets in and out over the real server: XLSX beside CSV, the limits at their edges, and exports that our own imports read back.
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { sheetXml, textRow, workbookOf, zip } from '#tests/kit/zips.ts'

const { contacts, entries, exports } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server.close())

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const file = (bytes: Uint8Array | Buffer, name = 'planilha.xlsx') => new File([new Uint8Array(bytes)], name, { type: XLSX_TYPE })

function book(rows: unknown[][]): File {
  const made = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true }), 'a')
  return file(new Uint8Array(XLSX.write(made, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer))
}

const upload = (sheet: File) => ({ params: b.c, form: { file: sheet } })

describe('XLSX uploads', () => {
  test('bring contacts and entries, dates and amounts as the cells hold them', async () => {
    const me = server.as(b.owner)
    const people = book([
      ['Nome', 'Documento', 'Tipo'],
      ['João Açaí', cpfNumber(610), 'Cliente'],
    ])
    expect(await me.ok(contacts.import, upload(people))).toMatchObject({ imported: 1 })
    const sheet = book([
      ['Vencimento', 'Valor', 'Descrição', 'Tipo'],
      [new Date(Date.UTC(2026, 3, 5)), 1234.56, '=1+1 na descrição', 'Saída'],
      ['06/04/2026', '1.000,10', 'Texto', 'Entrada'],
    ])
    expect(await me.ok(entries.upload, upload(sheet))).toMatchObject({ imported: 2 })
    const stored = await me.ok(entries.list, { params: b.c, query: { start_date: '2026-04-01', end_date: '2026-04-30' } })
    expect(stored.map(entry => [entry.date, entry.amount_cents, entry.additional_information])).toEqual([
      ['2026-04-05', 123_456, '=1+1 na descrição'],
      ['2026-04-06', 100_010, 'Texto'],
    ])
  })

  test('bring nothing twice: rows of the books stay out and are told by line, equal rows of one sheet are two', async () => {
    const me = server.as(b.owner)
    const header = ['Vencimento', 'Valor', 'Descrição']
    const twice = ['07/05/2026', 4.5, 'Tarifa']
    const first = await me.call(entries.upload, upload(book([header, twice, twice])))
    expect(first.data).toMatchObject({ imported: 2, errors: [] })
    const known = (line: number) => ({ line, message: 'Já está nos lançamentos.' })
    expect(await me.ok(entries.upload, upload(book([header, twice, twice, twice])))).toMatchObject({
      imported: 1,
      errors: [known(2), known(3)],
    })
    const again = await me.call(entries.upload, upload(book([header, twice])))
    expect(again.data).toMatchObject({ imported: 0, errors: [known(2)] })
    expect(again.headers['x-batch-id']).toBeUndefined()
    await me.ok(contract.batches.undo, { params: { ...b.c, id: first.headers['x-batch-id'] ?? '' } })
    expect(await me.ok(entries.upload, upload(book([header, twice, twice, twice])))).toMatchObject({ imported: 2 })
    const people = book([
      ['Nome', 'Tipo'],
      ['Sem documento', 'Cliente'],
    ])
    expect(await me.ok(contacts.import, upload(people))).toMatchObject({ imported: 1 })
    expect((await me.refused(contacts.import, upload(people))).details).toMatchObject([
      { field: 'linha 2', message: 'Já existe um contato com este nome, sem documento.' },
    ])
  })

  test('name the row that is wrong', async () => {
    const sheet = book([
      ['Vencimento', 'Valor'],
      ['05/04/2026', 10],
      ['amanhã?', 10],
    ])
    const refused = await server.as(b.owner).refused(entries.upload, upload(sheet))
    expect(refused.details?.map(detail => detail.field)).toEqual(['linha 3'])
  })

  const rows = (count: number) => textRow(['Vencimento', 'Valor']) + textRow(['05/04/2026', '1,00']).repeat(count)
  const refusals: [string, () => Buffer, RegExp][] = [
    ['more than 10 MB', () => zip([{ name: 'a', method: 0, content: Buffer.alloc(10 * 2 ** 20 + 1) }]), /passa de 10 MB/],
    ['61 columns', () => workbookOf(sheetXml(textRow(Array.from({ length: 61 }, String)))), /60 colunas/],
    ['100,001 rows', () => workbookOf(sheetXml(rows(100_000))), /100\.000 linhas/],
    [
      '201 entries',
      () =>
        workbookOf(
          sheetXml(''),
          Array.from({ length: 196 }, (_, at) => ({ name: `x${at}.xml`, content: 'x' })),
        ),
      /arquivos demais/,
    ],
    [
      'a sheet inside a sheet',
      () => workbookOf(sheetXml(''), [{ name: 'a.bin', content: zip([{ name: 'a', content: 'a' }]) }]),
      /outro arquivo/,
    ],
    ['an entity of its own', () => workbookOf(`<!DOCTYPE a [<!ENTITY b "c">]>${sheetXml('')}`), /declarações/],
    ['half of it', () => workbookOf(sheetXml(rows(10))).subarray(0, 700), /incompleta/],
  ]
  test.each(refusals)('with %s are refused', async (_, made, reason) => {
    const refused = await server.as(b.owner).refused(entries.upload, upload(file(made())))
    expect(refused).toMatchObject({ id: 'import.file_rejected', status: 422, message: expect.stringMatching(reason) })
  })

  test('with 60 columns and 200 entries are read', async () => {
    const wide = workbookOf(
      sheetXml(textRow(['Vencimento', 'Valor', ...Array.from({ length: 58 }, String)]) + textRow(['05/05/2026', '1,00'])),
      Array.from({ length: 195 }, (_, at) => ({ name: `x${at}.xml`, content: 'x' })),
    )
    expect(await server.as(b.owner).ok(entries.upload, upload(file(wide)))).toMatchObject({ imported: 1 })
  })
})

describe('exports', () => {
  test('hold the period asked for, in both formats, with their names', async () => {
    const here = await books(server)
    await here.bill({ due_date: '2026-03-05', amount_cents: 123_456, additional_information: 'Aluguel "A"; sala', document_number: '007' })
    await here.bill({ due_date: '2026-05-05' })
    await here.receivable({ due_date: '2026-03-06', amount_cents: 5_000 })
    const me = server.as(here.owner)
    const query = { start_date: '2026-03-01', end_date: '2026-03-31' }
    const csv = await me.call(exports.entries, { params: here.c, query: { ...query, format: 'csv' } })
    expect(csv.headers).toMatchObject({
      'content-disposition': expect.stringContaining('lancamentos.csv'),
      'x-content-type-options': 'nosniff',
    })
    const lines = Buffer.from(csv.data as Uint8Array)
      .toString('utf8')
      .split('\r\n')
    expect(lines[0]?.startsWith('\ufeffTipo;Vencimento;Valor;')).toBe(true)
    expect(lines[1]).toBe('Saída;05/03/2026;-1234,56;"Aluguel ""A""; sala";;;007;05/03/2026;05/03/2026;;Pendente;Banco do Brasil')
    expect(lines[2]).toMatch(/^Entrada;06\/03\/2026;50,00;/)
    const xlsx = await me.call(exports.bills, { params: here.c, query })
    const sheet = XLSX.read(xlsx.data as Uint8Array, { cellDates: true, UTC: true }).Sheets['contas-a-pagar']
    expect(sheet?.B2).toMatchObject({ t: 'n', v: 1234.56 })
    expect(sheet?.A2).toMatchObject({ t: 'd', v: new Date('2026-03-05T00:00:00Z') })
    expect(sheet?.F2).toMatchObject({ t: 's', v: '007' })
    expect(sheet?.A3).toBeUndefined()
  })

  test('come back through the imports', async () => {
    const from = await books(server)
    await from.bill({ due_date: '2026-03-05', amount_cents: 1_050, additional_information: '-50% de desconto', category_id: from.category })
    for (const format of ['csv', 'xlsx']) {
      const to = await books(server)
      const out = await server.as(from.owner).call(exports.bills, { params: from.c, query: { format } })
      const sheet = new File([new Uint8Array(out.data as Uint8Array)], `contas.${format}`)
      expect(await server.as(to.owner).ok(entries.upload, { params: to.c, form: { file: sheet, kind: 'DEBIT' } })).toMatchObject({
        imported: 1,
      })
      const back = await server.as(to.owner).ok(contract.bills.list, { params: to.c })
      expect(back.map(bill => [bill.due_date, bill.amount_cents, bill.additional_information])).toEqual([
        ['2026-03-05', 1_050, '-50% de desconto'],
      ])
    }
  })

  test('need the right to export and the right to see', async () => {
    const reader = server.as(await server.aMember(b.company, 'READER'))
    expect((await reader.refused(exports.bills, { params: b.c })).id).toBe('permission.denied')
    const finance = server.as(await server.aMember(b.company, 'FINANCE'))
    expect((await finance.call(exports.contacts, { params: b.c, query: { format: 'csv' } })).status).toBe(200)
  })
})
