// Decodes a statement file's bytes, whatever charset the file claims.
import { refuseOversize, StatementFileError } from './statement-file.ts'

export type DecodedText = { text: string; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' }

// The 32 places where windows-1252 differs from latin-1. Our own table, because some runtimes decode the label as plain latin-1.
const windows1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019,
  0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
]

const decodeWindows1252 = (bytes: Uint8Array): string => {
  const units = new Uint16Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    units[i] = byte >= 0x80 && byte < 0xa0 ? windows1252[byte - 0x80]! : byte
  }
  return new TextDecoder('utf-16le').decode(units)
}

const declaredLatin9 = (bytes: Uint8Array): boolean => {
  const head = decodeWindows1252(bytes.subarray(0, 1024))
  return /(?:CHARSET\s*:\s*|encoding=["'])(?:ISO-?)?8859-15\b/i.test(head)
}

const startsWith = (bytes: Uint8Array, signature: Signature): boolean =>
  bytes.length >= signature.length && signature.every((byte, index) => byte === undefined || bytes[index] === byte)

type Signature = readonly (number | undefined)[]
const ascii = (text: string): Signature => Array.from(text, letter => letter.charCodeAt(0))
const any = (count: number): Signature => new Array(count).fill(undefined)

/** What a reader takes: how such a file is called, and what to do after sending another. */
export interface Wanted {
  readonly called: string
  readonly instead: string
}

const STATEMENT: Wanted = { called: 'um extrato', instead: 'Exporte o extrato em OFX ou CSV no site do banco.' }

/** What people send in the place of what is wanted, by the first bytes. */
const OTHER_KINDS: readonly (readonly [is: string, signatures: readonly Signature[], instead?: string])[] = [
  ['é um PDF', [ascii('%PDF-'), [0xef, 0xbb, 0xbf, ...ascii('%PDF-')]]],
  ['é uma planilha ou um ZIP', [[0x50, 0x4b, 0x03, 0x04]]],
  ['é um ZIP vazio', [[0x50, 0x4b, 0x05, 0x06]]],
  ['é uma planilha antiga ou protegida por senha', [[0xd0, 0xcf, 0x11, 0xe0]]],
  [
    'é uma imagem',
    [
      [0x89, ...ascii('PNG')],
      [0xff, 0xd8, 0xff],
      ascii('GIF8'),
      [...ascii('RIFF'), ...any(4), ...ascii('WEBP')],
      [...any(4), ...ascii('ftyp')],
      ascii('II*\0'),
      ascii('MM\0*'),
      [...ascii('BM'), ...any(4), 0, 0, 0, 0],
    ],
  ],
  [
    'está compactado',
    [[0x1f, 0x8b], ascii('Rar!'), [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], ascii('BZh')],
    'Descompacte-o e envie o arquivo de dentro.',
  ],
  ['é um documento de texto formatado', [ascii('{\\rtf')]],
]

/** Text that people send in its place. */
const OTHER_TEXTS: readonly (readonly [is: string, pattern: RegExp, instead?: string])[] = [
  ['um extrato OFX', /^\s*(?:<\?xml[^>]*>\s*)?(?:<\??OFX\b|OFXHEADER\s*[:=])/i],
  ['uma página da internet', /^\s*<(?:!doctype html|html|head|body|script)\b/i],
  ['um XML', /^\s*<(?:\?xml|[a-z][\w.:-]*[\s>])/i, 'Notas fiscais entram em Notas recebidas.'],
  ['um JSON', /^\s*[{[]\s*["{[]/],
  ['uma chave ou um certificado', /^\s*-----BEGIN /],
]

const refuseOtherKinds = (bytes: Uint8Array, { instead }: Wanted): void => {
  const kind = OTHER_KINDS.find(([, signatures]) => signatures.some(signature => startsWith(bytes, signature)))
  if (kind) throw new StatementFileError(`O arquivo ${kind[0]}. ${kind[2] ?? instead}`)
}

/** For what is of no kind that its reader knows, where any text could be a table. */
export const refuseOtherTexts = (text: string, wanted = STATEMENT): void => {
  const head = text.slice(0, 2000)
  const kind = OTHER_TEXTS.find(([, pattern]) => pattern.test(head))
  if (kind) throw new StatementFileError(`O arquivo é ${kind[0]}, e não ${wanted.called}. ${kind[2] ?? wanted.instead}`)
}

const decodeUnchecked = (bytes: Uint8Array): DecodedText => {
  if (startsWith(bytes, [0xff, 0xfe])) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (startsWith(bytes, [0xfe, 0xff])) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    if (declaredLatin9(bytes)) return { text: new TextDecoder('iso-8859-15').decode(bytes), encoding: 'iso-8859-15' }
    return { text: decodeWindows1252(bytes), encoding: 'windows-1252' }
  }
}

/**
 * Decodes by BOM, then as strict UTF-8 (headers that say 1252 lie), then by the declared charset, else as windows-1252.
 * The text excludes the BOM. Throws StatementFileError for empty, oversized and binary files.
 */
export const decodeStatement = (bytes: Uint8Array, wanted = STATEMENT): DecodedText => {
  refuseOversize(bytes)
  refuseOtherKinds(bytes, wanted)
  const decoded = decodeUnchecked(bytes)
  if (/^[\s\ufeff]*$/.test(decoded.text)) throw new StatementFileError('O arquivo está vazio.')
  if (decoded.text.includes('\0')) throw new StatementFileError(`O arquivo não é um texto: não parece ${wanted.called}. ${wanted.instead}`)
  return decoded
}
