// The DRE: where each sum falls, subtotals, vertical analysis, indicators, and that nothing is lost on the way.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { categoryBalances, totalOf } from '#domain/category-balances.ts'
import {
  type CategorySum,
  categorySeries,
  effectOf,
  incomeStatement,
  percentage,
  type ReportCategory,
  SECTIONS,
  type StatementLine,
  sectionTotals,
  total,
} from '#domain/income-statement.ts'

/** The default chart with names as ids. */
const chart: ReportCategory[] = DEFAULT_CATEGORIES.map(({ parent, ...category }) => ({
  ...category,
  id: category.name,
  parent_category_id: parent,
  status: 'ACTIVE',
}))

const received = (category_id: string | null, amount_cents: number): CategorySum => ({
  category_id,
  kind: 'RECEIVABLE',
  amount_cents,
  entries_count: 1,
})
const owed = (category_id: string | null, amount_cents: number): CategorySum => ({ ...received(category_id, amount_cents), kind: 'BILL' })

const year: CategorySum[] = [
  received('Venda de produtos', 100_000_00),
  owed('Simples Nacional (DAS)', 6_000_00),
  owed('Descontos concedidos', 4_000_00),
  owed('Compra de mercadorias', 42_000_00),
  received('Devolução de compras', 2_000_00),
  owed('Salários', 15_000_00),
  owed('Aluguel e condomínio', 5_000_00),
  owed('Marketing e publicidade', 5_000_00),
  owed('Juros e multas pagos', 1_000_00),
  received('Rendimentos de aplicações', 300_00),
  received('Aporte de sócios', 50_000_00),
  owed('Distribuição de lucros', 10_000_00),
]

const amountsOf = (sums: readonly CategorySum[]) =>
  Object.fromEntries(incomeStatement(chart, sums).sections.map(section => [section.id, section.amount_cents]))

const find = (lines: readonly StatementLine[], id: string | null): StatementLine | undefined => {
  for (const line of lines) {
    const found = line.category_id === id ? line : find(line.categories, id)
    if (found) return found
  }
  return undefined
}

describe('an income statement', () => {
  it('runs from gross revenue to the result of the period', () => {
    expect(amountsOf(year)).toEqual({
      gross_revenue: 100_000_00,
      deductions: -10_000_00,
      net_revenue: 90_000_00,
      costs: -40_000_00,
      gross_profit: 50_000_00,
      operating_expenses: -25_000_00,
      operating_result: 25_000_00,
      non_operational: -700_00,
      result: 24_300_00,
    })
  })

  it('keeps what is no result outside, loans and capital alike', () => {
    const { outside } = incomeStatement(chart, year)
    expect(outside.amount_cents).toBe(40_000_00)
    expect(outside.lines.map(line => line.name)).toEqual(['Entradas fora do resultado', 'Saídas fora do resultado'])
  })

  it('tells the margin left by variable costs and the revenue at which nothing is left', () => {
    expect(incomeStatement(chart, year).indicators).toEqual({
      contribution_margin_cents: 45_000_00,
      contribution_margin_percent: 50,
      fixed_costs_cents: 20_000_00,
      break_even_cents: 40_000_00,
    })
    expect(incomeStatement(chart, [owed('Salários', 100)]).indicators).toMatchObject({
      break_even_cents: null,
      contribution_margin_percent: null,
    })
  })

  it('shows percentages of net revenue, and none without it', () => {
    const { sections } = incomeStatement(chart, year)
    expect(sections.map(section => section.percent)).toEqual([111.11, -11.11, 100, -44.44, 55.56, -27.78, 27.78, -0.78, 27])
    expect(incomeStatement(chart, [owed('Salários', 100)]).sections.map(section => section.percent)).toEqual(SECTIONS.map(() => null))
  })

  it('adds children up into their parents, and a child of another block stands there under its parent', () => {
    const moved = chart.map(each => (each.id === 'Seguros' ? { ...each, is_non_operational_expense: true } : each))
    const { sections } = incomeStatement(moved, [owed('Seguros', 700), owed('Aluguel e condomínio', 300)])
    const linesOf = (id: string) => sections.find(section => section.id === id)?.lines ?? []
    expect(find(linesOf('operating_expenses'), 'Despesas administrativas')).toMatchObject({ amount_cents: -300, entries_count: 1 })
    const above = find(linesOf('non_operational'), 'Despesas administrativas')
    expect(above).toMatchObject({ amount_cents: -700, category_ids: ['Seguros'], kinds: ['BILL'] })
  })

  it('never drops entries without a category, nor those of a category it does not know', () => {
    const { sections } = incomeStatement(chart, [received(null, 500), owed(null, 200), owed('desconhecida', 100)])
    const gross = sections[0]
    expect(gross?.lines).toEqual([
      expect.objectContaining({ category_id: null, name: 'Sem categoria', amount_cents: 500, category_ids: [] }),
    ])
    expect(sections.find(section => section.id === 'operating_expenses')?.amount_cents).toBe(-300)
    expect(sections.at(-1)?.amount_cents).toBe(200)
  })

  it('takes a refund booked under an expense as less expense', () => {
    expect(amountsOf([owed('Salários', 1000), received('Salários', 300)]).operating_expenses).toBe(-700)
  })
})

