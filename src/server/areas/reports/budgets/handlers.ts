// Budgets: planning a category, and plan against result on the screen and in a sheet.
import type { BudgetLine, BudgetReport, PlannedAmount } from '#contract/budgets.ts'
import type { contract } from '#contract/index.ts'
import { type Budget, budgetReport, type PlanConflict, planConflict } from '#domain/budgets.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import type { Cell } from '#domain/sheets.ts'
import { type CategoryRow, findCategory, listCategories } from '#server/areas/ledger/categories/rows.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import type { Context, Handlers, InCompany } from '#server/kernel/context.ts'
import { lockWhole } from '#server/kernel/wholes.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { type AskedPeriod, reportPeriod } from '../income-statement/period.ts'
import { sumsByCategory } from '../income-statement/rows.ts'
import { deleteBudgets, insertBudgets, updateBudgets } from './rows.ts'

type StoredBudget = CategoryRow['budgets'][number]

export const budgetHandlers: Handlers<(typeof contract)['budgets']> = {
  async set(ctx, { params, body }) {
    // A plan above or below stands in the way of one here: the chart is planned by one person at a time.
    await lockWhole(ctx.db, ctx.companyId, 'categories')
    const categories = await listCategories(ctx.db, ctx.companyId)
    const category = categories.find(each => each.id === params.id)
    if (!category) throw fail('resource.not_found')
    const change = changeOf(ctx, category.budgets, body.budgets)
    refuseConflicts(categories, category, change)
    await deleteBudgets(ctx.db, ctx.companyId, change.deleted)
    await updateBudgets(ctx.db, ctx.companyId, change.updated)
    await insertBudgets(ctx.db, ctx.companyId, category.id, change.inserted)
    ctx.touch(category.id)
    ctx.label(labelOf(category.name, body.budgets))
    const after = await findCategory(ctx.db, ctx.companyId, category.id)
    if (!after) throw fail('resource.not_found')
    return after
  },

  list: (ctx, { query }) => budgetReportOf(ctx, query),

  async download(ctx, { query }) {
    const found = await budgetReportOf(ctx, query)
    const name = `Orçamento ${found.start_date} a ${found.end_date}`
    return sheetReply(name, query.format, HEADER, [...sheetRows(found.lines, 0), sheetRow('Resultado', found.result, null)])
  },
}

export async function budgetReportOf(ctx: InCompany, query: AskedPeriod): Promise<BudgetReport> {
  const interval = reportPeriod(query, ctx.today)
  const categories = await listCategories(ctx.db, ctx.companyId)
  const sums = await sumsByCategory(ctx.db, ctx.companyId, 'competence', interval)
  return { ...interval, ...budgetReport(categories, sums, { initial_date: interval.start_date, end_date: interval.end_date }) }
}

interface Change {
  inserted: Budget[]
  updated: Budget[]
  deleted: string[]
  /** The category's budgets once all is done. */
  after: Budget[]
}

/** What the asked plans do to the stored ones: by id, else by the very interval; what neither names is new. */
function changeOf(ctx: Context, stored: readonly StoredBudget[], asked: readonly PlannedAmount[]): Change {
  const change: Change = { inserted: [], updated: [], deleted: [], after: [] }
  const left = new Map(stored.map(budget => [budget.id, budget]))
  for (const { id, amount_cents, initial_date, end_date, version } of asked) {
    const found =
      id === undefined ? [...left.values()].find(each => each.initial_date === initial_date && each.end_date === end_date) : left.get(id)
    if (id !== undefined && !found) throw fail('resource.not_found')
    if (found && version !== undefined && version !== found.version) throw fail('conflict.stale_version', {}, { current: found })
    if (found) left.delete(found.id)
    if (amount_cents === null) change.deleted.push(...(found ? [found.id] : []))
    else if (found) change.updated.push({ id: found.id, amount_cents, initial_date, end_date })
    else change.inserted.push({ id: ctx.newId(), amount_cents, initial_date, end_date })
  }
  change.after = [...left.values(), ...change.updated, ...change.inserted]
  return change
}

function refuseConflicts(categories: readonly CategoryRow[], category: CategoryRow, change: Change): void {
  const planned = categories.map(each => (each.id === category.id ? { ...each, budgets: change.after } : each))
  for (const budget of [...change.updated, ...change.inserted]) {
    const conflict = planConflict(planned, category.id, budget)
    if (conflict) throw conflictFailure(conflict)
  }
}

function conflictFailure({ of, category, budget }: PlanConflict): Failure {
  const interval = `de ${formatDay(budget.initial_date)} a ${formatDay(budget.end_date)}`
  const motivo = {
    itself: `O intervalo cruza o orçamento ${interval} desta categoria.`,
    above: `${category.name}, acima desta categoria, já tem orçamento ${interval}: planeje a mãe ou as filhas, não as duas.`,
    below: `${category.name}, abaixo desta categoria, já tem orçamento ${interval}: planeje a mãe ou as filhas, não as duas.`,
  }[of]
  return fail('conflict.already_exists', { motivo })
}

function labelOf(name: string, asked: readonly PlannedAmount[]): string {
  const [only] = asked
  if (asked.length > 1 || !only) return `Orçamento de ${name}: ${asked.length} intervalos`
  const amount = only.amount_cents === null ? 'retirado' : formatCents(only.amount_cents)
  return `Orçamento de ${name}: ${amount} de ${formatDay(only.initial_date)} a ${formatDay(only.end_date)}`
}

const HEADER = ['Categoria', 'Orçado', 'Realizado', 'Desvio', 'Desvio %', 'Lançamentos']
const INDENT = '    '

const sheetRows = (lines: readonly BudgetLine[], depth: number): Cell[][] =>
  lines.flatMap(line => [
    sheetRow(INDENT.repeat(depth) + line.name, line, { count: line.entries_count }),
    ...sheetRows(line.categories, depth + 1),
  ])

const sheetRow = (name: string, line: BudgetReport['result'], count: Cell): Cell[] => [
  { text: name },
  { cents: line.planned_cents },
  { cents: line.realised_cents },
  { cents: line.deviation_cents },
  line.deviation_percent === null ? null : { percent: line.deviation_percent },
  count,
]
