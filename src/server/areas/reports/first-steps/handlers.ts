// The guide of the first days: done is what the books say; put off is what the person said.
import type { contract } from '#contract/index.ts'
import { FIRST_STEPS, type FirstStep, guideTutorial } from '#domain/first-steps.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { endedTutorials, type StepFacts, stepFacts } from './rows.ts'

const IS_DONE: Record<FirstStep, (facts: StepFacts) => boolean> = {
  // Whoever reads this is in it.
  company: () => true,
  bank: ({ lines_count, has_connection }) => lines_count > 0 || has_connection,
  bills: ({ bills_count }) => bills_count > 0,
  conciliation: ({ has_conciliation }) => has_conciliation,
  accountant: ({ has_company }) => has_company,
}

export const firstStepsHandlers: Handlers<(typeof contract)['firstSteps']> = {
  async get({ db, companyId, actor }) {
    const facts = await stepFacts(db, companyId, actor.user_id)
    const ended = await endedTutorials(db, actor.user_id, guideTutorial(companyId))
    const { has_connection: _, has_conciliation: __, has_company: ___, ...counts } = facts
    return {
      ...counts,
      hidden: ended.has(guideTutorial(companyId)),
      steps: FIRST_STEPS.map(step => ({ step, done: IS_DONE[step](facts), skipped: ended.has(guideTutorial(companyId, step)) })),
    }
  },
}
