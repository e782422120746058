// The records of a register's sheet under known columns; every row right, or none goes in.
import type { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import type { SheetImport } from '#contract/notifications.ts'
import { fold, formatCount } from '#domain/text.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import { finishedRun } from '#server/jobs/queue.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'

export interface RowError {
  line: number
  message: string
}

export interface TableRow<C extends string> {
  line: number
  /** As the file has them, under its own columns. */
  cells: readonly string[]
  /** The trimmed text of a column; '' when the sheet has no such column. */
  cell(name: C): string
}

export interface TableLimits {
  rows: number
  /** 'produto': for the sentences of a refusal. */
  noun: string
}

export const rejectedFile = (motivo: string): Failure => fail('import.file_rejected', { motivo })

/** The titles of its columns, as the file has them. */
export const headerOf = (records: UploadedFile['records']): string[] => (records[0]?.cells ?? []).map(cell => cell.trim())

/** The rows of a sheet whose first line names its columns, in any of their titles; `needed` ones must be there. Blank lines are skipped. */
export function readTable<C extends string>(
  records: UploadedFile['records'],
  columns: Record<C, readonly string[]>,
  needed: Partial<Record<C, string>>,
  limits: TableLimits,
): TableRow<C>[] {
  const header = records[0]?.cells.map(cell => fold(cell.trim())) ?? []
  const at = Object.fromEntries(
    Object.entries<readonly string[]>(columns).map(([name, titles]) => [name, header.findIndex(cell => titles.includes(cell))]),
  ) as Record<C, number>
  const missing = Object.keys(needed).some(name => at[name as C] < 0)
  if (missing) {
    const titles = Object.values<string | undefined>(needed)
      .join(', ')
      .replace(/, ([^,]*)$/, ' e $1')
    throw rejectedFile(`A primeira linha precisa ter as colunas ${titles}.`)
  }
  const rows = records.slice(1).filter(record => record.cells.some(cell => cell.trim() !== ''))
  if (rows.length === 0) throw rejectedFile(`O arquivo não traz nenhum ${limits.noun}.`)
  if (rows.length > limits.rows) throw rejectedFile(`O arquivo passa de ${formatCount(limits.rows)} linhas.`)
  return rows.map(({ line, cells }) => ({ line, cells, cell: name => (at[name] < 0 ? '' : (cells[at[name]] ?? '').trim()) }))
}

/** The refusal of a sheet with wrong rows, the first 200 problems named by their line. */
export function rowsRefused(errors: readonly RowError[]): Failure {
  const details: ErrorDetail[] = [...errors]
    .sort((a, b) => a.line - b.line)
    .slice(0, 200)
    .map(error => ({ field: `linha ${error.line}`, id: 'import.row_errors', message: error.message }))
  return fail('import.row_errors', { n: new Set(errors.map(error => error.line)).size }, { details })
}

/** The answer of a sheet that went in; `errors` tells the rows that stayed out of it. */
export async function sheetImported(
  ctx: Context,
  kind: string,
  imported: number,
  errors: RowError[] = [],
): Promise<z.infer<typeof SheetImport>> {
  const run = await finishedRun(ctx.db, kind, ctx.companyId, ctx.actor.user_id, { imported })
  return { ...run, imported, errors }
}
