// Exact subset sums: checked against brute force on small cases, and against planted sets and known sums on large ones.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CombinationItem, findCombinations, findLineCombinations } from '#domain/matching/combinations.ts'
import { aLine, aTitle, seeded } from '#tests/kit/matching-data.ts'

const items = (amounts: readonly number[], contact?: (at: number) => string): CombinationItem[] =>
  amounts.map((amount_cents, at) => ({ id: `i${String(at).padStart(2, '0')}`, amount_cents, contact_id: contact?.(at) ?? null }))

const sumOf = (ids: readonly string[], all: readonly CombinationItem[]) =>
  ids.reduce((sum, id) => sum + all.find(item => item.id === id)!.amount_cents, 0)

describe('findCombinations', () => {
  it('finds a set exactly when brute force does, of the smallest size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 2, max: 250 }),
        (amounts, target) => {
          let smallest = 0
          for (let mask = 1; mask < 2 ** amounts.length; mask++) {
            const chosen = amounts.filter((_, at) => (mask & (1 << at)) !== 0)
            const sum = chosen.reduce((total, amount) => total + amount, 0)
            if (chosen.length >= 2 && sum === target && (smallest === 0 || chosen.length < smallest)) smallest = chosen.length
          }
          const all = items(amounts)
          const { sets, exhausted } = findCombinations(target, all)
          expect(exhausted).toBe(false)
          expect(sets[0]?.ids.length ?? 0).toBe(smallest)
          for (const { ids } of sets) expect(sumOf(ids, all)).toBe(target)
          expect(new Set(sets.map(({ ids }) => ids.join())).size).toBe(sets.length)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('finds a planted set of any size among 40', () => {
    const random = seeded(7)
    for (const size of [2, 5, 9, 20, 33, 40]) {
      const all = items(Array.from({ length: 40 }, () => 1 + Math.floor(random() * 1e9)))
      const target = all.slice(0, size).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const { sets, exhausted } = findCombinations(target, all)
      expect(exhausted).toBe(false)
      expect(sets.length).toBeGreaterThan(0)
      for (const { ids } of sets) expect(sumOf(ids, all)).toBe(target)
    }
  })

  it('says that there is none after looking everywhere', () => {
    const random = seeded(8)
    const even = items(Array.from({ length: 40 }, () => 2 * (100 + Math.floor(random() * 50_000))))
    expect(findCombinations(1_000_001, even)).toEqual({ sets: [], exhausted: false, fitting: 40, searched: 40 })
  })

  it('puts sets of one contact first, even larger ones', () => {
    const all = items([600, 400, 500, 300, 200], at => (at < 2 ? `c${at}` : 'same'))
    expect(findCombinations(1_000, all).sets).toEqual([
      { ids: ['i02', 'i03', 'i04'], same_contact: true },
      { ids: ['i00', 'i01'], same_contact: false },
    ])
  })

  it('prefers fewer items, then nearer ones, and answers the same in any order', () => {
    const all = items([500, 500, 500, 250, 250]).map((item, at) => ({ ...item, gap: 5 - at }))
    const sets = [
      ['i02', 'i01'],
      ['i02', 'i00'],
      ['i01', 'i00'],
    ].map(ids => ({ ids, same_contact: false }))
    expect(findCombinations(1_000, all).sets).toEqual(sets)
    expect(findCombinations(1_000, [...all].reverse()).sets).toEqual(sets)
  })

  it('prefers the smaller total gap to the single nearest item', () => {
    const all = items([600, 700, 300, 400]).map((item, at) => ({ ...item, gap: [0, 1, 1, 5][at]! }))
    expect(findCombinations(1_000, all).sets.map(({ ids }) => ids)).toEqual([
      ['i01', 'i02'],
      ['i00', 'i03'],
    ])
  })

  it('gives up visibly at its budget, at the same place each time', () => {
    const same = items(Array.from({ length: 40 }, () => 9_990))
    const found = findCombinations(9_990 * 20, same, { maxSets: 3, budget: 5_000_000 })
    expect(found.exhausted).toBe(true)
    expect(found.sets).toHaveLength(3)
    for (const { ids } of found.sets) expect(sumOf(ids, same)).toBe(9_990 * 20)
    expect(findCombinations(9_990 * 20, same, { maxSets: 3, budget: 5_000_000 })).toEqual(found)
    expect(findCombinations(1_000, items([400, 600]), { budget: 0 }).exhausted).toBe(true)
  })

  it('says so when candidates beyond 40 were left out', () => {
    expect(findCombinations(3, items(Array.from({ length: 41 }, () => 2))).exhausted).toBe(true)
    expect(findCombinations(3, items(Array.from({ length: 40 }, () => 2))).exhausted).toBe(false)
  })

  it('keeps to maxSets', () => {
    expect(findCombinations(20, items(Array.from({ length: 12 }, () => 10)), { maxSets: 2 }).sets).toHaveLength(2)
  })
})

describe('findLineCombinations', () => {
  it('gathers lines of the title’s sign and account', () => {
    const lines = [
      aLine({ id: 'a', amount_cents: -6_000 }),
      aLine({ id: 'b', amount_cents: -6_345, day: '2026-03-20' }),
      aLine({ id: 'in', amount_cents: 6_345 }),
      aLine({ id: 'other', amount_cents: -6_345, bank_account_id: 'account-2' }),
    ]
    expect(findLineCombinations(aTitle(), lines).sets.map(({ ids }) => ids)).toEqual([['a', 'b']])
    expect(findLineCombinations(aTitle({ bank_account_id: null }), lines).sets.map(({ ids }) => ids)).toEqual([
      ['a', 'other'],
      ['a', 'b'],
    ])
  })
})
