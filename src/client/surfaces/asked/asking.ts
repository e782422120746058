// The forms that are open: a stack, so that one asked within another loses nothing. The runner pushes; dialogs, drawers and pages draw.
import { create } from 'zustand'
import type { AnyCommand, AnyTarget } from '#commands/kit/command.ts'
import type { FormAsk } from '#commands/kit/form.ts'
import type { Performed } from '../perform.ts'
import { makePorts } from '../ports.ts'
import type { RunSource } from '../steps.ts'

export interface Asking<Input = unknown> {
  readonly key: number
  readonly command: AnyCommand
  readonly form: FormAsk
  readonly source: RunSource
  /** The records as they were when the form opened, so that a newer version is never sent with older values. */
  readonly target: AnyTarget
  /** What is known already: a palette line, the text of a selector. */
  readonly given: Readonly<Record<string, unknown>>
  /** Writes; the asking ends when that succeeded, unless another one is wanted. */
  submit(input: Input, another?: boolean): Promise<Performed>
  /** After somebody else's change: the record as it is now. Undefined when it is gone, or when the form has no way to ask. */
  renew(): Promise<AnyTarget | undefined>
  leave(): void
}

export const useAsking = create<{ stack: readonly Asking[] }>(() => ({ stack: [] }))
let keys = 0

interface AskFor {
  readonly command: AnyCommand
  readonly form: FormAsk
  readonly target: AnyTarget
  readonly given: Readonly<Record<string, unknown>>
  readonly source: RunSource
  write(input: unknown, target: AnyTarget, another: boolean): Promise<Performed>
}

/** Opens the form of a command. Returns what its last write answered, or undefined when it was left. */
export function askForm({ command, form, target: opened, given, source, write }: AskFor): Promise<Performed | undefined> {
  return new Promise(resolve => {
    const key = keys++
    let target = opened
    const end = (result: Performed | undefined) => {
      useAsking.setState(({ stack }) => ({ stack: stack.filter(one => one.key !== key) }))
      resolve(result)
    }
    const asking: Asking = {
      key,
      command,
      form,
      source,
      target,
      given,
      async submit(input, another = false) {
        const done = await write(input, target, another)
        if (done.ok && !another) end(done)
        return done
      },
      async renew() {
        const record = await form.again?.(makePorts(), target)
        if (record === undefined) return undefined
        target = { ...target, records: [record] }
        return target
      },
      leave: () => end(undefined),
    }
    useAsking.setState(({ stack }) => ({ stack: [...stack, asking] }))
  })
}

/** Whether this form stands within another one: what it leads to would take the outer one's page away. */
export const isNested = (key: number): boolean => useAsking.getState().stack.findIndex(one => one.key === key) > 0
