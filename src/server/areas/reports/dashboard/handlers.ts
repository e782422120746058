// The dashboard: a handful of sums, each over the same entries as the list it leads to.
import type { contract } from '#contract/index.ts'
import { addDays, endOfMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { DUE_WARNING_DAYS, lastOverdueDay } from '#domain/due.ts'
import type { TitleKind } from '#domain/enums.ts'
import { total } from '#domain/income-statement.ts'
import { receivablesSummary, summaryWindow } from '#domain/receivables-summary.ts'
import { balancesAt } from '#server/areas/banking/bank-accounts/rows.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { lastMonths } from '../income-statement/period.ts'
import { sumsByInterval } from '../income-statement/rows.ts'
import { home } from './home.ts'
import { type OpenDays, type OpenSums, openSums, pendingLines, receivablesDated } from './rows.ts'

const MONTHS = 6

export const dashboardHandlers: Handlers<(typeof contract)['dashboard']> = {
  home,
  async get(ctx, { query }) {
    const { db, companyId, today } = ctx
    const asked = query.date ?? today
    const days: OpenDays = {
      start_date: startOfMonth(asked),
      end_date: endOfMonth(asked),
      overdue_until: lastOverdueDay(today),
      soon_until: addDays(today, DUE_WARNING_DAYS),
    }
    const sums = await openSums(db, companyId, days)
    const accounts = await balancesAt(db, companyId, today, undefined)
    const balance_cents = total(accounts.map(account => account.balance_cents))
    const of = (kind: TitleKind) => sums.find(sum => sum.kind === kind)
    const toCome = (of('RECEIVABLE')?.until_end_cents ?? 0) - (of('BILL')?.until_end_cents ?? 0)
    return {
      today,
      start_date: days.start_date,
      end_date: days.end_date,
      due_soon_from: addDays(days.overdue_until, 1),
      due_soon_to: days.soon_until,
      balance_cents,
      forecast_cents: days.end_date < today ? null : balance_cents + toCome,
      bills: sideOf(of('BILL')),
      receivables: sideOf(of('RECEIVABLE')),
      waiting_approval_count: of('BILL')?.waiting_approval_count ?? 0,
      pending_lines_count: await pendingLines(db, companyId),
      receivables_summary_cents: await summaryOf(ctx),
      months: await monthsOf(ctx, days.start_date),
    }
  },
}

const sideOf = (sum: OpenSums | undefined) => ({
  open: { count: sum?.open_count ?? 0, amount_cents: sum?.open_cents ?? 0 },
  overdue: { count: sum?.overdue_count ?? 0, amount_cents: sum?.overdue_cents ?? 0 },
  due_soon: { count: sum?.soon_count ?? 0, amount_cents: sum?.soon_cents ?? 0 },
})

/** The database adds up the window; the odd factors stay in one function of the domain. */
async function summaryOf({ db, companyId, today }: Context): Promise<number> {
  const { start_date, end_date } = summaryWindow(today)
  const amount_cents = await receivablesDated(db, companyId, start_date, end_date)
  return receivablesSummary([{ date: today, amount_cents }], today)
}

async function monthsOf({ db, companyId }: Context, last: string) {
  const intervals = lastMonths(last, MONTHS)
  const sums = await sumsByInterval(db, companyId, 'cash', intervals)
  return intervals.map(({ start_date }, at) => {
    const moved = (kind: TitleKind) => total(sums.filter(sum => sum.at === at && sum.kind === kind).map(sum => sum.amount_cents))
    return { month: monthOf(start_date), inflow_cents: moved('RECEIVABLE'), outflow_cents: moved('BILL') }
  })
}
