// The general ledger (livro razão): opening balance, movements with the balance after each, and closing balance, per account, category or contact.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { LEDGER_SUBJECTS } from '#domain/ledger.ts'
import { EXPORT_FORMATS } from './exports.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Id, IdList, ReportPeriod } from './kit/fields.ts'

const LedgerQuery = ReportPeriod.extend({
  by: z.enum(LEDGER_SUBJECTS).default('account'),
  /** Only these accounts, categories or contacts. */
  subject_ids: IdList.optional(),
})

const LedgerMovement = z.object({
  id: Id,
  kind: z.enum(TITLE_KINDS),
  date: DayOut,
  description: z.string(),
  document_number: z.string().nullable(),
  bank_account_id: Id.nullable(),
  category_id: Id.nullable(),
  contact_id: Id.nullable(),
  /** Signed: inflows are positive. */
  amount_cents: z.int(),
  balance_cents: z.int(),
})
export type LedgerMovement = z.infer<typeof LedgerMovement>

const LedgerPage = z.object({
  /** Null: entries without the category or contact. */
  id: Id.nullable(),
  name: z.string(),
  opening_cents: z.int(),
  inflow_cents: z.int(),
  outflow_cents: z.int(),
  closing_cents: z.int(),
  movements: z.array(LedgerMovement),
})
export type LedgerPage = z.infer<typeof LedgerPage>

const Ledger = z.object({ start_date: DayOut, end_date: DayOut, by: z.enum(LEDGER_SUBJECTS), pages: z.array(LedgerPage) })
export type Ledger = z.infer<typeof Ledger>

export const ledgerReport = resource('ledgerReport', {
  get: endpoint('GET /v1/companies/{c}/reports/ledger', {
    summary: 'O livro razão do mês da data ou do intervalo: saldo inicial, movimentos liquidados e saldo final.',
    query: LedgerQuery,
    returns: Ledger,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'categories', 'contacts', 'bills', 'receivables', 'transfers'],
    fails: ['validation.failed', 'resource.not_found'],
  }),
  download: endpoint('GET /v1/companies/{c}/reports/ledger/download', {
    summary: 'O livro razão em planilha XLSX, ou CSV.',
    query: LedgerQuery.extend({ format: z.enum(EXPORT_FORMATS).default('xlsx') }),
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    own: true,
    fails: ['validation.failed', 'resource.not_found'],
  }),
})
