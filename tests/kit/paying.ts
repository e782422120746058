// An agreement to pay by file with each bank that has one, as its contract would give it.
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import type { PayingAgreement } from '#domain/payment-files/agreement.ts'

const none = { branch_digit: '', code: '', transmission_code: '', commitment_code: '', file_version: '', lot_version: '' }
const ITAU = { branch: '7307', account: '14446' }

export const PAYING_AGREEMENTS: Readonly<Record<string, PayingAgreement>> = {
  '001': { ...none, bank_code: '001', branch: '1234', branch_digit: '3', account: '12345', account_digit: '5', code: '123456' },
  '033': { ...none, bank_code: '033', branch: '1234', account: '13006934', account_digit: '1', code: '00331234004900000151' },
  '077': {
    ...none,
    bank_code: '077',
    branch: '0001',
    account: '12345678',
    account_digit: '9',
    file_version: '107',
    lot_version: '046',
  },
  '104': {
    ...none,
    bank_code: '104',
    branch: '4064',
    branch_digit: '9',
    account: '600071084',
    account_digit: '8',
    code: '444773',
    transmission_code: '01',
    commitment_code: '0001',
  },
  '237': { ...none, bank_code: '237', branch: '3507', branch_digit: '6', account: '364', account_digit: '6', code: '317324' },
  '341': { ...none, bank_code: '341', ...ITAU, account_digit: itauAccountDigit(ITAU) },
  '748': { ...none, bank_code: '748', branch: '0313', branch_digit: '1', account: '99251', account_digit: '2', code: '6YT6' },
  '756': { ...none, bank_code: '756', branch: '3039', branch_digit: '2', account: '123456', account_digit: '4', code: '1234' },
}
