// A day's card sales paid in one transfer by the acquirer, whole or less the rate it took before.

import { atRate } from './charges.ts'
import type { Explanation } from './explanation.ts'
import type { Option } from './options.ts'
import { dayBuckets } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { titleFlags } from './title-index.ts'
import { bounds, memory, points, rates, thresholds, windows } from './weights.ts'

/** Card titles of one due day whose sum the line pays; the nearest day first. */
export function findBatches(engine: Engine, read: ReadLine): Option[] {
  if (read.kind !== 'RECEIVABLE') return []
  const found: Option[] = []
  for (let gap = 0; gap <= windows.batchDays; gap++) {
    for (const day of gap === 0 ? [read.day] : [read.day - gap, read.day + gap]) {
      const titles = cardTitles(engine, read, day)
      const option = titles.length < bounds.groupMin || titles.length > bounds.batchTitles ? null : asBatch(engine, read, titles, gap)
      if (option) found.push(option)
    }
  }
  return found
}

function cardTitles({ index }: Engine, read: ReadLine, day: number): number[] {
  const titles: number[] = []
  for (const pool of read.pools)
    for (const title of dayBuckets(index, pool).get(day) ?? []) if ((index.flags[title]! & titleFlags.card) !== 0) titles.push(title)
  return titles.sort((one, other) => index.titles.compareIds(one, other))
}

function asBatch({ index }: Engine, read: ReadLine, titles: number[], gap: number): Option | null {
  const sum = titles.reduce((total, title) => total + index.amounts[title]!, 0)
  const explanation =
    sum === read.amount
      ? null
      : byRate(
          read,
          titles.map(title => index.amounts[title]!),
          sum,
        )
  if (sum !== read.amount && explanation === null) return null
  const known = explanation?.sure === true
  const amount = explanation?.by === 'card' ? points.amountExplained : points.amountEqual
  const score = amount + points.date * (1 - gap / windows.days) + (known ? points.identity : 0)
  if (score < thresholds.shown) return null
  return { titles, score: Math.round(score), gap, group: 'batch', instant: false, explanation }
}

/** The acquirer rounds each sale or the whole. */
function byRate(read: ReadLine, amounts: readonly number[], sum: number): Explanation | null {
  const fee = sum - read.amount
  if (fee <= 0) return null
  const term = read.learned?.terms.RECEIVABLE.find(
    ({ kind, cents, rate }) =>
      kind === 'fee' &&
      cents === null &&
      (atRate(sum, rate) === fee || amounts.reduce((total, amount) => total + atRate(amount, rate), 0) === fee),
  )
  const parts = [{ kind: 'fee', amount_cents: fee }] as const
  if (term) return { parts, by: 'learned', sure: term.times >= memory.sureTimes }
  // The first time, any usual rate may be the acquirer's.
  return fee * 10_000 <= sum * rates.cardMost ? { parts, by: 'card', sure: false } : null
}
