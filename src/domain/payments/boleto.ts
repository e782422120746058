// Boletos (FEBRABAN): the 44-digit barcode and its digitable line, of banks (47 digits) and of collection, taxes and utilities (48).
import { addDays, type Day, diffDays } from '../days.ts'

export interface ParsedBoleto {
  kind: 'BANK' | 'COLLECTION'
  /** Digits only: 47 of a bank, 48 of collection. */
  digitable_line: string
  /** 44 digits. */
  barcode: string
  /** COMPE code; null for collection slips. */
  bank_code: string | null
  /** Null when the slip leaves the amount open. */
  amount_cents: number | null
  /** Null when the slip prints none. */
  due_date: Day | null
}

const onlyDigits = (text: string) => text.replace(/[\s.\-/]/g, '')

/** Weights 2, 1, 2, 1 … from the right; a product above 9 counts as the sum of its digits. */
export function mod10(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, weight = 2; at >= 0; at--, weight = 3 - weight) {
    const product = (digits.charCodeAt(at) - 48) * weight
    sum += product > 9 ? product - 9 : product
  }
  return (10 - (sum % 10)) % 10
}

/** The remainder of the sum with weights 2 to 9 from the right. */
function rest11(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, weight = 2; at >= 0; at--, weight = weight === 9 ? 2 : weight + 1)
    sum += (digits.charCodeAt(at) - 48) * weight
  return sum % 11
}

/** The general check digit of a bank's barcode: results 0, 10 and 11 become 1. */
export function bankMod11(digits: string): number {
  const result = 11 - rest11(digits)
  return result >= 10 ? 1 : result
}

/** The mod-11 digit of collection slips: remainders 0 and 1 give 0. */
export function collectionMod11(digits: string): number {
  const rest = rest11(digits)
  return rest < 2 ? 0 : 11 - rest
}

/** The third digit of a collection barcode selects its check: 6 and 7 mod 10, 8 and 9 mod 11; 6 and 8 carry reais, the others a quantity. */
const collectionDigit = (barcode: string) => (barcode[2] === '6' || barcode[2] === '7' ? mod10 : collectionMod11)

/** Factor 0001 is 08/10/1997; 9999 is 21/02/2025, and the next day starts again at 1000. */
const FIRST_CYCLE: Day = '1997-10-07'
const CYCLE_DAYS = 9000
const LAST_DAY_OF_FIRST: Day = '2025-02-21'
const STALE_YEARS_DAYS = 3653

/**
 * The due date of a factor; 0 means none. Factors repeat every 9,000 days: the first cycle counts unless it lies more than ten years before
 * the reference day; otherwise the second does.
 */
export function dueDateOfFactor(factor: number, reference: Day): Day | null {
  if (factor === 0) return null
  const first = addDays(FIRST_CYCLE, factor)
  return factor >= 1000 && diffDays(first, reference) > STALE_YEARS_DAYS ? addDays(first, CYCLE_DAYS) : first
}

/** The factor printed for a due date, from 08/10/1997 to 13/10/2049. Throws RangeError outside. */
export function factorOfDueDate(day: Day): string {
  const since = diffDays(FIRST_CYCLE, day)
  const factor = day > LAST_DAY_OF_FIRST ? since - CYCLE_DAYS : since
  if (factor < 1 || factor > 9999) throw new RangeError(`no due factor for ${day}`)
  return String(factor).padStart(4, '0')
}

/** The digitable line of a barcode of 44 digits, without separators. */
export function lineOfBarcode(barcode: string): string {
  if (barcode.startsWith('8')) {
    const digit = collectionDigit(barcode)
    return [0, 11, 22, 33].map(from => barcode.slice(from, from + 11)).reduce((line, block) => `${line}${block}${digit(block)}`, '')
  }
  const fields = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34, 44)]
  return `${fields.map(field => `${field}${mod10(field)}`).join('')}${barcode[4]}${barcode.slice(5, 19)}`
}

/** The barcode that a line prints, without testing its check digits. */
function barcodeOfLine(line: string): string {
  if (line.length === 48) return [0, 12, 24, 36].map(from => line.slice(from, from + 11)).join('')
  return line.slice(0, 4) + line[32] + line.slice(33, 47) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)
}

