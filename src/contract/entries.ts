// Entries (SPEC.md, Cash flow): bills and receivables as one; deleting, restoring, copying, closing periods, reviewing duplicates.

import { z } from 'zod'
import { BILL_STATUSES, ENTRY_KINDS, TITLE_KINDS } from '#domain/enums.ts'
import { Attachment } from './attachments.ts'
import { EntryRecord } from './entry.ts'
import type { Columns } from './kit/columns.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { BulkAnswer, Day, DayOut, Flag, Id, IdList, PageLimit, Preview } from './kit/fields.ts'
import { SheetImport } from './notifications.ts'

/** A side of the cash flow: DEBIT is a bill, CREDIT a receivable. */
export const Entry = EntryRecord.extend({
  kind: z.enum(ENTRY_KINDS),
  status: z.string(),
  /** The text of the entry: its description, else its contact or category. */
  description: z.string(),
  /** The running balance of the listed accounts after this entry, counting settled entries only. */
  current_balance: z.int().optional(),
})
export type Entry = z.infer<typeof Entry>

export const entryFlowColumns = {
  id: 'id',
  version: 'count',
  kind: 'enum',
  status: 'enum',
  amount_cents: 'money',
  date: 'day',
  due_date: 'day',
  competence_date: 'day',
  bank_account_id: 'ref',
  category_id: 'ref',
  contact_id: 'ref',
  additional_information: 'text',
  parent_id: 'ref',
  transfer_id: 'ref',
  conciliation_id: 'ref',
  current_balance: 'money',
  editable: 'flag',
  deleted: 'flag',
} as const satisfies Columns

const EntryQuery = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  bank_account_ids: IdList.optional(),
  just_duplicates: Flag.optional(),
  skip_parent_entries: Flag.default(true),
  limit: PageLimit.optional(),
  cursor: z.string().max(200).optional(),
  since: z.string().max(80).optional(),
})

/** Entries by id alone, or with their kind. */
const EntryIds = z
  .object({
    entries: z
      .array(z.union([Id, z.object({ id: Id, kind: z.enum([...ENTRY_KINDS, ...TITLE_KINDS]).optional() })]))
      .min(1)
      .max(10_000, 'Selecione até 10.000 itens'),
  })
  .strict()
  .transform(body => ({ ids: body.entries.map(entry => (typeof entry === 'string' ? entry : entry.id)) }))

export const DateRange = z.object({
  id: Id,
  company_id: Id,
  start_date: DayOut,
  end_date: DayOut,
  status: z.enum(['CLOSED', 'OPEN']),
  closed_at: z.string(),
  closed_by_name: z.string().nullable(),
  opened_at: z.string().nullable(),
  opened_by_name: z.string().nullable(),
  /** Unsettled entries dated inside the range when it was closed. */
  open_entries_count: z.int(),
  /** Each account's balance at the end of the range when it was closed; asking for that day's balance gives the same. */
  balances: z.array(z.object({ bank_account_id: Id, balance_cents: z.int() })),
})
export type DateRange = z.infer<typeof DateRange>

const DuplicateEntry = z.object({
  id: Id,
  kind: z.enum(TITLE_KINDS),
  amount_cents: z.int(),
  additional_information: z.string().nullable(),
  date: DayOut,
  bank_account: EntryRecord.shape.bank_account,
})
export type DuplicateEntry = z.infer<typeof DuplicateEntry>

/** What is known of a bill before it is in the books. */
const AlikeQuery = z.object({
  amount_cents: z.coerce.number().int().positive(),
  due_date: Day,
  contact_id: Id.optional(),
  document_number: z.string().max(60).optional(),
  additional_information: z.string().max(2000).optional(),
  digitable_line: z.string().max(60).optional(),
})
export type AlikeQuery = z.output<typeof AlikeQuery>
const AlikeBill = EntryRecord.pick({ id: true, amount_cents: true, due_date: true, additional_information: true }).extend({
  status: z.enum(BILL_STATUSES),
  /** It is the same boleto. */
  certain: z.boolean(),
})
export type AlikeBill = z.infer<typeof AlikeBill>

const DuplicateChoice = z.union([z.object({ bill_id: Id }).strict(), z.object({ receivable_id: Id }).strict()])
const writes = ['bills', 'receivables', 'entries', 'duplicates', 'transfers', 'suggestions', 'bank_accounts', 'batches'] as const

