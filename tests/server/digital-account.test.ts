// The digital account over the real server: opened by the bank in its time, its movements as statement lines, receipts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { books } from '#tests/kit/books.ts'
import { FIRST_DEPOSIT_CENTS, moneyBooks, OTHER_HOLDER } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { digitalAccounts, bankStatements } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

test('it is asked for, opened a little later, and becomes a bank account with its first statement line', async () => {
  const b = await books(server)
  const me = server.as(b.owner)
  expect(await me.ok(digitalAccounts.get, { params: b.c })).toBeNull()
  expect(await me.ok(bankStatements.digitalAccount, { params: b.c })).toEqual([])
  const asked = await me.ok(digitalAccounts.open, { body: { company_id: b.company.id } })
  expect(asked).toMatchObject({ status: 'PENDING', account_number: null, environment: 'local' })
  expect((await me.refused(digitalAccounts.balance, { params: b.c })).id).toBe('digital_account.not_open')
  expect(await me.refused(digitalAccounts.open, { body: { company_id: b.company.id } })).toMatchObject({
    id: 'conflict.already_exists',
    message: 'A empresa já tem uma conta digital.',
  })
  await server.pass(10_000)
  const open = await me.ok(digitalAccounts.get, { params: b.c })
  expect(open).toMatchObject({
    status: 'ACTIVE',
    routing_number: '999',
    branch_number: '0001',
    account_number: expect.stringMatching(/^\d{7}-\d$/),
  })
  expect(await me.ok(digitalAccounts.balance, { params: b.c })).toEqual({ balance_cents: FIRST_DEPOSIT_CENTS, environment: 'local' })
  expect(await me.ok(bankStatements.digitalAccount, { params: b.c })).toMatchObject([
    {
      amount_cents: FIRST_DEPOSIT_CENTS,
      description: 'Depósito inicial do ambiente local',
      status: 'PENDING',
      date: '2026-03-11',
      time: '12:00',
    },
  ])
  expect((await me.ok(contract.bankAccounts.list, { params: b.c })).map(account => account.institution_name)).toContain(
    'Banco Razão (ambiente local)',
  )
  const [statement] = await me.ok(bankStatements.list, { params: b.c })
  expect(statement).toMatchObject({ source: 'DIGITAL_ACCOUNT', entries_count: 1 })
  expect((await me.ok(contract.notifications.list)).map(each => each.type)).toContain('DIGITAL_ACCOUNT')
})

test('what others send comes in once each, however often the bank is asked', async () => {
  const b = await moneyBooks(server)
  for (const cents of [100, 100, 250]) await server.bank.deposit(b.account_id, cents, OTHER_HOLDER)
  await server.pass(120_000)
  const lines = await server.as(b.owner).ok(bankStatements.digitalAccount, { params: b.c })
  expect(lines.map(line => line.amount_cents).sort((x, y) => x - y)).toEqual([100, 100, 250, FIRST_DEPOSIT_CENTS])
  await server.bank.fail('movements', 'reset', 2)
  await server.bank.deposit(b.account_id, 7, OTHER_HOLDER)
  await server.pass(120_000)
  expect(await server.as(b.owner).ok(bankStatements.digitalAccount, { params: b.c })).toHaveLength(5)
  const from = { start_date: '2026-03-12' }
  expect(await server.as(b.owner).ok(bankStatements.digitalAccount, { params: b.c, query: from })).toEqual([])
})

test('a movement of a closed day waits until the period is open again', async () => {
  const b = await moneyBooks(server)
  const range = await b.close('2026-03-11', '2026-03-11')
  await server.bank.deposit(b.account_id, 55, OTHER_HOLDER)
  await server.pass(60_000)
  const lines = () => server.as(b.owner).ok(bankStatements.digitalAccount, { params: b.c })
  expect(await lines()).toHaveLength(1)
  await server.as(b.owner).ok(contract.entries.openDateRange, { params: { ...b.c, id: range } })
  await server.pass(60_000)
  expect(await lines()).toHaveLength(2)
})

describe('receipts and holders', () => {
  test('a receipt is a PDF for who may see the account, and does not exist for others', async () => {
    const b = await moneyBooks(server)
    const [movement] = await server.sql<{
      code: string
    }>`select transaction_code as code from digital_movements where company_id = ${b.company.id}`
    const query = { transaction_code: movement?.code ?? '' }
    expect((await server.as(b.owner).call(digitalAccounts.receipt, { query: { ...query, type: 'deposit' } })).status).toBe(200)
    const answer = await server.as(b.owner).call(digitalAccounts.receipt, { query })
    expect(answer.headers['content-disposition']).toMatch(/filename="Comprovante \d\d-\d\d-\d{4}\.pdf"/)
    expect((answer.data as Buffer).length).toBeGreaterThan(1000)
    expect((await server.as(b.owner).refused(digitalAccounts.receipt, { query: { ...query, type: 'PIX_OUT' } })).status).toBe(404)
    const stranger = await server.aCompany()
    expect((await server.as(stranger.owner).refused(digitalAccounts.receipt, { query })).status).toBe(404)
    const reader = await server.aMember(b.company, 'READER')
    expect((await server.as(reader).refused(digitalAccounts.receipt, { query })).id).toBe('permission.denied')
  })

  test('the holder of an account here is found by document', async () => {
    const [b, other] = [await moneyBooks(server), await moneyBooks(server)]
    const find = (document_number: string) => ({ params: b.c, query: { document_number } })
    expect(await server.as(b.owner).ok(digitalAccounts.fromDocument, find(other.company.document_number))).toMatchObject({
      document_number: expect.stringContaining('/0001-'),
      environment: 'local',
    })
    expect((await server.as(b.owner).refused(digitalAccounts.fromDocument, find('52998224725'))).status).toBe(404)
    expect((await server.as(b.owner).refused(digitalAccounts.fromDocument, find('123'))).status).toBe(422)
    const operator = await server.aMember(b.company, 'OPERATOR')
    expect((await server.as(operator).refused(digitalAccounts.open, { body: { company_id: b.company.id } })).id).toBe('permission.denied')
    expect((await server.as(b.owner).refused(digitalAccounts.open, { body: { company_id: randomUUID() } })).status).toBe(404)
  })
})
