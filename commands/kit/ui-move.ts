// A move of the interface that is a command so that it has a name, a key and a place in the palette.
import { type AnyCommand, defineCommand } from './command.ts'
import type { BareIntent } from './intents.ts'

/** `intent` is what the screen answers to; it reaches no server. */
export const uiMove = <const Id extends string>(id: Id, title: string, intent: BareIntent, more: Partial<AnyCommand> = {}) =>
  defineCommand({
    id,
    title,
    takes: 'none',
    ...(more as object),
    run: async ports => {
      ports.ui.do(intent)
    },
  })
