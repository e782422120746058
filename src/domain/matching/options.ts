// The titles worth showing for one line: those that pass the gates and reach the display score, best first.
import { equalRange, lowerBound, type Pool } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { amountPoints, datePoints, emptyWeighed, gapOf, type Weighed, weigh } from './scoring.ts'
import { titleFlags } from './title-index.ts'
import { points, thresholds, tolerances, windows } from './weights.ts'

/** One option for a line, before it is explained. */
export interface Option {
  /** Title numbers ordered by due date, then id. */
  readonly titles: readonly number[]
  readonly score: number
  readonly gap: number
  readonly group: 'contact' | 'due_date' | null
  readonly instant: boolean
}

/** Scratch of one search, reused from line to line. */
export interface Finds {
  count: number
  readonly titles: number[]
  readonly scores: number[]
  readonly gaps: number[]
  readonly instants: boolean[]
  readonly weighed: Weighed
  readonly histogram: Int32Array
}

export function emptyFinds(): Finds {
  return {
    count: 0,
    titles: [],
    scores: [],
    gaps: [],
    instants: [],
    weighed: emptyWeighed(),
    histogram: new Int32Array(points.instant + 1),
  }
}

/** Fills `finds` with every free title of 60 points or more. */
export function findTitles(engine: Engine, read: ReadLine, finds: Finds, taken: Uint8Array | null): void {
  finds.count = 0
  for (const pool of read.pools) {
    findEqual(engine, read, pool, finds, taken)
    findNets(engine, read, pool, finds, taken)
    findBelow(engine, read, pool, finds, taken)
    findAbove(engine, read, pool, finds, taken)
  }
  for (const title of read.instant.keys()) {
    if (!fitsAccount(engine, read, title) || hasFound(finds, title)) continue
    consider(engine, read, title, finds, taken)
  }
}

function findEqual(engine: Engine, read: ReadLine, pool: Pool, finds: Finds, taken: Uint8Array | null): void {
  const { due, dates, flags } = pool
  // Assumes that the unique-amount bonus can be reached.
  const least = Math.max(0, thresholds.shown - 0.5 - points.amountEqual - points.uniqueAmount - read.wordPoints)
  const { start, end } = equalRange(pool, read.amount, read.day - windows.lateDays, read.day + windows.cardDays)
  for (let at = start; at < end; at++) {
    const gap = gapOf(read, due[at]!, dates[at]!)
    if (datePoints(read, due[at]!, gap, flags[at]!) >= least) consider(engine, read, pool.titles[at]!, finds, taken)
  }
}

function findNets(engine: Engine, read: ReadLine, pool: Pool, finds: Finds, taken: Uint8Array | null): void {
  for (let at = lowerBound(pool.nets, read.amount); at < pool.nets.length && pool.nets[at] === read.amount; at++) {
    consider(engine, read, pool.netTitles[at]!, finds, taken)
  }
}

/** Lines slightly smaller than the title. */
function findBelow(engine: Engine, read: ReadLine, pool: Pool, finds: Finds, taken: Uint8Array | null): void {
  const { amounts, due, dates, flags } = pool
  if (thresholds.shown - 0.5 > points.amountNear + points.date + read.wordPoints) return
  const ceiling = (read.amount * 100 + tolerances.belowFeeCents * 100) / (100 - tolerances.belowPercent)
  for (let at = lowerBound(amounts, read.amount + 1); at < amounts.length && amounts[at]! <= ceiling; at++) {
    const date = nearPoints(read, due[at]!, dates[at]!, flags[at]!)
    if (!canReach(read, date, points.amountNear)) continue
    if (!canReach(read, date, amountPoints('below', read.amount, amounts[at]!))) continue
    const title = pool.titles[at]!
    if (engine.index.nets[title] !== read.amount) consider(engine, read, title, finds, taken)
  }
}

/** Lines slightly larger than an overdue title. */
function findAbove(engine: Engine, read: ReadLine, pool: Pool, finds: Finds, taken: Uint8Array | null): void {
  const { amounts, due, dates, flags } = pool
  if (thresholds.shown - 0.5 > points.amountNear + points.date + read.wordPoints) return
  const floor = (read.amount * 100) / (100 + tolerances.abovePercent)
  for (let at = lowerBound(amounts, read.amount) - 1; at >= 0 && amounts[at]! >= floor; at--) {
    if ((flags[at]! & titleFlags.overdue) === 0) continue
    const date = nearPoints(read, due[at]!, dates[at]!, flags[at]!)
    if (canReach(read, date, points.amountNear) && canReach(read, date, amountPoints('above', read.amount, amounts[at]!))) {
      consider(engine, read, pool.titles[at]!, finds, taken)
    }
  }
}

function nearPoints(read: ReadLine, due: number, date: number, flags: number): number {
  const limit = (flags & titleFlags.card) !== 0 ? windows.cardDays : windows.days
  return points.date * (1 - gapOf(read, due, date) / limit)
}

/** Leaves half a point of room, because scores are rounded. */
function canReach(read: ReadLine, date: number, amount: number): boolean {
  return date + amount + read.wordPoints >= thresholds.shown - 0.5
}

function consider(engine: Engine, read: ReadLine, title: number, finds: Finds, taken: Uint8Array | null): void {
  const { weighed } = finds
  if (taken?.[title] || !weigh(engine, read, title, weighed) || weighed.score < thresholds.shown) return
  const at = finds.count++
  finds.titles[at] = title
  finds.scores[at] = weighed.score
  finds.gaps[at] = weighed.gap
  finds.instants[at] = weighed.instant
}

function hasFound(finds: Finds, title: number): boolean {
  for (let at = 0; at < finds.count; at++) if (finds.titles[at] === title) return true
  return false
}

/** The gates of sign and account, for titles not found through the line's own pools. */
export function fitsAccount(engine: Engine, read: ReadLine, title: number): boolean {
  const { titles } = engine.index
  if (titles.kind(title) !== read.kind) return false
  const accountId = titles.accountId(title)
  return accountId === null || accountId === read.line.bank_account_id
}

/** The best `keep` finds in order; sorts only scores that can be among them. */
export function bestOptions(engine: Engine, finds: Finds, keep: number): Option[] {
  let least = 0
  if (finds.count > keep) {
    const { histogram } = finds
    histogram.fill(0)
    for (let at = 0; at < finds.count; at++) histogram[finds.scores[at]!]!++
    least = points.instant
    for (let seen = histogram[least]!; seen < keep; seen += histogram[least]!) least--
  }
  const options: Option[] = []
  for (let at = 0; at < finds.count; at++) {
    const score = finds.scores[at]!
    if (score >= least)
      options.push({ titles: [finds.titles[at]!], score, gap: finds.gaps[at]!, group: null, instant: finds.instants[at]! })
  }
  options.sort((one, other) => compareOptions(engine, one, other))
  if (options.length > keep) options.length = keep
  return options
}

/** Higher score, smaller date gap, fewer titles, older ids. */
export function compareOptions(engine: Engine, one: Option, other: Option): number {
  return other.score - one.score || one.gap - other.gap || one.titles.length - other.titles.length || compareTitles(engine, one, other)
}

function compareTitles({ index }: Engine, one: Option, other: Option): number {
  for (let at = 0; at < one.titles.length; at++) {
    const order = index.titles.compareIds(one.titles[at]!, other.titles[at]!)
    if (order !== 0) return order
  }
  return 0
}
