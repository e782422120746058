// The one listener for keys: react-hotkeys-hook hears every stroke before the page does, and the dispatcher reads it.
import { type ReactNode, useEffect, useRef } from 'react'
import { HotkeysProvider, useHotkeys } from 'react-hotkeys-hook'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'

/** The scope of commands: off while new keys are being recorded. */
export const COMMANDS = 'commands'

const EVERY_STROKE = '*'
const LISTENING = {
  scopes: COMMANDS,
  enableOnFormTags: true,
  enableOnContentEditable: true,
  eventListenerOptions: { capture: true },
} as const

function Listener() {
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

export function KeyListener({ children }: { children?: ReactNode }) {
  return (
    <HotkeysProvider initiallyActiveScopes={[COMMANDS]}>
      <Listener />
      {children}
    </HotkeysProvider>
  )
}
