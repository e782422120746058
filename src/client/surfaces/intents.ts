// Intents and readings: what is mounted answers to their names, so that commands stay free of React. The newest answerer wins.
import { useLayoutEffect, useRef } from 'react'
import type { BareIntent, DetailOf, IntentName, Intents, ReadingName, Readings } from '#commands/kit/intents.ts'

type Handler<I extends IntentName> = (detail: Intents[I]) => void

// Each list holds what was registered under its own name; the casts of this file give that type back.
const handlers = new Map<IntentName, readonly { run(detail: unknown): void }[]>()
const answers = new Map<ReadingName, readonly { read(): unknown }[]>()

/** Adds to the list of a name; returns the way to leave it. */
function join<Name, Entry>(lists: Map<Name, readonly Entry[]>, name: Name, entry: Entry): () => void {
  lists.set(name, [...(lists.get(name) ?? []), entry])
  return () => {
    lists.set(name, lists.get(name)?.filter(one => one !== entry) ?? [])
  }
}

/** Answers an intent outside a component; returns the way to stop. */
export const onIntent = <I extends IntentName>(name: I, run: Handler<I>): (() => void) =>
  join(handlers, name, { run: detail => run(detail as Intents[I]) })

/** Answers an intent while mounted: from the moment it is seen, since a key may come with the next frame. */
export function useIntent<I extends IntentName>(name: I, handler: Handler<I>, active = true): void {
  const latest = useRef(handler)
  latest.current = handler
  useLayoutEffect(() => (active ? onIntent(name, detail => latest.current(detail)) : undefined), [name, active])
}

/** Answers several intents that need no detail while mounted; the table of what each does is a constant. */
export function useMoves<Act>(acts: { readonly [I in BareIntent]?: Act }, run: (act: Act, name: BareIntent) => void): void {
  const latest = useRef({ acts, run })
  latest.current = { acts, run }
  useLayoutEffect(() => {
    const stops = namesOf(latest.current.acts).map(name =>
      onIntent(name, () => {
        const act = latest.current.acts[name]
        if (act !== undefined) latest.current.run(act, name)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

const namesOf = (acts: { readonly [I in BareIntent]?: unknown }) => Object.keys(acts) as BareIntent[]

/** False when nothing on screen answers the intent. */
export function intend<I extends IntentName>(name: I, ...[detail]: DetailOf<I>): boolean {
  const newest = handlers.get(name)?.at(-1)
  newest?.run(detail)
  return newest !== undefined
}

/** Answers a reading while mounted; undefined while there is nothing to answer yet. */
export function useAnswer<R extends ReadingName>(name: R, read: () => Readings[R] | undefined): void {
  const latest = useRef(read)
  latest.current = read
  useLayoutEffect(() => join(answers, name, { read: () => latest.current() }), [name])
}

export const readScreen = <R extends ReadingName>(name: R): Readings[R] | undefined =>
  answers.get(name)?.at(-1)?.read() as Readings[R] | undefined
