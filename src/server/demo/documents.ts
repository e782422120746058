// Valid documents for invented people and companies, and boleto lines with correct check digits.
import { type Day, diffDays } from '#domain/days.ts'
import { isValidCnpj, isValidCpf } from '#domain/documents.ts'
import type { Random } from './random.ts'

function complete(body: string, isValid: (text: string) => boolean): string {
  for (let digits = 0; digits < 100; digits++) {
    const text = body + String(digits).padStart(2, '0')
    if (isValid(text)) return text
  }
  throw new Error(`no check digits for ${body}`)
}

export const someCpf = (random: Random): string => complete(`${random.int(1, 9)}${random.digits(8)}`, isValidCpf)

/** The head office of an invented company. */
export const someCnpj = (random: Random): string => complete(`${random.int(1, 5)}${random.digits(7)}0001`, isValidCnpj)

/** The check digit of a boleto field: weights 2 and 1 from the right, adding the digits of each product. */
function mod10(text: string): string {
  let sum = 0
  for (let at = text.length - 1, weight = 2; at >= 0; at--, weight = 3 - weight) {
    const product = Number(text[at]) * weight
    sum += product > 9 ? product - 9 : product
  }
  return String((10 - (sum % 10)) % 10)
}

/** The check digit of the barcode: weights 2 to 9 from the right; 0, 10 and 11 become 1. */
function mod11(text: string): string {
  let sum = 0
  for (let at = text.length - 1, weight = 2; at >= 0; at--, weight = weight === 9 ? 2 : weight + 1) sum += Number(text[at]) * weight
  const digit = 11 - (sum % 11)
  return String(digit > 9 ? 1 : digit)
}

const FACTOR_1000 = '2025-02-22'
const FIRST_FACTOR_DAY = '1997-10-07'

/** The 47 digits of a boleto of the bank with this due date and amount. */
export function boletoLine(random: Random, bank: string, dueDate: Day, cents: number): string {
  const days = diffDays(FACTOR_1000, dueDate)
  const factor = String(days >= 0 ? 1000 + days : diffDays(FIRST_FACTOR_DAY, dueDate))
  const value = factor.padStart(4, '0') + String(cents).padStart(10, '0')
  const free = random.digits(25)
  const head = `${bank}9`
  const fields = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  return fields.map(field => field + mod10(field)).join('') + mod11(head + value + free) + value
}
