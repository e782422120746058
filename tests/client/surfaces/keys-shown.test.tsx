// Every surface shows the keys of the one registry: cheat sheet, preferences, hint bar, toolbar, buttons, menus.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { CheatSheet } from '#client/surfaces/cheat-sheet.tsx'
import { ButtonOf, CommandButton } from '#client/surfaces/command-button.tsx'
import { menuEntries } from '#client/surfaces/command-menu.tsx'
import { currentContext, setWhereabouts } from '#client/surfaces/context.ts'
import { useKeyboard } from '#client/surfaces/dispatcher.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { HintBar, MOST_HINTS } from '#client/surfaces/hint-bar.tsx'
import { type KeyPreferences, useHouse } from '#client/surfaces/house.ts'
import { intend } from '#client/surfaces/intents.ts'
import { KeyListener } from '#client/surfaces/key-listener.tsx'
import { recordedChord } from '#client/surfaces/key-recorder.tsx'
import { KeyScopes } from '#client/surfaces/key-scopes.tsx'
import { KeyboardSettings } from '#client/surfaces/keyboard-settings.tsx'
import { runLog } from '#client/surfaces/run-log.ts'
import { SelectionToolbar, selectionText } from '#client/surfaces/toolbar.tsx'
import { recordUndo } from '#client/surfaces/undo.ts'
import { moveStatus, nextRow, pay, sampleBills, sampleCommands, targetOf } from '#tests/commands/kit/sample.ts'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

afterEach(closeSampleHouse)

function Grid({ count = 3 }: { count?: number }) {
  const target = targetOf(...sampleBills.slice(0, count))
  useLayer('grid', { target: () => target, picked: () => count, mode: 'NAVEGAR', revision: count })
  return null
}
const rowOf = (id: string) => document.querySelector(`tr[data-command="${id}"]`) as HTMLElement

describe('the cheat sheet', () => {
  it('lists every command with a key, the present screen first, and searches without accents', async () => {
    openSampleHouse()
    render(
      <>
        <Grid />
        <CheatSheet />
      </>,
    )
    act(() => void intend('help.open'))
    for (const { id } of sampleCommands) expect(rowOf(id), id).toBeTruthy()
    expect(document.querySelector('th[scope="colgroup"]')?.textContent).toBe('Nesta tela')
    await userEvent.type(screen.getByLabelText('Buscar atalho'), 'proxima')
    expect([...document.querySelectorAll('tr[data-command]')].map(row => row.getAttribute('data-command'))).toEqual(['grid.next'])
  })
  it('switches single keys off and keeps that', async () => {
    const saved: KeyPreferences[] = []
    openSampleHouse({ savePreferences: preferences => void saved.push(preferences) })
    render(<CheatSheet />)
    act(() => void intend('help.open'))
    await userEvent.click(screen.getByText('Desligar atalhos de uma tecla'))
    expect(saved).toEqual([{ overrides: {}, singleKeys: 'off' }])
  })
})

describe('changing a key', () => {
  const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, ...more })))
  it('keeps what was pressed when the screen changes meanwhile, and its row leaves the section it was in', async () => {
    openSampleHouse()
    render(
      <KeyScopes>
        <KeyListener />
        <KeyboardSettings />
      </KeyScopes>,
    )
    const section = () => rowOf('sample.bill.move').closest('tbody')?.querySelector('th')?.textContent
    expect(section()).toBe('Nesta tela')
    await userEvent.click(within(rowOf('sample.bill.move')).getByText('Mudar'))
    press('w', 'KeyW')
    act(() => setWhereabouts({ area: 'contacts', screen: 'contacts.list' }, 0))
    await userEvent.click(screen.getByText('Salvar'))
    expect(rowOf('sample.bill.move').querySelector('kbd')?.textContent).toBe('w')
    expect(section()).not.toBe('Nesta tela')
  })
  it('records, refuses what is taken, saves what is free, and the row shows it', async () => {
    const saved: KeyPreferences[] = []
    openSampleHouse({ savePreferences: preferences => void saved.push(preferences) })
    render(
      <KeyScopes>
        <KeyListener />
        <Grid />
        <KeyboardSettings />
      </KeyScopes>,
    )
    await userEvent.click(within(rowOf('sample.bill.move')).getByText('Mudar'))
    const before = runLog().length
    press('m', 'KeyM')
    expect(runLog()).toHaveLength(before)
    await userEvent.click(screen.getByText('Limpar'))
    press('c', 'KeyC')
    expect(screen.getByText('já é de “Conciliar”')).toBeTruthy()
    await userEvent.click(screen.getByText('Salvar'))
    expect(saved).toEqual([])
    await userEvent.click(screen.getByText('Limpar'))
    press('w', 'KeyW')
    await userEvent.click(screen.getByText('Salvar'))
    expect(saved.at(-1)?.overrides).toEqual({ 'sample.bill.move': ['w'] })
    expect(rowOf('sample.bill.move').querySelector('kbd')?.textContent).toBe('w')
    expect(useHouse.getState().registry.chordsOf(moveStatus)).toEqual(['w'])
  })
  it('understands what the recorder hears', () => {
    expect(recordedChord(['control', 'k'], 'other')).toBe('mod+k')
    expect(recordedChord(['meta', 'k'], 'mac')).toBe('mod+k')
    expect(recordedChord(['shift', 'a'], 'other')).toBe('shift+a')
    expect(recordedChord(['shift', '?'], 'other')).toBe('?')
    expect(recordedChord(['control', 'alt', 'altgraph', '/'], 'other')).toBe('/')
    expect(recordedChord(['g', 'b'], 'other')).toBe('g b')
    expect(recordedChord(['shift'], 'other')).toBeUndefined()
  })
})

