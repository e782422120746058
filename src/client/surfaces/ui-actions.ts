// Named moves of the interface ('grid.down', 'filter.focus'): what is mounted answers to them, so that commands stay free of React.
import { useEffect, useRef } from 'react'

type Handler = (detail: unknown) => void
const handlers = new Map<string, (() => Handler)[]>()

/** Answers to a named move while mounted; the newest answerer wins. */
export function useUiAction(name: string, handler: Handler, active = true): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => (active ? onUiAction(name, detail => latest.current(detail)) : undefined), [name, active])
}

/** The same outside a component; answers the way to stop. */
export function onUiAction(name: string, handler: Handler): () => void {
  const entry = () => handler
  handlers.set(name, [...(handlers.get(name) ?? []), entry])
  return () => {
    handlers.set(
      name,
      (handlers.get(name) ?? []).filter(one => one !== entry),
    )
  }
}

export function doUiAction(name: string, detail?: unknown): boolean {
  const handler = handlers.get(name)?.at(-1)
  if (handler === undefined) return false
  handler()(detail)
  return true
}

/** The moves whose detail is known to the type; every other name is still free text. */
export interface Intents {
  'drawer.close': undefined
  'drawer.step': { id: string; by: number }
  'focus.record': string
  'grid.edit': undefined
}
type Detail<I extends keyof Intents> = Intents[I] extends undefined ? [] : [detail: Intents[I]]

/** Answers an intent while mounted; the newest answerer wins. */
export const useIntent = <I extends keyof Intents>(name: I, handler: (detail: Intents[I]) => void): void =>
  useUiAction(name, handler as Handler)
export const intend = <I extends keyof Intents>(name: I, ...[detail]: Detail<I>): boolean => doUiAction(name, detail)
