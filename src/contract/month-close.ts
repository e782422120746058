// Closing a month: what still waits in it, and its accounting file.
import { z } from 'zod'
import { ACCOUNTING_STATES } from '#domain/accounting.ts'
import { TITLE_KINDS } from '#domain/enums.ts'
import { DELIVERY_STATES } from '#domain/handover/changes.ts'
import { DateRange } from './entries.ts'
import { EXPORT_FORMATS } from './exports.ts'
import { HANDOVER_READS } from './handovers.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id, ReportPeriod } from './kit/fields.ts'

export const CLOSE_CHECKS = [
  'pending_lines',
  'without_category',
  'overdue_bills',
  'overdue_receivables',
  'balance_differences',
  'duplicates',
] as const
export type CloseCheckId = (typeof CLOSE_CHECKS)[number]

const Month = z.object({ date: Day.optional() })

const Checklist = z.object({
  start_date: DayOut,
  end_date: DayOut,
  /** The closed range that covers a day of the month; null while the month is open. */
  range: DateRange.nullable(),
  /** Why the month cannot be closed yet, in pt-BR; null when it can be, or already is. */
  refusal: z.string().nullable(),
  checks: z.array(z.object({ id: z.enum(CLOSE_CHECKS), count: z.int(), amount_cents: z.int() })),
})
export type CloseChecklist = z.infer<typeof Checklist>

const AccountingRow = z.object({
  /** The entry; for a transfer, its outgoing half. */
  id: Id,
  kind: z.enum(TITLE_KINDS),
  date: DayOut,
  /** Account or category; null while the entry has none. */
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  amount_cents: z.int(),
  history: z.string(),
  document_number: z.string().nullable(),
  state: z.enum(ACCOUNTING_STATES),
  /** What the accounting office has of it; null while it has no account in the office's chart. */
  delivery: z.enum(DELIVERY_STATES).nullable(),
})
export type AccountingRow = z.infer<typeof AccountingRow>

export const monthClose = resource('monthClose', {
  checklist: endpoint('GET /v1/companies/{c}/close', {
    summary: 'O que falta para fechar o mês da data, e se ele já está fechado.',
    query: Month,
    returns: Checklist,
    needs: 'reports:v',
    own: true,
    reads: ['date_ranges', 'statement_entries', 'bills', 'receivables', 'bank_accounts', 'bank_statements', 'duplicates'],
  }),
  accounting: endpoint('GET /v1/companies/{c}/accounting_export', {
    summary: 'Os lançamentos liquidados como débito, crédito e histórico, com a situação de cada linha.',
    query: ReportPeriod,
    returns: z.array(AccountingRow),
    needs: 'reports:v',
    own: true,
    reads: HANDOVER_READS,
    fails: ['validation.failed'],
  }),
  download: endpoint('GET /v1/companies/{c}/accounting_export/download', {
    summary: 'O arquivo de débito, crédito e histórico, em XLSX ou CSV.',
    query: ReportPeriod.extend({ format: z.enum(EXPORT_FORMATS).default('csv') }),
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    own: true,
    fails: ['validation.failed'],
  }),
})
