// A bank's return file over the real server: looked at, taken in once, and offered to the receivable it settles.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { bankStatements, imports, reconciliation, receivables } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server.close())

function line(width: number, fields: Record<number, string>): string {
  const text = Array.from({ length: width }, () => ' ')
  for (const [at, value] of Object.entries(fields)) text.splice(Number(at) - 1, value.length, ...value)
  return text.join('')
}

const returned = (paid: string) =>
  [
    line(240, { 1: '00100000', 143: '2' }),
    line(240, {
      1: '0010001300001T 06',
      38: '32948600000000196',
      59: 'NF4411',
      74: '09032026',
      82: paid,
      149: 'PADARIA CENTRAL',
      199: '000000000000250',
    }),
    line(240, { 1: '0010001300002U 06', 78: paid, 138: '09032026', 146: '10032026' }),
    line(240, { 1: '00199999', 24: '000004' }),
  ].join('\r\n')

const upload = async (preview: boolean) => {
  const form = { bank_account_id: b.account, file: new File([returned('000000000087650')], 'cobranca.ret') }
  const run = await server.as(b.owner).ok(bankStatements.upload, { params: b.c, query: { preview }, form })
  return server.as(b.owner).ok(imports.get, { params: { ...b.c, id: run.import_id } })
}

test('a settled slip becomes a credit line; its fee waits for a person; the same file again brings nothing', async () => {
  const seen = await upload(true)
  expect(seen).toMatchObject({ status: 'PREVIEW', format: 'CNAB', new_count: 1, ignorable_count: 1 })
  const rows = await server.as(b.owner).ok(imports.rows, { params: { ...b.c, id: seen.id } })
  expect(rows.map(row => [row.date, row.amount_cents, row.description])).toEqual([
    ['2026-03-10', 87_650, 'LIQUIDACAO BOLETO 32948600000000196 DOC NF4411 PADARIA CENTRAL'],
    ['2026-03-10', -250, 'TARIFA COBRANCA 32948600000000196 DOC NF4411 PADARIA CENTRAL'],
  ])
  expect(await upload(false)).toMatchObject({ status: 'COMMITTED', committed_count: 1 })
  expect(await upload(false)).toMatchObject({ new_count: 0, present_count: 1 })
})

test('a return of another bank than the account’s is told, and waits to be seen', async () => {
  const account = await server.as(b.owner).ok(contract.bankAccounts.create, {
    params: b.c,
    body: { routing_number: '341', kind: 'CHECKING', branch_number: '0001', account_number: '45871-3' },
  })
  const form = { bank_account_id: account.id, file: new File([returned('000000000012345')], 'cobranca.ret') }
  const run = await server.as(b.owner).ok(bankStatements.upload, { params: b.c, query: { preview: false }, form })
  const found = await server.as(b.owner).ok(imports.get, { params: { ...b.c, id: run.import_id } })
  expect(found).toMatchObject({ status: 'PREVIEW', committed_count: 0 })
  expect(found.warnings).toEqual(['O arquivo é de outro banco (Banco do Brasil): a conta escolhida é ITAÚ UNIBANCO S.A. 45871-3.'])
})

test('and settles the receivable it was issued for, found by itself', async () => {
  const sale = await b.receivable({
    amount_cents: 87_650,
    due_date: '2026-03-09',
    document_number: 'NF4411',
    additional_information: 'Padaria Central',
  })
  const me = server.as(b.owner)
  const [credit] = await me.ok(bankStatements.entries, { params: { ...b.c, id: b.account } })
  const suggested = await me.ok(reconciliation.suggestions, { params: b.c })
  expect(JSON.stringify(suggested)).toContain(sale.id)
  const body = { receivable_ids: [sale.id], bank_statement_entry_ids: [credit?.id] }
  await me.ok(receivables.conciliate, { params: b.c, body })
  expect(await b.receivableOf(sale.id)).toMatchObject({ status: 'RECEIVED', date: '2026-03-10' })
})
