// The filter bar as it is typed in: chips, the moment the list follows, what is not understood, and Esc or a view meanwhile.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterBar } from '#client/surfaces/ledger/filter-bar.tsx'
import { readFilter } from '#client/surfaces/ledger/filter-criteria.ts'
import { BILL_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'

const told: string[] = []
let setOutside: (text: string) => void
const done = vi.fn()
const namesOf = (field: string) => (field === 'contact' ? ['Padaria Sol', 'Solar Energia'] : undefined)

function Bar({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start)
  const [input] = useState(() => createRef<HTMLInputElement>())
  setOutside = setText
  const onText = (next: string) => {
    told.push(next)
    setText(next)
  }
  const filter = readFilter(text, BILL_FILTER_FIELDS, '2026-11-11')
  return <FilterBar text={text} filter={filter} fields={BILL_FILTER_FIELDS} namesOf={namesOf} onText={onText} onDone={done} input={input} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Filtrar a lista')
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** What a person does, without its real time. */
const type = (text: string) => {
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: field().value + text } })
}
const press = (element: HTMLElement | undefined) => act(() => element?.click())

beforeEach(() => {
  openSampleHouse()
  vi.useFakeTimers()
  told.length = 0
  done.mockClear()
})
afterEach(closeSampleHouse)

describe('typing', () => {
  it('reaches the list once, 120 ms after the last key', async () => {
    render(<Bar />)
    type('sol')
    await wait(60)
    type(' >5')
    await wait(110)
    expect(told).toEqual([])
    await wait(20)
    expect(told).toEqual(['sol >5'])
    await wait(500)
    expect(told).toHaveLength(1)
  })
  it('reaches it at once with Enter, which gives the focus back', () => {
    render(<Bar />)
    type('sol')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(told).toEqual(['sol'])
    expect(done).toHaveBeenCalledOnce()
  })
  it('reaches it when the field is left', () => {
    render(<Bar />)
    type('sol')
    act(() => field().blur())
    expect(told).toEqual(['sol'])
  })
  it('is not brought back by Esc or a view that clears it meanwhile', async () => {
    render(<Bar />)
    type('sol')
    await wait(130)
    act(() => setOutside(''))
    expect(field().value).toBe('')
    await wait(500)
    expect(told).toEqual(['sol'])
    act(() => setOutside('venc:vencidas'))
    expect(field().value).toBe('venc:vencidas')
  })
})

describe('at rest', () => {
  it('shows terms as chips and bare words as text, and all of it as text once focused', () => {
    render(<Bar start="status:pendente -imposto venc<=30/11 sol" />)
    for (const chip of ['pendente', 'imposto', 'até 30/11']) expect(screen.getByText(chip)).toBeTruthy()
    expect(field().value).toBe('sol')
    act(() => field().focus())
    expect(field().value).toBe('status:pendente -imposto venc<=30/11 sol')
    expect(screen.queryByText('pendente')).toBeNull()
  })
  it('a chip is removed without touching the rest, not even what is wrong in it', () => {
    render(<Bar start="status:pendente stauts:pago >1000 sol" />)
    const [first] = screen.getAllByRole('button', { name: /^Remover/ })
    press(first)
    expect(told).toEqual(['stauts:pago >1000 sol'])
  })
  it('the same term twice is two chips, removed one by one', () => {
    render(<Bar start=">1000 >1000" />)
    const [, second] = screen.getAllByRole('button', { name: /^Remover/ })
    press(second)
    expect(told).toEqual(['>1000'])
  })
  it('what is not understood stays to be corrected, with what it may mean', () => {
    render(<Bar start="stauts:pago sol" />)
    expect(field().value).toBe('stauts:pago sol')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toContain('‘stauts’? quis dizer status')
  })
  it('what is still being typed is no error', () => {
    render(<Bar start="status:" />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field().value).toBe('status:')
  })
})

describe('what it offers', () => {
  const options = () => screen.queryAllByRole('option').map(option => option.textContent)
  const key = (name: string, more = {}) => fireEvent.keyDown(field(), { key: name, ...more })

  it('values open after a colon and are taken by the keys, once a row was chosen', () => {
    render(<Bar />)
    type('fornecedor:')
    expect(options()).toEqual(['Padaria Sol', 'Solar Energia'])
    key('ArrowDown')
    key('ArrowDown')
    key('Enter')
    expect(field().value).toBe('fornecedor:"Solar Energia"')
    expect(options()).toEqual([])
    expect(done).not.toHaveBeenCalled()
    key('Enter')
    expect(told).toEqual(['fornecedor:"Solar Energia"'])
    expect(done).toHaveBeenCalledOnce()
  })
  it('Enter without a chosen row filters by what is written', () => {
    render(<Bar />)
    type('fornecedor:sol')
    key('Enter')
    expect(told).toEqual(['fornecedor:sol'])
    expect(done).toHaveBeenCalledOnce()
  })
  it('by mouse: the funnel shows the fields, a field its values, a value filters', async () => {
    render(<Bar start="sol" />)
    press(screen.getByRole('button', { name: 'Filtrar por…' }))
    expect(options()).toContain('status' + 'situação')
    press(screen.getByRole('option', { name: /^status/ }))
    press(screen.getByRole('option', { name: 'pendente' }))
    await wait(130)
    expect(told.at(-1)).toBe('sol status:pendente')
  })
  it('bare words offer nothing', () => {
    render(<Bar />)
    type('conta')
    expect(options()).toEqual([])
  })
})
