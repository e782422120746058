// The index of all commands: by id, by chord, by place; and the proof that no two of them fight over a key.
import type { PlaceName } from '../places.ts'
import type { AnyCommand } from './command.ts'
import { belongsToSheet, type Chord, forbiddenBecause, needsAlternative, normalizeChord, parseChord } from './keys.ts'
import { type Binding, buildTrie, type Trie } from './matcher.ts'
import { type Facts, isOnlyInSheet, keysWhen, matches, overlaps } from './when.ts'

/** A person's own chords by command id; an empty list takes the keys away. */
export type Overrides = Readonly<Record<string, readonly Chord[]>>

export interface CommandBinding extends Binding {
  readonly command: AnyCommand
}

/** `Id` is the union of what it holds, where the type knows it. */
export interface Registry<Id extends string = string> {
  readonly commands: readonly AnyCommand[]
  readonly bindings: readonly CommandBinding[]
  readonly trie: Trie<CommandBinding>
  readonly overrides: Overrides
  get(id: Id): AnyCommand | undefined
  /** By an id that came from outside: an address, stored preferences. */
  find(id: string): AnyCommand | undefined
  /** Normalised chords in force, the person's own first of all. */
  chordsOf(command: Pick<AnyCommand, 'id'>): readonly Chord[]
  /** The same where they can be pressed now. */
  chordsHere(command: AnyCommand, facts: Facts): readonly Chord[]
  /** In the order of the list; 'bill.row' also brings 'bill.row/status'. */
  at(place: PlaceName): readonly { readonly command: AnyCommand; readonly group: string | undefined }[]
}

const chordsIn = (command: AnyCommand, overrides: Overrides): readonly Chord[] => overrides[command.id] ?? command.keys ?? []

/** Throws on an id used twice or a chord nobody can press: a registry is built once, at start, from a list that tests have checked. */
export function buildRegistry<Id extends string = string>(commands: readonly AnyCommand[], overrides: Overrides = {}): Registry<Id> {
  const byId = new Map<string, AnyCommand>()
  const chords = new Map<string, readonly Chord[]>()
  const places = new Map<string, { command: AnyCommand; group: string | undefined }[]>()
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`two commands are named ${command.id}`)
    byId.set(command.id, command)
    chords.set(command.id, chordsIn(command, overrides).map(normalizeChord))
    for (const place of command.places ?? []) {
      const [name = '', group] = place.split('/')
      const there = places.get(name) ?? []
      there.push({ command, group })
      places.set(name, there)
    }
  }
  const bindings = commands.flatMap(command => (chords.get(command.id) ?? []).map(chord => ({ id: command.id, chord, command })))
  return {
    commands,
    bindings,
    trie: buildTrie(bindings),
    overrides,
    get: id => byId.get(id),
    find: id => byId.get(id),
    chordsOf: ({ id }) => chords.get(id) ?? [],
    chordsHere(command, facts) {
      if (!matches(keysWhen(command), facts)) return []
      const all = chords.get(command.id) ?? []
      return facts.sheet === true ? all.filter(chord => !belongsToSheet(chord)) : all
    },
    at: place => places.get(place) ?? [],
  }
}

export interface Clash {
  readonly kind: 'id' | 'same' | 'prefix' | 'forbidden' | 'alternative'
  readonly ids: readonly string[]
  readonly chord: Chord
  /** pt-BR, for the remap screen and for test output. */
  readonly why: string
}

const startsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.length < long.length && short.every((stroke, at) => long[at] === stroke)

/** Every conflict of a list of commands: an id twice, a chord twice or as prefix of another where both exist, a reserved or dead key. */
export function clashes(commands: readonly AnyCommand[], overrides: Overrides = {}): readonly Clash[] {
  const found: Clash[] = []
  const seen = new Set<string>()
  const bound: { command: AnyCommand; chord: Chord; strokes: readonly string[] }[] = []
  for (const command of commands) {
    if (seen.has(command.id)) found.push({ kind: 'id', ids: [command.id], chord: '', why: `o nome ${command.id} é usado duas vezes` })
    seen.add(command.id)
    const chords = chordsIn(command, overrides)
    const inSheet = isOnlyInSheet(keysWhen(command))
    for (const chord of chords) {
      const why = forbiddenBecause(chord, inSheet)
      if (why !== undefined) {
        found.push({ kind: 'forbidden', ids: [command.id], chord, why })
        continue
      }
      bound.push({ command, chord: normalizeChord(chord), strokes: parseChord(chord) })
    }
    if (chords.length > 0 && chords.every(chord => forbiddenBecause(chord, inSheet) === undefined && needsAlternative(chord)))
      found.push({
        kind: 'alternative',
        ids: [command.id],
        chord: chords[0] ?? '',
        why: 'falta em teclados ABNT2 compactos: dê outra tecla também',
      })
  }
  // Only chords with the same first stroke can fight, so pairs are looked for within each such group.
  const groups = groupByFirst(bound)
  for (const members of groups.values()) {
    members.forEach((one, at) => {
      for (const other of members.slice(at + 1)) {
        const kind =
          one.chord === other.chord
            ? 'same'
            : startsWith(one.strokes, other.strokes) || startsWith(other.strokes, one.strokes)
              ? 'prefix'
              : undefined
        if (
          kind === undefined ||
          (kind === 'same' && one.command === other.command) ||
          !overlaps(keysWhen(one.command), keysWhen(other.command))
        )
          continue
        const [short, long] = one.strokes.length <= other.strokes.length ? [one, other] : [other, one]
        const why =
          kind === 'same' ? `já é de “${other.command.title}”` : `“${short.chord}” é o começo de “${long.chord}” (${long.command.title})`
        found.push({ kind, ids: [one.command.id, other.command.id], chord: one.chord, why })
      }
    })
  }
  return found
}

function groupByFirst<T extends { strokes: readonly string[] }>(bound: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of bound) groups.set(one.strokes[0] ?? '', [...(groups.get(one.strokes[0] ?? '') ?? []), one])
  return groups
}

/** What would go wrong if `id` took these chords; empty when nothing would. */
export function checkRebind(
  registry: Pick<Registry, 'commands' | 'overrides' | 'find'>,
  { id }: Pick<AnyCommand, 'id'>,
  chords: readonly Chord[],
): readonly Clash[] {
  return clashes(registry.commands, { ...registry.overrides, [id]: chords })
    .filter(clash => clash.ids.includes(id))
    .map(clash => {
      const other = clash.ids.find(name => name !== id)
      const title = other === undefined ? undefined : registry.find(other)?.title
      return clash.kind === 'same' && title !== undefined ? { ...clash, why: `já é de “${title}”` } : clash
    })
}
