// What a pressed key means: one trie, the focus stack, and nothing taken that is not listed. `key-listener.tsx` hears the strokes.

import { create } from 'zustand'
import { absentBecause } from '#commands/kit/gate.ts'
import { belongsToSheet, chordOf, isPrintable, reachesFromField } from '#commands/kit/keys.ts'
import { type Continuation, createMatcher, type Matcher, SEQUENCE_TIMEOUT_MS, WHICH_KEY_AFTER_MS } from '#commands/kit/matcher.ts'
import type { CommandBinding } from '#commands/kit/registry.ts'
import { keysWhen, matches } from '#commands/kit/when.ts'
import { currentContext, layerAt } from './context.ts'
import { type EscapeLevel, runEscape, useFocusStack } from './focus-stack.ts'
import { forgetHeldKeys, holdsKey, pressedAt } from './held-keys.ts'
import { platformNow, useHouse } from './house.ts'
import { showKeyCaps } from './key-caps.ts'
import { runCommand } from './runner.ts'
import { tellStroke } from './strokes.ts'
import { isTextField } from './text-field.ts'

interface Keyboard {
  /** The strokes of the sequence under way. */
  readonly pending: readonly string[]
  /** Filled 400 ms after a prefix: what may follow. */
  readonly continuations: readonly Continuation<CommandBinding>[]
  /** Whether some shortcut was ever used here: the hint bar stays hidden until then. */
  readonly used: boolean
}
export const useKeyboard = create<Keyboard>(() => ({ pending: [], continuations: [], used: false }))

const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="link"], [role="menuitem"], [role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="option"]'
const ROVING = '[role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="toolbar"], [role="slider"], [role="tree"]'
const PRESSES = new Set(['enter', 'space'])
const ROVES = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'])

const SHEET = '[data-mode="sheet"]'

// A focused button keeps Enter and Space, a toolbar or a menu keeps its arrows: the control would be dead otherwise.
function belongsToControl(stroke: string, element: Element | null): boolean {
  if (element?.closest(SHEET)) return belongsToSheet(stroke)
  if (element === null || element.closest('[role="gridcell"], [role="row"]') === element) return false
  // The head of a column keeps both, and what Shift makes of them: it sorts, leads to the others and down to the rows.
  if (element.closest('[role="columnheader"]')) {
    const bare = stroke.replace(/^shift\+/, '')
    return PRESSES.has(bare) || ROVES.has(bare)
  }
  return (PRESSES.has(stroke) && element.closest(PRESSABLE) !== null) || (ROVES.has(stroke) && element.closest(ROVING) !== null)
}

function inGrid(element: Element | null): boolean {
  if (element === null) return false
  if (element.closest('[role="grid"], [role="treegrid"], [data-layer="grid"], [data-layer="workbench"]')) return true
  return useFocusStack
    .getState()
    .layers.some(({ kind, handle }) => (kind === 'grid' || kind === 'workbench') && handle().element?.()?.contains(element) === true)
}

/** Which bindings exist for a key pressed on this element: the layer, the gate and the single-key preference decide. */
function activeOn(element: Element | null): (binding: CommandBinding) => boolean {
  const context = currentContext(layerAt(element))
  const { singleKeys } = useHouse.getState().preferences
  const printable = singleKeys === 'on' || (singleKeys === 'grid' && inGrid(element))
  const known = new Map<string, boolean>()
  return ({ command, chord }) => {
    if (!printable && isPrintable(chord)) return false
    let open = known.get(command.id)
    if (open === undefined) {
      open = absentBecause(command, context) === undefined && matches(keysWhen(command), context.facts)
      known.set(command.id, open)
    }
    return open
  }
}

const KIT_FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const OWN_FLOATING = '[data-part="palette"], [data-layer="overlay"]'
const FLOATING_LEVELS: readonly EscapeLevel[] = ['editor', 'popover', 'dialog']

export interface Dispatcher {
  onKey(event: KeyboardEvent): void
  /** Forgets the sequence under way. */
  settle(): void
  stop(): void
}

