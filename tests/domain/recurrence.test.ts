// Occurrences: always from the first date, clamped, adjusted without leaking, competence by the same step.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfSerial } from '#domain/day-serial.ts'
import { isBusinessDay } from '#domain/days.ts'
import { BUSINESS_DAY_ADJUSTMENTS, FREQUENCY_INTERVALS } from '#domain/enums.ts'
import { isOccurrenceCount, occurrences } from '#domain/recurrence.ts'

const dates = (...given: Parameters<typeof occurrences>) => occurrences(...given).map(occurrence => occurrence.date)

describe('occurrences', () => {
  it('return to the 31st after a short month', () => {
    expect(dates({ initial_date: '2026-01-31', frequency_interval: 'MONTHLY', frequency_unit: 4 })).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
  })

  it('return to 29 February in leap years', () => {
    expect(dates({ initial_date: '2024-02-29', frequency_interval: 'ANNUALLY', frequency_unit: 5 })).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('count 7 and 14 days', () => {
    expect(dates({ initial_date: '2026-12-28', frequency_interval: 'WEEKLY', frequency_unit: 2 })).toEqual(['2026-12-28', '2027-01-04'])
    expect(dates({ initial_date: '2026-12-28', frequency_interval: 'BIWEEKLY', frequency_unit: 2 })).toEqual(['2026-12-28', '2027-01-11'])
  })

  it('adjust to a business day without moving the next one, and leave the competence alone', () => {
    const given = { initial_date: '2026-10-20', frequency_interval: 'MONTHLY', frequency_unit: 3 } as const
    expect(occurrences(given, { adjustment: 'NEXT', competence_date: '2026-09-30' })).toEqual([
      { index: 0, nominal_date: '2026-10-20', date: '2026-10-20', competence_date: '2026-09-30' },
      { index: 1, nominal_date: '2026-11-20', date: '2026-11-23', competence_date: '2026-10-30' },
      { index: 2, nominal_date: '2026-12-20', date: '2026-12-21', competence_date: '2026-11-30' },
    ])
    expect(dates(given, { adjustment: 'PREVIOUS' })).toEqual(['2026-10-20', '2026-11-19', '2026-12-18'])
  })

  it('are 1 to 360', () => {
    expect([0, 1, 360, 361, 1.5].map(isOccurrenceCount)).toEqual([false, true, true, false, false])
    expect(() => dates({ initial_date: '2026-01-01', frequency_interval: 'WEEKLY', frequency_unit: 361 })).toThrow(RangeError)
  })

  it('grow strictly by the calendar and fall on business days when asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 15_000, max: 30_000 }),
        fc.constantFrom(...FREQUENCY_INTERVALS),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(...BUSINESS_DAY_ADJUSTMENTS),
        (serial, frequency_interval, frequency_unit, adjustment) => {
          const found = occurrences({ initial_date: dayOfSerial(serial), frequency_interval, frequency_unit }, { adjustment })
          expect(found).toHaveLength(frequency_unit)
          found.forEach((occurrence, index) => {
            if (index > 0) expect(occurrence.nominal_date > (found[index - 1]?.nominal_date ?? '')).toBe(true)
            if (adjustment !== 'NONE') expect(isBusinessDay(occurrence.date)).toBe(true)
          })
        },
      ),
    )
  })
})
