// F4 and F6: files made to hurt are refused quickly while others are served, and what is exported stays text wherever it is opened.
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { type Cell, csvOf, unguardText } from '#domain/sheets.ts'
import { scanCsv } from '#domain/statements/csv-scan.ts'
import { withReader } from '#server/parsers/reader.ts'
import { type Books, books } from '#tests/kit/books.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { sheetXml, textRow, workbookOf, zip } from '#tests/kit/zips.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const MILLION = 1_000_000
const row = textRow(['Vencimento', 'Valor']) + textRow(['05/04/2026', '1,00'])
const beside = (name: string, content: string | Buffer) => workbookOf(sheetXml(row), [{ name, content }])
const lol = `<!DOCTYPE l [${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]>`

/** Its directory is said to lie beyond its end. */
function elsewhere(file: Buffer): Buffer {
  file.writeUInt32LE(0xfffffff0, file.length - 6)
  return file
}

const DOCTYPES = [
  ['entidade longa repetida', `<!ENTITY b "${'x'.repeat(50_000)}">`],
  ['entidade de parâmetro', '<!ENTITY % p SYSTEM "http://127.0.0.1/p.dtd"> %p;'],
  ['XXE por endereço', '<!ENTITY b SYSTEM "http://127.0.0.1/">'],
  ['entidade de si mesma', '<!ENTITY b "&b;">'],
  ['entidade nunca dita', ''],
] as const
const SIGNATURES = [
  ['gzip', '1f8b0800'],
  ['7z', '377abcaf271c'],
  ['rar', '526172211a07'],
  ['PDF', '255044462d312e37'],
  ['PNG', '89504e470d0a1a0a'],
  ['página', '3c68746d6c3e'],
] as const

type Made = [string, () => Buffer | string]

/** Each made when its turn comes: together they would be the bomb. */
const CORPUS: Made[] = [
  ['1000 para 1', () => workbookOf(Buffer.alloc(200 * MILLION, 0x20))],
  [
    '1000 para 1 em partes',
    () =>
      workbookOf(
        sheetXml(row),
        Array.from({ length: 12 }, (_, at) => ({ name: `p${at}.xml`, content: Buffer.alloc(10 * MILLION) })),
      ),
  ],
  ['cabeçalho que mente', () => workbookOf(sheetXml(row), [{ name: 'm.xml', content: Buffer.alloc(150 * MILLION), declared: 10 }])],
  ['zip dentro', () => beside('a.zip', zip([{ name: 'b', content: 'b' }]))],
  ['zip dentro com outro nome', () => beside('imagem.png', zip([{ name: 'b', content: 'b' }]))],
  ['60.000 entradas', () => zip(Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}`, content: '', method: 0 })))],
  ['entidades em cascata', () => workbookOf(`${lol}${sheetXml('<row><c><v>&l9;</v></c></row>')}`)],
  ['XXE', () => workbookOf(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${sheetXml('<row><c><v>&b;</v></c></row>')}`)],
  ['DTD em outra parte', () => beside('xl/sharedStrings.xml', '<!DOCTYPE sst SYSTEM "http://127.0.0.1/x.dtd"><sst/>')],
  ['2 milhões de entidades numéricas', () => workbookOf(sheetXml(textRow(['&#x41;'.repeat(2 * MILLION)])))],
  ['XML de 100.000 andares', () => workbookOf('<a>'.repeat(100_000) + '</a>'.repeat(100_000))],
  ['um milhão de colunas', () => workbookOf(sheetXml(`<row>${'<c><v>1</v></c>'.repeat(MILLION)}</row>`))],
  ['coluna XFD', () => workbookOf(sheetXml('<row r="1"><c r="XFD1"><v>1</v></c></row>'))],
  ['um milhão de linhas', () => workbookOf(sheetXml('<row><c><v>1</v></c></row>'.repeat(MILLION)))],
  ['sem diretório', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(5_000, 1)])],
  ['diretório fora do arquivo', () => elsewhere(zip([{ name: 'a', content: 'a' }]))],
  ['compressão desconhecida', () => zip([{ name: 'a', content: 'a', method: 99 }])],
  ['dados rasgados', () => Buffer.from(workbookOf(sheetXml(row))).fill(0, 60, 200)],
  ['nada além da assinatura', () => Buffer.from('PK\x03\x04', 'latin1')],
  ['planilha antiga', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['CSV com um campo de 5 MB', () => `Vencimento;Valor\n05/04/2026;${'9'.repeat(5 * MILLION)}`],
  ['CSV com um milhão de colunas', () => `Vencimento;Valor${';'.repeat(MILLION)}`],
  ['CSV de aspas abertas', () => `Vencimento;Valor\n05/04/2026;"${'1\n'.repeat(MILLION)}`],
  ['CSV de 25 MB de aspas', () => `Vencimento;Valor\n${'"'.repeat(25 * MILLION)}`],
  ['CSV de 25 MB de linhas', () => `Vencimento;Valor\n${'\n'.repeat(25 * MILLION)}x;y`],
  ['CSV com NUL', () => 'Vencimento;Valor\n05/04/2026;1\0'],
  ['CSV só de NUL', () => Buffer.alloc(MILLION)],
  ...DOCTYPES.map(([name, dtd]) => [name, () => workbookOf(`<!DOCTYPE a [${dtd}]>${sheetXml('<row><c><v>&b;</v></c></row>')}`)] as Made),
  ['comentário sem fim', () => workbookOf(sheetXml(`<!-- ${row}`))],
  ['linhas em um comentário', () => workbookOf(sheetXml(`${row}<!-- ${row} -->`))],
  ['pasta cortada ao meio', () => Buffer.from(workbookOf(sheetXml(row))).subarray(0, 300)],
  ...SIGNATURES.map(
    ([name, hex]) => [`${name} com nome de planilha`, () => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(5_000, 7)])] as Made,
  ),
]

