// A small register on a screen: what its filter leaves, which columns fit, what its keys act on, and what a form settles.

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AS_WRITTEN, columnState } from '#client/kit/listing/arrangement.ts'
import { useToasts } from '#client/kit/toast.ts'
import { currentTarget } from '#client/surfaces/context.ts'
import { lookupFailed } from '#client/surfaces/failure.ts'
import { runEscape } from '#client/surfaces/focus-stack.ts'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { intend } from '#client/surfaces/intents.ts'
import { idsMatching } from '#client/surfaces/listing/filtered.ts'
import type { ListingScreenProps } from '#client/surfaces/listing/props.ts'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { closePalette, usePalette } from '#client/surfaces/palette-store.ts'
import type { DetailOf, IntentName } from '#commands/kit/intents.ts'
import { fold } from '#domain/text.ts'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

interface Item {
  id: string
  name: string
  sub?: readonly Item[]
}
const textOf = (item: Item) => fold(item.name)

describe('the filter of a register', () => {
  const tree: Item[] = [
    {
      id: 'p',
      name: 'Despesas',
      sub: [
        { id: 'e', name: 'Energia' },
        { id: 'a', name: 'Água' },
      ],
    },
    { id: 'r', name: 'Receitas' },
  ]
  it('keeps the branches that lead to what holds every word', () => {
    expect([...idsMatching(tree, ['agua'], textOf, item => item.sub)].sort()).toEqual(['a', 'p'])
    expect([...idsMatching(tree, ['agua', 'x'], textOf, item => item.sub)]).toEqual([])
  })
})

describe('columns that fit', () => {
  const columns = [
    { id: 'name', title: '', least: 200, render: () => null },
    { id: 'a', title: '', width: 100, leaves: 2, render: () => null },
    { id: 'b', title: '', width: 100, leaves: 1, render: () => null },
    { id: 'c', title: '', width: 100, render: () => null },
  ]
  const ids = (width: number) => {
    const { columnVisibility } = columnState(columns, AS_WRITTEN, width, false)
    return columns.map(column => column.id).filter(id => columnVisibility[id])
  }

  it('leave in their order, and those that must stay do', () => {
    expect(ids(500)).toEqual(['name', 'a', 'b', 'c'])
    expect(ids(499)).toEqual(['name', 'a', 'c'])
    expect(ids(399)).toEqual(['name', 'c'])
    expect(ids(100)).toEqual(['name', 'c'])
  })
  it('an unknown width hides nothing', () => {
    expect(ids(0)).toHaveLength(4)
  })
})

const rows: Item[] = ['Ana', 'Bia', 'Caio'].map(name => ({ id: name.toLowerCase(), name }))
const opened: string[] = []
const known = { isPending: false, isError: false, isFetching: false, error: null, refetch: () => {} }
function Register(given: Partial<Omit<ListingScreenProps<Item>, 'kind'>>) {
  const [filter, setFilter] = useState('')
  return (
    <ListingScreen<'report_line', Item>
      label="Contatos"
      kind="report_line"
      noun={['contato', 'contatos']}
      rows={rows}
      reading={known}
      columns={[{ id: 'name', title: 'Nome', render: item => item.name }]}
      rowName={item => item.name}
      textOf={item => item.name}
      filter={filter}
      onFilter={setFilter}
      toolbar="contacts.toolbar"
      onOpen={item => opened.push(item.id)}
      addressOf={item => `/contacts/${item.id}`}
      empty={{ title: 'Nenhum contato' }}
      {...given}
    />
  )
}
/** jsdom measures nothing: rows are drawn only where there is room for them. */
function giveRoom() {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  HTMLElement.prototype.scrollTo = () => undefined
}
const move = <I extends IntentName>(name: I, ...detail: DetailOf<I>) => act(() => void intend(name, ...detail))

describe('on paper', () => {
  beforeEach(() => void openSampleHouse())
  afterEach(closeSampleHouse)
  const sheet = () => document.querySelector('body > div > header')?.parentElement

  it('stand all rows of the filter, with its words and their count, only while the browser prints', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `r${at}`, name: `Contato ${at}` }))
    render(<Register rows={many} filter="contato 29" />)
    expect(sheet()).toBeUndefined()
    fireEvent(window, new Event('beforeprint'))
    expect(sheet()?.querySelector('h1')?.textContent).toBe('Contatos')
    expect(Array.from(sheet()?.querySelectorAll('header p') ?? [], line => line.textContent)).toEqual(
      expect.arrayContaining(['Filtro: contato 29', '13 de 300 contatos']),
    )
    expect(Array.from(sheet()?.querySelectorAll('tbody tr') ?? [], row => row.textContent)).toEqual([
      ...['Contato 29', 'Contato 129', 'Contato 229'],
      ...Array.from({ length: 10 }, (_, at) => `Contato ${290 + at}`),
    ])
    fireEvent(window, new Event('afterprint'))
    expect(sheet()).toBeUndefined()
  })
})

