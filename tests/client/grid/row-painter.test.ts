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
  const regained: number[] = []
  const canvas = {
    store,
    flagOf: () => undefined,
    column: (field: string) => [NAME, CITY].find(column => column.field === field),
    shownText: (row: number, column: GridColumn) => store.text(row, column.field),
    get hasRange() {
      return range.at >= 0
    },
    isInRange: (at: number, field: string) => at === range.at && field === 'name',
    fontSize: 13,
    body: document.createElement('div'),
    dress: () => undefined,
    regain: (at: number) => regained.push(at),
    strip: (row: HTMLElement) => row.querySelector('[data-kept]')?.removeAttribute('data-kept'),
  } as unknown as RowCanvas & { rows: RowPainter }
  document.body.replaceChildren(canvas.body)
  const painter = new RowPainter(canvas)
  const shells = new Map<number, HTMLElement>()
  const rowAt = (at: number) => boxOf(canvas.body, at)
  const show = (at: number): HTMLElement => {
    shells.set(at, shellAt(at))
    painter.take(at, api, shells.get(at)!)
    return rowAt(at)!
  }
  const give = (at: number) => painter.give(at, shells.get(at)!)
  return { store, body: canvas.body, rows: painter, show, give, rowAt, range, regained }
}

/** ag's own row, which holds nothing but its place. */
function shellAt(at: number): HTMLElement {
  const shell = document.createElement('div')
  shell.style.transform = `translateY(${at * 34}px)`
  return shell
}

const boxOf = (body: HTMLElement, at: number) => body.querySelector(`[row-index="${at}"]`)?.closest<HTMLElement>('.painted') ?? undefined

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
  const { show } = painted(ALL)
  const box = show(0)
  const cells = [...box.querySelectorAll('[role=gridcell]')]
  expect(cells.map(cell => [cell.getAttribute('col-id'), cell.getAttribute('aria-colindex')])).toEqual([
    ['sel', '1'],
    ['name', '2'],
    ['city', '3'],
  ])
  expect(cellOf(box, 'sel').parentElement?.className).toContain('is-pinned')
  expect(cellOf(box, 'name').style.width).toBe('100px')
  expect(cellOf(box, 'city').className).toBe('ag-cell c-city num')
  expect(box.style.transform).toBe('translateY(0px)')
  const row = box.querySelector('[role=row]')
  expect([row?.getAttribute('row-index'), row?.getAttribute('aria-rowindex')]).toEqual(['0', '2'])
})

test('its cells pass to the next record, and nothing of the last one with them', () => {
  const { show, give, range } = painted(ALL)
  range.at = 0
  const first = show(0)
  const name = cellOf(first, 'name')
  expect(name.className).toMatch(/is-danger.*range-in/)
  name.setAttribute('data-kept', '')
  give(0)
  expect(show(1)).toBe(first)
  expect(name.textContent).toBe('Bia')
  expect(name.className).toBe('ag-cell c-name')
  expect(name.hasAttribute('data-kept')).toBe(false)
})

test('a mark is seen in the row on screen', () => {
  const { rows, show, store } = painted(ALL)
  const box = show(1)
  store.toggle(1)
  rows.paintMarks()
  expect(cellOf(box, 'sel').textContent).toBe('selecionada')
})

test('a wider column moves those after it, and a column that leaves is drawn no more, in rows that wait too', () => {
  const shown = ALL.map(column => ({ ...column }))
  const { rows, show, give } = painted(shown)
  const onScreen = show(0)
  show(1)
  give(1)
  shown[1]!.width = 150
  rows.arrange()
  expect(cellOf(onScreen, 'name').style.width).toBe('150px')
  expect(cellOf(onScreen, 'name').nextElementSibling).toBe(cellOf(onScreen, 'city'))
  shown.pop()
  rows.arrange()
  expect(onScreen.querySelector('[col-id=city]')).toBeNull()
  expect(show(1).querySelector('[col-id=city]')).toBeNull()
})

const positions = (body: HTMLElement) => [...body.querySelectorAll('[role=row]')].map(row => row.getAttribute('row-index'))

test('a row that nobody takes leaves the page, and those left are read in the order of the list', async () => {
  const { rows, show, give, body } = painted(ALL)
  const [, first] = [show(1), show(0), show(7)]
  expect(positions(body)).toEqual(['1', '0', '7'])
  cellOf(first!, 'name').focus()
  rows.sort()
  expect(positions(body)).toEqual(['0', '1', '7'])
  expect(document.activeElement).toBe(cellOf(first!, 'name'))
  give(0)
  await Promise.resolve()
  expect(positions(body)).toEqual(['1', '7'])
})

test('a row made anew under the focus asks for it back; another does not get it', () => {
  const { show, give, regained } = painted(ALL)
  cellOf(show(0), 'name').focus()
  give(0)
  expect(document.activeElement).toBe(document.body)
  show(1)
  expect(regained).toEqual([])
  show(0)
  expect(regained).toEqual([0])
})

test('rows follow a scroll before ag does: none is made, the one with the focus stays, and ag finds the others in place', async () => {
  const { rows, show, give, rowAt, body } = painted(ALL)
  const made = [show(0), show(1), show(2)]
  cellOf(made[0]!, 'name').focus()
  rows.lead(40, 41, 34)
  await Promise.resolve()
  expect(positions(body)).toEqual(['0', '40', '41'])
  expect(document.activeElement).toBe(cellOf(made[0]!, 'name'))
  const [first, second] = [rowAt(40), rowAt(41)]
  expect(made).toContain(first)
  expect(first?.style.transform).toBe('translateY(1360px)')
  expect(first?.querySelector('[role=row]')?.getAttribute('aria-rowindex')).toBe('42')
  for (const at of [1, 2]) give(at)
  for (const at of [40, 41]) expect(show(at)).toBe(at === 40 ? first : second)
  rows.meet()
  await Promise.resolve()
  expect(positions(body)).toEqual(['0', '40', '41'])
})

test('where ag has not followed, its rows are shown again and the others leave the page', async () => {
  const { rows, show, body } = painted(ALL)
  for (const at of [0, 1]) show(at)
  rows.lead(40, 42, 34)
  rows.meet()
  await Promise.resolve()
  expect(positions(body).sort()).toEqual(['0', '1'])
})

test('a row that ag makes anew stays, though ag gives the old one back afterwards', () => {
  const { rows, show, rowAt } = painted(ALL)
  const box = show(0)
  const old = shellAt(0)
  rows.take(0, {} as GridApi, old)
  show(0)
  rows.give(0, old)
  expect(rowAt(0)).toBe(box)
})

test('a text that may be too long for its cell is clipped, a short one is not', () => {
  const { show } = painted([
    { field: 'name', width: 50 },
    { field: 'city', width: 200 },
  ])
  const box = show(0)
  expect(cellOf(box, 'name').className).toContain('cut')
  expect(cellOf(box, 'city').className).not.toContain('cut')
})

test('a position past the end is empty', () => {
  const { show } = painted(ALL)
  const box = show(7)
  expect(cellOf(box, 'name').textContent).toBe('')
  expect(cellOf(box, 'sel').querySelector<HTMLElement>('.mark-box')?.hidden).toBe(true)
})
