// The palette as a person uses it: typed, picked, stepped through.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Announcer } from '#client/kit/announcer.tsx'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import type { HouseOptions } from '#client/surfaces/house.ts'
import { Palette } from '#client/surfaces/palette.tsx'
import { listSource, type PaletteSource } from '#client/surfaces/palette-source.ts'
import { closePalette, openPalette, usePalette } from '#client/surfaces/palette-store.ts'
import type { Knowledge } from '#client/surfaces/sentences.ts'
import { type AnyTarget, defineCommand } from '#commands/kit/command.ts'
import { sampleBills, targetOf } from '#tests/commands/kit/sample.ts'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

afterEach(closeSampleHouse)

const contacts = listSource({
  id: 'contacts',
  title: 'Contatos',
  prefix: '@',
  word: 'contatos',
  everywhere: true,
  items: () => people,
})
const people = [
  { id: 'k1', title: 'PagFácil Meios de Pagamento', code: '18.204.551/0001-70', subtitle: 'Fornecedor', go: '/contacts/k1' },
  { id: 'k2', title: 'José Comércio de Pães', subtitle: 'Cliente', go: '/contacts/k2' },
  ...Array.from({ length: 30 }, (_, at) => ({ id: `z${at}`, title: `Zona ${at}`, go: `/contacts/z${at}` })),
]

function Screen({ target = targetOf(...sampleBills) }: { target?: AnyTarget }) {
  useLayer('grid', {
    target: () => target,
    picked: () => target.count,
    filter: { text: () => '', set: text => void filtered.push(text), focus: () => {} },
  })
  return (
    <>
      <button type="button">célula</button>
      <Palette />
    </>
  )
}
let filtered: string[] = []

function open(options: Partial<HouseOptions> = {}, target?: AnyTarget) {
  filtered = []
  const house = openSampleHouse({ sources: [contacts], ...options })
  render(target ? <Screen target={target} /> : <Screen />)
  screen.getByText('célula').focus()
  act(() => openPalette())
  return house
}
const titles = () => screen.queryAllByRole('option').map(row => row.querySelector('[data-part="title"]')?.textContent)
const group = (name: string | RegExp) =>
  screen.getByText(name, { selector: '[cmdk-group-heading] > span' }).closest('[cmdk-group]') as HTMLElement
const input = () => screen.getByRole('combobox')
const active = () => document.querySelector('[cmdk-item][data-selected="true"] [data-part="title"]')?.textContent

describe('before it was ever opened', () => {
  it('opens and closes once for nobody, so that the first opening finds what it runs compiled', async () => {
    openSampleHouse({ sources: [contacts] })
    const { container } = render(
      <>
        <Announcer />
        <Screen />
      </>,
    )
    const said = screen.getByRole('status').textContent
    const shown: boolean[] = []
    const watch = new MutationObserver(() => shown.push(container.closest('[aria-hidden]') !== null))
    watch.observe(document.body, { attributes: true, subtree: true, attributeFilter: ['aria-hidden'] })
    screen.getByText('célula').focus()
    await waitFor(() => expect(shown.length).toBeGreaterThan(0), { timeout: 5000 })
    expect(shown.at(-1)).toBe(false)
    expect(screen.queryByRole('combobox')).toBeNull()
    await new Promise(done => setTimeout(done, 200))
    expect(screen.getByRole('status').textContent).toBe(said)
    expect(document.activeElement).toBe(screen.getByText('célula'))
    watch.disconnect()
  })
  it('is drawn where nobody sees, hears or reaches it, and is what opens', async () => {
    openSampleHouse({ sources: [contacts] })
    render(
      <>
        <Announcer />
        <Screen />
      </>,
    )
    screen.getByText('célula').focus()
    const drawn = () => document.querySelectorAll('[cmdk-item]').length
    const said = screen.getByRole('status').textContent
    await waitFor(() => expect(drawn()).toBeGreaterThan(0), { timeout: 3000 })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('célula'))
    expect(screen.getByRole('status').textContent).toBe(said)
    const [row] = document.querySelectorAll('[cmdk-item]')
    expect(usePalette.getState().query).toBe('')
    act(() => openPalette())
    expect(screen.getByRole('dialog').contains(row ?? null)).toBe(true)
    expect(screen.getAllByRole('combobox')).toEqual([document.activeElement])
    act(() => closePalette())
    expect(screen.queryByRole('combobox')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('célula')))
  })
  it('keeps nothing of one opening for the next', async () => {
    open()
    const first = active()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).not.toBe(first)
    act(() => closePalette())
    act(() => openPalette())
    expect(active()).toBe(first)
  })
})

