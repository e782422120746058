// The titles worth showing for one line: those that pass the gates and reach the display score, best first.

import { chargesOf } from './charges.ts'
import { differenceSign } from './differences.ts'
import type { Explanation } from './explanation.ts'
import type { Term } from './history.ts'
import { identityOf } from './identity.ts'
import { likelyContacts } from './likely-contacts.ts'
import { equalRange, lowerBound, type Pool } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { amountPoints, datePoints, emptyWeighed, gapOf, type Weighed, weigh } from './scoring.ts'
import { titleFlags } from './title-index.ts'
import { bounds, points, thresholds, tolerances, windows } from './weights.ts'

/** One option for a line, before it is explained. */
export interface Option {
  /** Title numbers ordered by due date, then id. */
  readonly titles: readonly number[]
  readonly score: number
  readonly gap: number
  readonly group: 'contact' | 'due_date' | 'batch' | null
  readonly instant: boolean
  readonly explanation: Explanation | null
}

/** Scratch of one search, reused from line to line. */
export interface Finds {
  count: number
  readonly titles: number[]
  readonly scores: number[]
  readonly gaps: number[]
  readonly instants: boolean[]
  readonly explanations: (Explanation | null)[]
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
    explanations: [],
    weighed: emptyWeighed(),
    histogram: new Int32Array(points.instant + 1),
  }
}

/** Fills `finds` with every free title of 60 points or more; titles of other accounts only where the line's own have none of its amount. */
export function findTitles(engine: Engine, read: ReadLine, finds: Finds, taken: Uint8Array | null): void {
  finds.count = 0
  for (const pool of read.pools) {
    findEqual(engine, read, pool, finds, taken)
    findNets(engine, read, pool, finds, taken)
    findBelow(engine, read, pool, finds, taken)
    findAbove(engine, read, pool, finds, taken)
  }
  for (const title of read.instant.keys()) {
    if (fitsAccount(engine, read, title)) once(engine, read, title, finds, taken)
  }
  if (!isSettled(finds)) {
    findExplained(engine, read, finds, taken)
    findHalves(engine, read, finds, taken)
  }
  if (!finds.explanations.slice(0, finds.count).includes(null)) findElsewhere(engine, read, finds, taken)
  if (finds.count === 0) findPartial(engine, read, finds, taken)
}

/** The most that a title earns whose contact the memo does not name. */
const nameless = points.amountEqual + points.date + points.uniqueAmount + points.history

/** An equal amount of who is named; one that is explained may have a rival that is explained otherwise. */
function isSettled({ count, scores, explanations }: Finds): boolean {
  for (let at = 0; at < count; at++) if (scores[at]! > nameless && explanations[at] === null) return true
  return false
}

/** Titles beyond the tolerances whose difference is explained: by the payer's own terms, or among those of contacts that the memo names. */
function findExplained(engine: Engine, read: ReadLine, finds: Finds, taken: Uint8Array | null): void {
  const { index } = engine
  for (const term of read.learned?.terms[read.kind] ?? []) {
    for (const amount of amountsBefore(read, term)) {
      for (const pool of read.pools) {
        const { start, end } = equalRange(pool, amount, read.day - windows.lateDays, read.day + windows.cardDays)
        for (let at = start; at < end; at++) once(engine, read, pool.titles[at]!, finds, taken)
      }
    }
  }
  const ceiling = read.amount / (1 - mostWithheld)
  const floor = (read.amount * 100) / (100 + tolerances.abovePercent)
  for (const contact of likelyContacts(engine, read)) {
    for (const title of index.contacts[contact]!.titles) {
      const amount = index.amounts[title]!
      if (amount === read.amount || amount > ceiling || amount < floor || !fitsAccount(engine, read, title)) continue
      once(engine, read, title, finds, taken)
    }
  }
}

/** More than any usual discount or withholding takes off. */
const mostWithheld = 0.25

/** The titles' amounts from which a term would leave what was paid: one, or the few cents that round to it. */
function amountsBefore({ amount, kind }: ReadLine, { kind: difference, cents, rate }: Term): number[] {
  const sign = differenceSign(difference, kind)
  if (cents !== null) return [amount - sign * cents]
  const middle = Math.round((amount * 10_000) / (10_000 + sign * rate))
  return [middle - 1, middle, middle + 1]
}

