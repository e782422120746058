// The month in one page: the same figures as the reports it is made of, and a link that opens it until it runs out or is taken back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { total } from '#domain/income-statement.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'

const { balanceLadder, budgets, cashFlowReport, incomeStatement, ledgerReport, monthPage } = contract
const DAY = 24 * 3_600_000
const MARCH = { date: '2026-03-15' }

let app: TestServer
let b: Books
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(TEST_NOW)
  b = await books(app)
})

const me = () => app.as(b.owner)
const stranger = () => app.as(undefined)

async function someMonths() {
  for (const [month, sold, spent] of [
    ['2025-03', 30_000, 10_000],
    ['2026-02', 50_000, 20_000],
    ['2026-03', 80_000, 35_000],
  ] as const) {
    const day = `${month}-10`
    await b.receivable({ amount_cents: sold, status: 'RECEIVED', date: day, competence_date: day })
    await b.bill({ amount_cents: spent, status: 'PAID', date: day, competence_date: day, category_id: b.category })
  }
}

async function shared(days: 7 | 30 | 90 = 30) {
  const link = await me().ok(monthPage.share, { params: b.c, body: { ...MARCH, days } })
  const { url } = await me().ok(monthPage.link, { params: { ...b.c, id: link.id } })
  return { link, url, token: url.split('/').at(-1) ?? '' }
}

