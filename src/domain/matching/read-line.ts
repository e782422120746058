// A statement line read once for matching: its numbers, words, identifiers, and what history and rules know about it.
import { serialOf } from '../day-serial.ts'
import { type History, type Line, noHistory, type TitleKind } from './candidates.ts'
import type { CategoryNames } from './ghosts.ts'
import { type Learned, readHistory } from './history.ts'
import { documentKey, documentKeys, fold, memoPattern, nameWords } from './memo.ts'
import { type Pool, poolsOf } from './pools.ts'
import { applyRules, type MatchRule, type ReadRules, type RuleOutcome, readRules } from './rules.ts'
import { contactsOfDocument, type TitleIndex, titlesIdentified, titlesNumbered } from './title-index.ts'
import { internWords } from './title-words.ts'
import { points } from './weights.ts'

export interface MatchOptions {
  readonly history?: History
  readonly rules?: readonly MatchRule[]
  /** Names the categories that a bank's own words stand for; none by default. */
  readonly categories?: CategoryNames
  /** 'yyyy-MM-dd'. A line dated after it (scheduled by the bank) does not make a title late. */
  readonly today: string
}

export interface Engine {
  readonly index: TitleIndex
  readonly history: Map<string, Learned>
  readonly rules: ReadRules
  readonly categories: CategoryNames
  readonly today: number
}

/** A line as the engine sees it; lines with equal `signature` have equal candidates. */
export interface ReadLine {
  readonly line: Line
  readonly kind: TitleKind
  readonly amount: number
  readonly day: number
  /** The day that decides lateness. */
  readonly lateDay: number
  readonly words: Int32Array
  /** Banks often cut the end of a memo, so the last word also matches as a prefix. */
  readonly lastWord: string
  /** Titles whose document number appears in the memo. */
  readonly numbered: ReadonlySet<number>
  /** Keys of the memo and the transaction id. */
  readonly keys: ReadonlySet<string>
  /** Titles with the same identifier; true where only this one has it. */
  readonly instant: ReadonlyMap<number, boolean>
  readonly learned: Learned | null
  readonly rule: RuleOutcome | null
  readonly pools: readonly Pool[]
  readonly signature: string
  /** The most that identity and history can add to any title. */
  readonly wordPoints: number
  /** Titles of exactly this amount within the unique window; -1 until counted. */
  equals: number
  /** Whether the memo names a contact in full or says what else the line is; null until asked. */
  named: boolean | null
  /** Places of the contacts whose title it may be; null until asked. */
  contacts: ReadonlySet<number> | null
}

export function openEngine(index: TitleIndex, options: MatchOptions): Engine {
  return {
    index,
    history: readHistory(options.history ?? noHistory),
    rules: readRules(options.rules ?? []),
    categories: options.categories ?? new Map(),
    today: serialOf(options.today),
  }
}

/** null for a zero amount or an invalid day. */
export function readLine(engine: Engine, line: Line): ReadLine | null {
  const day = serialOf(line.day)
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
    if (named.length > 0 || holders.length > 0 || contactsOfDocument(index, key).length > 0) known.push(key)
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
    named: null,
    contacts: null,
  }
}

/** Banks cut long memos in the middle of a word. */
function isCut(memo: string, lastText: string): boolean {
  const text = memo.trimEnd()
  return lastText.length >= 3 && text.length >= 18 && fold(text).endsWith(lastText)
}
