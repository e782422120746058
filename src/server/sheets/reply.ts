// A table as a download: CSV as Brazilian spreadsheets read it, or XLSX. No program runs any of its texts as a formula.
import { type Cell, csvOf } from '#domain/sheets.ts'
import { Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { withReader } from '#server/parsers/reader.ts'

export type SheetFormat = 'csv' | 'xlsx'

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** What a spreadsheet takes as the name of a sheet. */
const SHEET_NAME_LENGTH = 31

/** `name` is the file's without its ending, and the sheet's. The workbook is packed in the reading thread: a hundred thousand rows would hold everybody else up. */
export async function sheetReply(
  name: string,
  format: SheetFormat,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Reply> {
  const sheet = { name: name.slice(0, SHEET_NAME_LENGTH), header, rows }
  const bytes = format === 'csv' ? Buffer.from(csvOf(header, rows)) : Buffer.from(await withReader(reader => reader.workbook(sheet)))
  return new Reply('file', bytes, downloadHeaders(`${name}.${format}`, TYPES[format]))
}
