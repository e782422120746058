// Cards at the checkout: who keeps them, check digit, brand, expiry and display.
import { addDays, type Day, endOfMonth } from '../days.ts'

/** Who keeps and charges cards: 'local' plays an acquirer, and 'stripe-test' moves no money. */
export const CARD_ENVIRONMENTS = ['local', 'stripe-test', 'stripe'] as const
export type CardEnvironment = (typeof CARD_ENVIRONMENTS)[number]

/** What may be known of a card: never its number. */
export interface CardFacts {
  /** As the acquirer calls it. */
  brand: string
  last4: string
  /** The last day of its month. */
  expires_on: Day
}

const BRAND_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  elo: 'Elo',
  hipercard: 'Hipercard',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  unknown: 'Cartão',
  visa: 'Visa',
}

/** 'Visa final 4242'; a brand that is not listed is told as the acquirer calls it. */
export const cardName = ({ brand, last4 }: CardFacts): string => `${BRAND_NAMES[brand] ?? brand} final ${last4}`

/** '08/2029', as it stands on the card. */
export const formatExpiry = (expires_on: Day): string => `${expires_on.slice(5, 7)}/${expires_on.slice(0, 4)}`

/** The last day of a card that is good through this month. */
export const expiryDay = (year: number, month: number): Day => endOfMonth(`${year}-${String(month).padStart(2, '0')}-01`)

/** So many days before, a card that expires is told. */
export const CARD_WARNING_DAYS = 30

export const isCardEnding = ({ expires_on }: CardFacts, today: Day): boolean => expires_on <= addDays(today, CARD_WARNING_DAYS)

const NUMBER_BRANDS: readonly (readonly [prefix: RegExp, brand: string])[] = [
  [/^(4011|4312|4389|4514|4576|5041|5066|5067|509|6277|6362|6363|650|6516|6550)/, 'elo'],
  [/^(606282|3841)/, 'hipercard'],
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^3(0[0-5]|[68])/, 'diners'],
  [/^35/, 'jcb'],
]

/** The brand that a number begins like. */
export const brandOfNumber = (number: string): string => {
  const digits = number.replace(/\D/g, '')
  return NUMBER_BRANDS.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown'
}

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
