// Writes the file by which a company has its bank pay. Pure: the same agreement, payments and moment give the same bytes.
import { record, type Values } from '../collection/fixed.ts'
import type { Day } from '../days.ts'
import { documentKind } from '../documents.ts'
import type { PixKeyType } from '../enums.ts'
import { groupBy } from '../income-statement.ts'
import { accountParts } from '../payments/bank-data.ts'
import { parseBoleto } from '../payments/boleto.ts'
import { readPixKey } from '../payments/pix-key.ts'
import type { PayingAgreement } from './agreement.ts'
import { darfPayment } from './darf.ts'
import { layoutOf } from './layouts/banks.ts'
import type { Rows } from './layouts/layout.ts'
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
  /** Of the file in its agreement. */
  sequence: number
  isTest: boolean
  payments: readonly WrittenPayment[]
}

const WIDTH = 240
const CRLF = '\r\n'
const KEY_KINDS: Record<PixKeyType, string> = { PHONE_NUMBER: '01', EMAIL: '02', CPF: '03', CNPJ: '03', RANDOM: '04' }
/** Crédito em conta. */
const TED_PURPOSE = '00010'

const kindOf = (document: string): '1' | '2' => (documentKind(document) === 'CPF' ? '1' : '2')

type Lotted = Pick<WrittenPayment, 'kind' | 'target' | 'payee_document'>

/** The bank's form of payment, one for each lot. */
export function formOf({ kind, target, payee_document }: Lotted, bankCode: string, companyDocument: string): string {
  if (kind === 'PIX') return '45'
  if (kind === 'TRANSFER') {
    if (target.startsWith(`${bankCode}:`)) return '01'
    return payee_document === companyDocument ? '43' : '41'
  }
  if (kind === 'DARF') return '16'
  if (kind === 'SLIP') return target.startsWith(bankCode) ? '30' : '31'
  return layoutOf(bankCode).collectionForm(target)
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
    const isDocument = key.type === 'CPF' || key.type === 'CNPJ'
    const holder_document = isDocument ? key.key : payment.payee_document
    return {
      ...common,
      key_kind: KEY_KINDS[key.type],
      pix_key: key.key,
      // Of a bank that takes a document's key where the holder's document stands, and nowhere else.
      holder_document,
      holder_kind: kindOf(holder_document),
      key_beside_document: isDocument ? '' : key.key,
    }
  }
  if (payment.kind === 'TRANSFER') {
    const [payee_bank = '', branch = '', account = ''] = payment.target.split(':')
    const to = accountParts(account)
    const isOwn = payee_bank === bankCode
    const [payee_branch = '', payee_branch_digit = ''] = branch.split('-')
    return {
      ...common,
      payee_bank,
      payee_branch,
      payee_branch_digit,
      payee_account: to.account,
      payee_digit: to.account_digit,
      // What only another bank asks for: the chamber (STR or CIP), the purpose, and the kind of account.
      chamber: isOwn ? '0' : '018',
      purpose: isOwn ? '' : '10',
      ted_purpose: isOwn ? '' : TED_PURPOSE,
      ted_account: isOwn ? '' : 'CC',
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
export function paymentFileText({ agreement, company, day, time, sequence, isTest, payments }: PaymentFileInput): string {
  const bank = layoutOf(agreement.bank_code)
  const file: Values = {
    ...agreement,
    ...bank.agreed(agreement, isTest),
    company_kind: kindOf(company.document_number),
    company_document: company.document_number,
    company_name: company.name,
    // N003 counts the other way round than the kinds of inscription elsewhere.
    taxpayer_kind: kindOf(company.document_number) === '2' ? '1' : '2',
    bank_name: bank.bank_name,
    pix_mark: payments.some(({ kind }) => kind === 'PIX') ? 'PIX' : '',
    day,
    time,
    sequence,
  }
  const lines: string[] = []
  const write = (rows: Rows, values: Values = {}): void => {
    lines.push(record(WIDTH, rows, { ...file, ...values }))
  }
  write(bank.header)
  const lots = groupBy(payments, payment => formOf(payment, agreement.bank_code, company.document_number))
  let lot = 0
  for (const [form, those] of [...lots].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = those[0]?.kind ?? 'PIX'
    lot += 1
    const first = lines.length
    write(bank.lot, { lot, form, indicator: '', ...bank.lotting(kind, form) })
    for (const payment of those) {
      const our_number = bank.number?.written(payment.our_number) ?? payment.our_number
      for (const rows of recordsOf(payment.kind, agreement.bank_code))
        write(rows, { lot, record: lines.length - first, ...valuesOf(payment, day, agreement.bank_code), our_number })
    }
    const total_cents = those.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const ended = { lot, lot_records: lines.length - first + 1, total_cents }
    if (kind !== 'DARF') write(bank.lotTrailer, ended)
    else {
      const principal_cents = those.reduce(
        (sum, { target, amount_cents, pay_on }) => sum + darfPayment(target, amount_cents, pay_on).principal_cents,
        0,
      )
      write(bank.taxTrailer, { ...ended, principal_cents, charges_cents: total_cents - principal_cents })
    }
  }
  write(bank.trailer, { lots: lot, records: lines.length + 1 })
  return lines.map(line => line + CRLF).join('')
}

/** The plan keeps out what the bank does not carry. */
function recordsOf(kind: FilePaymentKind, bankCode: string): readonly Rows[] {
  const records = layoutOf(bankCode).records[kind]
  if (!records) throw new RangeError(`bank ${bankCode} carries no ${kind}`)
  return records
}
