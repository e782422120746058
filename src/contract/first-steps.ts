// The guide of a company's first days: what of it is done, as the books tell, and what the person put off (their tutorials).
import { z } from 'zod'
import { FIRST_STEPS } from '#domain/first-steps.ts'
import { endpoint, resource } from './kit/endpoint.ts'

const FirstStepsState = z.object({
  /** The person put the guide away. */
  hidden: z.boolean(),
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean(), skipped: z.boolean() })),
  /** Accounts in use. */
  accounts_count: z.int(),
  lines_count: z.int(),
  /** Lines nobody has answered yet. */
  pending_lines_count: z.int(),
  bills_count: z.int(),
})
export type FirstStepsState = z.infer<typeof FirstStepsState>

export const firstSteps = resource('firstSteps', {
  get: endpoint('GET /v1/companies/{c}/first_steps', {
    summary: 'Os primeiros passos da empresa: o que os livros dizem que está feito, e o que o usuário deixou para depois.',
    returns: FirstStepsState,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'statement_entries', 'bills', 'users', 'tutorials'],
  }),
})
