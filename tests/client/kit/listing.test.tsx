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

test('Shift adds a column to the order, and the heads say which counts first', async () => {
  const user = userEvent.setup()
  const twice = [...flat, { id: 'd', name: 'Banana', amount_cents: 50 }]
  render(<Held rows={twice} />)
  await user.click(screen.getByRole('button', { name: 'Nome' }))
  expect(ids()).toEqual(['a', 'b', 'd', 'c'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'Valor (R$)' }))
  await user.keyboard('{/Shift}')
  expect(ids()).toEqual(['a', 'd', 'b', 'c'])
  expect(screen.getByRole('columnheader', { name: /^Nome/ }).textContent).toBe('Nome1')
  expect(screen.getByRole('columnheader', { name: /^Valor/ }).textContent).toBe('Valor (R$)2')
})

const head = (name: RegExp) => screen.getByRole('columnheader', { name })
const edgeOf = (name: RegExp) => head(name).querySelector('[data-edge]') as HTMLElement
const template = () => screen.getByRole('grid').closest<HTMLElement>('[style]')?.style.getPropertyValue('--cols')
const titles = () => screen.getAllByRole('columnheader').flatMap(one => (one.dataset.col ? [one.dataset.col] : []))

test('the heads are one tab stop: arrows lead among them and down, Enter sorts', async () => {
  const user = userEvent.setup()
  render(<Held />)
  expect(screen.getAllByRole('columnheader').filter(one => one.tabIndex === 0)).toHaveLength(1)
  act(() => head(/Nome/).focus())
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(head(/Valor/))
  await user.keyboard('{Enter}')
  expect(ids()).toEqual(['c', 'b', 'a'])
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(head(/Nome/))
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('c')
})

test('a column is made wider by its edge and by keyboard, and keeps its width from then on', async () => {
  const user = userEvent.setup()
  render(<Held />)
  expect(template()).toBe('36px minmax(120px, 1fr) 116px')
  const edge = edgeOf(/Valor/)
  fireEvent.mouseDown(edge, { clientX: 500 })
  fireEvent.mouseMove(document, { clientX: 540 })
  fireEvent.mouseUp(document, { clientX: 540 })
  expect(template()).toBe('36px minmax(120px, 1fr) 156px')
  act(() => head(/Nome/).focus())
  await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Alt}')
  expect(template()).toBe('36px 128px 156px')
})

test('a press on the edge that drags nothing leaves a growing column growing', () => {
  render(<Held />)
  const edge = edgeOf(/Nome/)
  fireEvent.mouseDown(edge, { clientX: 200 })
  fireEvent.mouseUp(document, { clientX: 200 })
  expect(template()).toBe('36px minmax(120px, 1fr) 116px')
})

test('Shift and an arrow move a column past its neighbour, and its head keeps the focus', async () => {
  const user = userEvent.setup()
  render(<Held />)
  act(() => head(/Nome/).focus())
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(titles()).toEqual(['amount', 'name'])
  expect(document.activeElement).toBe(head(/Nome/))
})

test('what its holder arranged is what it shows: order of columns, widths, hidden ones, order of rows', () => {
  const arrangement = {
    columns: [{ field: 'amount', width: 200 }, { field: 'name' }],
    sort: [{ id: 'amount', desc: true }],
    group: null,
  }
  const { rerender } = render(<Held arrangement={arrangement} />)
  expect(titles()).toEqual(['amount', 'name'])
  expect(template()).toBe('36px 200px minmax(120px, 1fr)')
  expect(ids()).toEqual(['b', 'c', 'a'])
  rerender(<Held arrangement={{ ...arrangement, columns: [{ field: 'amount', hidden: true }] }} />)
  expect(titles()).toEqual(['name'])
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('Banana')
})

interface Paid extends Item {
  bank: string
}
const paid: Paid[] = [
  { id: '1', name: 'Aluguel', amount_cents: 100, bank: 'Sicredi' },
  { id: '2', name: 'Luz', amount_cents: 20, bank: 'Inter' },
  { id: '3', name: 'Água', amount_cents: 3, bank: 'Inter' },
  { id: '4', name: 'Café', amount_cents: null, bank: '' },
]
const paidColumns: ListingColumn<Item>[] = [
  ...columns.slice(0, 1),
  { id: 'bank', title: 'Banco', render: item => (item as Paid).bank, groupable: item => (item as Paid).bank },
  { ...columns[1]!, sums: sum => `soma ${sum}` },
]
const byBank = { columns: [], sort: [], group: 'bank' }
function Grouped(given: Given) {
  return <Held rows={paid} columns={paidColumns} arrangement={byBank} {...given} />
}
const groups = () => Array.from(document.querySelectorAll<HTMLElement>('[data-group]'), row => row.textContent)
const onGroup = (words: string) =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-group]')).find(row => row.textContent?.startsWith(words))

