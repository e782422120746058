// The one way a command runs: gate, steps, confirmations, run, and one line of the log.
import { showToast } from '#client/kit/toast.ts'
import { type AnyCommand, describeCount, type PartialAnswers } from '#commands/kit/command.ts'
import { available, type Context, sift } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { currentContext } from './context.ts'
import { houseOptions } from './house.ts'
import { perform } from './perform.ts'
import { ask, confirmCompany } from './questions.ts'
import { askSteps, type RunSource, rememberOpener } from './steps.ts'

const LOG_KEPT = 200

export interface RunRecord {
  readonly id: string
  readonly source: RunSource
  /** From the end of the questions to the end of the run. */
  readonly ms: number
  readonly ok: boolean
}
const log: RunRecord[] = []
/** The last runs of this page, oldest first. */
export const runLog = (): readonly RunRecord[] => log

export interface RunOptions {
  readonly source: RunSource
  /** Answers already given (a one-line command, a menu of choices); steps without one are asked. */
  readonly answers?: PartialAnswers
  /** The context the command was chosen in, when that is no longer the present one (the palette). */
  readonly context?: Context
  /** Where it goes, it goes in a new tab. */
  readonly newTab?: boolean
}

export type RunResult = 'done' | 'failed' | 'refused' | 'left'

/** Runs a command from any surface; when there is nothing to ask, `run` has started by the time this returns. Never throws: what went wrong has been said. */
export async function runCommand(
  command: AnyCommand,
  { source, answers: given = {}, context = currentContext(), newTab = false }: RunOptions,
): Promise<RunResult> {
  const gate = available(command, context)
  if (gate.state === 'hidden') {
    // No surface offers it: only an edit made in place comes this far without the right to it.
    if (gate.because === 'permission')
      showToast({
        id: 'refused',
        title: ERRORS['permission.denied'].title,
        description: ERRORS['permission.denied'].message,
        variant: 'warning',
      })
    return 'refused'
  }
  if (gate.state === 'disabled') {
    showToast({ id: 'refused', title: command.title, description: gate.reason, variant: 'warning' })
    return 'refused'
  }
  rememberOpener()
  // Steps first see the whole target; the rows left out depend on the answers.
  const asked = askSteps(command, context.target, source, given)
  const answers = asked instanceof Promise ? await asked : asked
  if (answers === undefined) return 'left'
  const { target, out, without, none } = sift(command, context.target, answers)
  if (none !== undefined) {
    showToast({ id: 'refused', title: command.title, description: none, variant: 'warning' })
    return 'refused'
  }
  if (
    without !== undefined &&
    !(await ask({ title: command.title, body: `${without}.`, action: `Continuar com ${describeCount(target)}` }))
  )
    return 'left'
  const sure = confirmCompany(command, target, houseOptions().ports.now())
  if (sure !== true && !(await sure)) return 'left'
  const question = command.confirm?.(target, answers)
  if (question !== undefined && !(await ask(question))) return 'left'
  const started = performance.now()
  const ok = await perform({ command, target, answers, newTab, refused: out })
  log.push({ id: command.id, source, ms: performance.now() - started, ok })
  if (log.length > LOG_KEPT) log.shift()
  return ok ? 'done' : 'failed'
}
