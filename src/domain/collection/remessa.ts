// Writes the file a company sends to its bank about its slips. Pure: the same agreement, slips, sequence and moment give the same bytes.
import { addDays, type Day } from '../days.ts'
import { documentKind } from '../documents.ts'
import { type Agreement, type CnabWidth, toldCodes } from './agreement.ts'
import { type Row, record, type Values } from './fixed.ts'
import { BANCO_DO_BRASIL_240, CAIXA_240, SANTANDER_240, SICOOB_240, SICREDI_240 } from './layouts/cnab-240.ts'
import { BANCO_DO_BRASIL_400, BRADESCO_400, INTER_400, ITAU_400, SANTANDER_400, SICOOB_400 } from './layouts/cnab-400.ts'
import type { MovementKind, RemessaLayout } from './layouts/layout.ts'

const LAYOUTS: Readonly<Record<string, RemessaLayout>> = {
  '001/240': BANCO_DO_BRASIL_240,
  '001/400': BANCO_DO_BRASIL_400,
  '033/240': SANTANDER_240,
  '033/400': SANTANDER_400,
  '077/400': INTER_400,
  '104/240': CAIXA_240,
  '237/400': BRADESCO_400,
  '341/400': ITAU_400,
  '748/240': SICREDI_240,
  '756/240': SICOOB_240,
  '756/400': SICOOB_400,
}

/** The layout of a bank in a width; undefined where nobody published one with an example. */
export const remessaLayout = (bankCode: string, width: CnabWidth): RemessaLayout | undefined => LAYOUTS[`${bankCode}/${width}`]

export interface Payer {
  name: string
  /** CPF or CNPJ, digits. */
  document_number: string
  /** Street, number and complement. */
  address: string
  district: string
  postal_code: string
  city: string
  state: string
}

/** One movement of one slip. Amounts in cents, rates in hundredths of a percent. */
export interface RemessaSlip {
  movement: MovementKind
  our_number: string
  our_number_digit: string
  /** Seu número: digits, at most ten. */
  document: string
  amount_cents: number
  due_date: Day
  issue_date: Day
  /** Per month. */
  interest_rate: number
  fine_rate: number
  protest_days: number | null
  write_off_days: number | null
  rebate_cents: number
  payer: Payer
}

export interface RemessaFile {
  agreement: Agreement
  company: { name: string; document_number: string }
  /** The bank has approved the first files of this agreement. */
  approved: boolean
  sequence: number
  day: Day
  /** HHMMSS. */
  time: string
  slips: readonly RemessaSlip[]
}

const kindOf = (document: string): '1' | '2' => (documentKind(document) === 'CPF' ? '1' : '2')

/** What a day of delay costs, in whole cents: a month is thirty days. */
export const interestPerDay = (amountCents: number, ratePerMonth: number): number => Math.round((amountCents * ratePerMonth) / 300_000)

export const fileValues = ({ agreement, company, approved, sequence, day, time }: Omit<RemessaFile, 'slips'>): Values => ({
  ...agreement,
  leading_code: agreement.transmission_code || agreement.code,
  account_end: `${agreement.account.slice(-1)}${agreement.account_digit}`,
  company_kind: kindOf(company.document_number),
  company_document: company.document_number,
  company_name: company.name,
  phase: approved ? 'REMESSA-PRODUCAO' : 'REMESSA-TESTE',
  software: '    ',
  collection: '     ',
  sequence,
  day,
  time,
})

export function slipValues({ codes, says }: Pick<RemessaLayout, 'codes' | 'says'>, slip: RemessaSlip): Values {
  const after = addDays(slip.due_date, 1)
  const interest_cents = interestPerDay(slip.amount_cents, slip.interest_rate)
  const isProtested = slip.protest_days !== null
  const hasFine = slip.fine_rate > 0
  const movement = codes[slip.movement]
  if (movement === undefined) throw new RangeError(`the bank takes no ${slip.movement}`)
  const isCharged = slip.interest_rate > 0
  const writeOff = slip.write_off_days ?? says.writeOffDays ?? null
  return {
    movement,
    our_number: slip.our_number,
    our_number_digit: slip.our_number_digit,
    our_number_whole: `${slip.our_number}${slip.our_number_digit}`,
    document: slip.document,
    control: slip.document,
    amount_cents: slip.amount_cents,
    due: slip.due_date,
    issued: slip.issue_date,
    interest_kind: interest_cents > 0 ? '1' : (says.noInterest ?? '0'),
    interest_day: interest_cents > 0 ? after : '',
    interest_cents,
    interest_rate: slip.interest_rate,
    interest_rate_4: slip.interest_rate * 100,
    // Where the bank is told a rate a month rather than an amount a day.
    monthly_kind: isCharged ? '2' : '0',
    monthly_day: isCharged ? after : '',
    fine_kind: hasFine ? (says.fine ?? '2') : '0',
    fine_day: hasFine ? after : '',
    fine_rate: slip.fine_rate,
    fine_rate_4: slip.fine_rate * 100,
    instruction: isProtested ? (says.protestInstruction ?? '00') : '00',
    protest_kind: isProtested ? '1' : (says.noProtest ?? '3'),
    protest_days: slip.protest_days ?? 0,
    write_off_kind: writeOff === null ? '3' : '1',
    write_off_days: writeOff ?? 0,
    rebate_cents: slip.rebate_cents,
    payer_kind: kindOf(slip.payer.document_number),
    payer_document: slip.payer.document_number,
    payer_name: slip.payer.name,
    payer_address: slip.payer.address,
    payer_district: slip.payer.district,
    payer_postal_code: slip.payer.postal_code,
    payer_city: slip.payer.city,
    payer_state: slip.payer.state,
  }
}

/** The records of a file, each as wide as the layout says. Throws TooWide for a value that has no room. */
export function remessaLines(layout: RemessaLayout, file: Values, slips: readonly Values[]): string[] {
  const { width } = layout
  const lines: string[] = []
  const write = (rows: readonly Row[], values: Values): void => {
    lines.push(record(width, rows, { ...file, ...values }))
  }
  write(layout.header, { line: 1 })
  if (layout.lot) write(layout.lot, {})
  /** In 240 the records of a lot are counted, in 400 those of the file. */
  const lineOf = (): number => (width === 240 ? lines.length - 1 : lines.length + 1)
  for (const slip of slips) {
    for (const rows of layout.details) write(rows, { ...slip, line: lineOf() })
    if (layout.fine && slip.fine_kind !== '0') write(layout.fine, { ...slip, line: lineOf() })
  }
  const sums = { slips: slips.length, total_cents: slips.reduce((sum, slip) => sum + Number(slip.amount_cents), 0) }
  if (layout.lotTrailer) write(layout.lotTrailer, { ...sums, lot_records: lines.length })
  write(layout.trailer, { ...sums, records: lines.length + 1, line: lines.length + 1 })
  return lines
}

const CRLF = '\r\n'

/** The whole file: ASCII, each record ended by CRLF. Undefined where we have no layout. Throws TooWide for a value that has no room. */
export function remessaText(file: RemessaFile): string | undefined {
  const layout = remessaLayout(file.agreement.bank_code, file.agreement.layout)
  if (!layout) return undefined
  const said = { ...layout, codes: { ...layout.codes, ...toldCodes(file.agreement) } }
  const lines = remessaLines(
    layout,
    fileValues(file),
    file.slips.map(slip => slipValues(said, slip)),
  )
  return lines.map(line => line + CRLF).join('')
}
