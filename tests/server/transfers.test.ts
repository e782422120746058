// Transfers over the real server and database: two linked entries, their statement lines, all or none, and undoing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { bankAccounts, bankStatements, batches, bills, entries, reconciliation, transfers } = contract

let server: TestServer
let company: TestCompany
let from: string
let to: string

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await server.aCompany()
  from = await anAccount(company, '1-1')
  to = await anAccount(company, '2-2')
})

async function anAccount(of: TestCompany, account_number: string): Promise<string> {
  const body = { routing_number: '341', kind: 'CHECKING', account_number, institution_name: 'Itaú', initial_balance_amount_cents: 100_000 }
  return (await server.as(of.owner).ok(bankAccounts.create, { params: { c: of.id }, body })).id
}

async function aLine(accountId: string, amount_cents: number, date = '2026-03-10', of = company): Promise<string> {
  const body = { bank_account_id: accountId, entries: [{ date, amount_cents, description: `LINHA ${amount_cents}` }] }
  const statement = await server.as(of.owner).ok(bankStatements.create, { params: { c: of.id }, body })
  const [line] = await server.as(of.owner).ok(bankStatements.entries, { params: { c: of.id, id: statement.id } })
  return line?.id ?? ''
}

const params = () => ({ c: company.id })
const user = () => server.as(company.owner)
const transfer = (fields: object = {}) => ({
  date: '2026-03-10',
  amount_cents: 30_000,
  from_bank_account_id: from,
  to_bank_account_id: to,
  ...fields,
})

async function balances(): Promise<[number | undefined, number | undefined]> {
  const list = await user().ok(bankAccounts.list, { params: params() })
  const of = (id: string) => list.find(account => account.id === id)?.current_balance
  return [of(from), of(to)]
}

const stored = (ids: string[]) =>
  server.sql<{ id: string; kind: string; status: string; date: string; deleted_at: string | null; conciliation_id: string | null }>(
    'select * from entries where id = any ($1) order by kind',
    [ids],
  )

test('a transfer moves the money between both accounts as a paid bill and a received receivable', async () => {
  const created = await user().ok(transfers.create, { params: params(), body: transfer() })
  expect(created).toMatchObject({ amount_cents: 30_000, from_bank_account_id: from, to_bank_account_id: to, version: 1 })
  expect(await balances()).toEqual([70_000, 130_000])
  expect(await stored([created.bill_id, created.receivable_id])).toMatchObject([
    { kind: 'BILL', status: 'PAID', bank_account_id: from, transfer_id: created.id, additional_information: 'Transferência para Itaú 2-2' },
    {
      kind: 'RECEIVABLE',
      status: 'RECEIVED',
      bank_account_id: to,
      transfer_id: created.id,
      additional_information: 'Transferência de Itaú 1-1',
    },
  ])
  const hidden = await user().ok(bills.list, { params: params(), query: { transfers: false } })
  expect(hidden).toEqual([])
  expect(await user().ok(bills.list, { params: params() })).toHaveLength(1)
  expect(await user().ok(transfers.list, { params: params(), query: { bank_account_ids: to, start_date: '2026-03-10' } })).toHaveLength(1)
  expect(await user().ok(transfers.list, { params: params(), query: { end_date: '2026-03-09' } })).toEqual([])
})

test('a transfer of a day to come stays open and moves nothing yet', async () => {
  const created = await user().ok(transfers.create, { params: params(), body: transfer({ date: '2026-03-12' }) })
  expect((await stored([created.bill_id, created.receivable_id])).map(entry => entry.status)).toEqual(['PENDING', 'PENDING'])
  expect(await balances()).toEqual([100_000, 100_000])
})

test('two lines that are one movement are found, and the transfer explains each by its own entry in one batch', async () => {
  const out = await aLine(from, -30_000, '2026-03-09')
  const into = await aLine(to, 30_000, '2026-03-10')
  await aLine(to, 12_345)
  const [pair, ...others] = await user().ok(transfers.equal, { params: params() })
  expect(others).toEqual([])
  expect(pair).toMatchObject({
    from_entry_id: out,
    to_entry_id: into,
    amount_cents: 30_000,
    from_date: '2026-03-09',
    to_description: 'LINHA 30000',
  })
  expect(await user().ok(transfers.equal, { params: params(), query: { bank_statement_entry_id: into } })).toHaveLength(1)

  const body = transfer({ bank_statement_entry_ids: [out, into] })
  const answer = await user().call(transfers.create, { params: params(), body })
  expect(answer.status).toBe(201)
  const created = answer.data as { bill_id: string; receivable_id: string; id: string }
  const [bill, receivable] = await stored([created.bill_id, created.receivable_id])
  expect(bill).toMatchObject({ status: 'PAID', date: '2026-03-09' })
  expect(receivable).toMatchObject({ status: 'RECEIVED', date: '2026-03-10' })
  for (const [entry, line] of [
    [bill, out],
    [receivable, into],
  ] as const) {
    expect(await user().ok(reconciliation.line, { params: { ...params(), id: line } })).toMatchObject({
      status: 'CONCILIATED',
      conciliation_id: entry?.conciliation_id,
    })
  }
  expect(await user().ok(transfers.equal, { params: params() })).toEqual([])
  const refusal = await user().refused(transfers.delete, { params: { ...params(), id: created.id } })
  expect(refusal).toMatchObject({ id: 'conflict.invalid_transition', message: expect.stringContaining('conciliada') })
  const again = await user().refused(transfers.create, { params: params(), body })
  expect(again.id).toBe('conciliation.already_done')

  await user().ok(batches.undo, { params: { ...params(), id: answer.headers['x-batch-id'] ?? '' } })
  expect(await user().ok(transfers.list, { params: params() })).toEqual([])
  expect(await balances()).toEqual([100_000, 100_000])
  expect(await user().ok(reconciliation.line, { params: { ...params(), id: out } })).toMatchObject({
    status: 'PENDING',
    conciliation_id: null,
  })
})

