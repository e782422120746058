// The typed grammar of days and periods; today is Friday 20/11/2026, a holiday.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDay, parseDay, parsePeriod } from '#domain/date-grammar.ts'
import { dayOfSerial } from '#domain/day-serial.ts'
import { isDay } from '#domain/days.ts'

const today = '2026-11-20'
const future = (text: string) => parseDay(text, { today, bias: 'future' })
const past = (text: string) => parseDay(text, { today, bias: 'past' })

describe('parseDay', () => {
  it.each([
    ['hoje', '2026-11-20'],
    ['Ontem', '2026-11-19'],
    ['amanhã', '2026-11-21'],
    ['amanha', '2026-11-21'],
    ['seg', '2026-11-23'],
    ['sex', '2026-11-27'],
    ['sábado', '2026-11-21'],
    ['terça-feira', '2026-11-24'],
    ['dom', '2026-11-22'],
    ['+30d', '2026-12-20'],
    ['+30', '2026-12-20'],
    ['-7', '2026-11-13'],
    ['+2s', '2026-12-04'],
    ['+1m', '2026-12-20'],
    ['-7d', '2026-11-13'],
    ['+1a', '2027-11-20'],
    ['du+5', '2026-11-27'],
    ['du-1', '2026-11-19'],
    ['15', '2026-12-15'],
    ['20', '2026-11-20'],
    ['31', '2026-12-31'],
    ['15/12', '2026-12-15'],
    ['1/3', '2027-03-01'],
    ['29/02', '2028-02-29'],
    ['15/12/26', '2026-12-15'],
    ['15/12/85', '1985-12-15'],
    ['15/12/70', '2070-12-15'],
    ['15/12/2031', '2031-12-15'],
    ['15-12-26', '2026-12-15'],
    ['2026-12-15', '2026-12-15'],
    ['início', '2026-11-01'],
    ['fim', '2026-11-30'],
    ['fim do mês', '2026-11-30'],
    ['10 dias', '2026-11-30'],
    ['em 10 dias', '2026-11-30'],
    ['daqui a uma semana', '2026-11-27'],
    ['1 mês', '2026-12-20'],
    ['há 2 dias', '2026-11-18'],
    ['depois de amanhã', '2026-11-22'],
    ['semana que vem', '2026-11-27'],
  ])('%s is %s for a due date', (text, day) => expect(future(text)).toBe(day))

  it.each([
    ['15', '2026-11-15'],
    ['20', '2026-11-20'],
    ['31', '2026-10-31'],
    ['15/12', '2025-12-15'],
    ['29/02', '2024-02-29'],
    ['seg', '2026-11-16'],
    ['sex', '2026-11-13'],
    ['15/12/70', '1970-12-15'],
    ['01/02/47', '1947-02-01'],
    ['01/02/46', '2046-02-01'],
  ])('%s is %s for a filter', (text, day) => expect(past(text)).toBe(day))

  it.each(['', 'xyz', '0', '32', '31/02', '31/02/26', '15/13', '+', '+d', '30d', 'du5', '99999d', '+9999a', '15/12/026', '1/1/1/1'])(
    'refuses %j',
    text => expect(future(text)).toBeUndefined(),
  )

  it('gives a day of the calendar or nothing, on the side of the bias', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789/+-dsmau '), maxLength: 9 })
    fc.assert(
      fc.property(typed, fc.integer({ min: 15_000, max: 25_000 }), (text, serial) => {
        const now = dayOfSerial(serial)
        for (const bias of ['future', 'past'] as const) {
          const day = parseDay(text, { today: now, bias })
          if (day === undefined) continue
          expect(isDay(day)).toBe(true)
          if (/^\d{1,2}(\/\d{1,2})?$/.test(text.trim())) expect(bias === 'future' ? day >= now : day <= now).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('previews the weekday and the whole date', () => expect(describeDay('2026-12-15')).toBe('ter, 15/12/2026'))
})

describe('parsePeriod', () => {
  it.each([
    ['hoje', '2026-11-20', '2026-11-20'],
    ['semana', '2026-11-16', '2026-11-22'],
    ['semana-1', '2026-11-09', '2026-11-15'],
    ['mês', '2026-11-01', '2026-11-30'],
    ['mes-1', '2026-10-01', '2026-10-31'],
    ['mês+3', '2027-02-01', '2027-02-28'],
    ['trim', '2026-10-01', '2026-12-31'],
    ['trim-1', '2026-07-01', '2026-09-30'],
    ['semestre', '2026-07-01', '2026-12-31'],
    ['ano', '2026-01-01', '2026-12-31'],
    ['ano-1', '2025-01-01', '2025-12-31'],
    ['nov', '2026-11-01', '2026-11-30'],
    ['dez', '2025-12-01', '2025-12-31'],
    ['março', '2026-03-01', '2026-03-31'],
    ['nov/25', '2025-11-01', '2025-11-30'],
    ['fev/2028', '2028-02-01', '2028-02-29'],
    ['nov de 2025', '2025-11-01', '2025-11-30'],
    ['11/2025', '2025-11-01', '2025-11-30'],
    ['2025-11', '2025-11-01', '2025-11-30'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['15/10..20/11', '2026-10-15', '2026-11-20'],
    ['15..25', '2026-11-15', '2026-11-25'],
    ['nov..fev', '2026-11-01', '2027-02-28'],
    ['jan/26..mar/26', '2026-01-01', '2026-03-31'],
    ['ontem..+30d', '2026-11-19', '2026-12-20'],
  ])('%s is %s to %s', (text, start, end) => expect(parsePeriod(text, today)).toEqual({ start, end }))

  it('takes the coming month for due dates', () => {
    expect(parsePeriod('dez', today, 'future')?.start).toBe('2026-12-01')
    expect(parsePeriod('nov', today, 'future')?.start).toBe('2026-11-01')
    expect(parsePeriod('out', today, 'future')?.start).toBe('2027-10-01')
  })

  it.each(['', 'vencido', '..', 'nov..', 'hoje..ontem', 'a..b', '1..2..3', '13/2026', 'mês-'])('refuses %j', text =>
    expect(parsePeriod(text, today)).toBeUndefined(),
  )
})
