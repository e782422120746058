// Turns a chosen option into a candidate with reasons; options that are dropped are not explained.
import type { Candidate, Level } from './candidates.ts'
import type { Explanation } from './explanation.ts'
import { evidenceOf, hasContactDocument, hasNumber, nameLikeness } from './identity.ts'
import { documentKey } from './memo.ts'
import { fitsAccount, type Option } from './options.ts'
import type { Engine, ReadLine } from './read-line.ts'
import type { Reason } from './reasons.ts'
import { gapOf, type Weighed, weigh } from './scoring.ts'
import type { Part, Together } from './together.ts'
import { points, thresholds, windows } from './weights.ts'

/** How far an option leads its line's best rival, and its titles' best other line. */
export interface Lead {
  readonly overLine: number
  readonly overTitles: number
}

export function levelOf(score: number, lead: Lead): Level | null {
  if (isHigh(score, lead)) return 'ALTA'
  if (score >= thresholds.medium) return 'MEDIA'
  return score >= thresholds.shown ? 'BAIXA' : null
}

export function isHigh(score: number, lead: Lead): boolean {
  return score >= thresholds.high && lead.overLine >= thresholds.margin && lead.overTitles >= thresholds.margin
}

export function asCandidate(engine: Engine, read: ReadLine, option: Option, lead: Lead, weighed: Weighed): Candidate {
  const { index } = engine
  const sum = option.titles.reduce((total, title) => total + index.amounts[title]!, 0)
  return {
    line_id: read.line.id,
    line_ids: [read.line.id],
    title_ids: option.titles.map(index.titles.id),
    score: option.score,
    level: levelOf(option.score, lead),
    reasons: [...ownReasons(engine, read, option, weighed), ...leadReasons(option.score, lead)],
    difference_cents: read.amount - sum,
    explanation: option.explanation,
    instant: option.instant,
  }
}

/** Several lines for one title, as each of them shows it; certain only as the one set that fits. */
export function togetherCandidate(engine: Engine, { parts, title, score, gap, only }: Together, line_id: string): Candidate {
  const { index } = engine
  const shown = only ? score : Math.min(score, thresholds.high - 1)
  const [first] = parts as readonly [Part, ...Part[]]
  const reasons: Reason[] = [{ code: 'same_sum_lines', polarity: 'for', count: parts.length }]
  reasons.push(daysReason(gap), ...identityReasons(engine, first.read, title))
  if (!only) reasons.push({ code: 'near_tie', polarity: 'against', points: 0 })
  return {
    line_id,
    line_ids: parts.map(({ line }) => line.id),
    title_ids: [index.titles.id(title)],
    score: shown,
    level: levelOf(shown, { overLine: points.instant, overTitles: points.instant }),
    reasons,
    difference_cents: 0,
    explanation: null,
    instant: false,
  }
}

function ownReasons(engine: Engine, read: ReadLine, option: Option, weighed: Weighed): Reason[] {
  if (option.group) return groupReasons(engine, read, option)
  const title = option.titles[0]!
  weigh(engine, read, title, weighed)
  const reasons = titleReasons(engine, read, title, { instant: option.instant, unique: weighed.bonus > 0, explanation: option.explanation })
  if (!fitsAccount(engine, read, title)) reasons.push({ code: 'other_account', polarity: 'against' })
  return reasons
}

/** Reasons for a single title; also serves the search, whose titles need not pass the gates. */
export function titleReasons(
  engine: Engine,
  read: ReadLine,
  title: number,
  { instant, unique, explanation }: { readonly instant: boolean; readonly unique: boolean; readonly explanation: Explanation | null },
): Reason[] {
  const reasons: Reason[] = []
  if (instant) reasons.push({ code: 'same_identifier', polarity: 'for', identifier: sharedIdentifier(engine, read, title) })
  reasons.push(explanation ? { code: 'explained', polarity: 'for', explanation } : amountReason(engine, read, title))
  if (unique) reasons.push({ code: 'unique_amount', polarity: 'for' })
  reasons.push(dateReason(engine, read, title))
  reasons.push(...identityReasons(engine, read, title))
  const evidence = evidenceReason(engine, read, title)
  if (evidence) reasons.push(evidence)
  return reasons
}

