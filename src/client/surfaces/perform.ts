// The run itself, once everything is asked: one toast, one undo record, and the refused rows of a bulk marked with their reasons.
import { type FieldProblem, problemsOf } from '#client/kit/form/problems.ts'
import { showToast } from '#client/kit/toast.ts'
import { type AnyCommand, type AnyTarget, type Inverse, narrow, type Outcome, type PartialAnswers } from '#commands/kit/command.ts'
import { DoneInPart } from '#commands/kit/done-in-part.ts'
import { isMutating } from '#contract/kit/endpoint.ts'
import { BulkRun } from './bulk.ts'
import { useWhereabouts } from './context.ts'
import { houseOptions } from './house.ts'
import { overOpenList } from './over-list.ts'
import { makePorts } from './ports.ts'
import { askWithout } from './questions.ts'
import { forgetRefused, keepRefused, type Refusals } from './refusals.tsx'
import { showSecret } from './secret-host.tsx'
import { takeBack } from './take-back.ts'
import { recordUndo, undoWaitsFor } from './undo.ts'

export interface Attempt {
  readonly command: AnyCommand
  readonly target: AnyTarget
  readonly answers: PartialAnswers
  /** Where its outcome leads: a form that stays open for another one leads nowhere. */
  readonly go: 'here' | 'new-tab' | 'nowhere'
  /** It was asked by a form: what stands beside fields is answered and not said. */
  readonly form?: true
  /** Rows that were left out before it, each with its reason. */
  readonly refused: Refusals
  /** Batches of an earlier attempt: one `z` takes back both. */
  readonly earlier?: readonly string[]
}

/** Whether it came to its end, and what its form must correct. */
export interface Performed {
  readonly ok: boolean
  readonly problems?: readonly FieldProblem[]
  readonly message?: string | undefined
  /** Somebody else changed the record while its form was open. */
  readonly stale?: boolean
  /** What it did, when it came to its end. */
  readonly outcome?: Outcome | undefined
}
const FAILED: Performed = { ok: false }

/** Never throws: what went wrong has been said, or is answered. */
export async function perform(attempt: Attempt): Promise<Performed> {
  const { command, target, answers, refused, earlier = [] } = attempt
  const batches: string[] = [...earlier]
  const bulk = new BulkRun()
  const mutates = command.calls?.some(isMutating) === true
  if (mutates) forgetRefused()
  try {
    const work = command.run(makePorts(batches, bulk), target, answers)
    if (mutates) undoWaitsFor(work)
    const outcome = await work
    bulk.end()
    if (outcome) settle(attempt, { ...outcome, undo: [...earlier, ...(outcome.undo ?? [])] })
    const left = bulk.stopped ? target.ids.filter(id => !bulk.done.has(id)) : []
    if (refused.size + left.length > 0) keepRefused(target.kind, refused, left)
    if (attempt.form === true && !outcome) return FAILED
    return { ok: true, outcome: outcome ?? undefined }
  } catch (error) {
    bulk.end()
    if (error instanceof DoneInPart) {
      settle(attempt, error.done)
      return { ok: false, problems: error.details, message: error.message }
    }
    const { title, message, silent, stale, rows } = houseOptions().mapError(error, command)
    if (attempt.form === true && stale === true) return { ok: false, stale, message }
    const problems = attempt.form === true ? problemsOf(error) : []
    if (problems.length > 0) return { ok: false, problems, message }
    const asked = new Set(target.ids)
    const mine = new Map([...(rows ?? [])].filter(([id]) => asked.has(id)))
    if (mine.size > 0) return withoutRefused(attempt, mine, bulk.done, batches)
    keepPartial(attempt, batches)
    if (silent !== true)
      showToast({ variant: 'destructive', ...(batches.length > 0 ? partial(command, message) : { title, description: message }) })
    return { ok: false, message }
  }
}

/** Of many rows some were refused: they stay marked, and the others may go without them. */
async function withoutRefused(attempt: Attempt, rows: Refusals, done: ReadonlySet<string>, batches: readonly string[]): Promise<Performed> {
  const { command, target } = attempt
  const refused = new Map([...attempt.refused, ...rows])
  keepRefused(target.kind, refused)
  const rest = narrow(target, new Set(target.ids.filter(id => !done.has(id) && !rows.has(id))))
  if (rest.count > 0 && (await askWithout(command, rows, done.size, rest)))
    return perform({ ...attempt, target: rest, refused, earlier: batches })
  if (rest.count === 0) showToast({ variant: 'destructive', title: 'Nada foi alterado', description: 'Todos os itens foram recusados.' })
  keepPartial(attempt, batches)
  return FAILED
}

function record({ target }: Attempt, label: string, batch_ids: readonly string[], inverse?: Inverse, focus = target.ids[0]): void {
  recordUndo({
    label,
    batch_ids,
    inverse,
    company_id: target.company?.id ?? useWhereabouts.getState().company?.id,
    at: houseOptions().ports.now(),
    focus: focus === undefined ? [] : [focus],
  })
}

/** What a run wrote before it failed stands: one `z` takes all of it back. */
function keepPartial(attempt: Attempt, batches: readonly string[]): void {
  if (batches.length > 0) record(attempt, `${attempt.command.title} (em parte)`, batches)
}

const UNDO = { label: 'Desfazer', keys: 'z', run: () => void takeBack('undo') }

// Not the catalogue's title: of a refused bulk it says that nothing was changed.
const partial = (command: AnyCommand, message: string | undefined) => ({
  title: `${command.title}: feito em parte`,
  description: [message, 'O que já tinha sido feito continua valendo.'].filter(Boolean).join(' '),
  action: UNDO,
})

const offering = (attempt: Attempt, { label, run }: NonNullable<Outcome['offers']>) => ({
  label,
  run: () =>
    void run(makePorts()).then(
      outcome => settle(attempt, outcome),
      error => showToast({ variant: 'destructive', ...houseOptions().mapError(error, attempt.command) }),
    ),
})

function settle(attempt: Attempt, { say, label = say, detail, warns, undo = [], inverse, go, secret, offers, focus }: Outcome): void {
  if (secret !== undefined) showSecret(secret)
  const undoable = undo.length > 0 || inverse !== undefined
  if (undoable) record(attempt, label ?? attempt.command.title, undo, inverse, focus)
  if (go !== undefined && attempt.go !== 'nowhere') {
    // Who asks for a list by its name wants that list.
    const to = attempt.command.goes ? go : overOpenList(go)
    houseOptions().ports.go(to, attempt.go === 'new-tab' ? { newTab: true } : {})
  }
  if (say === undefined) return
  showToast({
    title: say,
    description: detail,
    variant: warns ? 'warning' : undoable ? 'success' : 'default',
    persistent: warns,
    action: undoable ? UNDO : offers && offering(attempt, offers),
  })
}
