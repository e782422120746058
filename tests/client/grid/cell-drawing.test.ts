import { expect, test } from 'vitest'
import { element, redraw, svgIcon } from '#client/kit/grid/cell-drawing.ts'
import { mostEms } from '#client/kit/grid/text-width.ts'

const chip = (look: string, path: string, word: string) => element('span', look, svgIcon(path), word)

test('a drawing becomes the next one without leaving the page', () => {
  const box = element('span', '')
  redraw(box, chip('paid', 'M1 1', 'Pago'))
  const shown = box.firstChild
  shown?.parentElement?.firstElementChild?.setAttribute('title', 'Hoje')
  redraw(box, chip('late', 'M2 2', 'Atrasado'))
  expect(box.firstChild).toBe(shown)
  expect(box.innerHTML).toBe(element('span', '', chip('late', 'M2 2', 'Atrasado')).innerHTML)
})

test('a drawing of another shape takes its place, and nothing empties the box', () => {
  const box = element('span', '')
  redraw(box, chip('paid', 'M1 1', 'Pago'))
  redraw(box, element('b', '', 'Pago'))
  expect(box.innerHTML).toBe('<b class="">Pago</b>')
  redraw(box, '')
  expect(box.innerHTML).toBe('')
})

test('a text is never thought narrower than its letters', () => {
  expect(mostEms('mmmm')).toBeGreaterThan(4)
  expect(mostEms('16/02/2026')).toBeLessThan(6.4)
  expect(mostEms('漢')).toBeGreaterThan(1)
})
