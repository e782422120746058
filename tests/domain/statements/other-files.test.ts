// What is sent in the place of a statement, whole, cut, flipped or under another name: one sentence that says what it is, and nothing read.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_STATEMENT_BYTES } from '#domain/statements/statement-file.ts'
import { StatementReader } from '#server/parsers/statement-reader.ts'
import { sheetXml, textRow, workbookOf, zip } from '#tests/kit/zips.ts'

const text = (content: string) => new TextEncoder().encode(content)
const bytes = (...parts: (readonly number[] | string)[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])))
const noise = (length: number) => Array.from({ length }, (_, at) => (at * 7919 + 13) % 256)

const FILES: readonly (readonly [name: string, says: string, content: Uint8Array])[] = [
  ['a PDF', 'PDF', bytes('%PDF-1.7\n', noise(600), '\n%%EOF')],
  ['an encrypted PDF', 'PDF', bytes('%PDF-1.6\n1 0 obj<</Encrypt 2 0 R>>', noise(600), '%%EOF')],
  ['a workbook', 'planilha', new Uint8Array(workbookOf(sheetXml(textRow(['Data', 'Valor']))))],
  ['a ZIP', 'ZIP', new Uint8Array(zip([{ name: 'a.ofx', content: '<OFX>' }]))],
  ['an old or encrypted workbook', 'senha', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], noise(600))],
  ['a PNG', 'imagem', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], noise(600))],
  ['a JPEG', 'imagem', bytes([0xff, 0xd8, 0xff, 0xe0], noise(600))],
  ['a WebP', 'imagem', bytes('RIFF', noise(4), 'WEBP', noise(600))],
  ['a HEIC', 'imagem', bytes(noise(4), 'ftypheic', noise(600))],
  ['a gzip', 'compactado', new Uint8Array(gzipSync('Data;Valor\n01/10/2026;1,00\n'.repeat(40)))],
  ['a RAR', 'compactado', bytes('Rar!', [0x1a, 7, 1, 0], noise(600))],
  [
    'an invoice in XML',
    'XML',
    text(`<?xml version="1.0"?><nfeProc><NFe>${'<det><prod><vProd>10,00</vProd></prod></det>;'.repeat(20)}</NFe></nfeProc>`),
  ],
  [
    'a page of the internet',
    'internet',
    text(`<!DOCTYPE html><html><body>${'<td>01/10/2026</td>;<td>10,00</td>\n'.repeat(20)}</body></html>`),
  ],
  [
    'a JSON',
    'JSON',
    text(
      JSON.stringify(
        Array.from({ length: 20 }, () => ({ data: '01/10/2026', valor: '-10,00' })),
        null,
        1,
      ),
    ),
  ],
  ['a certificate', 'certificado', text(`-----BEGIN CERTIFICATE-----\n${'MIIB,;AB\n'.repeat(40)}`)],
]

const ONE_SENTENCE = /^\p{Lu}[^\n]{8,200}[.?]$/u
const read = (content: Uint8Array) => new StatementReader().read({ bytes: content })

describe.each(FILES)('%s in the place of a statement', (_, says, content) => {
  it('is called what it is', () => {
    expect(read(content)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(says) })
  })

  it('is refused in one sentence wherever it is cut', () => {
    for (let length = 0; length < content.length; length += 10) {
      const answer = read(content.subarray(0, length))
      expect(answer.kind === 'read' ? 'read' : answer.reason).toMatch(ONE_SENTENCE)
    }
  })

  it('is never read as money with a bit flipped', () => {
    for (let at = 0; at < Math.min(content.length, 400); at += 3) {
      const flipped = content.slice()
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      const answer = read(flipped)
      expect(answer.kind === 'read' ? 'read' : answer.reason).toMatch(ONE_SENTENCE)
    }
  })
})

describe('a file', () => {
  it.each([
    ['empty', new Uint8Array(), 'O arquivo está vazio.'],
    ['of blanks', text(' \r\n\t\n'), 'O arquivo está vazio.'],
    ['too large', new Uint8Array(MAX_STATEMENT_BYTES + 1).fill(32), 'O arquivo passa de 30 MB. Exporte um período menor.'],
    [
      'with a field of 5 MB',
      text(`Data;Histórico;Valor\n01/10/2026;"${'x'.repeat(5_000_000)}";-1,00\n`),
      'A linha 2 tem um campo de mais de 64 mil caracteres: confira se as aspas fecham.',
    ],
    ['with a quote that never closes', text('Data;Histórico;Valor\n01/10/2026;"x;-1,00\n'), 'A linha 2 abre aspas que não fecham.'],
  ])('%s says so', (_, content, reason) => {
    expect(read(content)).toEqual({ kind: 'refused', reason })
  })
})
