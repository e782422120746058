// Reads CSV statements: guesses the columns, then reads rows by a mapping that the person may correct and save.
import { foldMemo, isBalanceMemo, parseBankAmount, parseBankDay, parseBankTime, quoted, rowText } from './bank-text.ts'
import { cellAt, type ReadCsvRow, readAmount, settleSigns, signErrors } from './csv-amounts.ts'
import { balanceBreak, invertedByBalance, setBalances } from './csv-balances.ts'
import { type CsvMapping, findHeader, guessByTitles, guessByValues, HEADER_REACH, isTitle, sameHeader } from './csv-mapping.ts'
import { type CsvRecord, type CsvSeparator, scanCsv } from './csv-scan.ts'
import { misshapen } from './csv-shape.ts'
import { decodeStatement, refuseOtherTexts } from './decode.ts'
import type { RowError, StatementAccount, StatementFile, StatementRow } from './statement-file.ts'
import { MAX_STATEMENT_ROWS, StatementFileError, tooManyRows, withoutUndefined } from './statement-file.ts'

export type { CsvMapping } from './csv-mapping.ts'

export type CsvColumn = { index: number; title: string; samples: string[] }

export type CsvSniff = {
  separator: CsvSeparator
  encoding: string
  /** 0-based position of the header among the lines that are not blank; -1 when the file has none. */
  header_row: number
  columns: CsvColumn[]
  /** The first rows below the header, cell by cell, to help the person map them. */
  rows: string[][]
  /** Absent when no column looks like days or amounts; the person then maps them. */
  mapping?: CsvMapping
}

const separators: readonly CsvSeparator[] = [';', ',', '\t', '|']
const SNIFF_RECORDS = 400
// The guess needs no more text than this.
const SNIFF_CHARS = 512 * 1024
const SAMPLES = 5
const SHOWN_ROWS = 6

type Candidate = { separator: CsvSeparator; headerRow: number; records: CsvRecord[]; mapping: CsvMapping | undefined; score: number }

const readable = (record: CsvRecord, mapping: CsvMapping): boolean => {
  if (parseBankDay(record.cells[mapping.date] ?? '', '2199-12-31') === undefined) return false
  return [mapping.amount, mapping.credit, mapping.debit].some(
    column => column !== undefined && typeof parseBankAmount(record.cells[column] ?? '', mapping.decimal) === 'number',
  )
}

const tryRecords = (text: string, separator: CsvSeparator): CsvRecord[] => {
  try {
    return scanCsv(text, separator, SNIFF_RECORDS)
  } catch (error) {
    // The wrong separator may produce endless cells where the right one produces none.
    if (error instanceof StatementFileError) return []
    throw error
  }
}

/** The header by known titles, else the all-title line directly above the first row that its values identify. */
const headerRowOf = (records: readonly CsvRecord[], separator: CsvSeparator): number => {
  const known = findHeader(records)
  if (known !== -1) return known
  const byValues = guessByValues(separator, [], records)
  if (byValues === undefined) return -1
  const first = records.findIndex(record => readable(record, byValues))
  const above = records[first - 1]
  return above !== undefined && above.cells.length === records[first]!.cells.length && above.cells.every(isTitle) ? first - 1 : -1
}

const candidate = (text: string, separator: CsvSeparator): Candidate => {
  const records = tryRecords(text, separator)
  const headerRow = headerRowOf(records, separator)
  const rows = records.slice(headerRow + 1)
  const header = records[headerRow]
  const mapping = (header && guessByTitles(separator, header, rows)) ?? guessByValues(separator, header?.cells ?? [], rows)
  const read = mapping === undefined ? 0 : rows.filter(row => readable(row, mapping)).length
  const columns = rows.reduce((sum, row) => sum + row.cells.length - 1, 0) / Math.max(1, rows.length)
  return { separator, headerRow, records, mapping, score: read * 1000 + (headerRow === -1 ? 0 : 100) + Math.min(columns, 50) }
}

