// The reports over the real database tie out: ledger with balances, cash flow with the income statement, accounting with both; the close finds what waits.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, addMonths, dayInSaoPaulo, endOfMonth, endOfWeek } from '#domain/days.ts'
import { total } from '#domain/income-statement.ts'
import { type Books, books, chartOf } from '#tests/kit/books.ts'
import { counts, type DrawnEntry, effect, isSettled, someEntries, writeEntries } from '#tests/kit/random-entries.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { bankAccounts, balanceLadder, cashFlowReport, dashboard, incomeStatement, ledgerReport, monthClose, monthPage } = contract

let app: TestServer
let b: Books
let ids: string[]

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.advance(60_000)
  b = await books(app)
  ids = (await chartOf(app, b)).map(category => category.id)
})
afterAll(() => app?.close())

const me = () => app.as(b.owner)
const MARCH = { date: '2026-03-15' }

/** Random entries of all shapes, every one of the same account. */
async function draw(seed: number): Promise<DrawnEntry[]> {
  const drawn = fc.sample(someEntries(ids, '2026-02-20', 60), { numRuns: 6, seed }).flat()
  await writeEntries(app, b, drawn)
  await app.sql`update entries set bank_account_id = ${b.account} where company_id = ${b.company.id}`
  return drawn
}

describe('the ledger', () => {
  test.each([1, 2, 3])('opens and closes with the balances of the accounts (%i)', async seed => {
    await draw(seed)
    const ledger = await me().ok(ledgerReport.get, { params: b.c, query: MARCH })
    for (const page of ledger.pages) {
      const at = async (date: string) =>
        (await me().ok(bankAccounts.balance, { params: b.c, query: { date, bank_account_ids: page.id ?? '' } })).total_cents
      expect(page.opening_cents).toBe(await at('2026-02-28'))
      expect(page.closing_cents).toBe(await at('2026-03-31'))
      expect(page.closing_cents).toBe(page.opening_cents + page.inflow_cents - page.outflow_cents)
    }
    expect(ledger.pages.some(page => page.movements.length > 0)).toBe(true)
  })

  test('by category adds up to the income statement by cash, lines outside it included', async () => {
    await draw(4)
    const ledger = await me().ok(ledgerReport.get, { params: b.c, query: { ...MARCH, by: 'category' } })
    const statement = await me().ok(incomeStatement.get, { params: b.c, query: { ...MARCH, basis: 'cash' } })
    const result = statement.sections.find(section => section.id === 'result')?.amount_cents ?? 0
    expect(total(ledger.pages.map(page => page.inflow_cents - page.outflow_cents))).toBe(result + statement.outside.amount_cents)
  })

  test('knows only accounts of the company', async () => {
    const answer = await me().refused(ledgerReport.get, { params: b.c, query: { ...MARCH, subject_ids: b.contact } })
    expect(answer.status).toBe(404)
  })
})

describe('the cash flow', () => {
  test.each([5, 6])('begins and ends in the balances, month after month (%i)', async seed => {
    const drawn = await draw(seed)
    const report = await me().ok(cashFlowReport.get, { params: b.c, query: MARCH })
    for (const [at, month] of report.months.entries()) {
      const moved = drawn.filter(entry => counts(entry) && isSettled(entry) && entry.date.startsWith(month)).map(effect)
      expect((report.inflow[at] ?? 0) + (report.outflow[at] ?? 0)).toBe(total(moved))
      const { total_cents } = await me().ok(bankAccounts.balance, { params: b.c, query: { date: endOfMonth(`${month}-01`) } })
      expect(report.closing[at]).toBe(total_cents)
      const parts = [report.opening, report.inflow, report.outflow, report.other].map(amounts => amounts[at] ?? 0)
      expect(report.closing[at]).toBe(total(parts))
    }
  })
})

describe('the accounting file', () => {
  test('moves every account by as much as its balance did, and says what a row lacks', async () => {
    await b.receivable({ amount_cents: 9000, status: 'RECEIVED', date: '2026-03-03', category_id: ids[0] })
    await b.bill({ amount_cents: 2500, status: 'PAID', date: '2026-03-05', additional_information: '=1+1' })
    await me().ok(contract.transfers.create, {
      params: b.c,
      body: { date: '2026-03-06', amount_cents: 700, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount },
    })
    const rows = await me().ok(monthClose.accounting, { params: b.c, query: MARCH })
    expect(rows.map(row => [row.amount_cents, row.state])).toEqual([
      [9000, 'READY'],
      [2500, 'WITHOUT_CATEGORY'],
      [700, 'READY'],
    ])
    expect(rows[0]?.debit).toBe(rows[1]?.credit)
    expect(rows[0]?.debit).toBe('Banco do Brasil')
    const file = await app.call(b.owner, monthClose.download, { params: b.c, query: { ...MARCH, format: 'csv' } })
    expect(file.status).toBe(200)
    expect(String(file.data)).toContain('Pagamento · =1+1')
  })
})

