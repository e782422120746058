// The agreement of the Banco do Brasil that tests of slips by file use.

/** Fits the accounts of `books`. */
export const AGREEMENT_240 = {
  layout: '240',
  branch: '1234',
  branch_digit: '3',
  account: '12345',
  account_digit: '5',
  code: '1234567',
  wallet: '17',
  variation: '019',
  fine_rate: 200,
  interest_rate: 100,
}
