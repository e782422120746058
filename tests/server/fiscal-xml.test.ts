// Fiscal XML: what the safe reader takes, signatures as others made them, and published notes read to their totals.
import { existsSync, readFileSync } from 'node:fs'
import { getStates } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAccessKey } from '#domain/fiscal/access-key.ts'
import { consumerQrCode, consumerQueryAddress } from '#server/fiscal/qr-code.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { buildXml, centsOf, money, nodeAt, parseXml, plain, textAt, type XmlNode } from '#server/fiscal/xml.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the reader', () => {
  test('takes fifty levels and no more, comments and CDATA aside', () => {
    const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    expect(() => parseXml(bytes(nested(50)))).not.toThrow()
    expect(() => parseXml(bytes(nested(51)))).toThrow('O XML tem níveis demais.')
    expect(() => parseXml(bytes(`<a><!-- ${'<b>'.repeat(60)} --><c><![CDATA[${'<b>'.repeat(60)}]]></c></a>`))).not.toThrow()
  })

  test('refuses document types in any case and what is not well-formed', () => {
    expect(() => parseXml(bytes('<!doctype a><a/>'))).toThrow('DOCTYPE')
    for (const text of ['', 'texto', '<a>', '<a></b>'])
      expect(() => parseXml(bytes(text)), text).toThrow(/^O XML está (malformado|cortado)/)
  })

  test('reads latin-1 when the document says so', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ação</a>', 'latin1')
    expect(textAt(parseXml(latin), 'a')).toBe('ação')
  })

  test('gives back what the builder wrote', () => {
    const note = { a: { '@Id': 'x', b: ['1', '2'], c: 'R&D <x>', d: undefined } }
    expect(buildXml(note)).toBe('<a Id="x"><b>1</b><b>2</b><c>R&amp;D &lt;x&gt;</c></a>')
    expect(parseXml(bytes(buildXml(note)))).toEqual({ a: { '@Id': 'x', b: ['1', '2'], c: 'R&D <x>' } })
  })

  test('a text becomes what a layout takes of it, and nothing else', () => {
    expect(plain(' Café – “bom”…\tR$\u00a05\n', 60)).toBe('Café - "bom"... R$ 5')
    expect(plain('Łukasz Ǻ ½ 日本 ☕ €9', 60)).toBe('ukasz A ½ EUR9')
    expect([plain(' ☕ ', 60), plain(null, 60), plain('abc def', 4)]).toEqual([undefined, undefined, 'abc'])
    const layout = /^[!-ÿ]([ -ÿ]*[!-ÿ])?$/
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const made = plain(text, max)
        expect(made === undefined || (layout.test(made) && made.length <= max)).toBe(true)
      }),
    )
  })

  test('cents and their text are each other’s inverse', () => {
    for (const cents of [0, 1, 99, 100, 123_456, 9_999_999_999]) expect(centsOf(money(cents))).toBe(cents)
    expect([centsOf('25.5000000000'), centsOf('0.285'), centsOf('1.005'), centsOf('x'), centsOf('')]).toEqual([2550, 29, 101, 0, 0])
  })
})

describe('the pages of an NFC-e', () => {
  test('are there for every state, as the layout writes them', () => {
    const states = getStates().map(state => state.code)
    expect(states).toHaveLength(27)
    const key = `${'3'.repeat(34)}1${'3'.repeat(9)}`
    for (const state of states) {
      for (const environment of ['1', '2'] as const) {
        expect(consumerQrCode(state, key, environment)).toMatch(/^https?:\/\/.*\?p=\d{44}\|3\|[12]$/)
        const query = consumerQueryAddress(state, environment)
        expect(query.length >= 21 && query.length <= 85).toBe(true)
      }
    }
    expect(consumerQrCode('RS', key, '1')).toBe(`https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx?p=${key}|3|1`)
    expect(consumerQrCode('SP', key, '2')).toContain('homologacao')
  })
})

const folder = new URL('../../../shared/fixtures/br/nfe/', import.meta.url)
const absent = !existsSync(folder)
if (absent) console.warn('skipped: the shared fixtures (nfe) are not beside this repository')

interface Vector {
  file: string
  /** Absent of files that are not notes. */
  expected?: {
    root?: string
    access_key?: string
    access_key_check_digit_ok?: boolean
    model?: string
    number?: string
    totals?: Record<string, string>
  }
}

describe.skipIf(absent)('published notes', () => {
  const read = (file: string) => readFileSync(new URL(file, folder))
  const vectors: Vector[] = absent ? [] : JSON.parse(read('expected.json').toString()).files
  const notes = vectors.flatMap(({ file, expected }) => (expected?.access_key && expected.totals ? [[file, expected] as const] : []))

  test.each(notes)('%s', (file, expected) => {
    const info = findNote(parseXml(read(file)))
    const key = textAt(info, '@Id').replace(/^NFe/, '')
    expect(key).toBe(expected.access_key)
    expect(isAccessKey(key)).toBe(expected.access_key_check_digit_ok)
    expect([textAt(info, 'ide', 'mod'), textAt(info, 'ide', 'nNF')]).toEqual([expected.model, expected.number])
    for (const [name, text] of Object.entries(expected.totals ?? {}))
      expect(centsOf(textAt(info, 'total', 'ICMSTot', name)), name).toBe(centsOf(text))
  })

  test('one that is not well-formed is refused', () => {
    expect(() => parseXml(read('nfe-not-well-formed.xml'))).toThrow('malformado')
  })

  test('signatures of others: a right one, a changed document, a changed signature', () => {
    expect(checkSignature(read('signed-ok.xml').toString()).valid).toBe(true)
    for (const file of ['signed-digest-fail.xml', 'signed-signature-fail.xml'])
      expect(checkSignature(read(file).toString()), file).toEqual({ valid: false, reason: 'altered' })
  })
})

/** The infNFe wherever the document keeps it. */
function findNote(node: XmlNode): XmlNode | undefined {
  const here = nodeAt(node, 'infNFe')
  if (here) return here
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      const found = typeof child === 'object' && !Array.isArray(child) ? findNote(child as XmlNode) : undefined
      if (found) return found
    }
  }
  return undefined
}
