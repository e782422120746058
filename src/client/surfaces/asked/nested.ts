// A record made while another form is open: its command is asked over that form, which goes on with the new record.
import { useCallback } from 'react'
import type { CommandId } from '#commands/index.ts'
import { noTarget } from '#commands/kit/command.ts'
import { currentContext, useWhereabouts } from '../context.ts'
import { houseCommand } from '../house.ts'
import { runCommand } from '../runner.ts'

/** Asks for a record by the command that makes it; `take` receives its id. `given` says what is known: `typed` is the text of the selector. */
export type AskFor = (id: CommandId, given: Readonly<Record<string, unknown>>, take: (recordId: string) => void) => void

export function useAskFor(): AskFor {
  return useCallback((id, given, take) => {
    const target = noTarget(useWhereabouts.getState().company)
    void runCommand(houseCommand(id), {
      source: 'button',
      answers: given as never,
      context: { ...currentContext('page'), target },
      onDone: outcome => outcome?.focus !== undefined && take(outcome.focus),
    })
  }, [])
}
