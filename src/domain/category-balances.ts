// What came in and went out under each category and what is still expected: the cash view of the chart of accounts.
import { type CategoryTree, categoryTree } from './categories.ts'
import type { TitleKind } from './enums.ts'
import { groupBy, type ReportCategory, total, UNCATEGORIZED } from './income-statement.ts'

/** Entries of one category (null: without one) and kind by cash date; cents, positive. */
export interface CashSum {
  category_id: string | null
  kind: TitleKind
  settled_cents: number
  open_cents: number
  entries_count: number
}

interface Amounts {
  inflow_cents: number
  outflow_cents: number
  /** Settled inflow minus outflow. */
  balance_cents: number
  open_inflow_cents: number
  open_outflow_cents: number
  entries_count: number
}

/** A category with everything below it. */
export interface CategoryBalance extends Amounts {
  /** Null: entries without a category. */
  category_id: string | null
  name: string
  categories: CategoryBalance[]
}

/** Every category with entries, in the order of the chart; parents add up their children. */
export function categoryBalances(categories: readonly ReportCategory[], sums: readonly CashSum[]): CategoryBalance[] {
  const known = new Set(categories.map(category => category.id))
  const own = groupBy(sums, sum => (sum.category_id !== null && known.has(sum.category_id) ? sum.category_id : null))
  const lineOf = (node: CategoryTree<ReportCategory>): CategoryBalance[] => {
    const below = node.categories.flatMap(lineOf)
    const amounts = totalOf([amountsOf(own.get(node.id) ?? []), ...below])
    return amounts.entries_count === 0 ? [] : [{ category_id: node.id, name: node.name, ...amounts, categories: below }]
  }
  const loose = own.get(null)
  const lines = categoryTree(categories).flatMap(lineOf)
  return loose ? [...lines, { category_id: null, name: UNCATEGORIZED, ...amountsOf(loose), categories: [] }] : lines
}

function amountsOf(sums: readonly CashSum[]): Amounts {
  const of = (kind: TitleKind, field: 'settled_cents' | 'open_cents') => total(sums.filter(sum => sum.kind === kind).map(sum => sum[field]))
  const [inflow_cents, outflow_cents] = [of('RECEIVABLE', 'settled_cents'), of('BILL', 'settled_cents')]
  return {
    inflow_cents,
    outflow_cents,
    balance_cents: inflow_cents - outflow_cents,
    open_inflow_cents: of('RECEIVABLE', 'open_cents'),
    open_outflow_cents: of('BILL', 'open_cents'),
    entries_count: total(sums.map(sum => sum.entries_count)),
  }
}

export function totalOf(parts: readonly Amounts[]): Amounts {
  const sumOf = (field: keyof Amounts) => total(parts.map(part => part[field]))
  return {
    inflow_cents: sumOf('inflow_cents'),
    outflow_cents: sumOf('outflow_cents'),
    balance_cents: sumOf('balance_cents'),
    open_inflow_cents: sumOf('open_inflow_cents'),
    open_outflow_cents: sumOf('open_outflow_cents'),
    entries_count: sumOf('entries_count'),
  }
}
