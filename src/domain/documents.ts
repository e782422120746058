// CPF and CNPJ (numeric and alphanumeric): check digits, canonical form, masks. A document is text, never a number.

export type DocumentKind = 'CPF' | 'CNPJ'

/** Canonical form: no mask, upper-case. */
export const normalizeDocument = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase()

/** Up to 11 characters it is a CPF, unless it contains a letter, which only a CNPJ may. */
export function documentKind(text: string): DocumentKind {
  const document = normalizeDocument(text)
  return document.length <= 11 && !/[A-Z]/.test(document) ? 'CPF' : 'CNPJ'
}

/** Weights grow from the right, 2 to `heaviest`, then start again at 2; a character counts as its ASCII code minus 48. */
function checkDigit(body: string, heaviest: number): number {
  let sum = 0
  let weight = 2
  for (let at = body.length - 1; at >= 0; at--) {
    sum += (body.charCodeAt(at) - 48) * weight
    weight = weight === heaviest ? 2 : weight + 1
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function hasCheckDigits(document: string, heaviest: number): boolean {
  if (document === document.charAt(0).repeat(document.length)) return false
  const body = document.slice(0, -2)
  const first = checkDigit(body, heaviest)
  return document.endsWith(`${first}${checkDigit(body + first, heaviest)}`)
}

/** Masked or not. 12345678909 is mathematically valid and accepted. */
export function isValidCpf(text: string): boolean {
  const document = normalizeDocument(text)
  return /^\d{11}$/.test(document) && hasCheckDigits(document, 11)
}

/** Masked or not, either case; letters only in the first twelve positions. */
export function isValidCnpj(text: string): boolean {
  const document = normalizeDocument(text)
  return /^[0-9A-Z]{12}\d{2}$/.test(document) && hasCheckDigits(document, 9)
}

/** The message owed (SPEC.md, Documents of people), or undefined when the document is valid. */
export function documentError(text: string): 'CPF é inválido' | 'CNPJ é inválido' | undefined {
  if (documentKind(text) === 'CPF') return isValidCpf(text) ? undefined : 'CPF é inválido'
  return isValidCnpj(text) ? undefined : 'CNPJ é inválido'
}

/** Places each character at the pattern's next 9 and stops with the text, so that a half-typed document has no dangling separator. */
function maskWith(pattern: string, characters: string): string {
  let masked = ''
  let next = 0
  for (const mark of pattern) {
    if (next >= characters.length) break
    masked += mark === '9' ? characters[next++] : mark
  }
  return masked
}

/** The mask while typing: a CPF until the first letter or the 12th character, then a CNPJ; characters no document has are dropped. */
export function maskDocument(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (characters.length <= 11 && !/[A-Z]/.test(characters)) return maskWith('999.999.999-99', characters)
  const kept = characters.slice(0, 12) + characters.slice(12).replace(/[A-Z]/g, '').slice(0, 2)
  return maskWith('99.999.999/9999-99', kept)
}

/** Masked when it has the length of a CPF or CNPJ, else unchanged. */
export function formatDocument(text: string): string {
  const document = normalizeDocument(text)
  if (/^\d{11}$/.test(document)) return maskWith('999.999.999-99', document)
  return /^[0-9A-Z]{12}\d{2}$/.test(document) ? maskWith('99.999.999/9999-99', document) : text
}

/** For lists and logs: a CPF keeps only its middle digits ('***.456.789-**'); a CNPJ is public and shown whole. */
export function maskCpfForLists(text: string): string {
  const document = normalizeDocument(text)
  return /^\d{11}$/.test(document) ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**` : formatDocument(text)
}
