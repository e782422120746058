import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nthSmallest } from '#domain/nth.ts'

test('it is what sorting would put there, with equal values and few as well', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(values, fc.nat(), (all, at) => {
      const place = at % all.length
      const wanted = Float64Array.from(all).sort()[place]
      expect(nthSmallest(Float64Array.from(all), place)).toBeCloseTo(wanted ?? Number.NaN, 12)
    }),
  )
})
