// The income statement of an interval, and its series of twelve months, on the screen and in a sheet.

import type { IncomeStatement, IncomeStatementAnalytics } from '#contract/income-statement.ts'
import type { contract } from '#contract/index.ts'
import { monthOf } from '#domain/days.ts'
import type { IncomeStatementBasis } from '#domain/enums.ts'
import { BILL_STATUSES } from '#domain/enums.ts'
import { categorySeries, groupBy, incomeStatement, percentage, SECTIONS, sectionTotals, total } from '#domain/income-statement.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { lastMonths, reportPeriod } from './period.ts'
import { type Interval, reportCategories, sumsByCategory, sumsByInterval } from './rows.ts'
import { statementSheet, yearSheet } from './sheets.ts'

type StatementHandlers = Handlers<(typeof contract)['incomeStatement']>

export const incomeStatementHandlers: StatementHandlers = {
  get: (ctx, { query }) => statementOf(ctx, query.basis, reportPeriod(query, ctx.today)),

  analytics: (ctx, { query }) => yearOf(ctx, query.basis, query.date ?? ctx.today),

  async download(ctx, { query }) {
    const { basis, view, format } = query
    const interval = reportPeriod(query, ctx.today)
    const sheet =
      view === 'months' ? yearSheet(await yearOf(ctx, basis, interval.end_date)) : statementSheet(await statementOf(ctx, basis, interval))
    return sheetReply(sheet.name, format, sheet.header, sheet.rows)
  },
}

async function statementOf(ctx: Context, basis: IncomeStatementBasis, interval: Interval): Promise<IncomeStatement> {
  const categories = await reportCategories(ctx.db, ctx.companyId)
  const sums = await sumsByCategory(ctx.db, ctx.companyId, basis, interval)
  return { ...interval, basis, ...incomeStatement(categories, sums), entries_query: entriesQuery(basis, interval) }
}

async function yearOf(ctx: Context, basis: IncomeStatementBasis, day: string): Promise<IncomeStatementAnalytics> {
  const months = lastMonths(day)
  const categories = await reportCategories(ctx.db, ctx.companyId)
  const sums = groupBy(await sumsByInterval(ctx.db, ctx.companyId, basis, months), sum => sum.at)
  const byMonth = months.map((_, at) => sums.get(at) ?? [])
  const totals = byMonth.map(month => sectionTotals(categories, month))
  const interval = { start_date: months[0]?.start_date ?? ctx.today, end_date: months.at(-1)?.end_date ?? ctx.today }
  return {
    ...interval,
    basis,
    months: months.map(month => monthOf(month.start_date)),
    sections: SECTIONS.map(section => {
      const amounts = totals.map(month => month[section.id])
      const percents = totals.map(month => (month.net_revenue > 0 ? percentage(month[section.id], month.net_revenue) : null))
      return { ...section, amounts, amount_cents: total(amounts), percents }
    }),
    categories: categorySeries(categories, byMonth),
    entries_query: entriesQuery(basis, interval),
  }
}

/** What the lists of bills and receivables must be asked to show the entries of a line. */
function entriesQuery(basis: IncomeStatementBasis, interval: Interval) {
  const status =
    basis === 'cash'
      ? { BILL: 'PAID', RECEIVABLE: 'RECEIVED' }
      : { BILL: BILL_STATUSES.filter(each => each !== 'REPROVED').join(';'), RECEIVABLE: null }
  const date_type = basis === 'cash' ? ('date' as const) : ('competence_date' as const)
  return { date_type, ...interval, transfers: false as const, skip_parent_entries: true as const, status }
}
