// The bank data of a payee: the one form in which they are kept, and what is known to be wrong with them.
import { itauAccountDigit } from '../collection/agreement.ts'
import { bancoDoBrasilDigit } from '../collection/digits.ts'
import type { PixAccountType } from '../enums.ts'

export interface BankData {
  /** COMPE code of three digits, or ISPB of eight. */
  routing_number: string
  /** '7307', or '1234-5' where the bank gives the branch a digit. */
  branch_number: string
  /** Its digit after the dash: '12345-6'. */
  account_number: string
  account_type: PixAccountType
  /** Without mask; null where the holder is the contact. */
  holder_document_number: string | null
  holder_name: string | null
}

const bare = (text: string): string => text.replace(/[.\s/]/g, '').toUpperCase()

/** '12.345-6' and '123456' are '12345-6': the last sign is the digit. What is no account stays as it is. */
export function accountWithDigit(text: string): string {
  const plain = bare(text)
  return /^\d+[\dXP]$/.test(plain) ? `${plain.slice(0, -1)}-${plain.slice(-1)}` : plain
}

export const branchOf = (text: string): string => bare(text)

/** Number and digit apart. */
export function accountParts(account: string): { account: string; account_digit: string } {
  const [number = '', account_digit = ''] = account.split('-')
  return { account: number, account_digit }
}

export const bankDataOf = <T extends Pick<BankData, 'branch_number' | 'account_number'>>(data: T): T => ({
  ...data,
  branch_number: branchOf(data.branch_number),
  account_number: accountWithDigit(data.account_number),
})

type Told = readonly [field: 'branch_number' | 'account_number', sentence: string]

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** The rule of a bank whose digits are known. */
const RULES: Readonly<
  Record<string, (branch: string, branchDigit: string | undefined, account: string, digit: string) => Told | undefined>
> = {
  '001': (branch, branchDigit, account, digit) => {
    if (branchDigit !== undefined && bancoDoBrasilDigit(branch) !== branchDigit)
      return ['branch_number', `O dígito da agência ${branch} não é ${branchDigit}: confira.`]
    return bancoDoBrasilDigit(account) === digit ? undefined : wrongDigit(account, digit)
  },
  '341': (branch, _, account, digit) => {
    const number = withoutZeros(account)
    if (number.length > 5) return ['account_number', 'No Itaú a conta tem até 5 algarismos e o dígito']
    return itauAccountDigit({ branch, account: number }) === digit ? undefined : wrongDigit(account, digit)
  },
}

const wrongDigit = (account: string, digit: string): Told => [
  'account_number',
  `O dígito da conta ${account} não é ${digit}: confira a agência e a conta.`,
]

/** No bank takes a transfer without it. */
export const HOLDER_WANTED = 'Informe o CPF ou CNPJ: sem ele o banco não transfere'

/** What is wrong with data in their one form, as a field and a pt-BR sentence. */
export function bankDataProblem(data: Pick<BankData, 'routing_number' | 'branch_number' | 'account_number'>): Told | undefined {
  const branch = /^(\d{1,4})(?:-([\dXP]))?$/.exec(data.branch_number)
  if (!branch) return ['branch_number', 'Agência: até 4 algarismos, e o dígito se houver']
  const account = /^(\d{1,12})-([\dXP])$/.exec(data.account_number)
  if (!account) return ['account_number', 'Conta com o dígito, como 12345-6']
  return RULES[data.routing_number]?.(branch[1] ?? '', branch[2], account[1] ?? '', account[2] ?? '')
}

/** Tells one account of a payee from another, by whichever way it is paid. */
export const accountKey = (to: {
  routing_number: string
  branch_number: string
  account_number: string
  document_number: string
}): string => `account:${to.routing_number}:${to.branch_number}:${to.account_number}:${to.document_number}`
