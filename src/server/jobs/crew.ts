// The hands that work one queue: each takes a job under its lease, says what became of it, and the job that fails too often is parked.
import type PgBoss from 'pg-boss'
import { traced } from '#server/base/tracing.ts'
import type { Holding } from './holding.ts'
import { LeaseLost, underLease } from './lease.ts'

/** Without anybody who looks for all queues at once, as `watch.ts` does. */
const POLL_MS = 500

export interface Crew {
  /** Looks now instead of at the next poll. */
  wake(): void
  /** Takes no further job and waits for those under way; what is not done by then is released to another process. */
  stop(withinMs: number): Promise<void>
}

export interface CrewOptions {
  boss: PgBoss
  queue: string
  /** Jobs at once in this process. */
  hands: number
  run(data: unknown): Promise<void>
  /** How long an idle queue is left alone unless it is woken, in ms. */
  pollMs?: number
  /** Says that this process has the job, so that it is another's when the process dies. */
  holding: Pick<Holding, 'hold' | 'letGo'>
  report(error: Error): void
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export function crew({ boss, queue, hands, run, pollMs = POLL_MS, holding, report }: CrewOptions): Crew {
  const asleep = new Set<() => void>()
  const underWay = new Set<string>()
  let stopping = false
  let calls = 0

  function wake(): void {
    calls += 1
    const [rouse] = asleep
    rouse?.()
  }

  /** One hand polls; the others sleep until somebody who found a job wakes the next. */
  const sleep = (polls: boolean) =>
    new Promise<void>(done => {
      const timer = polls ? setTimeout(rouse, pollMs) : undefined
      function rouse(): void {
        clearTimeout(timer)
        asleep.delete(rouse)
        done()
      }
      asleep.add(rouse)
    })

  async function work(polls: boolean): Promise<void> {
    while (!stopping) {
      const heard = calls
      const job = await next()
      if (job) {
        wake()
        await take(job)
      } else if (!stopping && calls === heard) await sleep(polls)
    }
  }

  /** A database that does not answer now is asked again at the next poll. */
  async function next(): Promise<PgBoss.JobWithMetadata<object> | undefined> {
    try {
      return (await boss.fetch<object>(queue, { includeMetadata: true }))[0]
    } catch (error) {
      report(asError(error))
      return undefined
    }
  }

  async function take(job: PgBoss.JobWithMetadata): Promise<void> {
    underWay.add(job.id)
    const held = { queue, job_id: job.id, fence: job.retryCount }
    try {
      await holding.hold(held)
      await endsWithin(
        job.expireInSeconds * 1000,
        underLease(held, () => traced(queue, () => run(job.data))),
      )
      await boss.complete(queue, job.id)
    } catch (error) {
      await failed(job, asError(error)).catch(lost => report(asError(lost)))
    } finally {
      underWay.delete(job.id)
      await holding.letGo(held).catch(lost => report(asError(lost)))
    }
  }

  async function failed(job: PgBoss.JobWithMetadata, error: Error): Promise<void> {
    const parked = job.retryCount >= job.retryLimit ? ' and is parked' : ''
    report(new Error(`${queue} ${job.id} failed${parked}: ${error.message}`, { cause: error }))
    if (!(error instanceof LeaseLost)) await boss.fail(queue, job.id, { message: error.message })
  }

  const loops = Promise.all(Array.from({ length: hands }, (_, hand) => work(hand === 0)))

  return {
    wake,
    async stop(withinMs) {
      stopping = true
      for (const rouse of [...asleep]) rouse()
      await endsWithin(withinMs, loops).catch(() => {})
      for (const id of underWay) await boss.fail(queue, id, { message: 'the process stopped' })
    },
  }
}

/** Past its lease a job is somebody else's, whether or not its work ever returns. */
async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LeaseLost(`not done within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
