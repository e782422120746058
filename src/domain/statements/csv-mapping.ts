// What the columns of a bank's CSV mean, and the first guess.
import { type DecimalMark, foldMemo, parseBankAmount, parseBankDay } from './bank-text.ts'
import { guessDirection } from './csv-direction.ts'
import type { CsvRecord, CsvSeparator } from './csv-scan.ts'

/** Column numbers are 0-based. Plain JSON, to be saved per bank account. */
export type CsvMapping = {
  separator: CsvSeparator
  /** The titles that identify the header line; empty when the file has none. */
  header: string[]
  decimal: DecimalMark
  kind: 'BANK' | 'CREDIT_CARD'
  /** True when the file writes outgoing money as positive (most card bills); absent until written signs, balances or a person tell. */
  invert?: boolean
  date: number
  /** Joined with a space, repeated texts once. */
  memo: number[]
  /** Either `amount`, or `credit` and/or `debit`. */
  amount?: number
  credit?: number
  debit?: number
  /** A column with D/C, Débito/Crédito or Entrada/Saída beside the amount: its words are the sign. */
  direction?: number
  id?: number
  document?: number
  balance?: number
  time?: number
}

/** Header lines are searched only this far into the file. */
export const HEADER_REACH = 80

const dateTitle = /^(DATA|DATE|DT|DIA)( |$)/
const lateDateTitle = /(CONTABIL|BALANCETE|VENCIMENTO|PAGAMENTO|VALOR)/
const memoTitle =
  /^(HISTORICO|DESCRICAO|DESCRIPTION|LANCAMENTOS?|TITULO|TITLE|MEMO|DETALHES?|ESTABELECIMENTO|COMPLEMENTO|MOVIMENTACAO|MOVIMENTO|TRANSACAO|FAVORECIDO)( |$)/
const amountTitle = /^(VALOR|VALORES|AMOUNT|QUANTIA|MONTANTE|VLR)( |$)/
const side = (names: string): RegExp => new RegExp(`^((VALOR(ES)?|VLR|TOTAL) (DO |DE |DA |A )?)?(${names})( |$)`)
const creditTitle = side('CREDITOS?|CREDITAD[OA]|ENTRADAS?|CREDIT|RECEITAS?|RECEBID[OA]S?|RECEBIMENTOS?|DEPOSITOS?')
const debitTitle = side('DEBITOS?|DEBITAD[OA]|SAIDAS?|DEBIT|DESPESAS?|PAG[OA]S?|PAGAMENTOS?|RETIRADAS?|SAQUES?')
const balanceTitle = /^(SALDOS?|BALANCE)( |$)/
const idTitle = /^(IDENTIFICADOR|ID|FITID|CODIGO DA TRANSACAO|ID DA TRANSACAO|TRANSACTION ID|NUMERO D[OE] DOCUMENTO)$/
const documentTitle = /^((N[ORº]?|NUM|NUMERO) )?(DOCTO|DOCUMENTO|DOC|CHEQUE)$/
const timeTitle = /^(HORA|HORARIO)( |$)/
const cardTitle = /(PARCELA|CARTAO|^TITLE$)/
/** Nubank's bill, known to write purchases as positive. */
const isKnownBill = (titles: readonly string[]): boolean => /^DATE (CATEGORY )?TITLE AMOUNT$/.test(titles.join(' '))

/** Words that are neither a day nor an amount. */
export const isTitle = (cell: string): boolean =>
  cell !== '' && parseBankDay(cell) === undefined && typeof parseBankAmount(cell) !== 'number'

const titlesOf = (record: CsvRecord): string[] => record.cells.map(foldMemo)

/** Whether two rows of titles are the same header, ignoring accents and case. */
export const sameHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  cells.length === header.length && header.every((title, column) => foldMemo(title) === foldMemo(cells[column] ?? ''))

/** Index of the record that is the header by its titles; -1 when none is. */
export const findHeader = (records: readonly CsvRecord[]): number =>
  records.findIndex((record, index) => {
    if (index >= HEADER_REACH || record.cells.length < 2) return false
    const titles = titlesOf(record)
    if (!record.cells.every(cell => cell === '' || isTitle(cell))) return false
    const money = titles.some(title => amountTitle.test(title) || creditTitle.test(title) || debitTitle.test(title))
    return money && titles.some(title => dateTitle.test(title))
  })

const columnValues = (rows: readonly CsvRecord[], column: number): string[] =>
  rows.map(row => row.cells[column] ?? '').filter(cell => cell !== '')

const guessDecimal = (rows: readonly CsvRecord[], columns: readonly (number | undefined)[]): DecimalMark => {
  let comma = 0
  let point = 0
  for (const column of columns) {
    if (column === undefined) continue
    for (const value of columnValues(rows, column)) {
      if (/,\d{1,2}\D*$/.test(value)) comma++
      else if (/\.\d{1,2}\D*$/.test(value)) point++
    }
  }
  return point > comma ? '.' : ','
}

const firstColumn = (titles: readonly string[], pattern: RegExp, taken: readonly number[] = []): number | undefined => {
  const at = titles.findIndex((title, column) => pattern.test(title) && !taken.includes(column))
  return at === -1 ? undefined : at
}

const lastColumn = (titles: readonly string[], accepts: (title: string) => boolean): number | undefined => {
  const at = titles.findLastIndex(accepts)
  return at === -1 ? undefined : at
}