describe('the page of a month', () => {
  test('tells what the income statement and the cash flow tell, beside the month before and the year before', async () => {
    await someMonths()
    const page = await me().ok(monthPage.get, { params: b.c, query: MARCH })
    const statementOf = (date: string) => me().ok(incomeStatement.get, { params: b.c, query: { date } })
    const resultOf = async (date: string) => (await statementOf(date)).sections.find(({ id }) => id === 'result')?.amount_cents
    expect(page.lines.at(-1)).toMatchObject({
      id: 'result',
      amount_cents: await resultOf('2026-03-01'),
      last_cents: await resultOf('2026-02-01'),
      year_ago_cents: await resultOf('2025-03-01'),
    })
    expect(page.lines.at(-1)?.amount_cents).toBe(45_000)
    expect(page.year_ago).toBe('2025-03')
    expect(`${page.said.before}${page.said.figure}`).toContain('R$ 450,00 de lucro')
    const flow = await me().ok(cashFlowReport.get, { params: b.c, query: MARCH })
    expect(page.cash).toMatchObject({
      opening_cents: flow.opening.at(-1),
      inflow_cents: flow.inflow.at(-1),
      outflow_cents: flow.outflow.at(-1),
      closing_cents: flow.closing.at(-1),
    })
    expect(page.cash.opening_cents + page.cash.inflow_cents + page.cash.outflow_cents + page.cash.other_cents).toBe(page.cash.closing_cents)
    expect(page.months.at(-1)).toEqual({ month: '2026-03', sales_cents: 80_000, costs_cents: 35_000 })
  })

  test('has no column for a year the books do not have', async () => {
    expect(await me().ok(monthPage.get, { params: b.c, query: MARCH })).toMatchObject({ year_ago: null, closed: null })
  })

  test('says who closed the month, once all of it is closed', async () => {
    await someMonths()
    const close = (start_date: string, end_date: string) =>
      me().ok(contract.entries.closeDateRange, { params: b.c, body: { start_date, end_date } })
    await close('2026-02-01', '2026-02-20')
    expect((await me().ok(monthPage.get, { params: b.c, query: { date: '2026-02-01' } })).closed).toBeNull()
    await close('2025-03-01', '2025-03-31')
    const { closed } = await me().ok(monthPage.get, { params: b.c, query: { date: '2025-03-01' } })
    expect(closed).toEqual({ on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), by_name: expect.stringMatching(/^Pessoa \d+$/) })
  })

  test('is a PDF of one sheet', async () => {
    await someMonths()
    const answer = await app.call(b.owner, monthPage.download, { params: b.c, query: MARCH })
    expect(answer.status).toBe(200)
    const pdf = Buffer.from(answer.data as Uint8Array).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})

describe('the reports at a glance', () => {
  test('show the figures of the reports themselves', async () => {
    await someMonths()
    await me().ok(budgets.set, {
      params: { ...b.c, id: b.category },
      body: { budgets: [{ amount_cents: 30_000, initial_date: '2026-03-01', end_date: '2026-03-31' }] },
    })
    const told = await me().ok(monthPage.overview, { params: b.c, query: MARCH })
    const flow = await me().ok(cashFlowReport.get, { params: b.c, query: MARCH })
    const ledger = await me().ok(ledgerReport.get, { params: b.c, query: { ...MARCH, by: 'category' } })
    const ladder = await me().ok(balanceLadder.get, { params: b.c, query: MARCH })
    expect(told.result).toMatchObject({ amount_cents: 45_000, last_cents: 30_000 })
    expect(told.cash.months).toEqual(flow.closing)
    expect(told.ledger.count).toBe(total(ledger.pages.map(page => page.movements.length)))
    expect(told.budget).toMatchObject({ planned_cents: 30_000, realised_cents: 35_000, worst: { over_cents: 5000 } })
    expect(told.ladder).toBeNull()
    expect(ladder.accounts.every(({ days }) => days.every(({ difference_cents }) => difference_cents === null))).toBe(true)
  })
})

describe('a link to a month', () => {
  test('opens the page without sign-in, and shows nothing but that page', async () => {
    await someMonths()
    const { token, url } = await shared()
    expect(url).toContain(`/month/${token}`)
    const mine = await me().ok(monthPage.get, { params: b.c, query: MARCH })
    expect(await stranger().ok(monthPage.open, { params: { token } })).toEqual(mine)
    expect((await stranger().refused(monthPage.get, { params: b.c, query: MARCH })).status).toBe(401)
  })

  test('keeps only a hash of its token', async () => {
    const { token } = await shared()
    const kept = await app.sql<{ row: string }>`select row_to_json(l)::text as row from month_links l
      union all select row_to_json(t)::text from month_link_tokens t union all select coalesce(answer, '') from idempotency`
    expect(kept.length).toBeGreaterThan(1)
    expect(kept.some(({ row }) => row.includes(token))).toBe(false)
  })

  test('says the same of what ran out, was taken back or never was', async () => {
    const runOut = await shared(7)
    const taken = await shared()
    await me().ok(monthPage.revoke, { params: { ...b.c, id: taken.link.id } })
    app.clock.set(TEST_NOW + 8 * DAY)
    const answers = await Promise.all(
      [runOut.token, taken.token, 'x'.repeat(43)].map(token => stranger().refused(monthPage.open, { params: { token } })),
    )
    const shown = answers.map(({ status, id, message }) => ({ status, id, message }))
    expect(new Set(shown.map(each => JSON.stringify(each))).size).toBe(1)
    expect(shown[0]?.status).toBe(404)
    const links = await me().ok(monthPage.links, { params: b.c, query: MARCH })
    expect(links.map(({ state }) => state).sort()).toEqual(['EXPIRED', 'REVOKED'])
    expect((await me().refused(monthPage.link, { params: { ...b.c, id: taken.link.id } })).id).toBe('conflict.invalid_transition')
    expect((await me().refused(monthPage.revoke, { params: { ...b.c, id: taken.link.id } })).id).toBe('conflict.invalid_transition')
  })

  test('is listed under its month with who made it, and written down for the audit', async () => {
    const { link } = await shared()
    expect(link).toMatchObject({ month: '2026-03', state: 'OPEN', made_by_name: expect.stringMatching(/^Pessoa \d+$/) })
    expect(await me().ok(monthPage.links, { params: b.c, query: { date: '2026-02-01' } })).toEqual([])
    const lines = await app.sql<{
      command: string
    }>`select command from audit_lines where company_id = ${b.company.id} and ${link.id} = any (ids)`
    expect(lines.map(({ command }) => command)).toEqual(['monthPage.share'])
  })

  test('belongs to its company, and guessing is slowed down', async () => {
    const { link } = await shared()
    const other = await books(app)
    const theirs = { params: { ...other.c, id: link.id } }
    expect((await app.as(other.owner).refused(monthPage.link, theirs)).status).toBe(404)
    expect((await app.as(other.owner).refused(monthPage.revoke, theirs)).status).toBe(404)
    const tries = await Promise.all(
      Array.from({ length: 70 }, (_, at) => stranger().refused(monthPage.open, { params: { token: `${at}`.repeat(20) } })),
    )
    expect(tries.some(({ id }) => id === 'rate.limited')).toBe(true)
  })
})
