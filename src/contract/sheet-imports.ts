// Sheets of records (contacts, products, entries) on their way in: sent, looked at row by row, then taken in by a job, or thrown away.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Id } from './kit/fields.ts'
import { Run } from './notifications.ts'

export const SHEET_KINDS = ['contacts', 'products', 'entries', 'bills', 'receivables', 'chart'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

export const SHEET_STATUSES = ['PREVIEW', 'COMMITTING', 'COMMITTED', 'REVERTED', 'DISCARDED'] as const
/** What becomes of a row: new, in the books already, or with something wrong. */
export const SHEET_DECISIONS = ['new', 'present', 'refused'] as const

export const SheetRow = z.object({
  /** The row's line in the file, as text. */
  id: z.string(),
  line: z.int(),
  /** Under the columns of the file, as it has them. */
  cells: z.array(z.string()),
  decision: z.enum(SHEET_DECISIONS),
  choice: z.enum(['ADD', 'SKIP']),
  /** All that is wrong with it, or why it stays out, in pt-BR. */
  problems: z.array(z.string()),
})
export type SheetRow = z.infer<typeof SheetRow>

export const SheetReview = z.object({
  id: Id,
  company_id: Id,
  kind: z.enum(SHEET_KINDS),
  file_name: z.string(),
  status: z.enum(SHEET_STATUSES),
  header: z.array(z.string()),
  rows: z.array(SheetRow),
  committed_count: z.int(),
  batch_id: Id.nullable(),
  created_at: z.string(),
})
export type SheetReview = z.infer<typeof SheetReview>

export const sheetImports = resource('sheetImports', {
  upload: endpoint('POST /v1/companies/{c}/sheet_imports', {
    summary: 'Lê uma planilha CSV, TXT ou XLSX e mostra o que seria importado; nada é gravado ainda.',
    form: z.object({ kind: z.enum(SHEET_KINDS) }),
    sheet: true,
    returns: SheetReview,
    creates: true,
    rate: 'upload',
    fails: ['import.file_rejected', 'permission.denied'],
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/sheet_imports/{id}', {
    summary: 'Mostra uma planilha enviada, linha por linha, com todos os problemas de cada uma.',
    returns: SheetReview,
    reads: ['imports'],
    fails: ['permission.denied'],
    own: true,
  }),
  decide: endpoint('PATCH /v1/companies/{c}/sheet_imports/{id}', {
    summary: 'Decide linhas de uma planilha: entrar (ADD) ou ficar de fora (SKIP).',
    body: z.object({ lines: z.array(z.int().positive()).min(1).max(10_000), choice: z.enum(['ADD', 'SKIP']) }).strict(),
    many: true,
    returns: Done,
    writes: ['imports'],
    fails: ['import.already_done', 'permission.denied'],
    own: true,
  }),
  commit: endpoint('POST /v1/companies/{c}/sheet_imports/{id}/commit', {
    summary: 'Grava as linhas escolhidas como um lote que pode ser desfeito.',
    returns: Run.extend({ import_id: Id }),
    writes: [
      'imports',
      'contacts',
      'products',
      'chart_accounts',
      'entries',
      'bills',
      'receivables',
      'suggestions',
      'duplicates',
      'batches',
    ],
    fails: ['import.already_done', 'permission.denied'],
    own: true,
  }),
  discard: endpoint('DELETE /v1/companies/{c}/sheet_imports/{id}', {
    summary: 'Descarta uma planilha ainda não gravada.',
    returns: Done,
    writes: ['imports'],
    fails: ['import.already_done', 'permission.denied'],
    own: true,
  }),
})
