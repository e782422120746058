// Every chord of every command, pressed where its own `when` holds, through the one listener: that command runs, and no other.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { useFocusStack } from '#client/surfaces/focus-stack.ts'
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, noTarget } from '#commands/kit/command.ts'
import { parseChord } from '#commands/kit/keys.ts'
import {
  ANY_LAYER,
  type Area,
  areas,
  CALM_LAYERS,
  type Clause,
  type Facts,
  keysWhen,
  type Layer,
  matches,
  pickedStates,
  type When,
} from '#commands/kit/when.ts'
import { COMPANY, targetOf } from '#tests/kit/commands.ts'
import { type Listening, listenToKeys } from './listening.tsx'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

const KEYS: Readonly<Record<string, string>> = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  space: ' ',
  menu: 'ContextMenu',
}

const ran: string[] = []
/** The command with nothing left to ask and nothing to do but say that it ran. */
const telling = (command: AnyCommand): AnyCommand => {
  const { id, title, of, takes, when, keys = [], keysIn, calls = [] } = command
  return {
    id,
    title,
    takes,
    keys,
    calls,
    ...(of && { of }),
    ...(when && { when }),
    ...(keysIn && { keysIn }),
    run: async () => void ran.push(id),
  }
}

let keys: Listening
beforeEach(() => {
  vi.useFakeTimers()
  openSampleHouse({ commands: allCommands.map(telling) })
  document.body.innerHTML = ANY_LAYER.map(
    layer => `<${tagOf(layer)} ${layer === 'overlay' ? 'role="dialog"' : ''}><p id="${layer}"></p></${tagOf(layer)}>`,
  ).join('')
  keys = listenToKeys()
})
afterEach(() => {
  keys.stop()
  closeSampleHouse()
})

const tagOf = (layer: Layer) => (layer === 'form' ? 'form' : 'div')
const some = <T>(value: T | readonly T[] | undefined, all: readonly T[]): readonly T[] =>
  value === undefined ? all : Array.isArray(value) ? value : [value as T]

/** Moments that satisfy a clause: one, and from it every other value of each thing it speaks of or leaves open. */
function momentsOf(clause: Clause): Facts[] {
  const places = clause.screen
    ? some(clause.screen, []).map(screen => ({ screen, area: screen.split('.', 1)[0] as Area }))
    : some(clause.area, areas).map(area => ({ area, screen: area }))
  const open = {
    place: places.filter(({ area }) => some(clause.area, areas).includes(area)),
    layer: some(clause.layer, CALM_LAYERS),
    picked: some(clause.picked, pickedStates).flatMap(state => (state === 'some' ? (['one', 'many'] as const) : [state])),
    company: some(clause.company, [true, false]),
    office: some(clause.office, [false, true]),
    manages: some(clause.manages, [false, true]),
    sheet: some(clause.sheet, [false, true]),
  }
  const at = (choice: Partial<Record<keyof typeof open, number>>): Facts[] => {
    const [place, layer, picked] = [open.place[choice.place ?? 0], open.layer[choice.layer ?? 0], open.picked[choice.picked ?? 0]]
    const [company, office] = [open.company[choice.company ?? 0], open.office[choice.office ?? 0]]
    const [manages, sheet] = [open.manages[choice.manages ?? 0], open.sheet[choice.sheet ?? 0]]
    if (!place || !layer || !picked || [company, office, manages, sheet].includes(undefined)) return []
    return [
      { ...place, layer, picked, company: company === true, office: office === true, manages: manages === true, sheet: sheet === true },
    ]
  }
  const others = (Object.keys(open) as (keyof typeof open)[]).flatMap(name =>
    open[name].slice(1).flatMap((_, index) => at({ [name]: index + 1 })),
  )
  return [...at({}), ...others]
}
const momentsOfWhen = (when: When | undefined) => some(when, [{}]).flatMap(momentsOf)

/** Puts the person there, over a record that the command takes. */
function stand(facts: Facts, { of, takes }: AnyCommand): void {
  const { area, screen, office, manages = false, layer, picked, sheet = false } = facts
  setWhereabouts({ area, screen, office, manages, company: facts.company ? COMPANY : undefined, can: () => true }, 0)
  const target = of === undefined || takes === 'none' ? noTarget(facts.company ? COMPANY : undefined) : targetOf(of, { id: 'a' })
  const handle = { target: () => target, picked: () => pickedStates.indexOf(picked), sheet }
  useFocusStack.setState({ layers: [{ key: 1, kind: layer, handle: () => handle }], escapes: [] })
}

function press(stroke: string, layer: Layer): void {
  const key = stroke === '+' ? '+' : (stroke.split('+').at(-1) ?? '')
  const has = (mod: string) => stroke.includes(`${mod}+`)
  const shifted = has('shift') && key.length === 1 ? key.toUpperCase() : key
  const init = { key: KEYS[key] ?? shifted, ctrlKey: has('mod'), altKey: has('alt'), shiftKey: has('shift') }
  document.getElementById(layer)?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
}

/** What ran when the chord was pressed there. */
function ranBy(chord: string, facts: Facts, command: AnyCommand): readonly string[] {
  stand(facts, command)
  ran.length = 0
  for (const stroke of parseChord(chord)) press(stroke, facts.layer)
  window.dispatchEvent(new Event('blur'))
  return [...ran]
}

const chords = allCommands.flatMap(command => (command.keys ?? []).map(chord => ({ command, chord })))

it('a chord pressed where its command lives runs that command alone', () => {
  expect(chords.length).toBeGreaterThan(200)
  const wrong = chords.flatMap(({ command, chord }) => {
    const moments = momentsOfWhen(keysWhen(command))
    expect(moments, command.id).not.toEqual([])
    return moments.flatMap(facts => {
      const found = ranBy(chord, facts, command)
      return found.length === 1 && found[0] === command.id ? [] : [`${chord} in ${JSON.stringify(facts)}: ${found} and not ${command.id}`]
    })
  })
  expect(wrong).toEqual([])
})

it('a chord kept to one area is silent where its command exists besides', () => {
  const kept = chords.filter(({ command }) => command.keysIn !== undefined)
  expect(kept).not.toEqual([])
  const wrong = kept.flatMap(({ command, chord }) =>
    momentsOfWhen(command.when)
      .filter(facts => !matches(keysWhen(command), facts) && ranBy(chord, facts, command).includes(command.id))
      .map(facts => `${chord} of ${command.id} in ${JSON.stringify(facts)}`),
  )
  expect(wrong).toEqual([])
})
