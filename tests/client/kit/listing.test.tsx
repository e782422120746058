// The listing by keyboard and by handle. jsdom measures nothing, so the scroller is given a height here.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import { Listing } from '#client/kit/listing/listing.tsx'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import type { ListingProps } from '#client/kit/listing/listing-props.ts'

interface Item {
  id: string
  name: string
  amount_cents: number | null
  sub?: Item[]
}

const columns: ListingColumn<Item>[] = [
  { id: 'name', title: 'Nome', render: item => item.name, sort: item => item.name },
  { id: 'amount', title: 'Valor (R$)', width: 116, align: 'right', render: item => item.amount_cents, sort: item => item.amount_cents },
]
const flat: Item[] = [
  { id: 'b', name: 'Banana', amount_cents: 300 },
  { id: 'a', name: 'Água', amount_cents: null },
  { id: 'c', name: 'Café', amount_cents: 100 },
]
const tree: Item[] = [
  {
    id: 'p',
    name: 'Pai',
    amount_cents: 1,
    sub: [
      { id: 'f1', name: 'Filha', amount_cents: 2 },
      { id: 'f2', name: 'Filho', amount_cents: 3 },
    ],
  },
  { id: 'q', name: 'Outro', amount_cents: 4 },
]

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  HTMLElement.prototype.scrollTo = () => undefined
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

type Given = Partial<ListingProps<Item>>

function Held(given: Given) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  return (
    <Listing
      label="Itens"
      rows={flat}
      columns={columns}
      rowId={item => item.id}
      rowName={item => item.name}
      selection={selection}
      onSelectionChange={setSelection}
      empty={<p>Nada aqui</p>}
      {...given}
    />
  )
}

const ids = () => Array.from(document.querySelectorAll<HTMLElement>('[data-id]'), row => row.dataset.id)
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.id
const selected = () => Array.from(document.querySelectorAll<HTMLElement>('[data-id][aria-selected="true"]'), row => row.dataset.id)
const start = (id: string) => act(() => document.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus())

test('it is a named grid that counts its rows, with one row in the tab order', () => {
  render(<Held />)
  const grid = screen.getByRole('grid', { name: 'Itens, 3 linhas' })
  expect(grid.getAttribute('aria-rowcount')).toBe('4')
  expect(grid.getAttribute('aria-multiselectable')).toBe('true')
  expect(document.querySelectorAll('[data-id][tabindex="0"]')).toHaveLength(1)
  expect(document.querySelector('[data-id="c"]')?.getAttribute('aria-rowindex')).toBe('4')
})

test('arrows, Home and End move the focus; Enter opens the row', async () => {
  const user = userEvent.setup()
  const onOpen = vi.fn()
  render(<Held onOpen={onOpen} />)
  start('b')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('a')
  await user.keyboard('{End}')
  expect(focused()).toBe('c')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('c')
  await user.keyboard('{Home}{Enter}')
  expect(onOpen).toHaveBeenCalledWith(flat[0])
})

test('Space selects, Shift extends, Ctrl+A takes all', async () => {
  const user = userEvent.setup()
  render(<Held />)
  start('b')
  await user.keyboard(' ')
  expect(selected()).toEqual(['b'])
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['b', 'a'])
  await user.keyboard('{Control>}a{/Control}')
  expect(selected()).toEqual(['b', 'a', 'c'])
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar todas as linhas' }))
  expect(selected()).toEqual([])
})

test('a key a dispatcher has taken is not used twice', () => {
  render(<Held />)
  start('b')
  const event = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
  window.addEventListener('keydown', taken => taken.preventDefault(), { capture: true, once: true })
  act(() => void document.activeElement?.dispatchEvent(event))
  expect(focused()).toBe('b')
})

test('a head sorts up, down and back, in the order of pt-BR with empty values last', async () => {
  const user = userEvent.setup()
  render(<Held />)
  await user.click(screen.getByRole('button', { name: 'Nome' }))
  expect(ids()).toEqual(['a', 'b', 'c'])
  await user.click(screen.getByRole('button', { name: 'Valor (R$)' }))
  expect(ids()).toEqual(['c', 'b', 'a'])
  expect(screen.getByRole('columnheader', { name: 'Valor (R$)' }).getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: 'Valor (R$)' }))
  expect(ids()).toEqual(['b', 'c', 'a'])
  await user.click(screen.getByRole('button', { name: 'Valor (R$)' }))
  expect(ids()).toEqual(['b', 'a', 'c'])
})

test('the focus follows its record when the order changes, and the place when the record leaves', () => {
  const { rerender } = render(<Held />)
  start('a')
  rerender(<Held rows={[flat[2], flat[1], flat[0]].filter(item => item !== undefined)} />)
  expect(focused()).toBe('a')
  rerender(<Held rows={[flat[2], flat[0]].filter(item => item !== undefined)} />)
  expect(focused()).toBe('b')
})

test('a tree says its levels; Left closes or goes to the parent, Right opens or goes to the child', async () => {
  const user = userEvent.setup()
  render(<Held rows={tree} childrenOf={item => item.sub} />)
  const grid = screen.getByRole('treegrid')
  expect(ids()).toEqual(['p', 'f1', 'f2', 'q'])
  expect(document.querySelector('[data-id="f2"]')?.getAttribute('aria-level')).toBe('2')
  start('f2')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('p')
  await user.keyboard('{ArrowLeft}')
  expect(ids()).toEqual(['p', 'q'])
  expect(document.querySelector('[data-id="p"]')?.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{ArrowRight}')
  expect(ids()).toEqual(['p', 'f1', 'f2', 'q'])
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('f1')
  fireEvent.click(within(grid).getByRole('button', { name: 'Recolher Pai' }))
  expect(ids()).toEqual(['p', 'q'])
})

test('commands lead it by its handle', () => {
  const ref = createRef<ListingHandle>()
  const onOpen = vi.fn()
  render(<Held ref={ref} onOpen={onOpen} />)
  act(() => ref.current?.focus('a'))
  expect(focused()).toBe('a')
  act(() => ref.current?.move(1))
  expect(ref.current?.focusedId()).toBe('c')
  act(() => ref.current?.toggle())
  expect(selected()).toEqual(['c'])
  act(() => ref.current?.move('first', true))
  expect(selected()).toEqual(['b', 'a', 'c'])
  act(() => ref.current?.open())
  expect(onOpen).toHaveBeenCalledWith(flat[0])
  act(() => ref.current?.clearSelection())
  expect(selected()).toEqual([])
})

test('twenty thousand rows keep a window in the document', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), name: `Item ${at}`, amount_cents: at }))
  render(<Held rows={many} />)
  expect(screen.getByRole('grid', { name: 'Itens, 20.000 linhas' }).getAttribute('aria-rowcount')).toBe('20001')
  expect(ids().length).toBeLessThan(60)
})

test('the first load shows twelve skeleton rows, a later one keeps the rows', () => {
  const { rerender } = render(<Held rows={[]} loading />)
  expect(document.querySelectorAll('.skeleton > .row')).toHaveLength(12)
  rerender(<Held loading />)
  expect(ids()).toEqual(['b', 'a', 'c'])
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  rerender(<Held rows={[]} />)
  expect(screen.getByText('Nada aqui')).toBeTruthy()
})
