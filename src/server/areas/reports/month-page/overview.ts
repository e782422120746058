// The reports at a glance: each one's figure of the month and how it came there, from what the report itself computes.
import type { BudgetLine } from '#contract/budgets.ts'
import type { ReportsOverview } from '#contract/month-page.ts'
import { agedSums } from '#domain/ageing.ts'
import { firstBroken } from '#domain/balance-ladder.ts'
import { incomeStatementSign } from '#domain/categories.ts'
import { type Day, endOfMonth, startOfMonth } from '#domain/days.ts'
import { lastOverdueDay } from '#domain/due.ts'
import { groupBy, total } from '#domain/income-statement.ts'
import { accountLabel } from '#server/areas/banking/bank-accounts/handlers.ts'
import { listAccounts } from '#server/areas/banking/bank-accounts/rows.ts'
import type { InCompany } from '#server/kernel/context.ts'
import { budgetReportOf } from '../budgets/handlers.ts'
import { openByDay } from '../dashboard/rows.ts'
import { lastMonths } from '../income-statement/period.ts'
import { type Interval, reportCategories, sumsByInterval } from '../income-statement/rows.ts'
import { laddersAndDayBefore } from '../reports/balance-ladder.ts'
import { cashFlow } from '../reports/cash-flow.ts'
import { closingOf, sentenceOf, statementsOf } from './page.ts'

export async function overviewOf(ctx: InCompany, day: Day): Promise<ReportsOverview> {
  const interval = { start_date: startOfMonth(day), end_date: endOfMonth(day) }
  const statements = await statementsOf(ctx, day)
  const results = statements.totals.map(({ result }) => result)
  const { closing, opening } = await cashFlow(ctx, day)
  return {
    month: statements.months.at(-1) ?? '',
    last_month: statements.months.at(-2) ?? '',
    said: sentenceOf(statements, ctx.today),
    result: { amount_cents: results.at(-1) ?? 0, last_cents: results.at(-2) ?? 0, months: results },
    cash: {
      day: interval.end_date < ctx.today ? interval.end_date : ctx.today,
      closing_cents: closing.at(-1) ?? 0,
      change_cents: (closing.at(-1) ?? 0) - (opening.at(-1) ?? 0),
      months: closing,
    },
    budget: await budgetOf(ctx, interval),
    receivables: await lateReceivables(ctx),
    ledger: await movementsOf(ctx, day),
    ladder: await widestGap(ctx, interval),
    closed: await closingOf(ctx, interval),
  }
}

/** Expenses alone: more of them than planned asks for attention, more income does not. */
async function budgetOf(ctx: InCompany, interval: Interval): Promise<ReportsOverview['budget']> {
  const { lines } = await budgetReportOf(ctx, interval)
  const spending = (await reportCategories(ctx.db, ctx.companyId)).filter(category => incomeStatementSign(category) < 0)
  const ids = new Set<string | null>(spending.map(({ id }) => id))
  const expenses = lines.filter(({ category_id }) => ids.has(category_id))
  const planned_cents = total(expenses.map(line => line.planned_cents))
  if (planned_cents === 0) return null
  return { planned_cents, realised_cents: total(expenses.map(line => line.realised_cents)), worst: worstOf(expenses) }
}

function worstOf(lines: readonly BudgetLine[]) {
  const over = lines
    .filter(line => line.planned_cents > 0 && line.deviation_cents > 0)
    .sort((a, b) => b.deviation_cents - a.deviation_cents)
  return over[0] ? { name: over[0].name, over_cents: over[0].deviation_cents } : null
}

async function lateReceivables({ db, companyId, today }: InCompany): Promise<ReportsOverview['receivables']> {
  const late = agedSums(await openByDay(db, companyId, lastOverdueDay(today)), 'RECEIVABLE', today)
  const [young = 0, middling = 0, old = 0] = late.map(({ amount_cents }) => amount_cents)
  return {
    amount_cents: young + middling + old,
    count: total(late.map(({ count }) => count)),
    old_count: late.at(-1)?.count ?? 0,
    ages: [young, middling, old],
  }
}

async function movementsOf({ db, companyId }: InCompany, day: Day): Promise<ReportsOverview['ledger']> {
  const months = lastMonths(day)
  const sums = groupBy(await sumsByInterval(db, companyId, 'cash', months), sum => sum.at)
  const counts = months.map((_, at) => total((sums.get(at) ?? []).map(({ entries_count }) => entries_count)))
  return { count: counts.at(-1) ?? 0, months: counts }
}

/** The account whose bank and books differ most on the last day both are known. */
async function widestGap(ctx: InCompany, interval: Interval): Promise<ReportsOverview['ladder']> {
  const ladders = await laddersAndDayBefore(ctx, interval)
  const gaps = (await listAccounts(ctx.db, ctx.companyId, ctx.today)).flatMap(account => {
    const { is_broken_before, days: steps } = ladders(account.id)
    const days = steps.flatMap(({ difference_cents }) => difference_cents ?? [])
    const last = days.at(-1)
    const since = is_broken_before ? null : firstBroken(steps)
    return last === undefined ? [] : [{ difference_cents: last, account: accountLabel(account), since, days }]
  })
  return gaps.sort((a, b) => Math.abs(b.difference_cents) - Math.abs(a.difference_cents))[0] ?? null
}
