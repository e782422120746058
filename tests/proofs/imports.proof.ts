// F5: a file is read, shown and taken in by one transaction: the same file again brings nothing, and one that dies on the way leaves nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Import } from '#contract/bank-statements.ts'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { ofxText } from '#tests/kit/ofx-files.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { type CrashPoint, crashing } from './kit/crash.ts'
import { figure, isFull, times } from './kit/figure.ts'

const { bankStatements, imports } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const ROWS = times(40, 4_000)
const long = { timeout: 3_600_000 }
const dayOf = (n: number) => `2026-03-${String(1 + (n % 9)).padStart(2, '0')}`
const numbers = Array.from({ length: ROWS }, (_, n) => n)
const reais = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`
const centsOf = (n: number) => (n % 3 === 0 ? 1 : -1) * (100 + n)

const ofx = () => ofxText({ rows: numbers.map(n => ({ day: dayOf(n), amount_cents: centsOf(n), memo: `MOVIMENTO ${n}`, fitid: `F${n}` })) })
const csv = () =>
  ['Data;Histórico;Valor', ...numbers.map(n => `${dayOf(n).split('-').reverse().join('/')};MOVIMENTO ${n};${reais(centsOf(n))}`)].join(
    '\r\n',
  )

/** A field of fixed place, from 1. */
function fixed(width: number, fields: Record<number, string>): string {
  const text = Array.from({ length: width }, () => ' ')
  for (const [at, value] of Object.entries(fields)) text.splice(Number(at) - 1, value.length, ...value)
  return text.join('')
}
const cnab = () =>
  [
    fixed(240, { 1: '00100000', 143: '2' }),
    ...numbers.flatMap(n => {
      const serial = String(2 * n + 1).padStart(5, '0')
      const paid = String(10_000 + n).padStart(15, '0')
      return [
        fixed(240, {
          1: `00100013${serial}T 06`,
          38: String(32_948_600_000_000_000n + BigInt(n)),
          59: `NF${n}`,
          74: '09032026',
          82: paid,
          199: '0'.repeat(15),
        }),
        fixed(240, { 1: `00100013${serial}U 06`, 78: paid, 138: '09032026', 146: '10032026' }),
      ]
    }),
  ].join('\r\n')

const STATEMENTS: [string, string, () => string][] = [
  ['OFX', 'extrato.ofx', ofx],
  ['CSV', 'extrato.csv', csv],
  ['CNAB', 'cobranca.ret', cnab],
]

/** What an import writes of the books, live or not. */
async function written(b: Books, tables: readonly string[]): Promise<number> {
  const each = tables.map(table => `(select count(*) from ${table} where company_id = $1)`)
  const [row] = await server.sql<{ n: number }>(`select (${each.join(' + ')})::int as n`, [b.company.id])
  return row?.n ?? 0
}

const OF_STATEMENTS = ['statement_entries', 'statements', 'entries', 'batches', 'batch_rows']
const STATEMENT_CRASHES: CrashPoint[] = [
  { table: 'statements', on: 'insert', at: 1 },
  { table: 'statement_entries', on: 'insert', at: 1 },
  { table: 'statement_entries', on: 'insert', at: ROWS >> 1 },
  { table: 'statement_entries', on: 'insert', at: ROWS },
  { table: 'batches', on: 'insert', at: 1 },
  { table: 'statement_entries', on: 'insert', at: 'commit' },
]

test('F5: a statement is staged, taken in whole and once, and a commit that dies leaves nothing and is tried again', long, async () => {
  let crashes = 0
  for (const [format, name, made] of STATEMENTS) {
    // They differ in how they are read; shortened, one of them dies everywhere.
    const points = isFull || format === 'OFX' ? STATEMENT_CRASHES : STATEMENT_CRASHES.slice(-1)
    for (const point of points) {
      const where = `${format} ${JSON.stringify(point)}`
      const b = await books(server)
      const me = server.as(b.owner)
      const bytes = made()
      const upload = async (preview: boolean): Promise<Import> => {
        server.clock.advance(10_000)
        const form = { bank_account_id: b.account, file: new File([bytes], name) }
        const run = await me.ok(bankStatements.upload, { params: b.c, query: { preview }, form })
        return me.ok(imports.get, { params: { ...b.c, id: run.import_id } })
      }
      const none = await written(b, OF_STATEMENTS)
      const staged = await upload(true)
      expect(staged, where).toMatchObject({ status: 'PREVIEW', format, new_count: ROWS })
      expect(await written(b, OF_STATEMENTS), `${where} wrote before it was committed`).toBe(none)
      const params = { ...b.c, id: staged.id }
      const commit = () => expect(server.call(b.owner, imports.commit, { params })).rejects.toThrow(/terminat/)
      const died = await crashing(server, b.company.id, point, commit)
      expect(died, `${where} was not reached`).toBeGreaterThan(0)
      expect(await written(b, OF_STATEMENTS), `${where} left something`).toBe(none)
      crashes += 1
      await server.drain()
      expect(await me.ok(imports.get, { params }), where).toMatchObject({ status: 'COMMITTED', committed_count: ROWS })
      expect(await written(b, ['statement_entries']), where).toBe(ROWS)
      const once = await written(b, OF_STATEMENTS)
      expect(await upload(true), where).toMatchObject({ new_count: 0, present_count: ROWS })
      expect(await upload(false), where).toMatchObject({ status: 'COMMITTED', new_count: 0, present_count: ROWS, committed_count: 0 })
      expect(await written(b, OF_STATEMENTS), `${where} came in twice`).toBe(once)
    }
  }
  figure({
    promise: 'F5',
    what: 'extratos OFX, CSV e CNAB',
    ours: `0 linhas em ${crashes} mortes no meio, inteiros na tentativa seguinte, 0 linhas novas na segunda vez`,
    floor: '0; 0',
  })
})

interface Sheet {
  row: Endpoint
  table: string
  text(): string
  /** The second time: every row refused by name, or left out by name. */
  again: 'refused' | 'left out'
}

const SHEETS: Sheet[] = [
  {
    row: contract.products.upload,
    table: 'products',
    text: () => ['Código;Nome;Preço;NCM', ...numbers.map(n => `P${n};Produto ${n};${reais(100 + n)};09012100`)].join('\r\n'),
    again: 'refused',
  },
  {
    row: contract.contacts.import,
    table: 'contacts',
    text: () => ['Nome;Documento;Tipo', ...numbers.map(n => `Pessoa ${n};${n % 2 ? cnpjNumber(200_000 + n) : ''};Fornecedor`)].join('\r\n'),
    again: 'refused',
  },
  {
    row: contract.entries.upload,
    table: 'entries',
    // Some rows are there twice, and are two.
    text: () =>
      [
        'Vencimento;Valor;Descrição;Documento',
        ...numbers.map(n => `${dayOf(n).split('-').reverse().join('/')};${reais(centsOf(n >> 1))};Linha ${n >> 1};${n % 4 ? '' : `D${n}`}`),
      ].join('\r\n'),
    again: 'left out',
  },
]

test('F5: a sheet comes in whole and once, and a call that dies leaves nothing', long, async () => {
  let crashes = 0
  for (const { row, table, text, again } of SHEETS) {
    const b = await books(server)
    const bytes = text()
    const upload = () => {
      server.clock.advance(10_000)
      return server.call(b.owner, row, { params: b.c, form: { file: new File([bytes], 'planilha.csv') } })
    }
    const tables = [table, 'batches', 'batch_rows']
    const none = await written(b, tables)
    const points: CrashPoint[] = [
      ...[1, ROWS >> 1, ROWS].map(at => ({ table, on: 'insert' as const, at })),
      { table: 'batches', on: 'insert', at: 1 },
      { table, on: 'insert', at: 'commit' },
    ]
    for (const point of points) {
      const died = await crashing(server, b.company.id, point, async () => {
        const answer = await upload()
        expect(answer.status, `${row.id} ${JSON.stringify(point)} ${JSON.stringify(answer.data)}`).toBeGreaterThanOrEqual(500)
      })
      expect(died, `${row.id} ${JSON.stringify(point)} was not reached`).toBeGreaterThan(0)
      expect(await written(b, tables), `${row.id} left something at ${JSON.stringify(point)}`).toBe(none)
      crashes += 1
    }
    expect(await upload(), row.id).toMatchObject({ status: 201, data: { imported: ROWS, errors: [] } })
    const once = await written(b, tables)
    const second = await upload()
    if (again === 'refused') {
      expect([second.status, (second.data as { id: string }).id], row.id).toEqual([422, 'import.row_errors'])
    } else {
      expect(second, row.id).toMatchObject({ status: 201, data: { imported: 0 } })
      expect((second.data as { errors: unknown[] }).errors).toHaveLength(ROWS)
    }
    expect(await written(b, tables), `${row.id} came in twice`).toBe(once)
  }
  figure({
    promise: 'F5',
    what: 'planilhas de produtos, contatos e lançamentos',
    ours: `0 linhas em ${crashes} mortes no meio, 0 novas de ${SHEETS.length * ROWS} na segunda vez`,
    floor: '0; 0',
  })
})
