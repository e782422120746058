// Long work on the one event loop that lets other requests in every few milliseconds.
import { setImmediate } from 'node:timers/promises'
import type { Steps } from '#domain/steps.ts'

const TURN_MS = 10

/** Runs the steps in order; between two of them other requests are served. */
export async function unhurried<Result>(steps: Steps<Result>): Promise<Result> {
  let turn = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - turn < TURN_MS) continue
    await setImmediate()
    turn = performance.now()
  }
}
