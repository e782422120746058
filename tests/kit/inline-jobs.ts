// A job queue without a worker process: whatever a call enqueued runs in order right after its commit, before the test sees its answer.
// Postponed jobs run after the first call for which the clock has reached them.
import { sql } from 'kysely'
import { newId } from '#server/base/ids.ts'
import { hashSecret, randomSecret } from '#server/base/secrets.ts'
import { type Db, first } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { type JobName, type JobQueue, type Jobs, type QuietName, stepKey, type Workers } from '#server/jobs/queue.ts'

interface Waiting {
  name: JobName
  run_id: string
  company_id: string
  data: unknown
  /** By the test's clock. */
  due: number
}

export interface InlineJobs extends JobQueue {
  /** Runs what is due, and what that enqueues. A job whose cause was rolled back is dropped, since pg-boss would never have seen it. */
  drain(): Promise<void>
  /** Drops the quiet jobs of a company, planned or still to be. */
  forget(companyId: string): void
  /** When the next quiet job falls due. */
  nextAt(): number | undefined
}

/** A job that nobody watches waits for the test's clock, and for the transaction that planned it. */
interface Planned {
  name: QuietName
  data: Jobs[QuietName]
  key: string
  due: number
  transaction: string
}

export function inlineJobs(db: Db, workers: () => Partial<Workers> | undefined, now: () => number): InlineJobs {
  const waiting: Waiting[] = []
  const dueAfter = (seconds: number) => now() + seconds * 1000
  const next = (): Waiting | undefined => {
    const at = waiting.findIndex(job => job.due <= now())
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }
  let planned: Planned[] = []

  async function nextDue(able: (name: QuietName) => boolean): Promise<Planned | undefined> {
    const due = planned.filter(each => each.due <= now() && able(each.name)).sort((a, b) => a.due - b.due)
    for (const each of due) {
      const state = await stateOf(db, each.transaction)
      if (state === 'in progress') continue
      planned = planned.filter(other => other !== each)
      if (state === 'committed') return each
    }
    return undefined
  }
  const forgotten = new Set<string>()
  const isForgotten = (data: Planned['data']) => 'company_id' in data && forgotten.has(data.company_id)
  const later: JobQueue['later'] = async (tx, name, data, { key, afterSeconds = 0 }) => {
    if (isForgotten(data)) return
    const own = await first(tx, sql<{ id: string }>`select pg_current_xact_id()::text as id`)
    const twin = planned.find(each => each.name === name && each.key === key)
    if (twin && !(await isAborted(db, twin.transaction))) return
    planned = planned.filter(each => each !== twin)
    planned.push({ name, data, key, due: dueAfter(afterSeconds), transaction: own?.id ?? '' })
  }
  return {
    async start(tx, name, companyId, userId, data, afterSeconds = 0) {
      const run = { id: newId(), publicAccessToken: `${companyId}.${randomSecret()}` }
      await sql`insert into runs (id, company_id, user_id, kind, token_hash) values (${run.id}, ${companyId}, ${userId ?? null}, ${name}, ${hashSecret(run.publicAccessToken)})`.execute(
        tx,
      )
      waiting.push({
        name,
        run_id: run.id,
        company_id: companyId,
        data: { ...data, company_id: companyId, run_id: run.id },
        due: dueAfter(afterSeconds),
      })
      return run
    },
    async again(_tx, name, data, afterSeconds) {
      waiting.push({ name, run_id: data.run_id, company_id: data.company_id, data, due: dueAfter(afterSeconds) })
    },
    later,
    plan: (tx, step, afterSeconds) => later(tx, 'money.advance', step, { key: stepKey(step), afterSeconds }),
    wake() {},
    forget(companyId) {
      forgotten.add(companyId)
      planned = planned.filter(each => !isForgotten(each.data))
    },
    nextAt: () => planned.map(each => each.due).sort((a, b) => a - b)[0],
    async drain() {
      for (let job = next(); job; job = next()) {
        if (!(await isCommitted(db, job))) continue
        const all = workers()
        if (!all) throw new Error(`a job ${job.name} was started and testServer has no workers`)
        await run(all, job).catch(error => {
          waiting.push(job) // the next drain tries it again, as the queue would
          throw error
        })
      }
      const able = (name: QuietName) => workers()?.[name] !== undefined
      for (let job = await nextDue(able); job; job = await nextDue(able)) await run(workers() ?? {}, job)
    },
  }
}

function run(workers: Partial<Workers>, { name, data }: Pick<Waiting, 'name' | 'data'>): Promise<void> {
  const worker = workers[name] as ((data: Jobs[JobName]) => Promise<void>) | undefined
  if (!worker) throw new Error(`a job ${name} was started and testServer has no worker for it`)
  return worker(data as Jobs[JobName])
}

const stateOf = async (db: Db, transaction: string) =>
  (await first(db, sql<{ state: string | null }>`select pg_xact_status(${transaction}::xid8) as state`))?.state
const isAborted = async (db: Db, transaction: string) => (await stateOf(db, transaction)) === 'aborted'

function isCommitted(db: Db, job: Waiting): Promise<boolean> {
  return db.transaction().execute(async tx => {
    await scope(tx, { companies: [job.company_id] })
    return (await first(tx, sql<{ id: string }>`select id from runs where id = ${job.run_id}`)) !== undefined
  })
}