const guessDate = (titles: readonly string[]): number | undefined => {
  const plain = titles.findIndex(title => dateTitle.test(title) && !lateDateTitle.test(title))
  return plain === -1 ? firstColumn(titles, dateTitle) : plain
}

const defined = (columns: Record<string, number | undefined>): Partial<CsvMapping> =>
  Object.fromEntries(Object.entries(columns).filter(entry => entry[1] !== undefined))

const isMoney = (rows: readonly CsvRecord[], column: number): boolean =>
  columnValues(rows, column).some(cell => typeof parseBankAmount(cell) === 'number')

/** The columns of money by their titles: two sides, one side alone, or one column for both. */
const guessMoney = (titles: readonly string[], rows: readonly CsvRecord[]): Pick<CsvMapping, 'amount' | 'credit' | 'debit'> => {
  const sideOf = (pattern: RegExp): number | undefined => {
    const at = titles.findIndex((title, column) => pattern.test(title) && (rows.length === 0 || isMoney(rows, column)))
    return at === -1 ? firstColumn(titles, pattern) : at
  }
  const credit = sideOf(creditTitle)
  const debit = sideOf(debitTitle)
  if (credit !== undefined && debit !== undefined && credit !== debit) return { credit, debit }
  // Card bills in two currencies put reais last.
  const isAmount = (title: string): boolean =>
    amountTitle.test(title) && !/(US|DOLAR|USD)/.test(title) && !creditTitle.test(title) && !debitTitle.test(title)
  const amount = lastColumn(titles, isAmount)
  if (amount !== undefined) return { amount }
  return defined({ credit, debit: credit === debit ? undefined : debit })
}

/** A guess from the titles; undefined when they name no date or no money. */
export const guessByTitles = (separator: CsvSeparator, header: CsvRecord, rows: readonly CsvRecord[]): CsvMapping | undefined => {
  const titles = titlesOf(header)
  const date = guessDate(titles)
  const money = guessMoney(titles, rows)
  const { amount, credit, debit } = money
  if (date === undefined || Object.keys(money).length === 0) return undefined
  const used = [date, credit, debit, amount].filter(column => column !== undefined)
  const balance = lastColumn(titles, title => balanceTitle.test(title))
  const direction = amount === undefined ? undefined : guessDirection(titles, rows, { date, amount, balance, taken: used })
  const memo = titles.flatMap((title, column) => (memoTitle.test(title) && ![...used, direction].includes(column) ? [column] : []))
  const card = titles.some(title => cardTitle.test(title))
  return {
    separator,
    header: header.cells,
    decimal: guessDecimal(rows, [amount, credit, debit]),
    kind: card ? 'CREDIT_CARD' : 'BANK',
    ...(isKnownBill(titles) ? { invert: true } : {}),
    date,
    memo: memo.length > 0 ? memo : guessMemo(rows, direction === undefined ? used : [...used, direction]),
    ...defined({
      ...money,
      direction,
      id: firstColumn(titles, idTitle, used),
      document: firstColumn(titles, documentTitle, used),
      balance,
      time: firstColumn(titles, timeTitle, used),
    }),
  }
}

const share = (rows: readonly CsvRecord[], column: number, accepts: (cell: string) => boolean): number => {
  const values = columnValues(rows, column)
  return values.length === 0 ? 0 : values.filter(accepts).length / rows.length
}

const widest = (rows: readonly CsvRecord[]): number => rows.reduce((most, row) => Math.max(most, row.cells.length), 0)

const guessMemo = (rows: readonly CsvRecord[], used: readonly number[]): number[] => {
  let best = -1
  let bestLetters = 0
  for (let column = 0; column < widest(rows); column++) {
    if (used.includes(column)) continue
    const letters = columnValues(rows, column).reduce((sum, cell) => sum + cell.replace(/[^\p{L}]/gu, '').length, 0)
    if (letters > bestLetters) {
      best = column
      bestLetters = letters
    }
  }
  return best === -1 ? [] : [best]
}

/** A guess from the values alone, for files without titles; undefined when no column holds days or none holds amounts. */
export const guessByValues = (separator: CsvSeparator, header: string[], records: readonly CsvRecord[]): CsvMapping | undefined => {
  const width = widest(records)
  const columns = Array.from({ length: width }, (_, column) => column)
  // Metadata lines are narrower than the rows and reveal nothing about the columns.
  const rows = records.filter(record => record.cells.length === width)
  const date = columns.find(column => share(rows, column, cell => parseBankDay(cell) !== undefined) >= 0.5)
  if (date === undefined) return undefined
  const money = columns.filter(
    column =>
      column !== date && share(rows, column, cell => /[.,]\d{1,2}\D*$/.test(cell) && typeof parseBankAmount(cell) === 'number') > 0.3,
  )
  const [amount, balance] = money
  if (amount === undefined) return undefined
  // Two columns of which each row fills one are the two sides of the account, and nothing says which is which.
  const written = (row: CsvRecord, column: number): boolean => ![0, 'blank'].includes(parseBankAmount(row.cells[column] ?? ''))
  if (balance !== undefined && !rows.some(row => written(row, amount) && written(row, balance))) return undefined
  const direction = guessDirection(header.map(foldMemo), rows, { date, amount, balance, taken: [date, ...money] })
  const memo = guessMemo(rows, [date, ...money, ...(direction === undefined ? [] : [direction])])
  const decimal = guessDecimal(rows, [amount])
  return { separator, header, decimal, kind: 'BANK', date, memo, amount, ...defined({ balance, direction }) }
}
