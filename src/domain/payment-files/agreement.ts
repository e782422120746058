// The agreement of a company with its bank to pay by file: which banks can be written, and what each needs.
import { itauAccountDigit } from '../collection/agreement.ts'

/** As the bank's contract gives them: digits without points, the check digit apart. */
export interface PayingAgreement {
  /** COMPE code. */
  bank_code: string
  branch: string
  account: string
  account_digit: string
}

/** Only what a golden file bears out. */
export const PAYING_BANKS: Readonly<Record<string, string>> = { '341': 'Itaú (SISPAG)' }

const digits = (text: string, most: number): boolean => /^\d+$/.test(text) && text.length <= most

/** Why no file can be written for the agreement, as a field and a pt-BR sentence; undefined when it can. */
export function payingAgreementProblem(one: PayingAgreement): readonly [field: keyof PayingAgreement, sentence: string] | undefined {
  if (!PAYING_BANKS[one.bank_code])
    return ['bank_code', `Ainda não escrevemos pagamentos por arquivo deste banco. Escrevemos: ${Object.values(PAYING_BANKS).join(', ')}.`]
  if (!digits(one.branch, 4)) return ['branch', 'Agência: até 4 algarismos']
  if (!digits(one.account, 5)) return ['account', 'Conta: até 5 algarismos']
  if (!/^\d$/.test(one.account_digit)) return ['account_digit', 'Dígito da conta: 1 algarismo']
  if (one.account_digit !== itauAccountDigit(one))
    return ['account_digit', `O dígito de ${one.branch} ${one.account} não é ${one.account_digit}: confira a agência e a conta.`]
  return undefined
}
