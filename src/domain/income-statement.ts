// The income statement (DRE gerencial): entries summed by category become blocks, subtotals and indicators. Amounts are effects on the result.

import { divideHalfUp } from './arithmetic.ts'
import {
  type CategoryFlags,
  type CategoryNode,
  type CategoryTree,
  categoryTree,
  INCOME_STATEMENT_BLOCKS,
  type IncomeStatementBlock,
  incomeStatementBlock,
} from './categories.ts'
import type { CategoryKind, TitleKind } from './enums.ts'

export type ReportCategory = CategoryNode & CategoryFlags & { kind: CategoryKind }

/** Entries of one category (null: without one) and kind, added up. */
export interface CategorySum {
  category_id: string | null
  kind: TitleKind
  /** Cents, positive. */
  amount_cents: number
  entries_count: number
}

export const SUBTOTALS = ['net_revenue', 'gross_profit', 'operating_result', 'result'] as const
export type Subtotal = (typeof SUBTOTALS)[number]
export type SectionId = Exclude<IncomeStatementBlock, 'hidden'> | Subtotal

/** The statement from top to bottom; a subtotal sums all blocks above it. */
export const SECTIONS: readonly { id: SectionId; label: string; kind: 'block' | 'subtotal' }[] = [
  { id: 'gross_revenue', label: 'Receita bruta', kind: 'block' },
  { id: 'deductions', label: 'Deduções da receita', kind: 'block' },
  { id: 'net_revenue', label: 'Receita líquida', kind: 'subtotal' },
  { id: 'costs', label: 'Custos', kind: 'block' },
  { id: 'gross_profit', label: 'Lucro bruto', kind: 'subtotal' },
  { id: 'operating_expenses', label: 'Despesas operacionais', kind: 'block' },
  { id: 'operating_result', label: 'Resultado operacional', kind: 'subtotal' },
  { id: 'non_operational', label: 'Resultado não operacional', kind: 'block' },
  { id: 'result', label: 'Resultado do período', kind: 'subtotal' },
]

export type SectionTotals = Record<SectionId | 'hidden', number>

export interface StatementLine {
  /** Null: entries without a category. */
  category_id: string | null
  name: string
  amount_cents: number
  /** Percent of net revenue. */
  percent: number | null
  entries_count: number
  /** Which records hold its entries: bills, receivables, or both. */
  kinds: TitleKind[]
  /** The categories of this block that the line sums, including itself; empty for entries without a category. */
  category_ids: string[]
  categories: StatementLine[]
}

export interface StatementSection {
  id: SectionId | 'hidden'
  label: string
  kind: 'block' | 'subtotal'
  amount_cents: number
  percent: number | null
  /** None under a subtotal. */
  lines: StatementLine[]
}

export interface Indicators {
  /** Net revenue minus variable costs and expenses. */
  contribution_margin_cents: number
  contribution_margin_percent: number | null
  /** Fixed costs and expenses, positive. */
  fixed_costs_cents: number
  /** The net revenue at which the operating result is zero; null without a positive margin. */
  break_even_cents: number | null
}

export interface IncomeStatement {
  sections: StatementSection[]
  /** Cash that is no result (loans, capital, assets); in no subtotal. */
  outside: StatementSection
  indicators: Indicators
}

export const UNCATEGORIZED = 'Sem categoria'

/** A sum's effect on the result: receivables add and bills subtract, whatever the category says. */
export const effectOf = (sum: Pick<CategorySum, 'kind' | 'amount_cents'>): number =>
  sum.kind === 'RECEIVABLE' ? sum.amount_cents : -sum.amount_cents

/** `part` in percent of `whole`, two decimals, rounded half away from zero; null when `whole` is zero. */
export const percentage = (part: number, whole: number): number | null =>
  whole === 0 ? null : Number(divideHalfUp(BigInt(part) * 10_000n, BigInt(whole))) / 100

/** Vertical analysis; pointless below zero. */
const shareOf = (amount: number, netRevenue: number): number | null => (netRevenue > 0 ? percentage(amount, netRevenue) : null)

/** The block of a sum; without a category, the default block of its kind. */
const blockOf = (sum: CategorySum, category: ReportCategory | undefined): IncomeStatementBlock =>
  category ? incomeStatementBlock(category) : sum.kind === 'RECEIVABLE' ? 'gross_revenue' : 'operating_expenses'

const byId = (categories: readonly ReportCategory[]): ReadonlyMap<string, ReportCategory> =>
  new Map(categories.map(category => [category.id, category]))

const categoryOf = (sum: CategorySum, known: ReadonlyMap<string, ReportCategory>): ReportCategory | undefined =>
  sum.category_id === null ? undefined : known.get(sum.category_id)

/** Only blocks and subtotals: enough for a series of months. */
export function sectionTotals(categories: readonly ReportCategory[], sums: readonly CategorySum[]): SectionTotals {
  const known = byId(categories)
  const totals = Object.fromEntries([...INCOME_STATEMENT_BLOCKS, ...SUBTOTALS].map(id => [id, 0])) as SectionTotals
  for (const sum of sums) totals[blockOf(sum, categoryOf(sum, known))] += effectOf(sum)
  let running = 0
  for (const { id, kind } of SECTIONS) {
    if (kind === 'block') running += totals[id]
    else totals[id] = running
  }
  return totals
}