function isRightBarcode(barcode: string): boolean {
  if (!barcode.startsWith('8')) return barcode[3] === '9' && Number(barcode[4]) === bankMod11(barcode.slice(0, 4) + barcode.slice(5))
  return /^8[1-79][6-9]/.test(barcode) && Number(barcode[3]) === collectionDigit(barcode)(barcode.slice(0, 3) + barcode.slice(4))
}

export const LINE_REFUSED = 'Linha digitável inválida'

/** The digitable line of a line or a barcode, masked or not, in digits only; undefined when its length or a check digit is wrong. */
export function readLine(text: string): string | undefined {
  const digits = onlyDigits(text)
  if (!/^\d{44}$|^\d{47}$|^\d{48}$/.test(digits)) return undefined
  const barcode = digits.length === 44 ? digits : barcodeOfLine(digits)
  if (!isRightBarcode(barcode)) return undefined
  const line = lineOfBarcode(barcode)
  return digits.length === 44 || digits === line ? line : undefined
}

/** Reads a digitable line or a barcode, masked or not; undefined when its length or a check digit is wrong. */
export function parseBoleto(text: string, reference: Day): ParsedBoleto | undefined {
  const digitable_line = readLine(text)
  if (digitable_line === undefined) return undefined
  const barcode = barcodeOfLine(digitable_line)
  if (barcode.startsWith('8')) {
    const inReais = barcode[2] === '6' || barcode[2] === '8'
    const amount = inReais ? Number(barcode.slice(4, 15)) : 0
    return { kind: 'COLLECTION', digitable_line, barcode, bank_code: null, amount_cents: amount || null, due_date: null }
  }
  return {
    kind: 'BANK',
    digitable_line,
    barcode,
    bank_code: barcode.slice(0, 3),
    amount_cents: Number(barcode.slice(9, 19)) || null,
    due_date: dueDateOfFactor(Number(barcode.slice(5, 9)), reference),
  }
}

export interface NewSlip {
  /** COMPE code of three digits. */
  bank_code: string
  /** Below R$ 100.000.000,00. */
  amount_cents: number
  due_date: Day
  /** 25 digits that the bank defines: agreement, our number, branch. */
  free_field: string
}

/** Makes the barcode of a slip to be issued. */
export function barcodeOf(slip: NewSlip): string {
  if (!/^\d{3}$/.test(slip.bank_code) || !/^\d{25}$/.test(slip.free_field)) throw new RangeError('a slip needs a bank and 25 free digits')
  if (!Number.isSafeInteger(slip.amount_cents) || slip.amount_cents < 0 || slip.amount_cents >= 1e10)
    throw new RangeError(`no slip of ${slip.amount_cents}`)
  const head = `${slip.bank_code}9`
  const tail = `${factorOfDueDate(slip.due_date)}${String(slip.amount_cents).padStart(10, '0')}${slip.free_field}`
  return `${head}${bankMod11(head + tail)}${tail}`
}

export interface CollectionSlip {
  /** 5 = government bodies. */
  segment: string
  amount_cents: number
  /** FEBRABAN's number of the body, 4 digits. */
  body: string
  /** 25 digits that the issuer defines. */
  free_field: string
}

/** Makes the barcode of a tax slip: its value in reais, checked by mod 11. */
export function collectionBarcodeOf({ segment, amount_cents, body, free_field }: CollectionSlip): string {
  const head = `8${segment}8`
  const tail = `${String(amount_cents).padStart(11, '0')}${body.padStart(4, '0')}${free_field.padStart(25, '0')}`
  return `${head}${collectionMod11(head + tail)}${tail}`
}

/** 'AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV', or four blocks of twelve; any other text unchanged. */
export function formatDigitableLine(text: string): string {
  const line = onlyDigits(text)
  if (/^\d{48}$/.test(line)) return [0, 12, 24, 36].map(from => `${line.slice(from, from + 11)}-${line[from + 11]}`).join(' ')
  if (!/^\d{47}$/.test(line)) return text
  const field = (from: number, to: number) => `${line.slice(from, from + 5)}.${line.slice(from + 5, to)}`
  return `${field(0, 10)} ${field(10, 21)} ${field(21, 32)} ${line[32]} ${line.slice(33)}`
}