test.each([
  ['a line of another amount', () => aLine(from, -29_999)],
  ['an outflow of the account the money goes to', () => aLine(to, -30_000)],
])('%s is not explained by the transfer, and nothing is created', async (_, line) => {
  const body = transfer({ bank_statement_entry_ids: [await line()] })
  expect((await user().refused(transfers.create, { params: params(), body })).id).toBe('conciliation.mismatch')
  expect(await user().ok(transfers.list, { params: params() })).toEqual([])
  expect(await balances()).toEqual([100_000, 100_000])
})

test('many come all or none, in one batch', async () => {
  const good = [
    transfer(),
    transfer({ amount_cents: 1 }),
    transfer({ from_bank_account_id: to, to_bank_account_id: from, amount_cents: 2 }),
  ]
  const answer = await user().call(transfers.createMany, { params: params(), body: { transfers: good } })
  expect((answer.data as { amount_cents: number }[]).map(each => each.amount_cents)).toEqual([30_000, 1, 2])
  const [batch] = await user().ok(batches.list, { params: params() })
  expect(batch).toMatchObject({ id: answer.headers['x-batch-id'], rows_count: 9, label: '3 transferências criadas' })
  const line = await aLine(from, -7)
  const bad = [...good, transfer({ bank_statement_entry_ids: [line] })]
  expect((await user().refused(transfers.createMany, { params: params(), body: { transfers: bad } })).id).toBe('conciliation.mismatch')
  expect(await user().ok(transfers.list, { params: params() })).toHaveLength(3)
})

test('deleted, both entries go, and undoing brings all three back', async () => {
  const created = await user().ok(transfers.create, { params: params(), body: transfer() })
  const answer = await user().call(transfers.delete, { params: { ...params(), id: created.id } })
  expect(await balances()).toEqual([100_000, 100_000])
  expect((await user().refused(transfers.delete, { params: { ...params(), id: created.id } })).status).toBe(404)
  await user().ok(batches.undo, { params: { ...params(), id: answer.headers['x-batch-id'] ?? '' } })
  expect(await balances()).toEqual([70_000, 130_000])
  expect(await user().ok(transfers.list, { params: params() })).toHaveLength(1)
})

test('inside a closed period none is created or deleted', async () => {
  const created = await user().ok(transfers.create, { params: params(), body: transfer() })
  await user().ok(entries.closeDateRange, { params: params(), body: { start_date: '2026-03-01', end_date: '2026-03-10' } })
  expect((await user().refused(transfers.create, { params: params(), body: transfer() })).id).toBe('period.closed')
  expect((await user().refused(transfers.delete, { params: { ...params(), id: created.id } })).id).toBe('period.closed')
  expect(await balances()).toEqual([70_000, 130_000])
})

test('one account is no pair, and what belongs to another company does not exist', async () => {
  expect((await user().refused(transfers.create, { params: params(), body: transfer({ to_bank_account_id: from }) })).message).toBe(
    'Escolha duas contas diferentes',
  )
  const other = await server.aCompany()
  const foreign = await anAccount(other, '3-3')
  const line = await aLine(foreign, -30_000, '2026-03-10', other)
  for (const fields of [{ to_bank_account_id: foreign }, { from_bank_account_id: foreign }, { bank_statement_entry_ids: [line] }]) {
    expect((await user().refused(transfers.create, { params: params(), body: transfer(fields) })).status).toBe(404)
  }
  expect((await user().refused(transfers.equal, { params: params(), query: { bank_statement_entry_id: line } })).status).toBe(404)
  const mine = await user().ok(transfers.create, { params: params(), body: transfer() })
  const stranger = server.as(other.owner)
  expect((await stranger.refused(transfers.delete, { params: { c: other.id, id: mine.id } })).status).toBe(404)
})
