// Handmade packed files, honest or not, to test a reader's limits.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer | string
  /** The unpacked size that the headers claim, when they lie. */
  declared?: number
  method?: number
}

export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared, method = 8 } of entries) {
    const plain = Buffer.from(content)
    const data = method === 8 ? deflateRawSync(plain) : plain
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(declared ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const ROOT = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const BOOK = `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`
const RELS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`

/** A workbook whose one sheet is given as XML, with further entries beside it. */
export const workbookOf = (sheetXml: string | Buffer, more: readonly ZipEntry[] = []): Buffer =>
  zip([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: ROOT },
    { name: 'xl/workbook.xml', content: BOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: RELS },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
    ...more,
  ])

export const sheetXml = (rows: string): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

/** A row of inline texts. */
export const textRow = (cells: readonly string[]): string =>
  `<row>${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
