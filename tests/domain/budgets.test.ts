// Budgets: the share of an interval to the cent, who may be planned beside whom, and plan against result over the tree.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Budget,
  type BudgetedCategory,
  type BudgetLine,
  budgetReport,
  deviationPercent,
  planConflict,
  planMonths,
  plannedIn,
  plannedInMonth,
} from '#domain/budgets.ts'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { addDays, addMonths, endOfMonth } from '#domain/days.ts'
import { type CategorySum, effectOf, total } from '#domain/income-statement.ts'

const budget = (amount_cents: number, initial_date: string, end_date: string): Budget => ({
  id: `${initial_date} ${end_date}`,
  amount_cents,
  initial_date,
  end_date,
})

function chart(plans: Record<string, Budget[]> = {}): BudgetedCategory[] {
  return DEFAULT_CATEGORIES.map(({ parent, ...category }) => ({
    ...category,
    id: category.name,
    parent_category_id: parent,
    status: 'ACTIVE',
    budgets: plans[category.name] ?? [],
  }))
}

const march = { initial_date: '2026-03-01', end_date: '2026-03-31' }
const sum = (category_id: string | null, kind: 'BILL' | 'RECEIVABLE', amount_cents: number): CategorySum => ({
  category_id,
  kind,
  amount_cents,
  entries_count: 1,
})

const find = (lines: readonly BudgetLine[], name: string): BudgetLine | undefined => {
  for (const line of lines) {
    const found = line.name === name ? line : find(line.categories, name)
    if (found) return found
  }
  return undefined
}

