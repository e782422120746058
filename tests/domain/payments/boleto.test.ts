// Boletos: lines and barcodes there and back, every check digit, the factor that starts again in 2025, and late charges.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import {
  bankMod11,
  barcodeOf,
  collectionMod11,
  dueDateOfFactor,
  factorOfDueDate,
  formatDigitableLine,
  lineOfBarcode,
  mod10,
  parseBoleto,
  readLine,
} from '#domain/payments/boleto.ts'
import { daysLate, lateCharges } from '#domain/payments/late-charges.ts'

const TODAY = '2026-03-11'
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const slip = fc.record({
  bank_code: fc.constantFrom('001', '033', '237', '341', '999'),
  amount_cents: fc.integer({ min: 1, max: 9_999_999_999 }),
  due_date: fc.integer({ min: -1000, max: 3000 }).map(days => addDays(TODAY, days)),
  free_field: digits(25),
})
/** A collection barcode: product, segment, value kind, check, 40 digits. */
const collection = fc
  .tuple(fc.constantFrom('1', '3', '5', '9'), fc.constantFrom('6', '7', '8', '9'), digits(40))
  .map(([segment, kind, rest]) => {
    const digit = kind < '8' ? mod10 : collectionMod11
    return `8${segment}${kind}${digit(`8${segment}${kind}${rest}`)}${rest}`
  })

describe('a bank slip', () => {
  it('reads back what was issued, from its line and from its barcode, masked or not', () => {
    fc.assert(
      fc.property(slip, issued => {
        const barcode = barcodeOf(issued)
        const line = lineOfBarcode(barcode)
        const expected = {
          kind: 'BANK',
          barcode,
          digitable_line: line,
          bank_code: issued.bank_code,
          amount_cents: issued.amount_cents,
          due_date: issued.due_date,
        }
        for (const text of [barcode, line, formatDigitableLine(line)]) {
          expect(parseBoleto(text, TODAY)).toEqual(expected)
          expect(readLine(text)).toBe(line)
        }
      }),
    )
  })

  it('is refused with any one digit of its line changed', () => {
    fc.assert(
      fc.property(slip, fc.integer({ min: 0, max: 46 }), fc.integer({ min: 1, max: 9 }), (issued, at, by) => {
        const line = lineOfBarcode(barcodeOf(issued))
        const wrong = line.slice(0, at) + ((Number(line[at]) + by) % 10) + line.slice(at + 1)
        // Mod 11 folds 0, 10 and 11 into 1: a change of amount or factor may keep its digit there, the fields' mod 10 never does.
        if (at < 32 || bankMod11(barcodeOf(issued).slice(0, 4) + barcodeOf(issued).slice(5)) !== 1)
          expect(parseBoleto(wrong, TODAY)).toBeUndefined()
      }),
    )
  })

  it('leaves amount and due date open where it prints zeros', () => {
    const tail = `00000000000000${'7'.repeat(25)}`
    const barcode = `3419${bankMod11(`3419${tail}`)}${tail}`
    expect(parseBoleto(barcode, TODAY)).toMatchObject({ amount_cents: null, due_date: null })
  })

  it.each(['', 'abc', '1'.repeat(43), '1'.repeat(49), '0'.repeat(47), '0'.repeat(44)])('is not %j', text => {
    expect(parseBoleto(text, TODAY)).toBeUndefined()
    expect(readLine(text)).toBeUndefined()
  })
})

describe('a collection slip', () => {
  it('reads back from its line of 48 digits; only reais are an amount', () => {
    fc.assert(
      fc.property(collection, barcode => {
        const line = lineOfBarcode(barcode)
        const amount = barcode[2] === '6' || barcode[2] === '8' ? Number(barcode.slice(4, 15)) || null : null
        expect(line).toHaveLength(48)
        expect(parseBoleto(formatDigitableLine(line), TODAY)).toEqual({
          kind: 'COLLECTION',
          barcode,
          digitable_line: line,
          bank_code: null,
          amount_cents: amount,
          due_date: null,
        })
      }),
    )
  })

  it('is refused with a digit of a block changed', () => {
    fc.assert(
      fc.property(collection, fc.constantFrom(0, 12, 24, 36), (barcode, block) => {
        const line = lineOfBarcode(barcode)
        const at = block + 11
        const wrong = line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1)
        expect(parseBoleto(wrong, TODAY)).toBeUndefined()
      }),
    )
  })
})

describe('the due factor', () => {
  it('starts again at 1000 the day after 9999', () => {
    expect([factorOfDueDate('2025-02-21'), factorOfDueDate('2025-02-22')]).toEqual(['9999', '1000'])
    expect(dueDateOfFactor(9999, '2025-03-01')).toBe('2025-02-21')
    expect(dueDateOfFactor(1000, '2025-03-01')).toBe('2025-02-22')
    expect(dueDateOfFactor(1636, '2026-11-20')).toBe('2026-11-20')
    expect(dueDateOfFactor(0, TODAY)).toBeNull()
  })

  it('is read by a reader of its own time as the day it was made from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 18_999 }), days => {
        const day = addDays('1997-10-07', days)
        expect(dueDateOfFactor(Number(factorOfDueDate(day)), day)).toBe(day)
      }),
    )
  })

  it('exists from 08/10/1997 to 13/10/2049', () => {
    expect([factorOfDueDate('1997-10-08'), factorOfDueDate('2049-10-13')]).toEqual(['0001', '9999'])
    for (const day of ['1997-10-07', '2049-10-14']) expect(() => factorOfDueDate(day)).toThrow(RangeError)
  })
})

describe('lateness', () => {
  const terms = { fine_basis_points: 200, monthly_interest_basis_points: 100 }

  it('costs a fine once and interest by the day', () => {
    expect(lateCharges(10_000, 10, terms)).toEqual({ fine_cents: 200, interest_cents: 33, total_cents: 10_233 })
    expect(lateCharges(50_000, 10, terms).total_cents).toBe(51_167)
    expect(lateCharges(10_000, 0, terms).total_cents).toBe(10_000)
  })

  it('begins after the business day that follows a closed due date, and then counts from the due date', () => {
    expect([daysLate('2026-03-14', '2026-03-16'), daysLate('2026-03-14', '2026-03-17')]).toEqual([0, 3])
  })

  it('never falls with a later day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 400 }), (cents, days) => {
        expect(lateCharges(cents, days + 1, terms).total_cents).toBeGreaterThanOrEqual(lateCharges(cents, days, terms).total_cents)
      }),
    )
  })
})