/** Reads strokes for as long as it is not stopped. */
export function createDispatcher(): Dispatcher {
  let matcher: Matcher<CommandBinding> = createMatcher(useHouse.getState().registry.trie)
  let showTimer: ReturnType<typeof setTimeout> | undefined
  let endTimer: ReturnType<typeof setTimeout> | undefined

  const settle = () => {
    clearTimeout(showTimer)
    clearTimeout(endTimer)
    matcher.cancel()
    const { pending, continuations } = useKeyboard.getState()
    if (pending.length > 0 || continuations.length > 0) useKeyboard.setState({ pending: [], continuations: [] })
  }
  const wait = (prefix: readonly string[], active: (binding: CommandBinding) => boolean) => {
    clearTimeout(showTimer)
    clearTimeout(endTimer)
    const shown = useKeyboard.getState().continuations.length > 0
    useKeyboard.setState({ pending: prefix, continuations: shown ? matcher.continuations(active) : [] })
    showTimer = setTimeout(() => useKeyboard.setState({ continuations: matcher.continuations(active) }), WHICH_KEY_AFTER_MS)
    endTimer = setTimeout(settle, SEQUENCE_TIMEOUT_MS)
  }
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }

  // '~' and then 'c' is one sign that never was: the letter belongs to the dead key, and runs nothing.
  let isComposing = false
  const begin = () => {
    isComposing = true
    settle()
  }
  const isComposed = (stroke: string): boolean => {
    const was = isComposing
    isComposing = false
    return was && (isPrintable(stroke) || stroke === 'space')
  }

  const onEscape = (event: KeyboardEvent, element: Element | null) => {
    if (useKeyboard.getState().pending.length > 0) {
      settle()
      tellStroke()
      return take(event)
    }
    // A dialog or menu of the kit closes itself on Esc; the palette and layers marked as overlay take part in the chain.
    const floating = element?.closest(KIT_FLOATING)
    if (floating && floating.closest(OWN_FLOATING) === null) return
    if (!runEscape(floating ? FLOATING_LEVELS : undefined)) return
    tellStroke()
    take(event)
  }

  const onKey = (event: KeyboardEvent) => {
    const platform = platformNow()
    const element = event.target instanceof Element ? event.target : null
    const stroke = chordOf(event, platform)
    if (stroke === undefined) {
      if (event.key === 'Dead') begin()
      else if (event.repeat) holdBack(event, element)
      return
    }
    if (isComposed(stroke)) return
    if (stroke === 'esc') forgetHeldKeys()
    else if (holdsKey(event)) {
      tellStroke()
      return take(event)
    }
    document.documentElement.dataset.keyboard = 'true'
    const inTextField = isTextField(element)
    showKeyCaps(stroke, inTextField)
    if (stroke === 'esc') return onEscape(event, element)
    if (inTextField) {
      settle()
      if (!reachesFromField(stroke)) return tellStroke()
    } else if (belongsToControl(stroke, element)) return tellStroke()
    const active = activeOn(element)
    const match = matcher.press(stroke, pressedAt(event), active)
    // What no command takes, the field itself answers.
    if (match.kind !== 'none' || inTextField) tellStroke()
    if (match.kind === 'none') return
    if (match.kind === 'pending') {
      wait(match.prefix, active)
      return take(event)
    }
    settle()
    if (match.kind === 'run') {
      take(event)
      if (!useKeyboard.getState().used) useKeyboard.setState({ used: true })
      void runCommand(match.binding.command, { source: 'key', context: currentContext(layerAt(element)) })
    } else if (match.kind === 'swallowed' && (match.known || !stroke.includes('mod+'))) take(event)
  }

  // A held key repeats without running again, but the browser and the grid must not get the repeats of a chord that is ours.
  const holdBack = (event: KeyboardEvent, element: Element | null) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const stroke = chordOf(
      { key, ctrlKey, metaKey, altKey, shiftKey, getModifierState: name => event.getModifierState(name) },
      platformNow(),
    )
    if (stroke === undefined || (isTextField(element) && !reachesFromField(stroke)) || belongsToControl(stroke, element)) return
    const probe = createMatcher(useHouse.getState().registry.trie)
    if (probe.press(stroke, 0, activeOn(element)).kind !== 'none') take(event)
  }

  const unsubscribe = useHouse.subscribe((house, before) => {
    if (house.registry === before.registry) return
    settle()
    matcher = createMatcher(house.registry.trie)
  })
  return {
    onKey,
    settle,
    stop() {
      settle()
      forgetHeldKeys()
      unsubscribe()
    },
  }
}