/** Separator, header, columns with samples and a guessed mapping. Throws StatementFileError when the bytes are no delimited text. */
export const sniffCsv = (bytes: Uint8Array): CsvSniff => {
  const { text, encoding } = decodeStatement(bytes)
  refuseOtherTexts(text)
  const head = text.slice(0, SNIFF_CHARS)
  const [best] = separators.map(separator => candidate(head, separator)).sort((a, b) => b.score - a.score)
  if (best === undefined || best.records.length === 0 || best.score < 1) {
    scanCsv(head, ';', SNIFF_RECORDS)
    throw new StatementFileError('O arquivo não parece um extrato CSV: não há colunas separadas.')
  }
  const { separator, headerRow, records, mapping } = best
  const titles = records[headerRow]?.cells ?? []
  const rows = records.slice(headerRow + 1)
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), titles.length)
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    title: titles[index] || `Coluna ${index + 1}`,
    samples: rows
      .flatMap(row => row.cells[index] || [])
      .slice(0, SAMPLES)
      .map(rowText),
  }))
  const first = rows.slice(0, SHOWN_ROWS).map(row => row.cells.map(rowText))
  return { separator, encoding, header_row: headerRow, columns, rows: first, ...withoutUndefined({ mapping }) }
}

/** Distinct memo cells joined: some banks repeat one text in two columns. */
const joinMemo = (record: CsvRecord, columns: readonly number[]): string => {
  const parts: string[] = []
  for (const column of columns) {
    const text = cellAt(record, column)
    if (text !== '' && !parts.includes(text)) parts.push(text)
  }
  return rowText(parts.join(' '))
}

/** A dateless line below the header that moves no money: totals, balances, notes, the header repeated on each page. */
const isFurniture = (record: CsvRecord, mapping: CsvMapping): boolean => {
  if (mapping.header.length > 0 && sameHeader(record.cells, mapping.header)) return true
  const first = record.cells.find(cell => cell !== '') ?? ''
  if (isBalanceMemo(first) || /^(SUB)?TOTA(L|IS)( |$)/.test(foldMemo(first.slice(0, 40)))) return true
  if (isBalanceMemo(joinMemo(record, mapping.memo))) return true
  // Money is never dropped silently: a line with an amount, or with something like a day, becomes an error instead.
  const amount = readAmount(record, mapping)
  const meantAsDay = /^\d{1,4}[/.\-\s]/.test(cellAt(record, mapping.date))
  if (meantAsDay) return false
  return 'reason' in amount ? !/\d/.test(amount.reason) : amount.blank || amount.cents === 0
}

const readRow = (record: CsvRecord, mapping: CsvMapping, until: string | undefined): ReadCsvRow | RowError | undefined => {
  const line = record.line
  const dateText = cellAt(record, mapping.date)
  const date = parseBankDay(dateText, until)
  if (date === undefined) {
    if (isFurniture(record, mapping)) return undefined
    return { line, reason: dateText === '' ? 'Data ausente.' : `Data inválida: ${quoted(dateText)}.` }
  }
  const memo = joinMemo(record, mapping.memo)
  const balanceLine = isBalanceMemo(memo)
  const amount = readAmount(record, mapping)
  if ('reason' in amount) return { line, reason: amount.reason }
  const written = parseBankAmount(cellAt(record, mapping.balance), mapping.decimal)
  if (amount.blank && !balanceLine && typeof written !== 'number') return { line, reason: 'Valor ausente.' }
  const { cents } = amount
  const balance = typeof written === 'number' ? written : balanceLine && cents !== 0 ? cents : undefined
  const row: StatementRow = {
    day: date.day,
    amount_cents: cents,
    memo,
    ignorable: balanceLine || cents === 0,
    line,
    ...withoutUndefined({
      time: date.time ?? parseBankTime(cellAt(record, mapping.time)),
      fitid: rowText(cellAt(record, mapping.id)) || undefined,
      check_number: rowText(cellAt(record, mapping.document)) || undefined,
      balance_cents: balance,
    }),
  }
  return { row, amount }
}

