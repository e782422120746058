// The cash-flow report: what twelve months held, took in and gave out, on the screen and in a sheet.
import type { CashFlowReport } from '#contract/cash-flow-report.ts'
import type { contract } from '#contract/index.ts'
import { addDays, type Day, monthOf } from '#domain/days.ts'
import { TITLE_KINDS } from '#domain/enums.ts'
import { categorySeries, groupBy, total } from '#domain/income-statement.ts'
import type { Cell } from '#domain/sheets.ts'
import { balancesAt } from '#server/areas/banking/bank-accounts/rows.ts'
import type { Handlers, InCompany } from '#server/kernel/context.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { lastMonths } from '../income-statement/period.ts'
import { reportCategories, sumsByInterval } from '../income-statement/rows.ts'

export const cashFlowReportHandlers: Handlers<(typeof contract)['cashFlowReport']> = {
  get: (ctx, { query }) => cashFlow(ctx, query.date ?? ctx.today),

  async download(ctx, { query }) {
    const report = await cashFlow(ctx, query.date ?? ctx.today)
    const row = (name: string, amounts: readonly number[], sum: number | null): Cell[] => [
      { text: name },
      ...amounts.map(cents => ({ cents })),
      sum === null ? null : { cents: sum },
    ]
    const linesOf = (kind: string) =>
      report.lines.filter(line => line.kind === kind).map(line => row(`    ${line.name}`, line.amounts, line.amount_cents))
    return sheetReply(
      `Fluxo de caixa ${report.start_date} a ${report.end_date}`,
      query.format,
      ['Linha', ...report.months, 'Total'],
      [
        row('Saldo inicial', report.opening, null),
        row('Entradas', report.inflow, total(report.inflow)),
        ...linesOf('RECEIVABLE'),
        row('Saídas', report.outflow, total(report.outflow)),
        ...linesOf('BILL'),
        row('Saldos iniciais e ajustes', report.other, total(report.other)),
        row('Saldo final', report.closing, null),
      ],
    )
  },
}

/** Months up to that of a day: a year unless said otherwise. */
export async function cashFlow({ db, companyId, today }: InCompany, day: Day, count?: number): Promise<CashFlowReport> {
  const months = lastMonths(day, count)
  const categories = await reportCategories(db, companyId)
  const sums = groupBy(await sumsByInterval(db, companyId, 'cash', months), sum => sum.at)
  const lines = TITLE_KINDS.flatMap(kind =>
    categorySeries(
      categories,
      months.map((_, at) => (sums.get(at) ?? []).filter(sum => sum.kind === kind)),
    ).map(({ block: _, ...line }) => ({ kind, ...line })),
  )
  const sumOf = (kind: string) => months.map((_, at) => total(lines.filter(line => line.kind === kind).map(line => line.amounts[at] ?? 0)))
  const heldAt = async (at: Day) => total((await balancesAt(db, companyId, at, undefined)).map(account => account.balance_cents))
  const closing: number[] = []
  for (const month of months) closing.push(await heldAt(month.end_date))
  const first = months[0]?.start_date ?? today
  const opening = [await heldAt(addDays(first, -1)), ...closing.slice(0, -1)]
  const [inflow, outflow] = [sumOf('RECEIVABLE'), sumOf('BILL')]
  return {
    start_date: first,
    end_date: months.at(-1)?.end_date ?? today,
    months: months.map(month => monthOf(month.start_date)),
    opening,
    inflow,
    outflow,
    other: closing.map((held, at) => held - (opening[at] ?? 0) - (inflow[at] ?? 0) - (outflow[at] ?? 0)),
    closing,
    lines,
  }
}
