// Postal codes, phones and e-mail addresses of Brazil: what is valid, how it is shown and how it is stored.

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** '99999-999' as far as it is typed; at most eight digits. */
export function maskPostalCode(typed: string): string {
  const digits = digitsOf(typed).slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

/** Eight digits, with or without the mask. */
export const isValidPostalCode = (text: string): boolean => /^\d{5}-?\d{3}$/.test(text.trim())

/** The last postal code of each range in order, as five leading digits; a state may have two ranges (AM, DF, GO). */
const POSTAL_RANGES: readonly (readonly [last: number, uf: string])[] = [
  [999, ''],
  [19_999, 'SP'],
  [28_999, 'RJ'],
  [29_999, 'ES'],
  [39_999, 'MG'],
  [48_999, 'BA'],
  [49_999, 'SE'],
  [56_999, 'PE'],
  [57_999, 'AL'],
  [58_999, 'PB'],
  [59_999, 'RN'],
  [63_999, 'CE'],
  [64_999, 'PI'],
  [65_999, 'MA'],
  [68_899, 'PA'],
  [68_999, 'AP'],
  [69_299, 'AM'],
  [69_399, 'RR'],
  [69_899, 'AM'],
  [69_999, 'AC'],
  [72_799, 'DF'],
  [72_999, 'GO'],
  [73_699, 'DF'],
  [76_799, 'GO'],
  [76_999, 'RO'],
  [77_999, 'TO'],
  [78_899, 'MT'],
  [78_999, ''],
  [79_999, 'MS'],
  [87_999, 'PR'],
  [89_999, 'SC'],
  [99_999, 'RS'],
]

/** The UF whose Correios range contains the postal code, or undefined outside every range. */
export function stateOfPostalCode(text: string): string | undefined {
  if (!isValidPostalCode(text)) return undefined
  const prefix = Number(digitsOf(text).slice(0, 5))
  return POSTAL_RANGES.find(([last]) => prefix <= last)?.[1] || undefined
}

/**
 * Area code and number, 10 or 11 digits. 55 is also an area code, so the country code is dropped only when the length demands it; so is the
 * zero that is dialled before an area code.
 */
function nationalDigits(text: string): string {
  const digits = digitsOf(text)
  const hasCountry = digits.startsWith('55') && (digits.length >= 12 || text.trim().startsWith('+'))
  return (hasCountry ? digits.slice(2) : digits).replace(/^0/, '')
}

/** The area codes that exist, then a mobile or landline number. */
const PHONE = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(?:9\d{8}|[2-5]\d{7})$/
const PHONE_TEXT = /^[\d\s()+.-]*$/

/** Whether it is a Brazilian landline or mobile number with area code, masked or not, with or without +55. */
export const isValidPhone = (text: string): boolean => PHONE_TEXT.test(text) && PHONE.test(nationalDigits(text))

export const PHONE_REFUSED = 'Telefone inválido'

/** 0800 and its like, and 4004 and its like: dialled without an area code. */
const SERVICE = /^(?:0[358]00\d{6,7}|[34]0\d{6})$/
const isAbroad = (text: string): boolean => /^\s*\+(?!55)/.test(text)

/**
 * The telephone of a record as it is stored: '+5511999999999', '08001234567' or '40041234' of a service, '+12025550123' of another country.
 * Undefined when it is none. A text message reaches only what `toE164` takes.
 */
export function readPhone(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!PHONE_TEXT.test(text)) return undefined
  if (isAbroad(text)) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  return SERVICE.test(digits) ? digits : toE164(text)
}

/** '(11) 99999-9999', '(11) 3333-4444', '0800 123 4567' or '4004-1234', as far as it is typed; of another country, '+' and its digits. */
export function maskPhone(typed: string): string {
  const all = digitsOf(typed)
  if (isAbroad(typed)) return `+${all.slice(0, 15)}`
  if (/^0(?:$|[358](?:$|0(?:$|0)))/.test(all)) return [all.slice(0, 4), all.slice(4, 7), all.slice(7, 11)].filter(Boolean).join(' ')
  if (/^[34]0/.test(all)) return all.length > 4 ? `${all.slice(0, 4)}-${all.slice(4, 8)}` : all
  const digits = nationalDigits(typed).slice(0, 11)
  if (digits.length <= 2) return digits && `(${digits}`
  const split = digits[2] === '9' ? 7 : 6
  const tail = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
  return `(${digits.slice(0, 2)}) ${tail}`
}

/** '+5511999999999', as stored and as Pix phone keys carry it; undefined when the phone is not valid. */
export const toE164 = (text: string): string | undefined => (isValidPhone(text) ? `+55${nationalDigits(text)}` : undefined)

const LONGEST_EMAIL = 254
const EMAIL = /^[A-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.)+[A-Z]{2,63}$/i

/** An address that mail servers accept in practice: ASCII, a dotted domain, up to 254 characters. */
export const isValidEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text)
