// A run that asks by a form: where the form stands, what its address is, and what happens each time it is sent.
import { type AnyCommand, noTarget, type PartialAnswers } from '#commands/kit/command.ts'
import type { FormAsk } from '#commands/kit/form.ts'
import type { Context } from '#commands/kit/gate.ts'
import { keysWhen, matches } from '#commands/kit/when.ts'
import { houseOptions } from '../house.ts'
import { overOpenList } from '../over-list.ts'
import { type Performed, perform } from '../perform.ts'
import { ask, confirmCompany } from '../questions.ts'
import { keepRun } from '../run-log.ts'
import type { RunOptions, RunResult } from '../runner.ts'
import { askForm, useAsking } from './asking.ts'
import { closeFormAddress, handOver, openFormAddress } from './form-address.ts'

const NONE: ReadonlyMap<string, string> = new Map()

export async function askByForm(command: AnyCommand, form: FormAsk, options: RunOptions & { context: Context }): Promise<RunResult> {
  const { source, answers: given = {}, context, newTab = false, stay = false, onDone } = options
  // What makes a record of its own starts empty, whatever row has the focus.
  const target = command.takes === 'none' ? noTarget(context.target.company) : context.target
  if (form.stands === 'screen') {
    if (form.at !== undefined) houseOptions().ports.go(form.at(target), newTab ? { newTab } : {})
    return 'done'
  }
  const nested = useAsking.getState().stack.length > 0
  const { stands = 'dialog', at } = form
  const atHome = command.keysIn === undefined || matches(keysWhen(command), context.facts)
  // Several records have no address: a reload could not find them again.
  if (at !== undefined && target.count < 2 && source !== 'address' && stands !== 'drawer' && (stands === 'page' || (atHome && !nested)))
    return handOver(command, { target, given, onDone }, overOpenList(at(target)), newTab)

  async function write(input: unknown, target: Context['target'], another: boolean): Promise<Performed> {
    const answers = input as PartialAnswers
    const sure = confirmCompany(command, target, houseOptions().ports.now())
    if (sure !== true && !(await sure)) return { ok: false }
    const question = command.confirm?.(target, answers)
    if (question !== undefined && !(await ask(question))) return { ok: false }
    const started = performance.now()
    // Within another form it leads nowhere: what was typed there would go with the page.
    const go = another || nested || stay ? 'nowhere' : newTab ? 'new-tab' : 'here'
    const done = await perform({ command, target, answers, go, form: true, refused: NONE })
    keepRun({ id: command.id, source, ms: performance.now() - started, ok: done.ok })
    return done
  }

  const asked = askForm({ command, form, target, given, source, write })
  const mirrored = !nested && source !== 'address'
  if (mirrored) openFormAddress(command, target, stands === 'drawer' ? at?.(target) : undefined)
  const done = await asked
  // Left, or written without leading anywhere: the page beneath keeps its own address.
  if (!nested && (stay || done === undefined || done.outcome?.go === undefined)) closeFormAddress(command)
  if (done === undefined) return 'left'
  onDone?.(done.outcome)
  return 'done'
}