describe('the balance ladder', () => {
  test('finds the day of a planted error and its suspect', async () => {
    await b.receivable({ amount_cents: 5000, status: 'RECEIVED', date: '2026-03-02' })
    await b.line(5000, { date: '2026-03-02' })
    const missing = await b.line(-1234, { date: '2026-03-09' })
    await app.sql`update bank_accounts set balance_cents = 3766, balance_date = '2026-03-20' where company_id = ${b.company.id} and id = ${b.account}`
    const { accounts } = await me().ok(balanceLadder.get, { params: b.c, query: MARCH })
    const ladder = accounts.find(account => account.bank_account_id === b.account)
    expect(ladder?.first_broken).toBe('2026-03-09')
    expect(ladder?.days.filter(day => day.is_break).map(day => [day.day, day.difference_cents])).toEqual([['2026-03-09', -1234]])
    expect(ladder?.is_broken_before).toBe(false)
    // What stood on the eve began on no day of the rest, even where that day adds to it.
    await b.line(-100, { date: '2026-03-10' })
    await app.sql`update bank_accounts set balance_cents = 3666 where company_id = ${b.company.id} and id = ${b.account}`
    const rest = await me().ok(balanceLadder.get, { params: b.c, query: { start_date: '2026-03-10', end_date: '2026-03-31' } })
    expect(rest.accounts.find(account => account.bank_account_id === b.account)).toMatchObject({
      first_broken: '2026-03-10',
      is_broken_before: true,
    })
    const told = await me().ok(monthPage.overview, { params: b.c, query: { date: '2026-03-15' } })
    expect(told.ladder).toMatchObject({ difference_cents: -1334, since: '2026-03-09' })
    // Had February ended apart, no day of March would be the one since when.
    await b.line(-50, { date: '2026-02-20' })
    await app.sql`update bank_accounts set balance_cents = 3616 where company_id = ${b.company.id} and id = ${b.account}`
    const later = await me().ok(monthPage.overview, { params: b.c, query: { date: '2026-03-15' } })
    expect(later.ladder).toMatchObject({ difference_cents: -1384, since: null })
    const suspects = await me().ok(balanceLadder.suspects, { params: { ...b.c, id: b.account }, query: { date: '2026-03-09' } })
    expect(suspects).toMatchObject([{ id: missing, of: 'line', explains: true }])
    expect((await me().refused(balanceLadder.suspects, { params: { ...b.c, id: b.contact }, query: { date: '2026-03-09' } })).status).toBe(
      404,
    )
  })
})

describe('closing a month', () => {
  test('counts what waits, and knows a closed month', async () => {
    await b.line(-100, { date: '2026-02-09' })
    await b.bill({ amount_cents: 300, due_date: '2026-02-10', competence_date: '2026-02-10' })
    const asked = { params: b.c, query: { date: '2026-02-01' } }
    const open = await me().ok(monthClose.checklist, asked)
    const count = (id: string) => open.checks.find(check => check.id === id)
    expect(open.range).toBeNull()
    expect(open.refusal).toBeNull()
    expect(count('pending_lines')).toMatchObject({ count: 1, amount_cents: 100 })
    expect(count('without_category')).toMatchObject({ count: 1, amount_cents: 300 })
    expect(count('overdue_bills')).toMatchObject({ count: 1, amount_cents: 300 })
    const id = await b.close('2026-02-01', '2026-02-28')
    expect((await me().ok(monthClose.checklist, asked)).range?.id).toBe(id)
  })
})

describe('the dashboard', () => {
  test('says what the lists and the accounts say', async () => {
    await b.receivable({ amount_cents: 4000, status: 'RECEIVED', date: '2026-03-03' })
    await b.bill({ amount_cents: 150, due_date: '2026-02-02' })
    const shown = await me().ok(dashboard.get, { params: b.c, query: MARCH })
    const { total_cents } = await me().ok(bankAccounts.balance, { params: b.c, query: {} })
    expect(shown.balance_cents).toBe(total_cents)
    expect(shown.bills.overdue).toEqual({ count: 1, amount_cents: 150 })
    expect(shown.months.at(-1)).toEqual({ month: '2026-03', inflow_cents: 4000, outflow_cents: 0 })
    expect(shown.receivables_summary_cents).toBe(4000 * 120)
  })
})

