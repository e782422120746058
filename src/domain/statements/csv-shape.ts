// Rows of a CSV that are not shaped as the others: cut at the end of the file, or with a column lost or one too many. Half an amount, and the
// balance in the amount's place, read like any other number.
import { counted } from '../text.ts'
import { parseBankDay } from './bank-text.ts'
import { cellAt } from './csv-amounts.ts'
import type { CsvMapping } from './csv-mapping.ts'
import type { CsvRecord } from './csv-scan.ts'
import type { RowError } from './statement-file.ts'

const hasCents = (text: string): boolean => /[.,]\d\d(\D*)$/.test(text)

/** Whether the text ends without a line break in an amount that lacks the cents all others have. */
const isCut = (text: string, last: CsvRecord, others: readonly CsvRecord[], mapping: CsvMapping): boolean => {
  if (/[\r\n]\s*$/.test(text)) return false
  const money = [mapping.amount, mapping.credit, mapping.debit, mapping.balance].filter(column => column === last.cells.length - 1)
  return money.some(column => {
    const written = others.map(record => cellAt(record, column)).filter(cell => /\d/.test(cell))
    const text = cellAt(last, column)
    return text !== '' && !hasCents(text) && written.length > 0 && written.every(hasCents)
  })
}

/** A bank that leaves cells out, or has a separator in its texts, does so in a fifth of the rows or more. */
const HABIT = 0.2

const widthOf = ({ cells }: CsvRecord): number => {
  const last = cells.findLastIndex(cell => cell !== '')
  return last + 1
}

/** By line, why a row below the header cannot be read column by column. */
export const misshapen = (text: string, records: readonly CsvRecord[], mapping: CsvMapping): RowError[] => {
  const dated = records.filter(record => parseBankDay(cellAt(record, mapping.date), '2199-12-31') !== undefined)
  const counts = new Map<number, number>()
  for (const { cells } of dated) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0]
  const width = mapping.header.length || usual
  const errors = dated.flatMap(record => {
    const { cells, line } = record
    const isUsual = cells.length === width || (cells.length > width && widthOf(record) <= width)
    if (isUsual || (counts.get(cells.length) ?? 0) >= Math.max(2, dated.length * HABIT)) return []
    return [{ line, reason: `A linha tem ${counted(cells.length, ['coluna', 'colunas'])} em vez de ${width}.` }]
  })
  const last = dated.at(-1)
  const isTold = errors.some(({ line }) => line === last?.line)
  if (last && last === records.at(-1) && !isTold && isCut(text, last, dated.slice(0, -1), mapping))
    errors.push({ line: last.line, reason: 'A última linha do arquivo está cortada.' })
  return errors
}
