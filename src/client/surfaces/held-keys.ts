// Letters typed between a command and the field that it opens wait for that field: none of them runs a command of the list beneath.
import { isTextField } from './text-field.ts'

interface Opening {
  readonly keys: string[]
  isGiving: boolean
  readonly stop: () => void
}
let opening: Opening | undefined

/** A form whose code does not come holds the keyboard no longer than this. */
const LONGEST_MS = 10_000
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Whether letters mean something there: a field, or a list that is chosen from by typing. */
const takesLetters = (element: Element): boolean => isTextField(element) || element.getAttribute('role') === 'listbox'

/** From now on until `running` ends or a field has the focus. */
export function waitForField(running: Promise<unknown>): void {
  forgetHeldKeys()
  const onFocus = ({ target }: FocusEvent) => {
    // The field may select what it holds as it takes the focus; what was typed comes after that.
    if (target instanceof Element && takesLetters(target)) setTimeout(() => opening === mine && void give(mine))
  }
  const timer = setTimeout(forgetHeldKeys, LONGEST_MS)
  const mine: Opening = {
    keys: [],
    isGiving: false,
    stop() {
      document.removeEventListener('focusin', onFocus)
      clearTimeout(timer)
    },
  }
  document.addEventListener('focusin', onFocus)
  opening = mine
  void running.finally(() => opening === mine && forgetHeldKeys())
}

export function forgetHeldKeys(): void {
  opening?.stop()
  opening = undefined
}

/** True when the key waits for the field that is opening, and belongs to nobody else. */
export function holdsKey(event: KeyboardEvent): boolean {
  if (opening === undefined || isOwn) return false
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || ([...key].length > 1 && key !== 'Enter' && key !== 'Backspace')) return false
  const { activeElement: at } = document
  const isThere = at !== null && at !== document.body && (takesLetters(at) || at.closest(FLOATING) !== null)
  if (isThere && !opening.isGiving) return false
  opening.keys.push(key)
  return true
}

let isOwn = false

/** Types what was held, in its order, as if it had been typed there. */
async function give(mine: Opening): Promise<void> {
  mine.isGiving = true
  while (opening === mine) {
    const at = document.activeElement
    if (isTextField(at) && (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) {
      const letters = mine.keys.findIndex(key => [...key].length > 1)
      const text = mine.keys.splice(0, letters < 0 ? mine.keys.length : letters).join('')
      if (text !== '') typeInto(at, text)
    }
    const key = mine.keys.shift()
    if (key === undefined) break
    // What the letters changed is drawn before the key that acts on it.
    await new Promise(done => setTimeout(done))
    isOwn = true
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    isOwn = false
  }
  if (opening === mine) forgetHeldKeys()
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
