// One whole file of each kind that may be attached, small and made here.
import { crc32, deflateSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { paper } from '#server/demo/paper.ts'
import { ofxText } from './ofx-files.ts'
import { sheetXml, textRow, workbookOf, zip } from './zips.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

function pngPart(name: string, content: Buffer): Buffer {
  const part = Buffer.alloc(12 + content.length)
  part.writeUInt32BE(content.length)
  part.write(name, 4, 'latin1')
  content.copy(part, 8)
  part.writeUInt32BE(crc32(part.subarray(4, 8 + content.length)), 8 + content.length)
  return part
}

/** Eight grey dots in a row. */
function png(): Buffer {
  const head = Buffer.from([0, 0, 0, 8, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const dots = deflateSync(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]))
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n'), pngPart('IHDR', head), pngPart('IDAT', dots), pngPart('IEND', Buffer.alloc(0))])
}

const jpegPart = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content])

/** Its parts and its data, with a restart and an escaped FF in it; a thumbnail with an end of its own stands in the first. */
function jpeg(): Buffer {
  const data = Buffer.from([...Array.from({ length: 40 }, (_, at) => at), 0xff, 0, 0xff, 0xd0, 9, 8, 7])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegPart(0xe1, Buffer.concat([latin('Exif\0\0'), Buffer.from([0xff, 0xd8, 1, 2, 0xff, 0xd9])])),
    jpegPart(0xdb, Buffer.alloc(65, 1)),
    jpegPart(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    jpegPart(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    data,
    Buffer.from([0xff, 0xd9]),
  ])
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

function webp(): Buffer {
  const file = Buffer.concat([latin('RIFF\0\0\0\0WEBPVP8 '), Buffer.from([40, 0, 0, 0]), Buffer.alloc(40, 7)])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const heic = (): Buffer =>
  Buffer.concat([box('ftyp', latin('heic\0\0\0\0mif1heic')), box('meta', Buffer.alloc(50, 1)), box('mdat', Buffer.alloc(120, 2))])

const part = (name: string) => ({ name, content: `<?xml version="1.0"?><x>${'conteúdo '.repeat(30)}</x>` })
const office = (folder: string): Buffer => zip([part('[Content_Types].xml'), part('_rels/.rels'), part(`${folder}/document.xml`)])
const open = (): Buffer => zip([{ name: 'mimetype', content: 'application/vnd.oasis', method: 0 }, part('content.xml')])

const oldWorkbook = (): Buffer =>
  XLSX.write(
    {
      SheetNames: ['a'],
      Sheets: {
        a: XLSX.utils.aoa_to_sheet([
          ['Vencimento', 'Valor'],
          ['05/04/2026', '1,00'],
        ]),
      },
    },
    { type: 'buffer', bookType: 'biff8' },
  ) as Buffer

/** An older office file around named streams. */
function compoundOf(...names: string[]): Buffer {
  const file = XLSX.CFB.utils.cfb_new()
  for (const name of names) XLSX.CFB.utils.cfb_add(file, `/${name}`, Buffer.alloc(6000, 3))
  return XLSX.CFB.write(file, { type: 'buffer' }) as Buffer
}

/** By the extension it is attached under. */
export const wholeFiles = (): Record<string, Buffer> => ({
  pdf: Buffer.from(paper(['Recibo', ...Array.from({ length: 40 }, (_, at) => `Linha ${at}`)])),
  png: png(),
  jpg: jpeg(),
  gif: GIF,
  webp: webp(),
  heic: heic(),
  xlsx: workbookOf(sheetXml(textRow(['Vencimento', 'Valor']) + textRow(['05/04/2026', '1,00']))),
  docx: office('word'),
  pptx: office('ppt'),
  ods: open(),
  odt: open(),
  zip: zip([part('a.txt'), part('b.txt')]),
  xls: oldWorkbook(),
  doc: compoundOf('WordDocument'),
  xml: latin(`<?xml version="1.0"?>\n<!-- nota -->\n<nota versao="1.0">${'<item>café</item>'.repeat(20)}</nota>\n`),
  ofx: latin(ofxText({ rows: [{ day: '2026-03-10', amount_cents: -100, memo: 'TARIFA', fitid: '1' }] })),
})

/** Behind a password. */
export const lockedFiles = (): Record<string, Buffer> => {
  const packed = zip([part('a.txt')])
  packed.writeUInt16LE(1, 6)
  return { xlsx: compoundOf('EncryptionInfo', 'EncryptedPackage'), docx: compoundOf('EncryptionInfo', 'EncryptedPackage'), zip: packed }
}

/** The shortest that is whole, with a text of one's own. */
export const tinyPdf = (text: string): string => `%PDF-1.7\n${text}\n%%EOF\n`
