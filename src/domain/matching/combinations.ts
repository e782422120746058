// "Achar combinação": sets of any size that sum exactly to an amount, of each contact and among the 40 nearest candidates. It tells what it searched.
import { serialOf } from '../day-serial.ts'
import { compareIds, type Line, type Title } from './candidates.ts'
import { visitSmallSets } from './small-sets.ts'
import { everySum, type Half } from './subset-sums.ts'
import { bounds, windows } from './weights.ts'

export interface CombinationItem {
  readonly id: string
  /** Positive. */
  readonly amount_cents: number
  /** Sets of one contact rank first. */
  readonly contact_id?: string | null
  /** Days from what is being explained; smaller totals rank first. */
  readonly gap?: number
}

export interface CombinationOptions {
  /** 3 by default. */
  readonly maxSets?: number
  /** Search steps, so that the same inputs give up at the same point on any machine; about 150 ms by default. */
  readonly budget?: number
}

export interface CombinationSet {
  /** Two or more, ordered by gap, then id. */
  readonly ids: readonly string[]
  /** Whether all have one contact. */
  readonly same_contact: boolean
}

export interface Combinations {
  /** Same contact first, then fewer items, smaller total gap, older ids. */
  readonly sets: readonly CombinationSet[]
  /** True when the search gave up (budget spent, or candidates beyond 40 left out), so other sets may exist. */
  readonly exhausted: boolean
  /** Candidates that fit at all, and how many of them were combined with any other. */
  readonly fitting: number
  readonly searched: number
}

interface Search {
  readonly items: readonly CombinationItem[]
  readonly target: number
  readonly maxSets: number
  readonly found: { places: number[]; sameContact: boolean; gap: number }[]
  left: number
}

/** Up to this size sets are enumerated; beyond it the search meets in the middle. */
const smallSize = 4

/** Ignores candidates above the amount. Of more than 40 it combines each contact's own, and the nearest of all, then the older. */
export function findCombinations(
  amount_cents: number,
  candidates: readonly CombinationItem[],
  options: CombinationOptions = {},
): Combinations {
  const usable = candidates.filter(item => item.amount_cents > 0 && item.amount_cents < amount_cents)
  usable.sort((one, other) => (one.gap ?? 0) - (other.gap ?? 0) || compareIds(one.id, other.id))
  const search: Search = {
    items: usable,
    target: amount_cents,
    maxSets: options.maxSets ?? bounds.combinationSets,
    found: [],
    left: options.budget ?? bounds.combinationBudget,
  }
  const everyPlace = usable.slice(0, bounds.combinationCandidates).map((_, place) => place)
  let whole = everyPlace.length === usable.length
  for (const places of contactPlaces(usable)) whole = searchAmong(search, places.slice(0, bounds.combinationCandidates), true) && whole
  const mixed = search.found.length < search.maxSets && search.left > 0 && searchAmong(search, everyPlace, false)
  const complete = mixed || search.found.length >= search.maxSets
  return {
    sets: search.found.map(({ places, sameContact }) => ({ ids: places.map(place => usable[place]!.id), same_contact: sameContact })),
    exhausted: search.left <= 0 || !complete || !whole,
    fitting: usable.length,
    searched: everyPlace.length,
  }
}

/** Several lines for one title: lines of its sign and account (any account if it has none), nearest to its due date first. */
export function findLineCombinations(title: Title, lines: readonly Line[], options: CombinationOptions = {}): Combinations {
  const due = serialOf(title.due_date)
  const sign = title.kind === 'BILL' ? -1 : 1
  const items = lines
    .filter(line => Math.sign(line.amount_cents) === sign && (title.bank_account_id ?? line.bank_account_id) === line.bank_account_id)
    .map(line => ({ id: line.id, amount_cents: Math.abs(line.amount_cents), gap: Math.abs(serialOf(line.day) - due) }))
    .filter(({ gap }) => gap <= windows.searchDays)
  return findCombinations(title.amount_cents, items, options)
}

function contactPlaces(items: readonly CombinationItem[]): number[][] {
  const byContact = new Map<string, number[]>()
  items.forEach(({ contact_id }, place) => {
    if (contact_id == null) return
    const places = byContact.get(contact_id)
    if (places) places.push(place)
    else byContact.set(contact_id, [place])
  })
  return [...byContact.values()].filter(places => places.length >= 2)
}

