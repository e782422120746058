// Budgets over the real server: planned by interval, compared with the result, taken back, and downloaded as a file nothing runs in.
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BudgetLine } from '#contract/budgets.ts'
import { contract } from '#contract/index.ts'
import { type Books, books, chartOf } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { budgets, categories, batches } = contract

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

const RENT = 'Aluguel e condomínio'
const me = () => app.as(b.owner)
const of = (name: string) => ids.get(name) ?? ''
const input = (name: string, body: unknown) => ({ params: { ...b.c, id: of(name) }, body })
const month = (number: string, amount_cents: number | string | null, more: object = {}) => ({
  amount_cents,
  initial_date: `2026-${number}-01`,
  end_date: number === '02' ? '2026-02-28' : `2026-${number}-30`,
  ...more,
})
const set = (name: string, body: unknown) => me().ok(budgets.set, input(name, body))
const refused = (name: string, body: unknown) => me().refused(budgets.set, input(name, body))
const stored = async (name: string) => (await me().ok(categories.get, { params: { ...b.c, id: of(name) } })).budgets
const amounts = async (name: string) => (await stored(name)).map(each => [each.initial_date, each.amount_cents])

describe('planning a category', () => {
  test('writes an interval, changes it, moves it and takes it away', async () => {
    const made = await set(RENT, month('04', '500000'))
    expect(made.budgets).toMatchObject([
      { amount_cents: 500_000, initial_date: '2026-04-01', end_date: '2026-04-30', category_id: of(RENT) },
    ])
    await set(RENT, month('04', 600_000))
    expect(await amounts(RENT)).toEqual([['2026-04-01', 600_000]])
    await set(RENT, month('06', 1, { id: made.budgets[0]?.id }))
    expect(await amounts(RENT)).toEqual([['2026-06-01', 1]])
    await set(RENT, month('06', null))
    expect(await amounts(RENT)).toEqual([])
    await set(RENT, month('06', null))
  })

  test('takes many intervals in one batch, undone whole', async () => {
    await set(RENT, month('01', 1))
    const answer = await app.call(b.owner, budgets.set, input(RENT, { budgets: [month('01', 2), month('02', 3), month('04', 4)] }))
    expect(await amounts(RENT)).toEqual([
      ['2026-01-01', 2],
      ['2026-02-01', 3],
      ['2026-04-01', 4],
    ])
    await me().ok(batches.undo, { params: { ...b.c, id: answer.headers['x-batch-id'] ?? '' } })
    expect(await amounts(RENT)).toEqual([['2026-01-01', 1]])
  })

  test('refuses two plans of one day, and a plan both above and below', async () => {
    await set(RENT, { amount_cents: 1, initial_date: '2026-04-01', end_date: '2026-06-30' })
    expect(await refused(RENT, month('06', 5))).toMatchObject({ status: 409, id: 'conflict.already_exists' })
    expect((await refused('Despesas administrativas', month('06', 5))).message).toContain('abaixo desta categoria')
    await set('Custos', month('06', 5))
    expect((await refused('Compra de mercadorias', month('06', 5))).message).toContain('Custos, acima desta categoria')
    expect(
      await refused(RENT, { budgets: [month('09', 1), { amount_cents: 1, initial_date: '2026-09-30', end_date: '2026-10-01' }] }),
    ).toMatchObject({
      id: 'conflict.already_exists',
    })
    expect(await amounts(RENT)).toHaveLength(1)
  })

  test('refuses what is no plan', async () => {
    const field = async (body: unknown) => (await refused(RENT, body)).details?.[0]?.field
    expect(await field(month('04', -1))).toBe('budgets.0.amount_cents')
    expect(await field(month('04', '1e3'))).toBe('budgets.0.amount_cents')
    expect(await field({ amount_cents: 1, initial_date: '2026-04-02', end_date: '2026-04-01' })).toBe('budgets.0.end_date')
    expect(await field({ amount_cents: 1, initial_date: '1999-04-02', end_date: '2026-04-01' })).toBe('budgets.0.initial_date')
    expect(await refused(RENT, month('04', 1, { id: of(RENT) }))).toMatchObject({ status: 404 })
    expect((await me().refused(budgets.set, { params: { ...b.c, id: b.account }, body: month('04', 1) })).status).toBe(404)
  })

  test('refuses a stale plan, by its version or If-Match', async () => {
    const [first] = (await set(RENT, month('04', 1))).budgets
    await set(RENT, month('04', 2, { version: first?.version }))
    expect(await refused(RENT, month('04', 3, { version: first?.version }))).toMatchObject({ status: 409, id: 'conflict.stale_version' })
    const matched = await app.call(b.owner, budgets.set, input(RENT, month('04', 3)), { 'if-match': '"1"' })
    expect(matched.status).toBe(412)
    expect(await amounts(RENT)).toEqual([['2026-04-01', 2]])
  })

  test('the database holds one plan a day for whoever writes, undo included', async () => {
    const answer = await app.call(b.owner, budgets.set, input(RENT, month('04', 1)))
    const removed = await app.call(b.owner, budgets.set, input(RENT, month('04', null)))
    await set(RENT, { amount_cents: 9, initial_date: '2026-04-10', end_date: '2026-04-20' })
    expect(answer.status).toBe(200)
    const undone = await me().refused(batches.undo, { params: { ...b.c, id: removed.headers['x-batch-id'] ?? '' } })
    expect(undone).toMatchObject({ status: 409, id: 'conflict.already_exists' })
    expect(await amounts(RENT)).toEqual([['2026-04-10', 9]])
  })

  test('of two people planning the same days, one wins', async () => {
    for (const number of ['01', '04', '06', '09']) {
      const wide = { amount_cents: 1, initial_date: `2026-${number}-01`, end_date: `2026-${number}-10` }
      const late = { amount_cents: 2, initial_date: `2026-${number}-10`, end_date: `2026-${number}-20` }
      const answers = await Promise.all([wide, late].map(body => app.call(b.owner, budgets.set, input(RENT, body))))
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    }
  })
})

