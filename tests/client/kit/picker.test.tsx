// Comboboxes and the shared selectors (src/SPEC.md, Fields): texts, keys, what is offered and what is not.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form } from '#client/kit/form/form.tsx'
import { type CategoryRecord, categoryItems } from '#client/kit/picker/category-items.ts'
import { ComboboxList } from '#client/kit/picker/combobox-list.tsx'
import { filterItems } from '#client/kit/picker/filter-items.ts'
import {
  AccountPicker,
  type AccountRecord,
  CategoryPicker,
  CityPicker,
  ContactPicker,
  type ContactRecord,
  contactItems,
  RolePicker,
  StatePicker,
} from '#client/kit/picker/pickers.tsx'
import type { Unread } from '#client/kit/picker/use-combobox.ts'

afterEach(cleanup)

const accounts: AccountRecord[] = [
  { id: 'a1', status: 'ACTIVE', routing_number: '341', institution_name: 'Itaú', branch_number: '0912', account_number: '45871-3' },
  { id: 'a2', status: 'ARCHIVED', routing_number: '756', institution_name: 'Sicoob', branch_number: '3188', account_number: '9920-4' },
  { id: 'a3', status: 'ACTIVE', routing_number: null, institution_name: 'Caixa da loja', branch_number: null, account_number: null },
]
const category = (
  id: string,
  name: string,
  kind: CategoryRecord['kind'],
  parent: string | null = null,
  more: Partial<CategoryRecord> = {},
): CategoryRecord => ({
  id,
  name,
  kind,
  status: 'ACTIVE',
  parent_category_id: parent,
  ...more,
})
const categories = [
  category('ope', 'Operacionais', 'DEBIT'),
  category('ene', 'Energia', 'DEBIT', 'ope'),
  category('agu', 'Água', 'DEBIT', 'ope', { status: 'INACTIVE' }),
  category('ven', 'Vendas', 'CREDIT'),
  category('ded', 'Devoluções', 'CREDIT', 'ven', { is_deductible: true }),
]
const contacts: ContactRecord[] = [
  { id: 'c1', kind: 'SUPPLIER', name: 'Companhia de Luz', document_number: '07.118.204/0001-39' },
  { id: 'c2', kind: 'CUSTOMER', name: 'Café da Praça' },
]

function InForm({
  children,
  picked = null,
  onSubmit,
  onKeyDown,
}: {
  children: React.ReactNode
  picked?: string | null
  onSubmit?: (values: unknown) => void
  onKeyDown?: (key: string) => void
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page around the form
    <div onKeyDown={event => onKeyDown?.(event.key)}>
      <Form schema={z.object({ picked: z.string().nullable() })} defaults={{ picked }} onSubmit={values => onSubmit?.(values)}>
        {children}
      </Form>
    </div>
  )
}

const options = () => screen.queryAllByRole('option').map(option => option.textContent)
const box = (name: string) => screen.getByRole('combobox', { name })

test('accounts read código, instituição, agência, conta; archived ones are not offered', async () => {
  const user = userEvent.setup()
  render(
    <InForm>
      <AccountPicker unread={undefined} name="picked" label="Conta" accounts={accounts} onAdd={() => undefined} />
    </InForm>,
  )
  await user.click(box('Conta'))
  expect(options()).toEqual(['Itaú · 0912 · 45871-3', 'Caixa da loja', 'Adicionar conta bancária'])
  await user.type(box('Conta'), 'sicoob')
  expect(options()).toEqual(['Conta não encontrada', 'Adicionar conta bancária“sicoob”'])
})

test('Alt+Down opens, typing filters without accents, Enter selects and stays in the field; no key reaches the page', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn()
  const onKeyDown = vi.fn()
  render(
    <InForm onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <AccountPicker unread={undefined} name="picked" label="Conta" accounts={accounts} />
    </InForm>,
  )
  act(() => box('Conta').focus())
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(box('Conta').getAttribute('aria-expanded')).toBe('true')
  onKeyDown.mockClear()
  await user.keyboard('{ArrowDown}')
  expect(document.getElementById(box('Conta').getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Caixa da loja')
  await user.keyboard('itau{Enter}')
  expect(box('Conta')).toHaveProperty('value', 'Itaú · 0912 · 45871-3')
  expect(box('Conta').getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(box('Conta'))
  expect(onKeyDown).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  // closed again, Enter belongs to the form
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ picked: 'a1' }))
})

