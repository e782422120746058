// A list behind its screen: what commands act on, what is shown before the server answered, and what comes and leaves with its answers.
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellChange } from '#client/data/changes.ts'
import { SEARCHED, titleFields } from '#client/features/titles/title-columns.tsx'
import { BILL_KIND } from '#client/features/titles/title-kind.ts'
import { currentTarget, setWhereabouts } from '#client/surfaces/context.ts'
import { runEscape } from '#client/surfaces/focus-stack.ts'
import { intend } from '#client/surfaces/intents.ts'
import { type Ledger, useLedger } from '#client/surfaces/ledger/use-ledger.ts'
import { makePorts } from '#client/surfaces/ports.ts'
import { bills } from '#contract/bills.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'
import { type FakeGrid, fakeGrid } from './fake-grid.ts'
import { columnsOf, type Row, registersOf } from './rows.ts'

const AT = 'GET /v1/companies/k/bills'
const ROWS: readonly Row[] = [
  { id: 'a', additional_information: 'Energia', amount_cents: 10_000 },
  { id: 'b', additional_information: 'Aluguel', amount_cents: 20_000, due_date: '2026-11-20' },
  { id: 'c', additional_information: 'Água', amount_cents: 30_000, due_date: '2026-11-25' },
]
const FIELDS = titleFields(
  BILL_KIND,
  () => registersOf(),
  () => '2026-11-11',
)
const SORT = [{ field: 'due_date' }] as const

let ledger: Ledger
let grid: FakeGrid
let server: FakeServer
const filters: string[] = []
const seen: string[] = []

function Probe({ month = '11', filter = '' }: { month?: string; filter?: string }) {
  ledger = useLedger({
    request: { row: bills.list, params: { c: 'k' }, query: { start_date: `2026-${month}-01` } },
    fields: FIELDS,
    kind: 'bill',
    filterFields: BILL_KIND.filterFields,
    words: SEARCHED,
    address: { filter, onFilter: text => void filters.push(text) },
    sort: SORT,
    today: '2026-11-11',
    sign: () => -1,
  })
  ledger.grid.current = grid
  seen.push(`${ledger.state} ${ledger.store.total}`)
  return null
}
const answers = (rows: readonly Row[], full = true) => server.answer(AT, { body: columnsOf(rows, 'c', full) })
const settle = () => act(() => vi.advanceTimersByTimeAsync(100))
async function open(props: { month?: string; filter?: string } = {}) {
  const view = render(<Probe {...props} />)
  await settle()
  return view
}
const shown = () => Array.from({ length: ledger.store.viewN }, (_, at) => ledger.store.id(ledger.store.rowAt(at)))
const statusOf = (id: string) => ledger.store.get(ledger.store.rowOf(id), 'status')

beforeEach(() => {
  openSampleHouse()
  vi.useFakeTimers()
  server = fakeServer({})
  answers(ROWS)
  grid = fakeGrid(() => ledger.store)
  filters.length = 0
  seen.length = 0
})
afterEach(closeSampleHouse)

describe('what commands act on', () => {
  it('is the row with the focus, with its balance and the company', async () => {
    await open()
    grid.at = { id: 'b', field: 'due_date' }
    expect(currentTarget()).toMatchObject({ kind: 'bill', ids: ['b'], count: 1, sum_cents: -20_000, from: 'focus', company: { id: 'k' } })
  })
  it('is the marked rows, which are all of the filter only when nothing else is marked', async () => {
    const view = await open()
    act(() => ledger.store.select(['a', 'c']))
    expect(currentTarget()).toMatchObject({ ids: ['a', 'c'], sum_cents: -40_000, from: 'selection' })
    act(() => ledger.store.selectAll())
    expect(currentTarget()).toMatchObject({ count: 3, from: 'filter' })
    act(() => ledger.store.select(['a', 'b'], true))
    view.rerender(<Probe filter="agua,aluguel" />)
    expect(currentTarget()).toMatchObject({ count: 2, from: 'selection' })
  })
  it('stays the same object while nothing changed, and is another once something did', async () => {
    await open()
    grid.at = { id: 'a', field: 'due_date' }
    const first = currentTarget()
    expect(currentTarget()).toBe(first)
    grid.at = { id: 'b', field: 'due_date' }
    const second = currentTarget()
    expect(second.ids).toEqual(['b'])
    act(() => void ledger.store.set(['b'], { amount_cents: 1 }))
    expect(currentTarget()).not.toBe(second)
    const third = currentTarget()
    act(() => setWhereabouts({ area: 'bills', screen: 'bills', company: { id: 'k', name: 'Padaria' } }, 0))
    expect(currentTarget()).not.toBe(third)
    expect(currentTarget().company?.name).toBe('Padaria')
  })
  it('is never a row of the period that was left', async () => {
    const view = await open()
    act(() => ledger.store.select(['a']))
    expect(currentTarget().ids).toEqual(['a'])
    const { version } = ledger.store
    answers([{ id: 'z' }])
    view.rerender(<Probe month="12" />)
    await settle()
    while (ledger.store.version < version) act(() => ledger.store.clearSelection())
    expect(currentTarget()).toMatchObject({ ids: [], from: 'nothing' })
  })
  it('may be set by a command, in the place of what was marked', async () => {
    await open()
    act(() => ledger.store.select(['a']))
    act(() => makePorts().selection.set('bill', ['b', 'c']))
    expect(ledger.store.selectedIds()).toEqual(['b', 'c'])
  })
})

