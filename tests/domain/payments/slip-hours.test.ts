// When a slip is paid: the same business day until 20h of São Paulo, the next one after it and from weekends and bank holidays.
import { expect, it } from 'vitest'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'

it.each([
  ['2026-03-11T00:00:00.000', '2026-03-11'],
  ['2026-03-11T19:59:59.999', '2026-03-11'],
  ['2026-03-11T20:00:00.000', '2026-03-12'],
  ['2026-03-11T23:59:59.999', '2026-03-12'],
  ['2026-03-13T20:00:00.000', '2026-03-16'],
  ['2026-03-14T10:00:00.000', '2026-03-16'],
  ['2026-03-15T21:00:00.000', '2026-03-16'],
  // Tiradentes, a Tuesday.
  ['2026-04-20T20:00:00.000', '2026-04-22'],
  ['2026-04-21T10:00:00.000', '2026-04-22'],
])('sent at %s it is paid on %s', (at, day) => {
  expect(slipPaymentDay(Date.parse(`${at}-03:00`))).toBe(day)
})
