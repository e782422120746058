// The month in one page: its ten lines add up, its sentence says how the month stands, and its notes name what weighs most.
import { describe, expect, test } from 'vitest'
import { type CategorySum, incomeStatement, type ReportCategory, total } from '#domain/income-statement.ts'
import { cashParts, footWords, monthChange, monthLines, monthNotes, monthPageSentence, salesAndCosts } from '#domain/month-page.ts'

const FLAGS = {
  parent_category_id: null,
  status: 'ACTIVE',
  is_fixed: false,
  is_deductible: false,
  is_increasing: false,
  is_non_operational_expense: false,
  is_hidden_from_income_statement: false,
} as const

const category = (id: string, more: Partial<ReportCategory> = {}): ReportCategory =>
  ({ ...FLAGS, id, name: id, kind: 'DEBIT', ...more }) as ReportCategory

const CHART = [
  category('sales', { kind: 'CREDIT' }),
  category('goods', { kind: 'CHARGE' }),
  category('interest', { is_non_operational_expense: true }),
  ...['rent', 'people', 'cleaning', 'post', 'fuel'].map(id => category(id)),
]
const sum = (category_id: string, amount_cents: number): CategorySum => ({
  category_id,
  kind: category_id === 'sales' ? 'RECEIVABLE' : 'BILL',
  amount_cents,
  entries_count: 1,
})
const statement = (...sums: CategorySum[]) => incomeStatement(CHART, sums)
const NOW = statement(
  sum('sales', 100_000),
  sum('goods', 30_000),
  sum('people', 20_000),
  sum('rent', 10_000),
  sum('post', 300),
  sum('fuel', 200),
  sum('cleaning', 100),
)
const LAST = statement(sum('sales', 90_000), sum('people', 25_000), sum('rent', 10_000))

describe('the lines of a month', () => {
  test('are ten at most, name the largest expenses and add the rest up', () => {
    const lines = monthLines('2026-10', { now: NOW, last: LAST, yearAgo: null })
    expect(lines.map(({ label, amount_cents, last_cents }) => [label, amount_cents, last_cents])).toEqual([
      ['Receita bruta', 100_000, 90_000],
      ['Deduções da receita', 0, 0],
      ['Receita líquida', 100_000, 90_000],
      ['Custos', -30_000, 0],
      ['Lucro bruto', 70_000, 90_000],
      ['people', -20_000, -25_000],
      ['rent', -10_000, -10_000],
      ['post', -300, 0],
      ['Outras despesas', -300, 0],
      ['Resultado de outubro', 39_400, 55_000],
    ])
    expect(lines.every(line => line.year_ago_cents === null)).toBe(true)
  })

  test('between gross profit and result always add up to it, with and without what is not operational', () => {
    for (const now of [
      NOW,
      LAST,
      statement(),
      statement(sum('sales', 5), sum('interest', 9), sum('rent', 1), sum('post', 1), sum('fuel', 1)),
    ]) {
      const lines = monthLines('2026-10', { now, last: LAST, yearAgo: NOW })
      expect(lines.length).toBeLessThanOrEqual(10)
      for (const read of ['amount_cents', 'last_cents', 'year_ago_cents'] as const) {
        const below = lines.slice(4, -1).map(line => line[read] ?? 0)
        expect(total(below)).toBe(lines.at(-1)?.[read])
      }
    }
  })

  test('change in words a person says', () => {
    const pairs: [number, number, string][] = [
      [100, 100, 'igual'],
      [10_280, 10_000, '+2,8%'],
      [-9090, -10_000, '−9,1%'],
      [100_001, 100_000, 'igual'],
      [5, 0, 'novo'],
      [-5, 10, 'inverteu'],
    ]
    for (const [now, last, words] of pairs) expect(monthChange(now, last)).toBe(words)
  })
})