test('Esc closes the list, keeps the value and does not close what is around', async () => {
  const user = userEvent.setup()
  const onKeyDown = vi.fn()
  render(
    <InForm onKeyDown={onKeyDown}>
      <AccountPicker unread={undefined} name="picked" label="Conta" accounts={accounts} />
    </InForm>,
  )
  await user.type(box('Conta'), 'itau{Enter}')
  await user.type(box('Conta'), 'caixa')
  onKeyDown.mockClear()
  await user.keyboard('{Escape}')
  expect(box('Conta').getAttribute('aria-expanded')).toBe('false')
  expect(box('Conta')).toHaveProperty('value', 'Itaú · 0912 · 45871-3')
  expect(onKeyDown).not.toHaveBeenCalled()
})

test('the action row gets what was typed', async () => {
  const user = userEvent.setup()
  const onAdd = vi.fn()
  render(
    <InForm>
      <ContactPicker unread={undefined} name="picked" label="Contato" contacts={[]} onAdd={onAdd} />
    </InForm>,
  )
  await user.type(box('Contato'), 'Padaria Nova')
  expect(options()).toEqual(['Sem contatos cadastrados', 'Adicionar contato“Padaria Nova”'])
  await user.keyboard('{Enter}')
  expect(onAdd).toHaveBeenCalledWith('Padaria Nova')
})

test('the category tree leaves out inactive ones and is found by any part of its path', async () => {
  const user = userEvent.setup()
  render(
    <InForm>
      <CategoryPicker
        unread={undefined}
        name="picked"
        label="Categoria"
        categories={categories}
        kinds={['DEBIT', 'CHARGE']}
        onAdd={() => undefined}
      />
    </InForm>,
  )
  await user.click(box('Categoria'))
  // Devoluções is of kind CREDIT but deductible, so it counts among the expenses
  expect(options()).toEqual(['DevoluçõesReceita', 'OperacionaisDespesa', 'Energia', 'Adicionar categoria'])
  await user.type(box('Categoria'), 'ope ener')
  expect(options()[0]).toBe('EnergiaOperacionais')
  await user.keyboard('zz')
  expect(options()[0]).toBe('Categoria não encontrada')
})

test('increasing categories count as CREDIT', () => {
  const items = categoryItems(
    [category('j', 'Juros recebidos', 'DEBIT', null, { is_increasing: true }), category('e', 'Energia', 'DEBIT')],
    ['CREDIT'],
  )
  expect(items.map(item => item.label)).toEqual(['Juros recebidos'])
})

test('contacts carry a badge only where both kinds are offered, and are found by the digits of their document', () => {
  expect(contactItems(contacts).map(item => item.badge)).toEqual(['Fornecedor', 'Cliente'])
  expect(contactItems(contacts, 'SUPPLIER').map(item => [item.label, item.badge])).toEqual([['Companhia de Luz', undefined]])
  expect(filterItems(contactItems(contacts), '07118204').map(item => item.id)).toEqual(['c1'])
})

test('states, cities and roles have their own words when nothing is found', async () => {
  const user = userEvent.setup()
  render(
    <>
      <InForm>
        <StatePicker unread={undefined} name="picked" label="Estado" states={[{ id: 35, uf: 'SP', name: 'São Paulo' }]} />
      </InForm>
      <InForm>
        <CityPicker unread={undefined} name="picked" label="Cidade" cities={[]} />
      </InForm>
      <InForm>
        <RolePicker unread={undefined} name="picked" label="Cargo" roles={[]} />
      </InForm>
    </>,
  )
  await user.type(box('Estado'), 'sao')
  expect(options()).toEqual(['SPSão Paulo'])
  await user.keyboard('xx')
  expect(options()).toEqual(['Estado não encontrado'])
  await user.click(box('Cidade'))
  expect(options()).toEqual(['Cidade não encontrada'])
  await user.click(box('Cargo'))
  expect(options()).toEqual(['Cargo não encontrado'])
})

