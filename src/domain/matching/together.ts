// Several lines for one title: payments in parts, found among the lines that nothing else explains.
import type { Steps } from '../steps.ts'
import { compareIds, type Line } from './candidates.ts'
import { identityOf } from './identity.ts'
import { likelyContacts } from './likely-contacts.ts'
import { fitsAccount } from './options.ts'
import { equalRange } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { datePoints, gapOf } from './scoring.ts'
import { visitSmallSets } from './small-sets.ts'
import { bounds, points, thresholds, tolerances, windows } from './weights.ts'

export interface Part {
  readonly line: Line
  readonly read: ReadLine
}

/** Lines whose amounts sum exactly to one title. */
export interface Together {
  /** By day, then id. */
  readonly parts: readonly Part[]
  readonly title: number
  readonly score: number
  readonly gap: number
  /** No other set of these lines, and no other title, fits, and no part is a round amount, which parts of anything are. */
  readonly only: boolean
}

/** Each line and each title once, the best first; `taken` holds the titles that single lines were given. */
export function* findTogether(engine: Engine, left: readonly Part[], taken: Uint8Array): Steps<Together[]> {
  const found: Together[] = []
  for (const cluster of clustersOf(engine, left).values()) {
    if (cluster.length < bounds.groupMin) continue
    found.push(...inCluster(engine, cluster, taken))
    yield
  }
  found.sort((one, other) => other.score - one.score || one.gap - other.gap || compareIds(one.parts[0]!.line.id, other.parts[0]!.line.id))
  const lines = new Set<string>()
  const titles = new Set<number>()
  return found.filter(({ parts, title }) => {
    if (titles.has(title) || parts.some(({ line }) => lines.has(line.id))) return false
    titles.add(title)
    for (const { line } of parts) lines.add(line.id)
    return true
  })
}

/** Lines of one account and side that name the same contact, or read the same. */
function clustersOf(engine: Engine, left: readonly Part[]): Map<string, Part[]> {
  const clusters = new Map<string, Part[]>()
  for (const part of left) {
    const { read } = part
    const contacts = [...likelyContacts(engine, read)]
    const keys = contacts.length > 0 ? contacts.map(contact => `contact ${contact}`) : [`words ${read.words.join(' ')}`]
    for (const key of keys) {
      const full = `${read.kind} ${read.line.bank_account_id} ${key}`
      const cluster = clusters.get(full)
      if (cluster) cluster.push(part)
      else clusters.set(full, [part])
    }
  }
  return clusters
}

function inCluster(engine: Engine, cluster: Part[], taken: Uint8Array): Together[] {
  cluster.sort((one, other) => one.read.day - other.read.day || compareIds(one.line.id, other.line.id))
  const found: Together[] = []
  for (let start = 0; start < cluster.length; start += bounds.togetherLines) {
    const parts = cluster.slice(start, start + bounds.togetherLines)
    const first = parts[0]!.read.day
    const near = parts.filter(({ read }) => read.day - first <= windows.togetherDays)
    for (const title of titlesFor(engine, near, taken)) {
      const set = setFor(engine, near, title)
      if (set && set.score >= thresholds.shown) found.push(set)
    }
  }
  const uses = new Map<string, number>()
  for (const { parts } of found) for (const { line } of parts) uses.set(line.id, (uses.get(line.id) ?? 0) + 1)
  return found.map(set => ({ ...set, only: set.only && set.parts.every(({ line }) => uses.get(line.id) === 1) }))
}

/** Free titles that the lines may sum to: those of the contacts named, or of exactly the sum of lines that follow each other. */
function titlesFor(engine: Engine, parts: readonly Part[], taken: Uint8Array): Set<number> {
  const { index } = engine
  const [first] = parts
  const titles = new Set<number>()
  if (!first || parts.length < bounds.groupMin) return titles
  const most = parts.reduce((sum, { read }) => sum + read.amount, 0)
  const least = Math.min(...parts.map(({ read }) => read.amount))
  const consider = (title: number) => {
    const amount = index.amounts[title]!
    if (titles.size >= bounds.togetherTitles || amount <= least || amount > most || taken[title] !== 0) return
    const gap = gapOf(first.read, index.due[title]!, index.dates[title]!)
    if (gap <= windows.lateDays && fitsAccount(engine, first.read, title)) titles.add(title)
  }
  for (const contact of likelyContacts(engine, first.read)) for (const title of index.contacts[contact]!.titles) consider(title)
  for (let from = 0; from < parts.length; from++) {
    let sum = parts[from]!.read.amount
    for (let to = from + 1; to < Math.min(parts.length, from + bounds.groupMax); to++) {
      const { read } = parts[to]!
      sum += read.amount
      for (const pool of read.pools) {
        const { start, end } = equalRange(pool, sum, read.day - windows.days, read.day + windows.days)
        for (let at = start; at < end; at++) consider(pool.titles[at]!)
      }
    }
  }
  return titles
}

function setFor(engine: Engine, parts: readonly Part[], title: number): Together | null {
  const { index } = engine
  const near = parts.filter(({ read }) => {
    const gap = gapOf(read, index.due[title]!, index.dates[title]!)
    return datePoints(read, index.due[title]!, gap, index.flags[title]!) >= 0
  })
  let chosen: readonly number[] | undefined
  let sets = 0
  const sizes = { min: bounds.groupMin, max: bounds.groupMax }
  visitSmallSets(
    near.map(({ read }) => read.amount),
    index.amounts[title]!,
    sizes,
    places => {
      chosen ??= places
      return ++sets > 1
    },
  )
  return chosen
    ? asTogether(
        engine,
        title,
        chosen.map(place => near[place]!),
        sets === 1,
      )
    : null
}

/** Exact sum, the nearest line's date, the lines' mean identity, minus the group penalty. */
function asTogether(engine: Engine, title: number, parts: readonly Part[], only: boolean): Together {
  const { index } = engine
  let date = 0
  let gap = Number.POSITIVE_INFINITY
  let identity = 0
  for (const { read } of parts) {
    const own = gapOf(read, index.due[title]!, index.dates[title]!)
    gap = Math.min(gap, own)
    date = Math.max(date, datePoints(read, index.due[title]!, own, index.flags[title]!))
    identity += identityOf(engine, read, title)
  }
  const sum = points.amountEqual + date + (points.identity * identity) / parts.length - points.groupPenalty
  const telling = parts.every(({ read }) => read.amount % tolerances.roundCents !== 0)
  return { parts, title, score: Math.round(sum), gap, only: only && telling }
}
