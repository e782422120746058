// Splits delimited text into records with their line numbers, in one pass.
import { MAX_FIELD_CHARS, MAX_STATEMENT_ROWS, StatementFileError, tooManyRows } from './statement-file.ts'

export type CsvSeparator = ';' | ',' | '\t' | '|'
export type CsvRecord = { line: number; cells: string[] }

/** A statement has about ten columns; far more is an attack. */
const MAX_COLUMNS = 200
// Allows for metadata lines and footers besides the rows.
const MAX_RECORDS = MAX_STATEMENT_ROWS + 1000

const quote = 34
const lineFeed = 10
const carriageReturn = 13

const refuseField = (line: number): never => {
  throw new StatementFileError(`A linha ${line} tem um campo grande demais: o limite é de ${MAX_FIELD_CHARS / 1024} mil caracteres.`)
}

const lineBreaks = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

const isBreak = (code: number): boolean => code === lineFeed || code === carriageReturn

const afterBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1

const unclosed = (text: string, start: number, line: number): string =>
  text.length - start > MAX_FIELD_CHARS
    ? `A linha ${line} tem um campo de mais de ${MAX_FIELD_CHARS / 1024} mil caracteres: confira se as aspas fecham.`
    : `A linha ${line} abre aspas que não fecham.`

/** The end of a quoted cell that begins at `start` (its opening quote): the offset after its closing quote, and its text. */
const readQuoted = (text: string, start: number, line: number): { end: number; value: string } => {
  let value = ''
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) throw new StatementFileError(unclosed(text, start, line))
    value += text.slice(from, close)
    if (value.length > MAX_FIELD_CHARS) refuseField(line)
    if (text.charCodeAt(close + 1) !== quote) return { end: close + 1, value }
    value += '"'
    from = close + 2
  }
}

/**
 * Records of the text up to `limit`, without blank lines. Quotes count only at the beginning of a cell; cells are trimmed.
 * Throws StatementFileError for unclosed quotes, endless cells and too many columns or rows.
 */
export const scanCsv = (text: string, separator: CsvSeparator, limit = Number.POSITIVE_INFINITY): CsvRecord[] => {
  const records: CsvRecord[] = []
  const cut = separator.charCodeAt(0)
  let line = 1
  let at = 0
  let cells: string[] = []
  let recordLine = 1

  const endRecord = (): void => {
    if (cells.some(cell => cell !== '')) {
      records.push({ line: recordLine, cells })
      if (records.length > MAX_RECORDS) throw tooManyRows()
    }
    cells = []
  }

  while (at < text.length && records.length < limit) {
    if (cells.length === 0 && isBreak(text.charCodeAt(at))) {
      at = afterBreak(text, at)
      recordLine = ++line
      continue
    }
    let value = ''
    if (text.charCodeAt(at) === quote) {
      const cell = readQuoted(text, at, line)
      line += lineBreaks(cell.value)
      value = cell.value
      at = cell.end
    }
    const start = at
    let code = text.charCodeAt(at)
    while (at < text.length && code !== cut && !isBreak(code)) code = text.charCodeAt(++at)
    if (at - start > MAX_FIELD_CHARS) refuseField(line)
    cells.push((value + text.slice(start, at)).trim())
    if (cells.length > MAX_COLUMNS) throw new StatementFileError(`A linha ${line} passa de ${MAX_COLUMNS} colunas.`)
    if (code === cut && at < text.length) {
      at++
      if (at < text.length) continue
      cells.push('')
    } else if (at < text.length) {
      at = afterBreak(text, at)
    }
    endRecord()
    line++
    recordLine = line
  }
  return records
}
