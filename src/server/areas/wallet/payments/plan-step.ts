// The next look at something of money, planned in the transaction of its cause; a worker takes it as soon as that is kept.
import type { MoneyStep } from '#server/jobs/queue.ts'
import type { Context } from '#server/kernel/context.ts'

type Planning = Pick<Context, 'db' | 'services' | 'afterCommit'>

export async function planSteps(ctx: Planning, steps: readonly Omit<MoneyStep, 'attempt'>[], afterSeconds = 0): Promise<void> {
  for (const step of steps) await ctx.services.queue.plan(ctx.db, { ...step, attempt: 0 }, afterSeconds)
  ctx.afterCommit(() => ctx.services.queue.wake('money.advance'))
}

export const planStep = (
  ctx: Planning & Pick<Context, 'companyId'>,
  subject: MoneyStep['subject'],
  ...ids: readonly string[]
): Promise<void> =>
  planSteps(
    ctx,
    ids.map(id => ({ company_id: ctx.companyId, subject, id })),
  )
