// Long work in short steps: the caller decides what happens between two of them.

export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
