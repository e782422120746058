// Reads a bank's return of payments (CNAB 240): what its codes say of each payment, by our number.
import type { Day } from '../days.ts'
import { decodeStatement } from '../statements/decode.ts'
import { StatementFileError } from '../statements/statement-file.ts'
import { layoutOf } from './layouts/banks.ts'
import type { Segment } from './layouts/layout.ts'

export interface ReturnedPayment {
  line: number
  segment: Segment
  our_number: string
  /** Two letters each, as they came. */
  codes: readonly string[]
  paid_on: Day | null
  paid_cents: number
}

export interface PaymentReturn {
  bank: string
  company_document: string
  branch: string
  account: string
  account_digit: string
  payments: ReturnedPayment[]
  /** Lines that could not be read. */
  errors: { line: number; reason: string }[]
}

const WIDTH = 240
const HEADER = /^\d{3}00000/
const at = (line: string, from: number, to: number): string => line.slice(from - 1, to)
const bare = (text: string): string => text.trim().replace(/^0+(?=\d)/, '')

function dayAt(line: string, from: number): Day | null {
  const text = at(line, from, from + 7)
  if (!/^\d{8}$/.test(text) || text === '00000000') return null
  const day = `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`
  return new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : null
}

const codesAt = (line: string): string[] => (at(line, 231, 240).match(/.{2}/g) ?? []).map(code => code.trim()).filter(code => code !== '')

/** Records of 240, blanks at their ends stripped or not; lines without anything are none. */
function recordsOf(bytes: Uint8Array): string[] {
  const { text } = decodeStatement(bytes)
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map(line => line.replaceAll('\u001a', '').trimEnd().padEnd(WIDTH))
    .filter((line, index) => index === 0 || line.trim() !== '')
}

function textRecordsOf(bytes: Uint8Array): string[] {
  try {
    return recordsOf(bytes)
  } catch (error) {
    if (error instanceof StatementFileError) return []
    throw error
  }
}

const isLot = (line: string): boolean => line[7] === '1' && /[CD]/.test(line[8] ?? '')

/** Whether the bytes are a file of payments, ours or the bank's: its first lot says what it does with money. What is no text is none. */
export function isPaymentFile(bytes: Uint8Array): boolean {
  const [header = '', ...rest] = textRecordsOf(bytes)
  const lot = rest.find(line => line[7] === '1')
  return HEADER.test(header) && header.length === WIDTH && lot !== undefined && isLot(lot)
}

/** Throws StatementFileError for what the company itself sends and for lines that are too long. */
export function readPaymentReturn(bytes: Uint8Array): PaymentReturn {
  const lines = recordsOf(bytes)
  const [header = ''] = lines
  if (at(header, 143, 143) !== '2')
    throw new StatementFileError('O arquivo é a remessa de pagamentos. Envie o retorno que o banco devolveu.')
  const bank = at(header, 1, 3)
  const { places, digitAt, number: ours } = layoutOf(bank)
  const payments: ReturnedPayment[] = []
  const errors: { line: number; reason: string }[] = []
  let ofLot: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.length > WIDTH) throw new StatementFileError(`A linha ${index + 1} tem ${line.length} posições em vez de ${WIDTH}.`)
    if (line[7] === '1') ofLot = codesAt(line)
    if (line[7] !== '3') continue
    const segment = line[13] ?? ''
    if (!isSegment(segment) || (segment === 'J' && !/^\d{44}$/.test(at(line, 18, 61)))) continue
    const { number, days, amounts } = places[segment]
    const written = at(line, number[0], number[1]).trim()
    const our_number = ours?.read(written) ?? written
    if (our_number === '') errors.push({ line: index + 1, reason: 'sem o nosso número' })
    const own = codesAt(line)
    payments.push({
      line: index + 1,
      segment,
      our_number,
      codes: own.length > 0 ? own : ofLot.length > 0 ? ofLot : codesAt(header),
      paid_on: days.map(from => dayAt(line, from)).find(day => day !== null) ?? null,
      paid_cents: amounts.map(([from, to]) => Number(at(line, from, to)) || 0).find(cents => cents > 0) ?? 0,
    })
  }
  if (payments.length === 0) throw new StatementFileError('O retorno não tem nenhum pagamento.')
  return {
    bank,
    company_document: at(header, 19, 32).trim(),
    branch: bare(at(header, 53, 57)),
    account: bare(at(header, 59, 70)),
    account_digit: at(header, digitAt, digitAt).trim(),
    payments,
    errors,
  }
}

const isSegment = (text: string): text is Segment => /^[AJON]$/.test(text)

/** Says the same word of the bank however often its file is read, so that it is taken once. */
export const returnKey = ({ our_number, codes, paid_on, paid_cents }: ReturnedPayment): string =>
  [our_number, codes.join('.'), paid_on ?? '', paid_cents].join('|')
