// The one way a command runs: gate, steps, confirmations, run, then one toast, one undo record, one line of the log.
import { confirm } from '#client/kit/confirm.tsx'
import { showToast } from '#client/kit/toast.ts'
import {
  type AnyCommand,
  type AnyTarget,
  type Confirmation,
  describeCount,
  type Outcome,
  type PartialAnswers,
} from '#commands/kit/command.ts'
import { available, type Context, sift } from '#commands/kit/gate.ts'
import type { AskPort, Ports } from '#commands/kit/ports.ts'
import { isMutating } from '#contract/kit/endpoint.ts'
import { formatCents } from '#domain/money.ts'
import { currentContext, currentTarget, useWhereabouts } from './context.ts'
import { nearest } from './focus-stack.ts'
import { houseOptions } from './house.ts'
import { askSteps, type RunSource, rememberOpener, returnFocus } from './steps.ts'
import { doUiAction } from './ui-actions.ts'
import { recordUndo, redoLast, undoLast, undoWaitsFor } from './undo.ts'

/** A command that cannot be undone and comes this soon after a change of company confirms the company first. */
export const JUMP_RECONFIRM_MS = 3000
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

async function ask({ title, body, action, danger, facts }: Confirmation): Promise<boolean> {
  return confirm({
    title,
    description: body,
    confirmLabel: action,
    danger,
    facts: facts?.map(([label, value]) => ({ label, value })),
    returnFocus,
  })
}

/** “12 itens · R$ 8.450,00 · Padaria Sol ME”: the target and the company, as every question about them is headed. */
export function describeTarget(target: AnyTarget): string {
  const sum = target.sum_cents === undefined ? [] : [formatCents(Math.abs(target.sum_cents))]
  return [describeCount(target), ...sum, ...(target.company?.name ? [target.company.name] : [])].join(' · ')
}

/** Asks to confirm the company when it has just changed; true at once when there is nothing to ask. */
function confirmCompany(command: AnyCommand, target: AnyTarget, now: number): true | Promise<boolean> {
  const { jumped_at, company } = useWhereabouts.getState()
  const soon = command.confirm !== undefined && jumped_at !== undefined && now - jumped_at < JUMP_RECONFIRM_MS
  if (!soon || company === undefined) return true
  return ask({
    title: `Continuar em ${company.name}?`,
    body: `Você acabou de trocar de empresa. ${command.title}: ${describeTarget(target)}.`,
    action: 'Continuar',
  })
}

/** Runs a command from any surface; when there is nothing to ask, `run` has started by the time this returns. Never throws: what went wrong has been said. */
export async function runCommand(
  command: AnyCommand,
  { source, answers: given = {}, context = currentContext(), newTab = false }: RunOptions,
): Promise<RunResult> {
  const gate = available(command, context)
  if (gate.state === 'hidden') return 'refused'
  if (gate.state === 'disabled') {
    showToast({ id: 'refused', title: command.title, description: gate.reason, variant: 'warning' })
    return 'refused'
  }
  rememberOpener()
  // Steps first see the whole target; the rows left out depend on the answers.
  const asked = askSteps(command, context.target, source, given)
  const answers = asked instanceof Promise ? await asked : asked
  if (answers === undefined) return 'left'
  const sifted =
    command.takes === 'none' ? { target: context.target, without: undefined, none: undefined } : sift(command, context.target, answers)
  if (sifted.none !== undefined) {
    showToast({ id: 'refused', title: command.title, description: sifted.none, variant: 'warning' })
    return 'refused'
  }
  const { target, without } = sifted
  if (
    without !== undefined &&
    !(await ask({ title: command.title, body: `${without}.`, action: `Continuar com ${describeCount(target)}` }))
  )
    return 'left'
  const sure = confirmCompany(command, target, houseOptions().ports.now())
  if (sure !== true && !(await sure)) return 'left'
  const question = command.confirm?.(target, answers)
  if (question !== undefined && !(await ask(question))) return 'left'
  return perform(command, target, answers, { source, newTab })
}

async function perform(
  command: AnyCommand,
  target: AnyTarget,
  answers: PartialAnswers,
  { source, newTab }: { source: RunSource; newTab: boolean },
): Promise<RunResult> {
  const { mapError } = houseOptions()
  const started = performance.now()
  let ok = false
  const written: string[] = []
  try {
    const work = command.run(makePorts(written), target, answers)
    if (command.calls?.some(isMutating)) undoWaitsFor(work)
    const outcome = await work
    ok = true
    if (outcome) settle(command, target, outcome, newTab)
    return 'done'
  } catch (error) {
    const { title, message, silent } = mapError(error, command)
    keepPartial(command, target, written)
    if (silent !== true)
      showToast({ variant: 'destructive', ...(written.length > 0 ? partial(command, message) : { title, description: message }) })
    return 'failed'
  } finally {
    log.push({ id: command.id, source, ms: performance.now() - started, ok })
    if (log.length > LOG_KEPT) log.shift()
  }
}

