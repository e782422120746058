// What TypeScript knows of arrivals.mjs.
export interface ArrivalClock {
  now(): number
  until(due: number): Promise<unknown>
}
export interface Arrivals {
  readonly perSecond: number
  readonly count: number
  send(n: number): Promise<unknown>
  readonly clock?: ArrivalClock
}
export function arrive(arrivals: Arrivals): Promise<{ readonly taken: readonly number[]; readonly failed: readonly unknown[] }>
