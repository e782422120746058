// The chart of accounts as rows of a year: what each category plans and did in every month, parents with their children.
import type { Category } from '#contract/categories.ts'
import type { IncomeStatementAnalytics } from '#contract/income-statement.ts'
import { plannedInMonth } from '#domain/budgets.ts'
import { incomeStatementSign } from '#domain/categories.ts'
import type { ReportRow } from './report-screen.tsx'

export interface BudgetRow extends ReportRow {
  depth: number
  category: Category
  /** Null where nothing is planned, here or below. */
  planned: readonly (number | null)[]
  /** In the direction of the category: an expense is positive. */
  realised: readonly number[]
}

interface Year {
  months: readonly string[]
  realised: ReadonlyMap<string, readonly number[]>
}

const add = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)

function rowsOf(category: Category, depth: number, year: Year): BudgetRow[] {
  const below = (category.categories ?? []).map(child => rowsOf(child, depth + 1, year))
  const children = below.flatMap(([child]) => child ?? [])
  const sign = incomeStatementSign(category)
  const planned = year.months.map((month, at) => {
    const own = plannedInMonth(category.budgets, month)
    return own ?? children.reduce<number | null>((sum, child) => add(sum, signed(child, sign, child.planned[at] ?? null)), null)
  })
  const own = year.realised.get(category.id)
  const realised = year.months.map((_, at) =>
    children.reduce((sum, child) => sum + (signed(child, sign, child.realised[at] ?? 0) ?? 0), sign * (own?.[at] ?? 0) || 0),
  )
  const used = planned.some(amount => amount !== null) || realised.some(amount => amount !== 0)
  if (category.status === 'INACTIVE' && !used) return []
  return [{ id: category.id, name: category.name, strong: depth === 0, depth, category, planned, realised }, ...below.flat()]
}

/** A child that pulls the other way takes from its parent. */
const signed = (child: BudgetRow, sign: number, amount: number | null): number | null =>
  amount === null || incomeStatementSign(child.category) === sign ? amount : -amount

export function budgetRows(
  tree: readonly Category[],
  { months, categories }: Pick<IncomeStatementAnalytics, 'months' | 'categories'>,
): BudgetRow[] {
  const realised = new Map(categories.flatMap(line => (line.category_id === null ? [] : [[line.category_id, line.amounts] as const])))
  return tree.flatMap(category => rowsOf(category, 0, { months, realised }))
}
