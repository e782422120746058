// The home: a few sums read once, and the picture that the domain makes of them.
import type { Home } from '#contract/dashboard.ts'
import { agedSums, pileOf } from '#domain/ageing.ts'
import { type DayBalance, forecastBalances, lowestAhead, type OpenSum, pastBalances } from '#domain/balance-forecast.ts'
import { addDays, type Day, endOfMonth, endOfWeek, startOfMonth } from '#domain/days.ts'
import { lastOverdueDay } from '#domain/due.ts'
import type { TitleKind } from '#domain/enums.ts'
import { type CategorySum, total } from '#domain/income-statement.ts'
import { monthsToDay, mostSpent, spentByCategory } from '#domain/spending.ts'
import { balancesAt } from '#server/areas/banking/bank-accounts/rows.ts'
import type { Context, InCompany } from '#server/kernel/context.ts'
import { sumsByInterval } from '../income-statement/rows.ts'
import { booksByDay } from '../reports/rows.ts'
import { accountsInUse, categoryNamesOf, largestBill, openByDay, titlesDue } from './rows.ts'

const DAYS = 30
const CATEGORIES = 5
const WEEK_TITLES = 8

export async function home(ctx: Context): Promise<Home> {
  const { db, companyId, today } = ctx
  const monthEnd = endOfMonth(today)
  const open = await openTitles(ctx)
  const past = await balancesUntil(ctx, today)
  const balance_cents = past.at(-1)?.balance_cents ?? 0
  const ahead = forecastBalances(balance_cents, open, today, DAYS)
  const inMonth = open.filter(({ due_date }) => due_date >= startOfMonth(today) && due_date <= monthEnd)
  return {
    today,
    accounts_count: await accountsInUse(db, companyId),
    balance_cents,
    past,
    ahead,
    lowest: await withCause(ctx, lowestAhead(ahead)),
    ...(await monthSoFar(ctx)),
    late: { bills: agedSums(open, 'BILL', today), receivables: agedSums(open, 'RECEIVABLE', today) },
    week: await weekOf(ctx, open),
    month_bills: pileOf(inMonth.filter(({ kind }) => kind === 'BILL')),
  }
}

/** Open titles due in what the home looks at: the days ahead, and all of the month. */
function openTitles({ db, companyId, today }: InCompany): Promise<OpenSum[]> {
  const [until, monthEnd] = [addDays(today, DAYS), endOfMonth(today)]
  return openByDay(db, companyId, monthEnd > until ? monthEnd : until)
}

/** The lowest balance of the days ahead, as the home says it. */
export async function lowestBalance(ctx: InCompany): Promise<Home['lowest']> {
  const held = total((await balancesAt(ctx.db, ctx.companyId, ctx.today, undefined)).map(account => account.balance_cents))
  return withCause(ctx, lowestAhead(forecastBalances(held, await openTitles(ctx), ctx.today, DAYS)))
}

async function balancesUntil({ db, companyId }: Context, today: Day): Promise<DayBalance[]> {
  const start = addDays(today, -DAYS)
  const opening = await balancesAt(db, companyId, start, undefined)
  const movements = await booksByDay(db, companyId, { start_date: addDays(start, 1), end_date: today })
  return pastBalances(total(opening.map(account => account.balance_cents)), movements, start, today)
}

/** Tomorrow stands for all that is late, too. */
async function withCause({ db, companyId, today }: InCompany, lowest: DayBalance | undefined): Promise<Home['lowest']> {
  if (lowest === undefined) return null
  const from = lowest.day === addDays(today, 1) ? null : lowest.day
  return { ...lowest, cause: await largestBill(db, companyId, from, lowest.day) }
}

const netOf = (sums: readonly CategorySum[]): number | null =>
  sums.length === 0 ? null : total(sums.map(({ kind, amount_cents }) => (kind === 'BILL' ? -amount_cents : amount_cents)))

async function monthSoFar({ db, companyId, today }: Context) {
  const intervals = monthsToDay(today)
  const sums = await sumsByInterval(db, companyId, 'cash', intervals)
  const [now, last] = [sums.filter(({ at }) => at === 0), sums.filter(({ at }) => at === 1)]
  const most = mostSpent(spentByCategory(now, last), CATEGORIES)
  const names = await categoryNamesOf(
    db,
    companyId,
    most.flatMap(({ category_id }) => category_id ?? []),
  )
  return {
    net_cents: netOf(now),
    last_net_cents: netOf(last),
    spending: most.map(spent => ({ ...spent, name: names.get(spent.category_id ?? '') ?? null })),
    spending_days: intervals[0],
  }
}

async function weekOf({ db, companyId, today }: Context, open: readonly OpenSum[]): Promise<Home['week']> {
  const [from, to] = [addDays(lastOverdueDay(today), 1), endOfWeek(today)]
  const due = (kind: TitleKind) => pileOf(open.filter(sum => sum.kind === kind && sum.due_date >= from && sum.due_date <= to))
  return { from, to, bills: due('BILL'), receivables: due('RECEIVABLE'), titles: await titlesDue(db, companyId, from, to, WEEK_TITLES) }
}
