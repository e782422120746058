// Numbers of a measurement: medians, percentiles, and runs of several sides taken in turn so that a noisy machine hits all of them.
import { note } from './report.ts'

/** The value below which `share` (0 to 1) of the numbers lie; NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** Milliseconds `work` took. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The same; work that fails has taken for ever, and why is said. */
export async function attempted(work: () => unknown): Promise<number> {
  try {
    return await timed(work)
  } catch (error) {
    note(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error))
    return Number.POSITIVE_INFINITY
  }
}

/** Runs every side once per round, in turn and after `warm` rounds that do not count, and gives each side's median. A side answers its own ms. */
export async function inTurn<Side extends string>(
  rounds: number,
  sides: Record<Side, () => number | Promise<number>>,
  warm = 1,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[]
  const taken = new Map<Side, number[]>(names.map(name => [name, []]))
  for (let round = -warm; round < rounds; round++) {
    for (const name of names) {
      const ms = await sides[name]()
      if (round >= 0) taken.get(name)?.push(ms)
    }
  }
  return Object.fromEntries(names.map(name => [name, median(taken.get(name) ?? [])])) as Record<Side, number>
}
