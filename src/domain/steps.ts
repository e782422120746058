// Long work in short steps: whoever runs it decides what happens between two of them.

export type Steps<Result> = Generator<void, Result, void>

/** All at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
