// What happens to a file between the bank and us: cut, flipped, lines lost or doubled, other charsets and line ends.
import type { Random, Shape } from './statement-shapes.ts'

export interface Mutation {
  name: string
  /** Undefined where the shape has nothing that could tell: the file is then another file, and nobody can know. */
  make(bytes: Uint8Array, shape: Shape, random: Random): Uint8Array | undefined
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

const withByte = (bytes: Uint8Array, at: number, byte: number): Uint8Array => {
  const changed = bytes.slice()
  changed[at] = byte
  return changed
}

const isBlank = (byte: number): boolean => /\s/.test(String.fromCharCode(byte))
const isDirection = (byte: number | undefined): boolean => byte !== undefined && /[cdes]/i.test(String.fromCharCode(byte))

/** One byte for another; a digit for a digit, or a C for a D, only where a balance tells: else it is another honest file. */
const replaced = (bytes: Uint8Array, { isBalanced }: Shape, at: number, byte: number): Uint8Array | undefined => {
  const isHonest = isDigit(bytes[at]) ? isDigit(byte) || isBlank(byte) : isDirection(bytes[at]) && isDirection(byte)
  return isHonest && !isBalanced ? undefined : withByte(bytes, at, byte)
}

const spliced = (bytes: Uint8Array, at: number, remove: number, ...add: number[]): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...add, ...bytes.subarray(at + remove)])

/** The lines of the file, each with its end. */
const linesOf = (bytes: Uint8Array): Uint8Array[] => {
  const lines: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
    lines.push(bytes.subarray(from, at + 1))
    from = at + 1
  }
  return from < bytes.length ? [...lines, bytes.subarray(from)] : lines
}
const joined = (lines: readonly Uint8Array[]): Uint8Array => Uint8Array.from(lines.flatMap(line => [...line]))

const asText = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

const relined = (bytes: Uint8Array, end: string): Uint8Array =>
  Uint8Array.from(asText(bytes).replace(/\r?\n/g, end), each => Math.min(255, each.charCodeAt(0)))

/** OFX marks its records by tags, wherever the lines end. */
const recordsOf = (bytes: Uint8Array): Uint8Array[] => {
  const text = String.fromCharCode(...bytes)
  if (!text.includes('<STMTTRN>')) return linesOf(bytes)
  return text.split(/(?=<STMTTRN>)|(?<=<\/STMTTRN>)/).map(part => Uint8Array.from(part, each => each.charCodeAt(0)))
}

/** Ends of a list without any balance or count: whatever is left is a whole file of fewer lines. */
const tells = ({ isBalanced, isCounted }: Shape): boolean => isBalanced || isCounted

export const MUTATIONS: readonly Mutation[] = [
  { name: 'cut', make: (bytes, _, random) => bytes.slice(0, random(bytes.length)) },
  {
    name: 'bit',
    make(bytes, shape, random) {
      const at = random(bytes.length)
      return replaced(bytes, shape, at, (bytes[at] ?? 0) ^ (1 << random(8)))
    },
  },
  { name: 'byte', make: (bytes, shape, random) => replaced(bytes, shape, random(bytes.length), random(256)) },
  {
    name: 'lost byte',
    make(bytes, shape, random) {
      const at = random(bytes.length)
      return shape.isBalanced || !isDigit(bytes[at]) ? spliced(bytes, at, 1) : undefined
    },
  },
  {
    name: 'byte more',
    make(bytes, shape, random) {
      const byte = random(256)
      return shape.isBalanced || !isDigit(byte) ? spliced(bytes, random(bytes.length), 0, byte) : undefined
    },
  },
  {
    name: 'record lost',
    make(bytes, shape, random) {
      const records = recordsOf(bytes)
      return tells(shape) ? joined(records.toSpliced(random(records.length), 1)) : undefined
    },
  },
  {
    name: 'record twice',
    make(bytes, _, random) {
      const records = recordsOf(bytes)
      const at = random(records.length)
      return joined(records.toSpliced(at, 0, records[at] ?? new Uint8Array()))
    },
  },
  {
    name: 'records joined',
    make(bytes, shape, random) {
      const lines = linesOf(bytes)
      const at = random(lines.length)
      return tells(shape)
        ? joined(
            lines.with(
              at,
              (lines[at] ?? new Uint8Array()).filter(byte => byte !== 10 && byte !== 13),
            ),
          )
        : undefined
    },
  },
  {
    name: 'blanks stripped',
    make: bytes => Uint8Array.from(asText(bytes).replace(/[ \t]+(?=\r?\n|$)/g, ''), each => Math.min(255, each.charCodeAt(0))),
  },
  {
    name: 'blank lines',
    make(bytes, _, random) {
      const lines = linesOf(bytes)
      return joined(lines.toSpliced(random(lines.length), 0, Uint8Array.from([13, 10])))
    },
  },
  { name: 'line ends', make: (bytes, _, random) => relined(bytes, ['\n', '\r\n', '\r'][random(3)] ?? '\n') },
  {
    name: 'charset',
    make(bytes, _, random) {
      const text = asText(bytes)
      if (random(2) === 0) return new TextEncoder().encode(`\ufeff${text}`)
      const wide = new Uint8Array(2 + 2 * text.length)
      wide.set([0xff, 0xfe])
      for (let at = 0; at < text.length; at++) new DataView(wide.buffer).setUint16(2 + 2 * at, text.charCodeAt(at), true)
      return wide
    },
  },
]
