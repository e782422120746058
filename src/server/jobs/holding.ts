// The life of the processes that work jobs: each beats with the jobs it has, and takes over what nobody alive has.
import { sql } from 'kysely'
import { newId } from '#server/base/ids.ts'
import { all, type Db } from '#server/db/query.ts'

const BEAT_MS = 2000
/** A process that is silent for so long is dead, or will find its lease gone. */
const SILENT_S = 10

export interface HeldJob {
  queue: string
  job_id: string
  fence: number
}

export interface Holding {
  /** Says who has the job; called right after it was handed out. */
  hold(job: HeldJob): Promise<void>
  /** Takes the very object that `hold` was given. */
  letGo(job: HeldJob): Promise<void>
  /** Beats no more: whatever is still held is others' at once. */
  stop(): Promise<void>
}

export interface HoldingOptions {
  db: Db
  /** Jobs were taken over: look for them now. */
  wake(queues: readonly string[]): void
  report(error: Error): void
}

export async function startHolding({ db, wake, report }: HoldingOptions): Promise<Holding> {
  const worker = newId()
  const holds = new Set<HeldJob>()
  let stopped = false
  async function round(): Promise<void> {
    await beat(db, worker)
    await letGoOfTheRest(db, worker, [...holds])
    const queues = await takeOver(db)
    if (queues.length > 0) wake(queues)
  }
  const again = async (): Promise<void> => {
    if (stopped) return
    await round().catch(error => report(error instanceof Error ? error : new Error(String(error))))
    if (!stopped) timer = setTimeout(() => void again(), BEAT_MS).unref()
  }
  await round()
  let timer = setTimeout(() => void again(), BEAT_MS).unref()
  return {
    async hold(job) {
      holds.add(job)
      const { queue, job_id, fence } = job
      await sql`
        insert into pgboss.razao_holdings (name, job_id, fence, worker_id) values (${queue}, ${job_id}, ${fence}, ${worker})
        on conflict (name, job_id) do update set fence = excluded.fence, worker_id = excluded.worker_id`.execute(db)
    },
    async letGo(job) {
      holds.delete(job)
      const { queue, job_id, fence } = job
      await sql`delete from pgboss.razao_holdings
        where name = ${queue} and job_id = ${job_id} and fence = ${fence} and worker_id = ${worker}`.execute(db)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sql`delete from pgboss.razao_workers where id = ${worker}`.execute(db)
    },
  }
}

const beat = (db: Db, worker: string) =>
  sql`insert into pgboss.razao_workers (id) values (${worker}) on conflict (id) do update set beat_at = now()`.execute(db)

/** What the database still says this worker has: while the database was away, nobody could tell it that a job had ended. */
const letGoOfTheRest = (db: Db, worker: string, held: readonly HeldJob[]) =>
  sql`delete from pgboss.razao_holdings h where h.worker_id = ${worker} and not exists (
      select 1 from unnest(${held.map(({ job_id }) => job_id)}::uuid[], ${held.map(({ fence }) => fence)}::int[]) as mine (job_id, fence)
      where mine.job_id = h.job_id and mine.fence = h.fence)`.execute(db)

/**
 * Jobs under way whose worker is dead, or who died before it could say that it had them, go back to those waiting; their tries count on. A
 * job tried as often as it may stays until its own time is up, when it is parked. Rows that a transaction holds are somebody's who lives.
 */
async function takeOver(db: Db): Promise<string[]> {
  const taken = await all(
    db,
    sql<{ name: string }>`
      update pgboss.job j set state = 'retry', start_after = now()
      from (
        select a.name, a.id from pgboss.job a left join pgboss.razao_holdings h on h.name = a.name and h.job_id = a.id and h.fence = a.retry_count
        where a.state = 'active' and a.retry_count < a.retry_limit and a.started_on < now() - ${SILENT_S} * interval '1 second'
          and not exists (
            select 1 from pgboss.razao_workers w where w.id = h.worker_id and w.beat_at > now() - ${SILENT_S} * interval '1 second')
        for update of a skip locked) lost
      where j.name = lost.name and j.id = lost.id
      returning j.name`,
  )
  await sql`delete from pgboss.razao_workers where beat_at < now() - interval '1 day'`.execute(db)
  await sql`delete from pgboss.razao_holdings h
    where not exists (select 1 from pgboss.razao_workers w where w.id = h.worker_id)
      and not exists (select 1 from pgboss.job j where j.name = h.name and j.id = h.job_id and j.state = 'active')`.execute(db)
  return [...new Set(taken.map(({ name }) => name))]
}
