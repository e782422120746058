// The step flow: which command waits for which answer, and what each step offers for the text typed so far.
import { create } from 'zustand'
import {
  type AnyCommand,
  type AnyTarget,
  type Choice,
  type PartialAnswers,
  type Step,
  type StepValue,
  stepsOf,
} from '#commands/kit/command.ts'
import { resolveOptions } from '#commands/kit/line.ts'
import { describeDay, parseDay, parsePeriod } from '#domain/date-grammar.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents, parseAmount } from '#domain/money.ts'
import { useHouse } from './house.ts'

export type RunSource = 'key' | 'palette' | 'toolbar' | 'menu' | 'button' | 'line' | 'address'

export interface Flow {
  readonly command: AnyCommand
  readonly target: AnyTarget
  readonly answers: PartialAnswers
  /** Labels of the answers given, by step name. */
  readonly labels: Readonly<Record<string, string>>
  /** What was typed for each, to edit on the way back. */
  readonly texts: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly at: number
  readonly source: RunSource
  /** Called with all answers, or with undefined when the person steps back out. */
  readonly finish: (answers: PartialAnswers | undefined) => void
}

export const useFlow = create<{ flow: Flow | undefined }>(() => ({ flow: undefined }))

let opener: HTMLElement | null = null
/** Keeps what had the focus when a question came; a question that follows another keeps the first one's. */
export function rememberOpener(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && active !== document.body && active.closest('[data-part="palette"]') === null) opener = active
}
/** What the last command was run from. */
export const openerNow = (): HTMLElement | undefined => opener ?? undefined

/** Gives the focus back, unless what ran has already put it somewhere. */
export function returnFocus(): void {
  const active = document.activeElement
  const lost = active === null || active === document.body || active.closest('[data-part="palette"]') !== null
  if (lost && opener?.isConnected) opener.focus()
}

/** Asks the steps of a command that have no answer yet; at once when there are none. A second flow takes the place of the first. */
export function askSteps(
  command: AnyCommand,
  target: AnyTarget,
  source: RunSource,
  given: PartialAnswers = {},
): PartialAnswers | Promise<PartialAnswers | undefined> {
  // A line typed in one go has said all it wants: its optional steps are not asked for.
  const said = (step: Step) => step.name in given || (source === 'line' && step.optional === true) || step.of?.(target) === false
  const steps = stepsOf(command).filter(step => !said(step))
  if (steps.length === 0) return given
  useFlow.getState().flow?.finish(undefined)
  rememberOpener()
  return new Promise(resolve => {
    const finish = (answers: PartialAnswers | undefined) => {
      useFlow.setState({ flow: undefined })
      resolve(answers)
    }
    useFlow.setState({ flow: { command, target, answers: given, labels: {}, texts: {}, steps, at: 0, source, finish } })
  })
}

/** Fills the present step (undefined leaves an optional one empty) and goes on; the last one finishes. */
export function answerStep(choice: Choice<StepValue> | undefined, text = ''): void {
  const { flow } = useFlow.getState()
  const step = flow?.steps[flow.at]
  if (flow === undefined || step === undefined) return
  const { [step.name]: _old, ...others } = flow.answers
  const answers = choice === undefined ? others : { ...others, [step.name]: choice.value }
  const labels = { ...flow.labels, [step.name]: choice?.label ?? '—' }
  if (flow.at + 1 < flow.steps.length)
    useFlow.setState({ flow: { ...flow, answers, labels, texts: { ...flow.texts, [step.name]: text }, at: flow.at + 1 } })
  else flow.finish(answers)
}

/** Back to the step before, whose value is kept as text to edit; false at the first. */
export function stepBack(): string | undefined {
  const { flow } = useFlow.getState()
  if (flow === undefined || flow.at === 0) return undefined
  const before = flow.steps[flow.at - 1]
  useFlow.setState({ flow: { ...flow, at: flow.at - 1 } })
  return before === undefined ? '' : flow.texts[before.name] || (flow.labels[before.name] ?? '')
}

export function leaveFlow(): void {
  useFlow.getState().flow?.finish(undefined)
}

const todayNow = (): string => useHouse.getState().options?.ports.today() ?? ''

/** What a step offers: the app's answers first, then the built-in ones for options, texts, amounts and plain days. */
export function resolveStep(step: Step, text: string, target: AnyTarget, answers: PartialAnswers): readonly Choice<StepValue>[] {
  if (step.options !== undefined) return resolveOptions(step, text, target, answers)
  const given = useHouse.getState().options?.resolve?.(step, text, target, answers)
  if (given !== undefined) return given
  const typed = text.trim()
  if (typed === '') return []
  if (step.kind === 'text') return [{ value: typed, label: typed, icon: 'pencil' }]
  if (step.kind === 'amount') {
    const cents = parseAmount(typed)
    return cents === undefined ? [] : [{ value: cents, label: formatCents(cents), icon: 'banknote' }]
  }
  if (step.kind === 'day') {
    const day = parseDay(typed, { today: todayNow(), bias: step.scope === 'past' ? 'past' : 'future' })
    return day === undefined ? [] : [{ value: day, label: describeDay(day), icon: 'calendar-days' }]
  }
  if (step.kind === 'period') {
    const period = parsePeriod(typed, todayNow())
    return period === undefined
      ? []
      : [{ value: period, label: `${formatDay(period.start)} a ${formatDay(period.end)}`, icon: 'calendar-range' }]
  }
  return []
}
