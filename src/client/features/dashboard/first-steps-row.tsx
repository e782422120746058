// What is left of the guide once the home has pictures to draw: one row above them.
import { Icon } from '#client/kit/icon.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import type { StepState } from '#domain/first-steps.ts'
import { STEP_TITLES } from './first-step-words.ts'
import styles from './first-steps.module.css'

const list = new Intl.ListFormat('pt-BR')

export function FirstStepsRow({ steps }: { steps: readonly StepState[] }) {
  const left = steps.filter(({ done, skipped }) => !done && !skipped)
  return (
    <section className={styles.row} aria-label="Primeiros passos">
      <Icon name="list-checks" />
      <span>
        {left.length === 1 ? 'Falta um passo' : `Faltam ${left.length} passos`}: {list.format(left.map(({ step }) => STEP_TITLES[step]))}.
      </span>
      <CommandButton id="first-steps.continue" short />
      <CommandButton id="first-steps.hide" iconOnly variant="ghost" />
    </section>
  )
}
