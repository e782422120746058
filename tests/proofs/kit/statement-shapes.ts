// Statement files in the shapes banks really send, and what happens to files on their way: made here, with the sums they must give.
import { latinBytes, ofxText } from '#tests/kit/ofx-files.ts'

export interface Shape {
  name: string
  text: string
  /** Cents of each movement, in the order of the file. */
  amounts: readonly number[]
  /** What the bank's statements before it lead to. */
  opening_cents: number
  /** Whether a balance in the file, or beside it, would tell that an amount changed. */
  isBalanced: boolean
  /** Whether the bank counts its records, so that one more or less shows. */
  isCounted: boolean
}

export type Random = (below: number) => number

/** Numbers that the seed alone decides. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const MEMOS = ['PIX RECEBIDO JOÃO', 'PIX ENVIADO ANA', 'BOLETO ENERGIA', 'TARIFA PACOTE', 'TED CLIENTE & CIA', 'COMPRA PADARIA']
const OPENING = 1_234_567

interface Row {
  day: string
  cents: number
  memo: string
  balance: number
}

function rowsOf(random: Random): Row[] {
  let balance = OPENING
  return Array.from({ length: 5 + random(6) }, (_, at) => {
    // Ending in seven more than the row's place, so that no two are alike.
    const cents = (random(2) === 0 ? -1 : 1) * (10_000 + random(9_000_000) * 10 + 3)
    balance += cents
    return { day: `2026-10-${String(1 + at * 2).padStart(2, '0')}`, cents, memo: `${MEMOS[at % MEMOS.length]} ${100 + at}`, balance }
  })
}

const comma = (cents: number): string => `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100).toLocaleString('pt-BR')},${two(cents)}`
const dot = (cents: number): string => `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${two(cents)}`
const two = (cents: number): string => String(Math.abs(cents) % 100).padStart(2, '0')
const brDay = (day: string): string => day.split('-').reverse().join('/')

function ofx(rows: readonly Row[], dialect: object): string {
  const last = rows.at(-1)
  return ofxText({
    rows: rows.map(({ day, cents, memo }, at) => ({ day, amount_cents: cents, memo, fitid: `2026${at}` })),
    ledger_balance_cents: last?.balance ?? 0,
    ledger_day: last?.day ?? '2026-10-31',
    ...dialect,
  })
}

function csv(header: string, rows: readonly Row[], cells: (row: Row) => string): string {
  return `Extrato de conta corrente\nAgência: 1234 Conta: 56789-0\n\n${header}\n${rows.map(cells).join('\n')}\n`
}

function fixed(width: number, fields: Record<number, string>): string {
  let text = ' '.repeat(width)
  for (const [at, value] of Object.entries(fields)) text = text.slice(0, Number(at) - 1) + value + text.slice(Number(at) - 1 + value.length)
  return text
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0')
const cnabDay = (day: string): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`

function cnab400(rows: readonly Row[]): string {
  const details = rows.map(({ day, cents }, at) =>
    fixed(400, {
      1: '1',
      71: digits(9_700 + at, 12),
      109: at % 4 === 3 ? '17' : '06',
      111: cnabDay(day),
      117: `NF ${at}`,
      147: cnabDay(day),
      153: digits(Math.abs(cents), 13),
      176: digits(0, 13),
      254: digits(Math.abs(cents), 13),
      296: cnabDay(day),
    }),
  )
  return [fixed(400, { 1: '02RETORNO01COBRANCA', 77: '237BRADESCO' }), ...details, fixed(400, { 1: '9201237' })]
    .map((line, at) => `${line.slice(0, 394)}${digits(at + 1, 6)}`)
    .join('\r\n')
}

function cnab240(rows: readonly Row[]): string {
  const long = (day: string): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`
  const details = rows.flatMap(({ day, cents }, at) => [
    fixed(240, {
      1: `00100013${digits(2 * at + 1, 5)}T 06`,
      38: digits(32_948_600 + at, 17),
      59: `NF ${at}`,
      74: long(day),
      82: digits(Math.abs(cents), 15),
      149: 'MARIA',
      199: digits(0, 15),
    }),
    fixed(240, { 1: `00100013${digits(2 * at + 2, 5)}U 06`, 78: digits(Math.abs(cents), 15), 138: long(day), 146: long(day) }),
  ])
  const lot = [fixed(240, { 1: '00100011T01', 18: '2', 19: '02659953000176' }), ...details, fixed(240, { 1: '00100015' })]
  const end = fixed(240, { 1: '00199999', 18: `000001${digits(lot.length + 2, 6)}` })
  return [fixed(240, { 1: '00100000', 18: '2', 19: '02659953000176' }), ...lot, end].join('\r\n')
}

const letter = (cents: number): string => (cents < 0 ? 'D' : 'C')
const positive = (rows: readonly Row[]): number[] => rows.map(({ cents }) => Math.abs(cents))

/** Every shape, with amounts of its own for each seed. */
export function shapesOf(random: Random): Shape[] {
  const rows = rowsOf(random)
  const signed = rows.map(({ cents }) => cents)
  const of = (name: string, text: string, more: Partial<Shape> = {}): Shape => ({
    name,
    text,
    amounts: signed,
    opening_cents: OPENING,
    isBalanced: true,
    isCounted: false,
    ...more,
  })
  const counted = { amounts: positive(rows), isBalanced: false, isCounted: true }
  return [
    of('OFX 1.0.2', ofx(rows, {})),
    of('OFX com vírgula', ofx(rows, { decimal: ',', charset: 'windows-1252' })),
    of('OFX fechado', ofx(rows, { closed: true })),
    of('OFX numa linha', ofx(rows, { oneLine: true, closed: true })),
    of('OFX 2.1.1', ofx(rows, { version: '211' })),
    of(
      'CSV com sinal e saldo',
      csv('Data;Histórico;Valor;Saldo', rows, row => `${brDay(row.day)};${row.memo};${comma(row.cents)};${comma(row.balance)}`),
    ),
    of(
      'CSV entre aspas',
      csv('Data,Descrição,Valor,Saldo', rows, row => `"${brDay(row.day)}","${row.memo}","${dot(row.cents)}","${dot(row.balance)}"`),
    ),
    of(
      'CSV com tipo e saldo',
      csv(
        'Data;Histórico;Valor;Fluxo;Saldo',
        rows,
        row => `${brDay(row.day)};${row.memo};${comma(Math.abs(row.cents))};${letter(row.cents)};${comma(row.balance)}`,
      ),
    ),
    of(
      'CSV de dois lados',
      csv('Data;Histórico;Crédito;Débito;Saldo', rows, row => {
        const [credit, debit] = row.cents > 0 ? [comma(row.cents), ''] : ['', comma(-row.cents)]
        return `${brDay(row.day)};${row.memo};${credit};${debit};${comma(row.balance)}`
      }),
    ),
    of(
      'CSV com letra no valor',
      csv('Data;Histórico;Valor', rows, row => `${brDay(row.day)};${row.memo};${comma(Math.abs(row.cents))} ${letter(row.cents)}`),
      {
        isBalanced: false,
      },
    ),
    of(
      'CSV com tipo',
      csv('Data;Histórico;Valor;D/C', rows, row => `${brDay(row.day)};${row.memo};${comma(Math.abs(row.cents))};${letter(row.cents)}`),
      {
        isBalanced: false,
      },
    ),
    of('CNAB 400', cnab400(rows), counted),
    of('CNAB 240', cnab240(rows), counted),
  ]
}

export const bytesOf = ({ name, text }: Shape): Uint8Array =>
  name.startsWith('CNAB') || name === 'OFX com vírgula'
    ? latinBytes(text.replace(/[^\x20-\x7e\r\n\xa1-\xff]/g, ''))
    : new TextEncoder().encode(text)
