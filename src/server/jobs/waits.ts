// How long a job waits before it asks a party again.

/** Seconds: the first wait, doubled with each try, at most the longest. */
export const doubling =
  (first: number, longest: number) =>
  (tries: number): number =>
    Math.min(longest, first * 2 ** Math.min(tries, 30))
