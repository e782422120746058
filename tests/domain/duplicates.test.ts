// Duplicate groups: the rule pair by pair, stars not chains, any input order, big inputs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { type DuplicateCandidate, duplicateGroups, pairKey } from '#domain/duplicates.ts'

let next = 0
const a = (fields: Partial<DuplicateCandidate> = {}): DuplicateCandidate => ({
  id: `e${String(next++).padStart(6, '0')}`,
  kind: 'BILL',
  amount_cents: 12_345,
  date: '2026-11-10',
  contact_id: 'sol',
  conciliated: false,
  settled: false,
  created_at: '2026-11-01T00:00:00Z',
  ...fields,
})
const groupsOf = (one: Partial<DuplicateCandidate>, other: Partial<DuplicateCandidate>) => duplicateGroups([a(one), a(other)]).length

describe('a pair', () => {
  it('is duplicate with the same kind, amount and contact up to three days apart', () => {
    expect(groupsOf({}, { date: '2026-11-13' })).toBe(1)
    expect(groupsOf({}, { date: '2026-11-14' })).toBe(0)
    expect(groupsOf({}, { kind: 'RECEIVABLE' })).toBe(0)
    expect(groupsOf({}, { amount_cents: 12_346 })).toBe(0)
    expect(groupsOf({}, { contact_id: 'lua' })).toBe(0)
  })

  it('is duplicate by description when contacts say nothing', () => {
    const none = { contact_id: null }
    expect(
      groupsOf({ ...none, additional_information: 'Energia elétrica loja' }, { ...none, additional_information: 'ENERGIA ELETRICA' }),
    ).toBe(1)
    expect(groupsOf({ ...none, additional_information: 'Energia elétrica' }, { ...none, additional_information: 'Aluguel' })).toBe(0)
    expect(groupsOf(none, none)).toBe(0)
  })

  it('is duplicate in the whole month with the same contact and document number', () => {
    expect(groupsOf({ date: '2026-11-01', document_number: '77' }, { date: '2026-11-30', document_number: '77' })).toBe(1)
    expect(groupsOf({ date: '2026-11-30', document_number: '77' }, { date: '2026-12-05', document_number: '77' })).toBe(0)
  })

  it('is certain with the same boleto, invoice key or transaction, however far apart', () => {
    for (const key of [{ boleto_digits: '123' }, { access_keys: ['9', '8'] }, { transaction_id: 't' }]) {
      const groups = duplicateGroups([a({ ...key, contact_id: 'x' }), a({ ...key, contact_id: 'y', date: '2027-03-01' })])
      expect(groups[0]?.duplicates[0]?.certain).toBe(true)
    }
  })

  it('is no duplicate among siblings, parent and child, or once ignored', () => {
    expect(groupsOf({ scheduled_recurrence_id: 'r' }, { scheduled_recurrence_id: 'r' })).toBe(0)
    expect(groupsOf({ parent_id: 'p' }, { parent_id: 'p' })).toBe(0)
    const parent = a()
    expect(duplicateGroups([parent, a({ parent_id: parent.id })])).toEqual([])
    const [one, other] = [a(), a()]
    expect(duplicateGroups([one, other], new Set([pairKey(other.id, one.id)]))).toEqual([])
  })
})

describe('groups', () => {
  it('take as original the conciliated, else the settled, else the older', () => {
    const older = a({ created_at: '2026-01-01' })
    const settled = a({ settled: true })
    const conciliated = a({ settled: true, conciliated: true })
    expect(duplicateGroups([older, settled, conciliated])).toEqual([
      {
        original_id: conciliated.id,
        duplicates: [
          { id: settled.id, certain: false },
          { id: older.id, certain: false },
        ],
      },
    ])
    expect(duplicateGroups([settled, older])[0]?.original_id).toBe(settled.id)
    const younger = a({ created_at: '2026-02-01' })
    expect(duplicateGroups([younger, older])[0]?.original_id).toBe(older.id)
  })

  it('ignoring one pair leaves the others', () => {
    const [first, second, third] = [a({ created_at: '1' }), a({ created_at: '2' }), a({ created_at: '3' })]
    expect(duplicateGroups([first, second, third], new Set([pairKey(first.id, second.id)]))).toEqual([
      { original_id: first.id, duplicates: [{ id: third.id, certain: false }] },
    ])
  })

  it('do not chain: what is four days from the original stays out', () => {
    const days = ['2026-11-10', '2026-11-13', '2026-11-16'].map((date, index) => a({ date, created_at: `${index}` }))
    expect(duplicateGroups(days)).toEqual([{ original_id: days[0]?.id, duplicates: [{ id: days[1]?.id, certain: false }] }])
  })

  const entries = fc.array(
    fc.record({
      amount_cents: fc.constantFrom(100, 200),
      day: fc.nat(12),
      contact_id: fc.constantFrom('a', 'b', null),
      additional_information: fc.constantFrom('energia loja', 'energia', 'aluguel', null),
      scheduled_recurrence_id: fc.constantFrom('r', null, null),
      settled: fc.boolean(),
    }),
    { maxLength: 25 },
  )

  it('do not depend on the order of the input and hold each entry once', () => {
    fc.assert(
      fc.property(entries, fc.infiniteStream(fc.nat()), (rows, order) => {
        const list = rows.map(({ day, ...row }, index) => a({ ...row, id: `id${index}`, date: addDays('2026-11-01', day) }))
        const shuffled = list
          .map(item => ({ item, at: order.next().value }))
          .sort((x, y) => x.at - y.at)
          .map(({ item }) => item)
        const groups = duplicateGroups(list)
        expect(duplicateGroups(shuffled)).toEqual(groups)
        const ids = groups.flatMap(group => [group.original_id, ...group.duplicates.map(duplicate => duplicate.id)])
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('finds a planted pair among 20,000 entries whose amounts and days are all equal', { timeout: 60_000 }, () => {
    const crowd = Array.from({ length: 20_000 }, (_, index) =>
      a({ contact_id: `c${index}`, additional_information: 'mensalidade', date: '2026-11-10', scheduled_recurrence_id: 'all' }),
    )
    const twins = [a({ contact_id: 'c777', scheduled_recurrence_id: null })]
    const groups = duplicateGroups([...crowd, ...twins])
    expect(groups.some(group => [group.original_id, ...group.duplicates.map(({ id }) => id)].includes(twins[0]?.id ?? ''))).toBe(true)
  })
})
