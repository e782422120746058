// Closing a month: its checklist, and its settled entries as débito, crédito and histórico.
import type { contract } from '#contract/index.ts'
import type { AccountingRow, CloseCheckId, CloseChecklist } from '#contract/month-close.ts'
import { ACCOUNTING_STATE_LABELS, postingOf } from '#domain/accounting.ts'
import { endOfMonth, startOfMonth } from '#domain/days.ts'
import { lastOverdueDay } from '#domain/due.ts'
import { total } from '#domain/income-statement.ts'
import { CLOSE_ERROR_MESSAGES, closeError } from '#domain/periods.ts'
import type { Cell } from '#domain/sheets.ts'
import { listAccounts } from '#server/areas/banking/bank-accounts/rows.ts'
import { duplicateSuggestions } from '#server/areas/ledger/entries/duplicates.ts'
import { closedIn, closedRanges } from '#server/areas/ledger/entries/rows.ts'
import { type AskedPeriod, reportPeriod } from '#server/areas/reports/income-statement/period.ts'
import type { Interval } from '#server/areas/reports/income-statement/rows.ts'
import { laddersOf } from '#server/areas/reports/reports/balance-ladder.ts'
import { accountingEntries } from '#server/areas/reports/reports/rows.ts'
import { tooManyRows } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { deliveryStates } from '../handovers/plan.ts'
import { overdueIn, type Pile, pendingLinesIn, withoutCategory } from './rows.ts'

const MAX_ROWS = 100_000

export const monthCloseHandlers: Handlers<(typeof contract)['monthClose']> = {
  async checklist(ctx, { query }) {
    const { db, companyId, today } = ctx
    const day = query.date ?? today
    const month = { start_date: startOfMonth(day), end_date: endOfMonth(day) }
    const range = (await closedIn(db, companyId, month)) ?? null
    const error = range === null ? closeError(month, await closedRanges(db, companyId), today) : undefined
    return { ...month, range, refusal: error === undefined ? null : CLOSE_ERROR_MESSAGES[error], checks: await checksOf(ctx, month) }
  },

  async accounting(ctx, { query }) {
    const rows = await accountingRows(ctx, query)
    const states = await deliveryStates(ctx, reportPeriod(query, ctx.today))
    return rows.map(row => ({ ...row, delivery: states.get(row.id) ?? null }))
  },

  async download(ctx, { query }) {
    const interval = reportPeriod(query, ctx.today)
    const rows = await accountingRows(ctx, interval)
    return sheetReply(`Contabilidade ${interval.start_date} a ${interval.end_date}`, query.format, HEADER, rows.map(sheetRow))
  },
}

async function checksOf(ctx: Context, month: Interval): Promise<CloseChecklist['checks']> {
  const { db, companyId, today } = ctx
  const overdue = await overdueIn(db, companyId, month, lastOverdueDay(today))
  const late = (kind: string): Pile => overdue.find(pile => pile.kind === kind) ?? { count: 0, amount_cents: 0 }
  const piles: Record<CloseCheckId, Pile> = {
    pending_lines: await pendingLinesIn(db, companyId, month),
    without_category: await withoutCategory(db, companyId, month),
    overdue_bills: late('BILL'),
    overdue_receivables: late('RECEIVABLE'),
    balance_differences: await differences(ctx, month),
    duplicates: await duplicatesIn(ctx, month),
  }
  return (Object.keys(piles) as CloseCheckId[]).map(id => ({ id, count: piles[id].count, amount_cents: piles[id].amount_cents }))
}

/** Accounts whose bank and books part on the last day both are known. */
async function differences(ctx: Context, month: Interval): Promise<Pile> {
  const ladders = await laddersOf(ctx, month)
  const gaps = (await listAccounts(ctx.db, ctx.companyId, ctx.today)).flatMap(account => {
    const known = ladders(account.id).findLast(step => step.difference_cents !== null)
    return known?.difference_cents ? [Math.abs(known.difference_cents)] : []
  })
  return { count: gaps.length, amount_cents: total(gaps) }
}

/** Groups of likely duplicates with a copy in the month. */
async function duplicatesIn(ctx: Context, { start_date, end_date }: Interval): Promise<Pile> {
  const groups = await duplicateSuggestions(ctx)
  const copies = groups.map(group => group.duplicates.filter(copy => copy.date >= start_date && copy.date <= end_date))
  const touched = copies.filter(group => group.length > 0)
  return { count: touched.length, amount_cents: total(touched.flat().map(copy => copy.amount_cents)) }
}

async function accountingRows(ctx: Context, query: AskedPeriod): Promise<PostingRow[]> {
  const rows = await accountingEntries(ctx.db, ctx.companyId, reportPeriod(query, ctx.today), MAX_ROWS + 1)
  if (rows.length > MAX_ROWS) throw tooManyRows()
  return rows.map(row => {
    const entry = { ...row, counterpart: row.counterpart || null }
    const { id, kind, date, amount_cents, document_number } = entry
    return { id, kind, date, amount_cents, document_number, ...postingOf(entry) }
  })
}

type PostingRow = Omit<AccountingRow, 'delivery'>

const HEADER = ['Data', 'Débito', 'Crédito', 'Valor', 'Histórico', 'Documento', 'Situação']

const text = (value: string | null): Cell => (value === null ? null : { text: value })

const sheetRow = (row: PostingRow): Cell[] => [
  { day: row.date },
  text(row.debit),
  text(row.credit),
  { cents: row.amount_cents },
  { text: row.history },
  text(row.document_number),
  { text: ACCOUNTING_STATE_LABELS[row.state] },
]
