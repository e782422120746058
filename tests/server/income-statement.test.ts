// The DRE, its twelve months and the balances by category over the real database: they tie out to the cent with the entries themselves.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IncomeStatement, StatementLine } from '#contract/income-statement.ts'
import { contract } from '#contract/index.ts'
import { total } from '#domain/income-statement.ts'
import { type Books, books, chartOf } from '#tests/kit/books.ts'
import { counts, type DrawnEntry, effect, isSettled, someEntries, writeEntries } from '#tests/kit/random-entries.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { incomeStatement, categories } = contract

let app: TestServer
let b: Books
let ids: Map<string, string>

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.advance(60_000)
  b = await books(app)
  ids = new Map((await chartOf(app, b)).map(each => [each.name, each.id]))
})
afterAll(() => app?.close())

const me = () => app.as(b.owner)
const of = (name: string) => ids.get(name) ?? ''
const statement = (query: Record<string, unknown> = { date: '2026-03-15' }) => me().ok(incomeStatement.get, { params: b.c, query })
const amount = (found: IncomeStatement, id: string) => found.sections.find(section => section.id === id)?.amount_cents

describe('the income statement', () => {
  test('counts by competence, whenever the money moved', async () => {
    await b.bill({ amount_cents: 5000, competence_date: '2026-03-31', due_date: '2026-04-05', category_id: of('Aluguel e condomínio') })
    await b.receivable({ amount_cents: 9000, competence_date: '2026-02-28', due_date: '2026-03-10', category_id: of('Venda de produtos') })
    const march = await statement()
    expect([march.start_date, march.end_date, amount(march, 'gross_revenue'), amount(march, 'result')]).toEqual([
      '2026-03-01',
      '2026-03-31',
      0,
      -5000,
    ])
    expect(amount(await statement({ date: '2026-02-01' }), 'result')).toBe(9000)
    expect(amount(await statement({ start_date: '2026-02-01', end_date: '2026-03-31' }), 'result')).toBe(4000)
  })

  test('counts children instead of a split parent, and neither transfers, deleted nor reproved bills', async () => {
    const category_id = of('Marketing e publicidade')
    const split = await b.bill({ amount_cents: 1000, category_id })
    const children = [
      { amount_cents: 400, category_id: of('Seguros') },
      { amount_cents: 600, category_id },
    ]
    await me().ok(contract.bills.split, { params: { ...b.c, id: split.id }, body: { children } })
    const gone = await b.bill({ amount_cents: 70, category_id })
    await me().ok(contract.bills.delete, { params: { ...b.c, id: gone.id } })
    const reproved = await b.bill({ amount_cents: 30, category_id })
    await me().ok(contract.bills.move, { params: b.c, body: { ids: [reproved.id], status: 'WAITING_APPROVAL' } })
    await me().ok(contract.bills.move, { params: b.c, body: { ids: [reproved.id], status: 'REPROVED', reason: 'valor errado' } })
    await me().ok(contract.transfers.create, {
      params: b.c,
      body: { date: '2026-03-02', amount_cents: 5, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount },
    })
    expect(amount(await statement(), 'operating_expenses')).toBe(-1000)
    const balance = await me().ok(categories.balance, { params: b.c, query: { date: '2026-03-01' } })
    expect(balance.total).toMatchObject({ outflow_cents: 0, inflow_cents: 0, open_outflow_cents: 1000, entries_count: 2 })
  })

  test('by cash counts what was settled in the interval', async () => {
    const bill = await b.bill({ amount_cents: 800, due_date: '2026-03-05', competence_date: '2026-01-10', category_id: of('Salários') })
    await b.bill({ amount_cents: 90, due_date: '2026-03-06', category_id: of('Salários') })
    await me().ok(contract.bills.move, { params: b.c, body: { ids: [bill.id], status: 'PAID' } })
    expect(amount(await statement({ date: '2026-03-01', basis: 'cash' }), 'operating_expenses')).toBe(-800)
    expect(amount(await statement({ date: '2026-03-01' }), 'operating_expenses')).toBe(-90)
  })

  test('has every line lead to its entries', async () => {
    const drawn = fc.sample(someEntries([...ids.values()], '2026-02-20', 60), { numRuns: 8, seed: 5 }).flat()
    await writeEntries(app, b, drawn)
    for (const basis of ['competence', 'cash']) {
      const found = await statement({ date: '2026-03-01', basis })
      const lines = [...found.sections, found.outside].flatMap(section => section.lines).flatMap(all)
      expect(lines.length).toBeGreaterThan(5)
      for (const line of lines) expect(await drill(found, line), line.name).toBe(line.amount_cents)
    }
  })

  const all = (line: StatementLine): StatementLine[] => [line, ...line.categories.flatMap(all)]

  /** The entries of a line, as a screen asks for them, added up. */
  async function drill({ entries_query: { status, ...shared } }: IncomeStatement, line: StatementLine): Promise<number> {
    const which = line.category_ids.length > 0 ? { category_ids: line.category_ids.join(';') } : { without_category: true }
    const amounts = line.kinds.map(async kind => {
      const query = { ...shared, ...which, ...(status[kind] === null ? {} : { status: status[kind] }) }
      const list = await me().ok(kind === 'BILL' ? contract.bills.list : contract.receivables.list, { params: b.c, query })
      return total(list.map(each => each.amount_cents)) * (kind === 'BILL' ? -1 : 1)
    })
    return total(await Promise.all(amounts))
  }

  test('refuses half an interval, one turned round, and one without end', async () => {
    const refusal = async (query: Record<string, unknown>) => {
      const answer = await me().refused(incomeStatement.get, { params: b.c, query })
      return [answer.status, answer.details?.[0]?.field]
    }
    expect(await refusal({ start_date: '2026-03-01' })).toEqual([422, 'end_date'])
    expect(await refusal({ end_date: '2026-03-01' })).toEqual([422, 'start_date'])
    expect(await refusal({ start_date: '2026-03-02', end_date: '2026-03-01' })).toEqual([422, 'end_date'])
    expect(await refusal({ start_date: '2000-01-01', end_date: '2026-03-01' })).toEqual([422, 'end_date'])
  })
})

