// The archive of several files: what any other reader makes of it.
import { describe, expect, it } from 'vitest'
import { crc32, zipParts } from '#domain/zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a ZIP of stored files', () => {
  it('has the checksum everybody knows', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
    expect(crc32(bytes(''))).toBe(0)
  })
  it('says of each member its name, length and checksum, and where it begins', () => {
    const archive = Uint8Array.from(
      zipParts([
        { name: 'nota.xml', bytes: bytes('<a/>') },
        { name: 'ação.xml', bytes: bytes('<bb/>') },
      ]).flatMap(part => [...part]),
    )
    const view = new DataView(archive.buffer)
    const end = archive.length - 22
    expect(view.getUint32(end, true)).toBe(0x06054b50)
    expect(view.getUint16(end + 10, true)).toBe(2)
    let at = view.getUint32(end + 16, true)
    const members = Array.from({ length: 2 }, () => {
      const nameLength = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength))
      const head = view.getUint32(at + 42, true)
      const from = head + 30 + view.getUint16(head + 26, true)
      const content = archive.subarray(from, from + view.getUint32(at + 24, true))
      expect(view.getUint32(at + 16, true)).toBe(crc32(content))
      expect(view.getUint32(head, true)).toBe(0x04034b50)
      at += 46 + nameLength
      return [name, new TextDecoder().decode(content)]
    })
    expect(members).toEqual([
      ['nota.xml', '<a/>'],
      ['ação.xml', '<bb/>'],
    ])
    expect(at).toBe(end)
  })
})
