// The cash-flow report: twelve months of balances, inflows and outflows by category, from opening to closing balance of the accounts.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { EXPORT_FORMATS } from './exports.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Id, ReportPeriod } from './kit/fields.ts'

const Amounts = z.array(z.int())

const CashFlowReport = z.object({
  start_date: DayOut,
  end_date: DayOut,
  /** 'yyyy-MM', oldest first. Every list of amounts has one per month. */
  months: z.array(z.string()),
  opening: Amounts,
  inflow: Amounts,
  outflow: Amounts,
  /** What moves balances without being an entry of a category: opening balances of accounts, entries without an account. */
  other: Amounts,
  closing: Amounts,
  lines: z.array(
    z.object({
      kind: z.enum(TITLE_KINDS),
      /** Null: entries without a category. */
      category_id: Id.nullable(),
      name: z.string(),
      /** Signed. */
      amounts: Amounts,
      amount_cents: z.int(),
    }),
  ),
})
export type CashFlowReport = z.infer<typeof CashFlowReport>

const Until = ReportPeriod.pick({ date: true })

export const cashFlowReport = resource('cashFlowReport', {
  get: endpoint('GET /v1/companies/{c}/reports/cash_flow', {
    summary: 'Doze meses de caixa, até o mês da data: saldos, entradas e saídas por categoria.',
    query: Until,
    returns: CashFlowReport,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'categories', 'bills', 'receivables', 'transfers'],
  }),
  download: endpoint('GET /v1/companies/{c}/reports/cash_flow/download', {
    summary: 'O relatório de fluxo de caixa em planilha XLSX, ou CSV.',
    query: Until.extend({ format: z.enum(EXPORT_FORMATS).default('xlsx') }),
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    own: true,
  }),
})
