import { beforeAll, afterAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { books, type Books } from '#tests/kit/books.ts'
import { testServer, type TestServer } from '#tests/kit/server.ts'
let app: TestServer
let b: Books
beforeAll(async () => { app = await testServer(); b = await books(app) })
afterAll(() => app?.close())
test('basic', async () => {
  const me = app.as(b.owner)
  const bill = await b.bill()
  console.log(bill)
  const line = await b.line(-10000)
  console.log(JSON.stringify(await me.call(contract.bills.conciliate, { params: b.c, body: { bill_ids: [bill.id], bank_statement_entry_ids: [line] } })))
  console.log(JSON.stringify(await me.call(contract.bills.conciliation, { params: { ...b.c, id: bill.id } })))
  const u = await me.call(contract.bills.unconciliate, { params: b.c, body: { bill_ids: [bill.id] } })
  console.log(JSON.stringify(u))
  console.log(JSON.stringify(await me.call(contract.batches.list, { params: b.c })))
  console.log(JSON.stringify(await me.call(contract.batches.undo, { params: { ...b.c, id: String(u.headers['x-batch-id']) } })))
  console.log(JSON.stringify(await me.call(contract.bills.list, { params: b.c }, { accept: 'application/vnd.razao.columns+json' })))
  console.log(JSON.stringify(await me.call(contract.entries.list, { params: b.c }, { accept: 'application/vnd.razao.columns+json' })))
  console.log(JSON.stringify(await me.call(contract.entries.list, { params: b.c })))
  console.log(JSON.stringify(await me.call(contract.reconciliation.suggestions, { params: b.c })))
})
