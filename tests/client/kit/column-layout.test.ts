// What a person changed about columns, and what the room makes of it.
import { describe, expect, it } from 'vitest'
import { orderOf, withHidden, withPlace, withWidths } from '#client/kit/column-layout.ts'
import { AS_WRITTEN, columnState, sortingOf } from '#client/kit/listing/arrangement.ts'

const placed = ['name', 'bank', 'day', 'amount'].map(field => ({ field, title: field, width: 100 }))
const order = (layout: Parameters<typeof orderOf>[1]) => orderOf(placed, layout).join(' ')

describe('a layout', () => {
  it('puts a column in the place of another, whichever way it moves', () => {
    expect(order(withPlace(placed, undefined, 'amount', 'bank'))).toBe('name amount bank day')
    expect(order(withPlace(placed, undefined, 'name', 'day'))).toBe('bank day name amount')
    expect(order(withPlace(placed, undefined, 'name', 'gone'))).toBe('name bank day amount')
  })
  it('that was made without a column has it at the end', () => {
    expect(order({ columns: [{ field: 'day' }, { field: 'name' }] })).toBe('day name bank amount')
  })
  it('keeps what else it says when one thing changes', () => {
    const wide = withWidths(placed, undefined, { bank: 240 })
    const hidden = withHidden(placed, wide, 'day', true)
    expect(hidden.columns).toContainEqual({ field: 'bank', width: 240 })
    expect(hidden.columns).toContainEqual({ field: 'day', hidden: true })
  })
})

describe('the columns of a listing', () => {
  const columns = [
    { id: 'name', title: 'Nome', least: 200, render: () => null },
    { id: 'note', title: 'Nota', least: 100, leaves: 1, render: () => null },
    { id: 'amount', title: 'Valor', width: 100, render: () => null },
  ]
  const sizes = (width: number, arrangement = AS_WRITTEN) => columnState(columns, arrangement, width, true).columnSizing

  it('share what the others leave, and none falls under its least', () => {
    expect(sizes(736)).toEqual({ name: 300, note: 300, amount: 100 })
    expect(sizes(436)).toEqual({ name: 200, note: 100, amount: 100 })
  })
  it('leave their share to those still seen', () => {
    expect(sizes(435)).toEqual({ name: 299, amount: 100 })
  })
  it('that go on sideways are as wide as lets whole ones fill the room', () => {
    const months = ['jan', 'fev', 'mar', 'abr'].map(id => ({ id, title: id, width: 100, across: true as const, render: () => null }))
    const acrossIn = (width: number) =>
      columnState([{ id: 'line', title: 'Linha', width: 250, render: () => null }, ...months], AS_WRITTEN, width, false).columnSizing
    expect(acrossIn(500)).toEqual({ line: 250, jan: 125, fev: 125, mar: 125, abr: 125 })
    expect(acrossIn(650)).toEqual({ line: 250, jan: 100, fev: 100, mar: 100, abr: 100 })
  })
  it('that were dragged keep their width, and stay when they were asked for', () => {
    const columnsLaid = [
      { field: 'name', width: 180 },
      { field: 'note', hidden: false },
    ]
    expect(sizes(300, { ...AS_WRITTEN, columns: columnsLaid })).toEqual({ name: 180, note: 100, amount: 100 })
  })
})

describe('the order of rows', () => {
  const byAmount = { id: 'amount', desc: true }
  it('is that of the groups first, which a person may turn around', () => {
    expect(sortingOf({ ...AS_WRITTEN, sort: [byAmount] }, 'bank')).toEqual([{ id: 'bank', desc: false }, byAmount])
    const turned = { id: 'bank', desc: true }
    expect(sortingOf({ ...AS_WRITTEN, sort: [byAmount, turned] }, 'bank')).toEqual([turned, byAmount])
    expect(sortingOf({ ...AS_WRITTEN, sort: [byAmount] }, null)).toEqual([byAmount])
  })
})