test('a long list keeps a few rows of 35 px in the document, in at most 300 px', () => {
  const items = Array.from({ length: 5000 }, (_, at) => ({ id: String(at), label: `Cidade ${at}` }))
  render(
    <ComboboxList
      unread={undefined}
      items={items}
      label="Cidade"
      empty="Cidade não encontrada"
      onPick={() => undefined}
      onCancel={() => undefined}
    />,
  )
  expect(screen.getAllByRole('option').length).toBeLessThan(30)
  expect(document.querySelector<HTMLElement>('[role="listbox"] > [role="presentation"]')?.style.height).toBe(`${5000 * 35}px`)
})

test('as a cell editor the list has the letter that opened it and all that follow, and leaves by the keys of a sheet', async () => {
  const user = userEvent.setup()
  const onPick = vi.fn()
  render(
    <ComboboxList
      unread={undefined}
      items={contactItems(contacts)}
      label="Contato"
      empty="Sem contatos cadastrados"
      typed="c"
      onPick={onPick}
      onCancel={() => undefined}
    />,
  )
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Contato' })
  expect(document.activeElement).toBe(input)
  await user.keyboard('af')
  expect(input.value).toBe('caf')
  await user.keyboard('{Enter}{Shift>}{Tab}{/Shift}')
  expect(onPick.mock.calls.map(([item, { key, shiftKey }]) => [item?.id, key, shiftKey])).toEqual([
    ['c2', 'Enter', false],
    ['c2', 'Tab', true],
  ])
  await user.keyboard('xx{Enter}{Tab}')
  expect(onPick).toHaveBeenCalledTimes(2)
  await user.clear(input)
  await user.keyboard('{Tab}')
  expect(onPick.mock.lastCall?.[0]).toBeUndefined()
})

test('names that start with the text come before those that only hold it', () => {
  const items = ['Conta de luz', 'Luz e força', 'Aluguel'].map(label => ({ id: label, label }))
  expect(filterItems(items, 'LÚZ').map(item => item.id)).toEqual(['Luz e força', 'Conta de luz'])
})

test('an Enter that comes before the list takes what the list brings, and nothing new is offered until then', async () => {
  const user = userEvent.setup()
  const onAdd = vi.fn()
  const picker = (known: readonly ContactRecord[], unread?: Unread) => (
    <InForm>
      <ContactPicker name="picked" label="Cliente" contacts={known} unread={unread} onAdd={onAdd} />
    </InForm>
  )
  const { rerender } = render(picker([], 'coming'))
  const input = screen.getByRole('combobox', { name: 'Cliente' })
  await user.type(input, 'praça{Enter}')
  expect(onAdd).not.toHaveBeenCalled()
  expect(screen.queryByText('Adicionar contato')).toBeNull()
  expect(screen.getByText('Carregando…')).toBeTruthy()
  rerender(picker(contacts))
  await waitFor(() => expect((input as HTMLInputElement).value).toBe('Café da Praça'))
  expect(onAdd).not.toHaveBeenCalled()
})

test('a list that could not be read says so: nobody is told that a record does not exist, and none is offered anew', async () => {
  const user = userEvent.setup()
  const onAdd = vi.fn()
  const picker = (known: readonly ContactRecord[], unread?: Unread) => (
    <InForm picked={contacts[0]?.id ?? null}>
      <ContactPicker name="picked" label="Cliente" contacts={known} unread={unread} onAdd={onAdd} />
    </InForm>
  )
  const { rerender } = render(picker([], 'failed'))
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' })
  expect([input.value, input.placeholder, input.getAttribute('aria-busy')]).toEqual(['', 'O nome não pôde ser lido', null])
  await user.click(input)
  expect(options()).toEqual(['Não foi possível ler a lista'])
  await user.keyboard('{Escape}')
  rerender(picker(contacts))
  await waitFor(() => expect(input.value).toBe(contacts[0]?.name))
  expect(input.placeholder).toBe('')
})
