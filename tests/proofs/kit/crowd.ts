// A crowd of callers in a thread of its own.
import { inThread } from './in-thread.ts'

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

export const crowdOf = async (crowd: Crowd): Promise<Answer[]> =>
  (await inThread<[number, number, boolean, number][]>('./crowd.mjs', crowd)).map(([status, ms, later, at]) => ({ status, ms, later, at }))

export const p99 = (answers: readonly Answer[]): number => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

export const served = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
