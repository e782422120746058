// Several files in one: a ZIP of uncompressed members, which every system opens.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

export interface ZipMember {
  name: string
  bytes: Uint8Array
}

/** Names are UTF-8. */
const UTF8_NAMES = 0x0800
/** 01/01/1980, the first day of the format, so that the same files make the same archive. */
const FIRST_DAY = 0x0021

const words = (...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/** What a member's header and its directory entry share. */
const factsOf = (name: Uint8Array, { bytes }: ZipMember) =>
  [
    [20, 2],
    [UTF8_NAMES, 2],
    [0, 2],
    [0, 2],
    [FIRST_DAY, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [name.length, 2],
    [0, 2],
  ] as const

/** The archive in pieces, in order. */
export function zipParts(members: readonly ZipMember[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const member of members) {
    const name = new TextEncoder().encode(member.name)
    const facts = factsOf(name, member)
    const head = words([0x04034b50, 4], ...facts)
    parts.push(head, name, member.bytes)
    directory.push(words([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name)
    offset += head.length + name.length + member.bytes.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const count = members.length
  const end = words([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [offset, 4], [0, 2])
  return [...parts, ...directory, end]
}
