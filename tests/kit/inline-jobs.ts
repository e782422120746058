// A job queue without a worker process: what a call enqueued runs right after that call committed, in order, before its answer is looked at.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'
import type { JobName, JobQueue, Jobs, StartedRun, Workers } from '#server/jobs/queue.ts'
import { scope } from '#server/kernel/access.ts'
import { newId } from '#server/kernel/ids.ts'
import { hashSecret, randomSecret } from '#server/kernel/tokens.ts'

interface Waiting {
  name: JobName
  run: StartedRun
  company_id: string
  data: unknown
  /** On the test's clock. */
  due: number
}

export interface InlineJobs extends JobQueue {
  /** Runs what is due, and what that enqueues; a job whose cause was rolled back is dropped, as pg-boss would never have seen it. */
  drain(): Promise<void>
}

export function inlineJobs(db: Db, workers: () => Workers | undefined, now: () => number): InlineJobs {
  const waiting: Waiting[] = []
  return {
    async start(tx, name, companyId, userId, data, { after = 0 } = {}) {
      const run = { id: newId(), publicAccessToken: `${companyId}.${randomSecret()}` }
      await sql`insert into runs (id, company_id, user_id, kind, token_hash) values (${run.id}, ${companyId}, ${userId ?? null}, ${name}, ${hashSecret(run.publicAccessToken)})`.execute(
        tx,
      )
      waiting.push({
        name,
        run,
        company_id: companyId,
        data: { ...data, company_id: companyId, run_id: run.id },
        due: now() + after * 1000,
      })
      return run
    },
    wake() {},
    async drain() {
      for (;;) {
        const at = waiting.findIndex(job => job.due <= now())
        const [job] = at < 0 ? [] : waiting.splice(at, 1)
        if (!job) return
        if (!(await isCommitted(db, job))) continue
        const all = workers()
        if (!all) throw new Error(`a job ${job.name} was started and testServer has no workers`)
        await run(all, job)
      }
    },
  }
}

const run = (workers: Workers, { name, data }: Waiting) => (workers[name] as (data: Jobs[JobName]) => Promise<void>)(data as Jobs[JobName])

function isCommitted(db: Db, job: Waiting): Promise<boolean> {
  return db.transaction().execute(async tx => {
    await scope(tx, { companies: [job.company_id] })
    return (await first(tx, sql<{ id: string }>`select id from runs where id = ${job.run.id}`)) !== undefined
  })
}
