// Writes the file by which a company has its bank pay. Pure: the same agreement, payments and moment give the same bytes.
import { type Row, record, type Values } from '../collection/fixed.ts'
import type { Day } from '../days.ts'
import { documentKind } from '../documents.ts'
import type { PixKeyType } from '../enums.ts'
import { groupBy } from '../income-statement.ts'
import { accountParts } from '../payments/bank-data.ts'
import { parseBoleto } from '../payments/boleto.ts'
import { readPixKey } from '../payments/pix-key.ts'
import type { PayingAgreement } from './agreement.ts'
import { darfPayment } from './darf.ts'
import {
  HEADER,
  LOT,
  LOT_TRAILER,
  LOT_TRAILER_TAXES,
  SEGMENT_A,
  SEGMENT_A_TRANSFER,
  SEGMENT_B,
  SEGMENT_J,
  SEGMENT_J_52,
  SEGMENT_N_DARF,
  SEGMENT_O,
  TRAILER,
} from './layout.ts'
import type { FilePaymentKind } from './states.ts'

/** One payment as it is kept. Amounts in cents. */
export interface WrittenPayment {
  kind: FilePaymentKind
  /** Ours, up to 20 letters and digits; the return quotes it. */
  our_number: string
  amount_cents: number
  pay_on: Day
  payee_name: string
  /** Digits; '' where a guide names nobody. */
  payee_document: string
  /** The Pix key in its canonical form, the barcode of 44, bank, branch and account with their digits ('001:1234-5:12345-6'), or what
   * identifies a DARF. */
  target: string
}

export interface PaymentFileInput {
  agreement: PayingAgreement
  company: { name: string; document_number: string }
  day: Day
  /** HHMMSS. */
  time: string
  payments: readonly WrittenPayment[]
}

const WIDTH = 240
const CRLF = '\r\n'
const KEY_KINDS: Record<PixKeyType, string> = { PHONE_NUMBER: '01', EMAIL: '02', CPF: '03', CNPJ: '03', RANDOM: '04' }
const TAX = '22'
const SUPPLIERS = '20'
const DARF_FORM = '16'

const kindOf = (document: string): '1' | '2' => (documentKind(document) === 'CPF' ? '1' : '2')

/** Forms of payment of a guide, by the segment its barcode names in its second digit; the others are utilities. */
const COLLECTION_FORMS: Readonly<Record<string, string>> = { '1': '19', '5': '91', '7': '91' }

type Lotted = Pick<WrittenPayment, 'kind' | 'target' | 'payee_document'>

/** The bank's form of payment, one for each lot. */
export function formOf({ kind, target, payee_document }: Lotted, bankCode: string, companyDocument: string): string {
  if (kind === 'PIX') return '45'
  if (kind === 'TRANSFER') {
    if (target.startsWith(`${bankCode}:`)) return '01'
    return payee_document === companyDocument ? '43' : '41'
  }
  if (kind === 'DARF') return DARF_FORM
  if (kind === 'SLIP') return target.startsWith(bankCode) ? '30' : '31'
  return COLLECTION_FORMS[target[1] ?? ''] ?? '13'
}

const serviceOf = (form: string): string => (form === '91' || form === '19' || form === DARF_FORM ? TAX : SUPPLIERS)
const versionOf = (kind: FilePaymentKind): string => (kind === 'PIX' || kind === 'TRANSFER' ? '040' : '030')

const RECORDS: Record<FilePaymentKind, readonly (readonly Row[])[]> = {
  PIX: [SEGMENT_A, SEGMENT_B],
  TRANSFER: [SEGMENT_A_TRANSFER],
  SLIP: [SEGMENT_J, SEGMENT_J_52],
  COLLECTION: [SEGMENT_O],
  DARF: [SEGMENT_N_DARF],
}

function valuesOf(payment: WrittenPayment, today: Day, bankCode: string): Values {
  const common = {
    our_number: payment.our_number,
    amount_cents: payment.amount_cents,
    pay_on: payment.pay_on,
    payee_name: payment.payee_name,
    payee_document: payment.payee_document,
    payee_kind: kindOf(payment.payee_document),
  }
  if (payment.kind === 'PIX') {
    const key = readPixKey(payment.target)
    if (!key) throw new RangeError('a payment by Pix without a key')
    return { ...common, key_kind: KEY_KINDS[key.type], pix_key: key.key.padEnd(100) }
  }
  if (payment.kind === 'TRANSFER') {
    const [payee_bank = '', branch = '', account = ''] = payment.target.split(':')
    const to = accountParts(account)
    // The purpose of a transfer to another bank; the own bank asks for none.
    const purpose = payee_bank === bankCode ? '' : '10'
    return {
      ...common,
      payee_bank,
      payee_branch: branch.split('-')[0] ?? '',
      payee_account: to.account,
      payee_digit: to.account_digit,
      purpose,
    }
  }
  if (payment.kind === 'DARF') {
    const { due_date, reference_number, ...darf } = darfPayment(payment.target, payment.amount_cents, payment.pay_on)
    return { ...common, ...darf, due: due_date, reference_number: reference_number ?? '0' }
  }
  const slip = parseBoleto(payment.target, today)
  if (!slip) throw new RangeError('a payment of a slip without its barcode')
  const nominal = slip.amount_cents ?? payment.amount_cents
  return {
    ...common,
    barcode: slip.barcode,
    digitable_line: slip.digitable_line,
    due: slip.due_date ?? payment.pay_on,
    nominal_cents: nominal,
    discount_cents: Math.max(0, nominal - payment.amount_cents),
    addition_cents: Math.max(0, payment.amount_cents - nominal),
  }
}

/** The whole file: ASCII, each record ended by CRLF, one lot for each form of payment. Throws TooWide for a value that has no room. */
export function paymentFileText({ agreement, company, day, time, payments }: PaymentFileInput): string {
  const file: Values = {
    ...agreement,
    company_kind: kindOf(company.document_number),
    company_document: company.document_number,
    company_name: company.name,
    bank_name: 'BANCO ITAU',
    day,
    time,
  }
  const lines: string[] = []
  const write = (rows: readonly Row[], values: Values = {}): void => {
    lines.push(record(WIDTH, rows, { ...file, ...values }))
  }
  write(HEADER)
  const lots = groupBy(payments, payment => formOf(payment, agreement.bank_code, company.document_number))
  let lot = 0
  for (const [form, those] of [...lots].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lot += 1
    const first = lines.length
    write(LOT, { lot, form, service: serviceOf(form), version: versionOf(those[0]?.kind ?? 'PIX') })
    for (const payment of those)
      for (const rows of RECORDS[payment.kind])
        write(rows, { lot, record: lines.length - first, ...valuesOf(payment, day, agreement.bank_code) })
    const total_cents = those.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const ended = { lot, lot_records: lines.length - first + 1, total_cents }
    if (form !== DARF_FORM) write(LOT_TRAILER, ended)
    else {
      const principal_cents = those.reduce(
        (sum, { target, amount_cents, pay_on }) => sum + darfPayment(target, amount_cents, pay_on).principal_cents,
        0,
      )
      write(LOT_TRAILER_TAXES, { ...ended, principal_cents, charges_cents: total_cents - principal_cents })
    }
  }
  write(TRAILER, { lots: lot, records: lines.length + 1 })
  return lines.map(line => line + CRLF).join('')
}
