// All commands: the only list. A command that is not here does not exist.
import './records.ts'
import { globalCommands } from './global.ts'
import { gridCommands } from './grid.ts'
import type { AnyCommand } from './kit/command.ts'
import { navigationCommands } from './navigation.ts'
import { billCommands, entryCommands, receivableCommands } from './titles.ts'

export const allCommands: readonly AnyCommand[] = [
  ...globalCommands,
  ...navigationCommands,
  ...gridCommands,
  ...billCommands,
  ...receivableCommands,
  ...entryCommands,
]
