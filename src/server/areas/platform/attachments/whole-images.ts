// Where images end, read from their own marks.
import { crc32 } from 'node:zlib'
import { cut, damaged, type Fault } from './fault.ts'

/** Every part with its checksum, up to the one that ends it. */
export function png(bytes: Buffer): Fault | undefined {
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return cut(bytes)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return cut(bytes)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return damaged(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return undefined
    at = end
  }
}

const SCAN = 0xda
const END = 0xd9
const stands = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Part by part up to the end of the image; what phones write after it is theirs. */
export function jpeg(bytes: Buffer): Fault | undefined {
  for (let at = 2; ; ) {
    if (at + 2 > bytes.length) return cut(bytes)
    if (bytes[at] !== 0xff) return damaged(at)
    const marker = bytes[at + 1] as number
    if (marker === END) return undefined
    if (marker === 0xff) at += 1
    else if (stands(marker)) at += 2
    else {
      if (at + 4 > bytes.length) return cut(bytes)
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) return damaged(at)
      at += 2 + length
      if (marker === SCAN) at = afterScan(bytes, at)
    }
  }
}

/** Within the picture's data every FF is followed by zero or the number of a restart. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1]
    if (next === undefined) return bytes.length
    if (next === 0xff) at += 1
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2
    else return at
  }
  return bytes.length
}

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

export function gif(bytes: Buffer): Fault | undefined {
  for (let at = 13 + tableBytes(bytes[10] ?? 0); ; ) {
    const block = bytes[at]
    if (block === undefined) return cut(bytes)
    if (block === 0x3b) return undefined
    if (block === 0x21) at = afterChunks(bytes, at + 2)
    else if (block === 0x2c) at = afterChunks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0))
    else return damaged(at)
  }
}

function afterChunks(bytes: Buffer, from: number): number {
  let at = from
  while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] as number)
  return at + 1
}

export const webp = (bytes: Buffer): Fault | undefined => (bytes.readUInt32LE(4) + 8 > bytes.length ? cut(bytes) : undefined)

/** Boxes one after the other; the picture and what describes it are among them. */
export function heic(bytes: Buffer): Fault | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < bytes.length; ) {
    if (at + 16 > bytes.length) return cut(bytes)
    seen.add(bytes.toString('latin1', at + 4, at + 8))
    const said = bytes.readUInt32BE(at)
    const size = said === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : said === 0 ? bytes.length - at : said
    if (size < 8) return damaged(at)
    at += size
    if (at > bytes.length) return cut(bytes)
  }
  return seen.has('meta') && seen.has('mdat') ? undefined : cut(bytes)
}
