// Rectangles of cells: where a jump ends, and how a block is laid over a rectangle.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxOf, edgeOfData, layOver, nextInBox } from '#client/kit/grid/cell-range.ts'

/** 'xx..x': filled and empty cells from the first to the last. */
const jump = (cells: string, from: number, step: 1 | -1) => edgeOfData(from, step, cells.length - 1, at => cells[at] === 'x')

describe('a jump to the edge of the data', () => {
  it.each([
    ['xxx..xx', 0, 1, 2],
    ['xxx..xx', 2, 1, 5],
    ['xxx..xx', 3, 1, 5],
    ['xxx..xx', 5, 1, 6],
    ['xxx....', 2, 1, 6],
    ['.......', 0, 1, 6],
    ['xxx..xx', 6, -1, 5],
    ['xxx..xx', 5, -1, 2],
    ['xxx..xx', 4, -1, 2],
    ['..xx', 2, -1, 0],
    ['xxxx', 3, 1, 3],
    ['xxxx', 0, -1, 0],
    ['x', 0, 1, 0],
  ] as const)('%s from %i by %i ends at %i', (cells, from, step, to) => expect(jump(cells, from, step)).toBe(to))

  it('goes on until the end, never past it, and moves wherever there is room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom(1 as const, -1 as const),
        (cells, seed, step) => {
          const from = seed % cells.length
          const to = edgeOfData(from, step, cells.length - 1, at => cells[at] === true)
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(cells.length)
          const end = step === 1 ? cells.length - 1 : 0
          expect(to === from).toBe(from === end)
        },
      ),
    )
  })
})

describe('a rectangle', () => {
  it('is the same from whichever corner it was drawn', () => {
    const [a, b] = [
      { at: 4, column: 1 },
      { at: 2, column: 3 },
    ]
    expect(boxOf(a, b)).toEqual({ top: 2, bottom: 4, left: 1, right: 3 })
    expect(boxOf(b, a)).toEqual(boxOf(a, b))
  })
})

describe('a block laid over a rectangle', () => {
  it.each([
    [
      'one cell fills it',
      [['a']],
      2,
      3,
      [
        ['a', 'a', 'a'],
        ['a', 'a', 'a'],
      ],
    ],
    [
      'one row is repeated down',
      [['a', 'b']],
      3,
      2,
      [
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ],
    ],
    [
      'one row is repeated down a single column too',
      [['a', 'b']],
      2,
      1,
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    ],
    [
      'a whole number of times, both ways',
      [['a'], ['b']],
      4,
      2,
      [
        ['a', 'a'],
        ['b', 'b'],
        ['a', 'a'],
        ['b', 'b'],
      ],
    ],
    ['what does not fit a whole number of times is laid once', [['a'], ['b']], 3, 1, [['a'], ['b']]],
    ['and then not repeated the other way either', [['a'], ['b']], 3, 4, [['a'], ['b']]],
    [
      'a larger block stays whole',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      1,
      1,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['rows of different lengths are laid as they are', [['a'], ['b', 'c']], 4, 2, [['a'], ['b', 'c']]],
    ['of nothing is nothing', [], 2, 2, []],
  ])('%s', (_, block, rows, columns, laid) => expect(layOver<string>(block, rows, columns)).toEqual(laid))
})

describe('the next cell of a rectangle', () => {
  const box = { top: 2, bottom: 4, left: 1, right: 2 }
  const walk = (from: { at: number; column: number }, dx: number, dy: number, steps: number) => {
    const seen = [from]
    for (let step = 0; step < steps; step++) seen.push(nextInBox(seen.at(-1)!, box, dx, dy))
    return seen.map(({ at, column }) => `${at},${column}`).join(' ')
  }

  it('goes down its columns by Enter and along its rows by Tab, and around its end', () => {
    expect(walk({ at: 2, column: 1 }, 0, 1, 6)).toBe('2,1 3,1 4,1 2,2 3,2 4,2 2,1')
    expect(walk({ at: 2, column: 1 }, 1, 0, 6)).toBe('2,1 2,2 3,1 3,2 4,1 4,2 2,1')
    expect(walk({ at: 2, column: 1 }, 0, -1, 2)).toBe('2,1 4,2 3,2')
    expect(walk({ at: 3, column: 1 }, -1, 0, 1)).toBe('3,1 2,2')
  })
})