/** The whole statement of an interval, lines in the order of the chart; categories without entries have no line. */
export function incomeStatement(categories: readonly ReportCategory[], sums: readonly CategorySum[]): IncomeStatement {
  const totals = sectionTotals(categories, sums)
  const tree = categoryTree(categories)
  const known = byId(categories)
  const section = (id: SectionId | 'hidden', label: string, kind: 'block' | 'subtotal'): StatementSection => ({
    id,
    label,
    kind,
    amount_cents: totals[id],
    percent: shareOf(totals[id], totals.net_revenue),
    lines:
      kind === 'subtotal'
        ? []
        : blockLines(
            tree,
            sums.filter(sum => blockOf(sum, categoryOf(sum, known)) === id),
            totals.net_revenue,
          ),
  })
  return {
    sections: SECTIONS.map(({ id, label, kind }) => section(id, label, kind)),
    outside: section('hidden', 'Fora do resultado', 'block'),
    indicators: indicatorsOf(known, sums, totals.net_revenue),
  }
}

/** A parent from another block stands above its children in this one and sums only those. */
function blockLines(tree: readonly CategoryTree<ReportCategory>[], sums: readonly CategorySum[], netRevenue: number): StatementLine[] {
  const own = groupBy(sums, sum => sum.category_id)
  const placed = new Set<string | null>()
  const lineOf = (node: CategoryTree<ReportCategory>): StatementLine | undefined => {
    const children = node.categories.map(lineOf).filter(line => line !== undefined)
    const sumsHere = own.get(node.id)
    if (!sumsHere && children.length === 0) return undefined
    placed.add(node.id)
    return lineFrom({ category_id: node.id, name: node.name }, sumsHere ?? [], children, netRevenue)
  }
  const lines = tree.map(lineOf).filter(line => line !== undefined)
  const left = sums.filter(sum => !placed.has(sum.category_id))
  return left.length === 0 ? lines : [...lines, lineFrom({ category_id: null, name: UNCATEGORIZED }, left, [], netRevenue)]
}

function lineFrom(
  head: Pick<StatementLine, 'category_id' | 'name'>,
  sums: readonly CategorySum[],
  categories: StatementLine[],
  netRevenue: number,
): StatementLine {
  const amount_cents = total(sums.map(effectOf)) + total(categories.map(line => line.amount_cents))
  return {
    ...head,
    amount_cents,
    percent: shareOf(amount_cents, netRevenue),
    entries_count: total(sums.map(sum => sum.entries_count)) + total(categories.map(line => line.entries_count)),
    kinds: [...new Set([...sums.map(sum => sum.kind), ...categories.flatMap(line => line.kinds)])].sort(),
    category_ids: [
      ...(head.category_id !== null && sums.length > 0 ? [head.category_id] : []),
      ...categories.flatMap(line => line.category_ids),
    ],
    categories,
  }
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

function indicatorsOf(known: ReadonlyMap<string, ReportCategory>, sums: readonly CategorySum[], netRevenue: number): Indicators {
  let fixed = 0
  let margin = netRevenue
  for (const sum of sums) {
    const category = categoryOf(sum, known)
    const block = blockOf(sum, category)
    if (block !== 'costs' && block !== 'operating_expenses') continue
    if (category?.is_fixed) fixed -= effectOf(sum)
    else margin += effectOf(sum)
  }
  const breaksEven = netRevenue > 0 && margin > 0
  return {
    contribution_margin_cents: margin,
    contribution_margin_percent: shareOf(margin, netRevenue),
    fixed_costs_cents: fixed === 0 ? 0 : fixed,
    break_even_cents: breaksEven ? Number(divideHalfUp(BigInt(fixed) * BigInt(netRevenue), BigInt(margin))) : null,
  }
}

/** A category of a series, with its effect on the result in each month. */
export interface CategorySeries {
  category_id: string | null
  name: string
  block: IncomeStatementBlock
  amounts: number[]
  amount_cents: number
}

/** Each category's own entries by month (children count for themselves), in the order of the chart; categories without entries are left out. */
export function categorySeries(categories: readonly ReportCategory[], months: readonly (readonly CategorySum[])[]): CategorySeries[] {
  const known = byId(categories)
  const series = new Map<string, CategorySeries>()
  months.forEach((sums, month) => {
    for (const sum of sums) {
      const category = categoryOf(sum, known)
      const block = blockOf(sum, category)
      const key = category?.id ?? block
      const line = series.get(key) ?? {
        category_id: category?.id ?? null,
        name: category?.name ?? UNCATEGORIZED,
        block,
        amounts: months.map(() => 0),
        amount_cents: 0,
      }
      line.amounts[month] = (line.amounts[month] ?? 0) + effectOf(sum)
      line.amount_cents += effectOf(sum)
      series.set(key, line)
    }
  })
  return [...categories.map(category => category.id), ...INCOME_STATEMENT_BLOCKS].flatMap(key => series.get(key) ?? [])
}
