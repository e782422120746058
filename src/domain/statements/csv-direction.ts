// Which column of a CSV says in words whether money comes in or goes out. The words decide, whatever the title says.
import { foldMemo, parseBankAmount, parseBankDay } from './bank-text.ts'
import type { CsvRecord } from './csv-scan.ts'

type Sign = -1 | 1
/** Clear words say it by themselves; loose ones only beside their opposite, or below a title that asks for a direction. */
type Word = { sign: Sign; clear: boolean }

const words = (sign: Sign, clear: string, loose: string): [string, Word][] => [
  ...clear.split(' ').map((word): [string, Word] => [word, { sign, clear: true }]),
  ...loose.split(' ').map((word): [string, Word] => [word, { sign, clear: false }]),
]

const WORDS: ReadonlyMap<string, Word> = new Map([
  ...words(
    -1,
    'DEB DEBITO DEBITOS DEBITADO DEBIT SAIDA SAIDAS DESPESA DESPESAS',
    'D DB S PAGO PAGA PAGAMENTO PAGAMENTOS ENVIADO ENVIADA OUT',
  ),
  ...words(
    1,
    'CRED CREDITO CREDITOS CREDITADO CREDIT ENTRADA ENTRADAS RECEITA RECEITAS',
    'C CR E RECEBIDO RECEBIDA RECEBIMENTO RECEBIMENTOS IN',
  ),
])
const SIGNS: ReadonlyMap<string, Word> = new Map([
  ['-', { sign: -1, clear: false }],
  ['(-)', { sign: -1, clear: false }],
  ['+', { sign: 1, clear: false }],
  ['(+)', { sign: 1, clear: false }],
])

const wordOf = (cell: string): Word | undefined => {
  const text = cell.trim().replace(/[\u2212\u2013]/g, '-')
  return text.length > 24 ? undefined : (SIGNS.get(text) ?? WORDS.get(foldMemo(text)))
}

/** The sign of a direction cell: -1, 1, or undefined when it states none. */
export const directionSign = (cell: string): Sign | undefined => wordOf(cell)?.sign

/** D beside C is debit and credit, S beside E is out and in; a column speaks one of the two. */
export const directionTongue = (cell: string): 'D/C' | 'S/E' | undefined => {
  const letter = cell.trim().toUpperCase()
  if (letter === 'D' || letter === 'C') return 'D/C'
  return letter === 'S' || letter === 'E' ? 'S/E' : undefined
}

const directionTitle = /^(TIPO|D C|C D|DC|CD|D OU C|E S|E OU S|NATUREZA|NAT|INF|OPERACAO|SINAL|DEBITO CREDITO|ENTRADA SAIDA)( |$)/

/** Rows that move money, as far as `date` and `amount` tell. */
const movements = (rows: readonly CsvRecord[], date: number, amount: number): CsvRecord[] =>
  rows.filter(({ cells }) => {
    const cents = parseBankAmount(cells[amount] ?? '')
    return cents !== 'blank' && cents !== 0 && parseBankDay(cells[date] ?? '', '2199-12-31') !== undefined
  })

const saysDirection = (rows: readonly CsvRecord[], column: number, isAskedFor: boolean): boolean => {
  const found = rows.map(({ cells }) => wordOf(cells[column] ?? ''))
  if (found.length === 0 || found.includes(undefined)) return false
  const opposed = found.some(word => word?.sign === -1) && found.some(word => word?.sign === 1)
  return opposed || isAskedFor || found.every(word => word?.clear)
}

/** The column that holds a word of direction beside every amount; a known title goes first, and two columns that disagree are none. */
export const guessDirection = (
  titles: readonly string[],
  rows: readonly CsvRecord[],
  { date, amount, taken }: { date: number; amount: number; taken: readonly number[] },
): number | undefined => {
  const moved = movements(rows, date, amount)
  const width = moved.reduce((most, { cells }) => Math.max(most, cells.length), titles.length)
  const free = Array.from({ length: width }, (_, column) => column).filter(column => !taken.includes(column))
  const titled = (column: number): boolean => directionTitle.test(titles[column] ?? '')
  const found = free.filter(column => saysDirection(moved, column, titled(column)))
  const [first, ...others] = [...found.filter(titled), ...found.filter(column => !titled(column))]
  if (first === undefined) return undefined
  const signs = (column: number): string => moved.map(({ cells }) => directionSign(cells[column] ?? '')).join()
  return titled(first) || others.every(column => signs(column) === signs(first)) ? first : undefined
}
