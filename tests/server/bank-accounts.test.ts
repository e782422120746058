// Bank accounts over the real server and database: names, balances, closed periods and archiving.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type BalanceEntry, balanceAt } from '#domain/balances.ts'
import { insertEntries, type NewEntry } from '#server/areas/ledger/entries/rows.ts'
import { newId } from '#server/base/ids.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { bankAccounts, entries, transfers } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const itau = { routing_number: '341', kind: 'CHECKING', branch_number: '0123', account_number: '45871-3' }

async function anAccount(company: TestCompany, fields: object = {}) {
  return server.as(company.owner).ok(bankAccounts.create, { params: { c: company.id }, body: { ...itau, ...fields } })
}

const entry = (accountId: string, kind: 'BILL' | 'RECEIVABLE', amount_cents: number, date: string, settled = true): NewEntry => ({
  id: newId(),
  kind,
  status: settled ? (kind === 'BILL' ? 'PAID' : 'RECEIVED') : 'PENDING',
  amount_cents,
  date,
  due_date: date,
  competence_date: date,
  bank_account_id: accountId,
})

test('an account without a name takes that of its bank, and an unknown bank its code', async () => {
  const company = await server.aCompany()
  expect((await anAccount(company)).institution_name).toMatch(/Ita[uú]/i)
  expect((await anAccount(company, { routing_number: '999' })).institution_name).toBe('Banco 999')
  expect((await anAccount(company, { institution_name: 'Cofre' })).institution_name).toBe('Cofre')
})

test('a negative opening balance is refused with the words of the spec, and an empty day becomes null', async () => {
  const company = await server.aCompany()
  const params = { c: company.id }
  const refusal = await server
    .as(company.owner)
    .refused(bankAccounts.create, { params, body: { ...itau, initial_balance_amount_cents: -1 } })
  expect(refusal).toMatchObject({ id: 'validation.failed', message: 'O saldo inicial não pode ser negativo' })
  expect((await anAccount(company, { date_initial_balance: '' })).date_initial_balance).toBeNull()
})

test('what the books say is what the domain computes, for every account at once', async () => {
  const company = await server.aCompany()
  const withDay = await anAccount(company, { initial_balance_amount_cents: 100_000, date_initial_balance: '2026-02-01' })
  const without = await anAccount(company, { initial_balance_amount_cents: 500, account_number: '2' })
  const rows = [withDay.id, without.id].flatMap(id => [
    entry(id, 'RECEIVABLE', 7_000, '2026-01-31'),
    entry(id, 'RECEIVABLE', 50_000, '2026-02-01'),
    entry(id, 'BILL', 12_345, '2026-03-10'),
    entry(id, 'BILL', 1, '2026-03-11'),
    entry(id, 'BILL', 900, '2026-03-11', false),
    entry(id, 'RECEIVABLE', 333, '2026-03-12'),
  ])
  await server.inCompany([company.id], db => insertEntries(db, company.id, rows))
  const user = server.as(company.owner)
  const expected = (account: typeof withDay, day: string) =>
    balanceAt(
      account,
      rows
        .filter(row => row.bank_account_id === account.id)
        .map(
          (row): BalanceEntry => ({
            kind: row.kind === 'BILL' ? 'DEBIT' : 'CREDIT',
            amount_cents: row.amount_cents,
            date: row.date,
            settled: row.status !== 'PENDING',
          }),
        ),
      day,
    )
  const list = await user.ok(bankAccounts.list, { params: { c: company.id } })
  expect(list.find(account => account.id === withDay.id)?.current_balance).toBe(expected(withDay, '2026-03-11'))
  expect(list.find(account => account.id === without.id)?.current_balance).toBe(expected(without, '2026-03-11'))
  for (const date of ['2026-01-01', '2026-02-01', '2026-03-31']) {
    const answer = await user.ok(bankAccounts.balance, { params: { c: company.id }, query: { date } })
    expect(answer.total_cents).toBe(expected(withDay, date) + expected(without, date))
  }
  const one = await user.ok(bankAccounts.balance, { params: { c: company.id }, query: { bank_account_ids: without.id } })
  expect(one).toMatchObject({ date: '2026-03-11', accounts: [{ bank_account_id: without.id }] })
})

test('a change names its version, and a stale one gets the stored record back', async () => {
  const company = await server.aCompany()
  const account = await anAccount(company)
  const user = server.as(company.owner)
  const params = { c: company.id, id: account.id }
  const changed = await user.ok(bankAccounts.update, { params, body: { ...account, branch_number: '9' } })
  expect(changed).toMatchObject({ branch_number: '9', version: account.version + 1 })
  const stale = await user.refused(bankAccounts.update, { params, body: { branch_number: '8', version: account.version } })
  expect(stale).toMatchObject({ id: 'conflict.stale_version', current: { branch_number: '9' } })
  const moved = await user.ok(bankAccounts.update, { params, body: { routing_number: '001' } })
  expect(moved.institution_name).toMatch(/Brasil/i)
  expect(moved.account_number).toBe('45871-3')
})

test('the opening balance stays as it is once a later period is closed', async () => {
  const company = await server.aCompany()
  const account = await anAccount(company, { initial_balance_amount_cents: 10, date_initial_balance: '2026-01-01' })
  const user = server.as(company.owner)
  const params = { c: company.id, id: account.id }
  await user.ok(entries.closeDateRange, { params: { c: company.id }, body: { start_date: '2026-01-01', end_date: '2026-01-31' } })
  expect(await user.refused(bankAccounts.update, { params, body: { initial_balance_amount_cents: 11 } })).toMatchObject({
    id: 'period.closed',
    message: expect.stringContaining('31/01/2026'),
  })
  expect((await user.ok(bankAccounts.update, { params, body: { account_number: '1-1' } })).account_number).toBe('1-1')
})

test('an archived account stays in the list with its history and takes no transfer', async () => {
  const company = await server.aCompany()
  const [one, two] = [await anAccount(company), await anAccount(company, { account_number: '7' })]
  const user = server.as(company.owner)
  const archived = await user.ok(bankAccounts.archive, { params: { c: company.id, id: one.id } })
  expect(archived.status).toBe('ARCHIVED')
  expect((await user.ok(bankAccounts.list, { params: { c: company.id } })).map(account => account.id).sort()).toEqual(
    [one.id, two.id].sort(),
  )
  const body = { date: '2026-03-10', amount_cents: 100, from_bank_account_id: one.id, to_bank_account_id: two.id }
  expect((await user.refused(transfers.create, { params: { c: company.id }, body })).id).toBe('validation.failed')
})

test('an account of another company does not exist, and a reader changes nothing', async () => {
  const [mine, other] = [await server.aCompany(), await server.aCompany()]
  const foreign = await anAccount(other)
  const user = server.as(mine.owner)
  const params = { c: mine.id, id: foreign.id }
  for (const row of [bankAccounts.get, bankAccounts.archive]) expect((await user.refused(row, { params })).status).toBe(404)
  expect((await user.refused(bankAccounts.update, { params, body: { account_number: '1' } })).status).toBe(404)
  const query = { bank_account_ids: foreign.id }
  expect((await user.refused(bankAccounts.balance, { params: { c: mine.id }, query })).status).toBe(404)
  const reader = server.as(await server.aMember(other, 'READER'))
  expect((await reader.refused(bankAccounts.archive, { params: { c: other.id, id: foreign.id } })).id).toBe('permission.denied')
})
