// Budgets: the amount planned for a category in an interval, its share of any other interval, and plan against result over the tree.

import { getDaysInMonth } from 'date-fns/getDaysInMonth'
import { divideHalfUp } from './arithmetic.ts'
import { type CategoryTree, categoryTree, incomeStatementSign } from './categories.ts'
import { dateOf } from './civil-date.ts'
import { addDays, addMonths, type Day, diffMonths, endOfMonth, startOfMonth } from './days.ts'
import type { TitleKind } from './enums.ts'
import { type CategorySum, effectOf, groupBy, percentage, type ReportCategory, total, UNCATEGORIZED } from './income-statement.ts'

export interface Interval {
  initial_date: Day
  /** Inclusive. */
  end_date: Day
}

export interface Budget extends Interval {
  id: string
  /** Cents in the direction of the category: a planned expense is positive. */
  amount_cents: number
}

export type BudgetedCategory = ReportCategory & { budgets: readonly Budget[] }

export const overlap = (a: Interval, b: Interval): boolean => a.initial_date <= b.end_date && b.initial_date <= a.end_date

/** 28 × 29 × 30 × 31 without common factors, so that a month of any length divides into whole parts per day. */
const MONTH_WEIGHT = 377_580

/** The part of its month that so many days are, in parts of `MONTH_WEIGHT`. */
const partOfMonth = (day: Day, days: number): number => (days * MONTH_WEIGHT) / getDaysInMonth(dateOf(day))

const dayOfMonth = (day: Day): number => Number(day.slice(8))

/** The length of an interval in months, in parts of `MONTH_WEIGHT`: a day counts by the length of its own month. */
const weightOf = (from: Day, to: Day): number =>
  diffMonths(from, to) * MONTH_WEIGHT + partOfMonth(to, dayOfMonth(to)) - partOfMonth(from, dayOfMonth(from) - 1)

/**
 * The part of a budget that falls in an interval: equal amounts for whole months, by days within one. The shares of consecutive intervals
 * add up to the whole, exact to the cent.
 */
export function plannedIn(budget: Omit<Budget, 'id'>, interval: Interval): number {
  if (!overlap(budget, interval)) return 0
  const whole = BigInt(weightOf(budget.initial_date, budget.end_date))
  const until = (day: Day): number => Number(divideHalfUp(BigInt(budget.amount_cents) * BigInt(weightOf(budget.initial_date, day)), whole))
  const end = interval.end_date < budget.end_date ? interval.end_date : budget.end_date
  const before = interval.initial_date <= budget.initial_date ? 0 : until(addDays(interval.initial_date, -1))
  return until(end) - before
}

/** (realised − planned) / planned in percent; null when nothing was planned. */
export const deviationPercent = (planned: number, realised: number): number | null => percentage(realised - planned, planned)

export interface PlanConflict {
  /** Which category's budget is in the way: its own, one above it, or one below it. */
  of: 'itself' | 'above' | 'below'
  category: BudgetedCategory
  budget: Budget
}

/** The budget that forbids this one: budgets of a category never overlap, and either a parent has a plan or its children do. */
export function planConflict(
  categories: readonly BudgetedCategory[],
  categoryId: string,
  planned: Interval & { id: string },
): PlanConflict | undefined {
  const known = new Map(categories.map(category => [category.id, category]))
  const above = ancestorsOf(categoryId, known)
  const relation = (category: BudgetedCategory): PlanConflict['of'] | undefined => {
    if (category.id === categoryId) return 'itself'
    if (above.has(category.id)) return 'above'
    return ancestorsOf(category.id, known).has(categoryId) ? 'below' : undefined
  }
  for (const category of categories) {
    const of = relation(category)
    const budget = of && category.budgets.find(other => other.id !== planned.id && overlap(other, planned))
    if (of && budget) return { of, category, budget }
  }
  return undefined
}

function ancestorsOf(id: string, known: ReadonlyMap<string, ReportCategory>): ReadonlySet<string> {
  const above = new Set<string>()
  for (let parent = known.get(id)?.parent_category_id; parent && !above.has(parent); parent = known.get(parent)?.parent_category_id)
    above.add(parent)
  return above
}

/** Plan and result of a category and everything below it, in the direction of the category. */
export interface BudgetLine {
  /** Null: entries without a category. */
  category_id: string | null
  name: string
  planned_cents: number
  realised_cents: number
  /** Realised minus planned. */
  deviation_cents: number
  deviation_percent: number | null
  entries_count: number
  categories: BudgetLine[]
}

/** Plan and result as effects on the result: income positive, expenses negative. */
interface Effects {
  planned: number
  realised: number
  entries_count: number
}

export interface BudgetReport {
  lines: BudgetLine[]
  /** Effects on the result without hidden categories: income positive, expenses negative. */
  result: { planned_cents: number; realised_cents: number; deviation_cents: number; deviation_percent: number | null }
}

/** Plan and result of every category of the chart in an interval; parents add up their children. */
export function budgetReport(categories: readonly BudgetedCategory[], sums: readonly CategorySum[], interval: Interval): BudgetReport {
  const known = new Set(categories.map(category => category.id))
  const own = groupBy(sums, sum => (sum.category_id !== null && known.has(sum.category_id) ? sum.category_id : sum.kind))
  const loose = (['RECEIVABLE', 'BILL'] as const).flatMap(kind => looseLine(kind, own.get(kind) ?? []))
  const lines = [...categoryTree(categories).map(root => visit(root, own, interval)), ...loose]
  return { lines: lines.filter(each => !each.idle).map(each => each.line), result: comparison(1, addUp(lines.map(each => each.inResult))) }
}