describe('searching', () => {
  it('finds “Comércio” for “comercio”, and the other way round', async () => {
    open()
    await userEvent.type(input(), 'comercio')
    expect(titles()).toContain('Comércio exterior')
    expect(titles()).toContain('José Comércio de Pães')
    await userEvent.clear(input())
    await userEvent.type(input(), 'extrátos')
    expect(titles()).toContain('Extratos')
  })
  it('groups selection, places, actions and contacts, with the sum of the selection', async () => {
    open()
    await userEvent.type(input(), 'pag')
    expect(group('Ações para 3 itens').textContent).toContain('R$ 3.226,40')
    expect(within(group('Ações para 3 itens')).getByText(/Mover status para/)).toBeTruthy()
    expect(within(group('Ir para')).getAllByRole('option')).toHaveLength(1)
    expect(within(group('Contatos')).getByText('Fornecedor')).toBeTruthy()
  })
  it('shows a command that cannot run, with its reason', async () => {
    open()
    await userEvent.type(input(), 'pagar por pix')
    const row = screen.getByRole('option', { name: /Pix ou boleto/ })
    expect(row.textContent).toContain('um item por vez')
    expect(row.hasAttribute('data-refused')).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(usePalette.getState().open).toBe(true)
  })
  it('shows the keys of each command', async () => {
    open()
    await userEvent.type(input(), 'contas a receber')
    expect([...screen.getByRole('option').querySelectorAll('kbd')].map(cap => cap.textContent)).toEqual(['g', 'r'])
  })
  it('Enter goes there, closes, and gives the focus back', async () => {
    const house = open()
    await userEvent.type(input(), 'receber{Enter}')
    await waitFor(() => expect(house.went).toEqual(['/go.receivables']))
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('célula'))
  })
  it.each(['Control', 'Shift'])('%s+Enter goes there in a new tab', async modifier => {
    const house = open()
    await userEvent.type(input(), `receber{${modifier}>}{Enter}{/${modifier}}`)
    await waitFor(() => expect(house.went).toEqual(['/go.receivables in a new tab']))
  })
  it('the first row is active again on each new result set', async () => {
    open()
    await userEvent.type(input(), 'contas')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe(titles()[1])
    await userEvent.type(input(), ' a r')
    expect(active()).toBe('Contas a receber')
  })
  it('offers a way on when nothing is found', async () => {
    open({ fallbacks: query => [{ id: 'new', title: `Criar contato ‘${query}’`, go: '/new' }] })
    await userEvent.type(input(), 'qwxz')
    expect(screen.getByText('Nada para ‘qwxz’')).toBeTruthy()
    expect(titles()).toEqual(['Criar contato ‘qwxz’', 'Filtrar lista por ‘qwxz’'])
    await userEvent.click(screen.getByText('Filtrar lista por ‘qwxz’'))
    expect(filtered).toEqual(['qwxz'])
  })
  it('at most eight rows of a group, then “ver todos os N”', async () => {
    open()
    await userEvent.type(input(), 'zona')
    expect(within(group('Contatos')).getAllByRole('option')).toHaveLength(9)
    await userEvent.keyboard('{ArrowDown>7/}')
    expect(active()).not.toBe('ver todos os 30')
    await userEvent.keyboard('{ArrowUp>7/}')
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toBe('ver todos os 30')
    await userEvent.keyboard('{Enter}')
    expect(usePalette.getState().mode).toBe('@')
    // Those below the window come after the first picture.
    await waitFor(() => expect(titles()).toHaveLength(30))
  })
  it('with nothing typed shows what the selection takes and where one can go', () => {
    open()
    expect(within(group('Ações para 3 itens')).getAllByRole('option').length).toBeGreaterThan(1)
    expect(within(group('Ir para')).getAllByRole('option')).toHaveLength(4)
  })
})

