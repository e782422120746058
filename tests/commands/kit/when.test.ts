// `overlaps` is exact: it must agree with trying every possible moment.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_LAYER, type Clause, type Facts, matches, overlaps, pickedStates, type Screen } from '#commands/kit/when.ts'

const someAreas = ['bills', 'contacts', 'queue'] as const
const someScreens: readonly Screen[] = ['bills.list', 'bills.detail', 'contacts.list', 'queue']

const allFacts: Facts[] = someScreens.flatMap(screen =>
  ANY_LAYER.flatMap(layer =>
    pickedStates.flatMap(picked =>
      [true, false].flatMap(company =>
        [true, false].map(office => ({ area: screen.split('.')[0] as Facts['area'], screen, layer, picked, company, office })),
      ),
    ),
  ),
)
const subset = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })
const clause = fc.record(
  {
    area: subset(someAreas),
    screen: subset(someScreens),
    layer: subset(ANY_LAYER),
    picked: subset([...pickedStates, 'some'] as const),
    company: fc.boolean(),
    office: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Clause>
const when = fc.oneof(clause, fc.array(clause, { minLength: 1, maxLength: 3 }))

const facts: Facts = { area: 'bills', screen: 'bills.list', layer: 'grid', picked: 'one', company: true, office: false }

describe('when', () => {
  it('two clauses overlap exactly when some moment satisfies both', () => {
    fc.assert(
      fc.property(when, when, (a, b) => overlaps(a, b) === allFacts.some(moment => matches(a, moment) && matches(b, moment))),
      { numRuns: 500 },
    )
  })
  it('absent layer means the calm ANY_LAYER: not behind a form, an editor or a dialog', () => {
    expect(matches({ area: 'bills' }, facts)).toBe(true)
    for (const layer of ['form', 'editor', 'overlay'] as const) expect(matches({ area: 'bills' }, { ...facts, layer })).toBe(false)
    expect(matches(undefined, { ...facts, layer: 'overlay' })).toBe(false)
  })
  it('some picked stands for one or many', () => {
    expect(matches({ picked: 'some' }, facts)).toBe(true)
    expect(matches({ picked: 'some' }, { ...facts, picked: 'none' })).toBe(false)
    expect(overlaps({ picked: 'some' }, { picked: 'none' })).toBe(false)
  })
  it('a screen implies its area, so screens of other areas never overlap', () => {
    expect(overlaps({ area: 'bills' }, { screen: 'contacts.list' })).toBe(false)
    expect(overlaps({ area: 'bills' }, { screen: 'bills.list' })).toBe(true)
  })
})
