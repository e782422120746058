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
  /** Not before this instant. */
  at?: number
}

export interface InlineJobs extends JobQueue {
  /** Runs what waits, and what that enqueues; a job whose cause was rolled back is dropped, as pg-boss would never have seen it. */
  drain(): Promise<void>
}

export function inlineJobs(db: Db, workers: () => Partial<Workers> | undefined, now: () => number): InlineJobs {
  const waiting: Waiting[] = []
  const nextDue = () => {
    const found = waiting.findIndex(job => (job.at ?? 0) <= now())
    return found < 0 ? undefined : waiting.splice(found, 1)[0]
  }
  return {
    async start(tx, name, companyId, userId, data) {
      const run = { id: newId(), publicAccessToken: `${companyId}.${randomSecret()}` }
      await sql`insert into runs (id, company_id, user_id, kind, token_hash) values (${run.id}, ${companyId}, ${userId ?? null}, ${name}, ${hashSecret(run.publicAccessToken)})`.execute(
        tx,
      )
      waiting.push({ name, run, company_id: companyId, data: { ...data, company_id: companyId, run_id: run.id } })
      return run
    },
    async again(_, name, data, seconds) {
      const run = { id: data.run_id, publicAccessToken: '' }
      waiting.push({ name, run, company_id: data.company_id, data, at: now() + seconds * 1000 })
    },
    wake() {},
    async drain() {
      for (let job = nextDue(); job; job = nextDue()) {
        if (!(await isCommitted(db, job))) continue
        const all = workers()
        if (!all) throw new Error(`a job ${job.name} was started and testServer has no workers`)
        await run(all, job)
      }
    },
  }
}

function run(workers: Partial<Workers>, { name, data }: Waiting): Promise<void> {
  const worker = workers[name] as ((data: Jobs[JobName]) => Promise<void>) | undefined
  if (!worker) throw new Error(`a job ${name} was started and testServer has no worker for it`)
  return worker(data as Jobs[JobName])
}

function isCommitted(db: Db, job: Waiting): Promise<boolean> {
  return db.transaction().execute(async tx => {
    await scope(tx, { companies: [job.company_id] })
    return (await first(tx, sql<{ id: string }>`select id from runs where id = ${job.run.id}`)) !== undefined
  })
}
