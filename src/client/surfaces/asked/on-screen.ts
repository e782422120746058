// A form that is always open on its screen: what it sends goes through its command like any other.
import type { SubmitIntent } from '#client/kit/form/form.tsx'
import { showToast } from '#client/kit/toast.ts'
import type { CommandId } from '#commands/index.ts'
import type { AnyTarget, PartialAnswers } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { currentContext } from '../context.ts'
import { houseCommand } from '../house.ts'
import { type Performed, perform } from '../perform.ts'
import { ask } from '../questions.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** Runs the command with the input of its form; what belongs beside fields is returned, everything else has been said. */
export async function sendInput(id: CommandId, input: object, on?: AnyTarget): Promise<Performed> {
  const command = houseCommand(id)
  // Its form is where it is sent from; what the command asks of its place is said of the screen.
  const now = currentContext('page')
  const context = on === undefined ? now : { ...now, target: on }
  const gate = available(command, context)
  if (gate.state !== 'ready') {
    const { title, message } = ERRORS['permission.denied']
    showToast({
      id: 'refused',
      title: gate.state === 'disabled' ? command.title : title,
      description: gate.state === 'disabled' ? gate.reason : message,
      variant: 'warning',
    })
    return { ok: false }
  }
  const answers = input as PartialAnswers
  const question = command.confirm?.(context.target, answers)
  if (question !== undefined && !(await ask(question))) return { ok: false }
  const done = await perform({ command, target: context.target, answers, go: 'here', form: true, refused: NONE })
  if (done.stale === true) {
    const { title, message } = ERRORS['conflict.stale_version']
    showToast({ title, description: message, variant: 'destructive' })
  }
  return done
}

/** The same as the `onSubmit` of a form: answers its problems, and begins anew when it was written and `after` says so. */
export const sendsInput =
  <Values extends object>(
    id: CommandId,
    {
      toInput = (values: Values): object => values,
      after,
    }: { toInput?: (values: Values) => object; after?: (intent: SubmitIntent) => void } = {},
  ) =>
  async (values: Values, intent: SubmitIntent) => {
    const { ok, problems } = await sendInput(id, toInput(values))
    if (ok) after?.(intent)
    return problems
  }