describe('over random books', () => {
  const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
  const ofMonth = (month: string, day: string) => day.startsWith(month)

  test('the statement, its months and the balances tie out to the cent with the entries', async () => {
    const hidden = new Set((await chartOf(app, b)).flatMap(each => (each.is_hidden_from_income_statement ? each.id : [])))
    const inResult = (entry: DrawnEntry) => entry.category_id === null || !hidden.has(entry.category_id)
    await fc.assert(
      fc.asyncProperty(someEntries([...ids.values()], '2024-12-20', 390), async drawn => {
        await app.sql`update entries set deleted_at = now() where company_id = ${b.company.id} and deleted_at is null`
        await writeEntries(app, b, drawn)
        const live = drawn.filter(counts)
        app.clock.advance(60_000)

        for (const basis of ['competence', 'cash'] as const) {
          const dayOf = (entry: DrawnEntry) => (basis === 'cash' ? entry.date : entry.competence_date)
          const counted = basis === 'cash' ? live.filter(isSettled) : live
          const sumIn = (month: string) => total(counted.filter(entry => inResult(entry) && ofMonth(month, dayOf(entry))).map(effect))
          const year = await me().ok(incomeStatement.analytics, { params: b.c, query: { date: '2025-12-10', basis } })
          expect(year.months).toEqual(months)
          expect(year.sections.at(-1)?.amounts).toEqual(months.map(sumIn))
          const one = await statement({ date: '2025-07-04', basis })
          expect(one.sections.map(section => section.amount_cents)).toEqual(year.sections.map(section => section.amounts[6]))
          const hiddenSum = total(counted.filter(entry => !inResult(entry) && ofMonth('2025-07', dayOf(entry))).map(effect))
          expect(one.outside.amount_cents || 0).toBe(hiddenSum)
        }

        const settled = live.filter(entry => isSettled(entry) && ofMonth('2025-07', entry.date))
        const open = live.filter(entry => !isSettled(entry) && ofMonth('2025-07', entry.date))
        const { total: sums, balances } = await me().ok(categories.balance, { params: b.c, query: { date: '2025-07-31' } })
        expect(sums.balance_cents).toBe(total(settled.map(effect)))
        expect(sums.open_inflow_cents - sums.open_outflow_cents).toBe(total(open.map(effect)))
        expect(total(balances.map(each => each.entries_count))).toBe(settled.length + open.length)
      }),
      { numRuns: 15 },
    )
  })
})

test('a reader may look, and nobody else’s company shows', async () => {
  const reader = await app.aMember(b.company, 'READER')
  expect((await app.call(reader, incomeStatement.get, { params: b.c })).status).toBe(200)
  const stranger = await app.aCompany()
  expect((await app.call(stranger.owner, incomeStatement.analytics, { params: b.c })).status).toBe(404)
})