describe('plan against result', () => {
  const line = (lines: readonly BudgetLine[], name: string): BudgetLine | undefined => {
    for (const each of lines) {
      const found = each.name === name ? each : line(each.categories, name)
      if (found) return found
    }
    return undefined
  }

  test('compares a month, or any interval, by competence', async () => {
    await set(RENT, { amount_cents: 120_000, initial_date: '2026-01-01', end_date: '2026-12-31' })
    await b.bill({ amount_cents: 12_500, competence_date: '2026-03-10', due_date: '2026-04-10', category_id: of(RENT) })
    const march = await me().ok(budgets.list, { params: b.c, query: { date: '2026-03-20' } })
    expect(line(march.lines, RENT)).toMatchObject({ planned_cents: 10_000, realised_cents: 12_500, deviation_percent: 25 })
    expect(line(march.lines, 'Despesas administrativas')).toMatchObject({ planned_cents: 10_000, realised_cents: 12_500, entries_count: 1 })
    expect(march.result).toMatchObject({ planned_cents: -10_000, realised_cents: -12_500 })
    const quarter = await me().ok(budgets.list, { params: b.c, query: { start_date: '2026-04-01', end_date: '2026-06-30' } })
    expect(line(quarter.lines, RENT)).toMatchObject({ planned_cents: 30_000, realised_cents: 0, deviation_percent: -100 })
  })

  const download = async (query: Record<string, unknown>) => {
    const answer = await app.call(b.owner, budgets.download, { params: b.c, query: { date: '2026-03-01', ...query } })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    return { bytes: answer.data as Buffer, name: answer.headers['content-disposition'] ?? '' }
  }

  test('downloads as XLSX, numbers as numbers', async () => {
    await set(RENT, month('03', 123_456))
    const { bytes, name } = await download({})
    expect(name).toContain('.xlsx')
    const page = Object.values(read(bytes).Sheets)[0]
    const rows = utils.sheet_to_json<Record<string, unknown>>(page ?? {})
    expect(rows.find(row => String(row.Categoria).trim() === RENT)).toMatchObject({
      Orçado: 1234.56,
      Realizado: 0,
      Desvio: -1234.56,
      'Desvio %': -100,
    })
    expect(rows.at(-1)).toMatchObject({ Categoria: 'Resultado', Orçado: -1234.56 })
  })

  test('downloads as CSV when asked, as Brazilian spreadsheets read it', async () => {
    await set(RENT, month('03', 123_456))
    const { bytes, name } = await download({ format: 'csv' })
    expect(name).toContain('.csv')
    const text = bytes.toString('utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text).toContain(`    ${RENT};1234,56;0,00;-1234,56;-100;0\r\n`)
    expect(text).toContain('Resultado;-1234,56;0,00;1234,56;-100;')
  })

  test('is for those who may export', async () => {
    const operator = await app.aMember(b.company, 'OPERATOR')
    expect((await app.call(operator, budgets.list, { params: b.c })).status).toBe(200)
    expect((await app.call(operator, budgets.download, { params: b.c })).status).toBe(403)
    expect((await app.call(operator, budgets.set, input(RENT, month('04', 1)))).status).toBe(403)
  })
})
