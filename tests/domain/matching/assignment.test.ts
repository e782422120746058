// Properties of the whole: no order of input decides, each side is used once, equal amounts do not cross, and the kept few never starve a line.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Line, Suggestion, Title } from '#domain/matching/candidates.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { buildIndex } from '#domain/matching/title-index.ts'
import { aLine, aTitle, makeMatchingData, seeded } from '#tests/kit/matching-data.ts'

const today = '2026-12-31'
const dayOf = (offset: number) => new Date(Date.UTC(2026, 2, 1 + offset)).toISOString().slice(0, 10)

const names = fc.constantFrom('Ana Prado', 'Bia Nunes', 'Caio Reis', '')
const someLines = fc.array(
  fc.record({
    at: fc.nat(30),
    amount: fc.constantFrom(9_990, 10_000, 10_150, 19_980, 29_970),
    name: names,
    sign: fc.constantFrom(1, -1),
    account: fc.nat(1),
  }),
  { maxLength: 12 },
)
const someTitles = fc.array(
  fc.record({
    at: fc.nat(30),
    amount: fc.constantFrom(9_990, 10_000, 10_300),
    name: names,
    bill: fc.boolean(),
    account: fc.option(fc.nat(1)),
    overdue: fc.boolean(),
  }),
  { maxLength: 16 },
)
type Drawn<Kind> = Kind extends fc.Arbitrary<infer Value> ? Value : never

const asLines = (drawn: Drawn<typeof someLines>): Line[] =>
  drawn.map(({ at, amount, name, sign, account }, number) =>
    aLine({ id: `l${number}`, day: dayOf(at), amount_cents: sign * amount, memo: `PIX ${name}`, bank_account_id: `account-${account}` }),
  )
const asTitles = (drawn: Drawn<typeof someTitles>): Title[] =>
  drawn.map(({ at, amount, name, bill, account, overdue }, number) =>
    aTitle({
      id: `t${String(number).padStart(2, '0')}`,
      kind: bill ? 'BILL' : 'RECEIVABLE',
      amount_cents: amount,
      due_date: dayOf(at),
      bank_account_id: account === null ? null : `account-${account}`,
      contact_id: name === '' ? null : name,
      contact_name: name,
      overdue,
    }),
  )

