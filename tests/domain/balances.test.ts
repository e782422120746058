// Balance at a day and running balance.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balanceAt, compareForBalance, runningBalance } from '#domain/balances.ts'

const account = { initial_balance_amount_cents: 10_000, date_initial_balance: '2026-01-10' }
const entry = (kind: 'CREDIT' | 'DEBIT', amount_cents: number, date: string, settled = true) => ({ kind, amount_cents, date, settled })
const entries = [
  entry('CREDIT', 999, '2026-01-09'),
  entry('CREDIT', 5_000, '2026-01-10'),
  entry('DEBIT', 2_000, '2026-01-11'),
  entry('DEBIT', 7_000, '2026-01-11', false),
  entry('CREDIT', 100, '2026-02-01'),
]

it('a balance is the initial one plus settled entries from its day on', () => {
  expect(['2026-01-09', '2026-01-10', '2026-01-11', '2026-02-01'].map(day => balanceAt(account, entries, day))).toEqual([
    10_000, 15_000, 13_000, 13_100,
  ])
})

it('without an initial day every settled entry counts', () => {
  expect(balanceAt({ ...account, date_initial_balance: null }, entries, '2026-01-11')).toBe(13_999)
})

it('runs by date, sorting index, creation and id, whatever the order it gets', () => {
  const row = (id: string, date: string, sorting_index: number, created_at: string) => ({
    id,
    date,
    sorting_index,
    created_at,
    kind: 'CREDIT' as const,
    amount_cents: 1,
  })
  const ordered = [
    row('d', '2026-01-01', 0, '2026-01-05'),
    row('a', '2026-01-02', 0, '2026-01-01'),
    row('b', '2026-01-02', 0, '2026-01-01'),
    row('c', '2026-01-02', 0, '2026-01-02'),
    row('e', '2026-01-02', 1, '2026-01-01'),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: 5 }), shuffled => {
      const running = runningBalance(shuffled, 100)
      expect(running.map(({ entry }) => entry.id)).toEqual(['d', 'a', 'b', 'c', 'e'])
      expect(running.map(({ current_balance }) => current_balance)).toEqual([101, 102, 103, 104, 105])
      expect([...shuffled].sort(compareForBalance)).toEqual(ordered)
    }),
  )
})

it('the last running balance is the balance at the last day', () => {
  const settled = entries.filter(item => item.settled && item.date >= '2026-01-10')
  const rows = settled.map((item, index) => ({ ...item, id: `${index}`, sorting_index: 0, created_at: '' }))
  expect(runningBalance(rows, 10_000).at(-1)?.current_balance).toBe(balanceAt(account, entries, '2026-12-31'))
})
