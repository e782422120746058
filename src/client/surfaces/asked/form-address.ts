// The address of an open form: `?form=contact.edit&em=<id>` over any page, or an address of its own that runs the command.
import type { AnyCommand, AnyTarget, Destination, Outcome } from '#commands/kit/command.ts'
import { houseOptions } from '../house.ts'
import type { RunResult } from '../runner.ts'
import { NO_FORM } from '../where.ts'

interface Handed {
  readonly target: AnyTarget
  readonly given: Readonly<Record<string, unknown>>
  readonly onDone?: ((outcome: Outcome | undefined) => void) | undefined
}
interface Waiting extends Handed {
  readonly command: AnyCommand
  resolve(result: RunResult): void
}
let waiting: Waiting | undefined

/** Goes to the address that runs the command, which takes over what is known of the run so far. */
export function handOver(command: AnyCommand, handed: Handed, to: Destination, newTab: boolean): Promise<RunResult> {
  waiting?.resolve('left')
  waiting = undefined
  if (newTab) {
    houseOptions().ports.go(to, { newTab })
    return Promise.resolve('done')
  }
  return new Promise(resolve => {
    waiting = { ...handed, command, resolve }
    houseOptions().ports.go(to)
  })
}

/** What was handed over to the address of this command, once. */
export function takeOver(command: AnyCommand): Waiting | undefined {
  if (waiting?.command !== command) return undefined
  const mine = waiting
  waiting = undefined
  return mine
}

let shown: () => Readonly<Record<string, string | undefined>> = () => ({})
/** Told once by the host that draws the forms: what the address says now. */
export function connectFormAddress(search: typeof shown): void {
  shown = search
}

/** A run on several records has no address: a reload could not find them again. */
export function openFormAddress(command: AnyCommand, target: AnyTarget, at?: Destination): void {
  if (target.count > 1) return
  const place = at === undefined ? { to: '.' } : typeof at === 'string' ? { to: at } : at
  houseOptions().ports.go({ ...place, search: { ...('search' in place ? place.search : {}), form: command.id, em: target.ids[0] } })
}

export function closeFormAddress(command: AnyCommand): void {
  if (shown().form === command.id) houseOptions().ports.go({ to: '.', search: NO_FORM }, { replace: true })
}