function sharedIdentifier({ index }: Engine, read: ReadLine, title: number): string {
  return index.titles.identifiers(title).find(identifier => read.keys.has(documentKey(identifier))) ?? ''
}

function amountReason({ index }: Engine, read: ReadLine, title: number): Reason {
  const amount = index.amounts[title]!
  if (read.amount === amount) return { code: 'same_amount', polarity: 'for' }
  return read.amount < amount
    ? { code: 'amount_below', polarity: 'against', missing_cents: amount - read.amount }
    : { code: 'amount_above', polarity: 'against', extra_cents: read.amount - amount }
}

function dateReason({ index }: Engine, read: ReadLine, title: number): Reason {
  const due = index.due[title]!
  const gap = gapOf(read, due, index.dates[title]!)
  if (gap > windows.days && read.lateDay > due) return { code: 'paid_late', polarity: 'against', days: read.day - due }
  return daysReason(gap)
}

const daysReason = (gap: number): Reason => ({ code: 'days', polarity: gap <= windows.days / 2 ? 'for' : 'against', days: gap })

function identityReasons(engine: Engine, read: ReadLine, title: number): Reason[] {
  const { index } = engine
  const reasons: Reason[] = []
  if (hasNumber(read, title)) {
    const document_number = index.titles.documentNumber(title) ?? index.titles.identifiers(title)[0] ?? ''
    reasons.push({ code: 'document_number', polarity: 'for', document_number })
  }
  if (hasContactDocument(engine, read, title)) {
    const document = (index.contacts[index.contactOf[title]!]!.document ?? '').replace(/[^0-9A-Za-z]/g, '')
    reasons.push({ code: 'contact_document', polarity: 'for', document: document.length > 11 ? 'CNPJ' : 'CPF' })
  }
  if (reasons.length > 0) return reasons
  const alike = nameLikeness(engine, read, title)
  if (alike > 0) reasons.push({ code: 'name', polarity: 'for', similarity_percent: Math.round(alike * 100) })
  // A memo without words of its own is no evidence against anyone.
  else if (read.words.length > 0) reasons.push({ code: 'name_absent', polarity: 'against' })
  return reasons
}

function evidenceReason(engine: Engine, read: ReadLine, title: number): Reason | null {
  const evidence = evidenceOf(engine, read, title)
  if (evidence === 'history') return { code: 'history', polarity: 'for' }
  if (evidence === null || !read.rule) return null
  return { code: 'rule', polarity: 'for', rule_id: read.rule.rule.id, rule_name: read.rule.rule.name }
}

function groupReasons(engine: Engine, read: ReadLine, option: Option): Reason[] {
  const count = option.titles.length
  const farthest = option.titles.reduce((one, other) => (gapIn(engine, read, other) > gapIn(engine, read, one) ? other : one))
  const { explanation } = option
  const reasons: Reason[] = [
    explanation ? { code: 'explained', polarity: 'for', explanation } : { code: 'same_sum', polarity: 'for', count },
    {
      code: option.group === 'batch' ? 'card_batch' : option.group === 'contact' ? 'same_contact' : 'same_due_date',
      polarity: 'for',
      count,
    },
    dateReason(engine, read, farthest),
  ]
  if (option.group === 'contact') reasons.push(...identityReasons(engine, read, option.titles[0]!))
  const evidence = option.titles.map(title => evidenceReason(engine, read, title))
  if (evidence[0] && evidence.every(found => found !== null)) reasons.push(evidence[0])
  return reasons
}

function gapIn({ index }: Engine, read: ReadLine, title: number): number {
  return gapOf(read, index.due[title]!, index.dates[title]!)
}

/** Why a high score is still not Alta. */
function leadReasons(score: number, lead: Lead): Reason[] {
  const reasons: Reason[] = []
  if (score < thresholds.high) return reasons
  if (lead.overLine >= 0 && lead.overLine < thresholds.margin)
    reasons.push({ code: 'near_tie', polarity: 'against', points: lead.overLine })
  if (lead.overTitles < thresholds.margin) reasons.push({ code: 'wanted_elsewhere', polarity: 'against', points: lead.overTitles })
  return reasons
}
