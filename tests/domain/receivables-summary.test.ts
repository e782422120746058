// The odd projection that src/SPEC.md owes (Receivables summary).
import { expect, it } from 'vitest'
import { receivablesSummary, summaryWindow } from '#domain/receivables-summary.ts'

it('sums twelve months back to the end of the month, times 12, times 10', () => {
  const today = '2026-11-20'
  expect(summaryWindow(today)).toEqual({ start_date: '2025-11-20', end_date: '2026-11-30' })
  const receivables = [
    { date: '2025-11-19', amount_cents: 1_000_000 },
    { date: '2025-11-20', amount_cents: 100 },
    { date: '2026-11-30', amount_cents: 50 },
    { date: '2026-12-01', amount_cents: 1_000_000 },
  ]
  expect(receivablesSummary(receivables, today)).toBe(150 * 12 * 10)
  expect(receivablesSummary([], today)).toBe(0)
})