export const entries = resource('entries', {
  list: endpoint('GET /v1/companies/{c}/entries', {
    summary: 'O fluxo de caixa: contas a pagar e a receber de um período.',
    query: EntryQuery,
    returns: z.array(Entry),
    columns: entryFlowColumns,
    needs: 'entries:v',
    reads: ['entries', 'bills', 'receivables'],
  }),
  duplicate: endpoint('GET /v1/companies/{c}/entries/duplicate', {
    summary: 'Duplicados prováveis: um original e os seus duplicados.',
    returns: z.array(z.object({ original: DuplicateEntry, duplicates: z.array(DuplicateEntry), reasons: z.array(z.string()) })),
    needs: 'entries:v',
    reads: ['duplicates', 'bills', 'receivables'],
  }),
  alike: endpoint('GET /v1/companies/{c}/entries/alike', {
    summary: 'As contas a pagar que são, ou podem ser, a que se quer criar.',
    query: AlikeQuery,
    returns: z.array(AlikeBill),
    needs: 'bills:v',
    own: true,
    reads: ['bills'],
  }),
  kind: endpoint('GET /v1/companies/{c}/entries/kind', {
    summary: 'Somas e contagens por tipo, na mesma consulta da lista.',
    query: EntryQuery,
    returns: z.array(z.object({ kind: z.enum(ENTRY_KINDS), count: z.int(), amount_cents: z.int() })),
    needs: 'entries:v',
    reads: ['bills', 'receivables'],
  }),
  dateRanges: endpoint('GET /v1/companies/{c}/entries/date_range', {
    summary: 'Períodos fechados e reabertos, do mais novo ao mais antigo.',
    returns: z.array(DateRange),
    needs: 'entries:v',
    reads: ['date_ranges'],
  }),
  attachments: endpoint('GET /v1/companies/{c}/entries/attachments', {
    summary: 'Anexos dos lançamentos da mesma consulta.',
    query: EntryQuery,
    returns: z.array(Attachment),
    needs: 'attachments:v',
    reads: ['attachments'],
  }),
  delete: endpoint('PATCH /v1/companies/{c}/entries/delete', {
    summary: 'Exclui lançamentos; todos ou nenhum.',
    query: Preview,
    body: EntryIds,
    returns: BulkAnswer,
    previews: true,
    rate: 'bulk',
    needs: 'entries:d',
    writes,
    fails: ['bulk.rejected', 'period.closed', 'resource.not_found', 'conflict.invalid_transition', 'conciliation.already_done'],
  }),
  restore: endpoint('PATCH /v1/companies/{c}/entries/delete/undo', {
    summary: 'Traz de volta lançamentos excluídos.',
    body: EntryIds,
    returns: BulkAnswer,
    rate: 'bulk',
    needs: 'entries:d',
    writes,
    fails: ['period.closed', 'conflict.invalid_transition', 'bulk.rejected'],
  }),
  copy: endpoint('POST /v1/companies/{c}/entries/copy', {
    summary: 'Duplica lançamentos, em aberto.',
    body: EntryIds,
    returns: BulkAnswer,
    creates: true,
    rate: 'bulk',
    needs: 'entries:c',
    writes,
    fails: ['period.closed', 'conflict.invalid_transition', 'bulk.rejected'],
  }),
  openDateRange: endpoint('PATCH /v1/companies/{c}/entries/date_range/{id}/open', {
    summary: 'Reabre um período fechado.',
    returns: DateRange,
    needs: 'period_reopen:x',
    writes: ['date_ranges', 'batches'],
  }),
  closeDateRange: endpoint('PATCH /v1/companies/{c}/entries/date_range/close', {
    summary: 'Fecha um período; a prévia diz quantos lançamentos em aberto ficam nele.',
    query: Preview,
    previews: true,
    body: z
      .object({ start_date: Day, end_date: Day })
      .strict()
      .refine(range => range.start_date <= range.end_date, { path: ['end_date'], message: 'O fim vem antes do início' }),
    returns: DateRange,
    needs: 'period_close:x',
    writes: ['date_ranges', 'batches'],
    fails: ['period.overlap', 'validation.failed'],
  }),
  upload: endpoint('POST /v1/companies/{c}/entries/upload', {
    summary: 'Importa contas de uma planilha CSV ou XLSX.',
    form: z.object({ kind: z.enum(ENTRY_KINDS).optional() }),
    sheet: true,
    returns: SheetImport,
    creates: true,
    rate: 'upload',
    needs: 'entries:c',
    writes,
    fails: ['import.file_rejected', 'import.row_errors'],
  }),
  acceptDuplicate: endpoint('PATCH /v1/companies/{c}/accept_duplicate_suggestion', {
    summary: 'Aceita a sugestão: exclui os duplicados do original.',
    body: DuplicateChoice,
    returns: BulkAnswer,
    needs: 'entries:d',
    writes: [...writes, 'attachments', 'invoices', 'taxes'],
    fails: ['bulk.rejected', 'conciliation.already_done', 'conflict.invalid_transition', 'period.closed', 'resource.not_found'],
  }),
  ignoreDuplicate: endpoint('PATCH /v1/companies/{c}/ignore_duplicate_suggestion', {
    summary: 'Ignora a sugestão: o par não volta.',
    body: DuplicateChoice,
    returns: BulkAnswer,
    needs: 'entries:u',
    writes,
  }),
})
