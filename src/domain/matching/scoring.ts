// What one line and one title are worth together: gates first, then amount, date, identity, history and the unique-amount bonus (domain.md §7).
import type { History, Line, TitleKind } from './candidates.ts'
import { dayNumber } from './day-number.ts'
import { type Learned, readHistory } from './history.ts'
import { documentKey, documentKeys, fold, memoPattern, nameWords } from './memo.ts'
import { applyRules, type MatchRule, type ReadRules, type RuleOutcome, readRules } from './rules.ts'
import {
  contactWords,
  equalRange,
  internWords,
  type Pool,
  poolsOf,
  type TitleIndex,
  titleFlags,
  titlesIdentified,
  titlesNumbered,
  wordsOfDescription,
} from './title-index.ts'
import { points, tolerances, windows } from './weights.ts'

export interface MatchOptions {
  readonly history?: History
  readonly rules?: readonly MatchRule[]
  /** 'yyyy-MM-dd'. A line dated after it (scheduled by the bank) does not make a title late. */
  readonly today: string
}

export interface Engine {
  readonly index: TitleIndex
  readonly history: Map<string, Learned>
  readonly rules: ReadRules
  readonly today: number
}

/** A line as the engine sees it; equal `signature`s have equal candidates. */
export interface ReadLine {
  readonly line: Line
  readonly kind: TitleKind
  readonly amount: number
  readonly day: number
  /** The day that counts for lateness. */
  readonly lateDay: number
  readonly words: Int32Array
  /** A memo is often cut at its end: the last word also matches as a beginning. */
  readonly lastWord: string
  /** Titles whose document number the memo holds. */
  readonly numbered: ReadonlySet<number>
  /** Keys of the memo and the transaction id. */
  readonly keys: ReadonlySet<string>
  /** Titles carrying the same identifier; true where only this one does. */
  readonly instant: ReadonlyMap<number, boolean>
  readonly learned: Learned | null
  readonly rule: RuleOutcome | null
  readonly pools: readonly Pool[]
  readonly signature: string
  /** The most that identity and history can give any title. */
  readonly wordPoints: number
  /** Titles of exactly the amount within the unique window; -1 until counted. */
  equals: number
}

export type AmountFit = 'equal' | 'withheld' | 'below' | 'above' | 'outside'

/** The parts of a score, in points. */
export interface Weighed {
  score: number
  gap: number
  fit: AmountFit
  amount: number
  date: number
  identity: number
  history: number
  bonus: number
  instant: boolean
}

export function openEngine(index: TitleIndex, options: MatchOptions): Engine {
  return {
    index,
    history: readHistory(options.history ?? []),
    rules: readRules(options.rules ?? []),
    today: dayNumber(options.today),
  }
}

/** null for a zero amount or a day that is none. */
export function readLine(engine: Engine, line: Line): ReadLine | null {
  const day = dayNumber(line.day)
  if (line.amount_cents === 0 || Number.isNaN(day)) return null
  const { index } = engine
  const kind = line.amount_cents < 0 ? 'BILL' : 'RECEIVABLE'
  const keys = documentKeys(line.memo)
  if (line.transaction_id) keys.add(documentKey(line.transaction_id))
  const numbered = new Set<number>()
  const instant = new Map<number, boolean>()
  const known: string[] = []
  for (const key of keys) {
    const named = titlesNumbered(index, key)
    for (const title of named) numbered.add(title)
    const holders = titlesIdentified(index, key)
    for (const title of holders) instant.set(title, holders.length === 1 || instant.get(title) === true)
    if (named.length > 0 || holders.length > 0 || index.contactsByDocument.has(key)) known.push(key)
  }
  known.sort()
  const texts = nameWords(line.memo)
  const pattern = engine.history.size > 0 ? memoPattern(line.memo) : ''
  const lastText = texts.at(-1) ?? ''
  const lastWord = isCut(line.memo, lastText) ? lastText : ''
  const words = internWords(index, texts)
  const learned = engine.history.get(pattern) ?? null
  const rule = engine.rules.length > 0 ? applyRules(engine.rules, line) : null
  return {
    line,
    kind,
    amount: Math.abs(line.amount_cents),
    day,
    lateDay: Math.min(day, engine.today),
    words,
    lastWord,
    numbered,
    keys,
    instant,
    learned,
    rule,
    pools: poolsOf(index, kind, line.bank_account_id),
    wordPoints: (words.length > 0 || keys.size > 0 ? points.identity : 0) + (learned || rule ? points.history : 0),
    signature: [line.bank_account_id, line.amount_cents, day, words.join(' '), lastWord, pattern, rule?.rule.id ?? '', ...known].join('\n'),
    equals: -1,
  }
}

