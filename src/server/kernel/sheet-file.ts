// A table as a file: XLSX, or CSV as Brazilian spreadsheets read it. Whatever a text begins with, no program takes it for a formula.
import { downloadHeaders } from '../modules/attachments/content.ts'
import { Reply } from './context.ts'

/** `money` is integer cents, `percent` the figure before the sign. */
export interface SheetColumn {
  title: string
  kind: 'text' | 'money' | 'percent' | 'count'
}

export type SheetCell = string | number | null

export interface SheetTable {
  /** Of the file, without extension. */
  name: string
  /** Of the sheet, at most 31 characters. */
  sheet: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
}

export type SheetFormat = 'xlsx' | 'csv'

const CONTENT_TYPE: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export async function sheetReply(table: SheetTable, format: SheetFormat): Promise<Reply> {
  const bytes = format === 'csv' ? new TextEncoder().encode(csvText(table)) : await xlsxBytes(table)
  return new Reply('file', bytes, downloadHeaders(`${table.name}.${format}`, CONTENT_TYPE[format]))
}

const NUMBER_FORMAT: Record<Exclude<SheetColumn['kind'], 'text'>, string> = { money: '#,##0.00', percent: '0.00"%"', count: '0' }

/** Texts are text cells by type, so that '=1+1' stays as it was written. */
export async function xlsxBytes({ sheet, columns, rows }: SheetTable): Promise<Uint8Array> {
  // Loaded with the first download: the library is large and few requests need it.
  const { utils, write } = await import('@e965/xlsx')
  const cell = (value: SheetCell, column: SheetColumn | undefined) => {
    if (value === null || column === undefined) return { t: 'z' as const }
    if (typeof value === 'string' || column.kind === 'text') return { t: 's' as const, v: String(value) }
    return { t: 'n' as const, v: column.kind === 'money' ? value / 100 : value, z: NUMBER_FORMAT[column.kind] }
  }
  const page = utils.aoa_to_sheet([
    columns.map(column => ({ t: 's' as const, v: column.title })),
    ...rows.map(row => row.map((value, at) => cell(value, columns[at]))),
  ])
  page['!cols'] = columns.map(({ kind }) => ({ wch: kind === 'text' ? 44 : 16 }))
  const book = utils.book_new()
  utils.book_append_sheet(book, page, sheet)
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

/** With a byte order mark and ';', which is what a double click in Brazil expects; decimals with comma. */
export function csvText({ columns, rows }: SheetTable): string {
  const lines = [
    columns.map(column => quoted(inert(column.title))),
    ...rows.map(row => row.map((value, at) => csvCell(value, columns[at]))),
  ]
  return `\uFEFF${lines.map(line => `${line.join(';')}\r\n`).join('')}`
}

function csvCell(value: SheetCell, column: SheetColumn | undefined): string {
  if (value === null || column === undefined) return ''
  if (typeof value === 'string' || column.kind === 'text') return quoted(inert(String(value)))
  if (column.kind === 'money') return decimal(value, 2)
  return String(value).replace('.', ',')
}

/** Integer parts of a unit as a plain figure: -123456 cents is '-1234,56'. */
function decimal(parts: number, digits: number): string {
  const figures = String(Math.abs(parts)).padStart(digits + 1, '0')
  return `${parts < 0 ? '-' : ''}${figures.slice(0, -digits)},${figures.slice(-digits)}`
}

/** A leading apostrophe before what a spreadsheet would compute, blanks before it counted as nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin formulas as well
const inert = (text: string): string => (/^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)
