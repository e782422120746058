// The asking face of the palette: chips of what is decided, the present question, and what Enter will do.
import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { Badge, StepChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { type AnyTarget, type Choice, describeCount, type Effect, noTarget, type StepValue } from '#commands/kit/command.ts'
import { formatCents } from '#domain/money.ts'
import palette from './palette.module.css'
import { Foot, FootHint, GroupTitle, Marked } from './palette-parts.tsx'
import { ROWS_IN_ALL } from './palette-rows.ts'
import { ActiveDescendant } from './spoken-results.ts'
import { answerStep, type Flow, leaveFlow, resolveStep, stepBack } from './steps.ts'

// The text to start from when a step is entered backwards: the value it had.
let kept = ''

/** What takes no record says nothing of the marked ones. */
const takenBy = ({ command, target }: Flow): AnyTarget => (command.takes === 'none' ? noTarget(target.company) : target)

/** What calls nothing leaves nothing to undo. */
function afterwards({ command }: Flow) {
  if (command.confirm !== undefined) return 'pede confirmação'
  return command.calls?.length ? <FootHint chords={['z']}>desfaz depois</FootHint> : null
}

function effectOf(flow: Flow, choice: Choice<StepValue> | undefined): Effect | undefined {
  const step = flow.steps[flow.at]
  if (step === undefined || choice === undefined) return undefined
  const own = flow.command.effect?.(flow.target, { ...flow.answers, [step.name]: choice.value })
  if (own !== undefined) return own
  const taken = takenBy(flow)
  const sum = taken.sum_cents
  return {
    title: `${flow.command.title}: ${choice.label}`,
    ...(taken.count > 0 ? { detail: describeCount(taken) } : {}),
    ...(sum === undefined ? {} : { amount_cents: sum }),
  }
}

export function PaletteSteps({ flow }: { flow: Flow }) {
  const step = flow.steps[flow.at]
  const [text, setText] = useState(() => kept)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    kept = ''
    input.current?.focus()
  }, [])
  const choices = step === undefined ? [] : resolveStep(step, text, flow.target, flow.answers).slice(0, ROWS_IN_ALL)
  const [value, setValue] = useState('')
  const values = choices.map(
    (choice, at) => `${at}:${typeof choice.value === 'object' ? JSON.stringify(choice.value) : String(choice.value)}`,
  )
  const current = values.includes(value) ? value : (values[0] ?? '')
  if (step === undefined) return null

  const pick = (choice: Choice<StepValue> | undefined) => {
    if (choice?.refused !== undefined) return announce(`${choice.label}: ${choice.refused}`, 'assertive')
    if (choice !== undefined || step.optional === true) answerStep(choice, text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
    else if (event.key === 'Backspace' && text === '') {
      event.preventDefault()
      const before = stepBack()
      if (before === undefined) leaveFlow()
      else kept = before
    } else if (text === '' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const byDigit = choices.find(choice => choice.digit === event.key)
      if (byDigit !== undefined) {
        event.preventDefault()
        pick(byDigit)
      }
    }
    if (event.key === 'Enter' && choices.length === 0 && step.optional === true && text.trim() === '') {
      event.preventDefault()
      pick(undefined)
    }
  }
  const groups = [...new Set(choices.map(choice => choice.group ?? step.title))]
  const taken = takenBy(flow)
  const about = [taken.company?.name, taken.sum_cents === undefined ? undefined : formatCents(Math.abs(taken.sum_cents))]
    .filter(Boolean)
    .join(', ')
  const effect = effectOf(flow, choices[values.indexOf(current)])
  const digits = choices.flatMap(choice => choice.digit ?? [])

  return (
    <Command shouldFilter={false} vimBindings={false} loop value={current} onValueChange={setValue} label={step.title}>
      <div className={palette.in}>
        <Icon name="search" />
        <StepChip>{flow.command.title}</StepChip>
        {taken.count > 0 ? (
          <>
            <Icon name="chevron-right" size="s" className={palette.arrow} />
            <StepChip>{describeCount(taken)}</StepChip>
          </>
        ) : null}
        {flow.steps.slice(0, flow.at).map(done => (
          <span className={palette.done} key={done.name}>
            <Icon name="chevron-right" size="s" className={palette.arrow} />
            <StepChip>{flow.labels[done.name] ?? '—'}</StepChip>
          </span>
        ))}
        <Icon name="chevron-right" size="s" className={palette.arrow} />
        <Command.Input
          ref={input}
          value={text}
          onValueChange={setText}
          onKeyDown={onKeyDown}
          placeholder={step.placeholder ?? step.title}
          aria-label={step.title}
        />
        <ActiveDescendant input={input} />
      </div>
      <Command.List className={palette.res} label={step.title}>
        {groups.map((group, at) => (
          <Command.Group key={group} value={group} heading={<GroupTitle title={group} aside={at === 0 ? about : undefined} />}>
            {choices.map((choice, index) =>
              (choice.group ?? step.title) === group ? (
                <Command.Item
                  key={values[index]}
                  value={values[index] ?? ''}
                  className={classNames(palette.pr, choice.refused && palette.off)}
                  data-refused={choice.refused !== undefined || undefined}
                  onSelect={() => pick(choice)}
                >
                  {choice.digit ? <kbd>{choice.digit}</kbd> : null}
                  {choice.tone ? (
                    <Badge tone={choice.tone} icon={choice.icon}>
                      {choice.label}
                    </Badge>
                  ) : (
                    <>
                      {choice.icon ? <Icon name={choice.icon} /> : null}
                      <span className={classNames(textStyles.cut, palette.title)} data-part="title">
                        <Marked text={choice.label} query={text} />
                      </span>
                    </>
                  )}
                  {(choice.refused ?? choice.hint) ? <span className={palette.val}>{choice.refused ?? choice.hint}</span> : null}
                </Command.Item>
              ) : null,
            )}
          </Command.Group>
        ))}
        {choices.length === 0 ? <p className={palette.none}>{step.empty ?? emptyText(text, step.optional === true)}</p> : null}
        {effect ? (
          <div className={palette.effect} aria-live="polite">
            {flow.command.icon ? <Icon name={flow.command.icon} /> : null}
            <span>
              <span className={textStyles.med}>{effect.title}</span>
              {effect.detail ? <span className={classNames(textStyles.m, textStyles.small, palette.small)}> {effect.detail}</span> : null}
            </span>
            {effect.amount_cents === undefined ? null : (
              <span className={classNames(textStyles.num, palette.num, textStyles.b)}>{formatCents(effect.amount_cents)}</span>
            )}
          </div>
        ) : null}
      </Command.List>
      <Foot end={afterwards(flow)}>
        <FootHint chords={['Enter']}>{flow.at + 1 < flow.steps.length ? 'próximo passo' : 'executar'}</FootHint>
        {digits.length > 1 ? <FootHint chords={[`${digits[0]}…${digits.at(-1)}`]}>escolher e executar</FootHint> : null}
        <FootHint chords={['Backspace']}>passo anterior</FootHint>
      </Foot>
    </Command>
  )
}

function emptyText(text: string, optional: boolean): string {
  if (text.trim() !== '') return `Nada para ‘${text.trim()}’`
  return optional ? 'Enter pula este passo' : 'Digite para escolher'
}
