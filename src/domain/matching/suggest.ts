// Ranked, explained candidates for every open line, and the one global assignment among them. Pure, and the same for any order of input.

import { finish, type Steps } from '../steps.ts'
import { assign, type Given, uncross, type Wanting } from './assignment.ts'
import { findBatches } from './batches.ts'
import { type Candidate, compareIds, type Line, type Suggestion, type Title } from './candidates.ts'
import { asCandidate, isHigh, type Lead, togetherCandidate } from './explain.ts'
import { type Ghost, ghostOf, ghostOfUnread } from './ghosts.ts'
import { findGroups } from './groups.ts'
import { bestOptions, compareOptions, emptyFinds, type Finds, findTitles, type Option } from './options.ts'
import { type Engine, type MatchOptions, openEngine, type ReadLine, readLine } from './read-line.ts'
import { emptyWeighed, type Weighed } from './scoring.ts'
import { buildIndex, type TitleIndex } from './title-index.ts'
import { findTogether, type Part, type Together } from './together.ts'
import { bounds, points } from './weights.ts'

/** `titles` may be an index built before. Suggestions follow the order of `lines`. */
export function suggest(lines: readonly Line[], titles: Iterable<Title> | TitleIndex, options: MatchOptions): Suggestion[] {
  return finish(suggesting(lines, isIndex(titles) ? titles : buildIndex(titles), options))
}

/** Lines between two steps. */
const stride = 64

/** The same in steps, for a process that serves others meanwhile. */
export function* suggesting(lines: readonly Line[], index: TitleIndex, options: MatchOptions): Steps<Suggestion[]> {
  const engine = openEngine(index, options)
  const finds = emptyFinds()
  const rivals = new Rivals(index.titles.length)
  const wantings = gather(engine, lines)
  for (const [number, wanting] of wantings.entries()) {
    fill(engine, wanting, finds)
    noteRivals(rivals, wanting, number, finds)
    if (number % stride === 0) yield
  }
  const shown = wantings.map(wanting => wanting.options.slice(0, bounds.kept))
  const leads = wantings.map((_, number) => shown[number]!.map(option => leadOf(rivals, number, option, shown[number]!)))
  const firm = new Set(shown.map((kept, number) => (kept[0] && isHigh(kept[0].score, leads[number]![0]!) ? kept[0] : null)))
  yield
  const given = yield* assign(engine, wantings, finds)
  uncross(engine, given, one => firm.has(one.option))
  yield
  const together = yield* findTogether(engine, unexplained(engine, wantings, given), takenBy(engine, given))
  return yield* answer(engine, lines, { wantings, shown, leads, given, rivals, together })
}

/** Lines that were given no title, or one whose difference nothing explains. */
function unexplained(engine: Engine, wantings: readonly Wanting[], given: readonly Given[]): Part[] {
  const explained = new Set(given.filter(one => isExact(engine, one.wanting.read, one.option)).map(one => one.line.id))
  return wantings.flatMap(({ read, lines }) => lines.filter(line => !explained.has(line.id)).map(line => ({ line, read })))
}

function takenBy(engine: Engine, given: readonly Given[]): Uint8Array {
  const taken = new Uint8Array(engine.index.titles.length)
  for (const { wanting, option } of given) if (isExact(engine, wanting.read, option)) for (const title of option.titles) taken[title] = 1
  return taken
}

/** Nothing is left between the line and the titles that is not explained for sure. */
function isExact({ index }: Engine, read: ReadLine, { titles, explanation }: Option): boolean {
  return explanation ? explanation.sure : titles.reduce((sum, title) => sum + index.amounts[title]!, 0) === read.amount
}

function isIndex(titles: Iterable<Title> | TitleIndex): titles is TitleIndex {
  return 'pools' in titles
}

/** One entry per distinct reading of a line, in a fixed order, so that ties do not depend on the input's. */
function gather(engine: Engine, lines: readonly Line[]): Wanting[] {
  const bySignature = new Map<string, Wanting>()
  for (const line of lines) {
    const read = readLine(engine, line)
    if (!read) continue
    const known = bySignature.get(read.signature)
    if (known) known.lines.push(line)
    else bySignature.set(read.signature, { read, lines: [line], options: [], complete: true, next: 0, served: 0 })
  }
  const wantings = [...bySignature.values()]
  for (const wanting of wantings) if (wanting.lines.length > 1) wanting.lines.sort((one, other) => compareIds(one.id, other.id))
  return wantings
}

function fill(engine: Engine, wanting: Wanting, finds: Finds): void {
  findTitles(engine, wanting.read, finds, null)
  const keep = bounds.kept + 2 + wanting.lines.length
  wanting.options = bestOptions(engine, finds, keep)
  wanting.complete = finds.count <= keep
  if (wanting.options.some(option => option.explanation === null && isExact(engine, wanting.read, option))) return
  const several = [...findGroups(engine, wanting.read), ...findBatches(engine, wanting.read)]
  if (several.length > 0) wanting.options = [...wanting.options, ...several].sort((one, other) => compareOptions(engine, one, other))
}

/** Every title's two best scores from different lines, truncated options included: an Alta must lead on the title's side too. */
class Rivals {
  readonly #best: Uint8Array
  readonly #second: Uint8Array
  readonly #holder: Int32Array

  constructor(size: number) {
    this.#best = new Uint8Array(size)
    this.#second = new Uint8Array(size)
    this.#holder = new Int32Array(size).fill(-1)
  }

