// Nosso número, its check digit and the free field (campo livre) of a slip, by bank.
import { mod10 } from '../payments/boleto.ts'
import type { Agreement } from './agreement.ts'
import { bradescoDigit, mod11, sicoobDigit } from './digits.ts'

export interface SlipNumbers {
  /** As the bank knows the slip, without its check digit. */
  number: string
  /** Empty where the bank prints none. */
  digit: string
  /** The 25 digits in the middle of the barcode. */
  free_field: string
}

/** What a bank's free field is made of. */
export type Numbered = Pick<Agreement, 'bank_code' | 'branch' | 'account' | 'account_digit' | 'code' | 'wallet' | 'variation' | 'post'>

const pad = (text: string | number, width: number): string => String(text).padStart(width, '0')

/** Carteiras whose digit is of carteira and number alone. */
const ITAU_SHORT = new Set(['126', '131', '146', '150'])

type Numbering = (of: Numbered, sequence: number, year: string) => SlipNumbers

/** The seventh-digit byte of Sicredi: 2 says that the company makes the number. */
const SICREDI_BYTE = '2'

const NUMBERINGS: Readonly<Record<string, Numbering>> = {
  '001': (of, sequence) => {
    const number = `${of.code}${pad(sequence, 10)}`
    return { number, digit: '', free_field: `000000${number}${pad(of.wallet, 2)}` }
  },
  '033': (of, sequence) => {
    const number = pad(sequence, 12)
    const digit = mod11(number)
    return { number, digit, free_field: `9${pad(of.code, 7)}${number}${digit}0${of.wallet}` }
  },
  '104': (of, sequence) => {
    // 14: registered, made by the company.
    const number = `14${pad(sequence, 15)}`
    const body = `${of.code}${mod11(of.code)}${number.slice(2, 5)}1${number.slice(5, 8)}4${number.slice(8)}`
    return { number, digit: mod11(number), free_field: `${body}${mod11(body)}` }
  },
  '237': (of, sequence) => {
    const number = pad(sequence, 11)
    const wallet = pad(of.wallet, 2)
    return {
      number,
      digit: bradescoDigit(`${wallet}${number}`),
      free_field: `${pad(of.branch, 4)}${wallet}${number}${pad(of.account, 7)}0`,
    }
  },
  '341': (of, sequence) => {
    const number = pad(sequence, 8)
    const [branch, account] = [pad(of.branch, 4), pad(of.account, 5)]
    const digit = mod10(ITAU_SHORT.has(of.wallet) ? `${of.wallet}${number}` : `${branch}${account}${of.wallet}${number}`)
    return { number, digit: String(digit), free_field: `${of.wallet}${number}${digit}${branch}${account}${of.account_digit}000` }
  },
  '748': (of, sequence, year) => {
    const [post, code] = [pad(of.post, 2), pad(of.code, 5)]
    const number = `${year}${SICREDI_BYTE}${pad(sequence, 5)}`
    const digit = mod11(`${of.branch}${post}${code}${number}`)
    const body = `${of.wallet}1${number}${digit}${of.branch}${post}${code}10`
    return { number, digit, free_field: `${body}${mod11(body)}` }
  },
  '756': (of, sequence) => {
    const number = pad(sequence, 7)
    const digit = sicoobDigit(`${of.branch}${pad(of.code, 10)}${number}`)
    return { number, digit, free_field: `${of.wallet}${of.branch}${pad(of.variation, 2)}${pad(of.code, 7)}${number}${digit}001` }
  },
}

/**
 * The numbers of a slip as its bank gave them in a return, where the bank makes them (Inter: ten digits and theirs). Undefined where the digit is
 * not that of the number, or the company makes the numbers itself.
 */
export function givenNumbers({ bank_code, branch, wallet, code }: Numbered, given: string): SlipNumbers | undefined {
  const text = pad(given.trim(), 11)
  const [number, digit] = [text.slice(0, 10), text.slice(10)]
  const place = `${pad(branch, 4)}${wallet}`
  if (bank_code !== '077' || !/^\d{11}$/.test(text) || String(mod10(`${place}${number}`)) !== digit) return undefined
  return { number, digit, free_field: `${place}${pad(code, 7)}${number}${digit}` }
}

/** The highest sequence each bank's number has room for. */
const ROOM: Readonly<Record<string, number>> = { '001': 10, '033': 7, '104': 15, '237': 11, '341': 8, '748': 5, '756': 7 }

/**
 * The numbers of the slip with a sequence, issued in a year of two digits (Sicredi counts anew each year). Undefined for a bank we do not know
 * and for a sequence the bank has no room for.
 */
export function slipNumbers(of: Numbered, sequence: number, year: string): SlipNumbers | undefined {
  const room = ROOM[of.bank_code] ?? 0
  return String(sequence).length > room ? undefined : NUMBERINGS[of.bank_code]?.(of, sequence, year)
}