describe('the keys of a register', () => {
  beforeEach(() => {
    giveRoom()
    opened.length = 0
    openSampleHouse()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    closeSampleHouse()
  })

  it('the first row takes a free focus, moves go on from it, and commands act on the focused one', () => {
    render(<Register />)
    expect(currentTarget()).toMatchObject({ ids: ['ana'], from: 'focus', kind: 'report_line' })
    move('grid.down')
    expect(currentTarget().ids).toEqual(['bia'])
    move('grid.open')
    expect(opened).toEqual(['bia'])
  })
  it('the first move takes the first row where the focus is held elsewhere', () => {
    render(
      <>
        {/* biome-ignore lint/a11y/noAutofocus: somebody is typing as the list appears */}
        <input autoFocus />
        <Register />
      </>,
    )
    expect(currentTarget().from).toBe('nothing')
    move('grid.down')
    expect(currentTarget().ids).toEqual(['ana'])
  })
  it('Shift+Enter opens the focused record in a new tab', () => {
    const house = openSampleHouse()
    render(<Register />)
    move('grid.open-tab')
    expect(house.went).toEqual(['/contacts/ana in a new tab'])
  })
  it('marks win over the focus, invert, and Esc takes them off', () => {
    render(<Register />)
    move('grid.toggle')
    expect(currentTarget()).toMatchObject({ ids: ['ana'], from: 'selection' })
    move('grid.invert')
    expect(currentTarget().ids).toEqual(['bia', 'caio'])
    act(() => void runEscape())
    expect(currentTarget()).toMatchObject({ from: 'focus', ids: ['ana'] })
  })
  it('the right button offers what is done to the row under it, or to the marked rows it is one of', async () => {
    render(<Register />)
    move('grid.toggle')
    const press = (name: string) => fireEvent.contextMenu(screen.getByRole('row', { name: new RegExp(name) }))
    press('Ana')
    await waitFor(() => expect(usePalette.getState()).toMatchObject({ open: true, mode: '.' }))
    expect(usePalette.getState().context?.target).toMatchObject({ ids: ['ana'], from: 'selection' })
    act(() => closePalette())
    press('Caio')
    await waitFor(() => expect(usePalette.getState().open).toBe(true))
    expect(usePalette.getState().context?.target).toMatchObject({ ids: ['caio'], from: 'focus' })
    act(() => closePalette())
  })
  it('a record that is named gets the focus', () => {
    render(<Register />)
    move('focus.record', 'caio')
    expect((document.activeElement as HTMLElement).dataset.id).toBe('caio')
  })
  it('the filter is a field with a name', () => {
    render(<Register />)
    move('filter.focus')
    expect(document.activeElement).toBe(screen.getByLabelText('Filtrar a lista'))
  })
})

describe('what a register says of its rows', () => {
  const foot = document.createElement('div')
  const said = () => foot.textContent
  beforeEach(() => {
    giveRoom()
    foot.id = FOOT_ID
    document.body.append(foot)
    openSampleHouse()
  })
  afterEach(() => {
    closeSampleHouse()
    foot.remove()
    vi.restoreAllMocks()
  })
  const sums = [{ label: 'A pagar', amount_cents: 0 }]

  it('counts them once they are known', () => {
    render(<Register sumsBelow={sums} />)
    expect(said()).toContain('3 contatos')
    expect(said()).toContain('A pagar')
  })
  it('counts and sums nothing while they come, and draws their places', () => {
    render(<Register rows={[]} sumsBelow={sums} reading={{ ...known, isPending: true }} />)
    expect(said()).not.toMatch(/\d|A pagar/)
    expect(screen.getByRole('status', { name: 'Carregando' })).toBeTruthy()
    expect(screen.queryByText('Nenhum contato')).toBeNull()
  })
  it('says why none came instead of that there are none', () => {
    render(<Register rows={[]} reading={{ ...known, isError: true, error: new Error('Sem conexão') }} />)
    expect(said()).not.toMatch(/\d/)
    expect(screen.getByText('Não foi possível carregar: contatos')).toBeTruthy()
    expect(screen.queryByText('Nenhum contato')).toBeNull()
  })
  it('keeps the rows when a later load fails, says so and counts them no more', () => {
    render(<Register reading={{ ...known, isError: true, error: new Error('Sem conexão') }} />)
    expect(screen.getByRole('alert').textContent).toContain('A lista pode estar desatualizada: Sem conexão')
    expect(screen.getByRole('row', { name: /Ana/ })).toBeTruthy()
    expect(said()).not.toMatch(/\d/)
  })
})

describe('what a lookup that failed says', () => {
  beforeEach(() => void openSampleHouse())
  afterEach(closeSampleHouse)

  it('what fields can show is thrown to the form, the rest is a toast', () => {
    const problem = { details: [{ field: 'name', message: 'Informe o nome' }] }
    expect(() => lookupFailed(problem)).toThrow()
    lookupFailed(new Error('Sem conexão'))
    expect(useToasts.getState().current).toMatchObject({ variant: 'destructive', description: 'Sem conexão' })
  })
})
