// One line for several titles: 2 to 5 of one contact or one due date with the exact sum, searched only when no single title fits.
import { evidenceOf, identityOf } from './identity.ts'
import { likelyContacts } from './likely-contacts.ts'
import { compareOptions, fitsAccount, type Option } from './options.ts'
import { dayBuckets } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { datePoints, gapOf } from './scoring.ts'
import { visitSmallSets } from './small-sets.ts'
import type { TitleIndex } from './title-index.ts'
import { bounds, points, thresholds, windows } from './weights.ts'

/** Without name or history a group needs this many date points to be shown, so only near due dates are searched. */
const namelessDate = thresholds.shown + points.groupPenalty - points.amountEqual

/** At most three groups of 60 points or more, best first. */
export function findGroups(engine: Engine, read: ReadLine): Option[] {
  const found = new Map<string, Option>()
  const contacts = likelyContacts(engine, read)
  for (const contact of contacts) searchSet(engine, read, 'contact', engine.index.contacts[contact]!.titles, found)
  searchNear(engine, read, contacts, found)
  return [...found.values()].sort((one, other) => compareOptions(engine, one, other)).slice(0, bounds.groupSets)
}

const scratches = new WeakMap<TitleIndex, Uint8Array>()

/** One zero per contact; whoever writes to it restores the zeros. */
function scratchFor(index: TitleIndex): Uint8Array {
  let scratch = scratches.get(index)
  if (!scratch) {
    scratch = new Uint8Array(index.contacts.length)
    scratches.set(index, scratch)
  }
  return scratch
}

/** Sets of one due date and of one contact, among titles due within the few days that can still be shown. */
function searchNear(engine: Engine, read: ReadLine, done: ReadonlySet<number>, found: Map<string, Option>): void {
  const { index } = engine
  const reach = Math.floor(windows.days * (1 - namelessDate / points.date))
  const near: number[] = []
  for (let day = read.day - reach; day <= read.day + reach; day++) {
    const largest: number[] = []
    for (const pool of read.pools) {
      const bucket = dayBuckets(index, pool).get(day) ?? []
      const start = firstBelow(index, bucket, read.amount)
      for (let at = start; at < bucket.length; at++) near.push(bucket[at]!)
      for (let at = start; at < Math.min(bucket.length, start + bounds.groupCandidates); at++) largest.push(bucket[at]!)
    }
    if (largest.length >= bounds.groupMin) searchSet(engine, read, 'due_date', largest, found)
  }
  for (const list of byRepeatedContact(index, near, done)) searchSet(engine, read, 'contact', list, found)
}

/** Titles of contacts that appear at least twice. */
function byRepeatedContact(index: TitleIndex, titles: readonly number[], done: ReadonlySet<number>): Iterable<number[]> {
  const counts = scratchFor(index)
  const lists = new Map<number, number[]>()
  for (const title of titles) {
    const contact = index.contactOf[title]!
    if (contact < 0) continue
    if (counts[contact] === 0) counts[contact] = 1
    else if (!done.has(contact) && index.contacts[contact]!.id !== null) lists.set(contact, [])
  }
  for (const title of titles) {
    const contact = index.contactOf[title]!
    if (contact < 0) continue
    counts[contact] = 0
    if (lists.size > 0) lists.get(contact)?.push(title)
  }
  return lists.values()
}

/** The first place of a bucket, largest amount first, whose amount is below this one. */
function firstBelow(index: TitleIndex, bucket: readonly number[], amount: number): number {
  let low = 0
  let high = bucket.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (index.amounts[bucket[middle]!]! >= amount) low = middle + 1
    else high = middle
  }
  return low
}

function searchSet(
  engine: Engine,
  read: ReadLine,
  group: 'contact' | 'due_date',
  titles: readonly number[],
  found: Map<string, Option>,
): void {
  const members = eligible(engine, read, group, titles)
  if (members.length < bounds.groupMin) return
  const { amounts } = engine.index
  const values = members.map(title => amounts[title]!)
  if (values.reduce((sum, value) => sum + value, 0) < read.amount) return
  let visits = 0
  visitSmallSets(values, read.amount, { min: bounds.groupMin, max: bounds.groupMax }, places => {
    const option = asOption(
      engine,
      read,
      group,
      places.map(place => members[place]!),
    )
    const key = option.titles.join(' ')
    const known = found.get(key)
    // A set of one contact and one due date reads better as the contact's.
    if (option.score >= thresholds.shown && (!known || known.group === 'due_date')) found.set(key, option)
    visits++
    return visits >= bounds.groupVisits
  })
}

/** At most 20 that pass the gates: for a contact the nearest; for a due date the largest, since one of five must hold a fifth of the sum. */
function eligible(engine: Engine, read: ReadLine, group: 'contact' | 'due_date', titles: readonly number[]): number[] {
  const { index } = engine
  const places: number[] = []
  let sum = 0
  for (const title of titles) {
    const amount = index.amounts[title]!
    if (amount >= read.amount || !fitsAccount(engine, read, title)) continue
    const gap = gapOf(read, index.due[title]!, index.dates[title]!)
    if (datePoints(read, index.due[title]!, gap, index.flags[title]!) < 0) continue
    places.push(title)
    sum += amount
  }
  if (places.length < bounds.groupMin || sum < read.amount) return []
  const fitting = places.map(title => ({
    title,
    gap: group === 'contact' ? gapOf(read, index.due[title]!, index.dates[title]!) : 0,
    amount: index.amounts[title]!,
  }))
  fitting.sort((one, other) => one.gap - other.gap || other.amount - one.amount || index.titles.compareIds(one.title, other.title))
  return fitting.slice(0, bounds.groupCandidates).map(({ title }) => title)
}

/** Exact sum, the farthest member's date, the members' mean identity, history only if all share it, minus the group penalty. */
function asOption(engine: Engine, read: ReadLine, group: 'contact' | 'due_date', titles: number[]): Option {
  const { index } = engine
  let date: number = points.date
  let gap = 0
  let identity = 0
  let evident = true
  for (const title of titles) {
    const own = gapOf(read, index.due[title]!, index.dates[title]!)
    gap = Math.max(gap, own)
    date = Math.min(date, datePoints(read, index.due[title]!, own, index.flags[title]!))
    identity += identityOf(engine, read, title)
    evident &&= evidenceOf(engine, read, title) !== null
  }
  titles.sort((one, other) => index.due[one]! - index.due[other]! || index.titles.compareIds(one, other))
  const sum = points.amountEqual + date + (points.identity * identity) / titles.length + (evident ? points.history : 0)
  return { titles, score: Math.round(sum - points.groupPenalty), gap, group, instant: false, explanation: null }
}
