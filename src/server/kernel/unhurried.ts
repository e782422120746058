// Long work on the one event loop: it lets others in every few milliseconds.
import { setImmediate } from 'node:timers/promises'
import type { Steps } from '#domain/steps.ts'

const TURN_MS = 10

/** Runs the steps one after the other; between two of them whoever waits is served. */
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
