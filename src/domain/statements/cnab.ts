// Reads a bank's return file of collected slips (CNAB 240 and 400): every settled slip is money on the account, with its fee beside it.
import { counted } from '../text.ts'
import { readReturn240 } from './cnab-240.ts'
import { readReturn400 } from './cnab-400.ts'
import { decodeStatement, refuseOtherTexts, type Wanted } from './decode.ts'
import { type RowError, type StatementFile, StatementFileError, type StatementRow } from './statement-file.ts'

/** One occurrence of one slip. Amounts in cents. */
export interface SlipOccurrence {
  line: number
  occurrence: string
  our_number: string
  document: string
  payer: string
  due_day: string | null
  occurrence_day: string | null
  credit_day: string | null
  amount_cents: number
  paid_cents: number
  fee_cents: number
  /** The bank's codes of why, as they stand; empty where its record has no place for them. */
  reasons: readonly string[]
}

export interface ReturnFile {
  bank: string
  layout: 'CNAB240' | 'CNAB400'
  /** The occurrences that bring money in this bank's words. */
  settled: ReadonlySet<string>
  occurrences: SlipOccurrence[]
  errors: RowError[]
  warnings: string[]
}

const HEADER_400 = /^02RETORNO/
/** Bank, lot 0000, record 0, nine blanks or codes of the bank, kind and number of the company's document. */
const HEADER_240 = /^\d{3}00000.{9}[0-3 ][\d ]{14}/
const RETURN: Wanted = { called: 'um retorno CNAB', instead: 'Envie o arquivo de retorno CNAB 240 ou 400 que o banco devolveu.' }
const BOM = '\ufeff'
/** Header lines are as wide as their records, or narrower where blanks were stripped. */
const MOST_WIDE = 242

const isHeader240 = (first: string): boolean => HEADER_240.test(first) && first.trimEnd().length <= MOST_WIDE

/** Whether the bytes begin as a return file of either width, or as a file that the company itself sends. */
export function looksLikeCnab(bytes: Uint8Array): boolean {
  let head = ''
  for (const byte of bytes.subarray(0, 600)) head += String.fromCharCode(byte)
  const [first = ''] = head.replace(/^ï»¿/, '').split(/\r\n|\r|\n/)
  return /^0[12](RETORNO|REMESSA)/.test(first) || HEADER_240.test(first)
}

/** Throws StatementFileError for other files, unknown banks and files without a record of theirs; a broken record is an error of its own. */
export function readReturn(bytes: Uint8Array): ReturnFile {
  const text = decodeStatement(bytes, RETURN).text
  const lines = (text.startsWith(BOM) ? text.slice(1) : text).split(/\r\n|\r|\n/)
  const first = lines[0] ?? ''
  if (/^01REMESSA/.test(first)) throw new StatementFileError('O arquivo é uma remessa. Envie o arquivo de retorno do banco.')
  if (HEADER_400.test(first)) return readReturn400(lines)
  if (isHeader240(first)) return readReturn240(lines)
  if (HEADER_240.test(first)) throw new StatementFileError(`A linha 1 tem ${first.length} posições em vez de 240.`)
  refuseOtherTexts(text, RETURN)
  throw new StatementFileError('O arquivo não é um retorno CNAB 240 ou 400.')
}

/** The row a slip brings, why it cannot be one, or nothing where it moves no money. */
export function moneyOf(slip: SlipOccurrence, settled: ReadonlySet<string>): StatementRow | RowError | undefined {
  const { line, occurrence, paid_cents } = slip
  const isSettled = settled.has(occurrence)
  const on = slip.credit_day ?? slip.occurrence_day
  if (isSettled && paid_cents === 0) return { line, reason: `A liquidação (ocorrência ${occurrence}) não traz valor pago.` }
  if (isSettled && !on) return { line, reason: 'A liquidação não traz data.' }
  // What the bank pays out has a day of credit: an occurrence we do not know is then asked about, never left out in silence.
  const isAsked = !isSettled && paid_cents > 0 && slip.credit_day !== null
  if (!on || !(isSettled || isAsked)) return undefined
  const credit = creditOf(slip, on)
  return isAsked
    ? {
        ...credit,
        doubt: `A ocorrência ${occurrence} não é uma liquidação que conhecemos deste banco, mas traz valor pago e data de crédito.`,
      }
    : credit
}

type Named = Pick<SlipOccurrence, 'our_number' | 'document' | 'payer' | 'occurrence'>
type Settled = Named & Pick<SlipOccurrence, 'paid_cents' | 'line'>

/** What a settled slip brings to the account on that day; the same slip gives the same line, whoever says that it is settled. */
export const creditOf = (slip: Settled, on: string): StatementRow => ({
  day: on,
  amount_cents: slip.paid_cents,
  memo: `LIQUIDACAO BOLETO ${subjectOf(slip)}`,
  fitid: idOf(slip, on),
  type: 'CREDIT',
  ignorable: false,
  line: slip.line,
})

const subjectOf = ({ our_number, document, payer }: Named): string =>
  [our_number, document && `DOC ${document}`, payer].filter(Boolean).join(' ')

const idOf = ({ our_number, occurrence }: Named, on: string): string => `${our_number}-${occurrence}-${on}`

function feeOf(slip: SlipOccurrence): StatementRow | undefined {
  const on = slip.credit_day ?? slip.occurrence_day
  if (!on || slip.fee_cents === 0) return undefined
  return {
    day: on,
    amount_cents: -slip.fee_cents,
    memo: `TARIFA COBRANCA ${subjectOf(slip)}`,
    fitid: `${idOf(slip, on)}-T`,
    type: 'FEE',
    ignorable: true,
    line: slip.line,
  }
}

const STILL = [
  'ocorrência do retorno (registro, baixa, recusa) não movimenta',
  'ocorrências do retorno (registro, baixa, recusa) não movimentam',
] as const

/** The return as a statement: settled slips as credits on their credit day. Fees are shown, and imported only when the person says so. */
export function readCnab(bytes: Uint8Array): StatementFile {
  const { bank, settled, occurrences, errors, warnings } = readReturn(bytes)
  const rows: StatementRow[] = []
  const wrong: RowError[] = [...errors]
  let still = 0
  for (const slip of occurrences) {
    const money = moneyOf(slip, settled)
    if (money && 'reason' in money) wrong.push(money)
    else if (money) rows.push(money)
    else still++
    const fee = feeOf(slip)
    if (fee) rows.push(fee)
  }
  return {
    format: 'CNAB',
    accounts: [{ kind: 'BANK', bank_code: bank, rows, errors: wrong.sort((a, b) => a.line - b.line) }],
    warnings: [...warnings, ...(still === 0 ? [] : [`${counted(still, STILL)} a conta.`])],
  }
}
