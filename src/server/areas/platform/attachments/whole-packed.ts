// Where packed files and older office files end: by the directory at the end of the one, by the table of sectors of the other.
import { cut, damaged, type Fault } from './fault.ts'

const END_RECORD = 0x06054b50
const DIRECTORY_RECORD = 0x02014b50
const LOCAL_RECORD = 0x04034b50
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
/** Written elsewhere, for what needs 64 bits. */
const ELSEWHERE = 0xffffffff

/** Every entry of the directory is where it is said to be; one of them begins with `owed`. */
export const packed =
  (owed: string) =>
  (bytes: Buffer): Fault | undefined => {
    const end = endRecord(bytes)
    if (end === undefined) return cut(bytes)
    let at = bytes.readUInt32LE(end + 16)
    let isThere = owed === ''
    for (let left = bytes.readUInt16LE(end + 10); left > 0 && at !== ELSEWHERE; left -= 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_RECORD) return damaged(Math.min(at, bytes.length))
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
      const local = bytes.readUInt32LE(at + 42)
      const size = bytes.readUInt32LE(at + 20)
      if (local !== ELSEWHERE && !isEntry(bytes, local, size)) return damaged(Math.min(local, bytes.length))
      isThere ||= bytes.toString('latin1', at + 46, nameEnd).startsWith(owed)
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    return isThere ? undefined : damaged(end)
  }

function endRecord(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END_RECORD) return at
  return undefined
}

function isEntry(bytes: Buffer, at: number, size: number): boolean {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL_RECORD) return false
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  return size === ELSEWHERE || start + size <= bytes.length
}

const wide = (name: string): Buffer => Buffer.from(name, 'utf16le')
/** Numbers above it mark sectors instead of naming one. */
const LAST_SECTOR = 0xfffffff9
const TABLE_SECTOR = 0xfffffffd
/** So many places of the table stand in the header: seven megabytes of file. */
const IN_HEADER = 109
const DIRECTORY_AT = 48
const ENTRY_BYTES = 128
const ROOT = 5
/** Smaller streams lie within the root's. */
const SMALL_BYTES = 4096

/** The sectors that table and directory name are there, and so is a stream of one of the names. */
export const compound =
  (names: readonly string[]) =>
  (bytes: Buffer): Fault | undefined => {
    if (bytes.length < 512) return cut(bytes)
    const size = 1 << Math.min(bytes.readUInt16LE(30), 16)
    if (size < 512) return damaged(30)
    const table: number[] = []
    for (let n = 0; n < IN_HEADER; n += 1) {
      const from = (bytes.readUInt32LE(76 + 4 * n) + 1) * size
      if (from > (LAST_SECTOR + 1) * size) continue
      if (from + size > bytes.length) return cut(bytes)
      for (let at = from; at < from + size; at += 4) table.push(bytes.readUInt32LE(at))
    }
    const named = table.flatMap((next, at) => (next <= LAST_SECTOR ? [next] : next === TABLE_SECTOR ? [at] : []))
    let last = named.reduce((most, sector) => Math.max(most, sector), bytes.readUInt32LE(DIRECTORY_AT))
    if ((last + 1) * size >= bytes.length) return cut(bytes)
    for (const start of streamStarts(bytes, size, table)) last = Math.max(last, start)
    if ((last + 2) * size > bytes.length) return cut(bytes)
    return names.some(name => bytes.includes(wide(name))) ? undefined : damaged(0)
  }

/** Where the streams begin that the directory names; none of a sector that is read twice. */
function streamStarts(bytes: Buffer, size: number, table: readonly number[]): number[] {
  const starts: number[] = []
  const seen = new Set<number>()
  for (let sector = bytes.readUInt32LE(DIRECTORY_AT); sector <= LAST_SECTOR && !seen.has(sector); sector = table[sector] ?? TABLE_SECTOR) {
    seen.add(sector)
    const from = (sector + 1) * size
    for (let at = from; at + ENTRY_BYTES <= Math.min(from + size, bytes.length); at += ENTRY_BYTES) {
      const [kind, start, length] = [bytes[at + 66], bytes.readUInt32LE(at + 116), bytes.readUInt32LE(at + 120)]
      if (start <= LAST_SECTOR && (kind === ROOT || (kind === 2 && length >= SMALL_BYTES))) starts.push(start)
    }
  }
  return starts
}

/** A newer office file behind a password is an older one around it. */
export const isLockedOffice = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(wide('EncryptedPackage'))

/** The first entry says whether a password is needed. */
export const isLockedZip = (bytes: Uint8Array): boolean => bytes.length > 7 && ((bytes[6] ?? 0) & 1) === 1
