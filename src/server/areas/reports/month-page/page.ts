// The page of a month: what the income statement, the cash flow and the home already tell, side by side.
import type { MonthPage } from '#contract/month-page.ts'
import { addYears, type Day, dayInSaoPaulo, endOfMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { groupBy, incomeStatement, sectionTotals } from '#domain/income-statement.ts'
import { monthLines, monthNotes, monthPageSentence, salesAndCosts } from '#domain/month-page.ts'
import { listAccounts } from '#server/areas/banking/bank-accounts/rows.ts'
import { closedIn } from '#server/areas/ledger/entries/rows.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import type { InCompany } from '#server/kernel/context.ts'
import { lowestBalance } from '../dashboard/home.ts'
import { lastMonths } from '../income-statement/period.ts'
import { type Interval, reportCategories, sumsByInterval } from '../income-statement/rows.ts'
import { cashFlow } from '../reports/cash-flow.ts'

const MONTHS = 12

/** The income statement by competence of the month, the one before, and the same a year ago; the totals of twelve months. */
export async function statementsOf({ db, companyId }: InCompany, day: Day) {
  const categories = await reportCategories(db, companyId)
  const months = [sameMonthLastYear(day), ...lastMonths(day, MONTHS)]
  const sums = groupBy(await sumsByInterval(db, companyId, 'competence', months), sum => sum.at)
  const statementOf = (at: number) => incomeStatement(categories, sums.get(at) ?? [])
  return {
    now: statementOf(MONTHS),
    last: statementOf(MONTHS - 1),
    yearAgo: sums.has(0) ? statementOf(0) : null,
    totals: months.slice(1).map((_, at) => sectionTotals(categories, sums.get(at + 1) ?? [])),
    months: months.slice(1).map(({ start_date }) => monthOf(start_date)),
  }
}

function sameMonthLastYear(day: Day): Interval {
  const start_date = addYears(startOfMonth(day), -1)
  return { start_date, end_date: endOfMonth(start_date) }
}

type Statements = Awaited<ReturnType<typeof statementsOf>>

const isOpen = (month: string, today: Day): boolean => month >= monthOf(today)

export function sentenceOf({ months, totals }: Statements, today: Day) {
  const month = months.at(-1) ?? ''
  return monthPageSentence({
    month,
    last_month: months.at(-2) ?? '',
    is_open: isOpen(month, today),
    net_revenue_cents: totals.at(-1)?.net_revenue ?? 0,
    results: totals.map(({ result }) => result),
  })
}

/** Only where all of the month is closed. */
export async function closingOf({ db, companyId }: InCompany, month: Interval): Promise<MonthPage['closed']> {
  const range = await closedIn(db, companyId, month)
  if (!range || range.start_date > month.start_date || range.end_date < month.end_date) return null
  return { on: dayInSaoPaulo(Date.parse(range.closed_at)), by_name: range.closed_by_name }
}

export async function monthPageOf(ctx: InCompany, day: Day): Promise<MonthPage> {
  const interval = { start_date: startOfMonth(day), end_date: endOfMonth(day) }
  const month = monthOf(day)
  const statements = await statementsOf(ctx, day)
  const lines = monthLines(month, statements)
  const company = await findCompany(ctx.db, ctx.companyId)
  const last_month = statements.months.at(-2) ?? month
  const isNow = interval.start_date <= ctx.today && interval.end_date >= monthBeforeToday(ctx.today)
  return {
    month,
    last_month,
    year_ago: statements.yearAgo && monthOf(addYears(interval.start_date, -1)),
    ...interval,
    company_name: company?.trade_name ?? company?.name ?? '',
    company_document: formatDocument(company?.document_number ?? ''),
    made_on: ctx.today,
    closed: await closingOf(ctx, interval),
    said: sentenceOf(statements, ctx.today),
    lines,
    months: statements.months.map((each, at) => ({ month: each, ...salesAndCosts(statements.totals[at] as Statements['totals'][number]) })),
    cash: await cashOf(ctx, day),
    // What lies ahead of today says nothing on the page of a month long over.
    notes: monthNotes(lines, { last_month, is_open: isOpen(month, ctx.today) }, isNow ? await lowestBalance(ctx) : null),
  }
}

const monthBeforeToday = (today: Day): Day => lastMonths(today, 2)[0]?.start_date ?? today

async function cashOf(ctx: InCompany, day: Day): Promise<MonthPage['cash']> {
  const { opening, inflow, outflow, other, closing } = await cashFlow(ctx, day, 1)
  const accounts = await listAccounts(ctx.db, ctx.companyId, ctx.today)
  return {
    accounts: [...new Set(accounts.map(({ institution_name }) => institution_name))],
    opening_cents: opening[0] ?? 0,
    inflow_cents: inflow[0] ?? 0,
    outflow_cents: outflow[0] ?? 0,
    other_cents: other[0] ?? 0,
    closing_cents: closing[0] ?? 0,
  }
}
