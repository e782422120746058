// The balance ladder: bank and books of every account day by day, and the suspects of one day.
import type { LadderSuspect } from '#contract/balance-ladder.ts'
import type { contract } from '#contract/index.ts'
import { balanceLadder, firstBroken, isBroken, type LadderStep } from '#domain/balance-ladder.ts'
import { addDays, formatDay } from '#domain/days.ts'
import { groupBy } from '#domain/income-statement.ts'
import { accountLabel } from '#server/areas/banking/bank-accounts/handlers.ts'
import { balancesAt, findAccount, listAccounts } from '#server/areas/banking/bank-accounts/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Handlers, InCompany } from '#server/kernel/context.ts'
import { reportPeriod } from '../income-statement/period.ts'
import type { Interval } from '../income-statement/rows.ts'
import {
  booksByDay,
  linesByDay,
  type SuspectEntry,
  type SuspectLine,
  statedBalances,
  suspectEntries,
  suspectLines,
  toldUntil,
} from './rows.ts'

const MAX_DAYS = 366

export const balanceLadderHandlers: Handlers<(typeof contract)['balanceLadder']> = {
  async get(ctx, { query }) {
    const interval = reportPeriod(query, ctx.today)
    if (addDays(interval.start_date, MAX_DAYS) <= interval.end_date) throw invalid('end_date', 'A escada de saldo vai até um ano')
    const accounts = await listAccounts(ctx.db, ctx.companyId, ctx.today)
    const ids = query.bank_account_ids
    if (ids?.some(id => !accounts.some(account => account.id === id))) throw fail('resource.not_found')
    const ladders = await laddersAndDayBefore(ctx, interval)
    return {
      ...interval,
      accounts: accounts
        .filter(account => ids === undefined || ids.length === 0 || ids.includes(account.id))
        .map(account => {
          const { is_broken_before, days } = ladders(account.id)
          return { bank_account_id: account.id, name: accountLabel(account), first_broken: firstBroken(days), is_broken_before, days }
        }),
    }
  },

  async suspects(ctx, { params, query }) {
    const { db, companyId } = ctx
    if (!(await findAccount(db, companyId, ctx.today, params.id))) throw fail('resource.not_found')
    const interval = { start_date: addDays(query.date, -1), end_date: query.date }
    const [before, day] = (await laddersOf(ctx, interval))(params.id)
    // A day of the future has no step of its own.
    const change = (day?.difference_cents ?? 0) - (before?.difference_cents ?? 0)
    const lines = await suspectLines(db, companyId, params.id, query.date)
    const entries = await suspectEntries(db, companyId, params.id, query.date)
    return [...lines.map(line => ofLine(line, change)), ...entries.map(entry => ofEntry(entry, change))].sort(
      (a, b) => Number(b.explains) - Number(a.explains),
    )
  },
}

/** The ladder of any account of the company, up to today. */
export async function laddersOf(ctx: InCompany, interval: Interval): Promise<(accountId: string) => LadderStep[]> {
  const { db, companyId, today } = ctx
  const { start_date } = interval
  const end_date = interval.end_date < today ? interval.end_date : today
  const ofAccount = (row: { bank_account_id: string }) => row.bank_account_id
  const books = groupBy(await booksByDay(db, companyId, { start_date, end_date }), ofAccount)
  const lines = groupBy(await linesByDay(db, companyId), ofAccount)
  const stated = groupBy(await statedBalances(db, companyId), ofAccount)
  const told = new Map((await toldUntil(db, companyId)).map(row => [row.bank_account_id, row.day]))
  const opening = new Map(
    (await balancesAt(db, companyId, addDays(start_date, -1), undefined)).map(row => [row.bank_account_id, row.balance_cents]),
  )
  return id =>
    balanceLadder(
      {
        stated: stated.get(id) ?? [],
        lines: lines.get(id) ?? [],
        told_until: told.get(id) ?? null,
        books_opening_cents: opening.get(id) ?? 0,
        books: books.get(id) ?? [],
      },
      start_date,
      end_date,
    )
}

/** The same, and whether bank and books differed before its first day: that day broke nothing, or not all. */
export async function laddersAndDayBefore(ctx: InCompany, { start_date, end_date }: Interval) {
  const ladders = await laddersOf(ctx, { start_date: addDays(start_date, -1), end_date })
  return (accountId: string) => {
    const [before, ...days] = ladders(accountId)
    return { is_broken_before: before !== undefined && isBroken(before), days }
  }
}

const LINE_REASONS = {
  PENDING: 'Está no extrato e não nos lançamentos',
  IGNORED: 'Foi ignorada na conciliação',
} as const

/** A line the books lack explains a difference of its own amount. */
function ofLine(line: SuspectLine, change: number): LadderSuspect {
  const { settled_on, ...rest } = line
  const reason = line.status === 'CONCILIATED' ? `Foi lançada em ${formatDay(settled_on ?? line.day)}` : LINE_REASONS[line.status]
  return { ...rest, of: 'line', kind: null, reason, explains: line.amount_cents === change }
}

function ofEntry({ conciliated, ...entry }: SuspectEntry, change: number): LadderSuspect {
  const reason = conciliated ? 'A linha do extrato é de outro dia' : 'Está nos lançamentos e não no extrato'
  return { ...entry, of: 'entry', status: null, reason, explains: -entry.amount_cents === change }
}