test('rows are grouped in the order of what they share, with their number and sums', () => {
  render(<Grouped />)
  expect(groups()).toEqual(['Em branco1soma 0', 'Inter2soma 23', 'Sicredi1soma 100'])
  expect(ids()).toEqual(['4', '2', '3', '1'])
  expect(screen.getByRole('treegrid', { name: 'Itens, 4 linhas' }).getAttribute('aria-rowcount')).toBe('8')
  expect(onGroup('Inter')?.getAttribute('aria-level')).toBe('1')
  expect(onGroup('Inter')?.getAttribute('aria-expanded')).toBe('true')
  expect(document.querySelector('[data-id="2"]')?.getAttribute('aria-level')).toBe('2')
})

test('within its group a row stands where the order puts it', () => {
  render(<Grouped arrangement={{ ...byBank, sort: [{ id: 'amount', desc: false }] }} />)
  expect(ids()).toEqual(['4', '3', '2', '1'])
})

test('a group is folded and unfolded by keys and by mouse, and stands for its rows when it is marked', async () => {
  const user = userEvent.setup()
  const onFocusChange = vi.fn()
  render(<Grouped onFocusChange={onFocusChange} />)
  start('3')
  expect(onFocusChange).toHaveBeenLastCalledWith('3')
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(onGroup('Inter'))
  expect(onFocusChange).toHaveBeenLastCalledWith(null)
  await user.keyboard('{ArrowLeft}')
  expect(ids()).toEqual(['4', '1'])
  await user.keyboard(' ')
  await user.keyboard('{Enter}')
  expect(ids()).toEqual(['4', '2', '3', '1'])
  expect(selected()).toEqual(['2', '3'])
  fireEvent.click(onGroup('Sicredi') as HTMLElement)
  expect(ids()).toEqual(['4', '2', '3'])
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar todas as linhas' }))
  fireEvent.click(onGroup('Sicredi') as HTMLElement)
  expect(selected()).toEqual(['4', '2', '3', '1'])
})

test('a range over a group takes its rows and never its line', async () => {
  const user = userEvent.setup()
  const taken: string[][] = []
  render(<Grouped selection={new Set()} onSelectionChange={next => taken.push([...next])} />)
  start('3')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(taken).toEqual([['3'], ['1']])
})

test('a record of a folded group is shown when it is given the focus', () => {
  const ref = createRef<ListingHandle>()
  render(<Grouped ref={ref} />)
  fireEvent.click(onGroup('Inter') as HTMLElement)
  expect(ids()).toEqual(['4', '1'])
  act(() => ref.current?.focus('3'))
  expect(ids()).toEqual(['4', '2', '3', '1'])
  expect(focused()).toBe('3')
})

test('a tree and a column that groups nothing are never grouped', () => {
  const { rerender } = render(<Held arrangement={{ ...byBank, group: 'name' }} />)
  expect(groups()).toEqual([])
  rerender(<Held rows={tree} childrenOf={item => item.sub} columns={paidColumns} arrangement={byBank} />)
  expect(groups()).toEqual([])
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
  expect(document.querySelectorAll('[role="status"] > [data-part="row"]')).toHaveLength(12)
  rerender(<Held loading />)
  expect(ids()).toEqual(['b', 'a', 'c'])
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  rerender(<Held rows={[]} />)
  expect(screen.getByText('Nada aqui')).toBeTruthy()
})

test('the row that takes the focus is told in the same event, before a key pressed on it', () => {
  const onFocusChange = vi.fn()
  render(<Held onFocusChange={onFocusChange} />)
  start('a')
  act(() => {
    document.querySelector<HTMLElement>('[data-id="c"]')?.focus()
    expect(onFocusChange).toHaveBeenLastCalledWith('c')
  })
})
