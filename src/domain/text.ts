// Text comparison the Brazilian way: case and accents do not matter, and bank noise words say nothing.

const FOLDED = new Map<number, string>()
for (let code = 0xc0; code <= 0x17f; code++) {
  const folded = String.fromCharCode(code)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  FOLDED.set(code, folded)
}

const foldSlowly = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Lower case without diacritics. Plain ASCII, the common case of 100,000 rows, needs no table. */
export function fold(text: string): string {
  let first = 0
  while (first < text.length && text.charCodeAt(first) < 0x80) first++
  if (first === text.length) return text.toLowerCase()
  let folded = text.slice(0, first).toLowerCase()
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) folded += code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : text[at]
    else if (code < 0xc0) folded += text[at]
    else {
      const known = FOLDED.get(code)
      // Combining marks and other scripts are rare, so the whole text takes the exact path.
      if (known === undefined) return foldSlowly(text)
      folded += known
    }
  }
  return folded
}

const NOISE = new Set(
  'pix ted doc pgto pagto enviado enviada recebido recebida transf transferencia compra boleto pagamento ltda eireli epp me sa de da do das dos para por com em no na e o a os as'.split(
    ' ',
  ),
)

/** Folded words of two letters or more, once each, in order, without digits and without words found in every bank line (PIX, TED, PGTO, LTDA…). */
export function significantTokens(text: string): string[] {
  const found: string[] = []
  for (const token of fold(text).split(/[^a-z]+/)) {
    if (token.length >= 2 && !NOISE.has(token) && !found.includes(token)) found.push(token)
  }
  return found
}

/** Banks shorten names, so a word that begins another counts for the letters they share. */
const SHORTEST_PREFIX = 3

function sharedLetters(token: string, others: readonly string[]): number {
  let best = 0
  for (const other of others) {
    if (other === token) return token.length
    const [short, long] = other.length < token.length ? [other, token] : [token, other]
    if (short.length >= SHORTEST_PREFIX && short.length > best && long.startsWith(short)) best = short.length
  }
  return best
}

const lettersOf = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0)

/** As `similarity`, over the tokens of `significantTokens`, which callers keep when comparing one text with many. */
export function similarityOfTokens(a: readonly string[], b: readonly string[]): number {
  const total = lettersOf(a) + lettersOf(b)
  if (a.length === 0 || b.length === 0) return 0
  let shared = 0
  for (const token of a) shared += sharedLetters(token, b)
  for (const token of b) shared += sharedLetters(token, a)
  return Math.min(1, shared / total)
}

/** The share of letters in common words, 0 to 1, symmetric; 0 when either text has no significant word, for no evidence is no likeness. */
export const similarity = (a: string, b: string): number => similarityOfTokens(significantTokens(a), significantTokens(b))

// Intl's tools are made when they are first used: on a phone the three cost the first page 40 ms.
let collator: Intl.Collator | undefined
let grouped: Intl.NumberFormat | undefined
let conjunction: Intl.ListFormat | undefined

/** Alphabetical order in pt-BR, for `sort`: accents and case do not matter, numbers compare as numbers. */
export function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })
  return collator.compare(a, b)
}

/** The number of single-letter edits (insert, delete, change, swap neighbours) between two short words. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Whether the word that stands at `from` begins with `typed`, or with what one edit makes of it: for every word of a list, so without the table of `editDistance`. */
export function startsNearly(text: string, typed: string, from = 0): boolean {
  let same = 0
  while (same < typed.length && text[from + same] === typed[same]) same++
  const at = from + same
  const next = typed[same + 1]
  // One comparison of letters refuses most words before anything is cut.
  if (next !== undefined && text[at + 1] !== next && text[at] !== next && text[at + 1] !== typed[same]) return false
  const rest = typed.slice(same)
  return (
    rest.length < 2 ||
    text.startsWith(rest.slice(1), at) ||
    text.startsWith(rest, at + 1) ||
    text.startsWith(rest.slice(1), at + 1) ||
    (text[at] === rest[1] && text[at + 1] === rest[0] && text.startsWith(rest.slice(2), at + 2))
  )
}

/** 'novembro de 2026' with a capital, to begin a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** '1.234', '2,5'. */
export function formatCount(count: number): string {
  grouped ??= new Intl.NumberFormat('pt-BR')
  return grouped.format(count)
}

/** '1 conta', '1.234 contas'. Words that agree with the count belong to the pair: `counted(n, ['conta paga', 'contas pagas'])`. */
export const counted = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** 'data, valor e memo'. */
export function listed(words: readonly string[]): string {
  conjunction ??= new Intl.ListFormat('pt-BR', { type: 'conjunction' })
  return conjunction.format(words)
}

const MEGABYTE = 1024 * 1024

/** '88 kB', '1,4 MB'. */
export function fileSizeText(bytes: number): string {
  return bytes < MEGABYTE
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / MEGABYTE).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}
