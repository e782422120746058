// Bank statements and their imports (SPEC.md, Statements and Imports): upload, preview, decisions, commit as one batch that can be undone.
import { z } from 'zod'
import type { Columns } from './kit/columns.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, Day, DayOut, Flag, Id, IdList, Ids, OptionalText, Text } from './kit/fields.ts'
import { Run } from './notifications.ts'
import { BankStatementEntry, statementEntryColumns } from './statement-entries.ts'

export const IMPORT_STATUSES = [
  'READING',
  'NEEDS_MAPPING',
  'NEEDS_ACCOUNT',
  'PREVIEW',
  'COMMITTING',
  'COMMITTED',
  'REVERTED',
  'FAILED',
  'DISCARDED',
] as const

/** How the columns of a bank's CSV are read; saved with the account it was used for. */
export const CsvMapping = z.looseObject({
  separator: z.string().min(1).max(1),
  /** −1: the file has no titles. */
  header_row: z.int().min(-1),
})

/** What the rows of one account's share of a file add up to, whether they are stored already or not, and the balances around them. */
export const ImportTotals = z.object({
  count: z.int(),
  in_cents: z.int(),
  out_cents: z.int(),
  /** Before the first row: as the file states it, else as the bank's earlier balance leaves it; null where neither is known. */
  opening_cents: z.int().nullable(),
  /** Where the opening and the rows lead, on the day of the balance that the bank states. */
  closing_cents: z.int().nullable(),
})
export type ImportTotals = z.infer<typeof ImportTotals>

