// Hostile statement files are refused and none hangs: a quadratic reader would pass the runner's own limit.
import { describe, expect, it } from 'vitest'
import { readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { planImport } from '#domain/statements/identity.ts'
import { readOfx } from '#domain/statements/ofx.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { manyOfxRows, ofxBytes } from '#tests/kit/ofx-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const million = 1_000_000

// The machine may be busy with other suites: only a hang may fail here.
const memo = (text: string) => `<OFX><STMTRS><STMTTRN><DTPOSTED>20261001<TRNAMT>1<MEMO>${text}</STMTTRN></STMTRS></OFX>`

describe('hostile OFX', () => {
  it.each([
    ['100,000 nested tags', () => `<OFX>${'<A>'.repeat(100_000)}`],
    ['a field of 5 MB', () => memo('x'.repeat(5 * million))],
    ['a CDATA of 5 MB', () => memo(`<![CDATA[${'x'.repeat(5 * million)}]]>`)],
    ['two million numeric entities', () => memo('&#65;'.repeat(2 * million))],
    ['an entity bomb', () => `<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${memo('&b;')}`],
    ['an entity bomb in the body', () => memo('x').replace('<STMTRS>', '<!DOCTYPE b [<!ENTITY a "aaaa">]><STMTRS>')],
    ['an external entity', () => `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd">${memo('&x;')}`],
    ['a name of 5 MB', () => `<OFX><${'A'.repeat(5 * million)}>`],
  ])('%s is refused', (_, text) => {
    const file = bytes(text())
    expect(() => readOfx(file)).toThrow(StatementFileError)
  })

  it.each([
    ['open angles', '<'],
    ['broken tags', '<A '],
    ['broken closings', '</'],
    ['comments that never end', '<!--'],
    ['instructions that never end', '<?'],
    ['comments', '<!---->'],
    ['closings of nothing', '</STMTTRN>'],
    ['unclosed transactions', '<STMTTRN>'],
  ])('20 MB of %s end without hanging', (_, piece) => {
    const file = bytes(`<OFX><STMTRS>${piece.repeat(Math.floor((20 * million) / piece.length))}`)
    try {
      readOfx(file)
    } catch (error) {
      expect(error).toBeInstanceOf(StatementFileError)
    }
  })

  it('100,000 honest rows are read and compared with 100,000 stored ones', () => {
    const rows = manyOfxRows(100_000)
    const file = ofxBytes({ rows, charset: 'windows-1252', decimal: ',' })
    const read = readOfx(file).accounts[0]!.rows
    expect(read).toHaveLength(100_000)
    const stored = read.map((row, index) => ({ ...row, id: String(index), fitid: `other${index}` }))
    expect(planImport(read, stored).every(({ decision }) => decision === 'doubtful')).toBe(true)
  })

  it('100,000 equal amounts of one day with memos unlike do not make the comparison quadratic', () => {
    const row = (index: number, word: string) => ({
      day: '2026-10-01',
      amount_cents: -250,
      memo: `${word}${index}X`,
      fitid: `${word}${index}`,
      ignorable: false,
    })
    const read = Array.from({ length: 100_000 }, (_, index) => row(index, 'NEW'))
    const stored = Array.from({ length: 100_000 }, (_, index) => ({ ...row(index, 'OLD'), id: String(index) }))
    expect(planImport(read, stored).every(({ decision }) => decision === 'new')).toBe(true)
  })
})

describe('hostile CSV', () => {
  it.each([
    ['a field of 5 MB', () => `Data;Valor;Histórico\n01/10/2026;1,00;${'x'.repeat(5 * million)}`],
    ['a quoted field of 5 MB', () => `Data;Valor;Histórico\n01/10/2026;1,00;"${'x'.repeat(5 * million)}"`],
    ['quotes that never close', () => `Data;Valor;Histórico\n01/10/2026;1,00;"x\n${'01/10/2026;1,00;x\n'.repeat(10)}`],
    ['a million columns', () => `Data;Valor${';'.repeat(million)}`],
    ['20 MB of quotes', () => `Data;Valor\n${'"'.repeat(20 * million)}`],
    ['20 MB of line breaks', () => '\n'.repeat(20 * million)],
    ['20 MB of one letter', () => 'x'.repeat(20 * million)],
  ])('%s is refused', (_, text) => {
    const file = bytes(text())
    const mapping = {
      separator: ';',
      header: ['Data', 'Valor'],
      decimal: ',',
      kind: 'BANK',
      invert: false,
      date: 0,
      memo: [],
      amount: 1,
    } as const
    expect(() => readCsv(file, { ...mapping, header: [...mapping.header], memo: [] })).toThrow(StatementFileError)
    try {
      sniffCsv(file)
    } catch (error) {
      expect(error).toBeInstanceOf(StatementFileError)
    }
  })
})
