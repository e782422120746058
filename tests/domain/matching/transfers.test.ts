// Pairs of lines between own accounts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTellingPair, transferPairs } from '#domain/matching/transfers.ts'
import { aLine, seeded } from '#tests/kit/matching-data.ts'

const out = aLine({ id: 'out', amount_cents: -50_000, bank_account_id: 'a' })
const into = aLine({ id: 'in', amount_cents: 50_000, bank_account_id: 'b' })

describe('transferPairs', () => {
  it('pairs equal and opposite lines of two accounts', () => {
    expect(transferPairs([into, out])).toEqual([
      {
        from_line_id: 'out',
        to_line_id: 'in',
        from_bank_account_id: 'a',
        to_bank_account_id: 'b',
        amount_cents: 50_000,
        days: 0,
        certain: true,
      },
    ])
  })

  it.each([
    ['3 days after', { day: '2026-03-13' }, 1],
    ['3 days before', { day: '2026-03-07' }, 1],
    ['4 days after', { day: '2026-03-14' }, 0],
    ['4 days before', { day: '2026-03-06' }, 0],
    ['same account', { bank_account_id: 'a' }, 0],
    ['another amount', { amount_cents: 50_001 }, 0],
    ['same sign', { amount_cents: -50_000 }, 0],
  ])('%s', (_, over, count) => {
    expect(transferPairs([out, { ...into, ...over }])).toHaveLength(count)
  })

  it('takes the nearest first, then the older, and is not certain of either', () => {
    const later = { ...into, id: 'a-in', day: '2026-03-11' }
    expect(transferPairs([out, later, into])).toMatchObject([{ to_line_id: 'in', certain: false }])
    expect(transferPairs([out, { ...into, id: 'z' }, into])).toMatchObject([{ to_line_id: 'in' }])
  })

  it('finds them among thousands of one amount, certain of none, and soon', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      aLine({
        id: `l${String(at).padStart(6, '0')}`,
        amount_cents: at % 2 === 0 ? -10_000 : 10_000,
        bank_account_id: at % 3 === 0 ? 'a' : 'b',
        day: `2026-03-${String(1 + (at % 28)).padStart(2, '0')}`,
      }),
    )
    const started = performance.now()
    const pairs = transferPairs(lines)
    expect(performance.now() - started).toBeLessThan(4000)
    expect(pairs.length).toBeGreaterThan(1000)
    expect(pairs.filter(({ certain }) => certain)).toEqual([])
    expect(new Set(pairs.flatMap(({ from_line_id, to_line_id }) => [from_line_id, to_line_id])).size).toBe(2 * pairs.length)
  })

  it.each([
    ['an odd amount', { amount_cents: -48_217 }, true],
    ['a round amount without a word', { amount_cents: -50_000, memo: 'PIX ENVIADO' }, false],
    ['the same holder', { amount_cents: -50_000, memo: 'TED MESMA TITULARIDADE' }, true],
    ['own accounts', { amount_cents: -50_000, memo: 'Transf. entre contas próprias' }, true],
  ])('is told from a chance by %s', (_, over, telling) => {
    const line = { ...out, memo: 'PAGTO', ...over }
    expect(isTellingPair(line, { ...into, memo: 'CREDITO', amount_cents: -line.amount_cents })).toBe(telling)
  })

  it('uses each line once and answers the same in any order', () => {
    const drawn = fc.array(
      fc.record({ amount: fc.constantFrom(-200, -100, 100, 200), account: fc.constantFrom('a', 'b', 'c'), at: fc.nat(8) }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(drawn, fc.nat(), (rows, seed) => {
        const lines = rows.map(({ amount, account, at }, number) =>
          aLine({ id: `l${number}`, amount_cents: amount, bank_account_id: account, day: `2026-03-${String(at + 1).padStart(2, '0')}` }),
        )
        const random = seeded(seed)
        const pairs = transferPairs(lines)
        const used = pairs.flatMap(({ from_line_id, to_line_id }) => [from_line_id, to_line_id])
        expect(new Set(used).size).toBe(used.length)
        for (const { days, from_bank_account_id, to_bank_account_id } of pairs) {
          expect(days).toBeLessThanOrEqual(3)
          expect(from_bank_account_id).not.toBe(to_bank_account_id)
        }
        expect(transferPairs([...lines].sort(() => random() - 0.5))).toEqual(pairs)
      }),
    )
  })
})
