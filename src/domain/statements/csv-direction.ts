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

/** The sign of each row in words, where all have one. */
const spoken = (rows: readonly CsvRecord[], column: number): readonly Word[] | undefined => {
  const found = rows.map(({ cells }) => wordOf(cells[column] ?? '')).filter(word => word !== undefined)
  return found.length > 0 && found.length === rows.length ? found : undefined
}

interface Speaker {
  column: number
  signs: string
  isTitled: boolean
  /** It tells both directions: a column of one word may be about something else. */
  isOpposed: boolean
  isClear: boolean
}

/** What a title calls the balance's own direction says nothing about the amount. */
const ofBalance = /(^| )(SALDO|BALANCE)( |$)/

/**
 * The column that holds a word of direction beside every amount: one that tells both directions before one that tells a single one, one with a
 * known title before the others. Columns that disagree are none.
 */
export const guessDirection = (
  titles: readonly string[],
  rows: readonly CsvRecord[],
  { date, amount, balance, taken }: { date: number; amount: number; balance: number | undefined; taken: readonly number[] },
): number | undefined => {
  const moved = movements(rows, date, amount)
  const width = moved.reduce((most, { cells }) => Math.max(most, cells.length), titles.length)
  const speakers = Array.from({ length: width }, (_, column) => column)
    .filter(column => !taken.includes(column) && column !== balance && !ofBalance.test(titles[column] ?? ''))
    .flatMap((column): Speaker[] => {
      const words = spoken(moved, column)
      if (!words) return []
      const signs = words.map(word => word.sign)
      return [
        {
          column,
          signs: signs.join(),
          isTitled: directionTitle.test(titles[column] ?? ''),
          isOpposed: signs.includes(-1) && signs.includes(1),
          isClear: words.every(word => word.clear),
        },
      ]
    })
  // Right of the balance stands the balance's direction, where another column is the amount's.
  const own = speakers.filter(({ column }) => balance === undefined || column !== balance + 1)
  const heard = own.length > 0 ? own : speakers
  const opposed = heard.filter(({ isOpposed }) => isOpposed)
  const judged = opposed.length > 0 ? opposed : heard
  const speaks = judged.filter(({ isOpposed, isTitled, isClear }) => isOpposed || isTitled || isClear)
  const first = speaks.find(({ isTitled }) => isTitled) ?? speaks[0]
  return first && judged.every(({ signs }) => signs === first.signs) ? first.column : undefined
}