describe('the sentence of a month', () => {
  const said = (results: number[], more = {}) =>
    monthPageSentence({ month: '2026-10', last_month: '2026-09', is_open: false, net_revenue_cents: 6_266_262, results, ...more })

  test('tells the result beside the month before, what stayed of each R$ 100, and how long it rises', () => {
    const { before, figure, after, lead } = said([600_000, 580_000, 605_000, 610_922, 692_162])
    expect(`${before}${figure}${after}`).toBe('Outubro fechou com R$ 6.921,62 de lucro, R$ 812,40 a mais que setembro.')
    expect(lead).toBe('De cada R$ 100,00 de receita líquida, sobraram R$ 11,05. É o terceiro mês seguido de alta.')
  })

  test('says of a loss whether it is better or worse', () => {
    const { before, figure, after, lead } = said([-100, -30_000], { net_revenue_cents: 100_000 })
    expect(`${before}${figure}${after}`).toBe('Outubro fechou com R$ 300,00 de prejuízo, R$ 299,00 pior que setembro.')
    expect(lead).toBe('De cada R$ 100,00 de receita líquida, faltaram R$ 30,00.')
  })

  test('says of an open month how it stands, and does not measure its days by the whole month before', () => {
    const { before, figure, after, lead } = said([900_000, 600_000, -30_000], { is_open: true, net_revenue_cents: 100_000 })
    expect(`${before}${figure}${after}`).toBe('Outubro está com R$ 300,00 de prejuízo. Setembro inteiro teve R$ 6.000,00 de lucro.')
    expect(lead).toBe('De cada R$ 100,00 de receita líquida, faltaram R$ 30,00.')
  })

  test('says nothing of shares without revenue, nor of a streak of one', () => {
    expect(said([5, 5], { net_revenue_cents: 0 })).toMatchObject({ after: ', igual a setembro.', lead: '' })
  })
})

describe('the notes of a month', () => {
  test('name the lowest day ahead, and the expense that moved most', () => {
    const lines = monthLines('2026-10', { now: NOW, last: LAST, yearAgo: null })
    const lowest = { day: '2026-12-07', balance_cents: 406_025, cause: 'folha' }
    const closed = { last_month: '2026-09', is_open: false }
    expect(monthNotes(lines, closed, lowest).map(({ strong, text }) => strong + text)).toEqual([
      'Menor saldo em 7 de dezembro: R$ 4.060,25, depois de folha.',
      'people: 20% a menos que em setembro. São R$ 20,00 de cada R$ 100,00 de receita líquida.',
    ])
    expect(monthNotes(lines, closed, { ...lowest, balance_cents: -100 })[0]?.strong).toBe('Vão faltar R$ 1,00')
  })

  test('of an open month name no expense that only is not whole yet', () => {
    const notes = (now: typeof NOW) => monthNotes(monthLines('2026-10', { now, last: LAST, yearAgo: null }), open, null)
    const open = { last_month: '2026-09', is_open: true }
    expect(notes(NOW).map(({ strong }) => strong)).toEqual([])
    expect(monthNotes(monthLines('2026-10', { now: LAST, last: NOW, yearAgo: null }), open, null)[0]?.strong).toMatch(/^people: .* a mais$/)
  })
})

describe('the rest of the page', () => {
  const cash = { opening_cents: 100, inflow_cents: 50, outflow_cents: -30, other_cents: 0, closing_cents: 120 }
  const days = { start_date: '2026-10-01', end_date: '2026-10-31', made_on: '2026-11-11' }

  test('tells the balance as an equation, with adjustments only where there are any', () => {
    const parts = cashParts({ ...days, cash })
    expect(parts.map(({ words }) => words)).toEqual(['em 30/09', 'entrou', 'saiu', 'em 31/10'])
    const adjusted = cashParts({ ...days, made_on: '2026-10-09', cash: { ...cash, other_cents: 7, closing_cents: 127 } })
    expect(adjusted.map(({ words }) => words)).toEqual(['em 30/09', 'entrou', 'saiu', 'saldos iniciais e ajustes', 'em 09/10'])
    for (const each of [parts, adjusted]) expect(total(each.slice(0, -1).map(({ cents }) => cents))).toBe(each.at(-1)?.cents)
  })

  test('says at its foot whether the month is closed', () => {
    expect(footWords({ made_on: '2026-11-11', closed: { on: '2026-11-06', by_name: 'Helena' } })).toBe(
      'Feito em 11/11/2026, com o mês fechado por Helena em 06/11/2026.',
    )
    expect(footWords({ made_on: '2026-11-11', closed: null })).toBe('Feito em 11/11/2026, com o mês ainda aberto.')
  })

  test('counts as costs all that the blocks subtract before what is not operational', () => {
    const totals = { gross_revenue: 100, deductions: -10, costs: -20, operating_expenses: -30, non_operational: -5, hidden: 0 } as never
    expect(salesAndCosts(totals)).toEqual({ sales_cents: 100, costs_cents: 60 })
  })
})