describe('modes', () => {
  it('a prefix becomes a chip that one Backspace removes', async () => {
    open()
    await userEvent.type(input(), '@jose')
    expect(document.querySelector('[data-part="step"]')?.textContent).toBe('Contatos')
    expect(titles()).toEqual(['José Comércio de Pães'])
    await userEvent.clear(input())
    await userEvent.keyboard('{Backspace}')
    expect(document.querySelector('[data-part="step"]')).toBeNull()
  })
  it('the plural word does the same, for keyboards without the sign', async () => {
    open()
    await userEvent.type(input(), 'contatos 18204551')
    expect(usePalette.getState().mode).toBe('@')
    expect(titles()).toEqual(['PagFácil Meios de Pagamento'])
  })
  it('the actions of the selection alone, for the “.” key', () => {
    open()
    act(() => {
      closePalette()
      openPalette({ mode: '.' })
    })
    expect(screen.queryByText('Ir para', { selector: '[cmdk-group-heading] > span' })).toBeNull()
    expect(titles()).toContain('Mover status')
    expect(titles()).toContain('Pagar por Pix ou boleto')
  })
})

describe('one line', () => {
  it('“mover repr” is the first row, and Enter does it', async () => {
    const house = open()
    await userEvent.type(input(), 'mover repr')
    expect(titles()[0]).toBe('Mover 3 itens para Reprovado')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(house.calls).toEqual([{ id: 'sample.move', input: { body: { ids: ['a', 'b', 'c'], status: 'REPROVED' } } }]))
  })
  it('“venc +30d” understands dates', async () => {
    const house = open()
    await userEvent.type(input(), 'venc +30d')
    expect(titles()[0]).toBe('Mudar vencimento: sex, 11/12/2026')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(house.calls).toHaveLength(1))
  })
})

describe('what takes something away', () => {
  const losing = defineCommand({
    id: 'sample.bill.delete',
    title: 'Excluir',
    of: 'bill',
    takes: 'some',
    destroys: true,
    when: { company: true },
    run: async () => undefined,
  })
  const knowledge: Knowledge = {
    names: () => [],
    records: () => targetOf(...sampleBills),
    tell: () => 'Energia',
    guesses: () => ({}),
    onArrival: () => () => {},
  }

  it('stands alone and red, and Enter takes it only once the arrows went there', async () => {
    open({ commands: [losing], sources: [], knowledge })
    await userEvent.type(input(), 'excluir energia')
    expect(titles()).toEqual(['Excluir…'])
    expect(active()).toBeUndefined()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('combobox')).not.toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe('Excluir…')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })
})

describe('what was not typed so', () => {
  it('a wrong letter is borne, said, and taken at its word on demand', async () => {
    open()
    await userEvent.type(input(), 'contsa a recber')
    expect(titles()).toEqual(['Contas a receber'])
    expect(document.querySelector('[data-part="read-instead"]')?.textContent).toBe('Mostrando contas a receber. Procurar contsa a recber')
    await userEvent.click(screen.getByRole('button', { name: 'contsa a recber' }))
    expect(screen.getByText('Nada para ‘contsa a recber’')).toBeTruthy()
    expect(document.querySelector('[data-part="read-instead"]')).toBeNull()
    expect(document.activeElement).toBe(input())
  })
  it('a name that nobody knows leads to the question of its command, before anything is made of it', async () => {
    open({ fallbacks: query => [{ id: 'new', title: `Criar contato ‘${query}’`, go: '/new' }] })
    await userEvent.type(input(), 'mudar vencimento bradesco')
    expect(titles()).toEqual([
      'Mudar vencimento…',
      'Criar contato ‘mudar vencimento bradesco’',
      'Filtrar lista por ‘mudar vencimento bradesco’',
    ])
    expect(screen.getByText('‘bradesco’ não foi encontrado')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    expect(document.querySelector('[data-part="step"]')?.textContent).toBe('Mudar vencimento')
  })
})

describe('what a screen reader hears', () => {
  const heard = () => document.querySelector('[data-announcer="polite"]')?.textContent
  const activeOption = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')

  it('how many rows there are, and which one is active', async () => {
    render(<Announcer />)
    open()
    await userEvent.type(input(), 'contas a')
    const count = titles().length
    await waitFor(() => expect(heard()).toBe(`${count} resultados. ${titles()[0]}`), { timeout: 2000 })
    await waitFor(() => expect(activeOption()?.textContent).toContain(titles()[0]))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(activeOption()?.textContent).toContain(titles()[1]))
    expect(activeOption()?.getAttribute('aria-selected')).toBe('true')
  })
  it('which answer of a step is active', async () => {
    open()
    await userEvent.type(input(), 'mudar venc{Enter}')
    await userEvent.type(input(), '15/12')
    await waitFor(() => expect(activeOption()?.textContent).toContain('ter, 15/12/2026'))
  })
  it('that there is nothing', async () => {
    render(<Announcer />)
    open()
    await userEvent.type(input(), 'qwxz')
    await waitFor(() => expect(heard()).toBe('Nada para qwxz'), { timeout: 2000 })
  })
})

