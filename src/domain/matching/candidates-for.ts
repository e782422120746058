// Candidates of one line under a wide net, for the search pane; titles that fail a gate are listed too, below the suggestion score.
import { nthSmallest } from '../nth.ts'
import type { Candidate, Line, Title } from './candidates.ts'
import { asCandidate, levelOf, titleReasons } from './explain.ts'
import { findGroups } from './groups.ts'
import { evidenceOf, identityOf } from './identity.ts'
import { likelyContacts } from './likely-contacts.ts'
import { fold } from './memo.ts'
import { bestOptions, emptyFinds, findTitles, fitsAccount, type Option } from './options.ts'
import { lowerBound } from './pools.ts'
import { type Engine, type MatchOptions, openEngine, type ReadLine, readLine } from './read-line.ts'
import { emptyWeighed, explanationOf, gapOf, weigh } from './scoring.ts'
import type { TitleIndex } from './title-index.ts'
import { foldedDescription, foldedName } from './title-words.ts'
import { bounds, points, thresholds, windows } from './weights.ts'

export interface SearchOptions extends MatchOptions {
  /** Words that must all begin a word of contact, description or document number, or be part of a number or the amount; accents and case do not matter. */
  readonly text?: string
  /** 50 by default. */
  readonly limit?: number
}

interface Wide {
  readonly title: number
  readonly score: number
  readonly away: number
  readonly gap: number
}

/**
 * First the line's suggestions (single titles, else groups), then the nearest titles of its sign: any account, 90 days each way, any amount.
 * Titles outside a gate score below 60 and have no level. Other lines are unknown here, so an ALTA only leads within its own line.
 */
export function candidatesFor(line: Line, index: TitleIndex, options: SearchOptions): Candidate[] {
  const engine = openEngine(index, options)
  const read = readLine(engine, line)
  if (!read) return []
  const wanted = readWanted(options.text)
  const limit = options.limit ?? 50
  const weighed = emptyWeighed()
  const matching = suggested(engine, read).filter(({ titles }) => titles.some(title => isWanted(index, title, wanted)))
  const first = matching.map((option, at) => {
    const rival = at === 0 ? matching[1] : matching[0]
    const lead = { overLine: rival ? option.score - rival.score : points.instant, overTitles: points.instant }
    return asCandidate(engine, read, option, lead, weighed)
  })
  const shown = new Set(matching.filter(({ group }) => group === null).map(({ titles }) => titles[0]!))
  const rest = findWide(engine, read, wanted, shown).slice(0, Math.max(0, limit - first.length))
  return [...first, ...rest.map(wide => wideCandidate(engine, read, wide))].slice(0, limit)
}

/** Titles that may be parts of the line's amount: smaller ones of its side and account within 90 days, those of contacts that the memo names first, then the nearest. */
export function partsFor(line: Line, index: TitleIndex, options: SearchOptions): Title[] {
  const engine = openEngine(index, options)
  const read = readLine(engine, line)
  if (!read) return []
  const wanted = readWanted(options.text)
  const named = namedTitles(engine, read)
  const found: { title: number; rank: number }[] = []
  for (const pool of read.pools) {
    for (let at = 0; at < pool.titles.length && pool.amounts[at]! < read.amount; at++) {
      const title = pool.titles[at]!
      const gap = gapOf(read, pool.due[at]!, pool.dates[at]!)
      if (gap > windows.searchDays || !isWanted(index, title, wanted)) continue
      found.push({ title, rank: named.has(title) ? gap - windows.searchDays : gap })
    }
  }
  found.sort((one, other) => one.rank - other.rank || index.titles.compareIds(one.title, other.title))
  return found.slice(0, options.limit ?? bounds.searchScored).map(({ title }) => index.titles.at(title))
}

function suggested(engine: Engine, read: ReadLine): Option[] {
  const finds = emptyFinds()
  findTitles(engine, read, finds, null)
  const options = bestOptions(engine, finds, bounds.combinationCandidates)
  return options.length > 0 ? options : findGroups(engine, read)
}

/** Compares names only for titles near in amount and date and those of contacts that the memo names: reading 100,000 names would be slow. */
function findWide(engine: Engine, read: ReadLine, wanted: readonly Wanted[], shown: ReadonlySet<number>): Wide[] {
  const { index } = engine
  const named = namedTitles(engine, read)
  const chosen = findNearest(index, read, title => !shown.has(title) && !named.has(title) && isWanted(index, title, wanted))
  for (const title of named) {
    if (shown.has(title) || gapOf(read, index.due[title]!, index.dates[title]!) > windows.searchDays) continue
    if (index.titles.kind(title) === read.kind && isWanted(index, title, wanted)) chosen.push(title)
  }
  return chosen
    .map(title => wideOf(engine, read, title))
    .sort(
      (one, other) =>
        other.score - one.score || one.away - other.away || one.gap - other.gap || index.titles.compareIds(one.title, other.title),
    )
}

/** The part of the line's amount, or of the title's, that the net is cast to at first. */
const firstCast = 0.95

