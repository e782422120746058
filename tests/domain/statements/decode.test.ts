// Bytes of statement files to text.
import { describe, expect, it } from 'vitest'
import { decodeStatement } from '#domain/statements/decode.ts'
import { MAX_STATEMENT_BYTES, StatementFileError } from '#domain/statements/statement-file.ts'
import { latinBytes } from '#tests/kit/ofx-files.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('decoding a statement file', () => {
  it('believes strict UTF-8 before the header, drops the BOM', () => {
    expect(decodeStatement(utf8('CHARSET:1252\nTransferência'))).toEqual({ text: 'CHARSET:1252\nTransferência', encoding: 'utf-8' })
    expect(decodeStatement(utf8('\uFEFFData;Histórico')).text).toBe('Data;Histórico')
  })

  it('falls back to windows-1252, with its own signs between 0x80 and 0x9f', () => {
    expect(decodeStatement(latinBytes('Tarifa bancária')).text).toBe('Tarifa bancária')
    const quotes = new Uint8Array([0x93, 0xe3, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35])
    expect(decodeStatement(quotes)).toEqual({ text: '\u201cã\u201d – €5', encoding: 'windows-1252' })
  })

  it('takes iso-8859-15 only when the header says so', () => {
    expect(decodeStatement(new Uint8Array([...utf8('CHARSET:8859-15\n'), 0xa4, 0xe3])).text).toBe('CHARSET:8859-15\n€ã')
    expect(decodeStatement(new Uint8Array([...utf8('CHARSET:8859-1\n'), 0xa4, 0xe3])).text).toBe('CHARSET:8859-1\n¤ã')
  })

  it('reads UTF-16 with BOM', () => {
    expect(decodeStatement(new Uint8Array([0xff, 0xfe, 0x44, 0x00, 0xe3, 0x00])).text).toBe('Dã')
    expect(decodeStatement(new Uint8Array([0xfe, 0xff, 0x00, 0x44, 0x00, 0xe3])).text).toBe('Dã')
  })

  it('refuses empty, binary, PDF and ZIP files with a sentence', () => {
    for (const bytes of [new Uint8Array(), utf8('a\0b'), utf8('%PDF-1.7'), new Uint8Array([0x50, 0x4b, 3, 4, 9])]) {
      expect(() => decodeStatement(bytes)).toThrow(StatementFileError)
    }
    expect(() => decodeStatement(utf8('%PDF-1.7'))).toThrow(/PDF/)
  })

  it('accepts 30 MB and refuses one byte more', () => {
    expect(decodeStatement(new Uint8Array(MAX_STATEMENT_BYTES).fill(97)).text.length).toBe(MAX_STATEMENT_BYTES)
    expect(() => decodeStatement(new Uint8Array(MAX_STATEMENT_BYTES + 1).fill(32))).toThrow(/30 MB/)
  })
})
