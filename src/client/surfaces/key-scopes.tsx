// The scopes in which strokes are heard, around all screens.
import type { ReactNode } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'

/** The scope of commands: off while new keys are being recorded. */
export const COMMANDS = 'commands'

export function KeyScopes({ children }: { children: ReactNode }) {
  return <HotkeysProvider initiallyActiveScopes={[COMMANDS]}>{children}</HotkeysProvider>
}