/** What a run wrote before it failed stands: one `z` takes all of it back. */
function keepPartial(command: AnyCommand, target: AnyTarget, batch_ids: readonly string[]): void {
  if (batch_ids.length === 0) return
  const company_id = target.company?.id ?? useWhereabouts.getState().company?.id
  const at = houseOptions().ports.now()
  recordUndo({ label: `${command.title} (em parte)`, batch_ids, company_id, at, focus: target.ids.slice(0, 1) })
}

// Not the catalogue's title: of a refused bulk it says that nothing was changed.
const partial = (command: AnyCommand, message: string | undefined) => ({
  title: `${command.title}: feito em parte`,
  description: [message, 'O que já tinha sido feito continua valendo.'].filter(Boolean).join(' '),
  action: { label: 'Desfazer', keys: 'z', run: () => void takeBack('undo') },
})

function settle(command: AnyCommand, target: AnyTarget, { say, label, detail, undo = [], go }: Outcome, newTab: boolean): void {
  const { ports } = houseOptions()
  if (undo.length > 0)
    recordUndo({
      label: say ?? label ?? command.title,
      batch_ids: undo,
      company_id: target.company?.id ?? useWhereabouts.getState().company?.id,
      at: ports.now(),
      focus: target.ids.slice(0, 1),
    })
  if (go !== undefined) ports.go(go, newTab ? { newTab } : {})
  if (say === undefined) return
  const action = undo.length > 0 ? { label: 'Desfazer', keys: 'z', run: () => void takeBack('undo') } : undefined
  showToast({ title: say, description: detail, variant: undo.length > 0 ? 'success' : 'default', action })
}

/** `z` and its opposite for the open company; says what was taken back, and gives the focus back to its row. */
export async function takeBack(way: 'undo' | 'redo'): Promise<string | undefined> {
  const { ports, mapError } = houseOptions()
  const company = useWhereabouts.getState().company?.id
  try {
    const record = await (way === 'undo' ? undoLast(company, ports.revert) : redoLast(company, ports.revert))
    if (record === undefined) {
      showToast({ id: 'undo', title: way === 'undo' ? 'Nada a desfazer' : 'Nada a refazer' })
      return undefined
    }
    showToast({ id: 'undo', title: `${way === 'undo' ? 'Desfeito' : 'Refeito'}: ${record.label}` })
    if (record.focus[0] !== undefined) doUiAction('focus.record', record.focus[0])
    return record.label
  } catch (error) {
    const { title, message } = mapError(error, { id: way, title: 'Desfazer', takes: 'none', run: async () => undefined })
    showToast({ id: 'undo', title, description: message, variant: 'destructive' })
    return undefined
  }
}

const askPort: AskPort = {
  confirm: ask,
  async step(step) {
    const single: AnyCommand = { id: step.name, title: step.title, takes: 'none', asks: [step as never], run: async () => undefined }
    return (await askSteps(single, currentTarget(), 'button'))?.[step.name]
  },
  files: ({ accept, multiple = false }) =>
    new Promise(resolve => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = accept.join(',')
      input.multiple = multiple
      input.addEventListener('change', () => resolve([...(input.files ?? [])]))
      input.addEventListener('cancel', () => resolve([]))
      input.click()
    }),
}

const nothing = () => {}
/**
 * The ports as the surfaces complete them: questions, selection, filter, named moves and undo are theirs. `written` receives the journal's
 * batch of each write as it is answered, so that a run that fails half way loses none.
 */
export function makePorts(written: string[] = []): Ports {
  const { ports } = houseOptions()
  const selection = nearest('selection')
  return {
    ...ports,
    async call(row, ...input) {
      const reply = await ports.call(row, ...input)
      if (reply.batch_id !== undefined) written.push(reply.batch_id)
      return reply
    },
    ask: askPort,
    selection: { set: nothing, selectAll: nothing, invert: nothing, clear: nothing, ...selection, target: currentTarget },
    filter: nearest('filter') ?? { text: () => '', set: nothing, focus: nothing },
    ui: { do: doUiAction },
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
  }
}
