// CNAB returns: a file made here field by field, the shared ones when they stand beside the repository, and what must be refused.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { looksLikeCnab, readCnab, readReturn } from '#domain/statements/cnab.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

/** A line of blanks with texts at 1-based positions. */
function line(width: number, fields: Record<number, string>): string {
  let text = ' '.repeat(width)
  for (const [at, value] of Object.entries(fields)) text = text.slice(0, Number(at) - 1) + value + text.slice(Number(at) - 1 + value.length)
  return text
}

const header = line(400, { 1: '02RETORNO01COBRANCA', 77: '341BANCO ITAU S.A.' })
const detail = (occurrence: string, more: Record<number, string> = {}) =>
  line(400, {
    1: '1',
    86: '002313270',
    109: occurrence,
    111: '200626',
    117: 'NF 1234',
    147: '180626',
    153: '0000000038975',
    176: '0000000000333',
    254: '0000000038975',
    296: '220626',
    ...more,
  })
const file = (...lines: string[]) => bytes([header, ...lines, line(400, { 1: '9' })].join('\r\n'))

describe('a CNAB 400 return', () => {
  it('is a statement of its settled slips, on the day they are credited, fees beside them', () => {
    const read = readCnab(file(detail('06'), detail('02', { 176: '0000000000000' })))
    expect(read.format).toBe('CNAB')
    expect(read.accounts[0]?.bank_code).toBe('341')
    expect(read.accounts[0]?.rows.map(row => [row.day, row.amount_cents, row.memo, row.ignorable])).toEqual([
      ['2026-06-22', 38_975, 'LIQUIDACAO BOLETO 002313270 DOC NF 1234', false],
      ['2026-06-22', -333, 'TARIFA COBRANCA 002313270 DOC NF 1234', true],
    ])
    expect(read.warnings).toEqual(['1 ocorrências do retorno (registro, baixa, recusa) não movimentam a conta.'])
  })

  it('falls back on the day of the occurrence, and says which line has none', () => {
    const read = readCnab(file(detail('17', { 296: '000000' }), detail('06', { 296: '000000', 111: '000000' })))
    expect(read.accounts[0]?.rows[0]?.day).toBe('2026-06-20')
    expect(read.accounts[0]?.errors).toEqual([{ line: 3, reason: 'A liquidação não traz data.' }])
  })

  it.each([
    ['a remittance', bytes(line(400, { 1: '01REMESSA01COBRANCA', 77: '341' })), /remessa/],
    ['an unknown bank', bytes(line(400, { 1: '02RETORNO01COBRANCA', 77: '999' })), /banco 999/],
    ['a crooked line', bytes(`${header}\r\n1 curta`), /linha 2 tem 7 posições/],
    ['anything else', bytes('Data;Valor'), /não é um retorno/],
  ])('refuses %s', (_, content, reason) => {
    expect(() => readReturn(content)).toThrow(reason)
  })
})

describe('a CNAB 240 return', () => {
  const head = line(240, { 1: '00100000', 143: '2' })
  const title = line(240, {
    1: '0010001300001T 06',
    38: '32948600000000196',
    59: 'NF 9',
    74: '23062026',
    82: '000000000004000',
    149: 'MARIA',
    199: '000000000000500',
  })
  const money = line(240, { 1: '0010001300002U 06', 78: '000000000004000', 93: '000000000003500', 138: '21062026', 146: '23062026' })

  it('joins the title of segment T with the money of segment U', () => {
    const content = bytes([head, title, money].join('\n'))
    expect(looksLikeCnab(content)).toBe(true)
    expect(readCnab(content).accounts[0]?.rows.map(row => [row.day, row.amount_cents, row.memo])).toEqual([
      ['2026-06-23', 4_000, 'LIQUIDACAO BOLETO 32948600000000196 DOC NF 9 MARIA'],
      ['2026-06-23', -500, 'TARIFA COBRANCA 32948600000000196 DOC NF 9 MARIA'],
    ])
  })

  it('refuses money without its title', () => {
    expect(() => readReturn(bytes([head, money].join('\n')))).toThrow(StatementFileError)
  })
})

const folder = new URL('../../../../../shared/fixtures/br/cnab/', import.meta.url)
const near = new URL('../../../../shared/fixtures/br/cnab/', import.meta.url)
const place = [near, folder].find(each => existsSync(each))
if (!place) console.warn('skipped: the shared fixtures (cnab) are not beside this repository')

interface Expected {
  file: string
  valid?: boolean
  valid_as_return?: boolean
  bank_code?: string
  asserted?: { bank_code?: string; settled_count?: number }
  derived_details?: Record<string, string | number | null>[]
}

describe.skipIf(!place)('the public returns', () => {
  const at = place as URL
  const expected: Expected[] = place ? JSON.parse(readFileSync(new URL('expected.json', at), 'utf8')).files : []
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, at)))

  it('are all here', () => expect(expected.length).toBe(readdirSync(at).length - 1))

  it.each(
    expected
      .filter(each => each.valid !== false && each.valid_as_return !== false && each.file !== 'cnab240-btg.ret')
      .map(each => [each.file, each] as const),
  )('%s says what its source says', (name, { asserted, bank_code, derived_details = [] }) => {
    const found = readReturn(read(name))
    expect(found.bank).toBe(asserted?.bank_code ?? bank_code)
    if (asserted?.settled_count !== undefined)
      expect(found.occurrences.filter(slip => slip.occurrence === '06' || slip.occurrence === '17')).toHaveLength(asserted.settled_count)
    derived_details.forEach((detail, index) => {
      const slip = found.occurrences[index]
      expect(slip).toMatchObject({
        our_number: detail.our_number,
        occurrence: detail.occurrence ?? detail.movement,
        occurrence_day: detail.occurrence_date,
        due_day: detail.due_date,
        credit_day: detail.credit_date,
        amount_cents: detail.amount_cents,
        paid_cents: detail.paid_cents,
        fee_cents: detail.fee_cents,
      })
    })
  })

  it.each(
    expected
      .filter(each => each.valid === false || each.valid_as_return === false || each.file === 'cnab240-btg.ret')
      .map(each => each.file),
  )('%s is refused with a reason', name => {
    expect(() => readReturn(read(name))).toThrow(StatementFileError)
  })
})
