// Long work in slices of a few milliseconds, each run when the browser is idle.

const SLICE_MS = 6

export async function inSlices(steps: Generator<void>): Promise<void> {
  await pause()
  let until = performance.now() + SLICE_MS
  for (const _ of steps) {
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + SLICE_MS
  }
}

/** Lets the page answer what waits, and goes on at once. */
export const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

export function pause(): Promise<void> {
  return new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve)
  })
}
