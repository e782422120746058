// The acquirer's part in the browser: a card becomes a token here, so that its number never leaves the page. The local one stands in for it.
import { brandOfNumber } from '#domain/payments/cards.ts'

export interface Card {
  number: string
  name: string
  expiry: string
  cvv: string
}

/** Numbers the local acquirer answers with a refusal, as real ones have for tests. */
const REFUSED: Readonly<Record<string, string>> = { '4000000000000002': 'tok_recusado', '4000000000009995': 'tok_sem_limite' }

/** Keeps brand, expiry and the last four digits of the card, and nothing else of it. */
export function localCardToken({ number, expiry }: Card): string {
  const digits = number.replace(/\D/g, '')
  const [month = '', year = ''] = expiry.split('/').map(part => part.trim())
  return `${REFUSED[digits] ?? 'tok_local'}_${crypto.randomUUID()}_${brandOfNumber(digits)}_${month}${year.slice(-2)}_${digits.slice(-4)}`
}
