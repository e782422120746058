// Whether a file came whole: its kind says where its parts and its end are, so that half a receipt is not kept for one. What a kind does not tell
// (a flipped bit in a PDF, a shorter text) nobody can see.
import { formatCount } from '#domain/text.ts'
import { cut, damaged, type Fault, type WholeCheck } from './fault.ts'
import { gif, heic, jpeg, png, webp } from './whole-images.ts'
import { compound, packed } from './whole-packed.ts'

const BLANK = new Set([0, 9, 10, 12, 13, 32])
/** Readers of PDF look for its end so far back, blanks aside. */
const END_OF_PDF = 1024

function pdf(bytes: Buffer): Fault | undefined {
  let end = bytes.length
  while (end > 0 && BLANK.has(bytes[end - 1] ?? -1)) end -= 1
  const tail = bytes.toString('latin1', Math.max(0, end - END_OF_PDF), end)
  if (!tail.includes('%%EOF')) return cut(bytes)
  // One made to be shown page by page has an end near its beginning too, and says how long it is.
  const head = bytes.toString('latin1', 0, END_OF_PDF)
  const length = /\/Linearized\b/.test(head) ? Number(/\/L\s+(\d{1,10})/.exec(head)?.[1] ?? 0) : 0
  if (length > bytes.length) return cut(bytes)
  const table = Number(/startxref\s+(\d{1,10})\s+%%EOF(?![\s\S]*%%EOF)/.exec(tail)?.[1] ?? 0)
  return table > end ? damaged(bytes.length - tail.length) : undefined
}

/** Its first element is closed, and only comments follow. */
function xml(bytes: Buffer): Fault | undefined {
  const head = bytes.toString('latin1', 0, 64 * 1024).replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>/g, '')
  const [opened = '', name = ''] = /<([A-Za-z_][\w.:-]*)(?:\s[^>]*)?\/?>/.exec(head) ?? []
  if (name === '') return cut(bytes)
  if (opened.endsWith('/>')) return undefined
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4096)).replace(/<!--[\s\S]*?-->|[\s\0]+$/g, '')
  return new RegExp(`</${name.replaceAll('.', '\\.')}\\s*>\\s*$`).test(tail) ? undefined : cut(bytes)
}

const ofx: WholeCheck = bytes => (/<\/OFX\s*>/i.test(bytes.toString('latin1', Math.max(0, bytes.length - 4096))) ? undefined : cut(bytes))

const CHECKS: Record<string, WholeCheck> = {
  pdf,
  png,
  jpg: jpeg,
  jpeg,
  webp,
  gif,
  heic,
  xml,
  ofx,
  xlsx: packed('xl/'),
  docx: packed('word/'),
  pptx: packed('ppt/'),
  ods: packed('content.xml'),
  odt: packed('content.xml'),
  zip: packed(''),
  xls: compound(['Workbook', 'Book']),
  doc: compound(['WordDocument']),
}

/** The pt-BR sentence for a file that is not whole. `extension` is lower case. */
export function brokenReason(extension: string, bytes: Uint8Array): string | undefined {
  const check = Object.hasOwn(CHECKS, extension) ? CHECKS[extension] : undefined
  const fault = check?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!fault) return undefined
  const kind = extension.toUpperCase()
  const place = formatCount(fault.at)
  return fault.isCut
    ? `O arquivo ${kind} está incompleto: acaba no byte ${place}, antes do seu fim. Envie-o de novo.`
    : `O arquivo ${kind} está danificado no byte ${place}. Envie-o de novo.`
}
