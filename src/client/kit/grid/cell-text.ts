// A cell as text, for a person and for a spreadsheet.
import { dayInSaoPaulo, formatDay, formatHour } from '#domain/days.ts'
import { formatAmount, formatPlainAmount } from '#domain/money.ts'
import { type Column, isWordColumn } from './columns.ts'

/** '1.284,90', '05/11/2026', 'Sim', the label of an enum or a ref; '' when empty. */
export function cellText(column: Column, row: number): string {
  if (column.kind === 'enum' || column.kind === 'ref') return isWordColumn(column) ? (column.vocabulary.words[column.code(row)] ?? '') : ''
  const value = column.get(row)
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'number') return column.kind === 'money' ? formatAmount(value) : String(value)
  if (column.kind === 'day') return formatDay(value)
  if (column.kind !== 'time') return value
  const instant = column.num(row)
  return `${formatDay(dayInSaoPaulo(instant))} ${formatHour(instant)}`
}

/** As `cellText`, but amounts as '-1284,90', which spreadsheets read as numbers. */
export function plainCellText(column: Column, row: number): string {
  const value = column.kind === 'money' ? column.num(row) : Number.NaN
  return Number.isNaN(value) ? cellText(column, row) : formatPlainAmount(value)
}
