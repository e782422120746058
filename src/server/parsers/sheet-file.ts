// A sheet that a person uploads, CSV or XLSX, as records of text; a workbook is opened in the reading thread.
import { chartOfEcd, chartOfSgc } from '#domain/handover/chart.ts'
import { unguardText } from '#domain/sheets.ts'
import { type CsvRecord, type CsvSeparator, scanCsv } from '#domain/statements/csv-scan.ts'
import { decodeStatement, refuseOtherTexts, type Wanted } from '#domain/statements/decode.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { fail } from '#server/base/fail.ts'
import { isPacked } from './packed.ts'
import { withReader } from './reader.ts'

const SEPARATORS: readonly CsvSeparator[] = [';', '\t', ',']
const OLD = 'A planilha é antiga (XLS) ou está protegida por senha: salve-a como XLSX, sem senha.'
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const NEITHER = 'Envie uma planilha XLSX, ou um arquivo CSV separado por ponto e vírgula, vírgula ou tabulação.'
const SHEET: Wanted = { called: 'uma planilha', instead: NEITHER }

/** Throws `import.file_rejected` for what is neither, or breaks a limit. */
export async function readSheetFile(bytes: Uint8Array): Promise<CsvRecord[]> {
  try {
    return isPacked(bytes) ? await withReader(reader => reader.sheet(bytes)) : readText(bytes)
  } catch (error) {
    if (error instanceof StatementFileError) throw fail('import.file_rejected', { motivo: error.reason })
    throw error
  }
}

function readText(bytes: Uint8Array): CsvRecord[] {
  if (COMPOUND.every((byte, at) => bytes[at] === byte)) throw new StatementFileError(OLD)
  const { text } = decodeStatement(bytes, SHEET)
  const chart = chartOfEcd(text) ?? chartOfSgc(text)
  if (chart) return chart
  refuseOtherTexts(text, SHEET)
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const separator = SEPARATORS.find(candidate => first.includes(candidate))
  if (separator === undefined) throw new StatementFileError(NEITHER)
  return scanCsv(text, separator).map(({ line, cells }) => ({ line, cells: cells.map(unguardText) }))
}