function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const random = seeded(seed)
  return values
    .map(value => ({ value, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value)
}

const byLine = (suggestions: readonly Suggestion[]) => [...suggestions].sort((one, other) => (one.line_id < other.line_id ? -1 : 1))

describe('global assignment', () => {
  it('answers the same for any order of lines and titles', () => {
    fc.assert(
      fc.property(someLines, someTitles, fc.nat(), (drawnLines, drawnTitles, seed) => {
        const lines = asLines(drawnLines)
        const titles = asTitles(drawnTitles)
        const there = suggest(shuffled(lines, seed), shuffled(titles, seed + 1), { today })
        expect(byLine(there)).toEqual(byLine(suggest(lines, titles, { today })))
      }),
      { numRuns: 300 },
    )
  })

  it('uses each title at most once and only within sign and account', () => {
    fc.assert(
      fc.property(someLines, someTitles, (drawnLines, drawnTitles) => {
        const lines = asLines(drawnLines)
        const titles = new Map(asTitles(drawnTitles).map(title => [title.id, title]))
        const suggestions = suggest(lines, [...titles.values()], { today })
        // Lines that one title takes together show it each.
        const given = new Map(suggestions.flatMap(({ assigned }) => (assigned ? [[assigned.line_ids.join(), assigned] as const] : [])))
        const used = [...given.values()].flatMap(({ title_ids }) => title_ids)
        expect(new Set(used).size).toBe(used.length)
        suggestions.forEach((suggestion, at) => {
          const line = lines[at]!
          if (suggestion.assigned) expect(suggestion.candidates).toContainEqual(suggestion.assigned)
          for (const candidate of suggestion.candidates) {
            const chosen = candidate.title_ids.map(id => titles.get(id)!)
            const paid = candidate.line_ids.reduce((sum, id) => sum + Math.abs(lines.find(each => each.id === id)!.amount_cents), 0)
            expect(candidate.difference_cents).toBe(paid - chosen.reduce((sum, { amount_cents }) => sum + amount_cents, 0))
            if (chosen.length > 1) expect(candidate.difference_cents).toBe(0)
            for (const { kind, bank_account_id } of chosen) {
              expect(kind).toBe(line.amount_cents < 0 ? 'BILL' : 'RECEIVABLE')
              const elsewhere = candidate.reasons.some(({ code }) => code === 'other_account')
              if (elsewhere) expect(candidate.level).not.toBe('ALTA')
              else expect([null, line.bank_account_id]).toContain(bank_account_id)
            }
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('accepts by one key only what leads both its line and its title by 15 points', () => {
    fc.assert(
      fc.property(someLines, someTitles, (drawnLines, drawnTitles) => {
        const suggestions = suggest(asLines(drawnLines), asTitles(drawnTitles), { today })
        const all = suggestions.flatMap(({ candidates }) => candidates)
        for (const { certain, assigned } of suggestions) {
          if (!certain || !assigned) continue
          expect(assigned.score).toBeGreaterThanOrEqual(85)
          expect(assigned.difference_cents).toBe(0)
          const rivals = all.filter(
            other =>
              other !== assigned && (other.line_id === assigned.line_id || other.title_ids.some(id => assigned.title_ids.includes(id))),
          )
          for (const rival of rivals) {
            if (rival.line_id === assigned.line_id && rival.title_ids.join() === assigned.title_ids.join()) continue
            expect(assigned.score - rival.score).toBeGreaterThanOrEqual(15)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never crosses equal amounts by date', () => {
    const days = fc.uniqueArray(fc.nat(6), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(days, days, fc.nat(), (lineDays, titleDays, seed) => {
        const lines = shuffled(lineDays, seed).map((at, number) => aLine({ id: `l${number}`, day: dayOf(at), amount_cents: -20_000 }))
        const titles = shuffled(titleDays, seed + 1).map((at, number) =>
          aTitle({ id: `t${number}`, due_date: dayOf(at), amount_cents: 20_000 }),
        )
        const pairs = suggest(lines, titles, { today })
          .flatMap(({ line_id, assigned }) => (assigned ? [{ line_id, title_id: assigned.title_ids[0] }] : []))
          .map(({ line_id, title_id }) => ({
            day: lines.find(({ id }) => id === line_id)!.day,
            due: titles.find(({ id }) => id === title_id)!.due_date,
          }))
          .sort((one, other) => (one.day < other.day ? -1 : 1))
        expect(pairs).toHaveLength(Math.min(lines.length, titles.length))
        expect(pairs.map(({ due }) => due)).toEqual(pairs.map(({ due }) => due).sort())
      }),
      { numRuns: 300 },
    )
  })

  it('lets names cross the dates, because names say more', () => {
    const lines = [
      aLine({ id: 'l1', day: '2026-03-05', memo: 'PIX BIA NUNES' }),
      aLine({ id: 'l2', day: '2026-03-10', memo: 'PIX ANA PRADO' }),
    ]
    const titles = [
      aTitle({ id: 'ana', due_date: '2026-03-05', contact_name: 'Ana Prado' }),
      aTitle({ id: 'bia', due_date: '2026-03-10', contact_name: 'Bia Nunes' }),
    ]
    expect(suggest(lines, titles, { today }).map(({ assigned }) => assigned?.title_ids)).toEqual([['bia'], ['ana']])
  })

  it('breaks ties by smaller gap, then older title, then older line', () => {
    const same = [aTitle({ id: 'b', amount_cents: 20_000 }), aTitle({ id: 'a', amount_cents: 20_000 })]
    expect(suggest([aLine({ amount_cents: -20_000 })], same, { today })[0]!.assigned?.title_ids).toEqual(['a'])
    const two = [aLine({ id: 'm', amount_cents: -20_000 }), aLine({ id: 'k', amount_cents: -20_000 })]
    expect(suggest(two, [same[0]!], { today }).map(({ assigned }) => assigned !== null)).toEqual([false, true])
    const unlike = two.map((line, at) => ({ ...line, memo: `TED ${'XY'[at]}Z` }))
    expect(suggest(unlike, [same[0]!], { today }).map(({ assigned }) => assigned !== null)).toEqual([false, true])
    // Past 10 days both have no date points left, so only the gap tells them apart.
    const late = ['2026-02-08', '2026-02-18'].map((due_date, at) =>
      aTitle({ id: `t${at}`, due_date, amount_cents: 20_000, contact_name: 'Ana Prado' }),
    )
    expect(suggest([aLine({ amount_cents: -20_000, memo: 'PIX ANA PRADO' })], late, { today })[0]).toMatchObject({
      candidates: [
        { score: 70, title_ids: ['t1'] },
        { score: 70, title_ids: ['t0'] },
      ],
    })
  })

  it('serves every one of many lines of one amount, beyond the six shown', () => {
    const lines = Array.from({ length: 150 }, (_, at) =>
      aLine({ id: `l${at}`, amount_cents: -20_000, memo: at % 2 === 0 ? 'LIQUIDACAO' : `LIQUIDACAO FULANO ${'ABCDEFGHIJ'[at % 10]}X` }),
    )
    const titles = Array.from({ length: 150 }, (_, at) => aTitle({ id: `t${at}`, amount_cents: 20_000 }))
    const suggestions = suggest(lines, titles, { today })
    expect(new Set(suggestions.map(({ assigned }) => assigned?.title_ids[0])).size).toBe(150)
    for (const { candidates, assigned } of suggestions) {
      expect(candidates.length).toBeLessThanOrEqual(6)
      expect(candidates).toContainEqual(assigned)
    }
  })

  it('gives the same from an index built before', () => {
    const { lines, titles, today: after } = makeMatchingData({ lines: 200, titles: 2_000, seed: 3 })
    expect(suggest(lines, buildIndex(titles), { today: after })).toEqual(suggest(lines, titles, { today: after }))
  })

  it('finds most of what a seeded ledger was made from, and nothing certain is wrong', () => {
    const { lines, titles, truth, today: after } = makeMatchingData({ lines: 1_000, titles: 5_000, seed: 11 })
    const suggestions = suggest(lines, titles, { today: after })
    const right = suggestions.filter(({ line_id, assigned }) => assigned && sameSet(assigned.title_ids, truth.get(line_id) ?? []))
    const wrong = suggestions.filter(
      ({ line_id, certain, assigned }) => certain && !sameSet(assigned?.title_ids ?? [], truth.get(line_id) ?? []),
    )
    expect(right.length).toBeGreaterThan(850)
    expect(wrong).toEqual([])
  })
})

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join()
}
