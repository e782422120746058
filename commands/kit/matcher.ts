// The trie of sequences and the machine that walks it: a pending prefix owns the next key, so the second key never runs alone.
import { type Chord, parseChord } from './keys.ts'

export const SEQUENCE_TIMEOUT_MS = 1500
export const WHICH_KEY_AFTER_MS = 400

/** One chord of one command. */
export interface Binding {
  readonly id: string
  readonly chord: Chord
}

interface Node<B extends Binding> {
  readonly next: Map<string, Node<B>>
  readonly here: B[]
}
export type Trie<B extends Binding = Binding> = Node<B>

const node = <B extends Binding>(): Node<B> => ({ next: new Map(), here: [] })

export function buildTrie<B extends Binding>(bindings: readonly B[]): Trie<B> {
  const root = node<B>()
  for (const binding of bindings) {
    let at = root
    for (const stroke of parseChord(binding.chord)) {
      let child = at.next.get(stroke)
      if (child === undefined) {
        child = node<B>()
        at.next.set(stroke, child)
      }
      at = child
    }
    at.here.push(binding)
  }
  return root
}

/** A key that may follow the pending prefix, and what it leads to. */
export interface Continuation<B extends Binding = Binding> {
  readonly stroke: string
  /** The one binding it completes; undefined when it opens a further prefix. */
  readonly binding: B | undefined
  readonly more: readonly B[]
}

export type Match<B extends Binding = Binding> =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly binding: B }
  | { readonly kind: 'pending'; readonly prefix: readonly string[] }
  | { readonly kind: 'cancelled' }
  /** The prefix is dropped with the key; `known` says whether some command uses that key, so the browser must not get it either. */
  | { readonly kind: 'swallowed'; readonly known: boolean }

export interface Matcher<B extends Binding = Binding> {
  /** Feeds one stroke at a moment in ms; `active` says which bindings exist here and now. */
  press(stroke: string, now: number, active: (binding: B) => boolean): Match<B>
  pending(now: number): readonly string[]
  /** When the pending prefix began to wait, for the which-key panel. */
  since(): number | undefined
  continuations(active: (binding: B) => boolean): readonly Continuation<B>[]
  cancel(): boolean
}

function under<B extends Binding>(at: Node<B>, active: (binding: B) => boolean): B[] {
  const found = at.here.filter(active)
  for (const child of at.next.values()) found.push(...under(child, active))
  return found
}

export function createMatcher<B extends Binding>(trie: Trie<B>): Matcher<B> {
  let at: Node<B> = trie
  let prefix: string[] = []
  let since: number | undefined

  const reset = () => {
    at = trie
    prefix = []
    since = undefined
  }
  const expire = (now: number) => {
    if (since !== undefined && now - since >= SEQUENCE_TIMEOUT_MS) reset()
  }

  return {
    press(stroke, now, active) {
      expire(now)
      const waiting = prefix.length > 0
      if (waiting && stroke === 'esc') {
        reset()
        return { kind: 'cancelled' }
      }
      const child = at.next.get(stroke)
      const deeper = child === undefined ? false : [...child.next.values()].some(next => under(next, active).length > 0)
      if (child !== undefined && deeper) {
        at = child
        prefix = [...prefix, stroke]
        since = now
        return { kind: 'pending', prefix }
      }
      const binding = child?.here.find(active)
      reset()
      if (binding !== undefined) return { kind: 'run', binding }
      return waiting ? { kind: 'swallowed', known: trie.next.has(stroke) } : { kind: 'none' }
    },
    pending(now) {
      expire(now)
      return prefix
    },
    since: () => since,
    continuations(active) {
      if (prefix.length === 0) return []
      return [...at.next].flatMap(([stroke, child]) => {
        const more = [...child.next.values()].flatMap(next => under(next, active))
        const binding = more.length > 0 ? undefined : child.here.find(active)
        return binding === undefined && more.length === 0 ? [] : [{ stroke, binding, more }]
      })
    },
    cancel() {
      const waiting = prefix.length > 0
      reset()
      return waiting
    },
  }
}
