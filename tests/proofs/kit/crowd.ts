// A crowd of callers in a thread of its own, so that the server's thread is not theirs, too.
import { Worker } from 'node:worker_threads'

export interface Answer {
  /** 0: none came. */
  status: number
  ms: number
  /** It said when to come again. */
  later: boolean
  at: number
}

export interface Crowd {
  url: string
  /** What the callers send, in turn. */
  asks: readonly { method?: string; headers: Record<string, string>; body?: string }[]
  callers: number
  forMs: number
  /** How long a caller who was refused waits before it asks again. */
  pauseMs?: number
}

export const crowdOf = (crowd: Crowd): Promise<Answer[]> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL('./crowd.mjs', import.meta.url), { workerData: crowd })
    worker.once('error', failed)
    worker.once('message', (answers: [number, number, boolean, number][]) =>
      done(answers.map(([status, ms, later, at]) => ({ status, ms, later, at }))),
    )
  })

export const p99 = (answers: readonly Answer[]): number => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

export const served = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
