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
    const read = readCnab(file(detail('06'), detail('02', { 176: '0000000000000', 254: '0000000000000' })))
    expect(read.format).toBe('CNAB')
    expect(read.accounts[0]?.bank_code).toBe('341')
    expect(read.accounts[0]?.rows.map(row => [row.day, row.amount_cents, row.memo, row.ignorable])).toEqual([
      ['2026-06-22', 38_975, 'LIQUIDACAO BOLETO 002313270 DOC NF 1234', false],
      ['2026-06-22', -333, 'TARIFA COBRANCA 002313270 DOC NF 1234', true],
    ])
    expect(read.warnings).toEqual(['1 ocorrência do retorno (registro, baixa, recusa) não movimenta a conta.'])
  })

  it('falls back on the day of the occurrence, and says which line has none', () => {
    const read = readCnab(file(detail('07', { 296: '000000' }), detail('06', { 296: '000000', 111: '000000' })))
    expect(read.accounts[0]?.rows[0]?.day).toBe('2026-06-20')
    expect(read.accounts[0]?.errors).toEqual([{ line: 3, reason: 'A liquidação não traz data.' }])
  })

  it.each([
    ['a remittance', bytes(line(400, { 1: '01REMESSA01COBRANCA', 77: '341' })), /remessa/],
    ['an unknown bank', bytes(line(400, { 1: '02RETORNO01COBRANCA', 77: '999' })), /banco 999/],
    ['records of another bank', bytes([header.replace('341', '001'), detail('06')].join('\n')), /não são os deste banco/],
    ['anything else', bytes('Data;Valor'), /não é um retorno/],
  ])('refuses %s', (_, content, reason) => {
    expect(() => readReturn(content)).toThrow(reason)
  })
})

describe('a CNAB 240 return', () => {
  const head = line(240, { 1: '00100000', 18: '2', 19: '02659953000176', 143: '2' })
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

  it('with the blanks at its line ends stripped is the same file', () => {
    const whole = [head, title, money].join('\n')
    const stripped = [head, title, money].map(each => each.trimEnd()).join('\n')
    expect(looksLikeCnab(bytes(stripped))).toBe(true)
    expect(readCnab(bytes(stripped))).toEqual(readCnab(bytes(whole)))
  })

  it('tells the segment that lost its other half, and reads its neighbours', () => {
    const two = (text: string) => text.replace('196', '197')
    const lost = readCnab(bytes([head, money, title, money].join('\n'))).accounts[0]
    expect(lost?.errors).toEqual([{ line: 2, reason: 'O segmento U veio sem o T que o precede.' }])
    expect(lost?.rows).toHaveLength(2)
    const unpaid = readCnab(bytes([head, two(title), title, money].join('\n'))).accounts[0]
    expect(unpaid?.errors).toEqual([{ line: 2, reason: 'A liquidação não traz o segmento U, que diz quanto foi pago.' }])
    expect(unpaid?.rows).toHaveLength(2)
  })

  it('never takes a field that was cut for a smaller amount', () => {
    for (let length = 78; length < 92; length++) {
      const account = readCnab(bytes([head, title, money.slice(0, length)].join('\n'))).accounts[0]
      expect(account?.rows.filter(row => row.amount_cents > 0)).toEqual([])
      expect(account?.errors).toHaveLength(1)
    }
  })

  it('says that a bank nobody knows was read by the common layout, and refuses a return of payments', () => {
    const other = (text: string) => `999${text.slice(3)}`
    expect(readCnab(bytes([head, title, money].map(other).join('\n'))).warnings[0]).toMatch(/banco 999/)
    expect(() => readCnab(bytes([head, line(240, { 1: '0010001300001A' })].join('\n')))).toThrow(/pagamentos/)
    const end = (records: string) => line(240, { 1: '00199999', 24: records })
    const warned = (records: string) => readCnab(bytes([head, title, money, end(records)].join('\n'))).warnings
    expect(warned('000004')).toEqual([])
    expect(warned('000001')).toEqual(['O banco conta 1 registro no arquivo e ele traz 4.'])
    expect(warned('001234')).toEqual(['O banco conta 1.234 registros no arquivo e ele traz 4.'])
  })
})

describe('what a return counts', () => {
  const numbered = (...lines: string[]) => lines.map((text, at) => `${text.slice(0, 394)}${String(at + 1).padStart(6, '0')}`)
  const lines = numbered(header, detail('06'), detail('06', { 86: '002313271' }), detail('06', { 86: '002313272' }), line(400, { 1: '9' }))
  const read = (...kept: (string | undefined)[]) => readCnab(bytes(kept.filter(each => each !== undefined).join('\r\n')))

  it('says nothing where every record is there', () => expect(read(...lines).warnings).toEqual([]))

  it('tells a record that is missing or there twice, and a file without its end', () => {
    expect(read(lines[0], lines[1], lines[3], lines[4]).warnings).toEqual([expect.stringContaining('faltam registros')])
    expect(read(lines[0], lines[1], lines[1], ...lines.slice(2)).warnings).toEqual([expect.stringContaining('repetidos')])
    expect(read(...lines.slice(0, 4)).warnings).toEqual(['O arquivo parece incompleto: falta o registro final.'])
  })

  it('a record that was cut costs only itself', () => {
    const { accounts } = read(lines[0], lines[1], lines[2]?.slice(0, 262), lines[3], lines[4])
    expect(accounts[0]?.rows.filter(row => row.amount_cents > 0)).toHaveLength(2)
    expect(accounts[0]?.errors).toEqual([{ line: 3, reason: 'O registro está cortado: tem 262 posições em vez de 400.' }])
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
      expect(found.occurrences.filter(slip => found.settled.has(slip.occurrence))).toHaveLength(asserted.settled_count)
    derived_details.forEach((detail, index) => {
      const slip = found.occurrences[index]
      expect(slip).toMatchObject({
        // The common field of 20 positions holds more than the number in this bank's returns.
        our_number: found.bank === '104' ? String(detail.our_number).slice(0, -1) : detail.our_number,
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

  it('cnab240-btg.ret, whose lines lost characters in the middle, is told line by line and brings nothing', () => {
    const { accounts, warnings } = readCnab(read('cnab240-btg.ret'))
    expect(accounts[0]?.rows).toEqual([])
    expect(accounts[0]?.errors.map(error => error.line)).toEqual([3, 4, 5, 6])
    expect(warnings[0]).toContain('banco 208')
  })

  it.each(expected.filter(each => each.valid === false || each.valid_as_return === false).map(each => each.file))(
    '%s is refused with a reason',
    name => {
      expect(() => readReturn(read(name))).toThrow(StatementFileError)
    },
  )
})