interface Visited {
  line: BudgetLine
  effects: Effects
  /** The effects of categories that the income statement shows. */
  inResult: Effects
  /** An inactive category with nothing to show. */
  idle: boolean
}

function visit(node: CategoryTree<BudgetedCategory>, own: ReadonlyMap<string, readonly CategorySum[]>, interval: Interval): Visited {
  const below = node.categories.map(child => visit(child, own, interval))
  const sign = incomeStatementSign(node)
  const mine = realisedOf(own.get(node.id) ?? [])
  const plans = node.budgets.filter(budget => overlap(budget, interval))
  const withPlan = (effects: Effects, planned: number): Effects => (plans.length > 0 ? { ...effects, planned } : effects)
  const planned = sign * total(plans.map(plan => plannedIn(plan, interval)))
  const effects = withPlan(addUp([mine, ...below.map(child => child.effects)]), planned)
  const shown = node.is_hidden_from_income_statement ? NOTHING : mine
  const inResult = withPlan(addUp([shown, ...below.map(child => child.inResult)]), node.is_hidden_from_income_statement ? 0 : planned)
  const categories = below.filter(child => !child.idle).map(child => child.line)
  const idle = node.status === 'INACTIVE' && plans.length + effects.entries_count + categories.length === 0
  return { line: lineOf(node.id, node.name, sign, effects, categories), effects, inResult, idle }
}

function looseLine(kind: TitleKind, sums: readonly CategorySum[]): Visited[] {
  if (sums.length === 0) return []
  const effects = realisedOf(sums)
  return [{ line: lineOf(null, UNCATEGORIZED, kind === 'RECEIVABLE' ? 1 : -1, effects, []), effects, inResult: effects, idle: false }]
}

const NOTHING: Effects = { planned: 0, realised: 0, entries_count: 0 }

const addUp = (parts: readonly Effects[]): Effects => ({
  planned: total(parts.map(part => part.planned)),
  realised: total(parts.map(part => part.realised)),
  entries_count: total(parts.map(part => part.entries_count)),
})

const realisedOf = (sums: readonly CategorySum[]): Effects => ({
  planned: 0,
  realised: total(sums.map(effectOf)),
  entries_count: total(sums.map(sum => sum.entries_count)),
})

const lineOf = (category_id: string | null, name: string, sign: 1 | -1, effects: Effects, categories: BudgetLine[]): BudgetLine => ({
  category_id,
  name,
  ...comparison(sign, effects),
  entries_count: effects.entries_count,
  categories,
})

function comparison(sign: 1 | -1, { planned, realised }: Effects) {
  const planned_cents = sign * planned || 0
  const realised_cents = sign * realised || 0
  return {
    planned_cents,
    realised_cents,
    deviation_cents: realised_cents - planned_cents,
    deviation_percent: deviationPercent(planned_cents, realised_cents),
  }
}

/** A requested plan of a category: an amount for a month, or null for no plan. */
export interface PlannedMonth {
  /** 'yyyy-MM'. */
  month: string
  amount_cents: number | null
}

/** One plan to write; a null amount deletes the stored one. */
export interface PlanChange extends Interval {
  id?: string
  amount_cents: number | null
}

/** What a category plans in a month, longer plans counted by their share; null where no plan reaches. */
export function plannedInMonth(budgets: readonly Budget[], month: string): number | null {
  const interval = monthInterval(month)
  const own = budgets.filter(budget => overlap(budget, interval))
  return own.length === 0 ? null : total(own.map(budget => plannedIn(budget, interval)))
}

/**
 * The changes that set months of a category. A longer plan that covers a changed month is replaced by plans of its single months, each with
 * its share, so that the other months keep their amounts to the cent.
 */
export function planMonths(budgets: readonly Budget[], asked: readonly PlannedMonth[]): PlanChange[] {
  const named = new Map(asked.map(each => [each.month, each.amount_cents]))
  const touched = budgets.filter(budget => asked.some(each => overlap(budget, monthInterval(each.month))))
  const whole = touched.filter(budget => isMonth(budget))
  const taken = touched.filter(budget => !isMonth(budget))
  const months = new Map<string, number | null>(named)
  for (const month of taken.flatMap(monthsOf)) if (!named.has(month)) months.set(month, plannedInMonth(budgets, month))
  const changes = [...months].map(([month, amount_cents]): PlanChange => {
    const stored = whole.find(budget => budget.initial_date === `${month}-01`)
    return { ...(stored ? { id: stored.id } : {}), ...monthInterval(month), amount_cents }
  })
  const removed = taken.map(({ id, initial_date, end_date }): PlanChange => ({ id, initial_date, end_date, amount_cents: null }))
  return [...removed, ...changes.filter(change => change.amount_cents !== null || change.id !== undefined)]
}

const monthInterval = (month: string): Interval => ({ initial_date: `${month}-01`, end_date: endOfMonth(`${month}-01`) })

const isMonth = ({ initial_date, end_date }: Interval): boolean =>
  initial_date === startOfMonth(initial_date) && end_date === endOfMonth(initial_date)

function monthsOf({ initial_date, end_date }: Interval): string[] {
  const months: string[] = []
  for (let first = startOfMonth(initial_date); first <= end_date; first = addMonths(first, 1)) months.push(first.slice(0, 7))
  return months
}
