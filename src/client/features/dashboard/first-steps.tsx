// The guide of the first days: five steps, what was learnt of those that are done, and what the home will show once there is something to show.
import { type ReactNode, useEffect, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { useSession } from '#client/data/session.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { companies } from '#contract/companies.ts'
import type { FirstStepsState } from '#contract/first-steps.ts'
import { everydayName } from '#domain/banks.ts'
import {
  currentStep,
  doneCount,
  type FirstStep,
  guideSentence,
  minutesLeft,
  minutesOf,
  type StepState,
  takesHome,
} from '#domain/first-steps.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import { counted } from '#domain/text.ts'
import { Invites } from './first-step-invites.tsx'
import { StepWays } from './first-step-ways.tsx'
import { learnt, STEP_PURPOSES, STEP_TITLES } from './first-step-words.ts'
import styles from './first-steps.module.css'
import { endGuideWay } from './guide-way.ts'

export function FirstSteps({ c, state }: { c: string; state: FirstStepsState }) {
  const { steps, hidden } = state
  const [chosen, choose] = useState<FirstStep>()
  const current = currentStep(steps)
  const open = steps.some(({ step, done }) => step === chosen && !done) ? chosen : current
  useEffect(endGuideWay, [])
  return (
    <div className={styles.guide}>
      <Head steps={steps}>
        <CommandButton id={hidden || current === undefined ? 'first-steps.show' : 'first-steps.hide'} short variant="ghost" />
      </Head>
      <ol className={styles.steps}>
        {steps.map((one, at) => (
          <Step key={one.step} c={c} at={at} one={one} isOpen={one.step === open} state={state} onChoose={() => choose(one.step)} />
        ))}
      </ol>
      {takesHome(steps) ? <Invites c={c} state={state} /> : null}
    </div>
  )
}

function Head({ steps, children }: { steps: readonly StepState[]; children: ReactNode }) {
  const person = useSession(session => session.user?.name?.split(' ')[0])
  const company = useWhereabouts(now => now.company?.name) ?? ''
  const done = doneCount(steps)
  const minutes = minutesLeft(steps)
  const progress = `${done} de ${steps.length}${minutes === 0 ? '' : `, ${minutes === 1 ? 'um minuto' : `uns ${minutes} minutos`}`}`
  return (
    <header className={styles.say}>
      <p>
        <span className={text.m}>{person === undefined ? 'Olá' : `Olá, ${person}`}</span>
        {guideSentence(steps, company)}
      </p>
      <div className={styles.progress}>
        <span>
          <span>{progress}</span>
          {done === steps.length ? <CommandButton id="go.dashboard" label="Ver o início" variant="primary" /> : children}
        </span>
        <progress value={done} max={steps.length} aria-label="Passos feitos" />
      </div>
    </header>
  )
}

interface StepProps {
  c: string
  at: number
  one: StepState
  isOpen: boolean
  state: FirstStepsState
  onChoose(): void
}

function Step({ c, at, one: { step, done, skipped }, isOpen, state, onChoose }: StepProps) {
  const title = STEP_TITLES[step]
  const aside = done ? 'feito' : skipped ? 'pulado' : `${minutesOf(step)} min`
  return (
    <li className={classNames(styles.step, done && styles.done, isOpen && styles.open)} aria-current={isOpen ? 'step' : undefined}>
      <span className={styles.number}>{done ? <Icon name="check" size="s" /> : at + 1}</span>
      <div>
        <h2>
          {done || isOpen ? (
            title
          ) : (
            <button type="button" onClick={onChoose}>
              {title}
            </button>
          )}
        </h2>
        {done ? <Learnt c={c} step={step} state={state} /> : <p>{STEP_PURPOSES[step]}</p>}
        {isOpen ? <StepWays key={step} c={c} step={step} state={state} /> : null}
      </div>
      <span className={styles.aside}>{aside}</span>
    </li>
  )
}

function Learnt({ c, step, state }: { c: string; step: FirstStep; state: FirstStepsState }) {
  const [account] = useRegisters(c).accounts
  if (step === 'company') return <CompanyLearnt c={c} />
  if (step !== 'bank' || account === undefined) return <p>{learnt(step, state, undefined)}</p>
  const names = state.accounts_count > 1 ? counted(state.accounts_count, ['conta', 'contas']) : undefined
  return (
    <p className={styles.marked}>
      <BankMark routing_number={account.routing_number} name={account.institution_name} />
      {learnt(step, state, names ?? everydayName(account))}
    </p>
  )
}

function CompanyLearnt({ c }: { c: string }) {
  const company = useReading(companies.profile, { params: { c } }).data
  if (company === undefined) return <p>&nbsp;</p>
  const { legal_entity, tax_regime, trade_name, name } = company
  const city = legal_entity.address?.city
  return (
    <p>
      {trade_name ?? name}
      {legal_entity.verified ? ', lida da Receita pelo CNPJ' : ''}. {[TAX_REGIME_LABELS[tax_regime], city].filter(Boolean).join(', ')}.
    </p>
  )
}
