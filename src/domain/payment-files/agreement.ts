// The agreement of a company with its bank to pay by file: which banks can be written, what each needs, and which payments each carries.
import { itauAccountDigit, ofBank } from '../collection/agreement.ts'
import { bancoDoBrasilDigit } from '../collection/digits.ts'
import { listed } from '../text.ts'
import { FILE_PAYMENT_KIND_LABELS, FILE_PAYMENT_KINDS, type FilePaymentKind } from './states.ts'

/** As the bank's contract gives them: digits without points, the check digits apart; what the bank does not ask for is empty. */
export interface PayingAgreement {
  /** COMPE code. */
  bank_code: string
  branch: string
  branch_digit: string
  account: string
  account_digit: string
  /** Convênio: what the bank knows the contract by. */
  code: string
  /** Parâmetro de transmissão (Caixa). */
  transmission_code: string
  /** Compromisso (Caixa). */
  commitment_code: string
  /** Versões do leiaute, of the file and of its lots, where the bank tells each company its own (Inter). */
  file_version: string
  lot_version: string
}

export const PAYING_BANK_CODES = ['001', '033', '077', '104', '237', '341', '748', '756'] as const
export type PayingBankCode = (typeof PAYING_BANK_CODES)[number]

type Part = Exclude<keyof PayingAgreement, 'bank_code'>
/** Of these each bank asks for its own. */
const ASKED_OF_SOME = [
  'branch_digit',
  'account_digit',
  'code',
  'transmission_code',
  'commitment_code',
  'file_version',
  'lot_version',
] as const satisfies readonly Part[]
interface Need {
  readonly part: Part
  readonly title: string
  /** How many signs the bank takes: exactly, or up to. */
  readonly signs: readonly [least: number, most: number]
  /** The letters it takes besides digits. */
  readonly letters?: string
}
const need = (part: Part, title: string, least: number, most = least, letters?: string): Need => ({
  part,
  title,
  signs: [least, most],
  ...(letters ? { letters } : {}),
})

export interface PayingBank {
  readonly name: string
  readonly needs: readonly Need[]
  /** Further than that each part has its signs. */
  readonly wrong?: (agreement: PayingAgreement) => Problem | undefined
  /** Pix goes in a file of its own. */
  readonly pixAlone?: true
  /** Kinds that are written as FEBRABAN's standard has them, for want of a file or a writer of the bank. */
  readonly byStandard?: readonly FilePaymentKind[]
}
type Problem = readonly [field: keyof PayingAgreement, sentence: string]

const BRANCH = need('branch', 'Agência', 1, 4)
const COOPERATIVE = need('branch', 'Cooperativa', 4)
const ACCOUNT_DIGIT = need('account_digit', 'Dígito da conta', 1)

export const PAYING_BANKS: Readonly<Record<PayingBankCode, PayingBank>> = {
  '001': {
    name: 'Banco do Brasil',
    needs: [
      BRANCH,
      need('branch_digit', 'Dígito da agência', 1, 1, 'X'),
      need('account', 'Conta', 1, 8),
      need('account_digit', 'Dígito da conta', 1, 1, 'X'),
      need('code', 'Convênio', 1, 9),
    ],
    wrong: ({ branch, branch_digit, account, account_digit }) => {
      if (branch_digit !== bancoDoBrasilDigit(branch))
        return ['branch_digit', `O dígito da agência ${branch} não é ${branch_digit}: confira.`]
      if (account_digit !== bancoDoBrasilDigit(account))
        return ['account_digit', `O dígito da conta ${account} não é ${account_digit}: confira.`]
      return undefined
    },
    byStandard: ['PIX'],
  },
  '033': {
    name: 'Santander',
    needs: [BRANCH, need('account', 'Conta', 1, 9), ACCOUNT_DIGIT, need('code', 'Convênio', 20)],
    wrong: ({ code }) => (code.startsWith('0033') ? undefined : ['code', 'O convênio do Santander começa com 0033: confira.']),
  },
  '077': {
    name: 'Inter',
    needs: [
      BRANCH,
      need('account', 'Conta', 1, 12),
      ACCOUNT_DIGIT,
      need('code', 'Convênio', 0, 20),
      need('file_version', 'Versão do arquivo', 3),
      need('lot_version', 'Versão dos lotes', 3),
    ],
    byStandard: FILE_PAYMENT_KINDS,
  },
  '104': {
    name: 'Caixa',
    needs: [
      BRANCH,
      need('branch_digit', 'Dígito da agência', 1),
      need('account', 'Conta', 1, 12),
      ACCOUNT_DIGIT,
      need('code', 'Convênio', 6),
      need('transmission_code', 'Parâmetro de transmissão', 2),
      need('commitment_code', 'Compromisso', 4),
    ],
    byStandard: ['PIX', 'COLLECTION', 'DARF'],
  },
  '237': {
    name: 'Bradesco',
    needs: [
      BRANCH,
      need('branch_digit', 'Dígito da agência', 1, 1, 'P'),
      need('account', 'Conta', 1, 7),
      need('account_digit', 'Dígito da conta', 1, 1, 'P'),
      need('code', 'Convênio', 1, 20),
    ],
    pixAlone: true,
  },
  '341': {
    name: 'Itaú',
    needs: [BRANCH, need('account', 'Conta', 1, 5), ACCOUNT_DIGIT],
    wrong: one =>
      one.account_digit === itauAccountDigit(one)
        ? undefined
        : ['account_digit', `O dígito de ${one.branch} ${one.account} não é ${one.account_digit}: confira a agência e a conta.`],
  },
  '748': {
    name: 'Sicredi',
    needs: [
      COOPERATIVE,
      need('branch_digit', 'Dígito da cooperativa', 1),
      need('account', 'Conta', 1, 12),
      ACCOUNT_DIGIT,
      need('code', 'Convênio', 4, 4, 'A-Z'),
    ],
  },
  '756': {
    name: 'Sicoob',
    needs: [
      COOPERATIVE,
      need('branch_digit', 'Dígito da cooperativa', 1),
      need('account', 'Conta', 1, 12),
      ACCOUNT_DIGIT,
      need('code', 'Convênio', 1, 20),
    ],
  },
}