  note(title: number, score: number, holder: number, alike: number): void {
    if (score > this.#best[title]!) {
      if (this.#holder[title] !== holder) this.#second[title] = this.#best[title]!
      this.#best[title] = score
      this.#holder[title] = holder
    } else if (this.#holder[title] !== holder && score > this.#second[title]!) this.#second[title] = score
    if (alike > 1 && score > this.#second[title]!) this.#second[title] = score
  }

  /** The best score any other line gives the title. */
  over(title: number, holder: number): number {
    return this.#holder[title] === holder ? this.#second[title]! : this.#best[title]!
  }
}

function noteRivals(rivals: Rivals, wanting: Wanting, number: number, finds: Finds): void {
  const alike = wanting.lines.length
  for (let at = 0; at < finds.count; at++) rivals.note(finds.titles[at]!, finds.scores[at]!, number, alike)
  for (const option of wanting.options)
    if (option.group !== null) for (const title of option.titles) rivals.note(title, option.score, number, alike)
}

function leadOf(rivals: Rivals, number: number, option: Option, kept: readonly Option[]): Lead {
  const rival = kept[0] === option ? kept[1] : kept[0]
  const elsewhere = Math.max(...option.titles.map(title => rivals.over(title, number)))
  return { overLine: rival ? option.score - rival.score : points.instant, overTitles: option.score - elsewhere }
}

interface Outcome {
  readonly wantings: readonly Wanting[]
  readonly shown: readonly (readonly Option[])[]
  readonly leads: readonly (readonly Lead[])[]
  readonly given: readonly Given[]
  readonly rivals: Rivals
  readonly together: readonly Together[]
}

function* answer(engine: Engine, lines: readonly Line[], outcome: Outcome): Steps<Suggestion[]> {
  const weighed = emptyWeighed()
  const givenByLine = new Map(outcome.given.map(one => [one.line.id, one]))
  const byLine = new Map<string, Suggestion>()
  const joined = new Map(outcome.together.flatMap(one => one.parts.map(({ line }) => [line.id, one] as const)))
  for (const [number, wanting] of outcome.wantings.entries()) {
    const kept = outcome.shown[number]!
    const candidates = kept.map((option, at) => asCandidate(engine, wanting.read, option, outcome.leads[number]![at]!, weighed))
    const ghost = ghostOf(wanting.read, engine.categories)
    for (const line of wanting.lines) {
      const own = line === wanting.read.line ? candidates : candidates.map(candidate => forLine(candidate, line.id))
      const facts = { kept, rivals: outcome.rivals, number, weighed, ghost }
      const found = withAssigned(engine, line, own, givenByLine.get(line.id), facts)
      const group = joined.get(line.id)
      byLine.set(line.id, group ? withGroup(found, togetherCandidate(engine, group, line.id)) : found)
    }
    if (number % stride === 0) yield
  }
  return lines.map(
    line => byLine.get(line.id) ?? { line_id: line.id, candidates: [], assigned: null, certain: false, ghost: ghostOfUnread(line) },
  )
}

const forLine = (candidate: Candidate, line_id: string): Candidate => ({ ...candidate, line_id, line_ids: [line_id] })

/** The lines together explain what the line alone did not. */
function withGroup(found: Suggestion, assigned: Candidate): Suggestion {
  const candidates = [assigned, ...found.candidates.map(withoutHigh)].slice(0, bounds.kept)
  return { ...found, candidates, assigned, certain: assigned.level === 'ALTA' }
}

function withAssigned(
  engine: Engine,
  line: Line,
  candidates: readonly Candidate[],
  given: Given | undefined,
  { kept, rivals, number, weighed, ghost }: GivenFacts,
): Suggestion {
  if (!given) return { line_id: line.id, candidates: candidates.map(withoutHigh), assigned: null, certain: false, ghost }
  const place = kept.findIndex(option => sameTitles(option, given.option))
  if (place >= 0) {
    const assigned = candidates[place]!
    return {
      line_id: line.id,
      candidates,
      assigned,
      certain: assigned.level === 'ALTA' && isExplained(engine, kept, place, candidates),
      ghost,
    }
  }
  // Others took the shown ones, so it replaces the last of them.
  const { wanting, option } = given
  const lead = leadOf(rivals, number, option, [...kept, option])
  const assigned = forLine(asCandidate(engine, wanting.read, option, lead, weighed), line.id)
  return { line_id: line.id, candidates: [...candidates.slice(0, bounds.kept - 1), assigned], assigned, certain: false, ghost }
}

/**
 * Nothing is left open. Where a difference is explained, no other candidate may explain the line to the cent; late charges are no
 * habit of the payer's, so they are not certain either while another title of the payer comes near the amount.
 */
function isExplained({ index }: Engine, kept: readonly Option[], place: number, candidates: readonly Candidate[]): boolean {
  const { difference_cents, explanation } = candidates[place]!
  if (difference_cents === 0) return true
  if (!explanation?.sure) return false
  const payerOf = (option: Option) => index.contactOf[option.titles[0]!]!
  const payer = explanation.by === 'late' ? payerOf(kept[place]!) : -1
  return !candidates.some(
    (other, at) =>
      at !== place && (other.difference_cents === 0 || other.explanation !== null || (payer !== -1 && payerOf(kept[at]!) === payer)),
  )
}

interface GivenFacts {
  readonly kept: readonly Option[]
  readonly rivals: Rivals
  readonly number: number
  readonly weighed: Weighed
  readonly ghost: Ghost | null
}

function withoutHigh(candidate: Candidate): Candidate {
  return candidate.level === 'ALTA' ? { ...candidate, level: 'MEDIA' } : candidate
}

function sameTitles(one: Option, other: Option): boolean {
  return one === other || (one.titles.length === other.titles.length && one.titles.every((title, at) => title === other.titles[at]))
}
