// What the columns of a bank's CSV mean, and the first guess.
import { type DecimalMark, foldMemo, parseBankAmount, parseBankDay } from './bank-text.ts'
import type { CsvRecord, CsvSeparator } from './csv-scan.ts'

/** Column numbers are 0-based. Plain JSON, to be saved per bank account. */
export type CsvMapping = {
  separator: CsvSeparator
  /** The titles that identify the header line; empty when the file has none. */
  header: string[]
  decimal: DecimalMark
  kind: 'BANK' | 'CREDIT_CARD'
  /** True when the file writes outgoing money as positive (most card bills). */
  invert: boolean
  date: number
  /** Joined with a space, repeated texts once. */
  memo: number[]
  /** Either `amount`, or `credit` and/or `debit`. */
  amount?: number
  credit?: number
  debit?: number
  /** A column with D/C, Débito/Crédito or Entrada/Saída beside an unsigned amount. */
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
const amountTitle = /^(VALOR|AMOUNT|QUANTIA|MONTANTE|VLR)( |$)/
const creditTitle = /^(VALOR (DO |DE )?)?(CREDITOS?|ENTRADAS?|CREDIT)( |$)/
const debitTitle = /^(VALOR (DO |DE )?)?(DEBITOS?|SAIDAS?|DEBIT)( |$)/
const balanceTitle = /^(SALDOS?|BALANCE)( |$)/
const idTitle = /^(IDENTIFICADOR|ID|FITID|CODIGO DA TRANSACAO|ID DA TRANSACAO|TRANSACTION ID|NUMERO D[OE] DOCUMENTO)$/
const documentTitle = /^((N[ORº]?|NUM|NUMERO) )?(DOCTO|DOCUMENTO|DOC|CHEQUE)$/
const timeTitle = /^(HORA|HORARIO)( |$)/
const directionTitle = /^(TIPO|D C|C D|DC|NATUREZA|INF|OPERACAO|SINAL)( |$)/
const cardTitle = /(PARCELA|CARTAO|^TITLE$)/

/** The sign of a direction cell: -1, 1, or undefined when it states none. */
export const directionSign = (cell: string): -1 | 1 | undefined => {
  const text = cell.trim()
  if (text === '-') return -1
  if (text === '+') return 1
  const folded = foldMemo(text)
  if (/^(D|DB|DEB|DEBITO|DEBIT|SAIDA|S|PAGAMENTO|DESPESA)$/.test(folded)) return -1
  if (/^(C|CR|CRED|CREDITO|CREDIT|ENTRADA|E|RECEBIMENTO|RECEITA)$/.test(folded)) return 1
  return undefined
}

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

const guessDirection = (titles: readonly string[], rows: readonly CsvRecord[]): number | undefined => {
  const at = titles.findIndex((title, column) => {
    const values = columnValues(rows, column)
    return (title === '' || directionTitle.test(title)) && values.length > 0 && values.every(value => directionSign(value) !== undefined)
  })
  return at === -1 ? undefined : at
}

const defined = (columns: Record<string, number | undefined>): Partial<CsvMapping> =>
  Object.fromEntries(Object.entries(columns).filter(entry => entry[1] !== undefined))

/** A guess from the titles; undefined when they name no date or no money. */
export const guessByTitles = (separator: CsvSeparator, header: CsvRecord, rows: readonly CsvRecord[]): CsvMapping | undefined => {
  const titles = titlesOf(header)
  const date = guessDate(titles)
  const credit = firstColumn(titles, creditTitle)
  const debit = firstColumn(titles, debitTitle)
  const split = credit !== undefined && debit !== undefined
  // Card bills in two currencies put reais last.
  const amount = split
    ? undefined
    : (lastColumn(titles, title => amountTitle.test(title) && !/(US|DOLAR|USD)/.test(title)) ?? credit ?? debit)
  if (date === undefined || (!split && amount === undefined)) return undefined
  const used = [date, credit, debit, amount].filter(column => column !== undefined)
  const memo = titles.flatMap((title, column) => (memoTitle.test(title) && !used.includes(column) ? [column] : []))
  const card = titles.some(title => cardTitle.test(title))
  const money = split ? { credit, debit } : { amount }
  return {
    separator,
    header: header.cells,
    decimal: guessDecimal(rows, split ? [credit, debit] : [amount]),
    kind: card ? 'CREDIT_CARD' : 'BANK',
    invert: card,
    date,
    memo: memo.length > 0 ? memo : guessMemo(rows, used),
    ...defined({
      ...money,
      direction: split ? undefined : guessDirection(titles, rows),
      id: firstColumn(titles, idTitle, used),
      document: firstColumn(titles, documentTitle, used),
      balance: lastColumn(titles, title => balanceTitle.test(title)),
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
  const memo = guessMemo(rows, [date, ...money])
  const decimal = guessDecimal(rows, [amount])
  return { separator, header, decimal, kind: 'BANK', invert: false, date, memo, amount, ...defined({ balance }) }
}
