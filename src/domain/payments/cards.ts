// Cards at the checkout: who keeps them, check digit, expiry and display.

/** Who keeps and charges cards: 'local' plays an acquirer, and 'stripe-test' moves no money. */
export const CARD_ENVIRONMENTS = ['local', 'stripe-test', 'stripe'] as const
export type CardEnvironment = (typeof CARD_ENVIRONMENTS)[number]

/** Luhn's check digit over 13 to 19 digits. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** 'MM/AA' or 'MM/AAAA', this month or later; `today` is a day. */
export function isExpiryAhead(text: string, today: string): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(text.trim()) ?? []
  return month !== '' && `20${year}-${month}` >= today.slice(0, 7)
}

/** '4111 1111 1111 1111', as it is typed. */
export const maskCardNumber = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
/** '08/29', as it is typed. */
export const maskExpiry = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, '$1/')