const someSum = fc.record({
  category_id: fc.option(fc.constantFrom(...chart.map(each => each.id)), { nil: null }),
  kind: fc.constantFrom('BILL' as const, 'RECEIVABLE' as const),
  amount_cents: fc.integer({ min: 1, max: 10 ** 12 }),
  entries_count: fc.integer({ min: 1, max: 50 }),
})
const someSums = fc.array(someSum, { maxLength: 60 })

describe('whatever the entries', () => {
  it('blocks and what stays outside add up to all of them, lines to their block, children to their line', () => {
    fc.assert(
      fc.property(someSums, sums => {
        const { sections, outside } = incomeStatement(chart, sums)
        const blocks = [...sections.filter(section => section.kind === 'block'), outside]
        expect(total(blocks.map(block => block.amount_cents))).toBe(total(sums.map(effectOf)))
        expect(total(blocks.flatMap(block => block.lines).map(line => line.entries_count))).toBe(total(sums.map(sum => sum.entries_count)))
        for (const block of blocks) expect(total(block.lines.map(line => line.amount_cents))).toBe(block.amount_cents || 0)
        expect(sections.at(-1)?.amount_cents).toBe(total(sums.map(effectOf)) - outside.amount_cents)
      }),
    )
  })

  it('a line names exactly the categories that add up to it', () => {
    fc.assert(
      fc.property(someSums, sums => {
        const { sections, outside } = incomeStatement(chart, sums)
        const check = (line: StatementLine): void => {
          const named = sums.filter(sum => sum.category_id !== null && line.category_ids.includes(sum.category_id))
          if (line.category_id !== null) expect(total(named.map(effectOf))).toBe(line.amount_cents)
          line.categories.forEach(check)
        }
        for (const section of [...sections, outside]) section.lines.forEach(check)
      }),
    )
  })

  it('months add up to the year', () => {
    fc.assert(
      fc.property(fc.array(someSums, { minLength: 12, maxLength: 12 }), months => {
        const whole = sectionTotals(chart, months.flat())
        const parts = months.map(month => sectionTotals(chart, month))
        for (const { id } of SECTIONS) expect(total(parts.map(part => part[id]))).toBe(whole[id])
        const series = categorySeries(chart, months)
        expect(total(series.map(line => line.amount_cents))).toBe(total(months.flat().map(effectOf)))
        for (const line of series) expect(total(line.amounts)).toBe(line.amount_cents)
      }),
    )
  })
})

describe('a percentage', () => {
  it.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [-1, 3, -33.33],
    [1, 8000, 0.01],
    [0, 5, 0],
    [5, 0, null],
  ])('%d of %d is %s', (part, whole, expected) => {
    expect(percentage(part, whole)).toBe(expected)
  })
})

describe('balances by category', () => {
  it('add settled and open up the tree, entries without a category last', () => {
    const sum = { settled_cents: 0, open_cents: 0, entries_count: 1 }
    const balances = categoryBalances(chart, [
      { ...sum, category_id: 'Salários', kind: 'BILL', settled_cents: 900 },
      { ...sum, category_id: 'Pró-labore', kind: 'BILL', open_cents: 100 },
      { ...sum, category_id: 'Venda de produtos', kind: 'RECEIVABLE', settled_cents: 5000, open_cents: 40 },
      { ...sum, category_id: null, kind: 'RECEIVABLE', settled_cents: 7 },
    ])
    expect(balances.map(each => [each.name, each.balance_cents, each.categories.length])).toEqual([
      ['Receitas', 5000, 1],
      ['Despesas com pessoal', -900, 2],
      ['Sem categoria', 7, 0],
    ])
    expect(totalOf(balances)).toEqual({
      inflow_cents: 5007,
      outflow_cents: 900,
      balance_cents: 4107,
      open_inflow_cents: 40,
      open_outflow_cents: 100,
      entries_count: 4,
    })
  })
})