/** Banks cut long memos in the middle of a word. */
function isCut(memo: string, lastText: string): boolean {
  const text = memo.trimEnd()
  return lastText.length >= 3 && text.length >= 18 && fold(text).endsWith(lastText)
}

export function emptyWeighed(): Weighed {
  return { score: -1, gap: 0, fit: 'outside', amount: 0, date: 0, identity: 0, history: 0, bonus: 0, instant: false }
}

/** Fills `out` and tells whether the pair passes the gates; the title's kind and account are the caller's to have checked. */
export function weigh(engine: Engine, read: ReadLine, title: number, out: Weighed): boolean {
  const { index } = engine
  const due = index.due[title]!
  const flags = index.flags[title]!
  out.gap = gapOf(read, due, index.dates[title]!)
  out.date = datePoints(read, due, out.gap, flags)
  out.fit = amountFit(read, index.amounts[title]!, index.nets[title]!, due, flags)
  const inside = out.date >= 0 && out.fit !== 'outside'
  const sole = read.instant.get(title)
  out.instant = sole !== undefined && (inside || sole)
  // A split's child answers for its own amount only (a line meant for the parent must not land on it).
  if ((flags & titleFlags.child) !== 0 && out.fit !== 'equal') return false
  if (!inside && !out.instant) return false
  out.date = Math.max(0, out.date)
  out.amount = amountPoints(out.fit, read.amount, index.amounts[title]!)
  out.identity = points.identity * identityOf(engine, read, title)
  out.history = evidenceOf(engine, read, title) ? points.history : 0
  out.bonus = out.fit === 'equal' && out.gap <= windows.uniqueDays && isUnique(read) ? points.uniqueAmount : 0
  out.score = out.instant ? points.instant : total(out)
  return true
}

function total(parts: Weighed): number {
  const sum = Math.round(parts.amount + parts.date + parts.identity + parts.history + parts.bonus)
  return Math.min(sum, parts.bonus > 0 ? points.uniqueCap : points.instant)
}

/** Days to the nearer of due date and expected date. */
export function gapOf(read: ReadLine, due: number, date: number): number {
  return Math.min(Math.abs(read.day - due), Math.abs(read.day - date))
}

/** -1 outside every window. */
export function datePoints(read: ReadLine, due: number, gap: number, flags: number): number {
  const limit = (flags & titleFlags.card) !== 0 ? windows.cardDays : windows.days
  if (gap <= limit) return points.date * (1 - gap / limit)
  const late = read.lateDay - due
  return late > 0 && late <= windows.lateDays && read.day - due <= windows.lateDays ? 0 : -1
}

/** Integer comparisons only: 2% + R$ 10 below, 12% above when overdue on the line's day, or exactly the withholdings below. */
export function amountFit(read: ReadLine, amount: number, net: number, due: number, flags: number): AmountFit {
  const paid = read.amount
  if (paid === amount) return 'equal'
  if (paid < amount) {
    if (paid === net) return 'withheld'
    return (amount - paid) * 100 <= tolerances.belowPercent * amount + tolerances.belowFeeCents * 100 ? 'below' : 'outside'
  }
  const overdue = (flags & titleFlags.overdue) !== 0 && read.lateDay > due
  return overdue && (paid - amount) * 100 <= tolerances.abovePercent * amount ? 'above' : 'outside'
}

export function amountPoints(fit: AmountFit, paid: number, amount: number): number {
  if (fit === 'equal') return points.amountEqual
  if (fit === 'outside') return 0
  // The withheld amount is expected, so nothing is left unexplained; yet it is a difference a person must confirm.
  if (fit === 'withheld') return points.amountNear
  const limit =
    fit === 'below' ? (tolerances.belowPercent * amount) / 100 + tolerances.belowFeeCents : (tolerances.abovePercent * amount) / 100
  return points.amountNear * (1 - Math.abs(paid - amount) / limit)
}

