import { beforeEach, describe, expect, it } from 'vitest'
import { KeyTally } from '#client/features/workbench/key-tally.ts'
import { sparkPoints } from '#client/features/workbench/keys-per-line.tsx'

beforeEach(() => localStorage.clear())

describe('keys per line', () => {
  it('are counted by company and day, and kept for the next visit', () => {
    const tally = new KeyTally('k')
    tally.add('2026-11-10', { keys: 4 })
    tally.add('2026-11-10', { lines: 2 })
    tally.add('2026-11-11', { keys: 3, lines: 6 })
    expect(tally.of('2026-11-11')).toEqual({ day: '2026-11-11', keys: 3, lines: 6 })
    expect(new KeyTally('k').rates).toEqual([2, 0.5])
    expect(new KeyTally('other').rates).toEqual([])
  })

  it('forget days of long ago, and days without a settled line say nothing', () => {
    const tally = new KeyTally('k')
    for (let day = 1; day <= 20; day++) tally.add(`2026-11-${String(day).padStart(2, '0')}`, { keys: 1, lines: day % 2 })
    expect(tally.of('2026-11-01').lines).toBe(0)
    expect(tally.rates).toHaveLength(7)
  })

  it('are drawn with the dearest day at the top', () => expect(sparkPoints([2, 1, 0])).toBe('0,1 28,7 56,13'))
})
