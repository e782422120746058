// Titles of one kind and account ordered by amount: exact amounts, ranges and due days by binary search.
import type { TitleKind } from './candidates.ts'
import { push, type TitleIndex } from './title-index.ts'

/** Titles of one kind and one account (or none), ordered by amount. */
export interface Pool {
  readonly accountId: string | null
  /** Title numbers. */
  readonly titles: Int32Array
  readonly amounts: Float64Array
  readonly due: Int32Array
  readonly dates: Int32Array
  readonly flags: Uint8Array
  /** Titles with withholdings, ordered by net amount. */
  readonly nets: Float64Array
  readonly netTitles: Int32Array
  /** The most days between due date and expected date of any title. */
  readonly shift: number
  days: Map<number, number[]> | null
}

export function layPool(index: TitleIndex, accountId: string | null, numbers: number[]): Pool {
  const titles = byAmount(index.amounts, numbers)
  sortRuns(index, titles)
  const netTitles = byAmount(
    index.nets,
    numbers.filter(at => index.nets[at]! > 0 && index.nets[at]! < index.amounts[at]!),
  )
  return {
    accountId,
    titles,
    amounts: picked(index.amounts, titles, new Float64Array(titles.length)),
    due: picked(index.due, titles, new Int32Array(titles.length)),
    dates: picked(index.dates, titles, new Int32Array(titles.length)),
    flags: picked(index.flags, titles, new Uint8Array(titles.length)),
    nets: picked(index.nets, netTitles, new Float64Array(netTitles.length)),
    netTitles,
    shift: numbers.reduce((most, at) => Math.max(most, Math.abs(index.due[at]! - index.dates[at]!)), 0),
    days: null,
  }
}

/** What changes in a pool: the numbers that leave, and those that come, in order. */
export interface PoolChange {
  readonly gone: ReadonlySet<number>
  readonly fresh: readonly number[]
}

/** As `layPool` would lay it; only the runs of the amounts that change are laid anew. `index` has the fresh titles. */
export function relayPool(index: TitleIndex, pool: Pool, { gone, fresh }: PoolChange): Pool {
  const withheld = fresh.filter(at => index.nets[at]! > 0 && index.nets[at]! < index.amounts[at]!)
  const runs = relaid(index.amounts, pool.titles, pool.amounts, { gone, fresh }, run =>
    run.sort(run.length > longRun ? (one, other) => index.due[one]! - index.due[other]! || one - other : (one, other) => one - other),
  )
  const netRuns = relaid(index.nets, pool.netTitles, pool.nets, { gone, fresh: withheld }, run => run)
  const length = lengthOf(runs)
  const netLength = lengthOf(netRuns)
  return {
    accountId: pool.accountId,
    titles: spliced(pool.titles, runs, at => at, new Int32Array(length)),
    amounts: spliced(pool.amounts, runs, at => index.amounts[at]!, new Float64Array(length)),
    due: spliced(pool.due, runs, at => index.due[at]!, new Int32Array(length)),
    dates: spliced(pool.dates, runs, at => index.dates[at]!, new Int32Array(length)),
    flags: spliced(pool.flags, runs, at => index.flags[at]!, new Uint8Array(length)),
    nets: spliced(pool.nets, netRuns, at => index.nets[at]!, new Float64Array(netLength)),
    netTitles: spliced(pool.netTitles, netRuns, at => at, new Int32Array(netLength)),
    shift: fresh.reduce((most, at) => Math.max(most, Math.abs(index.due[at]! - index.dates[at]!)), pool.shift),
    days: pool.days && redated(index, pool.days, { gone, fresh }),
  }
}

/** Places that stay, and the numbers of the run that follows them. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly run: readonly number[]
}

/** The runs of equal value that a change touches, each behind what stays before it. */
function relaid(
  values: Float64Array,
  titles: Int32Array,
  sorted: Float64Array,
  { gone, fresh }: PoolChange,
  ordered: (run: number[]) => number[],
): Stretch[] {
  const coming = new Map<number, number[]>()
  for (const at of gone) coming.set(values[at]!, [])
  for (const at of fresh) push(coming, values[at]!, at)
  let from = 0
  const stretches = [...coming]
    .sort(([one], [other]) => one - other)
    .map(([value, came]): Stretch => {
      const to = lowerBound(sorted, value)
      const end = lowerBound(sorted, value + 1)
      const stretch = { from, to, run: ordered([...titles.subarray(to, end).filter(at => !gone.has(at)), ...came]) }
      from = end
      return stretch
    })
  return [...stretches, { from, to: titles.length, run: [] }]
}

const lengthOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { from, to, run }) => sum + to - from + run.length, 0)