/** Account numbers and the last day written in the lines above the header. */
const readPreamble = (records: readonly CsvRecord[]): { branch?: string; account?: string; until?: string } => {
  const text = records
    .map(record => record.cells.join(' '))
    .join('\n')
    .slice(0, 4000)
  const days = [...text.matchAll(/\b\d{2}\/\d{2}\/\d{4}\b/g)].flatMap(match => parseBankDay(match[0])?.day ?? [])
  return withoutUndefined({
    branch: /\bag(?:[eê]ncia|\.)?\s*:?\s*(\d[\d-]{0,9})/i.exec(text)?.[1],
    account: /\bconta\s*:?\s*(\d[\d.-]{0,19})/i.exec(text)?.[1],
    until: days.sort().at(-1),
  })
}

const headerIndex = (records: readonly CsvRecord[], mapping: CsvMapping): number => {
  if (mapping.header.length === 0) return -1
  const at = records.findIndex((record, index) => index < HEADER_REACH && sameHeader(record.cells, mapping.header))
  if (at === -1) throw new StatementFileError('As colunas do arquivo não são as do mapeamento salvo. Confira as colunas.')
  return at
}

const checkMapping = (mapping: CsvMapping): void => {
  if (mapping.amount === undefined && mapping.credit === undefined && mapping.debit === undefined) {
    throw new StatementFileError('Escolha a coluna do valor, ou as de crédito e débito.')
  }
}

const readRecords = (records: readonly CsvRecord[], mapping: CsvMapping, until: string | undefined) => {
  const reads: ReadCsvRow[] = []
  const errors: RowError[] = []
  for (const record of records) {
    const read = readRow(record, mapping, until)
    if (read === undefined) continue
    if ('reason' in read) errors.push(read)
    else reads.push(read)
    if (reads.length + errors.length > MAX_STATEMENT_ROWS) throw tooManyRows()
  }
  return { reads, errors }
}

export type ReadCsv = StatementFile & {
  /** The mapping with what the file proved about its signs. */
  mapping: CsvMapping
}

/**
 * Reads the file by the mapping, finding the header by its titles, so that the lines above it may vary. Balance lines and zero
 * amounts come as `ignorable`; lines without date and amount (totals, notes) are left out. Throws StatementFileError when the
 * header is missing, nothing can be read, a limit is exceeded, or nothing says whether the amounts come in or go out.
 */
export const readCsv = (bytes: Uint8Array, mapping: CsvMapping): ReadCsv => {
  checkMapping(mapping)
  const { text } = decodeStatement(bytes)
  const records = scanCsv(text, mapping.separator)
  const headerAt = headerIndex(records, mapping)
  const { branch, account: number, until } = readPreamble(headerAt === -1 ? [] : records.slice(0, headerAt))
  const below = records.slice(headerAt + 1)
  const crooked = misshapen(text, below, mapping)
  const left = new Set(crooked.map(({ line }) => line))
  const { reads, errors } = readRecords(left.size === 0 ? below : below.filter(({ line }) => !left.has(line)), mapping, until)
  errors.push(...crooked)
  if (reads.length === 0 && errors.length === 0) throw new StatementFileError('O arquivo CSV não traz nenhum lançamento.')
  const rows = reads.map(({ row }) => row)
  const errorOf = signErrors(reads, mapping)
  const invert = settleSigns(reads, mapping, invertedByBalance(rows))
  const wrong = reads.flatMap(read => errorOf(read) ?? [])
  const lines = new Set(wrong.map(({ line }) => line))
  const account: StatementAccount = {
    kind: mapping.kind,
    rows: lines.size === 0 ? rows : rows.filter(({ line }) => !lines.has(line)),
    errors: [...errors, ...wrong].sort((a, b) => a.line - b.line),
    ...withoutUndefined({ branch, account: number }),
  }
  setBalances(account)
  const broken = balanceBreak(account.rows)
  return { format: 'CSV', accounts: [account], warnings: broken === undefined ? [] : [broken], mapping: { ...mapping, invert } }
}