/** 0 to 1: a document number or the contact's CPF/CNPJ in the memo is 1, else the likeness of the words. */
export function identityOf(engine: Engine, read: ReadLine, title: number): number {
  if (hasNumber(read, title) || hasContactDocument(engine, read, title)) return 1
  return nameLikeness(engine, read, title)
}

export function hasNumber(read: ReadLine, title: number): boolean {
  return read.numbered.size > 0 && read.numbered.has(title)
}

export function hasContactDocument({ index }: Engine, read: ReadLine, title: number): boolean {
  if (read.keys.size === 0) return false
  const contact = index.contacts[index.contactOf[title]!]
  return contact !== undefined && contact.documentKey.length >= 8 && read.keys.has(contact.documentKey)
}

/** Best of the contact's name, the description, and both together. */
export function nameLikeness({ index }: Engine, read: ReadLine, title: number): number {
  const memoSize = read.words.length
  if (memoSize === 0) return 0
  const contact = index.contactOf[title]!
  const named = contact >= 0 ? contactWords(index, contact) : undefined
  const described = wordsOfDescription(index, title)
  const nameHits = named ? shared(index, read, named) : 0
  const descriptionHits = shared(index, read, described)
  let best = Math.max(likeness(nameHits, named?.length ?? 0, memoSize), likeness(descriptionHits, described.length, memoSize))
  if (named && nameHits > 0 && descriptionHits > 0) {
    let common = 0
    let commonHits = 0
    for (const word of described) {
      if (!named.includes(word)) continue
      common++
      if (isShared(index, read, word)) commonHits++
    }
    best = Math.max(best, likeness(nameHits + descriptionHits - commonHits, named.length + described.length - common, memoSize))
  }
  return best
}

/** Dice; or, from two words on, how much of the name the memo holds: banks add cities and agencies of their own. */
export function likeness(hits: number, nameSize: number, memoSize: number): number {
  if (hits === 0) return 0
  const dice = Math.min(1, (2 * hits) / (nameSize + memoSize))
  return hits >= 2 ? Math.max(dice, hits / nameSize) : dice
}

function shared(index: TitleIndex, read: ReadLine, words: Int32Array): number {
  let hits = 0
  for (let at = 0; at < words.length; at++) if (isShared(index, read, words[at]!)) hits++
  return hits
}

function isShared(index: TitleIndex, read: ReadLine, word: number): boolean {
  const own = read.words
  for (let at = 0; at < own.length; at++) if (own[at] === word) return true
  return read.lastWord !== '' && index.words[word]!.startsWith(read.lastWord)
}

/** 'history' when lines like this were this contact's or category's before, 'rule' when a rule says so. */
export function evidenceOf({ index }: Engine, read: ReadLine, title: number): 'history' | 'rule' | null {
  if (!read.learned && !read.rule) return null
  const { contact_id, category_id } = index.titles[title]!
  const { learned, rule } = read
  if (learned && contact_id !== null && learned.contacts.has(contact_id)) return 'history'
  if (learned && category_id != null && learned.categories.has(category_id)) return 'history'
  if (!rule) return null
  const sameContact = rule.contact_id !== null && rule.contact_id === contact_id
  const sameCategory = rule.contact_id === null && rule.category_id !== null && rule.category_id === category_id
  return sameContact || sameCategory ? 'rule' : null
}

/** The only open title of that exact amount within 14 days of the line, and the amount is not round. */
function isUnique(read: ReadLine): boolean {
  if (read.amount % tolerances.roundCents === 0) return false
  if (read.equals < 0) read.equals = countEquals(read)
  return read.equals === 1
}

function countEquals(read: ReadLine): number {
  let count = 0
  for (const pool of read.pools) {
    const { start, end } = equalRange(pool, read.amount, read.day - windows.uniqueDays, read.day + windows.uniqueDays)
    for (let at = start; at < end; at++) {
      if (gapOf(read, pool.due[at]!, pool.dates[at]!) <= windows.uniqueDays) count++
      if (count > 1) return count
    }
  }
  return count
}