/** A column whose touched runs are filled anew; what stays is copied as a block. */
function spliced<Values extends Float64Array | Int32Array | Uint8Array>(
  column: Values,
  stretches: readonly Stretch[],
  cellOf: (at: number) => number,
  into: Values,
): Values {
  let place = 0
  for (const { from, to, run } of stretches) {
    into.set(column.subarray(from, to), place)
    place += to - from
    for (const at of run) into[place++] = cellOf(at)
  }
  return into
}

/** The buckets of the days on which something changes are made anew. */
function redated(index: TitleIndex, days: Map<number, number[]>, { gone, fresh }: PoolChange): Map<number, number[]> {
  const renewed = new Map(days)
  const changed = new Set([...gone, ...fresh].map(at => index.due[at]!))
  for (const day of changed) {
    const bucket = (days.get(day) ?? []).filter(at => !gone.has(at))
    bucket.push(...fresh.filter(at => index.due[at]! === day))
    if (bucket.length === 0) renewed.delete(day)
    else renewed.set(day, largestFirst(index, bucket))
  }
  return renewed
}

const largestFirst = (index: TitleIndex, titles: number[]): number[] =>
  titles.sort((one, other) => index.amounts[other]! - index.amounts[one]! || index.titles.compareIds(one, other))

/** A loop, because TypedArray.from walks an iterator and takes several times as long. */
function picked<Values extends Float64Array | Int32Array | Uint8Array>(values: Values, places: Int32Array, into: Values): Values {
  for (let at = 0; at < places.length; at++) into[at] = values[places[at]!]!
  return into
}

/** Longer runs of one amount are ordered by due date. */
const longRun = 32

function sortRuns(index: TitleIndex, titles: Int32Array): void {
  for (let start = 0; start < titles.length; ) {
    const amount = index.amounts[titles[start]!]!
    let end = start + 1
    while (end < titles.length && index.amounts[titles[end]!] === amount) end++
    if (end - start > longRun) titles.subarray(start, end).sort((one, other) => index.due[one]! - index.due[other]! || one - other)
    start = end
  }
}

/** Places of exactly this amount; where there are many, only those whose due or expected date may lie within the given days. */
export function equalRange(
  pool: Pool,
  amount: number,
  firstDay: number,
  lastDay: number,
): { readonly start: number; readonly end: number } {
  let start = lowerBound(pool.amounts, amount)
  let end = start
  while (end < pool.amounts.length && end - start <= longRun && pool.amounts[end] === amount) end++
  if (end - start <= longRun) return { start, end }
  end = lowerBound(pool.amounts, amount + 1)
  const due = pool.due
  const firstIn = (day: number, from: number, to: number) => {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (due[middle]! < day) low = middle + 1
      else high = middle
    }
    return low
  }
  start = firstIn(firstDay - pool.shift, start, end)
  return { start, end: firstIn(lastDay + pool.shift + 1, start, end) }
}

/** Sorts amount and place as one exact number where both fit in 53 bits, so that the engine's numeric sort needs no comparator. */
function byAmount(amounts: Float64Array, numbers: readonly number[]): Int32Array {
  const count = numbers.length
  const factor = 2 ** Math.ceil(Math.log2(count + 1))
  let largest = 0
  for (const at of numbers) if (amounts[at]! > largest) largest = amounts[at]!
  if (largest * factor + factor > Number.MAX_SAFE_INTEGER) {
    return Int32Array.from([...numbers].sort((one, other) => amounts[one]! - amounts[other]! || one - other))
  }
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place++) keys[place] = amounts[numbers[place]!]! * factor + place
  keys.sort()
  const sorted = new Int32Array(count)
  for (let at = 0; at < count; at++) sorted[at] = numbers[keys[at]! % factor]!
  return sorted
}

/** The titles that a line of this account may pay: the account's own and those without an account. */
export function poolsOf(index: TitleIndex, kind: TitleKind, accountId: string): Pool[] {
  const pools: Pool[] = []
  const own = index.pools[kind].get(accountId)
  if (own) pools.push(own)
  const free = index.pools[kind].get(null)
  if (free) pools.push(free)
  return pools
}

/** The first place whose amount is not below `amount`. */
export function lowerBound(amounts: Float64Array, amount: number): number {
  let low = 0
  let high = amounts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (amounts[middle]! < amount) low = middle + 1
    else high = middle
  }
  return low
}

/** Title numbers by due day; each bucket has the largest amount first, then id. */
export function dayBuckets(index: TitleIndex, pool: Pool): Map<number, number[]> {
  if (pool.days) return pool.days
  const days = new Map<number, number[]>()
  for (let place = pool.titles.length - 1; place >= 0; place--) push(days, pool.due[place]!, pool.titles[place]!)
  for (const bucket of days.values()) largestFirst(index, bucket)
  pool.days = days
  return days
}
