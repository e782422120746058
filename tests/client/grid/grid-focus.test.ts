import type { GridApi } from 'ag-grid-community'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { GridFocus } from '#client/kit/grid/grid-focus.ts'

/** A grid of one row that arrives a task after it is asked for. */
function oneRowGrid() {
  const host = document.createElement('div')
  host.tabIndex = -1
  document.body.append(host)
  const api = {
    getLastDisplayedRowIndex: () => 0,
    getFirstDisplayedRowIndex: () => 0,
    getDisplayedRowAtIndex: () => undefined,
    isDestroyed: () => false,
    ensureColumnVisible: () => undefined,
    ensureIndexVisible: () => undefined,
    setFocusedCell: () => undefined,
  } as unknown as GridApi
  const store = { viewN: 1, rowAt: () => 0, groups: [], pos: [0] } as unknown as ColumnStore
  host.innerHTML = '<div class="ag-row" row-index="0"><div class="ag-cell" col-id="name" tabindex="-1"></div></div>'
  const cell = host.querySelector<HTMLElement>('.ag-cell')
  const focus = new GridFocus(
    host,
    () => api,
    () => store,
  )
  return { focus, cell }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('CSS', { escape: String }) // jsdom has none
  document.body.innerHTML = ''
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a free focus goes to the cell when its row is there', () => {
  const { focus, cell } = oneRowGrid()
  focus.focus(0, 'name')
  vi.runAllTimers()
  expect(document.activeElement).toBe(cell)
})

test('a menu that a person opened meanwhile keeps the focus', () => {
  const { focus } = oneRowGrid()
  const item = document.createElement('button')
  document.body.append(item)
  focus.focus(0, 'name')
  item.focus()
  vi.runAllTimers()
  expect(document.activeElement).toBe(item)
  expect(focus.hasOrWants).toBe(false)
})

test('what was asked from a control comes to the cell, wherever the focus went', () => {
  const { focus, cell } = oneRowGrid()
  const [asked, opener] = [document.createElement('button'), document.createElement('button')]
  document.body.append(asked, opener)
  asked.focus()
  focus.focus(0, 'name')
  opener.focus()
  vi.runAllTimers()
  expect(document.activeElement).toBe(cell)
})
