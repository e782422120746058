// What a difference may be; the parts always sum to it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceSign, explainDifference } from '#domain/matching/differences.ts'
import { aLine, aTitle } from '#tests/kit/matching-data.ts'

const today = '2026-06-30'
const late = { due_date: '2026-02-28', overdue: true }

describe('explainDifference', () => {
  it.each([
    [10_000, 10_233, 200, 33],
    [50_000, 51_167, 1_000, 167],
  ])('reads %i paid as %i ten days late as fine %i and interest %i', (amount_cents, paid, fine, interest) => {
    const found = explainDifference(aLine({ amount_cents: -paid }), [aTitle({ amount_cents, ...late })], today)
    expect(found.expected).toEqual({ fine_cents: fine, interest_cents: interest, days_late: 10 })
    expect(found.proposals[0]).toEqual({
      parts: [
        { kind: 'fine', amount_cents: fine },
        { kind: 'interest', amount_cents: interest },
      ],
      expected: true,
    })
  })

  it('accepts the cent of those who truncate', () => {
    const found = explainDifference(aLine({ amount_cents: -51_166 }), [aTitle({ amount_cents: 50_000, ...late })], today)
    expect(found.proposals[0]).toMatchObject({ expected: true, parts: [{ amount_cents: 1_000 }, { kind: 'interest', amount_cents: 166 }] })
  })

  it.each([167, 166])('puts interest alone first where it alone fits: %i', interest => {
    const found = explainDifference(aLine({ amount_cents: -50_000 - interest }), [aTitle({ amount_cents: 50_000, ...late })], today)
    expect(found.proposals[0]).toEqual({ parts: [{ kind: 'interest', amount_cents: interest }], expected: true })
  })

  it('counts no late charge for a title the books do not call overdue', () => {
    const found = explainDifference(aLine({ amount_cents: -10_233 }), [aTitle({ amount_cents: 10_000, ...late, overdue: false })], today)
    expect(found.expected.days_late).toBe(0)
    expect(found.proposals.map(({ parts }) => parts[0]!.kind)).toEqual(['fee', 'interest'])
  })

  it('reads a card receipt of 97,51 for 100,00 as a fee first', () => {
    const title = aTitle({ kind: 'RECEIVABLE', amount_cents: 10_000, is_card: true })
    expect(explainDifference(aLine({ amount_cents: 9_751 }), [title], today).proposals[0]?.parts).toEqual([
      { kind: 'fee', amount_cents: 249 },
    ])
  })

  it('reads exactly the withholdings as withheld, and more as withheld and the rest', () => {
    const title = aTitle({ kind: 'RECEIVABLE', amount_cents: 100_000, withholdings_cents: 6_150 })
    expect(explainDifference(aLine({ amount_cents: 93_850 }), [title], today).proposals[0]).toEqual({
      parts: [{ kind: 'withholding', amount_cents: 6_150 }],
      expected: true,
    })
    expect(explainDifference(aLine({ amount_cents: 93_600 }), [title], today).proposals[0]?.parts).toEqual([
      { kind: 'withholding', amount_cents: 6_150 },
      { kind: 'fee', amount_cents: 250 },
    ])
  })

  it('never reads a smaller payment of a bill as a fee, and always offers to leave the rest open', () => {
    const kinds = explainDifference(aLine({ amount_cents: -12_000 }), [aTitle()], today).proposals.map(({ parts }) => parts[0]!.kind)
    expect(kinds).toEqual(['discount', 'withholding', 'open'])
  })

  it('has nothing to say of no difference', () => {
    expect(explainDifference(aLine(), [aTitle()], today)).toMatchObject({ difference_cents: 0, proposals: [] })
  })

  it('always sums to the difference in whole positive cents, without saying anything twice', () => {
    const cents = fc.integer({ min: 1, max: 5_000_000 })
    const drawn = fc.record({
      amount: cents,
      withheld: fc.option(fc.nat(50_000)),
      overdue: fc.boolean(),
      card: fc.boolean(),
      day: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(cents, fc.boolean(), fc.array(drawn, { minLength: 1, maxLength: 4 }), (paid, isBill, rows) => {
        const kind = isBill ? 'BILL' : 'RECEIVABLE'
        const titles = rows.map(({ amount, withheld, overdue, card, day }, at) =>
          aTitle({
            id: `t${at}`,
            kind,
            amount_cents: amount,
            withholdings_cents: withheld,
            overdue,
            is_card: card,
            due_date: `2026-02-${String(day).padStart(2, '0')}`,
          }),
        )
        const found = explainDifference(aLine({ amount_cents: isBill ? -paid : paid }), titles, today)
        for (const { parts } of found.proposals) {
          for (const { amount_cents } of parts) expect(Number.isInteger(amount_cents) && amount_cents > 0).toBe(true)
          expect(parts.reduce((sum, part) => sum + differenceSign(part.kind, kind) * part.amount_cents, 0)).toBe(found.difference_cents)
        }
        const texts = found.proposals.map(({ parts }) => JSON.stringify(parts))
        expect(new Set(texts).size).toBe(texts.length)
        expect(found.proposals.length > 0).toBe(found.difference_cents !== 0)
      }),
    )
  })
})
