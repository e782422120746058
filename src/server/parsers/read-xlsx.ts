// The first sheet of an .xlsx as text, after its zip was measured: what a file unpacks to is counted, never believed.
import { inflateRawSync } from 'node:zlib'
import { read, utils } from '@e965/xlsx'

export type ReadSheet = { refused: string } | { rows: string[][] }

const MAX_PACKED = 10 * 1024 ** 2
const MAX_UNPACKED = 100 * 1024 ** 2
const MAX_ENTRIES = 200
const MAX_ROWS = 100_000
const MAX_COLUMNS = 60

export function readXlsx(bytes: Uint8Array): ReadSheet {
  const reason = zipRefusal(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (reason !== undefined) return { refused: reason }
  try {
    const book = read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false, sheetRows: MAX_ROWS + 1 })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) return { refused: 'A planilha está vazia.' }
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
    if (rows.length > MAX_ROWS) return { refused: 'A planilha passa de 100.000 linhas.' }
    if (rows.some(row => row.length > MAX_COLUMNS)) return { refused: 'A planilha passa de 60 colunas.' }
    return { rows: rows.map(row => Array.from(row, cell => String(cell ?? '').trim())) }
  } catch {
    return { refused: 'A planilha está danificada.' }
  }
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const STORED = 0
const DEFLATED = 8

/** Why a zip may not be unpacked: too large, too many entries, more bytes inside than allowed, or no zip at all. */
export function zipRefusal(zip: Buffer): string | undefined {
  if (zip.length > MAX_PACKED) return 'A planilha passa de 10 MB.'
  const damaged = 'O arquivo não é uma planilha XLSX.'
  try {
    const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) return damaged
    const entries = zip.readUInt16LE(end + 10)
    if (entries > MAX_ENTRIES) return 'A planilha tem arquivos demais.'
    let at = zip.readUInt32LE(end + 16)
    let left = MAX_UNPACKED
    for (let index = 0; index < entries; index += 1) {
      if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return damaged
      left -= unpackedSize(zip, at, left)
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    }
    return undefined
  } catch (error) {
    const tooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return tooMuch ? 'A planilha descompactada passa de 100 MB.' : damaged
  }
}

/** Throws when the entry holds more than `left` bytes, whatever its header says. */
function unpackedSize(zip: Buffer, entry: number, left: number): number {
  const method = zip.readUInt16LE(entry + 10)
  const packed = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  if (zip.readUInt32LE(local) !== LOCAL_ENTRY) throw new RangeError('no local entry')
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new RangeError('unknown method')
  return inflateRawSync(zip.subarray(start, start + packed), { maxOutputLength: Math.max(1, left) }).length
}
