// Access keys, DPS ids and NFS-e keys: what is built is read back, one wrong character is seen, and public vectors agree.
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildAccessKey,
  buildDpsId,
  buildNfseKey,
  groupKey,
  isAccessKey,
  isNfseKey,
  readAccessKey,
  readDpsId,
  readNfseKey,
} from '#domain/fiscal/access-key.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const cnpj = fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/)
const parts = fc.record({
  uf: digits(2),
  year_month: digits(4),
  document: cnpj,
  model: fc.constantFrom('55', '65'),
  series: fc.integer({ min: 0, max: 899 }),
  number: fc.integer({ min: 1, max: 999_999_999 }),
  emission_type: fc.constantFrom('1', '9'),
  code: digits(8),
})

describe('the 44 positions', () => {
  test('are read back as they were built', () => {
    fc.assert(
      fc.property(parts, given => {
        const key = buildAccessKey(given)
        const { check_digit, ...read } = readAccessKey(key) ?? { check_digit: '' }
        expect(read).toEqual(given)
        expect([key.length, isAccessKey(key), check_digit]).toEqual([44, true, key.slice(43)])
      }),
    )
  })

  test('one digit changed is no longer a key', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 42 }), fc.integer({ min: 1, max: 9 }), (given, at, by) => {
        const key = buildAccessKey(given)
        if (!/\d/.test(key[at] ?? '')) return
        const bent = key.slice(0, at) + ((Number(key[at]) + by) % 10) + key.slice(at + 1)
        // Mod 11 folds remainders 0 and 1 together: only those may collide.
        if (isAccessKey(bent)) expect(key.endsWith('0')).toBe(true)
      }),
    )
  })

  test('a CPF is padded, and read without its padding', () => {
    const key = buildAccessKey({
      uf: '35',
      year_month: '2603',
      document: '52998224725',
      model: '55',
      series: 920,
      number: 7,
      emission_type: '1',
      code: '12345678',
    })
    expect(key.slice(6, 20)).toBe('00052998224725')
    expect(readAccessKey(key)?.document).toBe('52998224725')
  })

  test('what does not fit is refused, what is no key reads as nothing', () => {
    const given = {
      uf: '35',
      year_month: '2603',
      document: '1'.repeat(14),
      model: '55',
      series: 1000,
      number: 1,
      emission_type: '1',
      code: '1'.repeat(8),
    }
    expect(() => buildAccessKey(given)).toThrow(RangeError)
    for (const text of ['', '1'.repeat(43), 'x'.repeat(44)]) expect([isAccessKey(text), readAccessKey(text)]).toEqual([false, undefined])
  })

  test('are printed in groups of four', () => {
    expect(groupKey('35170458716523000119550010000000121000123458')).toBe('3517 0458 7165 2300 0119 5500 1000 0000 1210 0012 3458')
  })
})

test('a DPS id and an NFS-e key are read back as they were built', () => {
  const dps = fc.record({ city: digits(7), document: cnpj, series: digits(5), number: fc.integer({ min: 1, max: 999_999_999 }) })
  fc.assert(
    fc.property(dps, digits(4), digits(9), (given, year_month, code) => {
      const id = buildDpsId(given)
      expect(id.length).toBe(45)
      expect(readDpsId(id)).toEqual({ ...given, document_type: 'CNPJ' })
      const { city, document, number } = given
      const key = buildNfseKey({ city, document, number, environment: '2', year_month, code })
      expect([key.length, isNfseKey(key)]).toEqual([50, true])
      expect(readNfseKey(key)).toMatchObject({ city, document, number, year_month, code, document_type: 'CNPJ' })
    }),
  )
})

const fixture = (path: string) => new URL(`../../../../shared/fixtures/br/${path}`, import.meta.url)
const absent = !existsSync(fixture('nfe/keys.json'))
if (absent) console.warn('skipped: the shared fixtures (nfe, nfse) are not beside this repository')

interface KeyVector {
  key: string
  valid: boolean
  parts?: {
    uf_ibge: string
    year_month: string
    issuer: string
    model: string
    series: number
    number: number
    code: string
    check_digit: string
  }
}
interface NfseVector {
  expected: { access_key?: string; access_key_parts?: Record<string, unknown>; dps_id?: string; dps_id_parts?: Record<string, unknown> }
}

describe.skipIf(absent)('public vectors', () => {
  const read = (path: string) => JSON.parse(readFileSync(fixture(path), 'utf8'))
  const keys: KeyVector[] = absent ? [] : read('nfe/keys.json').keys
  const files: NfseVector[] = absent ? [] : read('nfse/expected.json').files

  test.each(keys.map(each => [each.key, each] as const))('%s', (key, vector) => {
    const known = key.length === 50 ? isNfseKey(key) : isAccessKey(key)
    expect(known).toBe(vector.valid)
    if (!vector.parts || key.length !== 44) return
    const { issuer, uf_ibge, ...rest } = vector.parts
    const found = readAccessKey(key)
    expect(found && { ...found, document: found.document.padStart(14, '0') }).toMatchObject({
      uf: uf_ibge,
      document: issuer,
      year_month: rest.year_month,
      series: rest.series,
      number: rest.number,
      code: rest.code,
      check_digit: rest.check_digit,
    })
  })

  test('NFS-e keys and DPS ids of published notes', () => {
    const notes = files.filter(file => file.expected.access_key_parts || file.expected.dps_id_parts)
    expect(notes.length).toBeGreaterThan(0)
    for (const { expected } of notes) {
      if (expected.access_key && expected.access_key_parts) {
        const { document_type, ...given } = expected.access_key_parts
        expect(isNfseKey(expected.access_key)).toBe(true)
        expect(readNfseKey(expected.access_key)).toMatchObject({ ...given, document_type })
      }
      if (expected.dps_id && expected.dps_id_parts) expect(readDpsId(expected.dps_id)).toEqual(expected.dps_id_parts)
    }
  })
})
