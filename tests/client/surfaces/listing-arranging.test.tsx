// A listing as its person arranges it: by the chooser, by commands and at its heads, and found again the next time.

import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useToasts } from '#client/kit/toast.ts'
import { intend } from '#client/surfaces/intents.ts'
import type { RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import type { BareIntent } from '#commands/kit/intents.ts'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

interface Person {
  id: string
  name: string
  role: string
  city: string
}
const people: Person[] = [
  { id: 'ana', name: 'Ana', role: 'Sócia', city: 'Campinas' },
  { id: 'bia', name: 'Bia', role: 'Contadora', city: 'Jundiaí' },
  { id: 'caio', name: 'Caio', role: 'Contadora', city: 'Campinas' },
]
const columns: RegisterColumn<Person>[] = [
  { id: 'name', title: 'Nome', render: one => one.name, sort: one => one.name },
  { id: 'role', title: 'Cargo', width: 120, render: one => one.role, sort: one => one.role, groupable: true },
  { id: 'city', title: 'Cidade', width: 120, leaves: 1, render: one => one.city },
]

interface PeopleProps {
  toolbar?: 'users.toolbar' | 'contacts.toolbar'
  shown?: readonly RegisterColumn<Person>[]
}
function People({ toolbar = 'users.toolbar', shown = columns }: PeopleProps) {
  return (
    <ListingScreen<'report_line', Person>
      label="Pessoas"
      kind="report_line"
      noun={['pessoa', 'pessoas']}
      rows={people}
      reading={{ isPending: false, isError: false, isFetching: false, error: null, refetch: () => {} }}
      columns={shown}
      rowName={one => one.name}
      textOf={one => one.name}
      filter=""
      onFilter={() => {}}
      toolbar={toolbar}
      empty={{ title: 'Ninguém' }}
    />
  )
}
const again = (given: PeopleProps = {}) => {
  cleanup()
  render(<People {...given} />)
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  HTMLElement.prototype.scrollTo = () => undefined
  HTMLElement.prototype.hasPointerCapture = () => false
  localStorage.clear()
  openSampleHouse()
})
afterEach(() => {
  closeSampleHouse()
  vi.restoreAllMocks()
})

const heads = () => screen.getAllByRole('columnheader').flatMap(one => (one.dataset.col ? [one.textContent] : []))
const names = () => Array.from(document.querySelectorAll<HTMLElement>('[data-id]'), row => row.dataset.id)
const groups = () => Array.from(document.querySelectorAll<HTMLElement>('[data-group]'), row => row.textContent)
const move = (name: BareIntent) => act(() => void intend(name))
const chooser = () => screen.getByRole('dialog', { name: 'Colunas' })

it('a column is hidden and shown in the chooser, and stays so the next time', async () => {
  const user = userEvent.setup()
  render(<People />)
  await user.click(screen.getByRole('button', { name: /Colunas/ }))
  await user.click(within(chooser()).getByRole('checkbox', { name: 'Cidade' }))
  expect(heads()).toEqual(['Nome', 'Cargo'])
  again()
  expect(heads()).toEqual(['Nome', 'Cargo'])
  move('grid.columns')
  await user.click(within(chooser()).getByRole('checkbox', { name: 'Cidade' }))
  expect(heads()).toEqual(['Nome', 'Cargo', 'Cidade'])
})

it('the chooser gives the focus back to the button that was pressed, or to the list a command came from', async () => {
  const user = userEvent.setup()
  render(<People />)
  await user.click(screen.getByRole('button', { name: /Colunas/ }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Colunas/ })))
  act(() => void intend('focus.record', 'caio'))
  move('grid.columns')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.id).toBe('caio'))
})

it('the last column cannot be hidden', async () => {
  const user = userEvent.setup()
  render(<People />)
  move('grid.columns')
  for (const name of ['Cargo', 'Cidade']) await user.click(within(chooser()).getByRole('checkbox', { name }))
  expect(within(chooser()).getByRole('checkbox', { name: 'Nome' }).hasAttribute('disabled')).toBe(true)
})

it('the chooser moves a column before and after the others', async () => {
  const user = userEvent.setup()
  render(<People />)
  move('grid.columns')
  await user.click(within(chooser()).getByRole('button', { name: 'Cidade: antes' }))
  expect(heads()).toEqual(['Nome', 'Cidade', 'Cargo'])
  await user.click(within(chooser()).getByRole('button', { name: 'Nome: depois' }))
  again()
  expect(heads()).toEqual(['Cidade', 'Nome', 'Cargo'])
})

it('rows are grouped by a choice, which one command takes back', async () => {
  const user = userEvent.setup()
  render(<People />)
  move('grid.group')
  expect(document.activeElement).toBe(within(chooser()).getByRole('combobox', { name: 'Agrupar por' }))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('option', { name: 'Cargo' }))
  expect(groups()).toEqual(['Contadora2', 'Sócia1'])
  again()
  expect(groups()).toEqual(['Contadora2', 'Sócia1'])
  move('grid.ungroup')
  expect(groups()).toEqual([])
})

it('at a head that can, the command groups by its column and turns it back', () => {
  render(<People />)
  act(() => screen.getByRole('columnheader', { name: 'Cargo' }).focus())
  move('grid.group')
  expect(groups()).toEqual(['Contadora2', 'Sócia1'])
  move('grid.group')
  expect(groups()).toEqual([])
})

it('a list with nothing to group by says so', () => {
  render(<People shown={columns.slice(0, 1)} />)
  move('grid.group')
  expect(useToasts.getState().current?.title).toBe('Esta lista não tem por que agrupar')
})

it('the order asked for at a head is found again', () => {
  render(<People />)
  move('grid.sort')
  expect(document.activeElement).toBe(screen.getByRole('columnheader', { name: 'Nome' }))
  move('grid.sort')
  move('grid.sort')
  expect(names()).toEqual(['caio', 'bia', 'ana'])
  again()
  expect(names()).toEqual(['caio', 'bia', 'ana'])
})

it('one command takes all back to what the list was', async () => {
  render(<People />)
  move('grid.sort')
  move('grid.sort')
  act(() => screen.getByRole('columnheader', { name: 'Cargo' }).focus())
  move('grid.group')
  move('grid.columns-reset')
  expect(groups()).toEqual([])
  expect(localStorage.getItem('razao.layout.users')).toBe(JSON.stringify({ columns: [], sort: [], group: null }))
})

it('each list has its own arrangement', () => {
  render(<People />)
  act(() => screen.getByRole('columnheader', { name: 'Cargo' }).focus())
  move('grid.group')
  again({ toolbar: 'contacts.toolbar' })
  expect(groups()).toEqual([])
})
