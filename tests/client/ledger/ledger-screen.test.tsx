// A list as a screen, with the commands and the keys the product ships: its states, its foot, and what its keys do to the marked rows.

import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useImperativeHandle, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellChange } from '#client/data/changes.ts'
import { queryClient } from '#client/data/queries.ts'
import { SEARCHED, titleColumns, titleFields } from '#client/features/titles/title-columns.tsx'
import { BILL_KIND } from '#client/features/titles/title-kind.ts'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { useToasts } from '#client/kit/toast.ts'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { ChoicePopover } from '#client/surfaces/choice-popover.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { intend, onIntent } from '#client/surfaces/intents.ts'
import type { ListAddress } from '#client/surfaces/where.ts'
import { gridCommands } from '#commands/grid.ts'
import { allCommands } from '#commands/index.ts'
import { noTarget } from '#commands/kit/command.ts'
import type { BareIntent } from '#commands/kit/intents.ts'
import { bills } from '#contract/bills.ts'
import { fakePorts } from '#tests/kit/fake-ports.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { type Listening, listenToKeys } from '../surfaces/listening.tsx'
import { closeSampleHouse, openSampleHouse, type SampleHouse } from '../surfaces/sample-house.ts'
import { type FakeGrid, fakeGrid } from './fake-grid.ts'
import { columnsOf, type Row, registersOf } from './rows.ts'

let grid: FakeGrid
vi.mock('#client/kit/grid/ledger-view.tsx', () => ({
  LedgerView: ({ ref, label }: { ref: React.Ref<unknown>; label: string }) => {
    useImperativeHandle(ref, () => grid)
    // biome-ignore lint/a11y/useSemanticElements: stands for AG Grid
    return <div role="grid" aria-label={label} tabIndex={0} />
  },
}))
const { LedgerScreen } = await import('#client/surfaces/ledger/ledger-screen.tsx')
const { useLedger } = await import('#client/surfaces/ledger/use-ledger.ts')

const AT = 'GET /v1/companies/k/bills'
const TODAY = '2026-11-11'
let server: FakeServer
let house: SampleHouse
let keys: Listening
let store: ColumnStore
const filled: unknown[] = []
const FIELDS = titleFields(
  BILL_KIND,
  () => registersOf(),
  () => TODAY,
)
const COLUMNS = titleColumns(
  BILL_KIND,
  TODAY,
  () => registersOf(),
  () => store,
)
const SORT = [{ field: 'due_date' }] as const

function useAddress(): ListAddress {
  const [{ filter, view }, set] = useState<{ filter: string; view: number | undefined }>({ filter: '', view: undefined })
  return {
    filter,
    view,
    onFilter: text => set(now => ({ ...now, filter: text })),
    onView: (digit, text) => set({ filter: text, view: digit }),
  }
}

function List() {
  const address = useAddress()
  const ledger = useLedger({
    request: { row: bills.list, params: { c: 'k' }, query: {} },
    fields: FIELDS,
    kind: 'bill',
    filterFields: BILL_KIND.filterFields,
    words: SEARCHED,
    address,
    sort: SORT,
    today: TODAY,
    sign: () => -1,
  })
  store = ledger.store
  return (
    <LedgerScreen
      ledger={ledger}
      columns={COLUMNS}
      card={() => ({ title: '' })}
      label="Contas a pagar, novembro de 2026"
      today={TODAY}
      area="bills"
      views={BILL_KIND.views}
      address={address}
      filterFields={BILL_KIND.filterFields}
      toolbar="bills.toolbar"
      shown={rows => `${rows.shownCount} de ${rows.total} contas`}
      sums={rows => [{ label: 'Saídas', amount_cents: -rows.sum('amount_cents', 'view') }]}
      onOpen={() => {}}
      addressOf={id => `/bills/${id}`}
      onFill={(...args) => void filled.push(args)}
      mode="navigate"
      onMode={() => {}}
      empty={{ title: 'Nenhuma conta neste período' }}
    />
  )
}