test('F4: bombs are refused while the server goes on answering', { timeout: 600_000 }, async () => {
  let slowest = 0
  let health = 0
  for (const [name, made] of CORPUS) {
    const bytes = Buffer.from(made())
    server.clock.advance(60_000)
    let open = true
    const watching = (async () => {
      while (open) {
        const asked = performance.now()
        expect((await server.app.inject('/health')).statusCode).toBe(200)
        health = Math.max(health, performance.now() - asked)
        await new Promise(next => setTimeout(next, 20))
      }
    })()
    const started = performance.now()
    const form = { file: new File([new Uint8Array(bytes)], name.startsWith('CSV') ? 'a.csv' : 'a.xlsx') }
    const answer = await server.call(b.owner, contract.entries.upload, { params: b.c, form })
    slowest = Math.max(slowest, performance.now() - started)
    open = false
    await watching
    expect([name, answer.status], JSON.stringify(answer.data)).toEqual([name, 422])
  }
  figure({
    promise: 'F4',
    what: 'arquivos-bomba',
    ours: `${CORPUS.length} de ${CORPUS.length} recusados, o mais lento em ${slowest.toFixed(0)} ms, /health ≤ ${health.toFixed(0)} ms`,
    floor: 'todos; < 2 s',
  })
})

const LEADS = ['=', '+', '-', '@', '\t', '\r', '\0', "'=", "'", '=cmd|', '+1+', '-2+3', '@SUM(', '"=', ';=', '\n=']
const BODIES = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://x","y")',
  'olá',
  'SUM(A1:A9)',
  "'",
  '"',
  ';',
  'a\r\nb',
  '𝟙',
  '0',
  '1,00',
  ' ',
]

