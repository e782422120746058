// The wide net of the search pane.
import { describe, expect, it } from 'vitest'
import { candidatesFor } from '#domain/matching/candidates-for.ts'
import { buildIndex } from '#domain/matching/title-index.ts'
import { aLine, aTitle, makeMatchingData } from '#tests/kit/matching-data.ts'

const today = '2026-06-30'

describe('candidatesFor', () => {
  const titles = [
    aTitle({ id: 'match' }),
    aTitle({ id: 'far', due_date: '2026-05-20' }),
    aTitle({ id: 'large', amount_cents: 99_999, contact_name: 'Padaria São José' }),
    aTitle({ id: 'elsewhere', bank_account_id: 'account-2' }),
    aTitle({ id: 'ancient', due_date: '2025-01-01' }),
    aTitle({ id: 'other-sign', kind: 'RECEIVABLE' }),
  ]
  const index = buildIndex(titles)
  const ids = (options: { text?: string; limit?: number } = {}) =>
    candidatesFor(aLine(), index, { today, ...options }).map(({ title_ids }) => title_ids.join())

  it('lists suggestions first and then what fails a gate, of the sign and within 90 days', () => {
    expect(ids()[0]).toBe('match')
    expect(ids().sort()).toEqual(['elsewhere', 'far', 'large', 'match'])
  })

  it('gives no level to what fails a gate and says when it is of another account', () => {
    const found = candidatesFor(aLine(), index, { today })
    for (const candidate of found.slice(1)) {
      expect(candidate.score).toBeLessThan(60)
      expect(candidate.level).toBeNull()
    }
    expect(found.find(({ title_ids }) => title_ids[0] === 'elsewhere')?.reasons.map(({ code }) => code)).toContain('other_account')
    expect(found.find(({ title_ids }) => title_ids[0] === 'large')?.difference_cents).toBe(12_345 - 99_999)
  })

  it('narrows by words of contact, description or number', () => {
    expect(ids({ text: 'jose pad' })).toEqual(['large'])
    expect(ids({ text: 'nobody' })).toEqual([])
    expect(ids({ limit: 2 })).toHaveLength(2)
  })

  it('answers the same whatever the order of the titles', () => {
    const data = makeMatchingData({ lines: 20, titles: 2_000, seed: 5 })
    const forward = buildIndex(data.titles)
    const backward = buildIndex([...data.titles].reverse())
    for (const line of data.lines) {
      expect(candidatesFor(line, backward, { today: data.today })).toEqual(candidatesFor(line, forward, { today: data.today }))
    }
  })
})