describe('the home', () => {
  /** The clock's day, and days from it. */
  const day = (by = 0) => addDays(dayInSaoPaulo(app.clock.now()), by)
  const home = () => me().ok(dashboard.home, { params: b.c })
  const balanceAt = async (date: string) => (await me().ok(bankAccounts.balance, { params: b.c, query: { date } })).total_cents

  test('draws the balances that the accounts had, day by day', async () => {
    await b.receivable({ amount_cents: 90_000, status: 'RECEIVED', date: day(-40) })
    await b.bill({ amount_cents: 2500, status: 'PAID', date: day(-12) })
    await b.bill({ amount_cents: 700, status: 'PAID', date: day(-12), bank_account_id: b.otherAccount })
    await b.receivable({ amount_cents: 1300, status: 'RECEIVED', date: day() })
    const { past, balance_cents, accounts_count } = await home()
    expect(past.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, at) => day(at - 30)))
    for (const at of [0, 17, 18, 30]) expect(past[at]?.balance_cents).toBe(await balanceAt(day(at - 30)))
    expect(balance_cents).toBe(await balanceAt(day()))
    expect(accounts_count).toBe(2)
  })

  test('expects what is booked when it is due, what is late from tomorrow, and names what leads to the least', async () => {
    await b.receivable({ amount_cents: 10_000, status: 'RECEIVED', date: day(-3) })
    await b.bill({ amount_cents: 1000, due_date: day(-20) })
    await b.bill({ amount_cents: 200, due_date: day(9), additional_information: 'Água' })
    await b.bill({ amount_cents: 9800, due_date: day(9), additional_information: 'Folha' })
    await b.receivable({ amount_cents: 5000, due_date: day(12) })
    await b.bill({ amount_cents: 99_000, due_date: day(31) })
    const { ahead, lowest } = await home()
    const cents = [0, 1, 8, 9, 11, 12, 30].map(at => ahead[at]?.balance_cents)
    expect(cents).toEqual([10_000, 9000, 9000, -1000, -1000, 4000, 4000])
    expect(lowest).toEqual({ day: day(9), balance_cents: -1000, cause: 'Folha' })
  })

  test('ages what is late as the lists filter it', async () => {
    await b.bill({ amount_cents: 100, due_date: day(-31) })
    await b.bill({ amount_cents: 30, due_date: day(-30) })
    await b.bill({ amount_cents: 20, due_date: day(-8) })
    await b.bill({ amount_cents: 5, due_date: day(-7) })
    await b.bill({ amount_cents: 777, due_date: day(-9), status: 'PAID', date: day(-9) })
    await b.receivable({ amount_cents: 40, due_date: day(-15) })
    const { late } = await home()
    expect(late.bills.map(({ count, amount_cents }) => [count, amount_cents])).toEqual([
      [1, 5],
      [2, 50],
      [1, 100],
    ])
    expect(late.receivables.map(({ amount_cents }) => amount_cents)).toEqual([0, 40, 0])
    const listed = await me().ok(contract.bills.list, {
      params: b.c,
      query: { date_type: 'due_date', start_date: late.bills[1]?.from ?? '', end_date: late.bills[1]?.to },
    })
    expect(
      listed
        .filter(({ status }) => status !== 'PAID')
        .map(({ amount_cents }) => amount_cents)
        .sort(),
    ).toEqual([20, 30])
  })

  test('tells where the money went as the cash reports do', async () => {
    const [rent = '', water = ''] = ids
    const today = day()
    const monthAgo = addMonths(today, -1)
    await b.bill({ amount_cents: 800, status: 'PAID', date: today, category_id: rent })
    await b.bill({ amount_cents: 1000, status: 'PAID', date: monthAgo, category_id: rent })
    await b.bill({ amount_cents: 50, status: 'PAID', date: today })
    await b.receivable({ amount_cents: 2000, status: 'RECEIVED', date: today, category_id: water })
    const { spending, net_cents, last_net_cents } = await home()
    expect(spending.map(({ category_id, amount_cents, last_cents }) => [category_id, amount_cents, last_cents])).toEqual([
      [rent, 800, 1000],
      [null, 50, 0],
    ])
    expect(spending[1]?.name).toBeNull()
    expect([net_cents, last_net_cents]).toEqual([1150, -1000])
  })

  test('lists the week, its sums and the open bills of the month', async () => {
    const today = day()
    await b.bill({ amount_cents: 300, due_date: today })
    await b.receivable({ amount_cents: 400, due_date: endOfWeek(today) })
    await b.bill({ amount_cents: 999, due_date: addDays(endOfWeek(today), 1) })
    const { week, month_bills } = await home()
    expect(week.titles.map(({ amount_cents }) => amount_cents).sort()).toEqual([300, 400])
    expect([week.bills, week.receivables]).toEqual([
      { count: 1, amount_cents: 300 },
      { count: 1, amount_cents: 400 },
    ])
    const inMonth = [today, addDays(endOfWeek(today), 1)].filter(due => due <= endOfMonth(today))
    expect(month_bills.count).toBe(inMonth.length)
  })

  test('of an empty company asserts nothing', async () => {
    const { lowest, net_cents, last_net_cents, spending, week, ahead } = await home()
    expect({ lowest, net_cents, last_net_cents, spending }).toEqual({ lowest: null, net_cents: null, last_net_cents: null, spending: [] })
    expect(week.titles).toEqual([])
    expect(ahead).toHaveLength(31)
  })
})
