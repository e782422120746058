// The next look at something of money, planned in the transaction of its cause; a worker takes it as soon as that is kept.
import type { MoneyStep } from '#server/jobs/queue.ts'
import type { Context } from '#server/kernel/context.ts'

export async function planStep(
  ctx: Pick<Context, 'db' | 'companyId' | 'services' | 'afterCommit'>,
  subject: MoneyStep['subject'],
  ...ids: readonly string[]
): Promise<void> {
  for (const id of ids) await ctx.services.queue.plan(ctx.db, { company_id: ctx.companyId, subject, id, attempt: 0 }, 0)
  ctx.afterCommit(() => ctx.services.queue.wake('money.advance'))
}