describe('the hint bar', () => {
  it('shows the last action, and its way back, from the first; mode and keys once a shortcut was used', async () => {
    const house = openSampleHouse()
    render(
      <>
        <Grid />
        <HintBar />
      </>,
    )
    expect(document.querySelector('[data-part="hints"]')).toBeNull()
    act(() => recordUndo({ label: '12 movidos para Pago', batch_ids: ['b'], company_id: 'k', at: 0, focus: [] }))
    expect(document.querySelector('[data-part="hints"]')?.textContent).toBe('Última ação: 12 movidos para Pago z desfaz')
    act(() => useKeyboard.setState({ used: true }))
    const text = document.querySelector('[data-part="hints"]')?.textContent
    expect(text).toContain('NAVEGAR')
    expect(text).toContain('mmover status')
    expect(text).toContain('Última ação: 12 movidos para Pago zdesfaz'.replace('zdesfaz', 'z desfaz'))
    expect(document.querySelectorAll('[data-part="hints"] > span').length).toBeLessThanOrEqual(MOST_HINTS + 2)
    await userEvent.click(screen.getByRole('button', { name: /^Última ação/ }))
    expect(house.reverted).toEqual([['b']])
  })
})

describe('the selection toolbar', () => {
  it('says the balance and the count in the words of the spec', () => {
    openSampleHouse()
    const { rerender } = render(
      <TooltipProvider>
        <Grid count={1} />
        <SelectionToolbar place="bills.toolbar" sums={[{ label: 'Saldo', amount_cents: -6996291 }]} shown="28 de 64 contas" />
      </TooltipProvider>,
    )
    expect(document.querySelector('[data-part="sum"]')?.textContent).toBe('Saldo −R$ 938,40 · 1 item selecionado')
    rerender(
      <TooltipProvider>
        <Grid count={3} />
        <SelectionToolbar place="bills.toolbar" hidden={2} />
      </TooltipProvider>,
    )
    expect(document.querySelector('[data-part="sum"]')?.textContent).toBe(
      'Saldo −R$ 3.226,40 · 3 itens selecionados (2 ocultos pelo filtro)',
    )
    expect(selectionText(1667)).toBe('1.667 itens selecionados')
  })
  it('has one tab stop and moves by arrows', async () => {
    openSampleHouse()
    render(
      <TooltipProvider>
        <Grid />
        <SelectionToolbar place="bills.toolbar" />
      </TooltipProvider>,
    )
    await userEvent.tab()
    expect(document.activeElement?.textContent).toContain('Mover status')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toContain('Conciliar')
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('buttons and menus', () => {
  it('a button says its key and its reason, and runs its command', async () => {
    const house = openSampleHouse()
    render(
      <TooltipProvider>
        <Grid />
        <CommandButton id="go.bills" />
        <ButtonOf command={pay} />
        <ButtonOf command={moveStatus} />
      </TooltipProvider>,
    )
    expect(screen.getByText('Mover status').closest('button')?.getAttribute('aria-keyshortcuts')).toBe('M')
    expect(screen.getByText('Pagar por Pix ou boleto').closest('button')?.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByText('Contas a pagar'))
    await waitFor(() => expect(house.went).toEqual(['/go.bills']))
  })
  it('that may be pressed after all keeps the focus it had with its reason', () => {
    openSampleHouse()
    const shown = (count: number) => (
      <TooltipProvider>
        <Grid count={count} />
        <ButtonOf command={pay} />
      </TooltipProvider>
    )
    const { rerender } = render(shown(3))
    const button = screen.getByText('Pagar por Pix ou boleto').closest('button') as HTMLButtonElement
    act(() => button.focus())
    expect(button.getAttribute('aria-disabled')).toBe('true')
    rerender(shown(1))
    expect(button.getAttribute('aria-disabled')).toBeNull()
    expect(document.activeElement).toBe(button)
  })
  it('is absent where the command does not exist', () => {
    openSampleHouse()
    render(
      <TooltipProvider>
        <ButtonOf command={moveStatus} />
        <CommandButton id="go.accounts" />
        <ButtonOf command={nextRow} />
      </TooltipProvider>,
    )
    act(() => {})
    expect(screen.queryAllByRole('button').map(button => button.getAttribute('data-command'))).toEqual(['sample.bill.move'])
  })
  it('a row menu brings the commands of the place in groups, with reasons, and all the others last', () => {
    openSampleHouse()
    render(<Grid />)
    const entries = menuEntries(useHouse.getState().registry, 'bill.row', () => currentContext('grid'))
    expect(entries.map(entry => (entry === 'separator' ? '—' : 'id' in entry ? [entry.id, entry.keys, entry.detail] : ''))).toEqual([
      ['sample.bill.move', 'm', undefined],
      '—',
      ['sample.bill.pay', 'p', 'um item por vez'],
      '—',
      ['all', '.', undefined],
    ])
  })
})
