// The one listener for keys: react-hotkeys-hook hears every stroke before the page does, and the dispatcher reads it.
import { useEffect, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { COMMANDS } from './key-scopes.tsx'

const EVERY_STROKE = '*'
const LISTENING = {
  scopes: COMMANDS,
  enableOnFormTags: true,
  enableOnContentEditable: true,
  eventListenerOptions: { capture: true },
} as const

/** Stands under `KeyScopes`. */
export function KeyListener() {
  const dispatcher = useRef<Dispatcher>(undefined)
  useEffect(() => {
    const made = createDispatcher()
    dispatcher.current = made
    const { settle, stop } = made
    window.addEventListener('blur', settle)
    return () => {
      window.removeEventListener('blur', settle)
      stop()
    }
  }, [])
  useHotkeys(EVERY_STROKE, event => dispatcher.current?.onKey(event), LISTENING)
  return null
}
