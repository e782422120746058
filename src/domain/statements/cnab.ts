// Reads a bank's return file of collected slips (CNAB 240 and 400): every settled slip is money on the account, with its fee beside it.
import { dayFrom } from '../days.ts'
import { LAYOUTS_400, layout240Of, MONEY_240, SETTLED_OCCURRENCES, type Span } from './cnab-layouts.ts'
import { decodeStatement } from './decode.ts'
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
}

export interface ReturnFile {
  bank: string
  layout: 'CNAB240' | 'CNAB400'
  occurrences: SlipOccurrence[]
}

const HEADER_400 = /^02RETORNO/
/** Bank, lot 0000, record 0. */
const HEADER_240 = /^\d{3}00000/
const BOM = '\ufeff'

/** Whether the bytes begin as a return file of either width, or as a file that the company itself sends. */
export function looksLikeCnab(bytes: Uint8Array): boolean {
  let head = ''
  for (const byte of bytes.subarray(0, 600)) head += String.fromCharCode(byte)
  const [first = ''] = head.replace(/^ï»¿/, '').split(/\r?\n/)
  return /^0[12](RETORNO|REMESSA)/.test(first) || (first.length >= 240 && first.length <= 242 && HEADER_240.test(first))
}

/** Throws StatementFileError for other files, unknown banks and malformed lines. */
export function readReturn(bytes: Uint8Array): ReturnFile {
  const text = decodeStatement(bytes).text
  const lines = (text.startsWith(BOM) ? text.slice(1) : text).split(/\r?\n/)
  const first = lines[0] ?? ''
  if (/^01REMESSA/.test(first)) throw new StatementFileError('O arquivo é uma remessa. Envie o arquivo de retorno do banco.')
  if (HEADER_400.test(first)) return readReturn400(lines)
  if (first.length >= 240 && HEADER_240.test(first)) return readReturn240(lines)
  throw new StatementFileError('O arquivo não é um retorno CNAB 240 ou 400.')
}

const cut = (line: string, [from, to]: Span): string => line.slice(from - 1, to).trim()

function cents(line: string, span: Span): number {
  const digits = cut(line, span)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0
}

/** DDMMYY of this century, or DDMMYYYY; zeros are no day. */
function day(line: string, span: Span): string | null {
  const found = /^(\d\d)(\d\d)(\d\d|\d{4})$/.exec(cut(line, span))
  if (!found) return null
  const year = found[3]?.length === 2 ? `20${found[3]}` : found[3]
  return dayFrom(Number(year), Number(found[2]), Number(found[1])) ?? null
}

function mustBeWide(line: string, at: number, width: number): void {
  if (line.length !== width) throw new StatementFileError(`A linha ${at + 1} tem ${line.length} posições em vez de ${width}.`)
}

function readReturn400(lines: readonly string[]): ReturnFile {
  const bank = (lines[0] ?? '').slice(76, 79)
  const layout = LAYOUTS_400[bank]
  if (!layout) throw new StatementFileError(`Não conhecemos o retorno CNAB 400 do banco ${bank}.`)
  const occurrences: SlipOccurrence[] = []
  lines.forEach((line, at) => {
    if (line === '') return
    mustBeWide(line, at, 400)
    if (line[0] !== layout.detail) return
    occurrences.push({
      line: at + 1,
      occurrence: cut(line, layout.occurrence),
      our_number: cut(line, layout.our_number),
      document: cut(line, layout.document),
      payer: '',
      due_day: day(line, layout.due_day),
      occurrence_day: day(line, layout.occurrence_day),
      credit_day: day(line, layout.credit_day),
      amount_cents: cents(line, layout.amount),
      paid_cents: cents(line, layout.paid),
      fee_cents: cents(line, layout.fee),
    })
  })
  return { bank, layout: 'CNAB400', occurrences }
}

function readReturn240(lines: readonly string[]): ReturnFile {
  const bank = (lines[0] ?? '').slice(0, 3)
  const layout = layout240Of(bank)
  const occurrences: SlipOccurrence[] = []
  lines.forEach((line, at) => {
    if (line.trim() === '') return
    // Some banks add a blank past the end.
    mustBeWide(line.length === 241 && line.endsWith(' ') ? line.slice(0, 240) : line, at, 240)
    if (line[7] !== '3') return
    if (line[13] === 'T') {
      occurrences.push({
        line: at + 1,
        occurrence: line.slice(15, 17),
        our_number: cut(line, layout.our_number),
        document: cut(line, layout.document),
        payer: cut(line, layout.payer),
        due_day: day(line, layout.due_day),
        occurrence_day: null,
        credit_day: null,
        amount_cents: cents(line, layout.amount),
        paid_cents: 0,
        fee_cents: cents(line, layout.fee),
      })
    } else if (line[13] === 'U') {
      const title = occurrences[occurrences.length - 1]
      if (!title) throw new StatementFileError(`A linha ${at + 1} traz um segmento U sem o T que o precede.`)
      title.occurrence_day = day(line, MONEY_240.occurrence_day)
      title.credit_day = day(line, MONEY_240.credit_day)
      title.paid_cents = cents(line, MONEY_240.paid)
    }
  })
  return { bank, layout: 'CNAB240', occurrences }
}

/** The return as a statement: settled slips as credits on their credit day. Fees are shown, and imported only when the person says so. */
export function readCnab(bytes: Uint8Array): StatementFile {
  const { bank, occurrences } = readReturn(bytes)
  const rows: StatementRow[] = []
  const errors: RowError[] = []
  for (const slip of occurrences) {
    const on = slip.credit_day ?? slip.occurrence_day
    const settled = SETTLED_OCCURRENCES.has(slip.occurrence)
    if (!on) {
      if (settled) errors.push({ line: slip.line, reason: 'A liquidação não traz data.' })
      continue
    }
    const subject = [slip.our_number, slip.document && `DOC ${slip.document}`, slip.payer].filter(Boolean).join(' ')
    const id = `${slip.our_number}-${slip.occurrence}-${on}`
    if (settled && slip.paid_cents > 0)
      rows.push({
        day: on,
        amount_cents: slip.paid_cents,
        memo: `LIQUIDACAO BOLETO ${subject}`,
        fitid: id,
        type: 'CREDIT',
        ignorable: false,
        line: slip.line,
      })
    if (slip.fee_cents > 0)
      rows.push({
        day: on,
        amount_cents: -slip.fee_cents,
        memo: `TARIFA COBRANCA ${subject}`,
        fitid: `${id}-T`,
        type: 'FEE',
        ignorable: true,
        line: slip.line,
      })
  }
  const others = occurrences.filter(slip => !SETTLED_OCCURRENCES.has(slip.occurrence)).length
  return {
    format: 'CNAB',
    accounts: [{ kind: 'BANK', bank_code: bank, rows, errors }],
    warnings: others === 0 ? [] : [`${others} ocorrências do retorno (registro, baixa, recusa) não movimentam a conta.`],
  }
}
