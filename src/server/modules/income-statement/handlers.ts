// The income statement of an interval, and its series of twelve months.
import type { contract } from '#contract/index.ts'
import { addMonths, endOfMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { BILL_STATUSES } from '#domain/enums.ts'
import {
  categorySeries,
  groupBy,
  type IncomeStatementBasis,
  incomeStatement,
  percentage,
  SECTIONS,
  sectionTotals,
  total,
} from '#domain/income-statement.ts'
import type { Handlers } from '../../kernel/context.ts'
import { reportPeriod } from './period.ts'
import { type Interval, reportCategories, sumsByCategory, sumsByInterval } from './rows.ts'

const MONTHS = 12

export const incomeStatementHandlers: Handlers<(typeof contract)['incomeStatement']> = {
  async get(ctx, { query }) {
    const { basis } = query
    const interval = reportPeriod(query, ctx.today)
    const categories = await reportCategories(ctx.db, ctx.companyId)
    const sums = await sumsByCategory(ctx.db, ctx.companyId, basis, interval)
    return { ...interval, basis, ...incomeStatement(categories, sums), entries_query: entriesQuery(basis, interval) }
  },

  async analytics(ctx, { query }) {
    const { basis } = query
    const months = lastMonths(query.date ?? ctx.today)
    const categories = await reportCategories(ctx.db, ctx.companyId)
    const sums = groupBy(await sumsByInterval(ctx.db, ctx.companyId, basis, months), sum => sum.at)
    const byMonth = months.map((_, at) => sums.get(at) ?? [])
    const totals = byMonth.map(month => sectionTotals(categories, month))
    return {
      start_date: months[0]?.start_date ?? ctx.today,
      end_date: months.at(-1)?.end_date ?? ctx.today,
      basis,
      months: months.map(month => monthOf(month.start_date)),
      sections: SECTIONS.map(section => {
        const amounts = totals.map(month => month[section.id])
        const percents = totals.map(month => (month.net_revenue > 0 ? percentage(month[section.id], month.net_revenue) : null))
        return { ...section, amounts, amount_cents: total(amounts), percents }
      }),
      categories: categorySeries(categories, byMonth),
    }
  },
}

/** The month of a day and the eleven before it, oldest first. */
function lastMonths(day: string): Interval[] {
  return Array.from({ length: MONTHS }, (_, at) => {
    const start_date = addMonths(startOfMonth(day), at + 1 - MONTHS)
    return { start_date, end_date: endOfMonth(start_date) }
  })
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