async function open(rows: readonly Row[] | ReturnType<typeof refusal>) {
  server.answer(AT, 'status' in rows ? rows : { body: columnsOf(rows as readonly Row[]) })
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <List />
        <footer id={FOOT_ID} />
        <ConfirmHost />
        <ChoicePopover />
      </TooltipProvider>
    </QueryClientProvider>,
  )
}
const body = () => screen.findByRole('grid')
async function press(key: string, init: KeyboardEventInit = {}) {
  const on = await body()
  act(() => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })))
}
const foot = () => document.getElementById(FOOT_ID)?.textContent ?? ''
const field = () => screen.getByLabelText<HTMLInputElement>('Filtrar a lista')
const toast = () => useToasts.getState().current
const twelve: readonly Row[] = Array.from({ length: 12 }, (_, at) => ({
  id: `r${at}`,
  additional_information: `Conta ${at}`,
  contact_id: at < 6 ? 'sol' : 'lua',
  amount_cents: 10_000,
  bank_account_id: 'itau',
  ...(at < 3 ? { conciliation_id: 'g', status: 'PAID', editable: false } : {}),
}))

beforeEach(() => {
  house = openSampleHouse({ commands: allCommands })
  setWhereabouts({ area: 'bills', screen: 'bills', company: { id: 'k', name: 'Padaria Sol Nascente' }, can: () => true }, 0)
  keys = listenToKeys()
  server = fakeServer({ 'GET /v1/preferences': { body: {} } })
  grid = fakeGrid(() => store)
  filled.length = 0
})
afterEach(() => {
  keys.stop()
  queryClient.clear()
  closeSampleHouse()
})

describe('on paper', () => {
  it('stand all rows of the view, with the filter in words and its sums', async () => {
    await open(twelve)
    await body()
    act(() => field().focus())
    await userEvent.type(field(), 'fornecedor:lua{Enter}')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const sheet = document.querySelector('body > div > header')?.parentElement
    const lines = Array.from(sheet?.querySelectorAll('header p') ?? [], line => line.textContent)
    expect(sheet?.querySelector('h1')?.textContent).toBe('Contas a pagar, novembro de 2026')
    expect(lines.join(' | ')).toMatch(/Padaria Sol Nascente.*Fornecedor lua.*6 de 12 contas · Saídas/)
    expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(6)
    expect(sheet?.querySelector('tbody tr')?.textContent).toContain('100,00')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('body > div > header')).toBeNull()
  })
})

