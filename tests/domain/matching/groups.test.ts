// One line for 2 to 5 titles of one contact or one due date.
import { describe, expect, it } from 'vitest'
import type { Title } from '#domain/matching/candidates.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { aLine, aTitle } from '#tests/kit/matching-data.ts'

const today = '2026-06-30'
const ana = { contact_id: 'ana', contact_name: 'Ana Prado' }

function best(amount: number, titles: readonly Title[], memo = 'LIQUIDACAO') {
  return suggest([aLine({ amount_cents: -amount, memo })], titles, { today })[0]!
}

const many = (amounts: readonly number[], over: (at: number) => Partial<Title> = () => ({})) =>
  amounts.map((amount_cents, at) => aTitle({ id: `t${String(at).padStart(2, '0')}`, amount_cents, ...over(at) }))

describe('groups', () => {
  it('sums titles of one contact, 10 points below a single title', () => {
    const found = best(
      33_311,
      many([11_103, 22_208, 7_777], () => ana),
      'PIX ANA PRADO',
    )
    expect(found.assigned).toMatchObject({ title_ids: ['t00', 't01'], score: 85, level: 'ALTA', difference_cents: 0 })
    expect(found.assigned!.reasons.map(({ code }) => code)).toEqual(['same_sum', 'same_contact', 'days', 'name'])
  })

  it('sums titles of different contacts due on one day', () => {
    const found = best(
      33_311,
      many([11_103, 22_208], at => ({ contact_id: `c${at}`, contact_name: `Nome ${at}` })),
    )
    expect(found.assigned).toMatchObject({ title_ids: ['t00', 't01'], score: 65, level: 'BAIXA' })
    expect(found.assigned!.reasons.map(({ code }) => code)).toContain('same_due_date')
  })

  it('does not mix contacts of different due dates', () => {
    expect(
      best(
        33_311,
        many([11_103, 22_208], at => ({ due_date: `2026-03-${10 + at}`, contact_id: `c${at}` })),
      ).candidates,
    ).toEqual([])
  })

  it('reaches the other days of one contact when the memo names it, by the farthest member', () => {
    const titles = many([11_103, 22_208], at => ({ ...ana, due_date: `2026-03-${10 + at * 8}` }))
    expect(best(33_311, titles, 'PIX ANA PRADO').assigned).toMatchObject({ score: 65 })
    const farFirst = many([11_103, 22_208], at => ({ ...ana, due_date: `2026-03-${18 - at * 8}` }))
    expect(best(33_311, farFirst, 'PIX ANA PRADO').assigned).toMatchObject({ score: 65, title_ids: ['t01', 't00'] })
    const before = many([11_103, 22_208], at => ({ ...ana, due_date: `2026-03-${at === 0 ? '02' : '10'}` }))
    expect(best(33_311, before, 'PIX ANA PRADO').assigned).toMatchObject({ score: 65 })
    expect(best(33_311, titles).assigned).toBeNull()
  })

  it('is not tried where a single title scores 60', () => {
    const titles = [...many([11_103, 22_208], () => ana), aTitle({ id: 'single', amount_cents: 33_311 })]
    expect(best(33_311, titles).candidates.map(({ title_ids }) => title_ids)).toEqual([['single']])
  })

  it('takes five and not six', () => {
    const amounts = [10_001, 10_010, 10_100, 11_000, 20_000, 30_000]
    const five = amounts.slice(0, 5).reduce((sum, amount) => sum + amount, 0)
    expect(
      best(
        five,
        many(amounts, () => ana),
      ).assigned?.title_ids,
    ).toHaveLength(5)
    expect(
      best(
        five + 30_000,
        many(amounts, () => ana),
      ).candidates,
    ).toEqual([])
  })

  it('looks at 20 candidates at most', () => {
    // The two that would do are the smallest of 21, beyond the cap of the largest 20 of a due date.
    const filler = Array.from({ length: 19 }, (_, at) => 5_000_000 + at * 1_000)
    const titles = many([...filler, 3_000_001, 3_000_002], at => ({ contact_id: `c${at}` }))
    expect(best(6_000_003, titles).candidates).toEqual([])
    expect(best(6_000_003, titles.slice(1)).assigned?.title_ids).toEqual(['t19', 't20'])
  })

  it('takes each title once even between groups and single titles', () => {
    const titles = many([11_103, 22_208], () => ana)
    const lines = [aLine({ id: 'both', amount_cents: -33_311 }), aLine({ id: 'one', amount_cents: -11_103, memo: 'PIX ANA PRADO' })]
    const [both, one] = suggest(lines, titles, { today })
    expect(one!.assigned?.title_ids).toEqual(['t00'])
    expect(both!.assigned).toBeNull()
  })

  it('proposes the children of a split together for the line meant for the parent', () => {
    const titles = many([70_000, 30_000], () => ({ ...ana, parent_entry_id: 'parent' }))
    expect(best(100_000, titles, 'PIX ANA PRADO').candidates.map(({ title_ids }) => title_ids)).toEqual([['t00', 't01']])
  })
})
