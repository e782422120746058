import type { GridApi } from 'ag-grid-community'
import { expect, test } from 'vitest'
import { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn } from '#client/kit/grid/grid-column.ts'
import { type RowCanvas, RowPainter } from '#client/kit/grid/row-painter.ts'

const NAME: GridColumn = { field: 'name', title: 'Nome', className: (_store, row) => (row === 0 ? 'is-danger' : '') }
const CITY: GridColumn = { field: 'city', title: 'Cidade', align: 'right' }

/** A painter over two records, whose columns stand as `shown` says. */
function painted(shown: { field: string; width: number }[]) {
  const text = { kind: 'text' } as const
  const store = new ColumnStore(
    { id: { kind: 'id' }, name: text, city: text },
    { count: 2, columns: { id: ['a', 'b'], name: ['Ana', 'Bia'], city: ['Santos', 'Natal'] } },
  )
  const api = {
    getAllDisplayedColumns: () =>
      shown.map(({ field, width }, at) => ({
        getColId: () => field,
        getPinned: () => (field === 'sel' ? 'left' : null),
        getActualWidth: () => width,
        getLeft: () => shown.slice(0, at).reduce((sum, before) => sum + (before.field === 'sel' ? 0 : before.width), 0),
      })),
  } as unknown as GridApi
  const range = { at: -1 }
  const canvas = {
    store,
    flagOf: () => undefined,
    column: (field: string) => [NAME, CITY].find(column => column.field === field),
    shownText: (row: number, column: GridColumn) => store.text(row, column.field),
    get hasRange() {
      return range.at >= 0
    },
    isInRange: (at: number, field: string) => at === range.at && field === 'name',
    strip: (row: HTMLElement) => row.querySelector('[data-kept]')?.removeAttribute('data-kept'),
  } as unknown as RowCanvas & { rows: RowPainter }
  const rows = new RowPainter(canvas)
  return { store, api, rows, range }
}

const ALL = [
  { field: 'sel', width: 48 },
  { field: 'name', width: 100 },
  { field: 'city', width: 80 },
]
const cellOf = (box: HTMLElement, field: string): HTMLElement => {
  const cell = box.querySelector<HTMLElement>(`.ag-cell[col-id="${field}"]`)
  if (!cell) throw new Error(`no cell ${field}`)
  return cell
}

test('a row is told as cells with their columns, the pinned ones apart', () => {
  const { rows, api } = painted(ALL)
  const { box } = rows.take(0, api)
  const cells = [...box.querySelectorAll('[role=gridcell]')]
  expect(cells.map(cell => [cell.getAttribute('col-id'), cell.getAttribute('aria-colindex')])).toEqual([
    ['sel', '1'],
    ['name', '2'],
    ['city', '3'],
  ])
  expect(cellOf(box, 'sel').parentElement?.className).toContain('is-pinned')
  expect(cellOf(box, 'city').style.left).toBe('100px')
  expect(cellOf(box, 'city').className).toBe('ag-cell c-city num')
})

test('its cells pass to the next record, and nothing of the last one with them', () => {
  const { rows, api, range } = painted(ALL)
  range.at = 0
  const first = rows.take(0, api)
  const name = cellOf(first.box, 'name')
  expect(name.className).toMatch(/is-danger.*range-in/)
  name.setAttribute('data-kept', '')
  rows.give(first)
  const second = rows.take(1, api)
  expect(second.box).toBe(first.box)
  expect(name.textContent).toBe('Bia')
  expect(name.className).toBe('ag-cell c-name')
  expect(name.hasAttribute('data-kept')).toBe(false)
})

test('a mark is seen in the row on screen', () => {
  const { rows, api, store } = painted(ALL)
  const { box } = rows.take(1, api)
  store.toggle(1)
  rows.paintMarks()
  expect(cellOf(box, 'sel').textContent).toBe('selecionada')
})

test('a wider column moves those after it, and a column that leaves is drawn no more, in rows that wait too', () => {
  const shown = ALL.map(column => ({ ...column }))
  const { rows, api } = painted(shown)
  const onScreen = rows.take(0, api)
  const waiting = rows.take(1, api)
  rows.give(waiting)
  shown[1]!.width = 150
  rows.arrange()
  expect(cellOf(onScreen.box, 'city').style.left).toBe('150px')
  shown.pop()
  rows.arrange()
  expect(onScreen.box.querySelector('[col-id=city]')).toBeNull()
  expect(rows.take(1, api).box.querySelector('[col-id=city]')).toBeNull()
})

test('a position past the end is empty', () => {
  const { rows, api } = painted(ALL)
  const { box } = rows.take(7, api)
  expect(cellOf(box, 'name').textContent).toBe('')
  expect(cellOf(box, 'sel').querySelector<HTMLElement>('.mark-box')?.hidden).toBe(true)
})
