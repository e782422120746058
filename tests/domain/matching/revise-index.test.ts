// An index that was revised again and again suggests what one made anew from the same titles does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Title } from '#domain/matching/candidates.ts'
import { candidatesFor, partsFor } from '#domain/matching/candidates-for.ts'
import { reviseIndex } from '#domain/matching/revise-index.ts'
import { suggesting } from '#domain/matching/suggest.ts'
import { buildIndex, type TitleIndex } from '#domain/matching/title-index.ts'
import { finish } from '#domain/steps.ts'
import { makeMatchingData } from '#tests/kit/matching-data.ts'

/** A change: titles by place that leave, change, or come from the reserve. */
const change = fc.record({
  leave: fc.array(fc.nat(), { maxLength: 4 }),
  alter: fc.array(
    fc.record({ at: fc.nat(), cents: fc.integer({ min: 1, max: 900_000 }), name: fc.constantFrom('Padaria Nova', 'Aurora') }),
    {
      maxLength: 4,
    },
  ),
  come: fc.nat({ max: 6 }),
})

describe.each([0, 12])('with %i prices', prices => {
  const { lines, titles, today } = makeMatchingData({ lines: 40, titles: 600, prices, seed: 3 + prices })
  const start = titles.slice(0, 400)

  const said = (index: TitleIndex) => ({
    all: finish(suggesting(lines, index, { today })),
    one: lines.slice(0, 6).map(line => candidatesFor(line, index, { today, limit: 20 })),
    parts: lines.slice(0, 6).map(line => partsFor(line, index, { today }).map(({ id }) => id)),
  })

  it('says the same after any changes, and the former index still says what it said', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), changes => {
        let now = new Map<string, Title>(start.map(title => [title.id, title]))
        let index = buildIndex(start)
        let reserve = 400
        for (const { leave, alter, come } of changes) {
          const former = { index, said: said(index) }
          const ids = [...now.keys()]
          const next = new Map(now)
          for (const at of leave) next.delete(ids[at % ids.length] ?? '')
          for (const { at, cents, name } of alter) {
            const title = next.get(ids[at % ids.length] ?? '')
            if (title) next.set(title.id, { ...title, amount_cents: cents, contact_name: name })
          }
          for (const title of titles.slice(reserve, reserve + come)) next.set(title.id, title)
          reserve += come
          const moved = [...new Set([...now.keys(), ...next.keys()])].filter(id => now.get(id) !== next.get(id))
          index = reviseIndex(
            index,
            moved,
            moved.flatMap(id => next.get(id) ?? []),
          )
          now = next
          expect(said(index)).toEqual(said(buildIndex(now.values())))
          expect(said(former.index)).toEqual(former.said)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
