// The balance ladder: what the bank says is carried from what it stated by its lines, and a planted error is found on its day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceLadder, bankBalances, firstBroken, type Movement } from '#domain/balance-ladder.ts'
import { addDays } from '#domain/days.ts'

const START = '2026-03-01'
const END = '2026-03-31'
const day = (at: number) => addDays(START, at)

const movements = fc.array(
  fc.record({ day: fc.integer({ min: 0, max: 30 }).map(day), amount_cents: fc.integer({ min: -100_000, max: 100_000 }) }),
  { maxLength: 40 },
)
const heldAt = (opening: number, moved: readonly Movement[], until: string) =>
  moved.reduce((sum, { day: at, amount_cents }) => (at <= until ? sum + amount_cents : sum), opening)

describe('the balance of the bank', () => {
  it('is the same from whichever stated balance it is carried', () => {
    fc.assert(
      fc.property(movements, fc.integer(), fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), (lines, opening, at) => {
        const stated = at.map(day).map(each => ({ day: each, balance_cents: heldAt(opening, lines, each) }))
        const balance = bankBalances({ stated, lines, told_until: END })
        for (let each = START; each <= END; each = addDays(each, 1)) expect(balance(each)).toBe(heldAt(opening, lines, each))
      }),
      { numRuns: 60 },
    )
  })
  it('is unknown without a stated balance, and after the last statement', () => {
    expect(bankBalances({ stated: [], lines: [{ day: START, amount_cents: 1 }], told_until: END })(START)).toBeNull()
    const stated = [{ day: START, balance_cents: 7 }]
    expect(bankBalances({ stated, lines: [], told_until: day(2) })(day(2))).toBe(7)
    expect(bankBalances({ stated, lines: [], told_until: day(2) })(day(3))).toBeNull()
  })
})

describe('the ladder', () => {
  it('has no break while the books have every line, and one on the day of each planted error', () => {
    fc.assert(
      fc.property(movements, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 5000 }), (lines, at, error) => {
        const facts = {
          stated: [{ day: END, balance_cents: heldAt(500, lines, END) }],
          lines,
          told_until: END,
          books_opening_cents: 500,
        }
        const whole = balanceLadder({ ...facts, books: lines }, START, END)
        expect(whole.every(step => step.difference_cents === 0 && !step.is_break)).toBe(true)
        const wrong = balanceLadder({ ...facts, books: [...lines, { day: day(at), amount_cents: error }] }, START, END)
        expect(firstBroken(wrong)).toBe(day(at))
        expect(wrong.filter(step => step.is_break).map(step => [step.day, step.difference_cents])).toEqual([[day(at), -error]])
      }),
      { numRuns: 60 },
    )
  })
  it('breaks where a statement does not agree with its own lines', () => {
    const stated = [
      { day: day(0), balance_cents: 100 },
      { day: day(5), balance_cents: 130 },
    ]
    const steps = balanceLadder({ stated, lines: [], told_until: day(5), books_opening_cents: 100, books: [] }, START, day(9))
    expect(steps.filter(step => step.is_break).map(step => step.day)).toEqual([day(5)])
    expect(steps.at(-1)).toMatchObject({ bank_cents: null, difference_cents: null, is_break: false })
  })
})
