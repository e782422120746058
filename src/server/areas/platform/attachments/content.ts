// What a file really is: its bytes must agree with the extension of its name, from the first to the last.
import { brokenReason } from './whole.ts'
import { isLockedOffice, isLockedZip } from './whole-packed.ts'

interface Kind {
  content_type: string
  agrees(bytes: Uint8Array): boolean
}

const starts = (...signature: number[]) => {
  return (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte)
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

const isZip = (bytes: Uint8Array): boolean => starts(0x50, 0x4b, 0x03, 0x04)(bytes) || starts(0x50, 0x4b, 0x05, 0x06)(bytes)
const isCompound = starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isJpeg = starts(0xff, 0xd8, 0xff)
const isPdf = (bytes: Uint8Array): boolean => ascii(bytes, 0, 1024).includes('%PDF-')

/** Text of any charset: no NUL, unless a byte order mark announces UTF-16. */
function isText(bytes: Uint8Array): boolean {
  if (starts(0xff, 0xfe)(bytes) || starts(0xfe, 0xff)(bytes)) return true
  return !bytes.includes(0) && !isZip(bytes) && !isPdf(bytes) && !isJpeg(bytes)
}

const isXml = (bytes: Uint8Array): boolean => isText(bytes) && /^[\s\ufeff]*</.test(new TextDecoder().decode(bytes.subarray(0, 512)))

const office = (name: string): Kind => ({ content_type: `application/vnd.openxmlformats-officedocument.${name}`, agrees: isZip })

const KINDS: Record<string, Kind> = {
  pdf: { content_type: 'application/pdf', agrees: isPdf },
  png: { content_type: 'image/png', agrees: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  jpg: { content_type: 'image/jpeg', agrees: isJpeg },
  jpeg: { content_type: 'image/jpeg', agrees: isJpeg },
  webp: { content_type: 'image/webp', agrees: bytes => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' },
  gif: { content_type: 'image/gif', agrees: bytes => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) },
  heic: { content_type: 'image/heic', agrees: bytes => /^ftyp(heic|heix|mif1|hevc)/.test(ascii(bytes, 4, 12)) },
  xml: { content_type: 'application/xml', agrees: isXml },
  ofx: {
    content_type: 'application/x-ofx',
    agrees: bytes => isText(bytes) && /<OFX\s*>/i.test(new TextDecoder().decode(bytes.subarray(0, 4096))),
  },
  csv: { content_type: 'text/csv', agrees: isText },
  txt: { content_type: 'text/plain', agrees: isText },
  xlsx: office('spreadsheetml.sheet'),
  docx: office('wordprocessingml.document'),
  pptx: office('presentationml.presentation'),
  ods: { content_type: 'application/vnd.oasis.opendocument.spreadsheet', agrees: isZip },
  odt: { content_type: 'application/vnd.oasis.opendocument.text', agrees: isZip },
  zip: { content_type: 'application/zip', agrees: isZip },
  xls: { content_type: 'application/vnd.ms-excel', agrees: isCompound },
  doc: { content_type: 'application/msword', agrees: isCompound },
}

/** The type the file is served with, or the pt-BR reason why it is refused. What the sender claims of it counts for nothing. */
export function contentTypeOf(name: string, bytes: Uint8Array): { content_type: string } | { reason: string } {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined
  if (!kind) return { reason: 'Envie PDF, imagem, XML, CSV, TXT, planilha, documento ou ZIP.' }
  if (bytes.length === 0) return { reason: 'O arquivo está vazio.' }
  if (isLocked(kind, bytes)) return { reason: 'O arquivo está protegido por senha: tire a senha e envie de novo.' }
  if (!kind.agrees(bytes))
    return { reason: `O conteúdo do arquivo não é de ${extension.toUpperCase()}, como diz o nome: envie o original.` }
  const reason = brokenReason(extension, bytes)
  return reason === undefined ? { content_type: kind.content_type } : { reason }
}

/** Banks and authorities lock PDFs that open without a password, so those are kept as they came. */
const isLocked = ({ agrees }: Kind, bytes: Uint8Array): boolean =>
  agrees === isZip && (isCompound(bytes) ? isLockedOffice(bytes) : isZip(bytes) && isLockedZip(bytes))

/** The name a person gave, fit for a list and a header: no path, no control characters, never empty. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return clean === '' || clean === '.' || clean === '..' ? 'arquivo' : clean.slice(-200)
}
