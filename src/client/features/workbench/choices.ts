// What may be done with a line, best first: titles, the other half of a transfer, what a rule says; and the words for each.
import type { Confidence } from '#client/kit/chip.tsx'
import type { LineMatch } from '#commands/records.ts'
import type { Candidate, LineSuggestion } from '#contract/reconciliation.ts'
import { formatAmount } from '#domain/money.ts'
import { type Line, openCents } from './line.ts'

export type Choice =
  | { readonly kind: 'titles'; readonly key: string; readonly candidate: Candidate; readonly difference_cents: number }
  | { readonly kind: 'transfer'; readonly key: string; readonly other: NonNullable<LineSuggestion['transfer']> }
  | { readonly kind: 'rule'; readonly key: string; readonly rule: NonNullable<LineSuggestion['rule']> }

export type TitlesChoice = Extract<Choice, { kind: 'titles' }>

export interface ChoiceFacts {
  /** Titles that lines accepted a moment ago have used up. */
  taken(titleId: string): boolean
  /** Lines that have just left. */
  gone(lineId: string): boolean
}

/** The same titles in any order are the same choice. */
export const keyOf = (candidate: Candidate): string => [...candidate.title_ids].sort().join('+')

const titlesChoice = (candidate: Candidate, total: number): TitlesChoice => ({
  kind: 'titles',
  key: keyOf(candidate),
  candidate,
  difference_cents: Math.abs(total) - candidate.amount_cents,
})

/** What is proposed for one line. A rule comes last: it makes an entry where a title may already exist. */
export function suggestedFor(line: Line, suggestion: LineSuggestion | undefined, facts: ChoiceFacts): Choice[] {
  if (suggestion === undefined) return []
  const titles: Choice[] = suggestion.candidates
    .filter(candidate => !candidate.title_ids.some(facts.taken))
    .map(candidate => titlesChoice(candidate, openCents(line)))
  const { transfer, rule } = suggestion
  const lead = titles[0]
  const transfers: Choice[] =
    transfer && !facts.gone(transfer.line_id) ? [{ kind: 'transfer', key: `transfer ${transfer.line_id}`, other: transfer }] : []
  const rules: Choice[] = rule?.category_id || rule?.contact_id ? [{ kind: 'rule', key: `rule ${rule.id}`, rule }] : []
  const high = lead?.kind === 'titles' && lead.candidate.level === 'ALTA'
  return high ? [...titles, ...transfers, ...rules] : [...transfers, ...titles, ...rules]
}

/** Single titles that may explain all of the lines together, the nearest sum first. */
export function jointChoices(
  lines: readonly Line[],
  suggestions: readonly (LineSuggestion | undefined)[],
  wide: readonly Candidate[],
  facts: ChoiceFacts,
): TitlesChoice[] {
  const total = lines.reduce((sum, line) => sum + openCents(line), 0)
  const byKey = new Map<string, TitlesChoice>()
  for (const candidate of [...suggestions.flatMap(suggestion => suggestion?.candidates ?? []), ...wide]) {
    if (candidate.title_ids.some(facts.taken) || byKey.has(keyOf(candidate))) continue
    byKey.set(keyOf(candidate), titlesChoice(candidate, total))
  }
  return [...byKey.values()].sort(
    (one, other) =>
      Math.abs(one.difference_cents) - Math.abs(other.difference_cents) ||
      other.candidate.score - one.candidate.score ||
      (one.key < other.key ? -1 : 1),
  )
}

/** The further candidates of a line, without what is already proposed. */
export function otherChoices(line: Line, wide: readonly Candidate[], proposed: readonly Choice[], facts: ChoiceFacts): TitlesChoice[] {
  const known = new Set(proposed.map(choice => choice.key))
  return wide
    .filter(candidate => !known.has(keyOf(candidate)) && !candidate.title_ids.some(facts.taken))
    .map(candidate => titlesChoice(candidate, openCents(line)))
}

/** The choice Enter takes unasked, if any: a certain one without difference, or the only explanation there is. */
export function certainOf(suggestion: LineSuggestion | undefined, choices: readonly Choice[]): Choice | undefined {
  const [first] = choices
  if (first === undefined) return undefined
  if (first.kind !== 'titles') return choices.length === 1 ? first : undefined
  const same = suggestion?.candidates[0] !== undefined && keyOf(suggestion.candidates[0]) === first.key
  return same && suggestion?.certain === true && first.difference_cents === 0 ? first : undefined
}

/** As a command takes it. */
export function matchOf(choice: Choice, lineIds: readonly string[]): LineMatch {
  if (choice.kind === 'transfer') return { kind: 'transfer', line_id: choice.other.line_id, bank_account_id: choice.other.bank_account_id }
  if (choice.kind === 'rule') return { kind: 'rule', category_id: choice.rule.category_id, contact_id: choice.rule.contact_id }
  const { candidate, difference_cents } = choice
  return { kind: 'titles', title_kind: candidate.kind, title_ids: candidate.title_ids, line_ids: lineIds, difference_cents }
}

/** What a candidate is called: its description, else its contact; of several, how many and whose. */
export function nameOf(candidate: Candidate): string {
  const [first] = candidate.titles
  if (candidate.titles.length > 1) return `${candidate.titles.length} contas${first?.contact_name ? ` de ${first.contact_name}` : ''}`
  return first?.additional_information ?? first?.contact_name ?? 'Sem descrição'
}

const NEAR_TIE = 5

/** The second line of a row: what the line probably is. */
export function pairWords(
  line: Line,
  choices: readonly Choice[],
  certain: boolean,
): { icon: 'link-2' | 'corner-down-right' | 'plus' | 'ban'; text: string } {
  const [first, second] = choices
  if (line.amount_cents === 0) return { icon: 'ban', text: 'Não move dinheiro: ignore esta linha' }
  if (first === undefined) return { icon: 'plus', text: 'Criar conta a partir desta linha' }
  if (first.kind === 'transfer') return { icon: 'link-2', text: 'Transferência entre contas próprias' }
  if (first.kind === 'rule') return { icon: 'link-2', text: `Regra: ${first.rule.name}` }
  const tied = second?.kind === 'titles' && first.candidate.score - second.candidate.score < NEAR_TIE
  if (!certain && tied) return { icon: 'corner-down-right', text: 'Duas opções próximas' }
  const rest = first.difference_cents === 0 ? '' : `, diferença ${formatAmount(Math.abs(first.difference_cents))}`
  return { icon: certain ? 'link-2' : 'corner-down-right', text: `${nameOf(first.candidate)}${rest}` }
}

const LEVELS: Readonly<Record<Candidate['level'], Confidence>> = { ALTA: 'high', MEDIA: 'medium', BAIXA: 'low' }

/** Below it a candidate is listed, never proposed. */
const SHOWN_SCORE = 60

export const confidenceOf = (candidate: Candidate): Confidence => (candidate.score < SHOWN_SCORE ? 'none' : LEVELS[candidate.level])
