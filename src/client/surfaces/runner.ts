// The one way a command runs: gate, steps, confirmations, run, and one line of the log.
import { showToast } from '#client/kit/toast.ts'
import { type AnyCommand, type AnyTarget, describeCount, formOf, type Outcome, type PartialAnswers } from '#commands/kit/command.ts'
import { available, type Context, sift } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { askByForm } from './asked/ask-by-form.ts'
import { currentContext } from './context.ts'
import { waitForField } from './held-keys.ts'
import { houseOptions } from './house.ts'
import { perform } from './perform.ts'
import { ask, confirmCompany } from './questions.ts'
import { keepRun } from './run-log.ts'
import { askSteps, type RunSource, rememberOpener } from './steps.ts'

export interface RunOptions {
  readonly source: RunSource
  /** Answers already given (a one-line command, a menu of choices); steps without one are asked. */
  readonly answers?: PartialAnswers
  /** The context the command was chosen in, when that is no longer the present one (the palette). */
  readonly context?: Context
  /** Where it goes, it goes in a new tab. */
  readonly newTab?: boolean
  /** Its outcome leads nowhere: what was made is made, and the person stays. */
  readonly stay?: true
  /** Told what the run did, once it came to its end. */
  readonly onDone?: (outcome: Outcome | undefined) => void
}

export type RunResult = 'done' | 'failed' | 'refused' | 'left'

/** Some rows stay out: the person says whether the others go. */
const mayGoWithout = ({ title }: AnyCommand, target: AnyTarget, without: string): Promise<boolean> =>
  ask({ title, body: `${without}.`, action: `Continuar com ${describeCount(target)}` })

/** Runs a command from any surface; when there is nothing to ask, `run` has started by the time this returns. Never throws: what went wrong has been said. */
export async function runCommand(command: AnyCommand, options: RunOptions): Promise<RunResult> {
  const { source, answers: given = {}, context = currentContext(), newTab = false, stay = false, onDone } = options
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
  const form = formOf(command)
  if (form !== undefined && !(source === 'line' && command.input?.safeParse(given).success === true)) {
    const { target, without } = gate
    if (without !== undefined && !(await mayGoWithout(command, target, without))) return 'left'
    const asked = askByForm(command, form, { ...options, context: { ...context, target } })
    if (source !== 'address') waitForField(asked)
    return asked
  }
  // Steps first see the whole target; the rows left out depend on the answers.
  const asked = askSteps(command, context.target, source, given)
  if (asked instanceof Promise) waitForField(asked)
  const answers = asked instanceof Promise ? await asked : asked
  if (answers === undefined) return 'left'
  const { target, out, without, none } = sift(command, context.target, answers)
  if (none !== undefined) {
    showToast({ id: 'refused', title: command.title, description: none, variant: 'warning' })
    return 'refused'
  }
  if (without !== undefined && !(await mayGoWithout(command, target, without))) return 'left'
  const sure = confirmCompany(command, target, houseOptions().ports.now())
  if (sure !== true && !(await sure)) return 'left'
  const question = command.confirm?.(target, answers)
  if (question !== undefined && !(await ask(question))) return 'left'
  const started = performance.now()
  const { ok, outcome } = await perform({ command, target, answers, go: stay ? 'nowhere' : newTab ? 'new-tab' : 'here', refused: out })
  keepRun({ id: command.id, source, ms: performance.now() - started, ok })
  if (ok) onDone?.(outcome)
  return ok ? 'done' : 'failed'
}
