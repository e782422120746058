// Keys pressed after a command, before the field that it opens stands: real events through the one listener.
import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { waitForScreen } from '#client/surfaces/held-keys.ts'
import { runLog } from '#client/surfaces/run-log.ts'
import { leaveFlow, useFlow } from '#client/surfaces/steps.ts'
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
  leaveFlow()
  keys.stop()
  closeSampleHouse()
})

const pressed = vi.fn()

function List() {
  const target = targetOf(...sampleBills)
  const [value, setValue] = useState('')
  useLayer('grid', { target: () => target, picked: () => target.count })
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: AG Grid draws its grid of such elements */}
      <div role="gridcell" tabIndex={0} data-testid="cell" />
      <input aria-label="vencimento" value={value} onChange={event => setValue(event.target.value)} onKeyDown={pressed} />
      <div role="dialog">
        <button type="button">Continuar</button>
        <div role="listbox" aria-label="situação" tabIndex={0} onKeyDown={pressed} />
      </div>
    </>
  )
}

/** As a person: on whatever has the focus. */
function press(...strokes: string[]): boolean[] {
  return strokes.map(key => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    act(() => void (document.activeElement ?? document.body).dispatchEvent(event))
    return event.defaultPrevented
  })
}
const field = () => screen.getByLabelText<HTMLInputElement>('vencimento')
const focus = (element: HTMLElement) => act(() => element.focus())

/** The list with a command asked by a key, whose field is still on its way. */
function asked(): number {
  pressed.mockClear()
  render(<List />)
  focus(screen.getByTestId('cell'))
  press('m')
  expect(useFlow.getState().flow?.command.id).toBe('sample.bill.move')
  return runLog().length
}

it('letters wait for the field and run nothing of the list', async () => {
  const ran = asked()
  expect(press('1', '5', '/', 'j', 'x')).toEqual([true, true, true, true, true])
  expect(field().value).toBe('')
  focus(field())
  await waitFor(() => expect(field().value).toBe('15/jx'))
  expect(runLog()).toHaveLength(ran)
  // From here on the field has its keys by itself.
  expect(press('2')).toEqual([false])
})

it('what acts on the letters comes after them', async () => {
  asked()
  press('+', '5', 'Enter')
  focus(field())
  await waitFor(() => expect(pressed).toHaveBeenCalledOnce())
  expect(pressed.mock.calls[0]?.[0]).toMatchObject({ key: 'Enter' })
  expect(field().value).toBe('+5')
})

/** The timers that are due, and none of those they set. */
const dueTimers = () => new Promise<void>(done => setTimeout(done))

it('text without a key of its own stands after the letters that were held before it', async () => {
  asked()
  press('P')
  focus(field())
  press('r')
  // A dead key and a letter make one text, of which no key tells.
  const text = new InputEvent('beforeinput', { inputType: 'insertText', data: 'ã', bubbles: true, cancelable: true })
  act(() => void field().dispatchEvent(text))
  expect(text.defaultPrevented).toBe(true)
  expect(field().value).toBe('Prã')
  press('o')
  await waitFor(() => expect(field().value).toBe('Prão'))
})

it('letters that come while the held ones are typed are typed after them, none lost and none overtaking', async () => {
  asked()
  press('1')
  focus(field())
  // The field has the focus and nothing in it yet.
  expect(press('2')).toEqual([true])
  await dueTimers()
  expect(field().value).toBe('12')
  // Both are there, and what is held is looked through once more.
  expect(press('3', '4')).toEqual([true, true])
  // The browser takes Tab to the next field: what was typed before it stands in this one.
  expect(press('Tab')).toEqual([false])
  expect(field().value).toBe('1234')
  expect(pressed.mock.calls.map(([{ key }]) => key)).toEqual(['Tab'])
})

it('a list that is chosen from hears each of them', async () => {
  asked()
  press('3', 'p')
  focus(screen.getByRole('listbox'))
  await waitFor(() => expect(pressed.mock.calls.map(([{ key }]) => key)).toEqual(['3', 'p']))
})

it('a question in between keeps its own keys', () => {
  asked()
  focus(screen.getByRole('button'))
  expect(press('s')).toEqual([false])
})

it('chords and moves are not held, Esc gives all of it up, and so does leaving', async () => {
  asked()
  press('1')
  press('Escape')
  focus(field())
  await new Promise(done => setTimeout(done, 5))
  expect(field().value).toBe('')

  focus(screen.getByTestId('cell'))
  act(() => leaveFlow())
  press('m')
  press('9')
  await act(async () => leaveFlow())
  focus(field())
  await new Promise(done => setTimeout(done, 5))
  expect(field().value).toBe('')
})

it('keys typed before a screen has come act on that screen, in their order, capitals too', async () => {
  pressed.mockClear()
  render(<div role="listbox" aria-label="linhas" tabIndex={0} onKeyDown={pressed} />)
  const arrive = waitForScreen()
  expect(press('3', '4')).toEqual([true, true])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', shiftKey: true, bubbles: true, cancelable: true }))
  expect(pressed).not.toHaveBeenCalled()
  focus(screen.getByRole('listbox'))
  arrive()
  await waitFor(() =>
    expect(pressed.mock.calls.map(([{ key, shiftKey }]) => [key, shiftKey])).toEqual([
      ['3', false],
      ['4', false],
      ['A', true],
    ]),
  )
})

it('what overtakes a screen on its way has its keys, and a field that one of them opens has the rest', async () => {
  render(<List />)
  const overtaken = waitForScreen()
  press('m')
  const arrive = waitForScreen()
  press('1', '5')
  overtaken()
  expect(useFlow.getState().flow).toBeUndefined()
  focus(screen.getByTestId('cell'))
  arrive()
  await waitFor(() => expect(useFlow.getState().flow?.command.id).toBe('sample.bill.move'))
  focus(field())
  await waitFor(() => expect(field().value).toBe('15'))
})

it('a sequence that was held is as quick as it was pressed, however slowly it is given on', async () => {
  render(<List />)
  const arrive = waitForScreen()
  press('g', 'r')
  focus(screen.getByTestId('cell'))
  // Between one key and the next the page draws for two seconds.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2000))
  arrive()
  await waitFor(() => expect(house.went).toEqual(['/go.receivables']))
  vi.restoreAllMocks()
})
