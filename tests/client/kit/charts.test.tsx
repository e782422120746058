// The charts: what stands where, what is in danger, which day a pointer means, and the table for those who hear it.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AgeStrip } from '#client/kit/charts/age-strip.tsx'
import { BalanceLine } from '#client/kit/charts/balance-line.tsx'
import { DataTable } from '#client/kit/charts/data-table.tsx'
import { MarkedBar } from '#client/kit/charts/marked-bar.tsx'

const WIDTH = 660

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const draw = (balances: readonly number[], low: number, onPoint: (at: number | undefined) => void = () => {}) =>
  render(
    <BalanceLine
      balances={balances}
      now={2}
      days={[{ at: 2, label: 'hoje' }]}
      low={{ at: low, title: 'O menor', detail: 'um dia' }}
      height={312}
      onPoint={onPoint}
    />,
  ).container

const numberOf = (element: Element | null, name: string): number => Number(element?.getAttribute(name))
const zeroOf = (drawn: Element): number => {
  const rule = [...drawn.querySelectorAll('g')].find(group => group.querySelector('text')?.textContent === '0')
  return numberOf(rule?.querySelector('line') ?? null, 'y1')
}

it('keeps zero on the scale, with room below it, and puts a negative balance under it', () => {
  const above = draw([500_000, 600_000, 700_000, 650_000, 640_000], 4)
  const [now, low] = [...above.querySelectorAll('circle')]
  expect(zeroOf(above)).toBeGreaterThan(numberOf(low ?? null, 'cy'))
  expect(zeroOf(above)).toBeLessThan(312 - 32)
  expect(numberOf(now ?? null, 'cy')).toBeLessThan(numberOf(low ?? null, 'cy'))
  const below = draw([500, 600, 700, -300, -800], 4)
  expect(numberOf([...below.querySelectorAll('circle')][1] ?? null, 'cy')).toBeGreaterThan(zeroOf(below))
})

it('says what is low beside its point, and tells which day a pointer means', () => {
  const pointed: (number | undefined)[] = []
  const drawn = draw([1, 2, 3, 4, 5], 4, at => pointed.push(at))
  expect(screen.getByText('O menor')).toBeTruthy()
  const frame = drawn.firstElementChild as Element
  for (const clientX of [0, 205, 352, 9999]) fireEvent.pointerMove(frame, { clientX })
  fireEvent.pointerLeave(frame)
  expect(pointed).toEqual([0, 1, 2, 4, undefined])
})

it('is a table for those who hear it', () => {
  render(<DataTable caption="Saldo por dia" heads={['Dia', 'Saldo']} rows={[['11/11/2026', 'R$ 1,00']]} />)
  const table = screen.getByRole('table', { name: 'Saldo por dia' })
  expect(within(table).getByRole('rowheader', { name: '11/11/2026' })).toBeTruthy()
  expect(within(table).getByRole('cell', { name: 'R$ 1,00' })).toBeTruthy()
})

it('draws of an age only what there is, in proportion', () => {
  const { container } = render(<AgeStrip amounts={[100, 0, 300]} />)
  expect([...container.querySelectorAll('i')].map(part => part.style.flexGrow)).toEqual(['100', '300'])
})

it('keeps a bar and its mark within their frame', () => {
  const { container } = render(<MarkedBar value={50} mark={300} most={200} />)
  expect(container.querySelector('i')?.style.width).toBe('25%')
  expect(container.querySelector('em')?.style.left).toBe('100%')
  expect(render(<MarkedBar value={50} mark={0} most={200} />).container.querySelector('em')).toBeNull()
})
