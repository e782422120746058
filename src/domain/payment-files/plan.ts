// Which bills can be paid by file, and how: a Pix key, a slip or a guide; or why not, in pt-BR.
import { type Day, formatDay } from '../days.ts'
import { documentError } from '../documents.ts'
import { PIX_ACCOUNT_TYPE_LABELS } from '../labels.ts'
import { formatCents } from '../money.ts'
import { type BankData, bankDataProblem } from '../payments/bank-data.ts'
import { type ParsedBoleto, parseBoleto } from '../payments/boleto.ts'
import { refusalOfPayDay } from '../payments/pay-day.ts'
import { readPixKey } from '../payments/pix-key.ts'
import { TAX_KIND_LABELS, type TaxKind } from '../taxes/labels.ts'
import { type DarfFacts, darfTarget, darfTotal } from './darf.ts'
import type { WrittenPayment } from './write.ts'

/** What a file needs to know of a bill. Amount in cents. */
export interface PayableBill {
  amount_cents: number
  due_date: Day
  bank_account_id: string | null
  description: string | null
  digitable_line: string | null
  /** Its own, or the only one of its contact. */
  pix_key: string | null
  /** Of a contact without a key. */
  bank_account: PaidAccount | null
  /** Of a DARF that has no bar code. */
  darf: DarfFacts | null
  /** Of the tax that it pays. */
  tax_kind: TaxKind | null
  payee_name: string | null
  payee_document: string | null
}

export type PlannedFilePayment = Omit<WrittenPayment, 'our_number'>

/** The account that pays, today, and a day for all of them instead of the due date of each. */
export interface PayingFrom {
  bank_account_id: string
  today: Day
  pay_on: Day | undefined
}

/** The payment, or the sentence that keeps the bill out. */
export function planFilePayment(bill: PayableBill, { bank_account_id, today, pay_on: chosen }: PayingFrom): PlannedFilePayment | string {
  if (bill.bank_account_id !== null && bill.bank_account_id !== bank_account_id) return 'sai de outra conta bancária'
  const pay_on = chosen ?? bill.due_date
  if (pay_on < today) return `venceu em ${formatDay(pay_on)}: escolha o dia do pagamento`
  if (refusalOfPayDay(pay_on, today)) return 'o dia do pagamento está a mais de um ano'
  const common = { amount_cents: bill.amount_cents, pay_on, payee_name: bill.payee_name ?? '', payee_document: bill.payee_document ?? '' }
  if (bill.digitable_line !== null) return ofSlip(bill, bill.digitable_line, common, today)
  if (bill.darf !== null) return ofDarf(bill, bill.darf, common)
  if (bill.pix_key === null && bill.bank_account !== null) return toAccount(bill.bank_account, common)
  if (bill.pix_key === null)
    return bill.tax_kind === null ? 'falta a chave Pix, o boleto ou os dados bancários' : withoutBarCode(bill.tax_kind)
  const key = readPixKey(bill.pix_key)
  if (!key) return 'a chave Pix não é válida'
  const own = key.type === 'CPF' || key.type === 'CNPJ' ? key.key : ''
  const payee = { ...common, payee_document: common.payee_document || own }
  return payeeProblem(payee) ?? { ...payee, kind: 'PIX', target: key.key }
}

/** Of guides without a bar code the file takes a DARF alone. */
const withoutBarCode = (kind: TaxKind): string =>
  kind === 'DARF'
    ? 'faltam o código da receita e o período de apuração do DARF: corrija o imposto, ou emita a guia'
    : `o imposto (${TAX_KIND_LABELS[kind]}) só vai no arquivo pelo código de barras: emita a guia e ponha a linha digitável na conta`

/** It costs more once it is late; the bill says its principal. */
function ofDarf(bill: PayableBill, darf: DarfFacts, common: Common): PlannedFilePayment | string {
  if (bill.amount_cents !== darf.principal_cents) return 'a conta não tem o valor do DARF: corrija a conta ou o imposto'
  const amount_cents = darfTotal(darf, common.pay_on)
  if (typeof amount_cents === 'string') return amount_cents
  return { ...common, amount_cents, payee_name: 'Receita Federal', payee_document: '', kind: 'DARF', target: darfTarget(darf) }
}

