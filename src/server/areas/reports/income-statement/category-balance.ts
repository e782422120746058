// What went in and out by category in a period, asked of the chart itself.
import type { contract } from '#contract/index.ts'
import { categoryBalances, totalOf } from '#domain/category-balances.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { reportPeriod } from './period.ts'
import { cashSums, reportCategories } from './rows.ts'

export const categoryBalance: Handlers<(typeof contract)['categories']>['balance'] = async (ctx, { query }) => {
  const interval = reportPeriod(query, ctx.today)
  const categories = await reportCategories(ctx.db, ctx.companyId)
  const balances = categoryBalances(categories, await cashSums(ctx.db, ctx.companyId, interval))
  return { ...interval, total: totalOf(balances), balances }
}