/** True when every set that could rank among the kept ones was searched. */
function searchAmong(search: Search, places: readonly number[], sameContact: boolean): boolean {
  const amounts = places.map(place => search.items[place]!.amount_cents)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  if (sum < search.target) return true
  if (search.left <= 0) return false
  const before = search.found.length
  search.left -= visitSmallSets(amounts, search.target, { min: 2, max: smallSize }, found => {
    search.left -= spelling
    keep(
      search,
      found.map(at => places[at]!),
      sameContact,
    )
    return search.left <= 0
  })
  if (search.left <= 0) return false
  const enough = (sameContact ? search.found.length - before : search.found.length) >= search.maxSets
  return enough || amounts.length <= smallSize || meet(search, places, amounts, sameContact)
}

/** Meets in the middle: walks the ordered sums of both halves from both ends. */
function meet(search: Search, places: readonly number[], amounts: readonly number[], sameContact: boolean): boolean {
  const middle = amounts.length >> 1
  const low = everySum(amounts.slice(0, middle), search.target)
  const high = everySum(amounts.slice(middle), search.target)
  search.left -= 2 * (low.sums.length + high.sums.length)
  let at = 0
  let other = high.sums.length - 1
  while (at < low.sums.length && other >= 0 && search.left > 0) {
    const sum = low.sums[at]! + high.sums[other]!
    search.left--
    if (sum < search.target) at++
    else if (sum > search.target) other--
    else {
      const ends = { low: runEnd(low, at, 1), high: runEnd(high, other, -1) }
      pairUp(search, { places, middle, sameContact, low, high }, { from: at, to: ends.low }, { from: ends.high + 1, to: other + 1 })
      at = ends.low
      other = ends.high
    }
  }
  return search.left > 0
}

/** The first place after a run of equal sums. */
function runEnd({ sums }: Half, from: number, step: 1 | -1): number {
  let at = from
  while (sums[at] === sums[from]) at += step
  return at
}

interface Meeting {
  readonly places: readonly number[]
  readonly middle: number
  readonly sameContact: boolean
  readonly low: Half
  readonly high: Half
}

interface Run {
  readonly from: number
  readonly to: number
}

function pairUp(search: Search, meeting: Meeting, lows: Run, highs: Run): void {
  const { places, middle, sameContact, low, high } = meeting
  for (let one = lows.from; one < lows.to; one++) {
    for (let two = highs.from; two < highs.to; two++) {
      if (search.left-- <= 0) return
      const size = bits(low.masks[one]!) + bits(high.masks[two]!)
      if (size <= smallSize || !canRank(search, size)) continue
      search.left -= spelling
      keep(search, [...chosen(places, low.masks[one]!, 0), ...chosen(places, high.masks[two]!, middle)], sameContact)
    }
  }
}

/** Steps charged for writing out and ranking a set, which takes that many times longer than a comparison. */
const spelling = 64

/** A cheap test before a set is written out. */
function canRank({ found, maxSets }: Search, size: number): boolean {
  const last = found[maxSets - 1]
  return !last || size <= last.places.length
}

function chosen(places: readonly number[], mask: number, offset: number): number[] {
  const picked: number[] = []
  for (let bit = 0; bit < 20; bit++) if ((mask & (1 << bit)) !== 0) picked.push(places[offset + bit]!)
  return picked
}

function bits(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

function keep(search: Search, places: number[], sameContact: boolean): void {
  const { found, items, maxSets } = search
  if (found.some(known => known.places.length === places.length && known.places.every((place, at) => place === places[at]))) return
  const entry = { places, sameContact, gap: places.reduce((sum, place) => sum + (items[place]!.gap ?? 0), 0) }
  const at = found.findIndex(known => ranksBefore(entry, known))
  found.splice(at < 0 ? found.length : at, 0, entry)
  if (found.length > maxSets) found.length = maxSets
}

function ranksBefore(one: Search['found'][number], other: Search['found'][number]): boolean {
  if (one.sameContact !== other.sameContact) return one.sameContact
  if (one.places.length !== other.places.length) return one.places.length < other.places.length
  if (one.gap !== other.gap) return one.gap < other.gap
  const at = one.places.findIndex((place, index) => place !== other.places[index])
  return at >= 0 && one.places[at]! < other.places[at]!
}
