// The acquirer's part in the browser: a card becomes a token here, so that its number never leaves the page. The local one stands in for it.

export interface Card {
  number: string
  name: string
  expiry: string
  cvv: string
}

/** Numbers the local acquirer answers with a refusal, as real ones have for tests. */
const REFUSED: Readonly<Record<string, string>> = { '4000000000000002': 'tok_recusado', '4000000000009995': 'tok_sem_limite' }

/** Keeps the last four digits and nothing else of the card. */
export function localCardToken({ number }: Card): string {
  const digits = number.replace(/\D/g, '')
  return `${REFUSED[digits] ?? 'tok_local'}_${crypto.randomUUID()}_${digits.slice(-4)}`
}
