// Rules that a person saved from a line: text in the memo, with conditions, fills category and contact. Rules only pre-fill; a person accepts.
import { compareIds, type Line, type TitleKind } from './candidates.ts'
import { foldWords, letterWords, memoPattern } from './memo.ts'

export interface MatchRule {
  readonly id: string
  readonly name: string
  /** Lower comes first; on equal priority the older id. */
  readonly priority: number
  /** Compared without accents, case or punctuation; empty never matches. */
  readonly contains: string
  /** Only lines of this direction. */
  readonly kind?: TitleKind | null
  /** Bounds of the absolute amount, both included. */
  readonly min_amount_cents?: number | null
  readonly max_amount_cents?: number | null
  readonly bank_account_id?: string | null
  /** Only lines whose contact is already known to be this one. */
  readonly when_contact_id?: string | null
  readonly category_id: string | null
  readonly contact_id: string | null
}

/** What a rule examines; `contact_id` when the line's source named one. */
export type RuleLine = Pick<Line, 'memo' | 'amount_cents' | 'bank_account_id'> & { readonly contact_id?: string | null }

export interface RuleOutcome {
  readonly rule: MatchRule
  readonly category_id: string | null
  readonly contact_id: string | null
}

export interface RuleCount {
  /** Lines that meet the rule's conditions. */
  readonly matches: number
  /** Lines that it would fill because no earlier rule does: applying it now changes exactly this many. */
  readonly applies: number
  readonly line_ids: readonly string[]
}

/** Rules sorted and folded once for many lines. */
export type ReadRules = readonly { readonly rule: MatchRule; readonly text: string }[]

export function readRules(rules: readonly MatchRule[]): ReadRules {
  return rules
    .map(rule => ({ rule, text: foldWords(rule.contains) }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.rule.priority - other.rule.priority || compareIds(one.rule.id, other.rule.id))
}

/** The first rule by priority that fits the line; null when none does. */
export function applyRules(rules: readonly MatchRule[] | ReadRules, line: RuleLine): RuleOutcome | null {
  const read = isRead(rules) ? rules : readRules(rules)
  if (read.length === 0) return null
  const memo = foldWords(line.memo)
  const pattern = memoPattern(line.memo)
  const found = read.find(({ rule, text }) => (memo.includes(text) || pattern.includes(text)) && fits(rule, line))
  return found ? { rule: found.rule, category_id: found.rule.category_id, contact_id: found.rule.contact_id } : null
}

/** The text that a new rule proposes for a memo: its words without digits, dates and channel words. It always matches that memo unless empty. */
export function suggestPattern(memo: string): string {
  const pattern = memoPattern(memo)
  if (pattern !== '') return pattern
  const folded = foldWords(memo)
  return letterWords(memo).find(word => folded.includes(word)) ?? ''
}

/** A dry run of one rule among the others, for 'casa com 14 linhas abertas'. */
export function countRule(
  rule: MatchRule,
  lines: readonly (RuleLine & { readonly id: string })[],
  others: readonly MatchRule[] = [],
): RuleCount {
  const alone = readRules([rule])
  const all = readRules([rule, ...others.filter(other => other.id !== rule.id)])
  let matches = 0
  const lineIds: string[] = []
  for (const line of lines) {
    if (!applyRules(alone, line)) continue
    matches++
    if (applyRules(all, line)?.rule.id === rule.id) lineIds.push(line.id)
  }
  return { matches, applies: lineIds.length, line_ids: lineIds }
}

function fits(rule: MatchRule, line: RuleLine): boolean {
  const amount = Math.abs(line.amount_cents)
  if (rule.kind === 'BILL' && line.amount_cents >= 0) return false
  if (rule.kind === 'RECEIVABLE' && line.amount_cents <= 0) return false
  if (rule.min_amount_cents != null && amount < rule.min_amount_cents) return false
  if (rule.max_amount_cents != null && amount > rule.max_amount_cents) return false
  if (rule.bank_account_id != null && rule.bank_account_id !== line.bank_account_id) return false
  return rule.when_contact_id == null || rule.when_contact_id === line.contact_id
}

function isRead(rules: readonly MatchRule[] | ReadRules): rules is ReadRules {
  const first = rules[0]
  return first !== undefined && 'rule' in first
}
