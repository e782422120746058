// One look for all queues: an idle process asks the database twice a second, not twice a second for each of its queues.
import { sql } from 'kysely'
import { all, type Db } from '#server/db/query.ts'

const LOOK_MS = 500

export interface WatchOptions {
  db: Db
  queues: readonly string[]
  /** Jobs of it are due. */
  wake(queue: string): void
  report(error: Error): void
}

/** Looks until the function it returns is called. */
export function watch({ db, queues, wake, report }: WatchOptions): () => void {
  let stopped = false
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    try {
      for (const name of await dueQueues(db, queues)) wake(name)
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)))
    }
    if (!stopped) timer = setTimeout(() => void look(), LOOK_MS)
  }
  timer = setTimeout(() => void look(), LOOK_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Those with a job that may start now: one look at the index of each queue. */
async function dueQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  const found = await all(
    db,
    sql<{ name: string }>`select q.name from unnest(${[...queues]}::text[]) as q (name)
      where exists (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`,
  )
  return found.map(({ name }) => name)
}