/** Titles of this amount that were planned on another account of the company. */
function findElsewhere(engine: Engine, read: ReadLine, finds: Finds, taken: Uint8Array | null): void {
  const from = finds.count
  for (const pool of engine.index.pools[read.kind].values()) {
    if (!read.pools.includes(pool)) findEqual(engine, read, pool, finds, taken)
  }
  for (let at = from; at < finds.count; at++) finds.scores[at] = Math.min(finds.scores[at]! - points.otherAccount, thresholds.high - 1)
  keepShown(finds)
}

/** Half of a title is as good a reading as another title with a difference explained to the cent: who sees both has to say which. */
function findHalves(engine: Engine, read: ReadLine, finds: Finds, taken: Uint8Array | null): void {
  if (!finds.explanations.slice(0, finds.count).some(explanation => explanation?.sure)) return
  findPartial(engine, read, finds, taken, amount => Math.round(amount / 2) === read.amount || Math.floor(amount / 2) === read.amount)
}

/** Titles of the contact that the memo surely names, which the line pays in part. */
function findPartial(
  engine: Engine,
  read: ReadLine,
  finds: Finds,
  taken: Uint8Array | null,
  isPart = (amount: number) => amount > read.amount && read.amount * 100 >= amount * bounds.partialPercent,
): void {
  const { index } = engine
  for (const contact of likelyContacts(engine, read)) {
    for (const title of index.contacts[contact]!.titles) {
      const amount = index.amounts[title]!
      if (!isPart(amount) || taken?.[title] || (index.flags[title]! & titleFlags.child) !== 0 || !fitsAccount(engine, read, title)) continue
      const gap = gapOf(read, index.due[title]!, index.dates[title]!)
      if (datePoints(read, index.due[title]!, gap, index.flags[title]!) < 0) continue
      const score = Math.round(points.partial + points.identity * identityOf(engine, read, title))
      if (score < thresholds.shown) continue
      const rest = { kind: 'open', amount_cents: amount - read.amount } as const
      add(finds, { title, score, gap, instant: false, explanation: { parts: [rest], by: 'partial', sure: false } })
    }
  }
}

function keepShown(finds: Finds): void {
  let kept = 0
  for (let at = 0; at < finds.count; at++) {
    if (finds.scores[at]! < thresholds.shown) continue
    finds.titles[kept] = finds.titles[at]!
    finds.scores[kept] = finds.scores[at]!
    finds.gaps[kept] = finds.gaps[at]!
    finds.instants[kept] = finds.instants[at]!
    finds.explanations[kept] = finds.explanations[at]!
    kept++
  }
  finds.count = kept
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
    if (isCharged(read, amounts[at]!, due[at]!)) {
      consider(engine, read, pool.titles[at]!, finds, taken)
      continue
    }
    const date = nearPoints(read, due[at]!, dates[at]!, flags[at]!)
    if (canReach(read, date, points.amountNear) && canReach(read, date, amountPoints('above', read.amount, amounts[at]!))) {
      consider(engine, read, pool.titles[at]!, finds, taken)
    }
  }
}

/** Fine and interest for exactly the days that the line is late. */
function isCharged(read: ReadLine, amount: number, due: number): boolean {
  const days = read.lateDay - due
  if (days <= 0 || days > windows.lateDays) return false
  const { fine, interest } = chargesOf(amount, days)
  // A bank that cuts cents off takes up to one from each.
  return Math.abs(read.amount - amount - fine - interest) <= 2
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
  add(finds, { title, score: weighed.score, gap: weighed.gap, instant: weighed.instant, explanation: weighed.explanation })
}

function once(engine: Engine, read: ReadLine, title: number, finds: Finds, taken: Uint8Array | null): void {
  if (!hasFound(finds, title)) consider(engine, read, title, finds, taken)
}

type Found = Pick<Option, 'score' | 'gap' | 'instant' | 'explanation'> & { readonly title: number }

function add(finds: Finds, { title, score, gap, instant, explanation }: Found): void {
  const at = finds.count++
  finds.titles[at] = title
  finds.scores[at] = score
  finds.gaps[at] = gap
  finds.instants[at] = instant
  finds.explanations[at] = explanation
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
    if (score < least) continue
    const explanation = finds.explanations[at] ?? null
    options.push({ titles: [finds.titles[at]!], score, gap: finds.gaps[at]!, group: null, instant: finds.instants[at]!, explanation })
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