/** The bank data of whoever receives. */
export type PaidAccount = Pick<BankData, 'routing_number' | 'branch_number' | 'account_number' | 'account_type'> & {
  document_number: string
  name: string
}

/** Only what a golden file bears out: a current account, or one of payments, which banks keep as such. */
function toAccount(to: PaidAccount, common: Common): PlannedFilePayment | string {
  const payee = { ...common, payee_name: to.name, payee_document: to.document_number }
  if (to.account_type === 'SAVING' || to.account_type === 'SALARY')
    return `a conta de ${to.name} é ${PIX_ACCOUNT_TYPE_LABELS[to.account_type].toLowerCase()}, e o arquivo só leva conta corrente ou de pagamento: use uma chave Pix`
  return (
    bankDataProblem(to)?.[1] ??
    payeeProblem(payee) ?? { ...payee, kind: 'TRANSFER', target: [to.routing_number, to.branch_number, to.account_number].join(':') }
  )
}

type Common = Pick<WrittenPayment, 'amount_cents' | 'pay_on' | 'payee_name' | 'payee_document'>

function ofSlip(bill: PayableBill, line: string, common: Common, today: Day): PlannedFilePayment | string {
  const slip = parseBoleto(line, today)
  if (!slip) return 'o dígito da linha digitável não confere'
  if (slip.due_date !== null && slip.due_date < common.pay_on) return `o boleto vence em ${formatDay(slip.due_date)}: pague até lá`
  const otherValue = valueProblem(slip, common.amount_cents)
  if (otherValue !== undefined) return otherValue
  // A guide names nobody in the file: what it is for is its name there.
  if (slip.kind === 'COLLECTION')
    return {
      ...common,
      payee_name: common.payee_name || (bill.description ?? 'GUIA'),
      payee_document: '',
      kind: 'COLLECTION',
      target: slip.barcode,
    }
  return payeeProblem(common) ?? { ...common, kind: 'SLIP', target: slip.barcode }
}

/** A guide is paid with the value that it carries; a slip also with less, as a discount, and with more only once it is late. */
function valueProblem({ kind, amount_cents }: ParsedBoleto, paid_cents: number): string | undefined {
  if (amount_cents === null || amount_cents === paid_cents || (kind === 'BANK' && paid_cents < amount_cents)) return undefined
  const what = kind === 'BANK' ? 'o boleto' : 'a guia'
  return `${what} é de ${formatCents(amount_cents)}, e a conta de ${formatCents(paid_cents)}: corrija a conta ou a linha digitável`
}

function payeeProblem({ payee_name, payee_document }: Common): string | undefined {
  if (payee_name === '') return 'falta quem recebe'
  if (payee_document === '' || documentError(payee_document)) return `falta o CPF ou CNPJ de ${payee_name}`
  if (/[A-Z]/.test(payee_document)) return `o CNPJ de ${payee_name} tem letras, e o arquivo só leva algarismos`
  return undefined
}

/** What tells two payments of the same thing apart from two that only look alike: a slip is paid once. */
export function payeeKeyOf({ kind, target, payee_document }: Pick<WrittenPayment, 'kind' | 'target' | 'payee_document'>): string {
  if (kind === 'PIX') return `pix:${target}`
  if (kind === 'TRANSFER') return `account:${target}:${payee_document}`
  return kind === 'DARF' ? `darf:${target}` : `boleto:${target}`
}

/** A slip is paid once; who has a key or an account may be paid again. */
export const isPaidOnce = (kind: WrittenPayment['kind']): boolean => kind !== 'PIX' && kind !== 'TRANSFER'

/** Our number of the so-many-th payment of an agreement. */
export const ourNumber = (sequence: number): string => `RZ${String(sequence).padStart(10, '0')}`