test('F6: exported texts open as text and come back as they were', async () => {
  const payloads = LEADS.flatMap(lead => BODIES.map(body => lead + body))
  const rows: Cell[][] = payloads.map((text, at) => [{ text }, { cents: -at - 1 }, { day: '2026-03-11' }])
  const header = ['Texto', 'Valor', 'Data']
  const clean = payloads.map(text => text.replaceAll('\0', ''))

  const cells = scanCsv(csvOf(header, rows).slice(1), ';').slice(1)
  for (const {
    cells: [text = '', amount = ''],
  } of cells) {
    expect(text).not.toMatch(/^[=+\-@\t\r]/)
    expect(amount).toMatch(/^-\d+,\d\d$/)
  }
  // A reader trims the spaces around a cell, and no program takes one for a formula.
  expect(cells.map(({ cells: [text = ''] }) => unguardText(text))).toEqual(
    clean.map(text => (text.trim() === text ? text : expect.any(String))),
  )

  const bytes = await withReader(reader => reader.workbook({ name: 'a', header, rows }))
  const sheet = XLSX.read(bytes).Sheets.a
  payloads.forEach((_, at) => {
    const [text, amount] = [sheet?.[`A${at + 2}`] as XLSX.CellObject, sheet?.[`B${at + 2}`] as XLSX.CellObject]
    expect([text.t, text.f, String(text.v).replaceAll('\r\n', '\n')]).toEqual(['s', undefined, (clean[at] ?? '').replaceAll('\r\n', '\n')])
    expect([amount.t, Math.round(Number(amount.v) * 100)]).toEqual(['n', -at - 1])
  })
  figure({
    promise: 'F6',
    what: 'textos que parecem fórmulas, uma célula cada',
    ours: `0 executáveis de ${payloads.length}, em CSV e XLSX`,
    floor: '0 de 200',
  })
})

/** Calls that give a sheet, by the formats they have of it. */
const sheets = rows.flatMap(row => {
  const format = (row.spec.query as z.ZodObject | undefined)?.shape?.format
  const formats = format === undefined ? [] : (z.toJSONSchema(format as z.ZodType, { io: 'input' }) as { enum?: string[] }).enum
  return (formats ?? []).filter(one => one === 'csv' || one === 'xlsx').map(one => ({ row, format: one }))
})

test('F6: every sheet of a company whose every text looks like a formula opens as text', { timeout: 600_000 }, async () => {
  const leads = ['=', '+', '-', '@'].slice(0, times(1, 4))
  let cells = 0
  const holding = new Set<string>()
  for (const lead of leads) {
    const text = `${lead}SUM(A1:A9)`
    const laden = await furnish(server, text)
    for (const { row, format } of sheets) {
      server.clock.advance(60_000)
      const call = callOf(row, laden.company.id)
      const days = { start_date: '2026-01-01', end_date: '2026-12-31' }
      const known = Object.keys((row.spec.query as z.ZodObject).shape)
      const query = { ...Object.fromEntries(Object.entries(days).filter(([name]) => known.includes(name))), ...idsOf(known, laden), format }
      const answer = await server.call(laden.owner, row, { ...call, query })
      expect(answer.status, `${row.id} ${format} ${JSON.stringify(answer.data)}`).toBe(200)
      const bytes = Buffer.from(await new Response(answer.data as Blob).arrayBuffer())
      const book = XLSX.read(bytes, format === 'csv' ? { type: 'buffer', raw: true } : { type: 'buffer' })
      for (const sheet of Object.values(book.Sheets))
        for (const [at, cell] of Object.entries(sheet) as [string, XLSX.CellObject][]) {
          if (at.startsWith('!')) continue
          cells += 1
          if (String(cell.v).includes('SUM(')) holding.add(row.id)
          expect([cell.f, format === 'csv' && /^[=+@]|^-(?![\d,.]+$)/.test(String(cell.v))], `${row.id} ${format} ${at} ${cell.v}`).toEqual(
            [undefined, false],
          )
        }
    }
  }
  expect(holding.size).toBeGreaterThan(4)
  figure({
    promise: 'F6',
    what: `empresas em que todo texto parece fórmula, as ${sheets.length} planilhas de cada uma`,
    ours: `0 executáveis em ${cells.toLocaleString('pt-BR')} células (${holding.size} chamadas que levam textos)`,
    floor: '0',
  })
})

/** What a sheet is of, where it is of one thing. */
const idsOf = (known: readonly string[], { account }: MoneyBooks) => (known.includes('bank_account_id') ? { bank_account_id: account } : {})
