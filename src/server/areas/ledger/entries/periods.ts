// Closing and reopening periods, and what they held when they were closed.
import { sql } from 'kysely'
import type { DateRange } from '#contract/entries.ts'
import type { contract } from '#contract/index.ts'
import { formatDay } from '#domain/days.ts'
import { CLOSE_ERROR_MESSAGES, closeError } from '#domain/periods.ts'
import { balancesAsJson } from '#server/areas/banking/bank-accounts/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { all, first } from '#server/db/query.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { closedRanges } from './rows.ts'
import { SETTLED } from './sql.ts'

type PeriodHandlers = Pick<Handlers<(typeof contract)['entries']>, 'dateRanges' | 'closeDateRange' | 'openDateRange'>

const rangeSelect = (where: ReturnType<typeof sql>) => sql<DateRange>`select r.*, c.name as closed_by_name, o.name as opened_by_name
  from date_ranges r left join users c on c.id = r.closed_by left join users o on o.id = r.opened_by
  where r.deleted_at is null and ${where} order by r.start_date desc, r.closed_at desc`

export const periodHandlers: PeriodHandlers = {
  dateRanges: ctx => all(ctx.db, rangeSelect(sql`r.company_id = ${ctx.companyId}`)),

  async closeDateRange(ctx, { body }) {
    // The lock every writer shares: a write that has looked at the ranges before us commits first, one after us sees ours.
    await sql`select 1 from companies where id = ${ctx.companyId} for update`.execute(ctx.db)
    const closed = await closedRanges(ctx.db, ctx.companyId)
    const error = closeError(body, closed, ctx.today)
    if (error === 'range.overlaps') {
      const other = closed.find(range => range.start_date <= body.end_date && body.start_date <= range.end_date)
      throw fail('period.overlap', { inicio: formatDay(other?.start_date ?? ''), fim: formatDay(other?.end_date ?? '') })
    }
    if (error) throw invalid('end_date', CLOSE_ERROR_MESSAGES[error])
    const id = ctx.newId()
    await sql`insert into date_ranges (company_id, id, start_date, end_date, closed_by, closed_at, balances, open_entries_count)
      select ${ctx.companyId}, ${id}, ${body.start_date}, ${body.end_date}, ${ctx.actor.user_id}, ${new Date(ctx.now)},
        ${balancesAsJson(ctx.companyId, sql`${body.end_date}::date`)}, count(*) from entries e
      where e.company_id = ${ctx.companyId} and e.deleted_at is null and not e.has_children and e.status not in ${SETTLED}
        and e.date between ${body.start_date} and ${body.end_date}`.execute(ctx.db)
    ctx.label(`Período de ${formatDay(body.start_date)} a ${formatDay(body.end_date)} fechado`)
    return mustFindRange(ctx, id)
  },

  async openDateRange(ctx, { params }) {
    await sql`select 1 from companies where id = ${ctx.companyId} for update`.execute(ctx.db)
    const range = await mustFindRange(ctx, params.id)
    if (range.status === 'CLOSED') {
      await sql`
        update date_ranges set status = 'OPEN', opened_by = ${ctx.actor.user_id}, opened_at = ${new Date(ctx.now)}
        where company_id = ${ctx.companyId} and id = ${params.id}`.execute(ctx.db)
    }
    ctx.label(`Período de ${formatDay(range.start_date)} a ${formatDay(range.end_date)} reaberto`)
    return mustFindRange(ctx, params.id)
  },
}

async function mustFindRange(ctx: Context, id: string): Promise<DateRange> {
  const row = await first(ctx.db, rangeSelect(sql`r.company_id = ${ctx.companyId} and r.id = ${id}`))
  if (!row) throw fail('resource.not_found')
  return row
}
