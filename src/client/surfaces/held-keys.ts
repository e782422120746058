// Letters typed between a command and the field or screen that it opens wait for it: none of them runs a command of what is leaving.
import { isFocusFree } from '#client/kit/focus-keeper.ts'
import { isTextField } from './text-field.ts'

type HeldKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'timeStamp'>

interface Opening {
  readonly keys: HeldKey[]
  readonly isScreen: boolean
  isGiving: boolean
  readonly stop: () => void
}
let opening: Opening | undefined

/** A form whose code does not come holds the keyboard no longer than this. */
const LONGEST_MS = 10_000
/** A screen that is there takes the focus within this time, if it takes it at all. */
const FOCUS_WITHIN_MS = 500
const OVER_SCREEN = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const FLOATING = `${OVER_SCREEN}, [role="listbox"]`

/** Whether letters mean something there: a field, or a list that is chosen from by typing. */
const takesLetters = (element: Element): boolean => isTextField(element) || element.getAttribute('role') === 'listbox'

function open(stop: () => void, isScreen = false): Opening {
  // What a held key opens has the keys that were held after it, and a screen those of the one it overtakes.
  const keys = opening?.isGiving || (isScreen && opening?.isScreen) ? opening.keys : []
  forgetHeldKeys()
  const timer = setTimeout(forgetHeldKeys, LONGEST_MS)
  document.addEventListener('beforeinput', keepOrder, { capture: true })
  opening = {
    keys,
    isScreen,
    isGiving: false,
    stop() {
      stop()
      clearTimeout(timer)
      document.removeEventListener('beforeinput', keepOrder, { capture: true })
    },
  }
  return opening
}

/** What has its keys whatever screen is coming: a field that is typed in, and what floats. */
const isOver = (element: Element): boolean => isTextField(element) || element.closest(OVER_SCREEN) !== null

/** From now on until `running` ends or a field has the focus. */
export function waitForField(running: Promise<unknown>): void {
  const onFocus = ({ target }: FocusEvent) => {
    if (opening !== mine || !(target instanceof Element && takesLetters(target))) return
    // From here on no key overtakes those that were held.
    mine.isGiving = true
    // The field may select what it holds as it takes the focus; what was typed comes after that.
    setTimeout(() => opening === mine && void give(mine))
  }
  const mine = open(() => document.removeEventListener('focusin', onFocus))
  document.addEventListener('focusin', onFocus)
  void running.finally(() => opening === mine && forgetHeldKeys())
}

const nothing = () => undefined

/** From now on until the screen has come, which the caller tells, and has the focus; a form that is on its way already goes first. */
export function waitForScreen(): () => void {
  if (opening !== undefined && !opening.isGiving && !opening.isScreen) return nothing
  const mine = open(nothing, true)
  return async () => {
    await focusTaken()
    if (opening !== mine || mine.isGiving) return
    if (document.activeElement?.closest(OVER_SCREEN)) forgetHeldKeys()
    else void give(mine)
  }
}

async function focusTaken(): Promise<void> {
  const end = performance.now() + FOCUS_WITHIN_MS
  while (isFocusFree() && performance.now() < end) await new Promise(done => setTimeout(done, 10))
}

export function forgetHeldKeys(): void {
  opening?.stop()
  opening = undefined
}

const isLetter = ({ key }: HeldKey) => [...key].length === 1

/** True when the key waits for the field that is opening, and belongs to nobody else. */
export function holdsKey(event: KeyboardEvent): boolean {
  if (opening === undefined || given !== undefined) return false
  const { key, shiftKey, timeStamp } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(isLetter(event) || key === 'Enter' || key === 'Backspace')) {
    // A key that nobody holds, such as Tab, does not overtake the letters before it.
    if (opening.isGiving) giveLetters(opening)
    return false
  }
  const { activeElement: at } = document
  const isThere = at !== null && at !== document.body && (opening.isScreen ? isOver(at) : takesLetters(at) || at.closest(FLOATING) !== null)
  if (isThere && !opening.isGiving) return false
  opening.keys.push({ key, shiftKey, timeStamp })
  return true
}

/** Text that comes without a key of its own, as 'ã' after a dead key, does not overtake the letters before it. */
function keepOrder(event: InputEvent): void {
  if (!opening?.isGiving || opening.keys.length === 0) return
  if (event.inputType === 'insertText' && event.data !== null && event.cancelable) {
    event.preventDefault()
    opening.keys.push(...[...event.data].map(key => ({ key, shiftKey: false, timeStamp: event.timeStamp })))
  }
  giveLetters(opening)
}

/** The key that is given on, while it is. */
let given: HeldKey | undefined

/** When a person pressed it, in ms as `performance.now` counts: a slow page hears it later, or holds it first. */
export const pressedAt = (event: KeyboardEvent): number => (given ?? event).timeStamp

/** Types what was held, in its order, as if it had been typed there. */
async function give(mine: Opening): Promise<void> {
  mine.isGiving = true
  while (opening === mine) {
    giveLetters(mine)
    // What came before is drawn, and what it opens has begun to, before the key that acts on it.
    await new Promise(done => setTimeout(done))
    if (opening !== mine) return
    const [held] = mine.keys
    if (held === undefined) break
    // A letter that came meanwhile is typed, not pressed.
    if (isLetter(held) && fieldWithFocus() !== undefined) continue
    mine.keys.shift()
    given = held
    const { key, shiftKey } = held
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    given = undefined
  }
  if (opening === mine) forgetHeldKeys()
}

/** Types the letters that are next into the field that has the focus, if one has it. */
function giveLetters({ keys }: Opening): void {
  const field = fieldWithFocus()
  if (field === undefined) return
  const end = keys.findIndex(key => !isLetter(key))
  const letters = keys.splice(0, end < 0 ? keys.length : end)
  if (letters.length > 0) typeInto(field, letters.map(({ key }) => key).join(''))
}

function fieldWithFocus(): HTMLInputElement | HTMLTextAreaElement | undefined {
  const { activeElement: at } = document
  return isTextField(at) && (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) ? at : undefined
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = field
  if (from !== null && to !== null) field.setRangeText(text, from, to, 'end')
  else {
    // Some types have no caret to ask for. React must not see its own property change, or it tells nobody.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, field.value + text)
  }
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}