/** The titles nearest in amount and date. The net is cast again where a title beyond it might rank among them. */
function findNearest(index: TitleIndex, read: ReadLine, isMeant: (title: number) => boolean): number[] {
  const pools = [...index.pools[read.kind].values()]
  for (let part = firstCast; ; ) {
    const near: number[] = []
    const ranks: number[] = []
    for (const pool of pools) {
      const end = lowerBound(pool.amounts, Math.ceil(read.amount / part) + 1)
      for (let at = lowerBound(pool.amounts, Math.floor(read.amount * part)); at < end; at++) {
        const gap = gapOf(read, pool.due[at]!, pool.dates[at]!)
        const title = pool.titles[at]!
        if (gap > windows.searchDays || !isMeant(title)) continue
        ranks.push(amountNearness(read, pool.amounts[at]!) + dateNearness(gap))
        near.push(title)
      }
    }
    const least = leastRank(ranks)
    const needed = Math.max(0, (least - points.date) / points.amountNear)
    if (part <= needed || part === 0) return highest(index, near, ranks, least)
    part = needed
  }
}

/** The last rank that is scored. */
function leastRank(ranks: readonly number[]): number {
  const beyond = ranks.length - bounds.searchScored
  return beyond > 0 ? nthSmallest(Float64Array.from(ranks), beyond) : 0
}

/** The titles of the highest ranks; only those at or above the last rank that fits are sorted. */
function highest(index: TitleIndex, titles: readonly number[], ranks: readonly number[], least: number): number[] {
  const kept: { title: number; rank: number }[] = []
  for (let at = 0; at < titles.length; at++) if (ranks[at]! >= least) kept.push({ title: titles[at]!, rank: ranks[at]! })
  kept.sort((one, other) => other.rank - one.rank || index.titles.compareIds(one.title, other.title))
  return kept.slice(0, bounds.searchScored).map(({ title }) => title)
}

function namedTitles(engine: Engine, read: ReadLine): Set<number> {
  const titles = new Set([...read.numbered, ...read.instant.keys()])
  for (const contact of likelyContacts(engine, read)) for (const title of engine.index.contacts[contact]!.titles) titles.add(title)
  return titles
}

/** One word of a search: text at the start of a word, digits also in documents, and amounts with or without their cents. */
interface Wanted {
  readonly text: string
  readonly digits: string
  /** Whole reais when no cents were typed, else cents; null for what is no amount. */
  readonly amount: { readonly value: number; readonly whole: boolean } | null
}

function readWanted(text = ''): Wanted[] {
  return fold(text)
    .split(/\s+/)
    .filter(word => word !== '' && word !== 'R$')
    .map(word => ({ text: word, digits: word.replace(/\D/g, ''), amount: amountTyped(word) }))
}

/** '1098', '1.098', '1098,47' and '1.098,47'. */
function amountTyped(word: string): Wanted['amount'] {
  const typed = /^(?:R\$)?(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(word)
  if (!typed) return null
  const reais = Number(typed[1]!.replaceAll('.', ''))
  const cents = typed[2]
  return cents === undefined ? { value: reais, whole: true } : { value: reais * 100 + Number(cents.padEnd(2, '0')), whole: false }
}

const shortestPart = 3

function isWanted(index: TitleIndex, title: number, wanted: readonly Wanted[]): boolean {
  if (wanted.length === 0) return true
  const name = foldedName(index, title)
  const about = foldedDescription(index, index.titles.description(title))
  const number = fold(index.titles.documentNumber(title) ?? '')
  const document = index.contacts[index.contactOf[title]!]?.document ?? ''
  const cents = index.amounts[title]!
  return wanted.every(({ text, digits, amount }) => {
    if (startsWord(name, text) || startsWord(about, text) || startsWord(number, text)) return true
    if (amount && (amount.whole ? Math.trunc(cents / 100) : cents) === amount.value) return true
    return digits.length >= shortestPart && (number.includes(digits) || document.includes(digits))
  })
}

function startsWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || !isLetterOrDigit(text.charCodeAt(at - 1))) return true
  }
  return false
}

const isLetterOrDigit = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90)

function wideOf(engine: Engine, read: ReadLine, title: number): Wide {
  const { index } = engine
  const amount = index.amounts[title]!
  const gap = gapOf(read, index.due[title]!, index.dates[title]!)
  const weighed = emptyWeighed()
  const inside = fitsAccount(engine, read, title) && weigh(engine, read, title, weighed)
  const loose =
    amountNearness(read, amount) +
    dateNearness(gap) +
    points.identity * identityOf(engine, read, title) +
    (evidenceOf(engine, read, title) ? points.history : 0)
  const score = Math.min(thresholds.shown - 1, inside ? weighed.score : Math.round(loose))
  return { title, score, away: Math.abs(read.amount - amount), gap }
}

/** The points for near amounts and dates, stretched over the wide net. */
function amountNearness(read: ReadLine, amount: number): number {
  return points.amountNear * (Math.min(read.amount, amount) / Math.max(read.amount, amount))
}

function dateNearness(gap: number): number {
  return points.date * (1 - gap / windows.searchDays)
}

function wideCandidate(engine: Engine, read: ReadLine, { title, score }: Wide): Candidate {
  const { index } = engine
  const explanation = explanationOf(engine, read, title)
  const reasons = titleReasons(engine, read, title, { instant: read.instant.has(title), unique: false, explanation })
  if (!fitsAccount(engine, read, title)) reasons.push({ code: 'other_account', polarity: 'against' })
  return {
    line_id: read.line.id,
    line_ids: [read.line.id],
    title_ids: [index.titles.id(title)],
    score,
    level: levelOf(score, { overLine: 0, overTitles: 0 }),
    reasons,
    difference_cents: read.amount - index.amounts[title]!,
    explanation,
    instant: false,
  }
}
