// The agreement of the Banco do Brasil that tests of slips by file use, and a return of that bank.

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

/** A record of `width` signs, with each text from its place on, counted from 1. */
export function line(fields: Readonly<Record<number, string>>, width = 240): string {
  const text = Array.from({ length: width }, () => ' ')
  for (const [from, value] of Object.entries(fields)) text.splice(Number(from) - 1, value.length, ...value)
  return text.join('')
}
const cents = (value: number) => String(value).padStart(15, '0')
let record = 0

/** The bank's file that says a slip, by its number, was paid in March of 2026. */
export function returnOfPaid(number: string, amount: number): string {
  record += 2
  const at = String(record).padStart(5, '0')
  return [
    line({ 1: '00100000', 143: '2' }),
    line({ 1: `00100013${at}T 06`, 38: number, 74: '20032026', 82: cents(amount), 199: cents(0) }),
    line({ 1: `00100013${at}U 06`, 78: cents(amount), 138: '11032026', 146: '12032026' }),
  ].join('\r\n')
}
