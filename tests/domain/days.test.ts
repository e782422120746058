// Civil arithmetic against the platform's UTC calendar, São Paulo days, and the bank calendar.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfSerial, serialOf } from '#domain/day-serial.ts'
import {
  addBusinessDays,
  addDays,
  addMonths,
  addYears,
  dayFrom,
  dayInSaoPaulo,
  diffDays,
  easter,
  endOfMonth,
  formatDay,
  formatHour,
  formatMonth,
  holidayOn,
  isBusinessDay,
  isDay,
  monthOf,
  nextBusinessDay,
  previousBusinessDay,
  readDay,
  sinceMidnightInSaoPaulo,
  startOfMonth,
  weekday,
} from '#domain/days.ts'

const serial = fc.integer({ min: -500_000, max: 1_000_000 })

describe('civil days', () => {
  it('agree with the UTC calendar on every serial', () => {
    fc.assert(
      fc.property(serial, days => {
        const iso = new Date(days * 86_400_000).toISOString().slice(0, 10)
        expect(dayOfSerial(days)).toBe(iso)
        expect(serialOf(iso)).toBe(days)
        expect(weekday(iso)).toBe(new Date(days * 86_400_000).getUTCDay())
        expect(isDay(iso)).toBe(true)
      }),
    )
  })

  it('add and subtract without drift', () => {
    fc.assert(
      fc.property(serial, fc.integer({ min: -5000, max: 5000 }), (days, count) => {
        const day = dayOfSerial(days)
        expect(diffDays(day, addDays(day, count))).toBe(count)
        expect(addDays(addDays(day, count), -count)).toBe(day)
      }),
    )
  })

  it('clamp the month end and never skip a month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
    expect([startOfMonth('2024-02-10'), endOfMonth('2024-02-10'), monthOf('2024-02-10')]).toEqual(['2024-02-01', '2024-02-29', '2024-02'])
  })

  it('refuse what is not a day of the calendar', () => {
    const wrong = ['', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '2026/01/01', '0000-01-01', '2026-01-01 ', 'aaaa-bb-cc']
    expect(wrong.filter(isDay)).toEqual([])
    expect(dayFrom(2026, 2, 29)).toBeUndefined()
    expect(dayFrom(2026, 2, 28)).toBe('2026-02-28')
  })

  it('are written the Brazilian way', () => {
    expect(formatDay('2026-12-05')).toBe('05/12/2026')
    expect([formatMonth('2026-11'), formatMonth('2026-03-31')]).toEqual(['novembro de 2026', 'março de 2026'])
  })
})

describe('São Paulo', () => {
  it('is three hours behind UTC', () => {
    expect(dayInSaoPaulo(Date.parse('2026-11-20T02:59:59.999Z'))).toBe('2026-11-19')
    expect(dayInSaoPaulo(Date.parse('2026-11-20T03:00:00Z'))).toBe('2026-11-20')
    expect(formatHour(Date.parse('2026-11-20T17:05:59Z'))).toBe('14h05')
    expect(formatHour(Date.parse('1969-12-31T03:04:00Z'))).toBe('00h04')
  })

  it('was two hours behind UTC in the daylight saving time of the past', () => {
    expect(dayInSaoPaulo(Date.parse('2018-12-01T02:00:00Z'))).toBe('2018-12-01')
    expect(dayInSaoPaulo(Date.parse('2018-07-01T02:00:00Z'))).toBe('2018-06-30')
  })

  it('gives the day of a text with time and zone', () => {
    expect(readDay('2026-11-20')).toBe('2026-11-20')
    expect(readDay('2026-11-20T02:00:00.000Z')).toBe('2026-11-19')
    expect(readDay('2026-11-20T03:00:00.000Z')).toBe('2026-11-20')
    expect(readDay('2026-11-20T23:30:00-03:00')).toBe('2026-11-20')
    expect(readDay('2026-11-20T23:30:00-04:00')).toBe('2026-11-21')
    expect(readDay('2026-11-20T23:30:00')).toBe('2026-11-20')
    expect(['', 'hoje', '2026-02-30', '2026-02-30T10:00:00Z', '2026-11-20T25:00:00Z', '20/11/2026'].map(readDay).filter(Boolean)).toEqual(
      [],
    )
  })

  it('reads an instant as the platform does', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2019-03-01'), max: new Date('2090-01-01'), noInvalidDate: true }), date => {
        expect(readDay(date.toISOString())).toBe(new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10))
      }),
    )
  })
})

describe('bank calendar', () => {
  it('knows Easter and the closures around it', () => {
    expect([2024, 2025, 2026, 2038].map(easter)).toEqual(['2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25'])
    expect(holidayOn('2026-02-17')?.name).toBe('Carnaval (terça-feira)')
    expect(holidayOn('2026-02-17')?.national).toBe(false)
    expect(isBusinessDay('2026-02-18')).toBe(true)
    expect(isBusinessDay('2026-06-04')).toBe(false)
  })

  it('has 20 November since 2024 only', () => {
    expect([isBusinessDay('2023-11-20'), isBusinessDay('2024-11-20'), isBusinessDay('2026-11-20')]).toEqual([true, false, false])
  })

  it('moves to the nearest business day on either side and keeps a business day', () => {
    expect(nextBusinessDay('2026-11-20')).toBe('2026-11-23')
    expect(previousBusinessDay('2026-11-22')).toBe('2026-11-19')
    expect(nextBusinessDay('2026-11-19')).toBe('2026-11-19')
    expect(nextBusinessDay('2027-01-01')).toBe('2027-01-04')
  })

  it('counts business days, the first not included', () => {
    expect(addBusinessDays('2026-11-19', 1)).toBe('2026-11-23')
    expect(addBusinessDays('2026-11-23', -1)).toBe('2026-11-19')
    expect(addBusinessDays('2026-11-20', 0)).toBe('2026-11-20')
    fc.assert(
      fc.property(serial, fc.integer({ min: 1, max: 60 }), (days, count) => {
        const start = nextBusinessDay(dayOfSerial(days))
        expect(addBusinessDays(addBusinessDays(start, count), -count)).toBe(start)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a change of the clock', () => {
  // Until 2019 São Paulo put its clocks forward at midnight: on 4 November 2018 there is no 00:30, and 16 February 2019 has 23:30 twice.
  it('makes no day twice and leaves none out', () => {
    const HOUR_MS = 3_600_000
    for (const [from, days] of [
      ['2018-11-03T03:00:00Z', ['2018-11-03', '2018-11-04', '2018-11-05']],
      ['2019-02-15T02:00:00Z', ['2019-02-15', '2019-02-16', '2019-02-17', '2019-02-18']],
    ] as const) {
      const seen: string[] = []
      for (let at = Date.parse(from); seen.length <= days.length && at < Date.parse(from) + 80 * HOUR_MS; at += HOUR_MS / 2) {
        const day = dayInSaoPaulo(at)
        if (seen.at(-1) !== day) seen.push(day)
      }
      expect(seen.slice(0, days.length)).toEqual(days)
    }
    expect(addDays('2018-11-03', 1)).toBe('2018-11-04')
    expect(addDays('2019-02-16', 1)).toBe('2019-02-17')
  })

  it('keeps the morning at six of the wall clock', () => {
    const SIX_MS = 6 * 3_600_000
    // UTC-3 before the change, UTC-2 after it.
    expect(sinceMidnightInSaoPaulo(Date.parse('2018-11-03T09:00:00Z'))).toBe(SIX_MS)
    expect(sinceMidnightInSaoPaulo(Date.parse('2018-11-05T08:00:00Z'))).toBe(SIX_MS)
  })
})
