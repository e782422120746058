// Overdue and due highlights; 20/11/2026 is a holiday on a Friday.
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { DUE_WARNING_DAYS, dueState, isOverdue, receivableStatus } from '#domain/due.ts'

const open = (due_date: string | null) => ({ due_date, settled: false })

describe('due dates', () => {
  it('are overdue from the day after a business day', () => {
    expect([isOverdue('2026-11-18', '2026-11-18'), isOverdue('2026-11-18', '2026-11-19')]).toEqual([false, true])
  })

  it('on a closed day are on time until the next business day', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    expect(days.map(today => dueState(open('2026-11-20'), today))).toEqual([
      { level: 'today', words: 'vence hoje', short: 'hoje' },
      { level: 'warning', words: 'vence em 2 dias', short: 'em 2 dias' },
      { level: 'warning', words: 'vence amanhã', short: 'amanhã' },
      { level: 'today', words: 'vence hoje', short: 'hoje' },
      { level: 'danger', words: 'vencida há 4 dias', short: 'há 4 dias' },
    ])
  })

  it('warn inside seven days and not on the eighth', () => {
    const today = '2026-11-18'
    expect(DUE_WARNING_DAYS).toBe(7)
    expect(dueState(open(addDays(today, 2)), today)).toEqual({ level: 'warning', words: 'vence em 2 dias', short: 'em 2 dias' })
    expect(dueState(open(addDays(today, 7)), today)).toEqual({ level: 'warning', words: 'vence em 7 dias', short: 'em 7 dias' })
    expect(dueState(open(addDays(today, 8)), today)).toEqual({ level: 'plain', words: '', short: '' })
    expect(dueState(open('2026-11-15'), '2026-11-19')).toEqual({ level: 'danger', words: 'vencida há 4 dias', short: 'há 4 dias' })
  })

  it('are plain when settled or absent', () => {
    expect(dueState({ due_date: '2020-01-02', settled: true }, '2026-11-18').level).toBe('plain')
    expect(dueState(open(null), '2026-11-18').level).toBe('plain')
  })

  it('decide the status of an open receivable whatever was stored', () => {
    expect(receivableStatus('PENDING', '2026-11-17', '2026-11-18')).toBe('OVERDUE')
    expect(receivableStatus('OVERDUE', '2026-12-01', '2026-11-18')).toBe('PENDING')
    expect(receivableStatus('PENDING', '2026-11-20', '2026-11-23')).toBe('PENDING')
    expect(receivableStatus('RECEIVED', '2020-01-02', '2026-11-18')).toBe('RECEIVED')
    expect(receivableStatus('OVERDUE', null, '2026-11-18')).toBe('PENDING')
  })
})
