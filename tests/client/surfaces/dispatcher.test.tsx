// Real key events through the one listener, in a document with a field, a button, a grid and a dialog.
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeyboard } from '#client/surfaces/dispatcher.ts'
import { topLayer, useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { changePreferences } from '#client/surfaces/house.ts'
import { onIntent } from '#client/surfaces/intents.ts'
import { runLog } from '#client/surfaces/run-log.ts'
import { useFlow } from '#client/surfaces/steps.ts'
import { isTextField } from '#client/surfaces/text-field.ts'
import { WhichKey } from '#client/surfaces/which-key.tsx'
import type { AnyTarget } from '#commands/kit/command.ts'
import { sampleBills, targetOf } from '#tests/commands/kit/sample.ts'
import { type Listening, listenToKeys } from './listening.tsx'
import { closeSampleHouse, openSampleHouse, type SampleHouse } from './sample-house.ts'

let house: SampleHouse
let keys: Listening
beforeEach(() => {
  house = openSampleHouse()
  keys = listenToKeys()
})
afterEach(() => {
  keys.stop()
  closeSampleHouse()
})

function Screen({ target = targetOf(...sampleBills) }: { target?: AnyTarget }) {
  useLayer('grid', { target: () => target, picked: () => target.count })
  return (
    <>
      <input aria-label="filtro" />
      <button type="button">botão</button>
      {/* biome-ignore lint/a11y/useSemanticElements: AG Grid draws its grid of such elements */}
      <div role="grid">
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="columnheader" tabIndex={-1} data-testid="head" />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="gridcell" tabIndex={0} data-testid="cell" />
      </div>
      <div role="dialog" tabIndex={-1} data-testid="dialog" />
      <WhichKey />
    </>
  )
}

function press(key: string, on: Element, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  act(() => void on.dispatchEvent(event))
  return event
}
const cell = () => screen.getByTestId('cell')
const field = () => screen.getByLabelText('filtro')

describe('where keys go', () => {
  it('a sequence goes to its screen and runs nothing else', async () => {
    render(<Screen />)
    expect(press('g', cell()).defaultPrevented).toBe(true)
    press('r', cell())
    await waitFor(() => expect(house.went).toEqual(['/go.receivables']))
  })
  it.each([
    { apart: 100, isOne: true },
    { apart: 1500, isOne: false },
  ])('a sequence is as quick as it was pressed, $apart ms apart, however late the page hears of it', ({ apart, isOne }) => {
    render(<Screen />)
    const now = vi.spyOn(performance, 'now')
    const hear = (key: string, timeStamp: number, at: number): boolean => {
      now.mockReturnValue(at)
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      act(() => void cell().dispatchEvent(event))
      return event.defaultPrevented
    }
    expect([hear('g', 1000, 1000), hear('r', 1000 + apart, 9000)]).toEqual([true, isOne])
    now.mockRestore()
  })
  it('a key swallowed by a pending prefix does not run alone', () => {
    render(<Screen />)
    press('g', cell())
    expect(press('m', cell()).defaultPrevented).toBe(true)
    expect(useFlow.getState().flow).toBeUndefined()
    press('m', cell())
    expect(useFlow.getState().flow?.command.id).toBe('sample.bill.move')
  })
  describe('on ABNT2', () => {
    const ALT_GR = { ctrlKey: true, altKey: true, modifierAltGraph: true }
    const opened = vi.fn()
    let stop: () => void
    beforeEach(() => {
      opened.mockClear()
      stop = onIntent('help.open', opened)
      render(<Screen />)
    })
    afterEach(() => stop())

    it.each([
      ['beside the right Shift', { code: 'IntlRo', shiftKey: true }],
      ['with AltGr on compact keyboards', { code: 'KeyW', ...ALT_GR }],
      ['where others have it', { code: 'Slash', shiftKey: true }],
    ])('? is read %s', (_, init) => {
      expect(press('?', cell(), init).defaultPrevented).toBe(true)
      expect(opened).toHaveBeenCalledOnce()
    })

    it.each([
      [';', { code: 'Slash' }],
      [':', { code: 'Slash', shiftKey: true }],
      ['ç', { code: 'Semicolon' }],
      [',', { code: 'NumpadComma' }],
      ['º', { code: 'KeyH', ...ALT_GR }],
      ['€', { code: 'KeyE', ...ALT_GR }],
      ['ª', { code: 'BracketLeft', ...ALT_GR }],
    ])('%s runs nothing', (key, init) => {
      const before = runLog().length
      expect(press(key, cell(), init).defaultPrevented).toBe(false)
      expect(runLog()).toHaveLength(before)
      expect(useFlow.getState().flow).toBeUndefined()
    })

    it.each(['´', '~', '^'])('the letter after a dead %s belongs to it, and the next one is a key again', () => {
      expect(press('Dead', cell(), { code: 'BracketLeft' }).defaultPrevented).toBe(false)
      press('Shift', cell(), { shiftKey: true })
      expect(press('m', cell()).defaultPrevented).toBe(false)
      expect(useFlow.getState().flow).toBeUndefined()
      press('m', cell())
      expect(useFlow.getState().flow?.command.id).toBe('sample.bill.move')
    })

    it('a dead key ends the sequence under way', () => {
      press('g', cell())
      press('Dead', cell(), { code: 'Quote' })
      expect(useKeyboard.getState().pending).toEqual([])
      press('r', cell())
      expect(house.went).toEqual([])
    })

    it('a chord with Ctrl is none of the dead key’s', () => {
      press('Dead', cell())
      const palette = vi.fn()
      const end = onIntent('palette.toggle', palette)
      press('k', cell(), { ctrlKey: true })
      expect(palette).toHaveBeenCalledOnce()
      end()
    })
  })
  it('in a grid that is written into, characters and Enter are the grid’s; chords with Ctrl stay commands', () => {
    render(<Screen />)
    screen.getByRole('grid').dataset.mode = 'sheet'
    for (const key of ['m', '7', '?', 'M', 'Enter']) expect(press(key, cell()).defaultPrevented, key).toBe(false)
    expect(useFlow.getState().flow).toBeUndefined()
    const palette = vi.fn()
    const stop = onIntent('palette.toggle', palette)
    expect(press('k', cell(), { ctrlKey: true }).defaultPrevented).toBe(true)
    expect(palette).toHaveBeenCalledOnce()
    stop()
  })
  it('letters typed in a field stay letters, AltGr and all', () => {
    render(<Screen />)
    for (const key of ['m', 'g', 'p', '?', 'Enter', 'ArrowDown']) expect(press(key, field()).defaultPrevented, key).toBe(false)
    expect(useFlow.getState().flow).toBeUndefined()
    expect(useKeyboard.getState().pending).toEqual([])
  })
  it('the palette and F1 answer from a field too, but Ctrl+Z and Ctrl+A stay with it', () => {
    const opened: string[] = []
    const stops = [onIntent('palette.toggle', () => void opened.push('palette')), onIntent('help.open', () => void opened.push('help'))]
    render(<Screen />)
    expect(press('k', field(), { ctrlKey: true }).defaultPrevented).toBe(true)
    expect(press('F1', field()).defaultPrevented).toBe(true)
    expect(press('z', field(), { ctrlKey: true }).defaultPrevented).toBe(false)
    expect(press('a', field(), { ctrlKey: true }).defaultPrevented).toBe(false)
    expect(opened).toEqual(['palette', 'help'])
    for (const stop of stops) stop()
  })
  it('Enter on a button presses the button, in the grid it is the command', () => {
    const done: string[] = []
    const stop = onIntent('workbench.choose', () => void done.push('conciliate'))
    render(<Screen />)
    expect(press('Enter', screen.getByText('botão')).defaultPrevented).toBe(false)
    expect(done).toEqual([])
    expect(press('Enter', cell()).defaultPrevented).toBe(true)
    expect(done).toEqual(['conciliate'])
    stop()
  })
  it('the head of a column keeps the keys that sort and lead on; letters stay commands', () => {
    const done: string[] = []
    const stops = (['workbench.choose', 'grid.down'] as const).map(name => onIntent(name, () => void done.push(name)))
    render(<Screen />)
    const head = screen.getByTestId('head')
    for (const key of ['Enter', 'ArrowDown', 'ArrowRight', ' ']) expect(press(key, head).defaultPrevented).toBe(false)
    expect(press('Enter', head, { shiftKey: true }).defaultPrevented).toBe(false)
    expect(done).toEqual([])
    press('j', head)
    expect(done).toEqual(['grid.down'])
    for (const stop of stops) stop()
  })
  it('a held Enter runs once, and its repeats reach neither the grid nor the browser', () => {
    const done: string[] = []
    const stop = onIntent('workbench.choose', () => void done.push('conciliate'))
    render(<Screen />)
    press('Enter', cell())
    for (let times = 0; times < 20; times++) expect(press('Enter', cell(), { repeat: true }).defaultPrevented).toBe(true)
    expect(done).toHaveLength(1)
    stop()
  })
  it('a held j moves on', () => {
    let moves = 0
    const stop = onIntent('grid.down', () => void moves++)
    render(<Screen />)
    press('j', cell())
    press('j', cell(), { repeat: true })
    press('j', cell(), { repeat: true })
    expect(moves).toBe(3)
    stop()
  })
  it('behind an open dialog single keys are dead and the palette is not', () => {
    render(<Screen />)
    expect(press('m', screen.getByTestId('dialog')).defaultPrevented).toBe(false)
    expect(press('k', screen.getByTestId('dialog'), { ctrlKey: true }).defaultPrevented).toBe(true)
  })
  it('browser keys that no command lists are left alone', () => {
    render(<Screen />)
    for (const key of ['r', 't', 'l', 'p', 'g']) expect(press(key, cell(), { ctrlKey: true }).defaultPrevented, key).toBe(false)
    press('g', cell())
    expect(press('r', cell(), { ctrlKey: true }).defaultPrevented).toBe(false)
  })
})

describe('preferences', () => {
  it('single keys can be switched off, g sequences with them; mod chords stay', () => {
    render(<Screen />)
    changePreferences({ overrides: {}, singleKeys: 'off' })
    for (const key of ['m', 'g', '?']) expect(press(key, cell()).defaultPrevented, key).toBe(false)
    expect(press('k', cell(), { ctrlKey: true }).defaultPrevented).toBe(true)
  })
  it('or kept to the grid', () => {
    render(<Screen />)
    changePreferences({ overrides: {}, singleKeys: 'grid' })
    expect(press('m', document.body).defaultPrevented).toBe(false)
    expect(press('m', cell()).defaultPrevented).toBe(true)
  })
  it('a rebound command answers its new key at once', () => {
    render(<Screen />)
    changePreferences({ overrides: { 'sample.bill.move': ['w'] }, singleKeys: 'on' })
    expect(press('m', cell()).defaultPrevented).toBe(false)
    press('w', cell())
    expect(useFlow.getState().flow?.command.id).toBe('sample.bill.move')
  })
})

describe('which-key', () => {
  it('lists the continuations after 400 ms and is gone after 1500', () => {
    vi.useFakeTimers()
    render(<Screen />)
    press('g', cell())
    expect(screen.queryByLabelText('Continuações')).toBeNull()
    act(() => void vi.advanceTimersByTime(400))
    expect(screen.getByLabelText('Continuações').textContent).toContain('Contas a receber')
    act(() => void vi.advanceTimersByTime(1100))
    expect(screen.queryByLabelText('Continuações')).toBeNull()
    press('r', cell())
    expect(house.went).toEqual([])
  })
})

describe('Esc', () => {
  function Chain() {
    const [left, setLeft] = useState<readonly string[]>([])
    const [text, setText] = useState('abc')
    const say = (what: string) => setLeft(before => [...before, what])
    useEscape('selection', () => {
      say('seleção')
      return true
    })
    useEscape('filter', () => {
      if (text === '') return false
      setText('')
      say('filtro')
      return true
    })
    return <output>{left.join(' ')}</output>
  }
  it('leaves the pending sequence, then the filter text, then the selection', () => {
    render(
      <>
        <Screen />
        <Chain />
      </>,
    )
    const said = () => screen.getByText((_, element) => element?.tagName === 'OUTPUT').textContent
    press('g', cell())
    press('Escape', cell())
    expect(useKeyboard.getState().pending).toEqual([])
    expect(said()).toBe('')
    press('Escape', cell())
    press('Escape', cell())
    expect(said()).toBe('filtro seleção')
  })
  it('in a dialog of the kit is left to the dialog', () => {
    render(
      <>
        <Screen />
        <Chain />
      </>,
    )
    expect(press('Escape', screen.getByTestId('dialog')).defaultPrevented).toBe(false)
  })
})

describe('the focus stack', () => {
  function Page({ dialog = false }: { dialog?: boolean }) {
    useLayer('page')
    return (
      <>
        <Screen />
        {dialog ? <Overlay /> : null}
      </>
    )
  }
  function Overlay() {
    useLayer('overlay')
    return null
  }
  it('a grid lies above the page that holds it, an overlay above both, and leaving one uncovers the other', () => {
    const { rerender, unmount } = render(
      <StrictMode>
        <Page />
      </StrictMode>,
    )
    expect(topLayer()?.kind).toBe('grid')
    rerender(
      <StrictMode>
        <Page dialog />
      </StrictMode>,
    )
    expect(topLayer()?.kind).toBe('overlay')
    rerender(
      <StrictMode>
        <Page />
      </StrictMode>,
    )
    expect(topLayer()?.kind).toBe('grid')
    unmount()
    expect(topLayer()).toBeUndefined()
  })
})

describe('the log', () => {
  it('keeps id, source and time of each run', async () => {
    render(<Screen />)
    press('g', cell())
    press('p', cell())
    await waitFor(() => expect(runLog().at(-1)).toMatchObject({ id: 'go.bills', source: 'key', ok: true }))
  })
})

describe('text fields', () => {
  it('are recognised, and checkboxes are none', () => {
    const make = (html: string) => {
      const host = document.createElement('div')
      host.innerHTML = html
      return host.firstElementChild
    }
    expect(
      ['<input>', '<input type="date">', '<textarea></textarea>', '<select></select>', '<div contenteditable="true"></div>'].every(html =>
        isTextField(make(html)),
      ),
    ).toBe(true)
    expect(
      ['<input type="checkbox">', '<button></button>', '<div></div>', '<div contenteditable="false"></div>'].some(html =>
        isTextField(make(html)),
      ),
    ).toBe(false)
  })
})