describe('steps', () => {
  it('say nothing of the marked records where the command takes none', async () => {
    const chooser = defineCommand({
      id: 'sample.period',
      title: 'Escolher período',
      takes: 'none',
      when: { company: true },
      asks: [{ name: 'due', kind: 'day', title: 'Dia', scope: 'due' }],
      run: async () => undefined,
    })
    open({ commands: [chooser] })
    await userEvent.type(input(), 'escolher per{Enter}')
    await userEvent.type(input(), '15/12')
    expect([...document.querySelectorAll('[data-part="step"]')].map(step => step.textContent)).toEqual(['Escolher período'])
    expect(screen.getByText(/^Escolher período: /)).toBeTruthy()
    expect(document.body.textContent).not.toContain('R$')
    expect(document.body.textContent).not.toContain('desfaz depois')
  })
  it('a command with a question shows chips, previews, and runs on the last Enter', async () => {
    const house = open()
    await userEvent.type(input(), 'mudar venc{Enter}')
    expect([...document.querySelectorAll('[data-part="step"]')].map(chip => chip.textContent)).toEqual(['Mudar vencimento', '3 itens'])
    expect(document.activeElement).toBe(input())
    await userEvent.type(input(), '15/12')
    expect(titles()).toEqual(['ter, 15/12/2026'])
    expect(document.querySelector('[role="listbox"] [aria-live="polite"]')?.textContent).toContain('Mudar vencimento: ter, 15/12/2026')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(house.calls).toEqual([{ id: 'sample.move', input: { body: { ids: ['a', 'b', 'c'], status: '2026-12-15' } } }]),
    )
    expect(screen.queryByRole('combobox')).toBeNull()
  })
  it('a digit chooses at once', async () => {
    const house = open()
    await userEvent.type(input(), 'mover status')
    await userEvent.click(
      screen.getByText((_, element) => element?.getAttribute('data-part') === 'title' && element.textContent === 'Mover status'),
    )
    await userEvent.keyboard('4')
    await waitFor(() => expect(house.calls).toMatchObject([{ input: { body: { status: 'REPROVED' } } }]))
  })
  it('Backspace on empty at the first step leaves without running', async () => {
    const house = open()
    await userEvent.type(input(), 'mudar venc{Enter}')
    await userEvent.keyboard('{Backspace}')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(house.calls).toEqual([])
  })
})

describe('sources that answer later', () => {
  it('old rows stay while new ones load, and a failure can be tried again', async () => {
    let answers: ((items: { items: { id: string; title: string }[]; total: number }) => void)[] = []
    let broken = false
    const companies: PaletteSource = {
      id: 'companies',
      title: 'Empresas',
      prefix: '/',
      word: 'empresas',
      everywhere: true,
      remote: true,
      search: () => (broken ? Promise.reject(new Error('rede')) : new Promise(resolve => answers.push(resolve))),
    }
    open({ sources: [companies] })
    await userEvent.type(input(), 'p')
    await act(async () => answers.at(-1)?.({ items: [{ id: 'e1', title: 'Padaria Sol' }], total: 1 }))
    expect(titles()).toContain('Padaria Sol')
    answers = []
    await userEvent.type(input(), 'a')
    expect(titles()).toContain('Padaria Sol')
    expect(document.querySelector('[data-part="busy"]')).toBeTruthy()
    broken = true
    await userEvent.type(input(), 'd')
    expect(await screen.findByText('Falha ao buscar empresas — Enter tenta de novo')).toBeTruthy()
    broken = false
    await userEvent.click(screen.getByText('Falha ao buscar empresas — Enter tenta de novo'))
    await act(async () => answers.at(-1)?.({ items: [{ id: 'e1', title: 'Padaria Sol' }], total: 1 }))
    expect(titles()).toContain('Padaria Sol')
  })
})
