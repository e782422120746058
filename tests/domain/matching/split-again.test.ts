import { describe, expect, it } from 'vitest'
import { type SplitPart, splitAgain } from '#domain/matching/split-again.ts'

const parts = (...amounts: number[]): SplitPart[] =>
  amounts.map((amount_cents, at) => ({ category_id: `c${at}`, contact_id: null, amount_cents }))
const amountsOf = (made: readonly SplitPart[] | null) => made?.map(({ amount_cents }) => amount_cents) ?? null

describe('a line divided as before', () => {
  it.each([
    ['the same amount has the same parts', 10_000, [parts(6_000, 4_000)], [6_000, 4_000]],
    ['seen once, parts keep their proportion', 20_000, [parts(6_000, 4_000)], [12_000, 8_000]],
    ['what rounding leaves goes to the last one', 100, [parts(1, 1, 1)], [33, 33, 34]],
    ['a part that never changed is fixed', 9_000, [parts(6_000, 14_000), parts(6_000, 4_000)], [6_000, 3_000]],
    ['fixed parts may stand anywhere', 9_000, [parts(100, 6_000, 14_000), parts(200, 6_000, 9_000)], [21, 6_000, 2_979]],
    ['too small for its fixed part, it is divided in proportion', 5_000, [parts(6_000, 14_000), parts(6_000, 4_000)], [1_500, 3_500]],
    ['splits of another shape fix nothing', 20_000, [parts(6_000, 4_000), parts(6_000, 1_000, 1_000)], [12_000, 8_000]],
    ['too little for its parts, it is not divided', 1, [parts(6_000, 4_000)], null],
    ['nothing was divided before', 10_000, [], null],
  ])('%s', (_, amount, past, made) => {
    expect(amountsOf(splitAgain(amount, past))).toEqual(made)
  })

  it('always sums to the line', () => {
    for (let amount = 10; amount < 3_000; amount += 7) {
      const made = splitAgain(amount, [parts(333, 333, 334), parts(333, 100, 20)])
      if (made) expect(made.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(amount)
    }
  })
})
