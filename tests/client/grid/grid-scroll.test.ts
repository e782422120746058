import type { GridApi } from 'ag-grid-community'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GridScroll, type ScrollHost } from '#client/kit/grid/grid-scroll.ts'

const ROW = 34
const SEEN = 340

/** A window of ten rows over a thousand, and what ag and the painted rows hear of its scrolls. */
function scrolled() {
  const host = document.createElement('div')
  const viewport = document.createElement('div')
  const bar = document.createElement('div')
  viewport.className = 'ag-grid-viewport'
  bar.className = 'ag-body-vertical-scroll-viewport'
  host.append(viewport, bar)
  const ag: number[] = []
  const led: string[] = []
  viewport.addEventListener('scroll', () => ag.push(viewport.scrollTop))
  bar.addEventListener('scroll', () => ag.push(-bar.scrollTop))
  const state = { groupField: null as string | null, editing: false }
  const grid = {
    host,
    paint: { viewport, rowHeight: ROW },
    store: {
      viewN: 1000,
      get groupField() {
        return state.groupField
      },
    },
    rows: { lead: (first: number, last: number) => led.push(`${first} to ${last}`), meet: () => led.push('met') },
    isEditing: () => state.editing,
  } as unknown as ScrollHost
  const api = { getVerticalPixelRange: () => ({ top: 0, bottom: SEEN }) } as GridApi
  const scroll = new GridScroll(grid, () => api)
  host.addEventListener('scroll', event => scroll.hear(event), true)
  const to = (top: number, left = 0) => {
    viewport.scrollTop = top
    viewport.scrollLeft = left
    viewport.dispatchEvent(new Event('scroll'))
  }
  return { host, viewport, scroll, to, ag, led, bar, state }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('ag hears how a scroll begins and where it ends, the painted rows follow it', () => {
  const { host, to, ag, led } = scrolled()
  to(340)
  to(680)
  to(1020)
  expect(ag).toEqual([340])
  expect(host.hasAttribute('data-scrolling')).toBe(true)
  expect(led).toEqual(['18 to 32', '28 to 42'])
  vi.advanceTimersByTime(99)
  expect(ag).toEqual([340])
  vi.advanceTimersByTime(1)
  expect(ag).toEqual([340, 1020])
  expect(led.at(-1)).toBe('met')
  expect(host.hasAttribute('data-scrolling')).toBe(false)
})

test('a frame that comes late does not end the scroll', () => {
  const { viewport, to, ag, led } = scrolled()
  to(340)
  to(680)
  viewport.scrollTop = 1020
  vi.advanceTimersByTime(400)
  to(1020)
  expect(ag).toEqual([340])
  expect(led).toEqual(['18 to 32', '28 to 42'])
  vi.advanceTimersByTime(100)
  expect(ag).toEqual([340, 1020])
})

test('whoever asks ag during a scroll finds it where the rows are', () => {
  const { scroll, to, ag, led } = scrolled()
  to(340)
  to(680)
  scroll.catchUp()
  expect(ag).toEqual([340, 680])
  scroll.catchUp()
  vi.runAllTimers()
  expect(ag).toEqual([340, 680])
  to(1020)
  expect(led).toEqual(['18 to 32', 'met', '28 to 42'])
})

test('the rows painted ahead end with the list', () => {
  const { to, led } = scrolled()
  to(33_000)
  to(33_660)
  to(0)
  expect(led).toEqual(['988 to 999', '0 to 12'])
})

test('groups, an editor and a scroll to the side are for ag', () => {
  const { to, ag, led, state } = scrolled()
  to(340)
  to(680, 10)
  state.editing = true
  to(1020, 10)
  state.editing = false
  state.groupField = 'contact'
  to(1360, 10)
  expect(ag).toEqual([340, 680, 1020, 1360])
  expect(led).toEqual([])
})

test('a scroll to the side ends one that ag has not heard of', () => {
  const { to, ag, led } = scrolled()
  to(340)
  to(680)
  to(1020, 10)
  expect(ag.at(-1)).toBe(1020)
  expect(led.at(-1)).toBe('met')
})

test('the bar moves with the rows unheard; dragged, it is for ag', () => {
  const { to, ag, bar } = scrolled()
  to(340)
  to(680)
  expect(bar.scrollTop).toBe(680)
  bar.dispatchEvent(new Event('scroll'))
  expect(ag).toEqual([340])
  bar.scrollTop = 2000
  bar.dispatchEvent(new Event('scroll'))
  expect(ag).toEqual([340, 680, -2000])
})
