// The five steps of a company's first days: what stands between signing up and books that agree with the bank.
import { openTable } from './open-table.ts'

export const FIRST_STEPS = ['company', 'bank', 'bills', 'conciliation', 'accountant'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Whether a step is done follows from the books; that it was put off is the person's own word. */
export interface StepState {
  readonly step: FirstStep
  readonly done: boolean
  readonly skipped: boolean
}

const MINUTES = openTable<FirstStep, number>({ company: 1, bank: 3, bills: 2, conciliation: 3, accountant: 1 }, () => 0)

export const minutesOf = (step: FirstStep): number => MINUTES[step]

const waits = ({ done, skipped }: StepState): boolean => !done && !skipped

/** The step to do next, while there is one that was not put off. */
export const currentStep = (steps: readonly StepState[]): FirstStep | undefined => steps.find(waits)?.step

export const doneCount = (steps: readonly StepState[]): number => steps.filter(({ done }) => done).length

export const minutesLeft = (steps: readonly StepState[]): number =>
  steps.filter(({ done }) => !done).reduce((sum, { step }) => sum + MINUTES[step], 0)

/** Without a statement and without bills there is nothing to draw: until then the guide takes the place of the pictures. */
export const takesHome = (steps: readonly StepState[]): boolean =>
  steps.some(state => (state.step === 'bank' || state.step === 'bills') && waits(state))

const WORDS = ['nenhum passo', 'um passo', 'dois passos', 'três passos', 'quatro passos', 'cinco passos']

/** 'Faltam três passos para Doces da Bel ficar em dia.' */
export function guideSentence(steps: readonly StepState[], company: string): string {
  const left = steps.length - doneCount(steps)
  if (left === 0) return `${company} está em dia: os cinco passos estão feitos.`
  return `${left === 1 ? 'Falta' : 'Faltam'} ${WORDS[left]} para ${company} ficar em dia.`
}

/** What a person's tutorial of the guide is called: put away as a whole, or one step put off. */
export const guideTutorial = (companyId: string, step?: FirstStep): string =>
  step === undefined ? `first-steps/${companyId}` : `first-steps/${companyId}/${step}`
