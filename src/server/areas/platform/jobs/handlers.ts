// Background jobs as their starter watches them: the run's narrow token is all that opens it.
import type { contract } from '#contract/index.ts'
import { fail } from '#server/base/fail.ts'
import { readRun } from '#server/jobs/queue.ts'
import type { Handlers } from '#server/kernel/context.ts'

export const jobHandlers: Handlers<(typeof contract)['jobs']> = {
  async get(ctx, { params }) {
    const run = await readRun(ctx.db, params.id, ctx.caller.bearer ?? '')
    if (!run) throw fail('resource.not_found')
    return { id: run.id, metadata: { status: run.status, progress: run.progress, message: run.message, result: run.result } }
  },
}
