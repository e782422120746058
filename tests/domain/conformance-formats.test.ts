// Public vectors of amounts, dates, phones, postal codes, holidays and the default chart, read from the shared fixtures.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { isValidPhone, isValidPostalCode, maskPhone, maskPostalCode, stateOfPostalCode, toE164 } from '#domain/contact-points.ts'
import { parseDay } from '#domain/date-grammar.ts'
import { addMonths, holidaysOf, isBusinessDay, weekday } from '#domain/days.ts'
import { allocateByWeights, formatCents, percentOf } from '#domain/money.ts'

const folder = new URL('../../../shared/fixtures/br/', import.meta.url)
const absent = !existsSync(folder)
if (absent) console.warn('skipped: the shared fixtures (formats, reference) are not beside this repository')

const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const rowsOf = (path: string) =>
  read(path)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split(','))

describe.skipIf(absent)('format vectors', () => {
  it('divide amounts as asserted, and refuse impossible weights', () => {
    const { allocate, invalid }: Record<string, { amount: number; ratios: number[]; shares: number[] }[]> = JSON.parse(
      read('formats/allocate.json'),
    )
    expect(allocate?.length).toBeGreaterThan(0)
    for (const { amount, ratios, shares } of allocate ?? []) expect(allocateByWeights(amount, ratios)).toEqual(shares)
    for (const { amount, ratios } of invalid ?? []) expect(() => allocateByWeights(amount, ratios)).toThrow(RangeError)
  })

  it('add months as asserted', () => {
    const { add_months }: { add_months: [string, number, string][] } = JSON.parse(read('formats/month_end.json'))
    for (const [day, count, expected] of add_months) expect(addMonths(day, count)).toBe(expected)
  })

  it('charge late payments as the worked examples', () => {
    const { cases } = JSON.parse(read('formats/late_charges.json'))
    expect(cases.length).toBeGreaterThan(0)
    for (const { amount_cents, fine_percent, monthly_interest_percent, days_late, total_cents } of cases) {
      const interest = percentOf(amount_cents, monthly_interest_percent * days_late, 3000)
      expect(amount_cents + percentOf(amount_cents, fine_percent) + interest).toBe(total_cents)
    }
  })

  it('judge phones and postal codes as asserted', () => {
    const { phone, postal_code } = JSON.parse(read('formats/formats.json'))
    for (const valid of [...phone.mobile_valid, ...phone.landline_valid]) expect(isValidPhone(valid), valid).toBe(true)
    for (const invalid of [...phone.mobile_invalid, ...phone.landline_invalid]) expect(isValidPhone(invalid), invalid).toBe(false)
    for (const [raw, local] of phone.remove_country_code) expect(toE164(raw)).toBe(`+55${local}`)
    for (const [raw, masked] of phone.format_source) if (masked) expect(maskPhone(raw).replace(') ', ')')).toBe(masked)
    for (const valid of postal_code.valid) expect(isValidPostalCode(valid), valid).toBe(true)
    for (const invalid of postal_code.invalid) expect(isValidPostalCode(invalid), invalid).toBe(false)
    for (const [raw, masked] of postal_code.format) if (masked) expect(maskPostalCode(raw)).toBe(masked)
  })

  it('write currency with the same digits as asserted', () => {
    const { currency } = JSON.parse(read('formats/formats.json'))
    for (const [reais, text] of currency.format) {
      const expected = text.replace('R$ -', '−R$ ')
      expect(formatCents(Math.sign(reais) * Math.round(Math.abs(reais) * 100))).toBe(expected)
    }
  })

  it('read dd/MM/yyyy dates of the calendar and no others', () => {
    const { date } = JSON.parse(read('formats/formats.json'))
    const parse = (text: string) => parseDay(text, { today: '2026-11-20', bias: 'past' })
    for (const text of date.valid_ddmmyyyy) expect(parse(text)?.split('-').reverse().join('/')).toBe(text)
    const lenient = (text: string) => /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text) && !/^\d\d\/\d\d\//.test(text)
    for (const text of date.invalid_ddmmyyyy) if (!lenient(text)) expect(parse(text), text).toBeUndefined()
  })
})

describe.skipIf(absent)('reference data', () => {
  it('has the same holidays every year', () => {
    const { years }: { years: Record<string, { date: string; name: string; national: boolean; bank_closed: boolean }[]> } = JSON.parse(
      read('reference/holidays.json'),
    )
    expect(Object.keys(years).length).toBeGreaterThan(10)
    const key = (holiday: { date: string; name: string }) => `${holiday.date} ${holiday.name}`
    for (const [year, expected] of Object.entries(years)) {
      const closed = expected.filter(holiday => holiday.bank_closed).map(({ date, name, national }) => ({ date, name, national }))
      const ours = holidaysOf(Number(year))
      expect([...ours].sort((a, b) => key(a).localeCompare(key(b)))).toEqual(closed.sort((a, b) => key(a).localeCompare(key(b))))
      for (const { date } of closed) expect(isBusinessDay(date), date).toBe(false)
      expect(ours.filter(({ date }) => weekday(date) === 1).length).toBeGreaterThan(0)
    }
  })

  it('has the same default chart, in the same order', () => {
    expect(DEFAULT_CATEGORIES).toEqual(JSON.parse(read('reference/default_categories.json')))
  })

  it('places every postal code range and sample in its state', () => {
    for (const [uf, first, last] of rowsOf('reference/cep_ranges.csv')) {
      expect(
        [first, last].map(code => stateOfPostalCode(code ?? '')),
        `${first}`,
      ).toEqual([uf, uf])
    }
    const samples = read('reference/cep_samples.csv').trim().split(/\r?\n/).slice(1)
    expect(samples.length).toBeGreaterThan(300)
    for (const line of samples) {
      const uf = /,([A-Z]{2}),\d{7},\d\d$/.exec(line)?.[1]
      expect(stateOfPostalCode(line.slice(0, 8)), line).toBe(uf)
    }
  })
})
