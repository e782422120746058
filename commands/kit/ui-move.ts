// A move of the interface that is a command so that it has a name, a key and a place in the palette.
import { type AnyCommand, defineCommand } from './command.ts'

/** `action` is what the screen answers to; it reaches no server. */
export const uiMove = (id: string, title: string, action: string, more: Partial<AnyCommand> = {}): AnyCommand =>
  defineCommand({
    id,
    title,
    takes: 'none',
    ...(more as object),
    run: async ports => {
      ports.ui.do(action)
    },
  })
