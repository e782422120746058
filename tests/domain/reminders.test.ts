// When a company is reminded: warnings once each, and due dates that no closed day swallows.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, diffDays } from '#domain/days.ts'
import { isOverdue } from '#domain/due.ts'
import { CERTIFICATE_WARNINGS, dueDaysOf, inDaysWords, warningOf } from '#domain/reminders.ts'

const day = fc.integer({ min: 0, max: 3650 }).map(n => addDays('2024-01-01', n))

describe('warnings before an end', () => {
  test.each([
    [31, undefined],
    [30, 30],
    [29, 30],
    [16, 30],
    [15, 15],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 1],
    [-1, undefined],
  ])('%i days before', (left, warning) => {
    expect(warningOf(addDays('2026-03-11', left), '2026-03-11', CERTIFICATE_WARNINGS)).toBe(warning)
  })

  test('each is reached once however many mornings are missed', () => {
    fc.assert(
      fc.property(day, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (end, awake) => {
        const heard = awake.flatMap((isAwake, at) => (isAwake ? [warningOf(end, addDays(end, at - 39), CERTIFICATE_WARNINGS)] : []))
        const told = heard.filter((warning, at) => warning !== undefined && heard.indexOf(warning) === at)
        expect(told).toEqual([...told].sort((a, b) => Number(b) - Number(a)))
      }),
    )
  })
})

describe('due dates of a morning', () => {
  test('every due date is of today on exactly one morning, and news on exactly one', () => {
    fc.assert(
      fc.property(day, due => {
        const mornings = Array.from({ length: 21 }, (_, at) => addDays(due, at)).map(each => ({ each, days: dueDaysOf(each) }))
        const today = mornings.filter(({ days }) => days && due > days.today[0] && due <= days.today[1])
        const news = mornings.filter(({ days }) => days && due <= days.overdue_until && due > days.news_after)
        expect([today.length, news.length]).toEqual([1, 1])
        expect(diffDays(today[0]?.each ?? '', news[0]?.each ?? '')).toBeGreaterThan(0)
        expect(isOverdue(due, today[0]?.each ?? '')).toBe(false)
        expect(isOverdue(due, news[0]?.each ?? '')).toBe(true)
      }),
    )
  })

  test('a week has one morning that speaks of everything, its first business day', () => {
    const weekly = Array.from({ length: 14 }, (_, at) => addDays('2026-04-13', at)).filter(each => dueDaysOf(each)?.isWeekly)
    // Tuesday 21 April is a holiday, Monday is not.
    expect(weekly).toEqual(['2026-04-13', '2026-04-20'])
    expect(dueDaysOf('2026-09-07')).toBeUndefined()
    expect(dueDaysOf('2026-09-08')?.isWeekly).toBe(true)
  })
})

test('words', () => {
  expect([0, 1, 7].map(inDaysWords)).toEqual(['hoje', 'amanhã', 'em 7 dias'])
})
