import { expect, it } from 'vitest'
import { periodAt } from '#domain/payments/limits.ts'
import { leavesAt, refusalOfPayDay, refusalOfSlipDay } from '#domain/payments/pay-day.ts'

it('an order leaves at seven in São Paulo, by day', () => {
  expect(new Date(leavesAt('2026-11-30')).toISOString()).toBe('2026-11-30T10:00:00.000Z')
  expect(periodAt(leavesAt('2026-11-30'))).toBe('DAY')
})

it('today and the year ahead can be chosen, no day that has gone', () => {
  expect(refusalOfPayDay('2026-11-27', '2026-11-27')).toBeUndefined()
  expect(refusalOfPayDay('2027-11-27', '2026-11-27')).toBeUndefined()
  expect(refusalOfPayDay('2027-11-28', '2026-11-27')).toBe('Escolha um dia até 27/11/2027')
  expect(refusalOfPayDay('2026-11-26', '2026-11-27')).toBe('Escolha hoje ou um dia que ainda vem')
})

it('a slip waits until it is due, which a weekend moves to the business day after it', () => {
  // 28 November 2026 is a Saturday.
  expect(refusalOfSlipDay('2026-11-28', '2026-11-28')).toBeUndefined()
  expect(refusalOfSlipDay('2026-11-28', '2026-11-30')).toBeUndefined()
  expect(refusalOfSlipDay('2026-11-28', '2026-12-01')).toBe('O boleto vence em 28/11/2026: pague hoje, ou escolha um dia até lá')
  // The Friday's slip would be paid on Monday.
  expect(refusalOfSlipDay('2026-11-27', '2026-11-28')).toBeDefined()
  expect(refusalOfSlipDay(null, '2027-01-01')).toBeUndefined()
})
