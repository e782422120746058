// What leaves the grid for a spreadsheet, and what comes back from one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTsv, readOnlyColumns, tableOf, without } from '#client/kit/grid/clipboard.ts'

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('1.284,90', '-12,50', '=SOMA(A1)', '+55 11', '@eu', '"aspas"', 'a\tb', 'duas\nlinhas', ''),
)
// a lone empty cell is an empty text, which is no table
const matrix = fc
  .integer({ min: 1, max: 4 })
  .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  .filter(rows => rows.length > 1 || rows[0]!.length > 1 || rows[0]![0] !== '')

describe('copying', () => {
  it('comes back as it went, whatever the cells hold', () => {
    fc.assert(
      fc.property(
        matrix.filter(rows => rows.every(row => row.every(text => !/^'[=+\-@]/.test(text) && text !== ''))),
        rows => {
          expect(parseTsv(tableOf(rows).text)).toEqual(rows)
        },
      ),
    )
  })

  it('guards texts that a spreadsheet would run, but leaves negative amounts numbers', () => {
    expect(tableOf([['=SOMA(A1)', '+1', '-1+2', '@x', '-1284,90', '12']]).text).toBe("'=SOMA(A1)\t'+1\t'-1+2\t'@x\t-1284,90\t12")
  })

  it('writes HTML in which no cell is markup', () => {
    expect(tableOf([['<b>&"', 'b']]).html).toBe('<table><tr><td>&lt;b&gt;&amp;&quot;</td><td>b</td></tr></table>')
  })
})

describe('pasting', () => {
  it('passes over the columns that a copy of ours says nobody writes in', () => {
    const { text, html } = tableOf([['15/11/2026', 'vence hoje', 'Luz', 'Pendente']], [1, 3])
    expect(without(parseTsv(text), readOnlyColumns(`<meta charset='utf-8'>${html}`))).toEqual([['15/11/2026', 'Luz']])
    expect(readOnlyColumns(tableOf([['a']]).html)).toEqual(new Set())
  })

  it('drops the newline Excel adds, and no other empty row', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(parseTsv('a\n\nb\n')).toEqual([['a'], [''], ['b']])
  })

  it('reads quoted cells with tabs, line breaks and doubled quotes', () => {
    expect(parseTsv('"a\tb"\t"c\nd"\t"e""f"\n')).toEqual([['a\tb', 'c\nd', 'e"f']])
  })

  it('takes a stray quote for what it looks like', () => {
    expect(parseTsv('"tubo" 12"\t"15')).toEqual([['"tubo" 12"', '"15']])
  })

  it('keeps empty cells at both ends of a row', () => {
    expect(parseTsv('\ta\t')).toEqual([['', 'a', '']])
    expect(parseTsv('')).toEqual([])
  })
})
