// How a bank memo is read: folded, split into meaningful words and into numbers that may identify a document.

/** Words that name the channel, not the payer, and their longer forms in real statements. */
const noise = new Set(
  (
    'PIX TED DOC PGTO PAGTO ENVIADO RECEBIDO TRANSF COMPRA BOLETO ' +
    'PAGAMENTO PAGAMENTOS PAG ENVIADA RECEBIDA RECEBIMENTO TRANSFERENCIA LIQUIDACAO COBRANCA CREDITO DEBITO CRED DEB QR QRCODE QRS'
  ).split(' '),
)

/** Words that strangers share: connectives and legal forms. */
const weak = new Set('DE DA DO DAS DOS LTDA ME SA EPP EIRELI MEI CIA'.split(' '))

const plainAscii = /^[ -~]*$/
const words = /[A-Z0-9]+/g
const dateOrHour = /^(\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?|\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[:H]\d{2}(:\d{2})?)$/
const spacedBoleto = /\d[\d.\s-]{42,66}\d/g

/** Upper case without accents. */
export function fold(text: string): string {
  return (plainAscii.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '')).toUpperCase()
}

/** Folded words joined by single spaces, digits kept: the text that rules search. */
export function foldWords(text: string): string {
  return (fold(text).match(words) ?? []).join(' ')
}

/** The memo without accents, case, digits, dates, ids and channel words: the key of history and the suggested text of a rule. May be empty. */
export function memoPattern(memo: string): string {
  return letterWords(memo)
    .filter(word => !noise.has(word))
    .join(' ')
}

/** The letter words of a memo, channel words included: a rule's fallback when nothing else is left. */
export function letterWords(text: string): string[] {
  const found: string[] = []
  for (const word of fold(text).match(words) ?? []) {
    const letters = withoutDigits(word)
    if (letters.length > 1) found.push(letters)
  }
  return found
}

/** Distinct words that can tell one contact or description from another. */
export function nameWords(text: string): string[] {
  const found: string[] = []
  for (const word of letterWords(text)) if (!noise.has(word) && !weak.has(word) && !found.includes(word)) found.push(word)
  return found
}

/** Letters and digits only, upper case, no leading zeros, so that two spellings of one number become equal. */
export function documentKey(text: string): string {
  return fold(text)
    .replace(/[^A-Z0-9]+/g, '')
    .replace(/^0+(?=.)/, '')
}

/** Every number in a memo, as `documentKey` writes it, without dates and hours. */
export function documentKeys(memo: string): Set<string> {
  const keys = new Set<string>()
  const folded = fold(memo)
  for (const piece of folded.split(/\s+/)) {
    if (!/\d/.test(piece) || dateOrHour.test(piece)) continue
    addKey(keys, piece)
    for (const word of piece.match(words) ?? []) addKey(keys, word)
  }
  for (const boleto of folded.match(spacedBoleto) ?? []) addKey(keys, boleto)
  return keys
}

function addKey(keys: Set<string>, text: string): void {
  for (const key of keyVariants(text)) if (key.length >= 3 && /\d/.test(key)) keys.add(key)
}

/** The key, and for letters followed by a number also the number alone: 'NF1234' and '1234' are one document number. */
export function keyVariants(text: string): string[] {
  const key = documentKey(text)
  const digits = /^[A-Z]+0*(\d{3,})$/.exec(key)?.[1]
  return digits ? [key, digits] : [key]
}

function withoutDigits(word: string): string {
  let digits = 0
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) < 58) digits++
  if (digits === 0) return word
  return digits > 3 ? '' : word.replace(/\d+/g, '')
}
