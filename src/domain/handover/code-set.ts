// The code sets of hand-over files: what each has no sign for is written without its accent, or as a question mark.
import type { Layout } from './layout.ts'

/** Where windows-1252 differs from latin-1, by the code point. */
const WINDOWS_1252 = new Map(
  [
    0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c,
    0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
  ].flatMap((point, at): [number, number][] => (point === 0 ? [] : [[point, 0x80 + at]])),
)

function byteOf(point: number, set: Layout['code_set']): number | undefined {
  if (point < 0x80) return point
  if (set === 'ASCII') return undefined
  return point >= 0xa0 && point <= 0xff ? point : WINDOWS_1252.get(point)
}

/** Typographic signs that everybody reads in their plain form. */
const PLAIN: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '…': '...',
  '·': '-',
  º: 'o',
  ª: 'a',
}

/** The text in signs that the set has; the same text when it has them all. */
export function inCodeSet(text: string, set: Layout['code_set']): string {
  if (set === 'UTF_8') return text.replace(/\p{Surrogate}/gu, '\ufffd')
  return [...text.normalize('NFC')]
    .map(sign => (byteOf(sign.codePointAt(0) ?? 0, set) === undefined ? plainSign(sign, set) : sign))
    .join('')
}

function plainSign(sign: string, set: Layout['code_set']): string {
  const plain = PLAIN[sign] ?? sign.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const has = [...plain].every(one => byteOf(one.codePointAt(0) ?? 0, set) !== undefined)
  if (has) return plain
  return '?'
}

/** Only of a text that `inCodeSet` has been over. */
export function encoded(text: string, set: Layout['code_set']): Uint8Array {
  if (set === 'UTF_8') return new TextEncoder().encode(text)
  return Uint8Array.from([...text].map(sign => byteOf(sign.codePointAt(0) ?? 0, set) ?? 0x3f))
}