export const Import = z.object({
  id: Id,
  company_id: Id,
  bank_account_id: Id.nullable(),
  file_name: z.string(),
  format: z.enum(['OFX', 'CSV', 'CNAB', 'OPEN_FINANCE']).nullable(),
  status: z.enum(IMPORT_STATUSES),
  /** A pt-BR sentence when the file was refused. */
  error: z.string().nullable(),
  start_date: DayOut.nullable(),
  end_date: DayOut.nullable(),
  new_count: z.int(),
  present_count: z.int(),
  doubtful_count: z.int(),
  refused_count: z.int(),
  ignorable_count: z.int(),
  error_rows: z.array(z.object({ line: z.int(), reason: z.string() })),
  ledger_balance_cents: z.int().nullable(),
  ledger_date: DayOut.nullable(),
  accounts: z.array(
    z.object({
      bank_account_id: Id.nullable(),
      ledger_balance_cents: z.int().nullable(),
      ledger_date: DayOut.nullable(),
      /** Absent of files read before totals were kept. */
      totals: ImportTotals.optional(),
    }),
  ),
  /** pt-BR sentences about the whole file: what was assumed, what is missing, which balances differ. */
  warnings: z.array(z.string()),
  /** What the reader found in a CSV, for the mapping form. */
  sniff: z.unknown().nullable(),
  /** How the columns of a CSV were or will be read: the initial state of the mapping form. */
  mapping: z.looseObject({}).nullable(),
  batch_id: Id.nullable(),
  committed_count: z.int(),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

export const importRowColumns = {
  id: 'id',
  date: 'day',
  time: 'text',
  description: 'text',
  amount_cents: 'money',
  decision: 'enum',
  choice: 'enum',
  decided: 'flag',
  reason: 'text',
  resembles: 'text',
} as const satisfies Columns

/** A statement as the list shows it: one committed import, or the account's own. */
const BankStatement = z.object({
  id: Id,
  bank_account_id: Id,
  source: z.enum(['OFX', 'CSV', 'CNAB', 'OPEN_FINANCE', 'MANUAL', 'DIGITAL_ACCOUNT']),

  start_date: DayOut.nullable(),
  end_date: DayOut.nullable(),
  entries_count: z.int(),
  pending_count: z.int(),
  created_at: z.string(),
})
export type BankStatement = z.infer<typeof BankStatement>

const ImportRun = Run.extend({ import_id: Id })
const entryWrites = ['statement_entries', 'bank_statements', 'imports', 'bank_accounts', 'suggestions', 'batches'] as const
const UploadForm = z.object({ bank_account_id: Id.optional(), mapping: Text(4000).optional() })

export const bankStatements = resource('bankStatements', {
  digitalAccount: endpoint('GET /v1/companies/{c}/bank_statements/digital_account', {
    summary: 'O extrato da conta digital da empresa.',
    query: z.object({ start_date: Day.optional(), end_date: Day.optional() }),
    returns: z.array(BankStatementEntry),
    needs: 'bank_accounts:v',
    reads: ['statement_entries'],
  }),
  list: endpoint('GET /v1/companies/{c}/bank_statements', {
    summary: 'Lista os extratos.',
    query: z.object({ bank_account_ids: IdList.optional() }),
    returns: z.array(BankStatement),
    needs: 'bank_accounts:v',
    reads: ['bank_statements'],
  }),
  entries: endpoint('GET /v1/companies/{c}/bank_statements/{id}/entries', {
    summary: 'Lançamentos de um extrato, ou de uma conta bancária.',
    query: z.object({
      start_date: Day.optional(),
      end_date: Day.optional(),
      status: z.string().max(60).optional(),
      since: z.string().max(80).optional(),
    }),
    returns: z.array(BankStatementEntry),
    columns: statementEntryColumns,
    needs: 'bank_accounts:v',
    reads: ['statement_entries'],
  }),
  upload: endpoint('POST /v1/companies/{c}/bank_statements/upload', {
    summary: 'Envia um arquivo OFX, CSV ou CNAB; com preview=true para antes de gravar, e sem ele só grava o que não traz aviso.',
    query: z.object({ preview: Flag.optional() }),
    form: UploadForm,
    returns: ImportRun,
    creates: true,
    rate: 'upload',
    needs: 'conciliation:c',
    writes: entryWrites,
    fails: ['import.file_rejected', 'request.too_large', 'resource.not_found'],
  }),
  create: endpoint('POST /v1/companies/{c}/bank_statements', {
    summary: 'Registra lançamentos de extrato informados à mão.',
    body: z
      .object({
        bank_account_id: Id,
        entries: z
          .array(
            z
              .object({
                date: Day,
                description: Text(500).min(1, 'Informe a descrição'),
                amount_cents: Cents.refine(cents => cents !== 0, 'Informe o valor'),
                transaction_id: OptionalText(100).optional(),
              })
              .strict(),
          )
          .min(1)
          .max(1000),
      })
      .strict(),
    many: true,
    returns: BankStatement,
    creates: true,
    needs: 'conciliation:c',
    writes: entryWrites,
    fails: ['period.closed', 'conflict.already_exists'],
  }),
})

export const imports = resource('imports', {
  list: endpoint('GET /v1/companies/{c}/imports', {
    summary: 'Importações de extrato, da mais nova à mais antiga.',
    returns: z.array(Import),
    needs: 'bank_accounts:v',
    reads: ['imports'],
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/imports/{id}', {
    summary: 'Mostra uma importação.',
    returns: Import,
    needs: 'bank_accounts:v',
    reads: ['imports'],
    own: true,
  }),
  rows: endpoint('GET /v1/companies/{c}/imports/{id}/rows', {
    summary: 'As linhas do arquivo e o que será feito de cada uma.',
    returns: z.array(z.looseObject({ id: Id })),
    columns: importRowColumns,
    needs: 'bank_accounts:v',
    reads: ['imports'],
    own: true,
  }),
  decide: endpoint('PATCH /v1/companies/{c}/imports/{id}/rows', {
    summary: 'Decide linhas: entrar (ADD), ficar de fora (SKIP) ou voltar ao que foi proposto (RESET).',
    body: z.object({ ids: Ids, choice: z.enum(['ADD', 'SKIP', 'RESET']) }).strict(),
    many: true,
    returns: Import,
    needs: 'conciliation:c',
    writes: ['imports'],
    fails: ['import.already_done', 'bulk.rejected'],
    own: true,
  }),
  map: endpoint('PATCH /v1/companies/{c}/imports/{id}', {
    summary: 'Escolhe a conta e as colunas do arquivo e lê de novo.',
    body: z.object({ bank_account_id: Id.optional(), mapping: CsvMapping.optional() }).strict(),
    returns: ImportRun,
    needs: 'conciliation:c',
    writes: ['imports', 'bank_accounts'],
    fails: ['import.not_ready', 'import.already_done'],
    own: true,
  }),
  commit: endpoint('POST /v1/companies/{c}/imports/{id}/commit', {
    summary: 'Grava as linhas escolhidas como um lote que pode ser desfeito.',
    returns: ImportRun,
    needs: 'conciliation:c',
    writes: entryWrites,
    fails: ['import.not_ready', 'import.already_done'],
    own: true,
  }),
  discard: endpoint('DELETE /v1/companies/{c}/imports/{id}', {
    summary: 'Descarta uma importação ainda não gravada.',
    returns: z.object({ ok: z.literal(true) }),
    needs: 'conciliation:c',
    writes: ['imports'],
    fails: ['import.already_done'],
    own: true,
  }),
  file: endpoint('GET /v1/companies/{c}/imports/{id}/file', {
    summary: 'Baixa o arquivo original.',
    returns: z.unknown(),
    file: true,
    needs: 'bank_accounts:v',
    own: true,
    fails: ['file.lost'],
  }),
})
