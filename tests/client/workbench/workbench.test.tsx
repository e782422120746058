// The workbench by real keys, against a server of a few answers.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Desk } from '#client/features/workbench/desk.ts'
import { MatchSheet } from '#client/features/workbench/match-sheet.tsx'
import { WorkbenchScreen } from '#client/features/workbench/workbench.tsx'
import { Announcer } from '#client/kit/announcer.tsx'
import { clearToasts } from '#client/kit/toast.ts'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { openHouse } from '#client/surfaces/house.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import { allCommands } from '#commands/index.ts'
import type { Ports } from '#commands/kit/ports.ts'
import { statementEntryColumns } from '#contract/statement-entries.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { type Listening, listenToKeys } from '../surfaces/listening.tsx'
import { candidateOf, suggestionOf } from './sample-desk.ts'

const C = '0192e72a-e100-77f6-9999-f1b36dd43bda'
const ITAU = '0192e761-cf80-7cb8-8030-09123b872690'
const id = (number: number) => `0192e761-cf80-7cb8-8030-00000000000${number}`
const at = (path: string) => `/v1/companies/${C}/${path}`

const account = {
  id: ITAU,
  company_id: C,
  version: 1,
  routing_number: '341',
  institution_name: 'Itaú',
  branch_number: '0912',
  account_number: '45871-3',
  status: 'ACTIVE',
  kind: 'CHECKING',
  external_id: null,
  item_id: null,
  connection_id: null,
  connection: null,
  initial_balance_amount_cents: 0,
  date_initial_balance: null,
  current_balance: 4_798_250,
  balance: 4_821_036,
  balance_date: '2026-11-11',
  pending_entries_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

const LINES = [
  { id: id(1), description: 'PIX ENVIADO EMBALAGENS NOVA ERA', amount_cents: -93_840, date: '2026-11-09' },
  { id: id(2), description: 'PIX RECEBIDO MARIA L S ARAUJO', amount_cents: 42_000, date: '2026-11-10' },
  { id: id(3), description: 'COMPRA CARTAO HORTIFRUTI SABIA', amount_cents: -28_745, date: '2026-11-11' },
]

function columnsOf(lines: readonly (typeof LINES)[number][]) {
  const rows = lines.map(line => ({
    ...line,
    version: 1,
    bank_account_id: ITAU,
    status: 'PENDING',
    kind: line.amount_cents < 0 ? 'DEBIT' : 'CREDIT',
    remaining_cents: line.amount_cents,
    deleted: false,
  })) as Record<string, unknown>[]
  const columns = Object.fromEntries(Object.keys(statementEntryColumns).map(name => [name, rows.map(row => row[name] ?? null)]))
  return { count: rows.length, full: true, cursor: '1', columns }
}

const NOVA_ERA = '01a1f8da-0000-7000-8000-000000000001'
const CAKE = '01a1f8da-0000-7000-8000-000000000002'
const SNACKS = '01a1f8da-0000-7000-8000-000000000003'
const received = (title: string) => candidateOf(title, { kind: 'RECEIVABLE', amount_cents: 42_000, score: 88, level: 'MEDIA' })
const SUGGESTIONS = [
  suggestionOf(id(1), [candidateOf(NOVA_ERA, { amount_cents: 93_840, score: 98 })]),
  suggestionOf(id(2), [received(SNACKS), received(CAKE)]),
  suggestionOf(id(3), []),
]

let server: FakeServer
let keys: Listening
let stopQueries: () => void
let desk: Desk

function Screen() {
  const registers = useRegisters(C)
  return (
    <WorkbenchScreen
      desk={desk}
      registers={registers}
      period={{ key: '2026-11', label: 'novembro de 2026', start: '2026-11-01', end: '2026-11-30' }}
    />
  )
}

beforeEach(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  // jsdom lays nothing out: the window needs a height to draw rows in.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.scrollTo = () => {}
  server = fakeServer({
    [`GET ${at('bank_accounts')}`]: { body: [account] },
    [`GET ${at('categories')}`]: { body: [] },
    'GET /v1/contacts': { body: [] },
    [`GET ${at(`bank_statements/${ITAU}/entries`)}`]: { body: columnsOf(LINES) },
    [`GET ${at('suggestions')}`]: { body: SUGGESTIONS },
    [`GET ${at(`suggestions/${id(2)}`)}`]: { body: SUGGESTIONS[1] },
    [`POST ${at('bills/conciliation')}`]: { body: { conciliation_id: id(9), updated: 1 }, headers: { 'x-batch-id': 'batch-1' } },
    [`POST ${at('receivables/conciliation')}`]: { body: { conciliation_id: id(9), updated: 1 }, headers: { 'x-batch-id': 'batch-2' } },
  })
  connectApi({ signedOut: () => {}, wrote: row => tellChange({ tags: row.spec.writes ?? [], company_id: C }) })
  stopQueries = connectQueries()
  queryClient.clear()
  desk = new Desk(C, { now: () => Date.now(), later: (run, ms) => void setTimeout(run, ms), fade_ms: () => 0 })
  openHouse({
    commands: allCommands,
    platform: 'other',
    mapError: error => ({ title: 'Erro', message: error instanceof Error ? error.message : '' }),
    ports: {
      call: call as unknown as Ports['call'],
      go: () => {},
      clipboard: { write: async () => {}, read: async () => '' },
      now: () => 1_000_000,
      today: () => '2026-11-11',
      newId: () => 'id',
      revert: async ids => ids,
    },
  })
  setWhereabouts({ area: 'conciliation', screen: 'conciliation', company: { id: C, name: 'Padaria Sol Nascente' }, can: () => true }, 0)
  keys = listenToKeys()
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <main id="main">
          <Screen />
        </main>
        <footer id="foot" />
        <Announcer />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(current()).toContain('NOVA ERA'))
  await waitFor(() => expect(document.querySelector('[aria-label="Sugestões"] [role="row"]')?.textContent).toContain(NOVA_ERA))
})
afterEach(() => {
  keys.stop()
  stopQueries()
  cleanup()
  clearToasts()
  queryClient.clear()
  useUndo.setState({ done: {}, undone: {} })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

// By selector and not by role, which jsdom answers slowly; one test looks at the roles.
const grid = () => document.querySelector<HTMLElement>('[aria-label^="Linhas do extrato,"]') ?? document.body
const rows = () => [...grid().querySelectorAll('[role="row"]')]
const settled = () => waitFor(() => expect(useUndo.getState().done[C]).toHaveLength(1))
const current = () => document.activeElement?.textContent ?? ''
const press = (key: string, init: KeyboardEventInit = {}) => {
  act(
    () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
      ),
  )
}
const inside = () => document.activeElement?.closest('[data-layer="workbench"]') !== null

describe('the workbench by keys', () => {
  it('starts on the oldest line, with the focus on it and the sum proved', () => {
    expect(inside()).toBe(true)
    expect(screen.getByRole('grid', { name: 'Linhas do extrato, pendentes, 3' })).toBe(grid())
    expect(screen.getByText('227,86')).toBeTruthy()
    expect(screen.getByRole('tab', { name: /Pendentes/ }).textContent).toBe('Pendentes3')
    expect(within(screen.getByRole('region', { name: 'Conferência' })).getByText('0,00')).toBeTruthy()
  })

  it('proves what explains a difference part by part, down to nothing left', () => {
    const parts = [
      { kind: 'fine', amount_cents: 888 },
      { kind: 'interest', amount_cents: 59 },
    ] as const
    const candidate = candidateOf(CAKE, { amount_cents: 44_376, difference_cents: 947, explanation: { parts: [...parts], sure: true } })
    const joint = [{ id: id(3), date: '2026-11-17', amount_cents: -45_323, remaining_cents: -45_323 }]
    const choice = { kind: 'titles', key: CAKE, candidate, difference_cents: 947 }
    const { container } = render(<MatchSheet desk={{ explaining: undefined, chosen: choice, joint } as unknown as Desk} />)
    const shown = [...container.querySelectorAll('tr')].map(row => [...row.cells].map(cell => cell.textContent).join(' '))
    expect(shown).toEqual([
      'Linha do extrato 17/11/2026 453,23',
      `Conta ${CAKE} venc. 10/11/2026 −443,76`,
      'Multa pelo atraso −8,88',
      'Juros pelo atraso −0,59',
      'Falta explicar  0,00',
    ])
  })

  it('Enter accepts a certain suggestion, the line leaves at once and the cursor goes to the next', async () => {
    press('Enter')
    expect(current()).toContain('MARIA')
    expect(inside()).toBe(true)
    expect(document.querySelector('[data-announcer="polite"]')?.textContent).toContain('2 restantes')
    await waitFor(() =>
      expect(server.bodies(`POST ${at('bills/conciliation')}`)).toEqual([{ bill_ids: [NOVA_ERA], bank_statement_entry_ids: [id(1)] }]),
    )
    await waitFor(() => expect(rows()).toHaveLength(2))
    await waitFor(() => expect(useUndo.getState().done[C]?.map(step => step.label)).toEqual(['1 linha conciliada']))
  })

  it('a row keeps its element when the lines before it leave', async () => {
    const second = rows()[1]
    press('Enter')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toBe(second)
  })

  it('a held Enter accepts one line only', async () => {
    press('Enter')
    press('Enter', { repeat: true })
    press('Enter', { repeat: true })
    expect(current()).toContain('MARIA')
    expect(document.querySelector('[aria-label="Sugestões"] :focus')).toBeNull()
    await settled()
  })

  it('Enter on a tie opens the choice; a digit takes the one it counts', async () => {
    press('j')
    press('Enter')
    expect(document.activeElement?.closest('[aria-label="Sugestões"]')).not.toBeNull()
    expect(server.count(`POST ${at('receivables/conciliation')}`)).toBe(0)
    press('2')
    expect(current()).toContain('HORTIFRUTI')
    await waitFor(() =>
      expect(server.bodies(`POST ${at('receivables/conciliation')}`)).toEqual([
        { receivable_ids: [CAKE], bank_statement_entry_ids: [id(2)] },
      ]),
    )
    await settled()
  })

  it('the button of a choice takes what it shows, where Enter would only lead into the choices', async () => {
    press('j')
    const button = within(screen.getByRole('region', { name: 'Conferência' })).getByRole('button', { name: /^Conciliar/ })
    expect(button.textContent).toContain('1')
    fireEvent.click(button)
    await waitFor(() => expect(server.count(`POST ${at('receivables/conciliation')}`)).toBe(1))
    await settled()
  })

  it('a refused line comes back marked, and the cursor does not move', async () => {
    server.answer(`POST ${at('bills/conciliation')}`, refusal(409, 'conciliation.already_done', 'Já conciliado por Helena.'))
    press('Enter')
    expect(current()).toContain('MARIA')
    await waitFor(() => expect(within(grid()).getByText('Já conciliado por Helena.')).toBeTruthy())
    expect(rows()).toHaveLength(3)
    expect(current()).toContain('MARIA')
    expect(useUndo.getState().done[C] ?? []).toEqual([])
  })

  it('n opens the form at the category, and Esc gives the focus back to the line', async () => {
    press('j')
    press('j')
    press('n')
    expect(document.activeElement?.getAttribute('name')).toBe('category_id')
    press('Escape')
    expect(current()).toContain('HORTIFRUTI')
  })

  it('the tabs have a key, and an empty one keeps the focus inside', async () => {
    press(']')
    expect(screen.getByText('Nenhuma linha conciliada')).toBeTruthy()
    await waitFor(() => expect(inside()).toBe(true))
    press('[')
    await waitFor(() => expect(current()).toContain('NOVA ERA'))
  })

  it('Shift+a lists what is certain, all marked, and Enter conciliates it', async () => {
    press('A', { shiftKey: true })
    expect(rows()).toHaveLength(1)
    expect(rows()[0]?.getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('Conciliar 1')).toBeTruthy()
    press('Enter')
    await waitFor(() => expect(server.count(`POST ${at('bills/conciliation')}`)).toBe(1))
    await waitFor(() => expect(rows()).toHaveLength(2))
    await settled()
  })

  it('/ searches the lines as one types, Enter leads into what was found and Esc brings all back', async () => {
    press('/')
    const field = screen.getByRole('textbox', { name: 'Buscar nas linhas' })
    expect(document.activeElement).toBe(field)
    act(() => void fireEvent.change(field, { target: { value: '287' } }))
    expect(rows()).toHaveLength(1)
    // The line in hand leaves the field its focus.
    expect(document.activeElement).toBe(field)
    expect(screen.queryByText(/Revisar/)).toBeNull()
    act(() => void fireEvent.keyDown(field, { key: 'Enter' }))
    expect(current()).toContain('HORTIFRUTI')
    press('Escape')
    expect(rows()).toHaveLength(3)
    expect(current()).toContain('HORTIFRUTI')
  })

  it('Shift+s and Shift+p take the next order and the next groups', () => {
    press('S', { shiftKey: true })
    expect(rows()[0]?.textContent).toContain('NOVA ERA')
    expect(rows()[1]?.textContent).toContain('MARIA')
    press('P', { shiftKey: true })
    expect(rows()).toHaveLength(6)
    expect(rows()[0]?.textContent).toBe('EMBALAGENS NOVA ERA1−938,40')
    press('X', { shiftKey: true })
    expect(screen.getByText('1 item selecionado')).toBeTruthy()
  })
})