describe('the states of a list', () => {
  it('an empty period says so', async () => {
    await open([])
    expect(await screen.findByText('Nenhuma conta neste período')).toBeTruthy()
  })
  it('a filter that leaves nothing says so, and Esc clears it', async () => {
    await open(twelve)
    await body()
    act(() => field().focus())
    await userEvent.type(field(), 'inexistente{Enter}')
    expect(await screen.findByText('Nada com este filtro')).toBeTruthy()
    expect(foot()).toContain('0 de 12 contas')
    await press('Escape')
    expect(screen.queryByText('Nada com este filtro')).toBeNull()
  })
  it('a first load that fails offers another try', async () => {
    await open(refusal(503, 'server.unavailable', 'Servidor ocupado'))
    expect(await screen.findByText('Não foi possível carregar a lista')).toBeTruthy()
    server.answer(AT, { body: columnsOf(twelve) })
    await userEvent.click(screen.getByRole('button', { name: /Tentar de novo/ }))
    await body()
  })
  it('a later failure leaves the rows, says that they may be incomplete and offers another try', async () => {
    await open(twelve)
    await body()
    server.answer(AT, refusal(503, 'server.unavailable', 'Servidor ocupado'))
    act(() => tellChange({ tags: ['bills'], company_id: 'k' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Servidor ocupado')
    await body()
    server.answer(AT, { body: columnsOf(twelve) })
    await userEvent.click(screen.getByRole('button', { name: /Tentar de novo/ }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('the foot', () => {
  it('says what is shown, the sums, and the balance of what is marked', async () => {
    await open(twelve)
    await body()
    await waitFor(() => expect(foot()).toContain('12 de 12 contas'))
    expect(foot()).toMatch(/Saídas.?R\$.1\.200,00/)
    act(() => store.select(['r0']))
    expect(foot()).toMatch(/Saldo .?R\$ 100,00 · 1 item selecionado/)
    act(() => store.selectAll())
    expect(foot()).toMatch(/Saldo .?R\$ 1\.200,00 · 12 itens selecionados/)
  })
  it('counts the marked rows that the filter hides', async () => {
    await open(twelve)
    await body()
    act(() => store.selectAll())
    act(() => field().focus())
    await userEvent.type(field(), 'contato:sol{Enter}')
    await waitFor(() => expect(foot()).toContain('12 itens selecionados (6 ocultos pelo filtro)'))
  })
})

describe('the moves of a grid', () => {
  it('are all answered by a list on screen', async () => {
    await open(twelve)
    await body()
    const ports = fakePorts()
    for (const command of gridCommands) await command.run(ports, noTarget(), {})
    const deaf = ports.done.filter(({ action }) => action !== 'grid.space' && !act(() => intend(action as BareIntent)))
    expect(deaf).toEqual([])
    expect(ports.done.length).toBeGreaterThan(30)
  })
})

describe('what a person arranged', () => {
  it('is taken back by command: the group, and the columns this browser kept', async () => {
    localStorage.setItem('razao.layout.bills', JSON.stringify({ columns: [{ field: 'status', hidden: true }] }))
    await open(twelve)
    await body()
    act(() => store.group('status'))
    act(() => void intend('grid.ungroup'))
    expect(store.groupField).toBeNull()
    act(() => void intend('grid.columns-reset'))
    expect(localStorage.getItem('razao.layout.bills')).toBe('{"columns":[]}')
  })
})

describe('a row edited out of the filter', () => {
  it('keeps its place and is counted, until the filter is applied again', async () => {
    await open(twelve)
    fireEvent.change(field(), { target: { value: 'fornecedor:sol' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(store.shownCount).toBe(6))
    act(() => void store.set(['r4'], { contact_id: 'lua' }))
    expect(screen.getByText('1 fora do filtro')).toBeTruthy()
    act(() => grid.focus())
    await press('R', { shiftKey: true })
    expect(grid.reapply).toHaveBeenCalledOnce()
    act(() => store.reapply())
    expect(screen.queryByText('1 fora do filtro')).toBeNull()
  })
})

describe('marked rows the filter hides', () => {
  it('are counted, and let go by “só visíveis”', async () => {
    await open(twelve)
    await press('a', { ctrlKey: true })
    fireEvent.change(field(), { target: { value: 'fornecedor:sol' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(foot()).toContain('12 itens selecionados (6 ocultos pelo filtro)'))
    await userEvent.click(screen.getByRole('button', { name: 'Só visíveis' }))
    expect(store.selectedCount).toBe(6)
    expect(foot()).toContain('6 itens selecionados')
  })
})

describe('Shift+Enter', () => {
  it('opens the row under the cursor in a new tab', async () => {
    await open(twelve)
    await body()
    grid.at = { id: 'r4', field: 'due_date' }
    await press('Enter', { shiftKey: true })
    expect(house.went).toEqual(['/bills/r4 in a new tab'])
  })
})

describe('keys on the marked rows', () => {
  it('m asks in a popover headed by what and whose, and a digit moves all of it', async () => {
    await open(twelve)
    await press('a', { ctrlKey: true })
    act(() => store.unselect(['r0', 'r1', 'r2']))
    await press('m')
    expect(screen.getByText('9 itens · R$ 900,00 · Padaria Sol Nascente')).toBeTruthy()
    await userEvent.keyboard('6')
    await waitFor(() => expect(toast()).toMatchObject({ title: '9 contas movidas para Pago' }))
    expect(house.calls).toMatchObject([{ id: 'bills.move', input: { body: { status: 'PAID' } } }])
  })
  it('Delete of what may be deleted only in part asks with the numbers, and sends the rest', async () => {
    await open(twelve)
    await press('a', { ctrlKey: true })
    await press('Delete')
    expect(await screen.findByText('9 de 12: 3 já conciliadas.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar com 9 itens' }))
    await waitFor(() => expect(toast()?.title).toBe('9 contas excluídas'))
    // The three that stayed are the ones still marked, and the foot says why.
    expect(store.selectedIds()).toEqual(['r0', 'r1', 'r2'])
    await userEvent.click(screen.getByRole('button', { name: '3 recusados' }))
    expect(screen.getAllByText('já conciliada')).toHaveLength(3)
    expect(house.calls).toMatchObject([{ id: 'entries.delete', input: { body: { entries: twelve.slice(3).map(row => row.id) } } }])
  })
  it('Delete without a yes sends nothing', async () => {
    await open(twelve)
    await press('a', { ctrlKey: true })
    await press('Delete')
    await screen.findByText('9 de 12: 3 já conciliadas.')
    await userEvent.keyboard('{Escape}')
    expect(house.calls).toEqual([])
  })
  it('mod+D repeats the value of the first marked row where it may be altered', async () => {
    await open(twelve)
    await body()
    grid.at = { id: 'r5', field: 'contact_id' }
    act(() => store.select(['r4', 'r8']))
    await press('d', { ctrlKey: true })
    await waitFor(() => expect(filled).toEqual([[['r4', 'r8'], 'contact_id', 'sol']]))
    grid.at = { id: 'r5', field: 'status' }
    await press('d', { ctrlKey: true })
    expect(filled).toHaveLength(1)
    expect(toast()?.description).toBe('Esta coluna não se altera aqui.')
  })
  it('Shift+F filters by the focused cell, once, and says where it cannot', async () => {
    await open(twelve)
    await body()
    grid.at = { id: 'r8', field: 'contact_id' }
    await press('F', { shiftKey: true })
    await waitFor(() => expect(foot()).toContain('6 de 12 contas'))
    act(() => field().focus())
    expect(field().value).toBe('contato:"Oficina Lua, Peças & Cia"')
    await press('F', { shiftKey: true })
    expect(field().value).toBe('contato:"Oficina Lua, Peças & Cia"')
    grid.at = { id: 'r8', field: 'due' }
    await press('F', { shiftKey: true })
    expect(toast()?.title).toBe('Não há filtro por esta coluna')
  })
  it('digits open views', async () => {
    await open(twelve)
    await press('5')
    await waitFor(() => expect(foot()).toContain('3 de 12 contas'))
    expect(screen.getByRole('tab', { name: /Pagas/ }).getAttribute('aria-selected')).toBe('true')
  })
  it('a view of one’s own brings its order, groups and density; the next one takes them back', async () => {
    const arrangement = { sort: [{ field: 'amount_cents', descending: true }], group: 'status', density: 'compact' }
    server.answer('GET /v1/preferences', { body: { 'views.bills': [{ digit: 7, title: 'Maiores', filter: '', arrangement }] } })
    await open(twelve)
    await screen.findByRole('tab', { name: /Maiores/ })
    await press('7')
    await waitFor(() => expect(store.sortKeys).toEqual(arrangement.sort))
    expect([store.groupField, document.documentElement.dataset.density]).toEqual(['status', 'compact'])
    expect(screen.getByRole('tab', { name: /Maiores/ }).getAttribute('aria-selected')).toBe('true')
    await press('5')
    await waitFor(() => expect(store.sortKeys).toEqual(SORT))
    expect([store.groupField, document.documentElement.dataset.density]).toEqual([null, 'default'])
  })
  it('< and > move the period, typed with Shift as on Brazilian keyboards', async () => {
    const moves: string[] = []
    const stops = (['period.previous', 'period.next'] as const).map(name => onIntent(name, () => void moves.push(name)))
    await open(twelve)
    await press('<', { shiftKey: true, code: 'Comma' })
    await press('>', { shiftKey: true, code: 'Period' })
    await press('<', { code: 'IntlBackslash' })
    expect(moves).toEqual(['period.previous', 'period.next', 'period.previous'])
    for (const stop of stops) stop()
  })
  it('F2 on a cell that is not edited says so', async () => {
    await open(twelve)
    await press('F2')
    expect(toast()?.title).toBe('Esta célula não se altera')
  })
})