describe('a change shown before the server answered', () => {
  const edit = { ids: ['a', 'b'], values: { status: 'PAID' } }
  it('is taken back when it is refused, though no delta speaks of it', async () => {
    await open()
    answers([], false)
    act(() => void intend('list.optimistic', edit))
    expect([statusOf('a'), statusOf('b')]).toEqual(['PAID', 'PAID'])
    act(() => void intend('list.failed', edit))
    await settle()
    expect([statusOf('a'), statusOf('b')]).toEqual(['PENDING', 'PENDING'])
  })
  it('that was done in part ends as the server says', async () => {
    await open()
    answers([{ ...ROWS[0], id: 'a', status: 'PAID' }], false)
    act(() => void intend('list.optimistic', edit))
    act(() => void intend('list.failed', edit))
    await settle()
    expect([statusOf('a'), statusOf('b')]).toEqual(['PAID', 'PENDING'])
  })
  it('does not wait for another that is under way, nor take it back', async () => {
    await open()
    answers([], false)
    const other = { ids: ['c'], values: { status: 'APPROVED' } }
    act(() => void intend('list.optimistic', edit))
    act(() => void intend('list.optimistic', other))
    act(() => void intend('list.settled', other))
    act(() => void intend('list.failed', edit))
    expect([statusOf('a'), statusOf('c')]).toEqual(['PENDING', 'APPROVED'])
  })
})

describe('answers of the server', () => {
  it('are sorted and filtered as they come', async () => {
    await open({ filter: '-aluguel' })
    expect(shown()).toEqual(['a', 'c'])
    expect(ledger.state).toBe('ready')
  })
  it('take away rows and their marks when the list comes whole without them', async () => {
    await open()
    act(() => ledger.store.selectAll())
    answers([{ id: 'a' }, { id: 'd' }])
    act(() => tellChange({ tags: ['bills'], company_id: 'k' }))
    await settle()
    expect(shown().sort()).toEqual(['a', 'd'])
    expect(ledger.store.selectedIds()).toEqual(['a'])
  })
  it('take away what a delta marks as gone from the window', async () => {
    await open()
    answers([{ id: 'b', due_date: '2027-01-05', deleted: true }], false)
    act(() => tellChange({ tags: ['bills'], company_id: 'k' }))
    await settle()
    expect(shown()).toEqual(['a', 'c'])
  })
  it('of another period are waited for: the old rows are gone and nothing says empty meanwhile', async () => {
    const view = await open()
    seen.length = 0
    view.rerender(<Probe month="12" />)
    expect(new Set(seen)).toEqual(new Set(['loading 0']))
    // A key pressed meanwhile is not told to select what cannot be seen.
    expect(currentTarget()).toMatchObject({ count: 0, coming: true })
    await settle()
    expect(currentTarget().coming).toBeUndefined()
    expect(seen.at(-1)).toBe('ready 3')
  })
  it('that do not come leave the rows, with the error until it is tried again', async () => {
    await open()
    server.answer(AT, refusal(503, 'server.unavailable', 'Indisponível'))
    act(() => tellChange({ tags: ['bills'], company_id: 'k' }))
    await settle()
    expect(ledger).toMatchObject({ state: 'ready', error: { message: 'Indisponível' } })
    expect(shown()).toHaveLength(3)
    answers(ROWS)
    await act(async () => ledger.retry())
    await settle()
    expect(ledger.error).toBeUndefined()
  })
  it('that never came are an error of the whole list, and waiting again when tried again', async () => {
    server.answer(AT, refusal(503, 'server.unavailable', 'Indisponível'))
    await open()
    expect(ledger.state).toBe('failed')
    answers(ROWS)
    seen.length = 0
    act(() => ledger.retry())
    await settle()
    expect(seen.map(one => one.split(' ')[0])).toContain('loading')
    expect(ledger.state).toBe('ready')
  })
})

describe('Esc', () => {
  it('clears the filter first and the marks then', async () => {
    const view = await open({ filter: 'agua' })
    act(() => ledger.store.select(['c']))
    act(() => void runEscape())
    expect(filters).toEqual([''])
    expect(ledger.store.selectedCount).toBe(1)
    view.rerender(<Probe filter="" />)
    act(() => void runEscape())
    expect(ledger.store.selectedCount).toBe(0)
    expect(runEscape()).toBe(false)
  })
})
