// The rectangle of a sheet: which records it covers when rows come, go or move, and where Enter and Tab lead in it.
import { describe, expect, it } from 'vitest'
import { GridRange, type RangeHost } from '#client/kit/grid/grid-range.ts'

const FIELDS = ['due_date', 'name', 'amount_cents']

/** A window over rows in this order, the focus on one cell. */
function sheet(order: readonly number[]) {
  const view = { order: [...order], place: { row: 0, field: 'due_date' } }
  const host = {
    api: { ensureIndexVisible() {}, ensureColumnVisible() {}, refreshCells() {}, getRenderedNodes: () => [] },
    store: {
      rowAt: (at: number) => view.order[at] ?? -1,
      get pos() {
        return Object.fromEntries(view.order.map((row, at) => [row, at]))
      },
    },
    cells: {
      get place() {
        return view.place
      },
    },
    column: () => undefined,
    fields: () => FIELDS,
    cellText: () => '',
  } as unknown as RangeHost
  const range = new GridRange(host)
  const step = (dx: number, dy: number) => {
    const to = range.step(dx, dy)
    if (to) view.place = { row: view.order[to.at] ?? -1, field: FIELDS[to.column] ?? '' }
    return to && `${view.place.row} ${view.place.field}`
  }
  const arrange = (next: readonly number[]) => {
    view.order = [...next]
    range.settle()
    return range.covered()?.rows
  }
  return { view, range, step, arrange }
}

describe('a rectangle', () => {
  it('is walked by Enter and Tab without being left, and ends when the focus goes by itself', () => {
    const { view, range, step } = sheet([0, 1, 2, 3])
    range.extendTo({ at: 1, column: 1 })
    expect([step(0, 1), step(0, 1), step(0, 1), step(0, 1)]).toEqual(['1 due_date', '0 name', '1 name', '0 due_date'])
    expect([step(1, 0), step(1, 0), step(-1, 0)]).toEqual(['0 name', '1 due_date', '0 name'])
    expect(range.covered()?.rows).toEqual([0, 1])
    view.place = { row: 3, field: 'name' }
    expect(range.covered()).toBeUndefined()
    expect(step(0, 1)).toBeUndefined()
  })

  it('stays on its records when others come, go or move around it', () => {
    const { range, arrange } = sheet([0, 1, 2, 3])
    range.extendTo({ at: 1, column: 1 })
    expect(arrange([9, 0, 1, 2, 3])).toEqual([0, 1])
    expect(arrange([0, 1, 3])).toEqual([0, 1])
    expect(arrange([3, 1, 0])).toEqual([1, 0])
  })

  it('covers nothing that was not chosen: a row between its corners, or one of them gone, ends it', () => {
    const one = sheet([0, 1, 2])
    one.range.extendTo({ at: 1, column: 1 })
    expect(one.arrange([0, 9, 1, 2])).toBeUndefined()
    const other = sheet([0, 1, 2])
    other.range.extendTo({ at: 2, column: 0 })
    expect(other.arrange([0, 1])).toBeUndefined()
    expect(other.range.isDrawn).toBe(false)
  })
})
