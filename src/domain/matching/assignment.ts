// The global assignment: highest score first, each line and each title once; ties go to the smaller date gap, the older title, the older line.

import type { Steps } from '../steps.ts'
import { compareIds, type Line } from './candidates.ts'
import { bestOptions, compareOptions, type Finds, findTitles, fitsAccount, type Option } from './options.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { emptyWeighed, type Weighed, weigh } from './scoring.ts'
import { thresholds } from './weights.ts'

/** Lines that read exactly alike (account, day, amount, memo) share their options and are served oldest first. */
export interface Wanting {
  readonly read: ReadLine
  readonly lines: Line[]
  options: Option[]
  /** Whether no options exist below the kept ones. */
  complete: boolean
  next: number
  served: number
}

export interface Given {
  readonly line: Line
  readonly wanting: Wanting
  option: Option
}

/** Iterations between two steps. */
const stride = 256

/** Exact although each line keeps only its best options: a line whose options are all taken searches again among the free titles. */
export function* assign(engine: Engine, wantings: readonly Wanting[], finds: Finds): Steps<Given[]> {
  const taken = new Uint8Array(engine.index.titles.length)
  const heap = new Heap(engine)
  for (const wanting of wantings) if (wanting.options.length > 0) heap.push(wanting)
  const given: Given[] = []
  let turns = 0
  for (let wanting = heap.pop(); wanting; wanting = heap.pop()) {
    const option = wanting.options[wanting.next]!
    if (option.titles.every(title => taken[title] === 0)) {
      for (const title of option.titles) taken[title] = 1
      given.push({ line: wanting.lines[wanting.served]!, wanting, option })
      wanting.served++
    }
    if (wanting.served < wanting.lines.length && advance(engine, wanting, finds, taken)) heap.push(wanting)
    if (++turns % stride === 0) yield
  }
  return given
}

/** Moves to the next option whose titles are free; false when none is left. */
function advance(engine: Engine, wanting: Wanting, finds: Finds, taken: Uint8Array): boolean {
  for (wanting.next++; wanting.next < wanting.options.length; wanting.next++) {
    if (wanting.options[wanting.next]!.titles.every(title => taken[title] === 0)) return true
  }
  if (wanting.complete) return false
  // Growing eightfold keeps the searches per line logarithmic when thousands compete for one amount.
  const keep = (wanting.options.length + wanting.lines.length) * 8
  findTitles(engine, wanting.read, finds, taken)
  wanting.options = bestOptions(engine, finds, keep)
  wanting.complete = finds.count <= keep
  wanting.next = 0
  return wanting.options.length > 0
}

/**
 * Equal amounts never cross: where an earlier line holds the later title and a later line the earlier title, they swap unless that
 * loses points, fails a gate, or breaks a match that is certain by itself. `isFirm` names those.
 */
export function uncross(engine: Engine, given: readonly Given[], isFirm: (one: Given) => boolean): void {
  const groups = new Map<string, Given[]>()
  for (const one of given) {
    if (one.option.titles.length > 1 || one.option.instant || isFirm(one)) continue
    const key = `${one.line.amount_cents} ${engine.index.amounts[one.option.titles[0]!]}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  const scratch = [emptyWeighed(), emptyWeighed(), emptyWeighed(), emptyWeighed()] as const
  for (const group of groups.values()) {
    if (group.length < 2) continue
    group.sort((one, other) => one.wanting.read.day - other.wanting.read.day || compareIds(one.line.id, other.line.id))
    for (let round = 0; round < reach && exchange(engine, group, scratch); round++);
  }
}

/** Neighbours compared on each side: a crossing spans few lines unless hundreds share one amount. */
const reach = 64

function exchange(engine: Engine, group: readonly Given[], scratch: readonly [Weighed, Weighed, Weighed, Weighed]): boolean {
  const { due } = engine.index
  let changed = false
  for (let first = 0; first < group.length; first++) {
    const early = group[first]!
    for (let second = first + 1; second < Math.min(group.length, first + reach); second++) {
      const late = group[second]!
      if (early.wanting.read.day === late.wanting.read.day) continue
      if (due[early.option.titles[0]!]! <= due[late.option.titles[0]!]!) continue
      changed = tryExchange(engine, early, late, scratch) || changed
    }
  }
  return changed
}

function tryExchange(engine: Engine, early: Given, late: Given, scratch: readonly [Weighed, Weighed, Weighed, Weighed]): boolean {
  const forEarly = late.option.titles[0]!
  const forLate = early.option.titles[0]!
  const [now, then, nowLate, thenLate] = scratch
  if (!fitsAccount(engine, early.wanting.read, forEarly) || !fitsAccount(engine, late.wanting.read, forLate)) return false
  if (!weigh(engine, early.wanting.read, forEarly, then) || then.score < thresholds.shown || then.instant) return false
  if (!weigh(engine, late.wanting.read, forLate, thenLate) || thenLate.score < thresholds.shown || thenLate.instant) return false
  weigh(engine, early.wanting.read, forLate, now)
  weigh(engine, late.wanting.read, forEarly, nowLate)
  if (exact(then) + exact(thenLate) < exact(now) + exact(nowLate) - 1e-9) return false
  early.option = single(forEarly, then)
  late.option = single(forLate, thenLate)
  return true
}

/** The score before rounding, so that equal sums compare equal. */
function exact(weighed: Weighed): number {
  return weighed.amount + weighed.date + weighed.identity + weighed.history + weighed.bonus
}

function single(title: number, weighed: Weighed): Option {
  return { titles: [title], score: weighed.score, gap: weighed.gap, group: null, instant: false, explanation: weighed.explanation }
}

/** A binary heap of lines by their best free option. */
class Heap {
  readonly #engine: Engine
  readonly #items: Wanting[] = []

  constructor(engine: Engine) {
    this.#engine = engine
  }

  push(item: Wanting): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#before(item, items[parent]!)) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = item
  }

  pop(): Wanting | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (top === undefined || last === undefined || items.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#before(items[child + 1]!, items[child]!)) child++
      if (!this.#before(items[child]!, last)) break
      items[at] = items[child]!
      at = child
    }
    items[at] = last
    return top
  }

  #before(one: Wanting, other: Wanting): boolean {
    const order = compareOptions(this.#engine, one.options[one.next]!, other.options[other.next]!)
    return (order || compareIds(one.lines[one.served]!.id, other.lines[other.served]!.id)) < 0
  }
}
