// A register's sheet, CSV or XLSX, as records under known columns; every row right, or none goes in.
import type { ErrorDetail } from '#contract/errors.ts'
import { type CsvRecord, type CsvSeparator, scanCsv } from '#domain/statements/csv-scan.ts'
import { decodeStatement } from '#domain/statements/decode.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { fold } from '#domain/text.ts'
import type { UploadedFile } from '../kernel/context.ts'
import { type Failure, fail } from '../kernel/fail.ts'
import { parseXlsx } from './parser.ts'

export interface RowError {
  line: number
  message: string
}

export interface TableRow<C extends string> {
  line: number
  /** The trimmed text of a column; '' when the sheet has no such column. */
  cell(name: C): string
}

export interface TableLimits {
  rows: number
  /** 'produto': for the sentences of a refusal. */
  noun: string
}

export const rejectedFile = (motivo: string): Failure => fail('import.file_rejected', { motivo })

/** The rows of a sheet whose first line names its columns, in any of their titles; `needed` ones must be there. Blank lines are skipped. */
export async function readTable<C extends string>(
  file: UploadedFile,
  columns: Record<C, readonly string[]>,
  needed: Partial<Record<C, string>>,
  limits: TableLimits,
): Promise<TableRow<C>[]> {
  const records = await readRecords(file)
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
  if (rows.length > limits.rows) throw rejectedFile(`O arquivo passa de ${limits.rows.toLocaleString('pt-BR')} linhas.`)
  return rows.map(({ line, cells }) => ({ line, cell: name => (at[name] < 0 ? '' : (cells[at[name]] ?? '').trim()) }))
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

async function readRecords({ bytes }: UploadedFile): Promise<CsvRecord[]> {
  if (!isZip(bytes)) return readCsv(bytes)
  const sheet = await parseXlsx(bytes)
  if ('refused' in sheet) throw rejectedFile(sheet.refused)
  return sheet.rows.map((cells, index) => ({ line: index + 1, cells }))
}

function readCsv(bytes: Uint8Array): CsvRecord[] {
  const separators: readonly CsvSeparator[] = [';', '\t', ',']
  try {
    const { text } = decodeStatement(bytes)
    const first = text.slice(0, text.search(/[\r\n]|$/))
    const separator = separators.find(candidate => first.includes(candidate))
    if (separator) return scanCsv(text, separator)
  } catch (error) {
    // Its own words speak of bank statements.
    if (!(error instanceof StatementFileError)) throw error
  }
  throw rejectedFile('Envie uma planilha XLSX, ou um arquivo CSV separado por ponto e vírgula, vírgula ou tabulação.')
}

/** The refusal of a sheet with wrong rows, the first 200 named by their line. */
export function rowsRefused(errors: readonly RowError[]): Failure {
  const details: ErrorDetail[] = [...errors]
    .sort((a, b) => a.line - b.line)
    .slice(0, 200)
    .map(error => ({ field: `linha ${error.line}`, id: 'import.row_errors', message: error.message }))
  return fail('import.row_errors', { n: errors.length }, { details })
}
