// What is owed, in groups: each title in one of them, whatever is edited, and the folded ones remembered.
import { expect, test } from 'vitest'
import { BILL_KIND, OWED_DIGIT } from '#client/features/titles/title-kind.ts'
import { isNamed, viewOf } from '#client/surfaces/ledger/views.ts'
import { storeOf } from './rows.ts'

// Wednesday, 11/11/2026; banks are closed on the 2nd and on weekends.
const rows = [
  { id: 'late', amount_cents: 1_000, due_date: '2026-10-28' },
  { id: 'today', amount_cents: 2_000, due_date: '2026-11-11' },
  { id: 'sunday', amount_cents: 3_000, due_date: '2026-11-15' },
  { id: 'monday', amount_cents: 4_000, due_date: '2026-11-16' },
  { id: 'paid', amount_cents: 5_000, due_date: '2026-11-03', status: 'PAID' },
]

const grouped = () => {
  const store = storeOf(rows)
  store.sort([{ field: 'due_date' }])
  store.group('owed')
  return store
}
const shown = (store: ReturnType<typeof storeOf>) =>
  store.groups.filter(group => group.count > 0).map(({ key, count, sum }) => [key, count, sum])

test('each title stands in one group, in the order of what hurts, and empty groups are absent', () => {
  const store = grouped()
  expect(shown(store)).toEqual([
    ['OVERDUE', 1, 1_000],
    ['WEEK', 2, 5_000],
    ['LATER', 1, 4_000],
    ['SETTLED', 1, 5_000],
  ])
  expect(store.text(store.rowOf('late'), 'owed')).toBe('Vencidas')
  store.remove(['monday'])
  store.reapply()
  expect(shown(store).map(([key]) => key)).toEqual(['OVERDUE', 'WEEK', 'SETTLED'])
})

test('a title that was paid or moved is out of place until the list is asked again', () => {
  const store = grouped()
  expect(store.stale).toBe(false)
  store.set(['late'], { status: 'PAID' })
  expect(store.stale).toBe(true)
  store.reapply()
  expect(shown(store)).toEqual([
    ['WEEK', 2, 5_000],
    ['LATER', 1, 4_000],
    ['SETTLED', 2, 6_000],
  ])
  store.set(['today'], { due_date: '2026-12-01' })
  store.reapply()
  expect(shown(store)).toContainEqual(['LATER', 2, 6_000])
})

test('folded groups keep their count and sum, hide their rows, and are told to be remembered', () => {
  const store = grouped()
  store.foldOnly(['SETTLED'])
  expect(store.pos[store.rowOf('paid')]).toBe(-1)
  expect(store.shownCount).toBe(5)
  store.fold(store.groups[0]!, true)
  expect(store.foldedKeys).toEqual(['SETTLED', 'OVERDUE'])
})

test('a bare address opens what is owed where a list begins with it, and each other view says its name', () => {
  const at = (filter: string, view?: number) => viewOf(BILL_KIND.views, { filter, view }, OWED_DIGIT)?.title
  expect([at(''), at('energia'), at('venc:vencidas'), at('', 0)]).toEqual(['Em aberto', 'Em aberto', 'Vencidas', 'Todas'])
  expect(viewOf(BILL_KIND.views, { filter: '', view: undefined })?.title).toBe('Todas')
  const named = (startsAt?: number) => BILL_KIND.views.filter(view => isNamed(view, startsAt)).map(view => view.title)
  expect(named(OWED_DIGIT)).toEqual(['Todas'])
  expect(named()).toEqual(['Em aberto'])
})
