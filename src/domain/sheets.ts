// Cells of sheets as text: what spreadsheets must not run, and how their numbers read in Portuguese.
import { formatDay } from './days.ts'
import { formatPlainAmount } from './money.ts'

/** A program that opens a CSV takes such a cell for a formula, even after blanks, and a tab or line break for another cell. */
const DANGEROUS = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const GUARDED = /^'(?=\s*['=+\-@＝＋－＠]|[\t\r\n])/

/** A text that opens as text: an apostrophe marks it, and an apostrophe already there gets another. */
export function guardText(text: string): string {
  const clean = text.replaceAll('\0', '')
  return DANGEROUS.test(clean) || GUARDED.test(clean) ? `'${clean}` : clean
}

/** The inverse of `guardText`, for imports. */
export const unguardText = (text: string): string => text.replace(GUARDED, '')

/** A cell of a CSV with ';' between cells. */
export const csvCell = (text: string): string => (/[;"\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A cell of a record: text, an amount in cents, a day 'yyyy-MM-dd', a percentage (the number before the sign), or a count. */
export type Cell = { text: string } | { cents: number } | { day: string } | { percent: number } | { count: number } | null

export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header.map(csvCell), ...rows.map(row => row.map(cell => csvCell(plain(cell))))]
  return `\ufeff${lines.map(line => line.join(';')).join('\r\n')}\r\n`
}

function plain(cell: Cell): string {
  if (cell === null) return ''
  if ('text' in cell) return guardText(cell.text)
  if ('cents' in cell) return formatPlainAmount(cell.cents)
  if ('percent' in cell) return String(cell.percent).replace('.', ',')
  if ('count' in cell) return String(cell.count)
  return formatDay(cell.day)
}
