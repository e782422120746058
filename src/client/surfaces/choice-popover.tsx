// One closed question at the focused row: a digit, type-ahead or arrows and Enter; the header names the target and the company.
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import choicesStyles from '#client/kit/form/choices.module.css'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Popover } from '#client/kit/popover.tsx'
import type { Choice, StepValue } from '#commands/kit/command.ts'
import { matchChoices } from '#commands/kit/line.ts'
import styles from './choice-popover.module.css'
import { asksInPopover } from './palette.tsx'
import { describeTarget } from './questions.ts'
import { answerStep, leaveFlow, useFlow } from './steps.ts'

interface ChoiceStepProps {
  title: string
  /** “12 itens · R$ 8.450,00 · Padaria Sol ME” */
  about: string
  choices: readonly Choice<StepValue>[]
  onChoose: (choice: Choice<StepValue>) => void
}

const TYPING_PAUSE_MS = 800

/** The list inside the popover; also usable in a sheet. */
export function ChoiceStep({ title, about, choices, onChoose }: ChoiceStepProps) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex(choice => choice.refused === undefined),
    ),
  )
  const typed = useRef({ text: '', when: 0 })
  const choose = (choice: Choice<StepValue> | undefined) => {
    if (choice === undefined) return
    if (choice.refused === undefined) onChoose(choice)
    else announce(`${choice.label}: ${choice.refused}`, 'assertive')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = choices.length - 1
    const moves: Record<string, number> = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }
    const next = moves[event.key]
    const byDigit = choices.find(choice => choice.digit === event.key)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && !event.repeat) choose(choices[at])
    else if (byDigit !== undefined) choose(byDigit)
    else if (event.key.length === 1 && event.key !== ' ') {
      const text = event.timeStamp - typed.current.when > TYPING_PAUSE_MS ? event.key : typed.current.text + event.key
      typed.current = { text, when: event.timeStamp }
      const found = matchChoices(choices as readonly Choice[], text)[0]
      const index = found === undefined ? -1 : choices.indexOf(found)
      if (index >= 0) setAt(index)
    } else return
    event.preventDefault()
  }
  const id = (index: number) => `choice-${index}`
  return (
    <>
      <header>
        <span className={textStyles.med}>{title}</span> <span className={classNames(textStyles.m, styles.about)}>{about}</span>
      </header>
      <div
        className={styles.choices}
        role="listbox"
        tabIndex={0}
        aria-label={title}
        aria-activedescendant={id(at)}
        data-autofocus
        onKeyDown={onKeyDown}
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox answers the keys for its options
          <div
            key={String(choice.value)}
            id={id(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-disabled={choice.refused !== undefined || undefined}
            className={classNames(choicesStyles.choice, styles.choice, choice.refused && classNames(choicesStyles.off, styles.off))}
            data-part="choice"
            onPointerMove={() => setAt(index)}
            onClick={() => choose(choice)}
          >
            {choice.digit ? <Kbd chord={choice.digit} /> : null}
            {choice.tone ? (
              <Badge tone={choice.tone} icon={choice.icon}>
                {choice.label}
              </Badge>
            ) : (
              <>
                {choice.icon ? <Icon name={choice.icon} /> : null}
                <span>{choice.label}</span>
              </>
            )}
            {(choice.refused ?? choice.hint) ? (
              <span className={classNames(textStyles.small, styles.small, textStyles.m)}>{choice.refused ?? choice.hint}</span>
            ) : null}
          </div>
        ))}
      </div>
      <footer>
        <Kbd chord="Enter" /> escolher <Kbd chord="Esc" /> voltar
      </footer>
    </>
  )
}

/** Mounted once by the shell: shows the flows that are one closed question. */
export function ChoicePopover() {
  const flow = useFlow(state => state.flow)
  const asking = asksInPopover(flow) ? flow : undefined
  const step = asking?.steps[0]
  // The element that had the focus when the question came: the popover stands there, and the focus returns to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one anchor per question
  const anchor = useMemo(() => ({ current: document.activeElement instanceof HTMLElement ? document.activeElement : null }), [asking])
  if (asking === undefined || step === undefined) return null
  return (
    <Popover open anchor={anchor} label={step.title} width={304} onOpenChange={open => open || leaveFlow()}>
      <ChoiceStep
        title={asking.command.title}
        about={describeTarget(asking.target)}
        choices={step.options?.(asking.target, asking.answers) ?? []}
        onChoose={choice => answerStep(choice)}
      />
    </Popover>
  )
}
