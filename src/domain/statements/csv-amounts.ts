// The amount of a CSV row and what its sign rests on. No sign is guessed: what nothing states is asked of the person.
import { type AmountMark, amountMark, parseBankAmount, quoted } from './bank-text.ts'
import { directionSign, directionTongue } from './csv-direction.ts'
import type { CsvMapping } from './csv-mapping.ts'
import type { CsvRecord } from './csv-scan.ts'
import { type RowError, StatementFileError, type StatementRow } from './statement-file.ts'

/** Where the sign comes from: a column of its own, a word or letter, a written mark, or nothing at all. */
type SignSource = 'column' | 'word' | AmountMark
/** `written`: the cents with the sign that stands in the amount itself. */
export type CsvAmount = { cents: number; blank: boolean; sign: SignSource; written: number; text: string; word: string }

export const cellAt = (record: CsvRecord, column: number | undefined): string => (column === undefined ? '' : (record.cells[column] ?? ''))

const splitAmount = (record: CsvRecord, mapping: CsvMapping): CsvAmount | { reason: string } => {
  const creditText = cellAt(record, mapping.credit)
  const debitText = cellAt(record, mapping.debit)
  const credit = parseBankAmount(creditText, mapping.decimal)
  const debit = parseBankAmount(debitText, mapping.decimal)
  if (credit === 'bad') return { reason: `Valor inválido: ${quoted(creditText)}.` }
  if (debit === 'bad') return { reason: `Valor inválido: ${quoted(debitText)}.` }
  const incoming = credit === 'blank' ? 0 : credit
  const outgoing = debit === 'blank' ? 0 : debit
  if (incoming !== 0 && outgoing !== 0) return { reason: 'Crédito e débito na mesma linha.' }
  // A debit may have a minus or not; both mean outgoing money.
  const cents = outgoing === 0 ? incoming : -Math.abs(outgoing)
  const text = outgoing === 0 ? creditText : debitText
  return { cents, blank: credit === 'blank' && debit === 'blank', sign: 'column', written: incoming + outgoing, text, word: '' }
}

export const readAmount = (record: CsvRecord, mapping: CsvMapping): CsvAmount | { reason: string } => {
  if (mapping.amount === undefined) return splitAmount(record, mapping)
  const text = cellAt(record, mapping.amount)
  const amount = parseBankAmount(text, mapping.decimal)
  if (amount === 'bad') return { reason: `Valor inválido: ${quoted(text)}.` }
  const word = cellAt(record, mapping.direction)
  if (amount === 'blank' || amount === 0) return { cents: 0, blank: amount === 'blank', sign: 'sign', written: 0, text, word }
  const sign = mapping.direction === undefined ? undefined : directionSign(word)
  if (sign !== undefined) return { cents: sign * Math.abs(amount), blank: false, sign: 'word', written: amount, text, word }
  return { cents: amount, blank: false, sign: amountMark(text), written: amount, text, word }
}

export type ReadCsvRow = { row: StatementRow; amount: CsvAmount }

const UNSIGNED =
  'Os valores vêm sem sinal e nenhuma coluna diz com certeza o que entra e o que sai: responda o que são os valores positivos.'
const CARD = 'Parece uma fatura de cartão: responda se os valores positivos são compras ou pagamentos.'

const isSigned = ({ amount }: ReadCsvRow): boolean => amount.sign === 'sign' || amount.sign === 'none'

/**
 * Settles the signs of all rows, in place. `proven` says which way the running balance moves with the amounts. Throws
 * StatementFileError when what positive amounts mean is neither written, proven nor answered. Gives the mapping's answer.
 */
export const settleSigns = (reads: readonly ReadCsvRow[], mapping: CsvMapping, proven: boolean | undefined): boolean => {
  const open = reads.filter(read => !read.row.ignorable && isSigned(read))
  const negatives = open.some(({ amount }) => amount.written < 0)
  const said = mapping.invert ?? proven
  // A column of directions has spoken for the others: only its silent rows are left, and those are told one by one.
  const silent = mapping.direction !== undefined && !negatives
  const invert = said ?? (open.length === 0 || silent ? false : writtenSigns(open, mapping, negatives))
  if (invert && mapping.direction === undefined) for (const read of open) read.row.amount_cents = -read.amount.cents
  return invert
}

const writtenSigns = (open: readonly ReadCsvRow[], { kind }: CsvMapping, negatives: boolean): boolean => {
  if (kind === 'CREDIT_CARD') throw new StatementFileError(CARD)
  if (!negatives && open.some(({ amount }) => amount.sign === 'none')) throw new StatementFileError(UNSIGNED)
  return false
}

/** What is wrong with a row's sign beside those of the whole file; undefined when nothing is. */
export const signErrors = (reads: readonly ReadCsvRow[], mapping: CsvMapping): ((read: ReadCsvRow) => RowError | undefined) => {
  const moved = reads.filter(({ row }) => !row.ignorable)
  const agree = moved.some(({ amount }) => amount.sign === 'word' && amount.written < 0 && amount.cents < 0)
  const writesSigns = moved.some(({ amount }) => amount.written < 0)
  const spoken = (tongue: 'D/C' | 'S/E'): number => moved.filter(({ amount }) => directionTongue(amount.word) === tongue).length
  const usual = spoken('D/C') >= spoken('S/E') ? 'D/C' : 'S/E'
  return ({ row, amount }) => {
    if (row.ignorable) return undefined
    const { line } = row
    if (amount.sign === 'word' && agree && amount.written < 0 && amount.cents > 0)
      return { line, reason: `O valor ${quoted(amount.text)} e o tipo ${quoted(amount.word)} se contradizem.` }
    if (amount.sign === 'word' && (directionTongue(amount.word) ?? usual) !== usual)
      return { line, reason: `O tipo ${quoted(amount.word)} não é como os das outras linhas.` }
    if (amount.sign === 'none' && mapping.direction !== undefined && !writesSigns)
      return { line, reason: `Nada diz se o valor ${quoted(amount.text)} entra ou sai: o tipo é ${quoted(amount.word)}.` }
    return undefined
  }
}
