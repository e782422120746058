// Closed ranges: which date locks which operation; October 2026 is closed.
import { describe, expect, it } from 'vitest'
import { closedRangeFor, closedRangeOf, closeError, competenceOf, OPERATION_LOCKS, type PeriodOperation } from '#domain/periods.ts'

const october = { start_date: '2026-10-01', end_date: '2026-10-31' }
const closed = [{ start_date: '2026-01-01', end_date: '2026-01-31' }, october]

it('a range holds both its ends', () => {
  expect(['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'].map(day => closedRangeFor(day, closed))).toEqual([
    undefined,
    october,
    october,
    undefined,
  ])
})

describe('locks', () => {
  const rent = { date: '2026-11-05', competence_date: '2026-10-31', settled: false }
  const stopped = (operation: PeriodOperation, before?: object, after?: object) =>
    closedRangeOf(
      operation,
      { ...(before && { before: { ...rent, ...before } }), ...(after && { after: { ...rent, ...after } }) },
      closed,
    ) !== undefined

  it('let the rent of a closed October be paid in November and its amount not be changed', () => {
    expect(stopped('settle', {}, { settled: true })).toBe(false)
    expect(stopped('change_amount', {}, {})).toBe(true)
  })

  it('look at the old and at the new date', () => {
    expect(stopped('undo_settlement', { date: '2026-10-15', settled: true }, { date: '2026-11-05' })).toBe(true)
    expect(stopped('settle', {}, { date: '2026-10-15', settled: true })).toBe(true)
    expect(stopped('change_competence', { competence_date: '2026-11-01' }, { competence_date: '2026-10-01' })).toBe(true)
    expect(stopped('change_competence', { competence_date: '2026-10-01' }, { competence_date: '2026-11-01' })).toBe(true)
    expect(stopped('change_competence', { competence_date: '2026-09-01' }, { competence_date: '2026-11-01' })).toBe(false)
  })

  it('lock both dates when the entry is settled', () => {
    const paid = { date: '2026-10-15', competence_date: '2026-11-01', settled: true }
    for (const operation of ['create', 'delete', 'restore', 'split', 'change_amount'] as const) {
      expect(stopped(operation, paid), operation).toBe(true)
      expect(stopped(operation, { ...paid, settled: false }), operation).toBe(false)
    }
    expect(stopped('change_category', paid)).toBe(false)
  })

  it('leave the expected date of an open entry free', () => {
    expect(stopped('change_date', { date: '2026-10-15' }, { date: '2026-11-15' })).toBe(false)
    expect(stopped('change_date', { date: '2026-10-15', settled: true }, { date: '2026-11-15', settled: true })).toBe(true)
  })

  it('every operation is locked by some date', () => {
    for (const [operation, dates] of Object.entries(OPERATION_LOCKS)) expect(dates.length, operation).toBeGreaterThan(0)
  })
})

it('competence falls back to issue, due and cash date', () => {
  const dates = { competence_date: '2026-01-01', issue_date: '2026-01-02', due_date: '2026-01-03', date: '2026-01-04' }
  expect(competenceOf(dates)).toBe('2026-01-01')
  expect(competenceOf({ ...dates, competence_date: null })).toBe('2026-01-02')
  expect(competenceOf({ ...dates, competence_date: null, issue_date: null })).toBe('2026-01-03')
  expect(competenceOf({ date: '2026-01-04' })).toBe('2026-01-04')
  expect(competenceOf({})).toBeUndefined()
})

it('a range closes once over, in order and apart from others', () => {
  const today = '2026-11-20'
  const errorOf = (start_date: string, end_date: string) => closeError({ start_date, end_date }, closed, today)
  expect(errorOf('2026-11-01', '2026-11-20')).toBeUndefined()
  expect(errorOf('2026-11-01', '2026-11-21')).toBe('range.in_future')
  expect(errorOf('2026-11-02', '2026-11-01')).toBe('range.inverted')
  expect(errorOf('2026-10-31', '2026-11-10')).toBe('range.overlaps')
  expect(errorOf('2026-09-01', '2026-11-10')).toBe('range.overlaps')
  expect(errorOf('2026-09-01', '2026-09-30')).toBeUndefined()
})