const isPayingBank = (code: string): code is PayingBankCode => Object.hasOwn(PAYING_BANKS, code)
export const payingBank = (code: string): PayingBank | undefined => (isPayingBank(code) ? PAYING_BANKS[code] : undefined)
export const payingBankName = (code: string): string => payingBank(code)?.name ?? code
const OFFERED = PAYING_BANK_CODES.map(code => PAYING_BANKS[code].name).join(', ')

/** The banks that ask for a part, for the form that asks for it of them alone. */
export const banksThatNeed = (part: Part): PayingBankCode[] =>
  PAYING_BANK_CODES.filter(code => PAYING_BANKS[code].needs.some(one => one.part === part))

/** What the bank does not ask for is not kept. */
export function asAgreed<T extends PayingAgreement>(one: T): T {
  const bank = payingBank(one.bank_code)
  if (!bank) return one
  const agreed = (part: Part): string => (bank.needs.some(each => each.part === part) ? one[part].toUpperCase() : '')
  return { ...one, ...Object.fromEntries(ASKED_OF_SOME.map(part => [part, agreed(part)])) }
}

/** Why no file can be written for the agreement, as a field and a pt-BR sentence; undefined when it can. */
export function payingAgreementProblem(one: PayingAgreement): Problem | undefined {
  const bank = payingBank(one.bank_code)
  if (!bank) return ['bank_code', `Ainda não escrevemos pagamentos por arquivo deste banco. Escrevemos: ${OFFERED}.`]
  for (const { part, title, signs, letters = '' } of bank.needs) {
    const [least, most] = signs
    const value = one[part]
    if (new RegExp(`^[0-9${letters}]{${least},${most}}$`).test(value)) continue
    const of =
      letters === '' ? (most === 1 ? 'algarismo' : 'algarismos') : letters === 'A-Z' ? 'letras ou algarismos' : `algarismo ou ${letters}`
    return [part, `${title}: ${value === '' ? 'preencha com ' : ''}${least === most ? most : `até ${most}`} ${of}`]
  }
  return bank.wrong?.(one)
}

/** What a person is told of a bank some of whose payments are written without an example of it; '' where each kind has one. */
export function byStandardSentence(bank_code: string): string {
  const kinds = payingBank(bank_code)?.byStandard ?? []
  if (kinds.length === 0) return ''
  const of = ofBank(bank_code)
  const said =
    kinds.length === FILE_PAYMENT_KINDS.length
      ? `Os pagamentos ${of} seguem`
      : `${listed(kinds.map(kind => FILE_PAYMENT_KIND_LABELS[kind]))} ${of} ${kinds.length === 1 ? 'segue' : 'seguem'}`
  return `${said} o padrão da FEBRABAN, sem um exemplo do banco: peça que ele valide um arquivo de teste antes.`
}

/** A file of a bank that wants Pix alone holds either Pix or the rest: what the first payment in it is. */
export function notTogether(bank_code: string, first: FilePaymentKind, kind: FilePaymentKind): string | undefined {
  if (!payingBank(bank_code)?.pixAlone || (first === 'PIX') === (kind === 'PIX')) return undefined
  const other = kind === 'PIX' ? 'esta remessa leva outros pagamentos' : 'esta remessa é de Pix'
  return `o ${payingBankName(bank_code)} quer Pix num arquivo só dele, e ${other}: gere-a sem esta conta, e ponha a conta na próxima`
}