describe('the share of an interval', () => {
  it.each([
    ['a year in a month', budget(12_000_00, '2026-01-01', '2026-12-31'), '2026-02-01', '2026-02-28', 1_000_00],
    ['a year in a quarter', budget(12_000_00, '2026-01-01', '2026-12-31'), '2026-01-01', '2026-03-31', 3_000_00],
    ['a month in itself', budget(777, '2026-03-01', '2026-03-31'), '2026-03-01', '2026-03-31', 777],
    ['a month in a year', budget(777, '2026-03-01', '2026-03-31'), '2026-01-01', '2026-12-31', 777],
    ['a month in half of it', budget(3000, '2026-04-01', '2026-04-30'), '2026-04-16', '2026-05-31', 1500],
    ['a month in another', budget(3000, '2026-04-01', '2026-04-30'), '2026-05-01', '2026-05-31', 0],
    ['a single day', budget(10, '2024-02-29', '2024-02-29'), '2024-02-29', '2024-02-29', 10],
  ])('%s', (_, plan, initial_date, end_date, cents) => {
    expect(plannedIn(plan, { initial_date, end_date })).toBe(cents)
  })

  it('of months that follow one another adds up to the whole, and never goes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 900 }),
        (amount, from, length) => {
          const initial_date = addDays('2020-01-01', from)
          const plan = budget(amount, initial_date, addDays(initial_date, length))
          const months = Array.from({ length: 32 }, (_, at) => addMonths(`${initial_date.slice(0, 7)}-01`, at))
          const shares = months.map(month => plannedIn(plan, { initial_date: month, end_date: endOfMonth(month) }))
          expect(total(shares)).toBe(amount)
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('plan against result', () => {
  it('compares in the direction of the category: more spent than planned is positive', () => {
    const plans = { 'Aluguel e condomínio': [budget(5_000_00, '2026-03-01', '2026-03-31')] }
    const { lines, result } = budgetReport(chart(plans), [sum('Aluguel e condomínio', 'BILL', 5_500_00)], march)
    expect(find(lines, 'Aluguel e condomínio')).toMatchObject({
      planned_cents: 5_000_00,
      realised_cents: 5_500_00,
      deviation_cents: 500_00,
      deviation_percent: 10,
    })
    expect(result).toEqual({ planned_cents: -5_000_00, realised_cents: -5_500_00, deviation_cents: -500_00, deviation_percent: 10 })
  })

  it('gives a parent the sum of its children, an increasing child counted against', () => {
    const plans = {
      'Compra de mercadorias': [budget(1000, '2026-03-01', '2026-03-31')],
      'Devolução de compras': [budget(100, '2026-03-01', '2026-03-31')],
    }
    const sums = [sum('Compra de mercadorias', 'BILL', 900), sum('Devolução de compras', 'RECEIVABLE', 150)]
    const parent = find(budgetReport(chart(plans), sums, march).lines, 'Custos')
    expect(parent).toMatchObject({ planned_cents: 900, realised_cents: 750, deviation_percent: -16.67, entries_count: 2 })
    expect(find([parent as BudgetLine], 'Devolução de compras')).toMatchObject({ planned_cents: 100, realised_cents: 150 })
  })

  it('takes the plan of a parent for its children as well', () => {
    const plans = { Custos: [budget(1200, '2026-01-01', '2026-12-31')] }
    const { lines } = budgetReport(chart(plans), [sum('Compra de mercadorias', 'BILL', 60)], march)
    expect(find(lines, 'Custos')).toMatchObject({ planned_cents: 100, realised_cents: 60, deviation_percent: -40 })
    expect(find(lines, 'Compra de mercadorias')).toMatchObject({ planned_cents: 0, deviation_percent: null })
  })

  it('leaves what is no result out of the result, but not out of the list', () => {
    const plans = { 'Distribuição de lucros': [budget(500, '2026-03-01', '2026-03-31')] }
    const { lines, result } = budgetReport(chart(plans), [sum('Distribuição de lucros', 'BILL', 700)], march)
    expect(find(lines, 'Saídas fora do resultado')).toMatchObject({ planned_cents: 500, realised_cents: 700 })
    expect(result).toMatchObject({ planned_cents: 0, realised_cents: 0, deviation_percent: null })
  })

  it('hides an inactive category only while it has nothing to show', () => {
    const inactive = chart().map(each => (each.id === 'Seguros' || each.id === 'ISS' ? { ...each, status: 'INACTIVE' as const } : each))
    const { lines } = budgetReport(inactive, [sum('ISS', 'BILL', 10)], march)
    expect(find(lines, 'Seguros')).toBeUndefined()
    expect(find(lines, 'ISS')?.realised_cents).toBe(10)
  })

  it('realises every entry of a category the statement shows, once', () => {
    const ids = fc.option(fc.constantFrom(...chart().map(each => each.id)), { nil: null })
    const sums = fc.array(fc.tuple(ids, fc.constantFrom('BILL' as const, 'RECEIVABLE' as const), fc.integer({ min: 1, max: 10 ** 9 })))
    fc.assert(
      fc.property(sums, drawn => {
        const all = drawn.map(([id, kind, cents]) => sum(id, kind, cents))
        const hidden = new Set(chart().flatMap(each => (each.is_hidden_from_income_statement ? each.id : [])))
        const shown = all.filter(each => each.category_id === null || !hidden.has(each.category_id))
        expect(budgetReport(chart(), all, march).result.realised_cents).toBe(total(shown.map(effectOf)))
      }),
    )
  })

  it.each([
    [1000, 1250, 25],
    [1000, 0, -100],
    [3, 4, 33.33],
    [0, 100, null],
  ])('planned %d, realised %d deviates %s %%', (planned, realised, percent) => {
    expect(deviationPercent(planned, realised)).toBe(percent)
  })
})

describe('a budget is refused', () => {
  const plans = { Custos: [budget(1, '2026-01-01', '2026-06-30')], Salários: [budget(1, '2026-03-01', '2026-03-31')] }
  it.each([
    ['over another of the same category', 'Salários', '2026-03-31', '2026-04-30', 'itself', 'Salários'],
    ['below a planned parent', 'Compra de mercadorias', '2026-06-30', '2026-07-31', 'above', 'Custos'],
    ['above a planned child', 'Despesas com pessoal', '2026-01-01', '2026-12-31', 'below', 'Salários'],
  ])('%s', (_, category, initial_date, end_date, of, other) => {
    const conflict = planConflict(chart(plans), category, { id: 'new', initial_date, end_date })
    expect([conflict?.of, conflict?.category.id]).toEqual([of, other])
  })

  it.each([
    ['the month after', 'Salários', '2026-04-01', '2026-04-30'],
    ['beside a planned sister', 'Pró-labore', '2026-03-01', '2026-03-31'],
    ['after the parent plan ends', 'Compra de mercadorias', '2026-07-01', '2026-07-31'],
  ])('not %s', (_, category, initial_date, end_date) => {
    expect(planConflict(chart(plans), category, { id: 'new', initial_date, end_date })).toBeUndefined()
  })

  it('not by itself, when it only moves', () => {
    const [own] = plans.Salários
    expect(
      planConflict(chart(plans), 'Salários', { id: own?.id ?? '', initial_date: '2026-03-10', end_date: '2026-04-10' }),
    ).toBeUndefined()
  })
})

describe('planning months', () => {
  const monthOf = (at: number) => addMonths('2026-01-01', at).slice(0, 7)
  const months = Array.from({ length: 12 }, (_, at) => monthOf(at))
  const applied = (stored: readonly Budget[], changes: ReturnType<typeof planMonths>): Budget[] => {
    const gone = new Set(changes.map(change => change.id))
    const written = changes.flatMap(({ amount_cents, initial_date, end_date }) =>
      amount_cents === null ? [] : [budget(amount_cents, initial_date, end_date)],
    )
    return [...stored.filter(each => !gone.has(each.id)), ...written]
  }

  it('sets the months that were asked and leaves every other with what it had', () => {
    const plans = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 1_000_000 })), { maxLength: 4 })
    const asked = fc.uniqueArray(
      fc.record({ month: fc.constantFrom(...months), amount_cents: fc.option(fc.integer({ min: 0, max: 99_999 })) }),
      { selector: each => each.month, minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(plans, asked, (lengths, changes) => {
        let from = 0
        const stored = lengths.map(([length, cents]) => {
          const first = addMonths('2026-01-01', from)
          from += length
          return budget(cents, first, endOfMonth(addMonths(first, length - 1)))
        })
        const after = applied(stored, planMonths(stored, changes))
        for (const month of months) {
          const wanted = changes.find(change => change.month === month)
          expect(plannedInMonth(after, month)).toBe(wanted ? wanted.amount_cents : plannedInMonth(stored, month))
        }
      }),
    )
  })
  it('keeps the identity of a plan that is that very month, and asks nothing of an empty one', () => {
    const march26 = budget(500, '2026-03-01', '2026-03-31')
    expect(planMonths([march26], [{ month: '2026-03', amount_cents: 700 }])).toEqual([
      { id: march26.id, initial_date: '2026-03-01', end_date: '2026-03-31', amount_cents: 700 },
    ])
    expect(planMonths([], [{ month: '2026-03', amount_cents: null }])).toEqual([])
  })
})
